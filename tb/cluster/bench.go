package cluster

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"github.com/sarchlab/akita/v3/sim"

	"tilemark/golden/exec"
	"tilemark/golden/texture"
	"tilemark/hw"
	"tilemark/hw/blocks/gpc/l15"
	"tilemark/hw/blocks/gpc/lsu"
	"tilemark/hw/blocks/gpc/pm"
	"tilemark/hw/blocks/gpc/sampler"
	"tilemark/hw/blocks/gpc/sm"
	"tilemark/hw/blocks/memory"
	"tilemark/hw/blocks/mxu"
	"tilemark/hw/isa"
	"tilemark/hw/isa/asm"
	"tilemark/hw/isa/kernel"
	"tilemark/hw/pipe"
	"tilemark/hw/wires"
)

var le = binary.LittleEndian

// Config is a cluster. Without a cache it is one multiprocessor alone, whose messages the bench does.
type Config struct {
	SMs      int
	SM       sm.Config
	PM       pm.Config
	LSU      lsu.Config
	L15      l15.Config
	TEX      sampler.Config // without anything: a small one
	MXU      mxu.Config
	Memory   memory.Config // without anything: a random one
	Alone    bool
	Mapped   bool      // the cluster's accesses go to an MXU and memory
	Quiet    bool      // nothing is compared: how fast the blocks are simulated
	Depth    int       // of the connections
	Stall    int       // percent of cycles in which a connection of the cluster holds an entry back
	numbered bool      // its number is its index: otherwise it is another one, so that they are not mistaken for each other
	longest  int       // cycles for which it holds one back, at most; 0: as the machine has it
	links    []hw.Link // shapes of the connections; nil: as Depth and Stall say
	Index    int       // of the cluster, among those that share a clock

	Clusters int // that share the MXU, each with a share of the CTAs and threads; 0: one
}

// number is the cluster's, as threads read it.
func (c *Config) number() uint8 {
	if c.numbered {
		return uint8(c.Index)
	}
	return uint8(5 + c.Index)
}

// Memory of a context on the bench.
const (
	imageBytes   = 8 << 20
	codeAt       = 0x10000
	codeBytes    = 0x10000 // of a program
	bindingsAt   = 0x100000
	scratchAt    = 6 << 20
	contextAt    = 3 << 20 // context buffer
	handlersAt   = 0x4000
	handlerBytes = 0x4000
)

// space is the memory of a context in the simulator.
type space struct {
	image   []byte
	cluster *exec.Cluster // its lines; nil: alone
	used    int           // bytes of bindings
}

// Bench is a cluster whose instructions and accesses are executed by the simulator, too: it observes their order, and predicts values.
type Bench struct {
	*wires.Domain
	cfg    Config
	SMs    []*sm.SM
	PM     *pm.PM
	LSU    *lsu.LSU
	L15    *l15.L15
	TEX    *sampler.Sampler
	around *surround
	system *system // nil: the surroundings are the memory
	seats  []seat
	Issues uint64
	seed   uint64

	programs     []*Program
	sets         [pipe.Slots][]*Program // by pin set
	spaces       [pipe.Slots]space
	messages     [pipe.Sides][]*outstanding     // of the entries of the load/store unit
	asked        [pipe.Sides][]pipe.LineRequest // of the cache, in their order
	texels       texels
	mates        []*Bench                  // those of all clusters that share memory; the first one has the memory, and runs all
	reads        [256][pipe.LineBytes]byte // lines for the cache as memory had them, by tag
	leaving      map[lineOf][]writeBack    // writes of lines that memory has not executed
	history      map[lineOf][]lineMoment
	stepping     *resident  // whose thread the simulator executes
	part         *exec.Sent // that the simulator's instruction has sent
	lanes        uint32     // in which it has executed
	err          error
	faulted      *exec.Thread          // met a fault of its own kernel
	fresh        map[string]uint64     // digests after reset
	lost         map[*exec.Thread]bool // cancelled after their end: their results may not come
	cancels      int
	results      int                    // of threads that have come
	issuesBefore uint64                 // instructions when it was looked at last whether something is issued
	works        [pipe.Sides]uint16     // numbers of thread requests
	saved        map[[2]int]*resident   // threads that the trap handler has saved, by multiprocessor and slot
	cancelled    [pipe.Slots][]*Program // of threads that a cut has cancelled, one each
	watch        func()                 // is called after each cycle; nil: nobody
	traced       func(e *exec.Event)    // is called for each instruction of the simulator; nil: nobody
	output       func(t *exec.Thread, o *exec.Output)
	limit        int // instructions of a thread; 0: any number
}

// lineOf is a line of a context.
type lineOf struct {
	slot uint8
	line uint32
}

// seat is a multiprocessor with its threads.
type seat struct {
	slots []*resident
	ctas  []int // threads in each slot of CTAs
}

// resident is a thread in a slot.
type resident struct {
	*Program
	golden    *exec.Thread
	cta       int            // its slot
	registers int            // that it has
	rows      uint32         // of the multiprocessor's shared memory, before those of its CTA
	sent      []*outstanding // that have not come out of the multiprocessor
	toTex     []*outstanding // the same, for the sampler
	answered  *outstanding   // the last one

	writer     [isa.Registers]uint32 // bytes at which the instructions stand that wrote the registers
	flagWriter [4]uint32
}

// NewBench makes a bench.
func NewBench(cfg Config, seed uint64) (*Bench, error) {
	return newBenchIn(wires.NewDomain(1*sim.GHz, seed), cfg, seed)
}

// newBenchIn makes a bench in a domain, which it can share with others.
func newBenchIn(d *wires.Domain, cfg Config, seed uint64) (*Bench, error) {
	b := newBench(d, cfg, seed)
	for n := range b.spaces {
		b.spaces[n].image, b.around.image[n] = make([]byte, imageBytes), make([]byte, imageBytes)
	}
	b.mates = []*Bench{b}
	for n := 1; n < cfg.Clusters; n++ {
		c := cfg
		c.Index += n
		m := newBench(d, c, seed+uint64(n))
		for k := range m.spaces {
			m.spaces[k].image = b.spaces[k].image
		}
		b.mates = append(b.mates, m)
	}
	if cfg.Clusters > 1 && (cfg.Alone || !cfg.Mapped) {
		return nil, fmt.Errorf("%d clusters need an MXU that they share", cfg.Clusters)
	}
	for _, m := range b.mates {
		if m.system = b.system; m != b {
			m.around.system = b.system
		}
		if err := m.build(); err != nil {
			return nil, err
		}
		m.mates = b.mates
	}
	if !cfg.Alone {
		if err := hw.CheckJoined(d); err != nil {
			return nil, err
		}
	}
	names, sums := b.Digests()
	for n, name := range names {
		b.fresh[name] = sums[n]
	}
	return b, b.CheckNames()
}

// newBench makes a bench that has no blocks yet.
func newBench(d *wires.Domain, cfg Config, seed uint64) *Bench {
	b := &Bench{seed: seed, Domain: d, cfg: cfg, around: newSurround(cfg.Index, seed), fresh: map[string]uint64{}, leaving: map[lineOf][]writeBack{}, history: map[lineOf][]lineMoment{}, saved: map[[2]int]*resident{}, lost: map[*exec.Thread]bool{}}
	b.Add(b.around)
	return b
}

// build makes a cluster's blocks.
func (b *Bench) build() error {
	cfg := b.cfg
	for n := range b.spaces {
		v := &b.spaces[n]
		b.texels.caches[n] = texture.NewCache(v.image)
		if !cfg.Alone {
			v.cluster = exec.NewCluster(v.image)
			v.cluster.Observed = true
		}
	}
	j := &joiner{depth: cfg.Depth}
	if cfg.Alone {
		b.joinAlone(j)
	} else {
		b.joinCluster(j)
	}
	if j.err != nil {
		return j.err
	}
	for n, m := range b.SMs {
		b.seats = append(b.seats, seat{make([]*resident, cfg.SM.Threads), make([]int, cfg.SM.Threads)})
		if cfg.Quiet {
			continue
		}
		m.P.Issued.Watch(func(e *sm.Issue) { b.issued(n, e) })
		m.P.Wrote.Watch(func(w *sm.Write) { b.wrote(n, w) })
		m.P.Ended.Watch(func(e *sm.End) { b.ended(n, e) })
		m.P.Handlers.Watch(func(e *sm.HandlerEvent) { b.handled(n, e) })
	}
	b.around.ended = func(thread uint8) { b.free(0, thread) }
	return nil
}

// joiner joins connections, and keeps the first error.
type joiner struct {
	depth int
	err   error
}

func join[T any](j *joiner, row string, class wires.Class, out *wires.Out[T], in *wires.In[T]) {
	_, err := wires.Join(wires.InstanceName(row, out, in), wires.LinkConfig{Depth: j.depth, Width: 1, Latency: 1, Class: class}, out, in)
	j.failed(err)
}

func (j *joiner) failed(err error) {
	if j.err == nil {
		j.err = err
	}
}

func (b *Bench) joinAlone(j *joiner) {
	c := b.cfg.SM
	c.Cluster = b.cfg.number()
	b.SMs = append(b.SMs, sm.New(fmt.Sprintf("GPU.GPC[%d].SM[0]", c.Cluster), c))
	b.Add(b.SMs[0])
	p, q := &b.around.P, &b.SMs[0].P
	join(j, "PM_SM", wires.Below, &p.PMSM, &q.PMSM)
	join(j, "SM_PM", wires.Answer, &q.SMPM, &p.SMPM)
	for side, name := range sides {
		join(j, "SM_L15_"+name, wires.Below, &q.SML15[side], &p.SML15[side])
		join(j, "SM_LSU_"+name, wires.Below, &q.SMLSU[side], &p.SMLSU[side])
	}
	join(j, "L15_SM", wires.Answer, &p.L15SM, &q.L15SM)
	join(j, "LSU_SM", wires.Answer, &p.LSUSM, &q.LSUSM)
	b.joinTexelsAlone(j)
	b.around.sent = func(h *pipe.MessageHead, data []pipe.MessageBeat) *outstanding { return b.sentBy(0, h, data) }
}

// sides are those of the break point, in the names of connections.
var sides = [pipe.Sides]string{pipe.Above: "ABOVE", pipe.Below: "BELOW"}

// clusterConfig is that of the cluster.
func (c *Config) clusterConfig() (hw.ClusterConfig, error) {
	k := hw.DefaultClusters()
	k.Count, k.SMs, k.First, k.PM, k.SM, k.LSU, k.L15, k.Sampler, k.Stall.Percent = 1, c.SMs, c.number(), c.PM, c.SM, c.LSU, c.L15, c.TEX, c.Stall
	if c.longest > 0 {
		k.Stall.Max = c.longest
	}
	if c.links != nil {
		k.Links = c.links
		return k, nil
	}
	return k, k.Set(hw.AllDepths, fmt.Sprint(c.Depth))
}

func (b *Bench) joinCluster(j *joiner) {
	if b.cfg.TEX == (sampler.Config{}) {
		b.cfg.TEX = sampler.Config{Entries: 4, Quads: 4, Rate: 1, Lookups: 4, Lines: 64, Ways: 4, Misses: 8, Sets: 4, Textures: 16}
	}
	if b.cfg.Mapped && b.system == nil {
		b.addSystem(j)
	}
	cfg, err := b.cfg.clusterConfig()
	j.failed(err)
	list, err := hw.BuildClusters(b.Domain, cfg, func(int) *hw.Around { return b.aroundCluster() })
	if j.failed(err); j.err != nil {
		return
	}
	k := list[0]
	b.PM, b.SMs, b.LSU, b.L15, b.TEX = k.PM, k.SMs, k.LSU, k.L15, k.Sampler
	b.watchCluster()
}

// aroundCluster has the surroundings be all that a cluster is joined to, but for the MXU, if there is one.
func (b *Bench) aroundCluster() *hw.Around {
	p := &b.around.P
	b.around.sms = b.cfg.SMs
	a := &hw.Around{
		PMEUP: &p.PMEUP, PMWDU: &p.PMWDU, WDUCall: &p.WDUCall,
		EUPCtrl: &p.Ctrl[pm.FromEUP], CtrlEUP: &p.CtrlDone[pm.FromEUP], MXUCtrl: &p.Ctrl[pm.FromMXU], CtrlMXU: &p.CtrlDone[pm.FromMXU],
	}
	for n := range p.MemReq {
		a.Req[n], a.Ans[n] = &p.MemReq[n], &p.MemAns[n]
	}
	for side := range sides {
		a.EUPPM[side], a.EUPCall[side] = &p.EUPPM[side], &p.EUPCall[side]
		for n := range p.Res {
			a.SMRes[n][side] = &p.Res[n][side]
		}
	}
	for slot := range p.Cancel {
		a.Cancel[slot], a.WDUPM[slot] = &p.Cancel[slot], &p.WDUPM[slot]
	}
	if b.system != nil {
		a.Serve(b.system.mxu, b.cfg.Index-b.system.bench.cfg.Index)
	}
	return a
}

// watchCluster observes a cluster's blocks.
func (b *Bench) watchCluster() {
	u, c := &b.LSU.P, &b.L15.P
	for side := range sides {
		b.messages[side] = make([]*outstanding, b.cfg.LSU.Entries)
	}
	for n, m := range b.SMs {
		m.P.SMPM.Tap().OnTake(func(_ uint64, e *pipe.ThreadEnd) {
			if e.Kind == pipe.SlotFree || e.Kind == pipe.ThreadSaved {
				b.free(n, e.Thread)
			}
		})
	}
	b.watchSampler()
	if b.around.executed = func(*pipe.MemRequest) {}; b.cfg.Quiet {
		return
	}
	b.around.executed, b.around.wrote, b.around.fetched, b.around.result = b.executed, b.wroteLine, b.fetched, b.resulted
	b.around.unsent = func(slot, set uint8) { b.cancelled[slot] = append(b.cancelled[slot], b.sets[slot][set]) }
	b.PM.P.Placed.Watch(b.placed)
	b.PM.P.Discarded.Watch(b.discarded)
	for side := range sides {
		c.LSUL15[side].Tap().OnPut(func(_ uint64, r *pipe.LineRequest) { b.asked[side] = append(b.asked[side], *r) })
	}
	u.Took.Watch(b.took)
	u.Answered.Watch(b.answered)
	c.Events.Watch(b.line)
}

func (b *Bench) step(limit uint64) error {
	if b.Cycle() >= limit {
		return b.hangs(fmt.Sprintf("the threads have not ended by cycle %d:", limit))
	}
	if b.Cycle()%patience == 0 && !b.cfg.Quiet {
		all := uint64(0)
		for _, m := range b.mates {
			all += m.Issues
		}
		if all == b.issuesBefore && b.Cycle() > patience {
			return b.hangs(fmt.Sprintf("nothing was issued for %d cycles, and threads have not ended:", patience))
		}
		b.issuesBefore = all
	}
	b.decideCuts()
	for _, m := range b.mates {
		b.Wake(m.around)
	}
	if err := b.Domain.Run(b.Cycle() + 1); err != nil {
		return err
	}
	b.drain()
	if b.watch != nil {
		b.watch()
	}
	for _, m := range b.mates {
		switch {
		case m.err != nil:
			return m.err
		case m.around.wrong != nil:
			return m.around.wrong
		}
	}
	if b.system != nil {
		return b.system.wrong
	}
	return nil
}

// patience is for how many cycles nothing may be issued. All goes on before that, however slow memory is.
const patience = 1 << 20

// hangs is the error of a bench that does not come to its end.
func (b *Bench) hangs(what string) error {
	for _, block := range b.Blocks() {
		what += fmt.Sprintf("\n%s: %s", block.Name(), block.Line())
	}
	return errors.New(what)
}

// any tells whether something holds for one of the clusters.
func (b *Bench) any(holds func(m *Bench) bool) bool { return slices.ContainsFunc(b.mates, holds) }

// commandsDone tells whether all caches have done what they were told.
func (b *Bench) commandsDone() bool {
	return !b.any(func(m *Bench) bool { return m.around.done < m.around.commanded })
}

// fail keeps the first thing that is wrong.
func (b *Bench) fail(n int, slot uint8, pc uint32, format string, args ...any) {
	if b.err != nil {
		return
	}
	text := ""
	if r := b.seats[n].slots[slot]; r != nil {
		if k := b.kernelOf(r); k.At(int(pc)) >= 0 {
			c := &k.Code[k.At(int(pc))]
			text = fmt.Sprintf(" (%s, line %d: %s)", k.Name, c.Line, asm.Instruction(c.Native))
		}
	}
	b.failAt(n, slot, "byte %#x%s: %s", pc, text, fmt.Sprintf(format, args...))
}

// kernelOf is the kernel that a thread executes: a handler inside of one.
func (b *Bench) kernelOf(r *resident) *kernel.Kernel {
	if h := b.around.handlers[b.around.stage]; h != nil && r.golden.InHandler() {
		return h.Kernel
	}
	return r.Kernel
}

// failAt is fail for a thread slot that may have no thread.
func (b *Bench) failAt(n int, slot uint8, format string, args ...any) {
	if b.err == nil {
		b.err = fmt.Errorf("cycle %d, %s: %s", b.Cycle(), b.place(n, slot), fmt.Sprintf(format, args...))
	}
}

// place names a thread slot of a multiprocessor.
func (b *Bench) place(n int, slot uint8) string {
	return fmt.Sprintf("GPC[%d].SM[%d], thread slot %d", b.cfg.number(), n, slot)
}
