package sm

import (
	"tilemark/hw/eu"
	"tilemark/hw/isa"
	"tilemark/hw/pipe"
	"tilemark/hw/wires"
)

// HandlerPhase is how far a thread is with a handler (docs/isa.md, "Handlers").
type HandlerPhase uint8

// Phases.
const (
	NoHandler HandlerPhase = iota
	Stopping               // what was issued comes to its end
	Stopped                // the other threads of the CTA are waited for
	Inside                 // the handler executes
	Returned               // it has, and the other threads of the CTA are waited for
)

// Handler is what a thread has of the kernel that a handler interrupts.
type Handler struct {
	Phase    HandlerPhase
	Restored bool // Stopping, Stopped: the thread has not begun, and a handler brings it back
	Claimed  bool // Restored: the load/store unit knows that its scratch memory is in memory
	Code     pipe.HandlerCall
	Head     pipe.ThreadHead // Inside, Returned: of the kernel
	Control  eu.Control      // the same
	Executed uint32          // the same
	Set      eu.Set          // registers that a message still moves, one after the other
	Loads    bool            // Set: from memory
	Offset   uint32          // Set: of the next one, in bytes
}

// HandlerEventKind is what happens to a thread.
type HandlerEventKind uint8

// Events.
const (
	Withdrawn HandlerEventKind = iota // its arrival at a barrier was
	Entered                           // it begins a handler
	Left                              // it goes on in its kernel
)

// HandlerEvent is what the probe shows.
type HandlerEvent struct {
	Kind   HandlerEventKind
	Thread uint8
	State  *Thread
}

// trap has a thread enter a handler as soon as all of its CTA can. One that has ended, or is about to, does not.
func (b *SM) trap(c pipe.HandlerCall) {
	s, n := &b.S, c.Thread
	t := &b.threads[n]
	if t.Head.Lanes == 0 || s.Ending.has(n) || t.Head.Generation != c.Generation {
		return
	}
	if s.Waits.has(n) { // it arrives again
		a := &b.ctas[t.Head.CTA]
		s.Waits.remove(n)
		a.Waits.remove(n)
		a.Arrived--
		t.Control.PC = t.Barrier
		t.Executed--
		c.Trap[2] |= 1 << isa.TrapStateBarrierShift
		b.showHandler(Withdrawn, n, t)
	}
	s.Runs.remove(n)
	s.Parked.remove(n)
	s.Wants.remove(n)
	s.Ahead.remove(n)
	s.Stopping.add(n)
	t.Handler.Code, t.Handler.Phase = c, Stopping
}

// quiet tells whether nothing is on its way to a thread.
func (b *SM) quiet(n uint8, t *Thread) bool {
	return t.Answers == 0 && t.Busy == (eu.Set{}) && t.BusyFlags == 0 && !t.fetches() && !b.sends(n)
}

// halt looks at threads that are to enter a handler.
func (b *SM) halt() (moved bool) {
	s := &b.S
	for i, set := range s.Stopping {
		for ; set != 0; set &= set - 1 {
			n := uint8(64*i) + lowest(set)
			t := &b.threads[n]
			h := &t.Handler
			if h.Restored && t.Head.Scratch > 0 && !h.Claimed {
				if b.sendScratch(n, t, pipe.ScratchWhole) {
					h.Claimed, moved = true, true
				}
				continue
			}
			if !b.quiet(n, t) {
				continue
			}
			s.Stopping.remove(n)
			h.Phase, moved = Stopped, true
			c := &b.ctas[t.Head.CTA]
			c.Stopped++
			b.enterAll(c, t.Head.CTA)
		}
	}
	return moved
}

// enterAll has the threads of a CTA enter their handlers when all have stopped that have not ended.
func (b *SM) enterAll(c *CTA, cta uint8) {
	if c.Stopped == 0 || c.Stopped < c.Live {
		return
	}
	for n := range b.threads {
		t := &b.threads[n]
		if t.Handler.Phase != Stopped || t.Head.CTA != cta {
			continue
		}
		rank := uint32(0)
		for k := range b.threads {
			if o := &b.threads[k]; o.Handler.Phase >= Stopped && o.Head.CTA == cta && o.Head.Number < t.Head.Number {
				rank++
			}
		}
		t.Handler.Code.Trap[2] |= rank<<isa.TrapStateRankShift | uint32(c.Live-1)<<isa.TrapStateThreadsShift
	}
	for n := range b.threads {
		if t := &b.threads[n]; t.Handler.Phase == Stopped && t.Head.CTA == cta {
			b.enter(uint8(n), t)
		}
	}
	c.Stopped = 0
}

// enter has a thread begin a handler: with all its lanes, no flags, and the registers, RA and SP of the kernel.
func (b *SM) enter(n uint8, t *Thread) {
	h := &t.Handler
	h.Phase, h.Head, h.Control, h.Executed = Inside, t.Head, t.Control, t.Executed
	t.Head.Kernel, t.Head.Bytes, t.Head.Lanes, t.Head.Stage, t.Head.Limit, t.Head.Scratch = h.Code.Kernel, h.Code.Bytes, h.Code.Lanes, h.Code.Stage, 0, 0
	t.Control = eu.Control{Active: uint32(uint64(1)<<h.Code.Lanes - 1), RA: h.Control.RA, SP: h.Control.SP}
	t.Executed, t.Until = 0, 0
	b.clearBuffers(n, t)
	b.S.Runs.add(n)
	b.showHandler(Entered, n, t)
}

func (b *SM) showHandler(kind HandlerEventKind, n uint8, t *Thread) {
	if b.P.Handlers.On() {
		b.P.Handlers.Emit(&HandlerEvent{kind, n, t})
	}
}

// clearBuffers forgets the lines of a thread's code, of which none is on its way, and that its next instruction waits for a unit.
func (b *SM) clearBuffers(n uint8, t *Thread) {
	b.stopWaiting(n)
	for k := range uint32(buffers) {
		if t.Buffers[k] != (buffer{}) {
			t.Buffers[k] = buffer{}
			*b.lines.Edit(uint32(n)*buffers + k) = [wires.RowWords]uint32{}
		}
	}
}

// iret ends a handler: the kernel goes on when all threads of the CTA have come so far.
func (b *SM) iret(n uint8, t *Thread) eu.Fault {
	h := &t.Handler
	switch {
	case h.Phase != Inside:
		return eu.BadOpcode
	case h.Control.Depth > isa.StackEntries:
		return eu.StackFull
	}
	s := &b.S
	s.Runs.remove(n)
	s.Ahead.remove(n)
	h.Phase = Returned
	c := &b.ctas[t.Head.CTA]
	c.Returned++
	b.returnAll(c, t.Head.CTA)
	return eu.NoFault
}

// returnAll has the threads of a CTA go on in their kernel when all of them have returned. Their lines are there, and none is on its way.
func (b *SM) returnAll(c *CTA, cta uint8) {
	if c.Returned == 0 || c.Returned < c.Live {
		return
	}
	for n := range b.threads {
		t := &b.threads[n]
		if t.Handler.Phase != Returned || t.Head.CTA != cta {
			continue
		}
		if t.fetches() { // tried again when it has come
			return
		}
	}
	for n := range b.threads {
		t := &b.threads[n]
		if t.Handler.Phase != Returned || t.Head.CTA != cta {
			continue
		}
		h := &t.Handler
		ra, sp := t.Control.RA, t.Control.SP
		t.Head, t.Control, t.Executed = h.Head, h.Control, h.Executed
		t.Control.RA, t.Control.SP = ra, sp
		t.Fresh = h.Code.Stage == isa.StageRestore
		*h = Handler{}
		t.Until, t.EndSent = 0, false
		b.clearBuffers(uint8(n), t)
		b.S.Runs.add(uint8(n))
		b.showHandler(Left, uint8(n), t)
	}
	c.Returned = 0
}

// context is the address from which a message of a handler counts. No other kernel may have such.
func (b *SM) context(t *Thread) (address uint32, legal bool) {
	h := &t.Handler
	if h.Phase != Inside {
		return 0, false
	}
	if address = h.Code.Trap[0] &^ 3; h.Code.Trap[1] != 0 { // beyond any context buffer
		address = pipe.NoAddress
	}
	return address, true
}

// beginSet has the registers of a set move, one after the other. The thread waits until they have.
func (b *SM) beginSet(n uint8, t *Thread, o *eu.Op) bool {
	h, pc, lanes := &t.Handler, t.Control.PC, o.Executing(&t.Control)
	if t.Answers > 0 || t.Busy != (eu.Set{}) { // results on their way may be those of the set's registers
		return b.park(n)
	}
	if h.Phase != Inside {
		b.stop(n, eu.BadOpcode, pc)
		return true
	}
	t.Control.PC += uint32(o.Bytes)
	if lanes != 0 {
		f := b.file(t)
		w := f.Register(o.Message.Address)
		h.Set = eu.Set{uint64(w[0]) | uint64(w[1])<<32, uint64(w[2]) | uint64(w[3])<<32}
		for r := int(t.Head.Registers) + 1; r < isa.Registers; r++ {
			h.Set.Remove(uint8(r))
		}
		h.Loads, h.Offset = o.Message.Code == isa.MessageContextLoadSet, uint32(int32(o.Message.Offset))
		b.S.Moves.add(n)
	}
	b.issued(n, t, pc, o, lanes)
	if lanes != 0 {
		b.S.Runs.remove(n)
	}
	return true
}

// moveSets sends the next register of a set, or has its thread go on when all have moved.
func (b *SM) moveSets() (moved bool) {
	s := &b.S
	for i, set := range s.Moves {
		for ; set != 0; set &= set - 1 {
			n := uint8(64*i) + lowest(set)
			t := &b.threads[n]
			h := &t.Handler
			sender := b.sender(isa.UnitContext, t.side())
			switch {
			case h.Set == (eu.Set{}) && t.Answers == 0 && !b.sends(n):
				s.Moves.remove(n)
				s.Runs.add(n)
				h.Loads, h.Offset = false, 0
				moved = true
			case h.Set == (eu.Set{}), sender.Active, t.Answers == ^uint8(0):
			default:
				b.moveRegister(n, t, sender)
				moved = true
			}
		}
	}
	return moved
}

// moveRegister sends a message for the lowest register of a set.
func (b *SM) moveRegister(n uint8, t *Thread, sender *sending) {
	h := &t.Handler
	r := lowestOf(&h.Set)
	h.Set.Remove(r)
	address, _ := b.context(t)
	m := sending{Active: true, Thread: n, Head: pipe.MessageHead{
		Slot: t.Head.Slot, Thread: n, Generation: t.Head.Generation, Lanes: t.Head.Lanes, Count: 8, Code: isa.MessageContextStoreSet, Answer: r, Mask: 0xff,
		Scratch: address, Far: h.Offset,
	}}
	if h.Loads {
		m.Head.Code = isa.MessageContextLoadSet
		t.Busy.Insert(r)
	} else {
		m.First[0], m.Count[0] = r, 1
	}
	h.Offset += isa.RegisterSize
	t.Answers++
	*sender = m
}

func lowestOf(s *eu.Set) uint8 {
	if s[0] != 0 {
		return lowest(s[0])
	}
	return 64 + lowest(s[1])
}

// live answers which registers count at the PC of a kernel without a table of them: all that the thread has.
func (b *SM) live(n uint8, t *Thread, o *eu.Op, cycle uint64) bool {
	if t.Handler.Phase != Inside {
		b.stop(n, eu.BadOpcode, t.Control.PC)
		return true
	}
	if b.S.ALU.Results.Len() == wires.QueueCap {
		return false
	}
	pc, lanes := t.Control.PC, o.Executing(&t.Control)
	t.Control.PC += uint32(o.Bytes)
	if lanes != 0 {
		set := eu.Set{}
		set.Add(0, int(t.Head.Registers)+1)
		r := b.S.ALU.Results.Add()
		*r = result{Due: wires.Cycle(max(cycle+uint64(b.cfg.ALULatency), b.S.ALU.due())), Thread: n, Reg: o.Dst.Reg, Last: true, Mask: ^uint32(0)}
		r.Data = [pipe.RegisterWords]uint32{uint32(set[0]), uint32(set[0] >> 32), uint32(set[1]), uint32(set[1] >> 32)}
		t.Busy.Insert(o.Dst.Reg)
	}
	b.issued(n, t, pc, o, lanes)
	return true
}

// handlerSpecial is the value of a special register that only handlers can read.
func (b *SM) handlerSpecial(n uint8, t *Thread, number uint32) uint32 {
	h := &t.Handler
	switch {
	case number >= isa.SpecialTr0 && number < isa.SpecialTr0+4:
		return h.Code.Trap[number-isa.SpecialTr0]
	case number == isa.SpecialPc:
		return h.Control.PC
	case number == isa.SpecialCount:
		return h.Executed
	case number == isa.SpecialRegisters:
		return uint32(t.Head.Registers) + 1
	case number == isa.SpecialShared:
		return uint32(t.Head.SharedSize)*lineBytes - uint32(t.Head.SharedRest)
	case number >= isa.SpecialStack && number <= isa.SpecialStackEnd:
		st := b.stack(n)
		return st.Word(h.Control.Depth, number-isa.SpecialStack)
	}
	return 0
}

// setHandlerSpecial writes one that only handlers can write.
func (b *SM) setHandlerSpecial(n uint8, t *Thread, number, v uint32) {
	h := &t.Handler
	lanes := uint32(uint64(1)<<h.Head.Lanes - 1)
	switch {
	case number >= isa.SpecialTr0 && number < isa.SpecialTr0+4:
		h.Code.Trap[number-isa.SpecialTr0] = v
	case number == isa.SpecialPc:
		h.Control.PC = v
	case number == isa.SpecialCount:
		h.Executed = v
	case number == isa.SpecialActive:
		h.Control.Active = v & lanes
	case number == isa.SpecialHelpers:
		h.Control.Helpers = v & lanes
	case number == isa.SpecialDepth:
		b.setDepth(n, h, uint8(v%64))
	case number >= isa.SpecialStack && number <= isa.SpecialStackEnd:
		st := b.stack(n)
		st.SetWord(h.Control.Depth, number-isa.SpecialStack, v, lanes)
	}
}

// setDepth changes the number of entries of the kernel's stack. Those that are not on it any more become 0.
func (b *SM) setDepth(n uint8, h *Handler, depth uint8) {
	st := b.stack(n)
	st.Drop(depth, h.Control.Depth)
	h.Control.Depth = depth
}

// masked are the masks and flags that special registers name: in a handler those of the kernel.
func (t *Thread) masked() *eu.Control {
	if t.Handler.Phase == Inside {
		return &t.Handler.Control
	}
	return &t.Control
}

// accessible tells whether a special register can be read or written, in a handler or elsewhere.
func accessible(number uint32, written, inHandler bool) bool {
	switch {
	case number <= isa.SpecialSp:
		return true
	case !inHandler:
		return !written && number <= isa.SpecialDepth
	case written:
		return number != isa.SpecialLanes && number != isa.SpecialThread && number != isa.SpecialSlot && number != isa.SpecialRegisters && number != isa.SpecialShared
	}
	return true
}
