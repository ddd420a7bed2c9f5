package cluster

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"tilemark/golden/exec"
	"tilemark/hw/blocks/gpc/sm"
	"tilemark/hw/eu"
	"tilemark/hw/isa"
	"tilemark/hw/pipe"
)

// compareResting compares arrays and memories with those after reset: threads that have ended must not leave any for the next ones. What blocks have in their State says
// whose turn it is, too, which does not come back: of that compareFields compares the rest. Connections keep old entries.
func (b *Bench) compareResting() error {
	names, sums := b.Digests()
	for n, name := range names {
		_, part, _ := strings.Cut(name, " ")
		if part == "" || slices.Contains([]string{"contents", "bindings", "tasks", "args", "entries", "arrivals"}, part) {
			continue
		}
		if sums[n] != b.fresh[name] {
			return fmt.Errorf("%s are not as after reset when all threads have ended", name)
		}
	}
	return b.compareFields()
}

// compareMemory compares all of memory but for scratch memory.
func (b *Bench) compareMemory() error {
	for slot := range b.spaces {
		got, want := b.around.image[slot][:scratchAt], b.spaces[slot].image[:scratchAt]
		if bytes.Equal(got, want) {
			continue
		}
		for at := range got {
			if got[at] != want[at] {
				return fmt.Errorf("byte %#x of the memory of slot %d is %#x at the end, expected %#x", at, slot, got[at], want[at])
			}
		}
	}
	return nil
}

// issued has the simulator execute an instruction that a multiprocessor has issued.
func (b *Bench) issued(n int, e *sm.Issue) {
	if b.err != nil {
		return
	}
	b.Issues++
	r := b.seats[n].slots[e.Thread]
	if r == nil {
		b.failAt(n, e.Thread, "it issues, and has no thread")
		return
	}
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
	b.part, b.stepping = nil, r
	g.Step()
	if g.Fault != nil {
		b.faulted = g
		b.fail(n, e.Thread, e.PC, "the simulator: %v", g.Fault)
		return
	}
	if e.Op.Unit != eu.Flow && e.Op.Unit != eu.Special && b.lanes != e.Lanes {
		b.fail(n, e.Thread, e.PC, "lanes %08x execute, expected %08x", e.Lanes, b.lanes)
	}
	if e.Op.Unit == eu.Send && isa.Messages[e.Op.Message.Code].Unit == isa.UnitShared {
		b.compareShared(n, e, r)
	}
	if o != nil {
		o.sent = b.part
		r.send(o, b.texels.caches[r.Slot])
	}
	if g.State == exec.Ended || e.Op.Op == isa.OpIret { // the kernel goes on when all threads of the CTA have come so far
		return
	}
	c := &e.State.Control
	got := [...]uint32{c.PC, c.Active, c.Helpers, uint32(c.Depth), c.RA, c.SP}
	want := [...]uint32{uint32(g.PC), g.Active, g.Helpers, uint32(g.Depth), g.RA, g.SP}
	if got == want {
		return
	}
	for k, name := range [len(got)]string{"PC", "active lanes", "helpers", "entries of the stack", "RA", "SP"} {
		if got[k] != want[k] {
			b.fail(n, e.Thread, e.PC, "%s %#x, expected %#x", name, got[k], want[k])
		}
	}
}

// compareShared compares the shared memory of a CTA, of which a thread has issued an access.
func (b *Bench) compareShared(n int, e *sm.Issue, r *resident) {
	c, row := r.ctas[r.golden], uint32(e.State.Head.Shared)
	for at := 0; at < len(c.Shared); at += 4 {
		var word [4]byte
		rest := 4 - copy(word[:], c.Shared[at:]) // of the last word, bytes that it lacks
		got, want := b.SMs[n].SharedWord(row+uint32(at/pipe.LineBytes), at%pipe.LineBytes/4), le.Uint32(word[:])
		if (got^want)<<(8*rest) != 0 {
			b.fail(n, e.Thread, e.PC, "the word at byte %#x of the shared memory is %#x, expected %#x", at, got, want)
			return
		}
	}
}

// outstandingOf is the message that an instruction sends to the load/store unit, by the simulator's registers before it; nil for others.
func outstandingOf(e *sm.Issue, g *exec.Thread) *outstanding {
	m := &e.Op.Message
	switch isa.Messages[m.Code].Unit {
	case isa.UnitThread, isa.UnitTarget, isa.UnitBarrier, isa.UnitShared, isa.UnitContext:
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
	switch {
	case b.err != nil:
		return
	case r == nil && w.Mask == 0 && w.Flag == 0: // an acknowledgement to a thread that comes back
		return
	case r == nil:
		b.failAt(n, w.Thread, "r%d is written, and it has no thread", w.Reg)
		return
	}
	same := w.Mask == 0 || *w.Data == [8]uint32(r.golden.Registers[8*int(w.Reg):])
	for k := 0; k < 32 && !same; k++ { // bytes that are not written may differ
		got, want := w.Data[k/4]>>(k%4*8)&0xff, r.golden.Registers[8*int(w.Reg)+k/4]>>(k%4*8)&0xff
		if w.Mask>>k&1 != 0 && got != want {
			b.differs(n, r, w, k)
			return
		}
	}
	if w.Flag > 0 {
		if got, want := w.State.Control.Flags[w.Flag-1], r.golden.Flags[w.Flag-1]; got != want {
			b.fail(n, w.Thread, r.flagWriter[w.Flag-1], "f%d is %#x, expected %#x", w.Flag-1, got, want)
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
	case r == nil:
		b.failAt(n, e.Thread, "a thread ends, and it has none")
		return
	case e.State.Cancelled:
		if r.Kernel.Stage != isa.StageVertex || !b.around.slots[r.Slot].drains {
			b.fail(n, e.Thread, pc, "it is cancelled, and its context is not cut above the break point")
		}
		if b.cancels++; r.golden.State == exec.Ended {
			b.lost[r.golden] = true
		} else {
			b.cancelled[r.Slot] = append(b.cancelled[r.Slot], r.Program)
		}
		return
	case e.State.Fault != eu.NoFault:
		b.fail(n, e.Thread, e.State.At, "%v", e.State.Fault)
		return
	case e.State.Saves():
		if r.golden.State != exec.Saved {
			b.fail(n, e.Thread, pc, "it is saved, and the simulator's thread is not")
		}
		b.saved[[2]int{n, int(e.Thread)}] = r
	case r.golden.State != exec.Ended:
		b.fail(n, e.Thread, pc, "it has ended, and the simulator's thread has not")
	default: // its slot is free now: until then barriers have waited for it
		r.golden.Retire()
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
	if h.Code == isa.MessageEnd || isa.Messages[h.Code].Unit == isa.UnitContext { // the thread has ended or comes back, or the simulator has done the message
		return &outstanding{head: *h}
	}
	if r == nil || len(*r.listOf(h.Code)) == 0 {
		b.fail(n, h.Thread, 0, "a message has come that the simulator has not sent")
		return &outstanding{head: *h}
	}
	list := r.listOf(h.Code)
	o := (*list)[0]
	o.sm = n
	*list = (*list)[1:]
	if *h != o.head {
		b.fail(n, h.Thread, o.pc, "the message's head is %+v, expected %+v", *h, o.head)
	}
	return o
}
