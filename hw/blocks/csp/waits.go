package csp

import (
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
	"tilemark/hw/wires"
)

// lookAtTail reads the tail again: the CPU may have moved it.
func (b *CSP) lookAtTail(cycle uint64) {
	f := &b.S.Front
	if f.Deadline == 0 {
		f.Deadline = wires.Cycle(cycle + uint64(b.cfg.TailWait))
	}
	f.Streams[operands].start(b.S.Slots[f.Slot].Base+4*regs.ContextHeaderTail, 1)
	f.Phase = Tail
}

// tail goes on with a new tail, or ends the context when none came in time and the
// break point has passed everything: until then the context can be interrupted.
func (b *CSP) tail(cycle uint64) wires.Activity {
	f := &b.S.Front
	st := &f.Streams[operands]
	if st.Words.Len() == 0 {
		return b.P.DMACSP.Starved()
	}
	switch tail := st.take(); {
	case tail != f.Tail:
		if tail >= f.RingSize {
			f.Deadline = 0
			return b.invalid(regs.ReasonHeader, tail)
		}
		f.Tail, f.Deadline = tail, 0
		f.Phase = Parse
	case cycle >= uint64(f.Deadline) && f.Have == 0 && b.S.Slots[f.Slot].Head == f.Tail:
		f.Deadline = 0
		b.S.Stats.Ends++
		b.event(EventEnded, f.Slot, Event{Cause: regs.CauseEnd})
		b.endContext(regs.CauseEnd)
	case cycle >= uint64(f.Deadline) && f.Have > 0: // the tail cuts a command off
		f.Deadline = 0
		return b.invalid(regs.ReasonPastEnd, f.Words[0])
	default:
		f.Phase = TailWait
		b.sleepFor(cycle)
	}
	return wires.Busy
}

// poll looks at the word that a WAIT waits for.
func (b *CSP) poll(cycle uint64) wires.Activity {
	f := &b.S.Front
	st := &f.Streams[operands]
	if st.Words.Len() == 0 && !st.dry() {
		return b.P.DMACSP.Starved()
	}
	if st.Words.Len() > 0 && st.take() < f.Words[regs.CommandWaitValue] {
		f.Phase, f.Missed = PollWait, true
		b.careEnds(&b.S.Slots[f.Slot])
		b.sleepFor(cycle)
		b.yield(cycle)
		return wires.Busy
	}
	f.Deadline, f.Waits, f.Missed = 0, 0, false
	if f.Buffer == 0 && !b.send(pipe.Cmd{Kind: pipe.Head, At: b.behind()}) {
		return b.P.CSPFifo.Blocked()
	}
	return b.done()
}

// yield interrupts a context that has waited long enough, so that another one can do what
// it waits for.
func (b *CSP) yield(cycle uint64) {
	f := &b.S.Front
	switch {
	case b.cfg.WaitYield == 0:
	case f.Deadline == 0:
		f.Deadline = wires.Cycle(cycle + uint64(b.cfg.WaitYield))
	case cycle >= uint64(f.Deadline):
		f.Deadline = 0
		if f.others() || f.Flushes > 0 {
			f.Pending |= regs.CauseWait
		}
		b.stalled()
	}
}

// others tells whether the lists name another context that may run, or may when it has its
// page: that may not come while this one keeps its own.
func (f *front) others() bool {
	return f.runnable() > 1 || f.faults()
}

// faults tells whether a context's page fault is not served.
func (f *front) faults() bool {
	for i := range f.Lists {
		for _, s := range f.Lists[i].Stopped {
			if s == faulted {
				return true
			}
		}
	}
	return false
}

func (f *front) runnable() (n uint8) {
	for i := range f.Lists {
		l := &f.Lists[i]
		for k, base := range l.Contexts {
			if base != 0 && l.Stopped[k] == runs {
				n++
			}
		}
	}
	return n
}

// stalled counts waits in a row. When all contexts have been through one, and nothing
// has happened between, they may wait for each other: the CPU is told, once.
func (b *CSP) stalled() {
	f := &b.S.Front
	all := f.runnable()
	if f.Waits > all || b.S.Back.Records.Len() >= maxRecords {
		return
	}
	if f.Waits++; f.Waits > all {
		b.record(record{Kind: regs.StatusKindStalled, List: f.Active, Index: f.Index, Context: b.S.Slots[f.Slot].Base})
		b.event(EventStalled, f.Slot, Event{})
	}
}

func (b *CSP) sleepFor(cycle uint64) {
	b.S.Front.NextLook = wires.Cycle(cycle + uint64(b.cfg.TailPoll))
}

// again waits for the next look.
func (b *CSP) again(cycle uint64) wires.Activity {
	f := &b.S.Front
	if uint64(f.NextLook) > cycle {
		b.WakeAt(uint64(f.NextLook))
		return wires.Waiting
	}
	f.NextLook = 0
	if f.Phase == TailWait {
		b.lookAtTail(cycle)
		return wires.Busy
	}
	f.Streams[operands].start(f.Words[regs.CommandWaitAddress], 1)
	f.Phase = Poll
	return wires.Busy
}
