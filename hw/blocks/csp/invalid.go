package csp

import (
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
	"tilemark/hw/wires"
)

// Reason says what of a context makes no sense: one of regs.ReasonValues.
type Reason uint8

// String names what is wrong.
func (r Reason) String() string {
	if v := regs.Named(regs.ReasonValues, uint32(r)); v != nil {
		return v.Label
	}
	return "?"
}

// invalid stops the context at the command that makes no sense, or at a later place of
// it: what stands before is executed, then the context ends. word is what was found.
func (f *frontEnd) invalid(reason Reason, word uint32) wires.Activity {
	f.stopStreams()
	f.StopAt, f.StopFor, f.StopWord = f.here(), reason, word
	f.Phase = Stop
	return wires.Busy
}

// stop has the place of what makes no sense pass the break point, so that everything
// before it has.
func (f *frontEnd) stop() wires.Activity {
	if !f.send(pipe.Cmd{Kind: pipe.Head, At: f.StopAt}) {
		return f.P.CSPFifo.Blocked()
	}
	f.Phase = StopWait
	return wires.Busy
}

// stopWait ends the context when its place has passed. Until then it can be interrupted;
// a restore then comes here again.
func (f *frontEnd) stopWait() wires.Activity {
	s := f.slot()
	if !f.StopPassed {
		return wires.Waiting
	}
	if f.host.stops(s) {
		s.Reason, s.Addr = f.StopFor, f.StopWord
	}
	f.stats.Ends++
	f.event(EventEnded, f.Slot, Event{Cause: regs.CauseInvalid})
	f.end(regs.CauseInvalid)
	return wires.Busy
}

// refuse gives up a context whose header or save area makes no sense, before anything of
// it is in the pipe.
func (f *frontEnd) refuse(reason Reason, word uint32) wires.Activity {
	s := f.slot()
	s.Refused, s.Reason, s.Addr = regs.CauseInvalid, reason, word
	f.Phase = Leave
	return wires.Busy
}

// releaseSlot gives up a slot of which nothing is in the pipe: its context has nothing to run,
// makes no sense, or is not in memory.
func (f *frontEnd) releaseSlot() wires.Activity {
	s := f.slot()
	moved, done := f.host.unpin(f.Slot)
	switch {
	case moved:
		return wires.Busy
	case !done:
		return f.host.pinsWait()
	case f.back.full():
		return wires.Waiting
	}
	if s.Cause = s.Refused; s.Cause != 0 {
		f.host.keep(s)
		careful := f.host.caredFor(s)
		if s.Cause&regs.CauseInvalid != 0 {
			f.host.careEnds(s)
			careful = false
		}
		f.back.record(record{Kind: regs.StatusKindSwitched, Cause: s.Cause, Reason: s.Reason, Client: s.Client, More: s.More, List: s.List, Index: s.Index,
			Careful: careful, Context: s.Base, Addr: s.Addr})
		f.event(EventRefused, f.Slot, Event{Cause: s.Cause, Reason: s.Reason, Addr: s.Addr, Client: s.Client, Careful: careful})
	}
	f.stopStreams()
	s.to(slotFree)
	f.clear()
	f.host.passedOver()
	f.Phase = Pick
	return wires.Busy
}

// headMoved is told by the back end that a head has passed the break point: what makes no sense may be there.
func (f *frontEnd) headMoved(slot uint8, at *pipe.Cursor) {
	if f.Phase == StopWait && f.Slot == slot && *at == f.StopAt {
		f.StopPassed = true
	}
}
