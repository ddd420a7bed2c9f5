package cluster

import (
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/sarchlab/akita/v3/sim"

	"tilemark/golden/exec"
	"tilemark/golden/texture"
	"tilemark/hw/blocks/gpc/l15"
	"tilemark/hw/blocks/gpc/lsu"
	"tilemark/hw/blocks/gpc/pm"
	"tilemark/hw/blocks/gpc/sampler"
	"tilemark/hw/blocks/gpc/sm"
	"tilemark/hw/blocks/mxu"
	"tilemark/hw/isa/asm"
	"tilemark/hw/pipe"
	"tilemark/hw/wires"
)

var le = binary.LittleEndian

// Config is a cluster. Without a cache it is one multiprocessor alone, whose messages the bench does.
type Config struct {
	SMs    int
	SM     sm.Config
	PM     pm.Config
	LSU    lsu.Config
	L15    l15.Config
	TEX    sampler.Config // without anything: a small one
	MXU    mxu.Config
	Alone  bool
	Mapped bool // the cluster's accesses go to an MXU and memory
	Quiet  bool // nothing is compared: how fast the blocks are simulated
	Depth  int  // of the connections
	Index  int  // of the cluster, among those that share a clock
}

// number is the cluster's, as threads read it.
func (c *Config) number() uint8 { return uint8(5 + c.Index) }

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

	programs  []*Program
	spaces    [pipe.Slots]space
	messages  [pipe.Sides][]*outstanding     // of the entries of the load/store unit
	asked     [pipe.Sides][]pipe.LineRequest // of the cache, in their order
	texels    texels
	leaving   map[lineOf]int // writes of lines that memory has not executed
	part      *exec.Sent     // that the simulator's instruction has sent
	lanes     uint32         // in which it has executed
	err       error
	fresh     map[string]uint64     // digests after reset
	lost      map[*exec.Thread]bool // cancelled after their end: their results may not come
	cancels   int
	results   int                    // of threads that have come
	works     uint16                 // numbers of thread requests
	saved     map[[2]int]*resident   // threads that the trap handler has saved, by multiprocessor and slot
	cancelled [pipe.Slots][]*Program // of threads that a cut has cancelled, one each
	watch     func()                 // is called after each cycle; nil: nobody
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
}

// NewBench makes a bench.
func NewBench(cfg Config, seed uint64) (*Bench, error) {
	return newBenchIn(wires.NewDomain(1*sim.GHz, seed), cfg, seed)
}

// newBenchIn makes a bench in a domain, which it can share with others.
func newBenchIn(d *wires.Domain, cfg Config, seed uint64) (*Bench, error) {
	b := &Bench{seed: seed, Domain: d, cfg: cfg, around: newSurround(cfg.Index, seed), fresh: map[string]uint64{}, leaving: map[lineOf]int{}, saved: map[[2]int]*resident{}, lost: map[*exec.Thread]bool{}}
	b.Add(b.around)
	for n := range b.spaces {
		v := &b.spaces[n]
		v.image = make([]byte, imageBytes)
		b.texels.caches[n] = texture.NewCache(v.image)
		if !cfg.Alone {
			v.cluster = exec.NewCluster(v.image)
			v.cluster.Observed = true
		}
	}
	for n := range cfg.SMs {
		c := cfg.SM
		c.Cluster, c.SM = cfg.number(), uint8(n)
		b.SMs = append(b.SMs, sm.New(b.name(fmt.Sprintf("SM[%d]", n)), c))
		b.seats = append(b.seats, seat{make([]*resident, cfg.SM.Threads), make([]int, cfg.SM.Threads)})
		b.Add(b.SMs[n])
	}
	j := &joiner{depth: cfg.Depth}
	for n, m := range b.SMs {
		if cfg.Quiet {
			continue
		}
		m.P.Issued.Watch(func(e *sm.Issue) { b.issued(n, e) })
		m.P.Wrote.Watch(func(w *sm.Write) { b.wrote(n, w) })
		m.P.Ended.Watch(func(e *sm.End) { b.ended(n, e) })
		m.P.Handlers.Watch(func(e *sm.HandlerEvent) { b.handled(n, e) })
	}
	if cfg.Alone {
		b.joinAlone(j)
	} else {
		b.joinCluster(j)
	}
	b.around.ended = func(thread uint8) { b.free(0, thread) }
	if j.err == nil {
		j.err = b.CheckNames()
	}
	names, sums := b.Digests()
	for n, name := range names {
		b.fresh[name] = sums[n]
	}
	return b, j.err
}

// name is that of a block of the cluster.
func (b *Bench) name(block string) string { return fmt.Sprintf("GPC[%d].%s", b.cfg.Index, block) }

// joiner joins connections, and keeps the first error.
type joiner struct {
	depth int
	err   error
}

func join[T any](j *joiner, row string, out *wires.Out[T], in *wires.In[T]) {
	_, err := wires.Join(wires.InstanceName(row, out, in), wires.LinkConfig{Depth: j.depth, Width: 1, Latency: 1}, out, in)
	if j.err == nil {
		j.err = err
	}
}

func (b *Bench) joinAlone(j *joiner) {
	p, q := &b.around.P, &b.SMs[0].P
	join(j, "PM_SM", &p.PMSM, &q.PMSM)
	join(j, "SM_PM", &q.SMPM, &p.SMPM)
	for side, name := range sides {
		join(j, "SM_L15_"+name, &q.SML15[side], &p.SML15[side])
		join(j, "SM_LSU_"+name, &q.SMLSU[side], &p.SMLSU[side])
	}
	join(j, "L15_SM", &p.L15SM, &q.L15SM)
	join(j, "LSU_SM", &p.LSUSM, &q.LSUSM)
	b.joinTexelsAlone(j)
	b.around.sent = func(h *pipe.MessageHead, data []pipe.MessageBeat) *outstanding { return b.sentBy(0, h, data) }
}

// sides are those of the break point, in the names of connections.
var sides = [pipe.Sides]string{pipe.Above: "ABOVE", pipe.Below: "BELOW"}

func (b *Bench) joinCluster(j *joiner) {
	b.cfg.PM.SMs, b.cfg.PM.Threads, b.cfg.PM.Registers, b.cfg.PM.Shared = b.cfg.SMs, b.cfg.SM.Threads, b.cfg.SM.Registers, b.cfg.SM.Shared
	b.PM, b.LSU, b.L15 = pm.New(b.name("PM"), b.cfg.PM), lsu.New(b.name("LSU"), b.cfg.LSU), l15.New(b.name("L15"), b.cfg.L15)
	b.Add(b.PM)
	b.Add(b.LSU)
	b.Add(b.L15)
	p, u, c := &b.around.P, &b.LSU.P, &b.L15.P
	for side, name := range sides {
		for n, m := range b.SMs {
			join(j, "SM_L15_"+name, &m.P.SML15[side], &c.SML15[n][side])
			join(j, "SM_LSU_"+name, &m.P.SMLSU[side], &u.SMLSU[n][side])
		}
		join(j, "LSU_L15_"+name, &u.LSUL15[side], &c.LSUL15[side])
		b.messages[side] = make([]*outstanding, b.cfg.LSU.Entries)
	}
	for side, name := range sides {
		join(j, "EUP_PM_"+name, &p.EUPPM[side], &b.PM.P.EUPPM[side])
		join(j, "EUP_CALL_"+name, &p.EUPCall[side], &b.PM.P.EUPCall[side])
		for n, m := range b.SMs {
			join(j, "SM_RES_"+name, &m.P.Res[side], &p.Res[n][side])
		}
	}
	for slot := range uint8(pipe.Slots) {
		readers := []*wires.LineIn{&b.PM.P.Cancel[slot]}
		for _, m := range b.SMs {
			readers = append(readers, &m.P.Cancel[slot])
		}
		if _, err := wires.JoinLine(fmt.Sprintf("EUP_CANCEL_%d", slot), &p.Cancel[slot], readers...); err != nil && j.err == nil {
			j.err = err
		}
	}
	join(j, "PM_EUP", &b.PM.P.PMEUP, &p.PMEUP)
	join(j, "WDU_PM", &p.WDUPM, &b.PM.P.WDUPM)
	join(j, "PM_WDU", &b.PM.P.PMWDU, &p.PMWDU)
	join(j, "WDU_CALL", &p.Call, &b.PM.P.Call)
	for n, m := range b.SMs {
		join(j, "PM_SM", &b.PM.P.PMSM[n], &m.P.PMSM)
		join(j, "SM_PM", &m.P.SMPM, &b.PM.P.SMPM[n])
		m.P.SMPM.Tap().OnTake(func(_ uint64, e *pipe.ThreadEnd) {
			if e.Kind == pipe.SlotFree || e.Kind == pipe.ThreadSaved {
				b.free(n, e.Thread)
			}
		})
		join(j, "L15_SM", &c.L15SM[n], &m.P.L15SM)
		join(j, "LSU_SM", &u.LSUSM[n], &m.P.LSUSM)
	}
	join(j, "L15_LSU", &c.L15LSU, &u.L15LSU)
	join(j, "PM_LSU", &p.PMLSU, &u.PMLSU)
	join(j, "PM_L15", &p.PML15, &c.PML15)
	join(j, "L15_PM", &c.L15PM, &p.L15PM)
	b.joinSampler(j)
	if b.cfg.Mapped {
		b.joinSystem(j)
	} else {
		join(j, "L15_REQ", &c.L15Req, &p.L15Req)
		join(j, "L15_ANS", &p.L15Ans, &c.L15Ans)
		join(j, "LSU_REQ", &u.LSUReq, &p.LSUReq)
		join(j, "LSU_ANS", &p.LSUAns, &u.LSUAns)
	}
	if b.around.executed = func(*pipe.MemRequest) {}; b.cfg.Quiet {
		return
	}
	b.around.executed, b.around.wrote = b.executed, func(r *pipe.MemRequest) { b.leaving[lineOf{r.Slot, r.Addr / pipe.LineBytes}]-- }
	b.around.drained, b.around.result = b.resend, b.resulted
	b.around.unsent = func(slot, set uint8) { b.cancelled[slot] = append(b.cancelled[slot], b.programs[set]) }
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
		text := fmt.Sprintf("the threads have not ended by cycle %d:", limit)
		for _, block := range b.Blocks() {
			text += fmt.Sprintf("\n%s: %s", block.Name(), block.Line())
		}
		return errors.New(text)
	}
	b.Wake(b.around)
	if err := b.Domain.Run(b.Cycle() + 1); err != nil {
		return err
	}
	if b.watch != nil {
		b.watch()
	}
	if b.err == nil {
		b.err = b.around.wrong
	}
	if b.err == nil && b.system != nil {
		b.err = b.system.wrong
	}
	return b.err
}

// fail keeps the first thing that is wrong.
func (b *Bench) fail(n int, slot uint8, pc uint32, format string, args ...any) {
	if b.err != nil {
		return
	}
	text := ""
	if r := b.seats[n].slots[slot]; r != nil {
		if i := r.Kernel.At(int(pc)); i >= 0 {
			text = fmt.Sprintf(" (%s, line %d: %s)", r.Kernel.Name, r.Kernel.Code[i].Line, asm.Instruction(r.Kernel.Code[i].Native))
		}
	}
	b.err = fmt.Errorf("cycle %d, SM %d, thread %d, byte %#x%s: %s", b.Cycle(), n, slot, pc, text, fmt.Sprintf(format, args...))
}
