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
func (b *CSP) invalid(reason Reason, word uint32) wires.Activity {
	f := &b.S.Front
	b.stopStreams()
	f.StopAt, f.StopFor, f.StopWord = b.here(), reason, word
	f.Phase = Stop
	return wires.Busy
}

// stop has the place of what makes no sense pass the break point, so that everything
// before it has.
func (b *CSP) stop() wires.Activity {
	if !b.send(pipe.Cmd{Kind: pipe.Head, At: b.S.Front.StopAt}) {
		return b.P.CSPFifo.Blocked()
	}
	b.S.Front.Phase = StopWait
	return wires.Busy
}

// stopWait ends the context when its place has passed. Until then it can be interrupted;
// a restore then comes here again.
func (b *CSP) stopWait() wires.Activity {
	f := &b.S.Front
	s := &b.S.Slots[f.Slot]
	if !s.AtStop {
		return wires.Waiting
	}
	if f.Pending&regs.CauseInvalid == 0 {
		s.Reason, s.Addr = f.StopFor, f.StopWord
	}
	b.stopped(s, invalid)
	b.S.Stats.Ends++
	b.event(EventEnded, f.Slot, Event{Cause: regs.CauseInvalid})
	b.endContext(regs.CauseInvalid)
	return wires.Busy
}

// refuse gives up a context whose header or save area makes no sense, before anything of
// it is in the pipe.
func (b *CSP) refuse(reason Reason, word uint32) wires.Activity {
	s := &b.S.Slots[b.S.Front.Slot]
	s.Refused, s.Reason, s.Addr = regs.CauseInvalid, reason, word
	b.S.Front.Phase = Leave
	return wires.Busy
}

// leave gives up a slot of which nothing is in the pipe: its context has nothing to run,
// makes no sense, or is not in memory.
func (b *CSP) leave() wires.Activity {
	f := &b.S.Front
	s := &b.S.Slots[f.Slot]
	moved, done := b.unpin(f.Slot)
	switch {
	case moved:
		return wires.Busy
	case !done:
		return b.P.CSPMXU.Blocked()
	case b.S.Back.Records.Len() >= maxRecords:
		return wires.Waiting
	}
	if s.Cause = s.Refused; s.Cause != 0 {
		b.keep(s)
		careful := b.caredFor(s)
		if s.Cause&regs.CauseInvalid != 0 {
			b.careEnds(s)
			careful = false
		}
		b.record(record{Kind: regs.StatusKindSwitched, Cause: s.Cause, Reason: s.Reason, Client: s.Client, List: s.List, Index: s.Index,
			Careful: careful, Context: s.Base, Addr: s.Addr})
		b.event(EventRefused, f.Slot, Event{Cause: s.Cause, Reason: s.Reason, Addr: s.Addr, Client: s.Client, Careful: careful})
	}
	b.stopStreams()
	*s = slot{}
	f.clear()
	b.nothing()
	return wires.Busy
}
