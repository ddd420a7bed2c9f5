package csp

import (
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
	"tilemark/hw/wires"
)

// span is a range of bytes that is pinned while a context runs.
type span struct{ Addr, Bytes uint32 }

// pinned are the ranges of a slot that are pinned, in the order of pinning.
type pinned struct {
	Spans [3]span // header, ring, save area
	Asked uint8   // of them, asked for
	Held  uint8   // of them, pinned
	Given uint8   // of them, given back
}

// settle gives the slot its address space and has the header pinned.
func (b *CSP) settle() {
	f := &b.S.Front
	s := &b.S.Slots[f.Slot]
	b.P.CSPMXU.Put(pipe.MXUCommand{Kind: pipe.SetSpace, Slot: f.Slot, Addr: f.list().Tables[f.Index]})
	f.Release[f.Slot] = false // of the context before, which has been saved
	s.Pins.Spans[0] = span{s.Base, 4 * regs.ContextHeaderDWords}
	f.Phase = PinHeader
}

// pin asks for the next range. all tells whether so many are pinned.
func (b *CSP) pin(n uint8) (a wires.Activity, all bool) {
	f := &b.S.Front
	s := &b.S.Slots[f.Slot]
	p := &s.Pins
	switch {
	case s.Refused != 0: // one is not in memory
		f.Phase = Leave
		return wires.Busy, false
	case p.Held == n:
		return 0, true
	case p.Asked > p.Held:
		return b.P.MXUCSP.Starved(), false
	case !b.P.CSPMXU.Ready():
		return b.P.CSPMXU.Blocked(), false
	}
	r := p.Spans[p.Asked]
	b.P.CSPMXU.Put(pipe.MXUCommand{Kind: pipe.PinPages, Slot: f.Slot, Addr: r.Addr, Bytes: r.Bytes})
	p.Asked++
	return wires.Busy, false
}

// pinHeader waits for the header's page, then reads it.
func (b *CSP) pinHeader() wires.Activity {
	f := &b.S.Front
	if a, all := b.pin(1); !all {
		return a
	}
	f.Streams[commands].start(b.S.Slots[f.Slot].Base, regs.ContextHeaderDWords)
	f.Phase, f.Have = Header, 0
	return wires.Busy
}

// pinRest waits for the pages of ring and save area, then starts the context.
func (b *CSP) pinRest(cycle uint64) wires.Activity {
	a, all := b.pin(3)
	if !all {
		return a
	}
	b.begin(cycle)
	return wires.Busy
}

// unpin gives back a range of a slot that leaves. done tells whether none is left.
func (b *CSP) unpin(slot uint8) (moved, done bool) {
	p := &b.S.Slots[slot].Pins
	if p.Given == p.Held {
		return false, true
	}
	if !b.P.CSPMXU.Ready() {
		return false, false
	}
	r := p.Spans[p.Given]
	b.P.CSPMXU.Put(pipe.MXUCommand{Kind: pipe.UnpinPages, Slot: slot, Addr: r.Addr, Bytes: r.Bytes})
	p.Given++
	return true, p.Given == p.Held
}

// pages takes an answer of the MXU, and tells it of slots whose cut is past the break
// point.
func (b *CSP) pages() (moved bool) {
	f := &b.S.Front
	for i := range f.Release {
		if f.Release[i] && b.P.CSPMXU.Ready() {
			b.P.CSPMXU.Put(pipe.MXUCommand{Kind: pipe.ReleaseSlot, Slot: uint8(i)})
			f.Release[i] = false
			return true
		}
	}
	if !b.P.MXUCSP.Valid() {
		return false
	}
	a := b.P.MXUCSP.Head()
	switch a.Kind {
	case pipe.PagesPinned:
		b.S.Slots[a.Slot].Pins.Held++
	case pipe.PinFault:
		b.pinFault(a)
	case pipe.PageFault:
		b.pageFault(a)
	case pipe.PageFlushed:
		if b.S.Back.Records.Len() >= maxRecords {
			return false
		}
		f.Flushes--
		b.record(record{Kind: regs.StatusKindFlushed, Addr: a.Addr})
		b.event(EventFlushed, 0, Event{Addr: a.Addr})
	}
	b.P.MXUCSP.Drop()
	return true
}

// pinFault gives up a context whose header, ring or save area is not in memory.
func (b *CSP) pinFault(a *pipe.MXUAnswer) {
	s := &b.S.Slots[b.S.Front.Slot]
	s.Addr, s.Client = a.Addr, a.Client
	if a.Reason == pipe.Outside {
		s.Refused, s.Reason = regs.CauseInvalid, regs.ReasonAddress
		return
	}
	if s.Refused = regs.CauseFault; b.faultEnds(s, b.S.Front.Phase == PinHeader) {
		s.Refused, s.Reason = regs.CauseInvalid, regs.ReasonFrames
	}
}

// pageFault is the fault of an access that the context needs. One that cannot be cut, or
// that names no memory at all, is stopped for good.
func (b *CSP) pageFault(a *pipe.MXUAnswer) {
	f := &b.S.Front
	s := &b.S.Slots[a.Slot]
	if s.Phase == slotFree || s.Phase == slotHeader {
		if a.Reason == pipe.NotPinned { // others are of lines that it had fetched ahead when it left
			b.event(EventStray, a.Slot, Event{Addr: a.Addr})
		}
		return
	}
	cause, reason := faultOf(s, a)
	running := s.Phase == slotRunning && f.Slot == a.Slot && f.Phase != Tokens
	known := s.Cause
	if running {
		known |= f.Pending
	}
	if first := known & (regs.CauseFault | regs.CauseInvalid); first == 0 || first == regs.CauseFault && cause == regs.CauseInvalid {
		s.Addr, s.Client, s.Reason = a.Addr, a.Client, reason // the entry tells of the first one that stops the context for longest
	}
	b.event(EventFault, a.Slot, Event{Cause: cause, Reason: reason, Addr: a.Addr, Client: a.Client})
	s.Served = false
	if running {
		f.Pending |= cause
		return
	}
	s.Cause |= cause // it is on its way out already
	b.keep(s)
	if s.CutIn {
		b.faultIn(a.Slot)
	}
}

// faultOf tells whether a fault can be served, and if not, what makes no sense.
func faultOf(s *slot, a *pipe.MXUAnswer) (cause uint8, reason Reason) {
	switch {
	case a.Reason == pipe.NotPinned:
		return regs.CauseInvalid, regs.ReasonNotPinned
	case a.Reason == pipe.Outside:
		return regs.CauseInvalid, regs.ReasonAddress
	case !s.Interruptible:
		return regs.CauseInvalid, regs.ReasonNotInterruptible
	}
	return regs.CauseFault, 0
}

// keep has a context that has faulted, or makes no sense, not scheduled.
func (b *CSP) keep(s *slot) {
	switch {
	case s.Cause&regs.CauseInvalid != 0:
		b.stopped(s, invalid)
	case s.Cause&regs.CauseFault != 0 && !s.Served:
		b.stopped(s, faulted)
	}
}
