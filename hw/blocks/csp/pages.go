package csp

import (
	"tilemark/hw/eu"
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
	"tilemark/hw/wires"
)

// span is a range of bytes that is pinned while a context runs.
type span struct{ Addr, Bytes uint32 }

// Ranges of a slot, in the order of pinning.
const (
	headerSpan = iota
	ringSpan
	saveSpan
	scratchSpan // where the context has any
	spans
)

// pinned are the ranges of a slot that are pinned, in the order of pinning.
type pinned struct {
	Spans [spans]span
	Asked uint8 // of them, asked for
	Held  uint8 // of them, pinned
	Given uint8 // of them, given back
}

// prepareSlot gives the slot its address space and has the header pinned.
func (h *host) prepareSlot(slot uint8) {
	s := &h.slots[slot]
	h.P.CSPMXU.Put(pipe.MXUCommand{Kind: pipe.SetSpace, Slot: slot, Addr: h.list().Tables[h.Index]})
	h.Release[slot] = false // of the context before, which has been saved
	s.Pins.Spans[headerSpan] = span{s.Base, 4 * regs.ContextHeaderDWords}
}

// pin asks for a slot's next range. all tells whether so many are pinned.
func (h *host) pin(slot, n uint8) (a wires.Activity, all bool) {
	p := &h.slots[slot].Pins
	switch {
	case p.Held == n:
		return 0, true
	case p.Asked > p.Held:
		return h.P.MXUCSP.Starved(), false
	case !h.P.CSPMXU.Ready():
		return h.P.CSPMXU.Blocked(), false
	}
	r := p.Spans[p.Asked]
	h.P.CSPMXU.Put(pipe.MXUCommand{Kind: pipe.PinPages, Slot: slot, Addr: r.Addr, Bytes: r.Bytes, Lent: p.Asked == scratchSpan})
	p.Asked++
	return wires.Busy, false
}

// unpin gives back a range of a slot that leaves. done tells whether none is left.
func (h *host) unpin(slot uint8) (moved, done bool) {
	p := &h.slots[slot].Pins
	if p.Given == p.Held {
		return false, true
	}
	if !h.P.CSPMXU.Ready() {
		return false, false
	}
	r := p.Spans[p.Given]
	h.P.CSPMXU.Put(pipe.MXUCommand{Kind: pipe.UnpinPages, Slot: slot, Addr: r.Addr, Bytes: r.Bytes, Lent: p.Given == scratchSpan})
	p.Given++
	return true, p.Given == p.Held
}

// pinsWait is what giving back a range waits for.
func (h *host) pinsWait() wires.Activity { return h.P.CSPMXU.Blocked() }

// answers takes an answer of the MXU, and tells it of slots whose cut is past the break
// point.
func (h *host) answers() (moved bool) {
	for i := range h.Release {
		if h.Release[i] && h.P.CSPMXU.Ready() {
			h.P.CSPMXU.Put(pipe.MXUCommand{Kind: pipe.ReleaseSlot, Slot: uint8(i)})
			h.Release[i] = false
			return true
		}
	}
	if !h.P.MXUCSP.Valid() {
		return false
	}
	a := h.P.MXUCSP.Head()
	switch a.Kind {
	case pipe.PagesPinned:
		h.slots[a.Slot].Pins.Held++
	case pipe.PinFault:
		h.pinFault(a)
	case pipe.PageFault:
		h.pageFault(a)
	case pipe.PageFlushed:
		if h.back.full() {
			return false
		}
		h.Flushes--
		h.back.record(record{Kind: regs.StatusKindFlushed, Addr: a.Addr})
		h.event(EventFlushed, 0, Event{Addr: a.Addr})
	}
	h.P.MXUCSP.Drop()
	return true
}

// pinFault gives up a context whose header, ring, save area or scratch memory is not in memory.
func (h *host) pinFault(a *pipe.MXUAnswer) {
	s := h.front.slot()
	s.Addr, s.Client, s.More = a.Addr, a.Client, a.More
	if a.Reason == pipe.Outside {
		s.Refused, s.Reason = regs.CauseInvalid, regs.ReasonAddress
		return
	}
	if s.Refused = regs.CauseFault; h.faultEnds(s, s.Pins.Held == 0) {
		s.Refused, s.Reason = regs.CauseInvalid, regs.ReasonFrames
	}
}

// pageFault is the fault of an access that the context needs. One that cannot be cut, or
// that names no memory at all, is stopped for good.
func (h *host) pageFault(a *pipe.MXUAnswer) {
	s := &h.slots[a.Slot]
	if s.Phase == slotFree || s.Phase == slotHeader {
		if a.Reason == pipe.NotPinned { // others are of lines that it had fetched ahead when it left
			h.event(EventStray, a.Slot, Event{Addr: a.Addr})
		}
		return
	}
	cause, reason := faultOf(s, a)
	running := s.running()
	known := s.Cause
	if running {
		known |= h.Pending
	}
	if first := known & (regs.CauseFault | regs.CauseInvalid); first == 0 || first == regs.CauseFault && cause == regs.CauseInvalid {
		s.Addr, s.Client, s.More, s.Reason = a.Addr, a.Client, a.More, reason // the entry tells of the first one that stops the context for longest
	}
	h.event(EventFault, a.Slot, Event{Cause: cause, Reason: reason, Addr: a.Addr, Client: a.Client, More: a.More})
	s.Served = false
	if running {
		h.Pending |= cause
		return
	}
	s.Cause |= cause // it is on its way out already
	h.keep(s)
	if s.cutIn() {
		h.faultIn(a.Slot)
	}
}

// failed takes the report that a thread of a slot's context could not go on: as of an access that names no memory, the context is stopped for good.
func (h *host) failed(r *pipe.Report) {
	f := r.KernelFault()
	a := pipe.MXUAnswer{Kind: pipe.PageFault, Slot: r.Slot, Client: regs.MxuClientCluster, Reason: pipe.KernelFailed, Addr: f.At}
	if f.Code == uint8(eu.LimitReached) {
		a.Reason = pipe.KernelLimit
	}
	h.pageFault(&a)
}

// faultOf tells whether a fault can be served, and if not, what makes no sense.
func faultOf(s *slot, a *pipe.MXUAnswer) (cause uint8, reason Reason) {
	switch {
	case a.Reason == pipe.NotPinned:
		return regs.CauseInvalid, regs.ReasonNotPinned
	case a.Reason == pipe.Outside:
		return regs.CauseInvalid, regs.ReasonAddress
	case a.Reason == pipe.KernelFailed:
		return regs.CauseInvalid, regs.ReasonKernel
	case a.Reason == pipe.KernelLimit:
		return regs.CauseInvalid, regs.ReasonInstructions
	case !s.Interruptible():
		return regs.CauseInvalid, regs.ReasonNotInterruptible
	}
	return regs.CauseFault, 0
}

// keep has a context that has faulted, or makes no sense, not scheduled.
func (h *host) keep(s *slot) {
	switch {
	case s.Cause&regs.CauseInvalid != 0:
		h.stopped(s, invalid)
	case s.Cause&regs.CauseFault != 0 && !s.Served:
		h.stopped(s, faulted)
	}
}
