package csp

import (
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
	"tilemark/hw/wires"
)

// rereadTail reads the tail again: the CPU may have moved it.
func (f *frontEnd) rereadTail(cycle uint64) {
	if f.Deadline == 0 {
		f.Deadline = wires.Cycle(cycle + uint64(f.cfg.TailWait))
	}
	f.Streams[operands].start(f.slot().Base+4*regs.ContextHeaderTail, 1)
	f.Phase = Tail
}

// tail goes on with a new tail, or ends the context when none came in time and the
// break point has passed everything: until then the context can be interrupted.
func (f *frontEnd) tail(cycle uint64) wires.Activity {
	st := &f.Streams[operands]
	if st.Words.Len() == 0 {
		return f.P.DMACSP.Starved()
	}
	switch tail := st.take(); {
	case tail != f.Tail:
		if tail >= f.RingSize {
			f.Deadline = 0
			return f.invalid(regs.ReasonHeader, tail)
		}
		f.Tail, f.Deadline = tail, 0
		f.Phase = Parse
	case cycle >= uint64(f.Deadline) && f.Have == 0 && f.slot().Head == f.Tail:
		f.Deadline = 0
		f.stats.Ends++
		f.event(EventEnded, f.Slot, Event{Cause: regs.CauseEnd})
		f.end(regs.CauseEnd)
	case cycle >= uint64(f.Deadline) && f.Have > 0: // the tail cuts a command off
		f.Deadline = 0
		return f.invalid(regs.ReasonPastEnd, f.Words[0])
	default:
		f.Phase = TailWait
		f.sleepFor(cycle)
	}
	return wires.Busy
}

// poll looks at the word that a WAIT waits for.
func (f *frontEnd) poll(cycle uint64) wires.Activity {
	st := &f.Streams[operands]
	if st.Words.Len() == 0 && !st.dry() {
		return f.P.DMACSP.Starved()
	}
	if st.Words.Len() > 0 && st.take() < f.Words[regs.CommandWaitValue] {
		f.Phase, f.Missed = PollWait, true
		f.host.careEnds(f.slot())
		f.sleepFor(cycle)
		f.yield(cycle)
		return wires.Busy
	}
	f.Deadline, f.Missed = 0, false
	f.host.passes()
	if f.Buffer == 0 && !f.send(pipe.Cmd{Kind: pipe.Head, At: f.behind()}) {
		return f.P.CSPFifo.Blocked()
	}
	return f.done()
}

// yield counts the cycles of a WAIT, and tells the host side when they are enough.
func (f *frontEnd) yield(cycle uint64) {
	switch {
	case f.cfg.WaitYield == 0:
	case f.Deadline == 0:
		f.Deadline = wires.Cycle(cycle + uint64(f.cfg.WaitYield))
	case cycle >= uint64(f.Deadline):
		f.Deadline = 0
		f.host.yields()
	}
}

func (f *frontEnd) sleepFor(cycle uint64) {
	f.NextLook = wires.Cycle(cycle + uint64(f.cfg.TailPoll))
}

// scheduleNextPoll waits for the next look.
func (f *frontEnd) scheduleNextPoll(cycle uint64) wires.Activity {
	if uint64(f.NextLook) > cycle {
		f.WakeAt(uint64(f.NextLook))
		return wires.Waiting
	}
	f.NextLook = 0
	if f.Phase == TailWait {
		f.rereadTail(cycle)
		return wires.Busy
	}
	f.Streams[operands].start(f.Words[regs.CommandWaitAddress], 1)
	f.Phase = Poll
	return wires.Busy
}
