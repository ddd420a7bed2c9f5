package cluster

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strings"

	"github.com/sarchlab/akita/v3/sim"

	"tilemark/golden/exec"
	"tilemark/hw/blocks/gpc/l15"
	"tilemark/hw/blocks/gpc/lsu"
	"tilemark/hw/blocks/gpc/pm"
	"tilemark/hw/blocks/gpc/sm"
	"tilemark/hw/eu"
	"tilemark/hw/isa"
	"tilemark/hw/isa/asm"
	"tilemark/hw/isa/kernel"
	"tilemark/hw/pipe"
	"tilemark/hw/wires"
	"tilemark/tb/kernels"
)

var le = binary.LittleEndian

// Config is a cluster. Without a cache it is one multiprocessor alone, whose messages the bench does.
type Config struct {
	SMs   int
	SM    sm.Config
	PM    pm.Config
	LSU   lsu.Config
	L15   l15.Config
	Alone bool
	Quiet bool // nothing is compared: how fast the blocks are simulated
	Depth int  // of the connections
}

// Memory of a context on the bench.
const (
	imageBytes = 8 << 20
	codeAt     = 0x4000
	codeBytes  = 0x4000 // of a program
	bindingsAt = 0x40000
	scratchAt  = 4 << 20
)

// Program is a kernel with its work: a grid of a compute kernel, a number of threads of others.
type Program struct {
	Kernel   *kernel.Kernel
	Slot     uint8 // of its context
	Grid     [3]int
	Threads  int
	Args     []uint32
	Bindings []exec.Binding
	Prepare  func(*exec.Thread) // fills a thread before it begins; nil: nobody

	program *exec.Kernel
	memory  *exec.Memory
	number  int                          // pin set, and task
	next    int                          // CTA or thread
	begun   map[[3]uint32][]*exec.Thread // of CTAs, and of threads by their numbers, that have no place yet
}

// at is where its instructions are.
func (p *Program) at() uint32 { return codeAt + uint32(p.number)*codeBytes }

// count is the number of CTAs or threads.
func (p *Program) count() int {
	if p.Kernel.Stage == isa.StageCompute {
		return p.Grid[0] * p.Grid[1] * p.Grid[2]
	}
	return p.Threads
}

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
	around *surround
	seats  []seat
	Issues uint64

	programs []*Program
	spaces   [pipe.Slots]space
	messages [pipe.Sides][]*outstanding     // of the entries of the load/store unit
	asked    [pipe.Sides][]pipe.LineRequest // of the cache, in their order
	leaving  map[lineOf]int                 // writes of lines that memory has not executed
	part     *exec.Sent                     // that the simulator's instruction has sent
	lanes    uint32                         // in which it has executed
	err      error
	fresh    map[string]uint64 // digests after reset
	watch    func()            // is called after each cycle; nil: nobody
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
	sent      []*outstanding // that have not come out of the multiprocessor
}

// NewBench makes a bench.
func NewBench(cfg Config, seed uint64) (*Bench, error) {
	b := &Bench{Domain: wires.NewDomain(1*sim.GHz, seed), cfg: cfg, around: newSurround(seed), fresh: map[string]uint64{}, leaving: map[lineOf]int{}}
	b.Add(b.around)
	for n := range b.spaces {
		v := &b.spaces[n]
		v.image = make([]byte, imageBytes)
		if !cfg.Alone {
			v.cluster = exec.NewCluster(v.image)
			v.cluster.Observed = true
		}
	}
	for n := range cfg.SMs {
		c := cfg.SM
		c.Cluster, c.SM = 5, uint8(n)
		b.SMs = append(b.SMs, sm.New(fmt.Sprintf("GPC[0].SM[%d]", n), c))
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
	b.around.sent = func(h *pipe.MessageHead, data []pipe.MessageBeat) *outstanding { return b.sentBy(0, h, data) }
}

// sides are those of the break point, in the names of connections.
var sides = [pipe.Sides]string{pipe.Above: "ABOVE", pipe.Below: "BELOW"}

func (b *Bench) joinCluster(j *joiner) {
	b.cfg.PM.SMs, b.cfg.PM.Threads, b.cfg.PM.Registers, b.cfg.PM.Shared = b.cfg.SMs, b.cfg.SM.Threads, b.cfg.SM.Registers, b.cfg.SM.Shared
	b.PM, b.LSU, b.L15 = pm.New("GPC[0].PM", b.cfg.PM), lsu.New("GPC[0].LSU", b.cfg.LSU), l15.New("GPC[0].L15", b.cfg.L15)
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
	}
	join(j, "PM_EUP", &b.PM.P.PMEUP, &p.PMEUP)
	join(j, "WDU_PM", &p.WDUPM, &b.PM.P.WDUPM)
	join(j, "PM_WDU", &b.PM.P.PMWDU, &p.PMWDU)
	for n, m := range b.SMs {
		join(j, "PM_SM", &b.PM.P.PMSM[n], &m.P.PMSM)
		join(j, "SM_PM", &m.P.SMPM, &b.PM.P.SMPM[n])
		m.P.SMPM.Tap().OnTake(func(_ uint64, e *pipe.ThreadEnd) { b.free(n, e.Thread) })
		join(j, "L15_SM", &c.L15SM[n], &m.P.L15SM)
		join(j, "LSU_SM", &u.LSUSM[n], &m.P.LSUSM)
	}
	join(j, "L15_LSU", &c.L15LSU, &u.L15LSU)
	join(j, "PM_LSU", &p.PMLSU, &u.PMLSU)
	join(j, "PM_L15", &p.PML15, &c.PML15)
	join(j, "L15_PM", &c.L15PM, &p.L15PM)
	join(j, "L15_REQ", &c.L15Req, &p.L15Req)
	join(j, "L15_ANS", &p.L15Ans, &c.L15Ans)
	join(j, "LSU_REQ", &u.LSUReq, &p.LSUReq)
	join(j, "LSU_ANS", &p.LSUAns, &u.LSUAns)
	if b.around.executed = func(*pipe.MemRequest) {}; b.cfg.Quiet {
		return
	}
	b.around.executed, b.around.wrote = b.executed, func(r *pipe.MemRequest) { b.leaving[lineOf{r.Slot, r.Addr / pipe.LineBytes}]-- }
	b.PM.P.Placed.Watch(b.placed)
	for side := range sides {
		c.LSUL15[side].Tap().OnPut(func(_ uint64, r *pipe.LineRequest) { b.asked[side] = append(b.asked[side], *r) })
	}
	u.Took.Watch(b.took)
	u.Answered.Watch(b.answered)
	c.Events.Watch(b.line)
}

// Load puts a program into memory.
func (b *Bench) Load(p *Program) (err error) {
	if p.program, err = exec.Load(kernels.Program(p.Kernel)); err != nil {
		return err
	}
	p.number = len(b.programs)
	b.programs = append(b.programs, p)
	v := &b.spaces[p.Slot]
	for n := range p.Bindings {
		d := &p.Bindings[n]
		at := bindingsAt + v.used
		if at+len(d.Data) > scratchAt {
			return fmt.Errorf("bindings of more than %d bytes", scratchAt-bindingsAt)
		}
		copy(v.image[at:], d.Data)
		d.Base, d.Data = uint64(at), v.image[at:][:len(d.Data):len(d.Data)]
		b.around.bindings = append(b.around.bindings, pipe.Descriptor{Slot: p.Slot, Set: uint8(p.number), Binding: uint8(n), Addr: uint32(at), Bytes: uint32(len(d.Data))})
		v.used += (len(d.Data) + 15) &^ 15
	}
	b.around.bindings = append(b.around.bindings, pipe.Descriptor{Slot: p.Slot, Scratch: true, Addr: scratchAt})
	copy(v.image[p.at():], p.Kernel.Bytes())
	copy(b.around.image[p.Slot], v.image)
	p.memory = &exec.Memory{Bindings: p.Bindings}
	return nil
}

// Run runs the programs that are loaded, as many of their CTAs and threads at a time as there is room for, and compares each instruction.
func (b *Bench) Run(cycles uint64) error {
	limit := b.Cycle() + cycles
	for !b.cfg.Alone && (len(b.around.bindings) > 0 || b.LSU.P.PMLSU.Len() > 0) { // they are there when a thread begins
		if err := b.step(limit); err != nil {
			return err
		}
	}
	total := 0
	for _, p := range b.programs {
		total += p.count()
	}
	if !b.cfg.Alone {
		if err := b.send(); err != nil {
			return err
		}
	}
	for b.cfg.Alone && (b.left() || b.busy()) || !b.cfg.Alone && b.around.gone < total {
		if err := b.launchAlone(); err != nil {
			return err
		}
		if err := b.step(limit); err != nil {
			return err
		}
	}
	if b.cfg.Alone {
		return b.compareResting()
	}
	for slot := range uint8(pipe.Slots) {
		b.around.commands = append(b.around.commands, pipe.CacheCommand{Op: pipe.CacheDrop, Slot: slot})
	}
	for want := b.around.done + pipe.Slots; b.around.done < want; {
		if err := b.step(limit); err != nil {
			return err
		}
	}
	if b.cfg.Quiet {
		return nil
	}
	if err := b.compareMemory(); err != nil {
		return err
	}
	return b.compareResting()
}

// launchAlone gives a multiprocessor alone what it has room for.
func (b *Bench) launchAlone() error {
	if !b.cfg.Alone {
		return nil
	}
	for _, p := range b.programs {
		if p.next == p.count() {
			continue
		}
		placed, err := b.launch(0, p)
		if err != nil {
			return err
		}
		if placed {
			p.next++
		}
	}
	return nil
}

// send has the pipeline manager get all CTAs and threads, those of the programs in turn.
func (b *Bench) send() error {
	for _, p := range b.programs {
		p.begun = map[[3]uint32][]*exec.Thread{}
		k := p.Kernel
		if k.Stage != isa.StageCompute {
			continue
		}
		t := pipe.Task{
			Slot: p.Slot, Task: uint8(p.number), Set: uint8(p.number), Lanes: uint8(k.Lanes), Registers: uint8(k.Registers - 1), Kernel: p.at(), Bytes: uint32(len(k.Bytes())),
			Scratch: uint32(k.Scratch), Shared: uint32(k.Shared), Args: uint16(k.Args),
		}
		for d := range 3 {
			t.Size[d], t.Grid[d] = uint16(k.CTA[d]), uint32(p.Grid[d])
		}
		beats := t.Beats()
		b.around.tasks = append(b.around.tasks, beats[:]...)
		args := append(slices.Clone(p.Args), make([]uint32, 8)...)
		for n := 0; n < k.Args; n += 8 {
			b.around.tasks = append(b.around.tasks, pipe.ArgsBeat(p.Slot, (*[8]uint32)(args[n:])))
		}
	}
	for b.left() {
		for _, p := range b.programs {
			if p.next == p.count() {
				continue
			}
			begun, err := b.begin(p)
			if err != nil {
				return err
			}
			work := uint16(p.next)
			if p.Kernel.Stage == isa.StageCompute {
				at := begun[0].Place()
				l := pipe.Launch{Task: uint8(p.number), Work: work, At: [3]uint32{uint32(at[0]), uint32(at[1]), uint32(at[2])}}
				p.begun[l.At] = begun
				b.around.tasks = append(b.around.tasks, l.Beat(p.Slot))
			} else {
				b.sendThread(p, begun[0], work)
			}
			p.next++
		}
	}
	return nil
}

// sendThread has the pipeline manager get a thread that is in no CTA.
func (b *Bench) sendThread(p *Program, g *exec.Thread, work uint16) {
	k := p.Kernel
	if p.Prepare != nil {
		p.Prepare(g)
	}
	p.begun[[3]uint32{uint32(work)}] = []*exec.Thread{g}
	side := pipe.Below
	if k.Stage == isa.StageVertex {
		side = pipe.Above
	}
	b.around.vertices[side] = requestOf(b.around.vertices[side], g, pipe.ThreadHead{
		Slot: p.Slot, Stage: uint8(k.Stage), Lanes: uint8(k.Lanes), Set: uint8(p.number), Registers: uint8(k.Registers - 1), Kernel: p.at(), Bytes: uint32(len(k.Bytes())),
		Scratch: uint32(k.Scratch), Active: g.Active, Helpers: g.Helpers, Work: work,
	}, k.Registers)
}

// placed notes which thread of the simulator has got a place.
func (b *Bench) placed(e *pm.Placed) {
	h := e.Head
	p := b.programs[h.Set]
	key := e.At
	if h.Threads == 0 {
		key = [3]uint32{uint32(h.Work)}
	}
	g := p.begun[key][h.Number]
	g.Slot = uint32(h.Thread) | uint32(e.SM)<<8 | 5<<16
	slot := &b.seats[e.SM].slots[h.Thread]
	if *slot != nil && b.err == nil {
		b.err = fmt.Errorf("cycle %d, SM %d: thread slot %d is given to another thread before it is free", b.Cycle(), e.SM, h.Thread)
	}
	*slot = &resident{Program: p, golden: g, registers: int(h.Registers) + 1}
}

// free notes that a thread slot is free.
func (b *Bench) free(n int, thread uint8) {
	s := &b.seats[n]
	if r := s.slots[thread]; r != nil && r.Kernel.Stage == isa.StageCompute && b.cfg.Alone {
		s.ctas[r.cta]--
	}
	s.slots[thread] = nil
}

// left tells whether CTAs or threads have not begun.
func (b *Bench) left() bool {
	return slices.ContainsFunc(b.programs, func(p *Program) bool { return p.next < p.count() })
}

// compareResting compares the state with that after reset: threads that have ended must not leave any for the next ones.
func (b *Bench) compareResting() error {
	names, sums := b.Digests()
	for n, name := range names {
		block, part, _ := strings.Cut(name, " ")
		if kept := part == "" || strings.HasSuffix(block, "L15") || part == "bindings" || part == "tasks" || part == "args" || part == "entries" || part == "arrivals"; !kept && sums[n] != b.fresh[name] {
			return fmt.Errorf("%s are not as after reset when all threads have ended", name)
		}
	}
	return nil
}

func (b *Bench) step(limit uint64) error {
	if b.Cycle() >= limit {
		return fmt.Errorf("the threads have not ended by cycle %d", limit)
	}
	b.Wake(b.around)
	if err := b.Domain.Run(b.Cycle() + 1); err != nil {
		return err
	}
	if b.watch != nil {
		b.watch()
	}
	return b.err
}

// compareMemory compares all of memory but for scratch memory.
func (b *Bench) compareMemory() error {
	for slot := range b.spaces {
		got, want := b.around.image[slot][:scratchAt], b.spaces[slot].image[:scratchAt]
		for at := range got {
			if got[at] != want[at] {
				return fmt.Errorf("byte %#x of the memory of slot %d is %#x at the end, expected %#x", at, slot, got[at], want[at])
			}
		}
	}
	return nil
}

func (b *Bench) busy() bool {
	for n := range b.seats {
		for _, r := range b.seats[n].slots {
			if r != nil {
				return true
			}
		}
	}
	return false
}

// launch places a CTA or a thread on a multiprocessor, if there is room for all of it.
func (b *Bench) launch(n int, p *Program) (placed bool, err error) {
	k, seat, cfg := p.Kernel, &b.seats[n], &b.cfg.SM
	threads, inCTA := 1, k.Stage == isa.StageCompute
	if inCTA {
		threads = (k.CTA[0]*k.CTA[1]*k.CTA[2] + k.Lanes - 1) / k.Lanes
	}
	size := min(cfg.Registers/cfg.Threads, isa.Registers)
	var slots []int
	for i, r := range seat.slots {
		if r == nil && len(slots) < threads {
			slots = append(slots, i)
		}
	}
	cta, rows := 0, (k.Shared+63)/64
	if inCTA {
		cta = slices.Index(seat.ctas, 0)
	}
	switch {
	case threads > cfg.Threads || rows*64 > cfg.Shared || k.Registers > size:
		return false, fmt.Errorf("a CTA of %d threads with %d registers and %d bytes of shared memory does not fit into a multiprocessor", threads, k.Registers, k.Shared)
	case len(slots) < threads || cta < 0 || inCTA && (cta+1)*b.sharedRows()*64 > cfg.Shared:
		return false, nil
	}
	begun, err := b.begin(p)
	if err != nil {
		return false, err
	}
	h := pipe.ThreadHead{
		Slot: p.Slot, Stage: uint8(k.Stage), Lanes: uint8(k.Lanes), Set: uint8(p.number), Registers: uint8(size - 1), Kernel: p.at(), Bytes: uint32(len(k.Bytes())), Scratch: uint32(k.Scratch),
	}
	if inCTA {
		seat.ctas[cta] = threads
		h.Threads, h.CTA = uint8(threads), uint8(cta)
		h.Shared, h.SharedSize, h.SharedRest = uint16(cta*b.sharedRows()), uint16(rows), uint8(rows*64-k.Shared)
	}
	for i, slot := range slots {
		g := begun[i]
		if p.Prepare != nil {
			p.Prepare(g)
		}
		g.Slot = uint32(slot) | 5<<16
		seat.slots[slot] = &resident{Program: p, golden: g, cta: cta, registers: size}
		h.Thread, h.Number, h.First, h.Active, h.Helpers = uint8(slot), uint8(g.Number), uint16(slot*size), g.Active, g.Helpers
		b.around.requests = requestOf(b.around.requests, g, h, size)
	}
	return true, nil
}

// sharedRows is the part of the shared memory that each slot of CTAs has, in rows: as much as any program needs.
func (b *Bench) sharedRows() (rows int) {
	for _, p := range b.programs {
		rows = max(rows, (p.Kernel.Shared+63)/64)
	}
	return rows
}

// begin makes the next CTA or thread of a program in the simulator.
func (b *Bench) begin(p *Program) ([]*exec.Thread, error) {
	options := &exec.Options{Parts: func(s *exec.Sent) { b.part = s }, Hook: func(e *exec.Event) { b.lanes = e.Lanes }}
	cluster := b.spaces[p.Slot].cluster
	if p.Kernel.Stage != isa.StageCompute {
		t := exec.NewThread(p.program, p.memory, options)
		t.Cluster = cluster
		return []*exec.Thread{t}, nil
	}
	if cluster != nil {
		options.Clusters = []*exec.Cluster{cluster}
	}
	at := [3]int{p.next % p.Grid[0], p.next / p.Grid[0] % p.Grid[1], p.next / p.Grid[0] / p.Grid[1]}
	c, err := exec.NewCTA(p.program, at, p.Grid, p.Args, p.memory, options)
	if err != nil {
		return nil, err
	}
	return c.Threads, nil
}

// requestOf adds a thread request to a list, with registers up to the last one that is not 0.
func requestOf(list []pipe.ThreadBeat, g *exec.Thread, h pipe.ThreadHead, size int) []pipe.ThreadBeat {
	beats := h.Beats()
	list = append(list, beats[:]...)
	last := 0
	for reg := range size {
		if *(*[8]uint32)(g.Registers[8*reg:]) != [8]uint32{} {
			last = reg
		}
	}
	for reg := range last + 1 {
		list = append(list, pipe.RegisterBeat(h.Slot, (*[8]uint32)(g.Registers[8*reg:]), reg == last))
	}
	return list
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

// issued has the simulator execute an instruction that a multiprocessor has issued.
func (b *Bench) issued(n int, e *sm.Issue) {
	if b.err != nil {
		return
	}
	b.Issues++
	r := b.seats[n].slots[e.Thread]
	g := r.golden
	switch {
	case g.State != exec.Running:
		b.fail(n, e.Thread, e.PC, "the simulator's thread does not run: a barrier has opened too early, or it has ended")
		return
	case g.PC != int(e.PC):
		b.fail(n, e.Thread, e.PC, "the simulator is at byte %#x", g.PC)
		return
	}
	o := outstandingOf(e, g)
	b.part = nil
	g.Step()
	if g.Fault != nil {
		b.fail(n, e.Thread, e.PC, "the simulator: %v", g.Fault)
		return
	}
	if e.Op.Unit != eu.Flow && e.Op.Unit != eu.Special && b.lanes != e.Lanes {
		b.fail(n, e.Thread, e.PC, "lanes %08x execute, expected %08x", e.Lanes, b.lanes)
	}
	if o != nil {
		o.sent = b.part
		r.sent = append(r.sent, o)
	}
	if g.State == exec.Ended {
		return
	}
	c := &e.State.Control
	for _, v := range [...]struct {
		name      string
		got, want uint32
	}{
		{"PC", c.PC, uint32(g.PC)}, {"active lanes", c.Active, g.Active}, {"helpers", c.Helpers, g.Helpers}, {"entries of the stack", uint32(c.Depth), uint32(g.Depth)},
		{"RA", c.RA, g.RA}, {"SP", c.SP, g.SP},
	} {
		if v.got != v.want {
			b.fail(n, e.Thread, e.PC, "%s %#x, expected %#x", v.name, v.got, v.want)
		}
	}
}

// outstandingOf is the message that an instruction sends to the load/store unit, by the simulator's registers before it; nil for others.
func outstandingOf(e *sm.Issue, g *exec.Thread) *outstanding {
	m := &e.Op.Message
	switch isa.Messages[m.Code].Unit {
	case isa.UnitThread, isa.UnitBarrier, isa.UnitShared:
		return nil
	}
	if e.Op.Unit != eu.Send || e.Lanes == 0 {
		return nil
	}
	h := &e.State.Head
	o := &outstanding{thread: g, pc: e.PC, answer: exec.Span{First: e.Op.Answer.First, Count: e.Op.Answer.Count}, head: pipe.MessageHead{
		Slot: h.Slot, Thread: e.Thread, Generation: h.Generation, Set: h.Set, Lanes: h.Lanes, First: e.Op.First, Count: e.Op.Count, Code: m.Code, Binding: m.Binding, Type: m.Type,
		Components: m.Count, Operation: m.Operation, NonCacheable: m.NonCacheable, Returns: m.Returns, Answer: e.Op.Dst.Reg, Offset: m.Offset,
		Mask: e.Lanes, Helpers: e.Lanes & g.Helpers, Scratch: h.Scratch,
	}}
	for _, p := range e.Op.Payload {
		for n := range p.Count {
			o.data = append(o.data, [8]uint32(g.Registers[8*(p.First+n):]))
		}
	}
	return o
}

// wrote compares a register that was written. Nothing is to write it since, so the simulator's has the value.
func (b *Bench) wrote(n int, w *sm.Write) {
	r := b.seats[n].slots[w.Thread]
	if b.err != nil || r == nil {
		return
	}
	for k := 0; k < 32 && w.Mask != 0; k++ {
		got, want := w.Data[k/4]>>(k%4*8)&0xff, r.golden.Registers[8*int(w.Reg)+k/4]>>(k%4*8)&0xff
		if w.Mask>>k&1 != 0 && got != want {
			b.fail(n, w.Thread, uint32(r.golden.PC), "byte %d of r%d is %#x, expected %#x", k, w.Reg, got, want)
		}
	}
	if w.Flag > 0 {
		if got, want := w.State.Control.Flags[w.Flag-1], r.golden.Flags[w.Flag-1]; got != want {
			b.fail(n, w.Thread, uint32(r.golden.PC), "f%d is %#x, expected %#x", w.Flag-1, got, want)
		}
	}
}

// ended compares all that a thread leaves.
func (b *Bench) ended(n int, e *sm.End) {
	r := b.seats[n].slots[e.Thread]
	pc := e.State.Control.PC
	switch {
	case b.err != nil:
		return
	case e.State.Fault != eu.NoFault:
		b.fail(n, e.Thread, e.State.At, "%v", e.State.Fault)
		return
	case r.golden.State != exec.Ended:
		b.fail(n, e.Thread, pc, "it has ended, and the simulator's thread has not")
	}
	for w, want := range r.golden.Registers[:8*r.registers] {
		if got := e.File.Word(uint32(w)); got != want {
			b.fail(n, e.Thread, pc, "word %d of r%d is %#x at the end, expected %#x", w%8, w/8, got, want)
			return
		}
	}
	for f, want := range r.golden.Flags {
		if got := e.State.Control.Flags[f]; got != want {
			b.fail(n, e.Thread, pc, "f%d is %#x at the end, expected %#x", f, got, want)
		}
	}
}

// sentBy is the message that has come from a thread. It brings what the registers had when it was issued.
func (b *Bench) sentBy(n int, h *pipe.MessageHead, data []pipe.MessageBeat) *outstanding {
	o := b.oldest(n, h)
	if len(data) != len(o.data) {
		b.fail(n, h.Thread, o.pc, "the message brings %d registers, expected %d", len(data), len(o.data))
	}
	for i := range min(len(data), len(o.data)) {
		if got := data[i].Register(); *got != o.data[i] {
			b.fail(n, h.Thread, o.pc, "register %d of the message is %x, expected %x", i, *got, o.data[i])
		}
	}
	return o
}

// oldest is the message of a thread that has come out of the multiprocessor.
func (b *Bench) oldest(n int, h *pipe.MessageHead) *outstanding {
	r := b.seats[n].slots[h.Thread]
	if h.Code == isa.MessageEnd { // the thread has ended
		return &outstanding{thread: r.golden, head: *h}
	}
	o := r.sent[0]
	r.sent = r.sent[1:]
	if *h != o.head {
		b.fail(n, h.Thread, o.pc, "the message's head is %+v, expected %+v", *h, o.head)
	}
	return o
}

// took notes the message of an entry of the load/store unit.
func (b *Bench) took(t *lsu.Took) {
	b.messages[t.Side][t.Entry] = b.oldest(int(t.SM), t.Head)
}

// line has the simulator's lines do what the cluster's do, and messages access them in the same order.
func (b *Bench) line(e *l15.Event) {
	if b.err != nil {
		return
	}
	n, cluster := uint64(e.Line.Number), b.spaces[e.Line.Slot].cluster
	switch data := e.Line.Kind == l15.Data; {
	case e.Kind == l15.Filled && data:
		cluster.Fill(n)
	case e.Kind == l15.Filled:
		cluster.FillConstants(n)
	case e.Kind == l15.WroteBack:
		b.leaving[lineOf{e.Line.Slot, e.Line.Number}]++
		cluster.WriteBack(n)
	case e.Kind == l15.Dropped && e.Line.Written != 0:
		b.err = fmt.Errorf("cycle %d: line %#x is dropped, but memory does not have bytes %#x of it", b.Cycle(), n, e.Line.Written)
	case e.Kind == l15.Dropped && data:
		cluster.Drop(n)
	case e.Kind == l15.Evicted:
		b.inOrder(e)
	case e.Kind == l15.Accessed && !e.Code:
		b.inOrder(e)
		b.deliver(int(e.Side), int(e.Tag), ^uint64(0))
	}
}

// inOrder checks that accesses of a line are executed in the order in which they were asked for, those of each side.
func (b *Bench) inOrder(e *l15.Event) {
	list := &b.asked[e.Side]
	for n := range *list {
		r := &(*list)[n]
		if r.Tag == e.Tag {
			*list = slices.Delete(*list, n, n+1)
			return
		}
		if r.Addr/pipe.LineBytes == e.Line.Number && r.Slot == e.Line.Slot && (r.Op == pipe.LineConstant) == (e.Line.Kind == l15.ReadOnly) {
			b.err = fmt.Errorf("cycle %d: line %#x: access %d is executed before access %d, which was asked for before", b.Cycle(), e.Line.Number, e.Tag, r.Tag)
			return
		}
	}
	b.err = fmt.Errorf("cycle %d: line %#x: access %d is executed, and nobody has asked for it", b.Cycle(), e.Line.Number, e.Tag)
}

// deliver has the simulator access a line for an access of the load/store unit.
func (b *Bench) deliver(side, tag int, mask uint64) {
	entry, line := b.LSU.Access(side, tag)
	o := b.messages[side][entry]
	if o.sent == nil { // it is done: scratch memory
		return
	}
	if err := o.sent.DeliverSome(uint64(line), mask); err != nil {
		b.fail(0, o.head.Thread, o.pc, "%v", err)
	}
}

// executed is an access that memory executes.
func (b *Bench) executed(r *pipe.MemRequest) {
	side, tag := b.LSU.AccessOf(r)
	if line := r.Addr / pipe.LineBytes; b.leaving[lineOf{r.Slot, line}] > 0 && b.err == nil {
		b.err = fmt.Errorf("cycle %d: line %#x is accessed in memory before memory has what was written to it in the cache", b.Cycle(), line)
	}
	mask := ^uint64(0)
	if r.Op == pipe.Atomic {
		mask = 0
		for n := range 8 {
			if r.Mask>>n&1 != 0 {
				mask |= 0xf << (r.Addr%pipe.LineBytes + uint32(4*n))
			}
		}
	}
	b.deliver(side, tag, mask)
}

// answered has the simulator's thread get the answer.
func (b *Bench) answered(t *lsu.Took) {
	o := b.messages[t.Side][t.Entry]
	if b.err != nil || o.sent == nil {
		return
	}
	if err := o.sent.Answer(); err != nil {
		b.fail(int(t.SM), o.head.Thread, o.pc, "%v", err)
	}
}
