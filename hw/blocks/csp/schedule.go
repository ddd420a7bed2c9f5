package csp

import (
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
	"tilemark/hw/wires"
)

// serve serves pending causes. One cut is in flight above the break point at a
// time: until its token has left the break point and all outputs of ASU, and while a
// context is not interruptible or must make progress first (for csp.progress_limit
// cycles), causes wait. told: there is an entry to be written, though the front end may
// have nothing to do.
func (h *host) serve(cycle uint64) (cut, told bool) {
	if h.Slice > 0 && h.front.running() {
		h.slice(cycle)
	}
	if h.Pending == 0 {
		return false, false
	}
	if h.front.starting() {
		return false, h.ignored()
	}
	s := h.front.slot()
	h.hurry(s, cycle)
	must := h.Pending&(regs.CauseFault|regs.CauseInvalid) != 0 // it cannot go on
	ready := h.Above == 0 && h.front.running() && (must || s.Interruptible() && (!s.Holds() || h.front.starved()))
	if !ready {
		return false, false
	}
	h.P.Int.Raise()
	h.stats.Cuts++
	cause := h.Pending
	if s.overdue() && !must {
		cause |= regs.CauseNoProgress
	}
	h.event(EventCut, h.front.at(), Event{Cause: cause})
	h.Pending = 0
	h.jump()
	h.front.end(cause)
	h.keep(s)
	return true, false
}

// hurry limits the time in which causes wait for the progress of the slot's context. It
// begins with the first one that is held back.
func (h *host) hurry(s *slot, cycle uint64) {
	switch {
	case !s.Holds() || !h.front.running():
		h.HoldEnd = 0
	case h.HoldEnd == 0:
		h.HoldEnd = wires.Cycle(cycle + uint64(h.cfg.Progress))
		h.WakeAt(uint64(h.HoldEnd))
	case uint64(h.HoldEnd) <= cycle:
		s.Restore, h.HoldEnd = restoreOverdue, 0
	default:
		h.WakeAt(uint64(h.HoldEnd))
	}
}

// ignored acknowledges an interrupt that finds nothing running: nothing is saved. One
// that names the other list stays until the context that is being looked at runs, or has
// nothing to run. It returns true when it has acknowledged one.
func (h *host) ignored() bool {
	if h.Jump.Asked && !h.front.between() || h.back.full() {
		return false
	}
	h.event(EventIgnored, h.front.at(), Event{Cause: h.Pending})
	h.back.record(record{Kind: regs.StatusKindIgnored, Cause: h.Pending, List: h.Active, Index: h.Index})
	h.Pending = 0
	h.stats.Ignored++
	if !h.Jump.Asked {
		return true
	}
	h.jump()
	h.front.wake()
	h.boundary()
	return true
}

// jump has the other list run from this switch on, and remembers where to return to. Of
// interrupts that name a list inside one another the outermost return counts.
func (h *host) jump() {
	if !h.Jump.Asked {
		return
	}
	if !h.Home.Valid {
		h.Home = whence{Valid: true, Mode: h.Jump.Return, List: h.Active, Index: h.Index}
	}
	h.Swap = true
	h.Jump = jump{}
}

// slice watches the time slice. Switch time is not in it (rule C8): the slice of a
// restored context begins with RESUMED, or with a WAIT before that does not pass at once.
func (h *host) slice(cycle uint64) {
	switch {
	case h.SliceEnd == 0:
		if h.front.missed() {
			h.startSlice(cycle)
		}
	case uint64(h.SliceEnd) <= cycle:
		h.Pending |= regs.CauseSlice
	default:
		h.WakeAt(uint64(h.SliceEnd))
	}
}

func (h *host) startSlice(cycle uint64) {
	if h.Slice > 0 {
		h.SliceEnd = wires.Cycle(cycle + uint64(h.Slice))
	}
}

// starts is told by the front end that a slot's context starts, at the place of the lists that is looked at.
func (h *host) starts(s *slot, cycle uint64) {
	h.Lists[0].Seen, h.Lists[1].Seen = 0, 0
	held := h.list().Hold[h.Index]
	h.hold(s, false)
	h.startsHere(s.Base, h.cfg.TimeSlice)
	switch {
	case !s.Restoring():
		h.startSlice(cycle)
	case held:
		s.Restore = restoreHolds
	}
}

// startsHere notes the context of an interrupt whose end returns, and the time slice.
func (h *host) startsHere(base uint32, slice int) {
	if h.Home.Valid && h.Home.By == 0 {
		h.Home.By = base
	}
	h.Slice = uint32(slice)
	if own := h.list().Slices[h.Index]; own > 0 {
		h.Slice = own
	}
}

// tokenReports are what the back end is told of a token: that it is in all outputs of ASU, and that it has left the
// break point. Above counts those that are to come.
var tokenReports = [...]pipe.ReportKind{pipe.TokenOut, pipe.TokenLeft}

// ends is told by the front end that the run of a slot's context ends; waits: in a WAIT. It returns the causes that
// were found while the context came to its end, and that stop it.
func (h *host) ends(s *slot, waits bool) (must uint8) {
	if !waits && !s.Restoring() {
		h.Waits = 0 // something has been done
	}
	// A restored run that has made no progress holds the next one.
	h.hold(s, s.Restoring())
	must = h.Pending & (regs.CauseFault | regs.CauseInvalid)
	h.Pending &^= must
	h.Above += uint8(len(tokenReports))
	h.SliceEnd, h.HoldEnd = 0, 0
	return must
}

// gone is told by the front end that INT_END of a slot's context is in the pipe: the next context is looked for.
func (h *host) gone(s *slot) {
	h.Slice = 0
	h.nextContext(s.Base, s.Cause&(regs.CauseEnd|regs.CauseInvalid) != 0)
}

// tokenOut is told by the back end that a token is out of ASU.
func (h *host) tokenOut() { h.Above-- }

// tokenLeft is told by the back end that a token has left the break point.
func (h *host) tokenLeft(slot uint8) {
	h.Above--
	h.Release[slot] = true
}

// left is told by the back end that a slot's context has left. It returns whether its next runs are careful.
func (h *host) left(s *slot) (careful bool) {
	if s.Cause&(regs.CauseEnd|regs.CauseInvalid) != 0 {
		h.careEnds(s)
	}
	return h.caredFor(s)
}

// stops is told by the front end that the work of a slot's context makes no sense. It returns false when that of an
// access has been found before, which the entry tells of.
func (h *host) stops(s *slot) (first bool) {
	h.stopped(s, invalid)
	return h.Pending&regs.CauseInvalid == 0
}
