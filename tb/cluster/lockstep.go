package cluster

import (
	"fmt"
	"slices"

	"github.com/sarchlab/akita/v3/sim"

	"tilemark/golden/exec"
	"tilemark/hw/blocks/gpc/sm"
	"tilemark/hw/eu"
	"tilemark/hw/isa"
	"tilemark/hw/isa/asm"
	"tilemark/hw/isa/kernel"
	"tilemark/hw/pipe"
	"tilemark/hw/wires"
	"tilemark/tb/kernels"
)

// Bench is a multiprocessor whose instructions are executed by the simulator, too, in the order in which it issues them.
type Bench struct {
	*wires.Domain
	SM     *sm.SM
	around *surround
	slots  []*resident
	ctas   []int // threads in each slot of CTAs
	cfg    sm.Config
	Issues uint64

	kernel *kernel.Kernel
	part   *exec.Sent // that the simulator's instruction has sent
	err    error

	prepare func(*exec.Thread) // fills a thread before it begins; nil: nobody
}

// resident is a thread in a slot.
type resident struct {
	golden    *exec.Thread
	cta       int // its slot
	registers int
	sent      []*outstanding // that have not come out of the multiprocessor
}

// NewBench makes a bench.
func NewBench(cfg sm.Config, seed uint64) (*Bench, error) {
	b := &Bench{Domain: wires.NewDomain(1*sim.GHz, seed), SM: sm.New("SM", cfg), around: newSurround(seed), slots: make([]*resident, cfg.Threads), ctas: make([]int, cfg.Threads), cfg: cfg}
	b.Add(b.around)
	b.Add(b.SM)
	p, q := &b.around.P, &b.SM.P
	for _, err := range []error{
		join("PM_SM", &p.PMSM, &q.PMSM), join("SM_PM", &q.SMPM, &p.SMPM), join("SM_L15_ABOVE", &q.SML15[pipe.Above], &p.SML15[pipe.Above]), join("SM_L15_BELOW", &q.SML15[pipe.Below], &p.SML15[pipe.Below]), join("L15_SM", &p.L15SM, &q.L15SM),
		join("SM_LSU_ABOVE", &q.SMLSU[pipe.Above], &p.SMLSU[pipe.Above]), join("SM_LSU_BELOW", &q.SMLSU[pipe.Below], &p.SMLSU[pipe.Below]), join("LSU_SM", &p.LSUSM, &q.LSUSM),
	} {
		if err != nil {
			return nil, err
		}
	}
	b.around.sent, b.around.ended = b.sentBy, b.threadEnded
	q.Issued.Watch(b.issued)
	q.Wrote.Watch(b.wrote)
	q.Ended.Watch(b.ended)
	return b, nil
}

func join[T any](name string, out *wires.Out[T], in *wires.In[T]) error {
	_, err := wires.Join(name, wires.LinkConfig{Depth: 4, Width: 1, Latency: 1}, out, in)
	return err
}

// codeAt is where the kernel lies in memory.
const codeAt = 0x4000

// Run runs a grid of a compute kernel, as many of its CTAs at a time as there is room for, and compares each instruction.
func (b *Bench) Run(k *kernel.Kernel, grid [3]int, args []uint32, bindings []exec.Binding, cycles uint64) error {
	p, err := exec.Load(kernels.Program(k))
	if err != nil {
		return err
	}
	b.kernel = k
	b.around.code[codeAt] = k.Bytes()
	memory := &exec.Memory{Bindings: bindings}
	limit := b.Cycle() + cycles
	next, count := 0, grid[0]*grid[1]*grid[2]
	for next < count || b.busy() {
		for next < count {
			at := [3]int{next % grid[0], next / grid[0] % grid[1], next / grid[0] / grid[1]}
			placed, err := b.launch(k, p, at, grid, args, memory)
			if err != nil {
				return err
			}
			if !placed {
				break
			}
			next++
		}
		if b.Cycle() >= limit {
			return fmt.Errorf("the threads have not ended after %d cycles", cycles)
		}
		b.Wake(b.around)
		if err := b.Domain.Run(b.Cycle() + 1); err != nil {
			return err
		}
		if b.err != nil {
			return b.err
		}
	}
	return nil
}

func (b *Bench) busy() bool {
	for _, r := range b.slots {
		if r != nil {
			return true
		}
	}
	return false
}

// launch places a CTA, if there is room for all of it.
func (b *Bench) launch(k *kernel.Kernel, p *exec.Kernel, at, grid [3]int, args []uint32, memory *exec.Memory) (placed bool, err error) {
	threads := (k.CTA[0]*k.CTA[1]*k.CTA[2] + k.Lanes - 1) / k.Lanes
	var slots []int
	for n, r := range b.slots {
		if r == nil && len(slots) < threads {
			slots = append(slots, n)
		}
	}
	cta := slices.Index(b.ctas, 0)
	rows := (k.Shared + 63) / 64
	switch {
	case threads > len(b.slots) || rows*64 > b.cfg.Shared:
		return false, fmt.Errorf("a CTA of %d threads and %d bytes of shared memory, which do not fit into a multiprocessor of %d and %d", threads, k.Shared, len(b.slots), b.cfg.Shared)
	case len(slots) < threads || cta < 0 || (cta+1)*rows*64 > b.cfg.Shared:
		return false, nil
	}
	c, err := exec.NewCTA(p, at, grid, args, memory, &exec.Options{Parts: func(s *exec.Sent) { b.part = s }})
	if err != nil {
		return false, err
	}
	b.ctas[cta] = threads
	size := b.cfg.Registers / len(b.slots)
	if size < k.Registers {
		return false, fmt.Errorf("%d registers for each thread, expected %d", size, k.Registers)
	}
	size = min(size, isa.Registers)
	for i, n := range slots {
		g := c.Threads[i]
		b.slots[n] = &resident{golden: g, cta: cta, registers: size}
		if b.prepare != nil {
			b.prepare(g)
		}
		g.Slot = uint32(n)
		h := pipe.ThreadHead{
			Thread: uint8(n), Stage: uint8(k.Stage), Lanes: uint8(k.Lanes), Number: uint8(g.Number), Threads: uint8(threads), CTA: uint8(cta),
			First: uint16(n * size), Registers: uint8(size - 1), Kernel: codeAt, Bytes: uint32(len(k.Bytes())), Active: g.Active, Helpers: g.Helpers,
			Scratch: uint32(k.Scratch), Shared: uint16(cta * rows), SharedSize: uint16(rows), SharedRest: uint8(rows*64 - k.Shared),
		}
		beats := h.Beats()
		b.around.requests = append(b.around.requests, beats[:]...)
		last := 0
		for reg := range size {
			if *(*[8]uint32)(g.Registers[8*reg:]) != [8]uint32{} {
				last = reg
			}
		}
		for reg := range last + 1 {
			b.around.requests = append(b.around.requests, pipe.RegisterBeat(0, (*[8]uint32)(g.Registers[8*reg:]), reg == last))
		}
	}
	return true, nil
}

func (b *Bench) fail(n uint8, pc uint32, format string, args ...any) {
	if b.err == nil {
		text := ""
		if i := b.kernel.At(int(pc)); i >= 0 {
			text = fmt.Sprintf(" line %d: %s", b.kernel.Code[i].Line, asm.Instruction(b.kernel.Code[i].Native))
		}
		b.err = fmt.Errorf("cycle %d, thread %d, byte %#x:%s: %s", b.Cycle(), n, pc, text, fmt.Sprintf(format, args...))
	}
}

// issued has the simulator execute an instruction that the multiprocessor has issued.
func (b *Bench) issued(e *sm.Issue) {
	if b.err != nil {
		return
	}
	b.Issues++
	r := b.slots[e.Thread]
	g := r.golden
	if g.State != exec.Running {
		b.fail(e.Thread, e.PC, "the simulator's thread does not run: a barrier has opened too early, or it has ended")
		return
	}
	if g.PC != int(e.PC) {
		b.fail(e.Thread, e.PC, "the simulator is at byte %#x", g.PC)
		return
	}
	o := b.outstanding(e, g)
	b.part = nil
	g.Step()
	if g.Fault != nil {
		b.fail(e.Thread, e.PC, "the simulator: %v", g.Fault)
		return
	}
	if o != nil {
		o.sent = b.part
		r.sent = append(r.sent, o)
	}
	c := &e.State.Control
	for _, v := range [...]struct {
		name      string
		got, want uint32
	}{
		{"PC", c.PC, uint32(g.PC)}, {"active lanes", c.Active, g.Active}, {"helpers", c.Helpers, g.Helpers}, {"entries of the stack", uint32(c.Depth), uint32(g.Depth)},
		{"RA", c.RA, g.RA}, {"SP", c.SP, g.SP},
	} {
		if v.got != v.want && g.State != exec.Ended {
			b.fail(e.Thread, e.PC, "%s %#x, expected %#x", v.name, v.got, v.want)
		}
	}
}

// outstanding is the message that an instruction sends to the load/store unit, by the simulator's registers before it; nil for others.
func (b *Bench) outstanding(e *sm.Issue, g *exec.Thread) *outstanding {
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
func (b *Bench) wrote(w *sm.Write) {
	r := b.slots[w.Thread]
	if b.err != nil || r == nil {
		return
	}
	for k := range 32 {
		if w.Mask == 0 {
			break
		}
		at := 8*int(w.Reg) + k/4
		got, want := w.Data[k/4]>>(k%4*8)&0xff, r.golden.Registers[at]>>(k%4*8)&0xff
		if w.Mask>>k&1 != 0 && got != want {
			b.fail(w.Thread, uint32(r.golden.PC), "byte %d of r%d is %#x, expected %#x", k, w.Reg, got, want)
		}
	}
	if w.Flag > 0 {
		if got, want := w.State.Control.Flags[w.Flag-1], r.golden.Flags[w.Flag-1]; got != want {
			b.fail(w.Thread, uint32(r.golden.PC), "f%d is %#x, expected %#x", w.Flag-1, got, want)
		}
	}
}

// ended compares all that a thread leaves.
func (b *Bench) ended(e *sm.End) {
	r := b.slots[e.Thread]
	if b.err != nil {
		return
	}
	if e.State.Fault != eu.NoFault {
		b.fail(e.Thread, e.State.At, "%v", e.State.Fault)
		return
	}
	if r.golden.State != exec.Ended {
		b.fail(e.Thread, e.State.Control.PC, "it has ended, and the simulator's thread has not")
	}
	for n, want := range r.golden.Registers[:8*r.registers] {
		if got := e.File.Word(uint32(n)); got != want {
			b.fail(e.Thread, e.State.Control.PC, "word %d of r%d is %#x at the end, expected %#x", n%8, n/8, got, want)
			return
		}
	}
	for n, want := range r.golden.Flags {
		if got := e.State.Control.Flags[n]; got != want {
			b.fail(e.Thread, e.State.Control.PC, "f%d is %#x at the end, expected %#x", n, got, want)
		}
	}
}

// sentBy is the message that has come from a thread. It brings what the registers had when it was issued.
func (b *Bench) sentBy(h *pipe.MessageHead, data []pipe.MessageBeat) *outstanding {
	r := b.slots[h.Thread]
	o := r.sent[0]
	r.sent = r.sent[1:]
	switch {
	case *h != o.head:
		b.fail(h.Thread, o.pc, "the message's head is %+v, expected %+v", *h, o.head)
	case len(data) != len(o.data):
		b.fail(h.Thread, o.pc, "the message brings %d registers, expected %d", len(data), len(o.data))
	}
	for n := range min(len(data), len(o.data)) {
		if got := data[n].Register(); *got != o.data[n] {
			b.fail(h.Thread, o.pc, "register %d of the message is %x, expected %x", n, *got, o.data[n])
		}
	}
	return o
}

func (b *Bench) threadEnded(e pipe.ThreadEnd) {
	b.ctas[b.slots[e.Thread].cta]--
	b.slots[e.Thread] = nil
}
