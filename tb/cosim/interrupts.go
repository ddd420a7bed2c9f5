package cosim

import (
	"tilemark/golden"
	"tilemark/hw/blocks/csp"
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
)

// interruptState accounts for the CPU's interrupts. It follows from what the CSP is given and
// tells, never from what the CSP remembers: one that forgets an interrupt is found out.
type interruptState struct {
	Put, Taken uint32 // interrupts on their way from the CPU to the CSP
	Asked      bool   // one was taken, and neither a cut nor an acknowledgement has come since
	Ahead      bool   // the answer has come; the take is seen at the end of the same cycle
	Answered   uint64 // cycle of the last answer
	Free       uint64 // since when nothing holds what was asked; 0: something does
	Front      int8   // slot of the context that executes; none: it is being changed
	Above      int8   // tokens that the CSP waits for
	Restoring  bool   // the CSP has not heard of progress since the restore of the context that executes
	Held       bool   // that context may have to make progress first
	MayHold    [MaxContexts]bool
}

// slowestAnswer is how many cycles an interrupt may wait for that nothing holds.
const slowestAnswer = 2

// watchInterrupts follows the CPU's commands and what lets the CSP serve them (rule K2).
func (mon *Monitor) watchInterrupts() {
	p := &mon.m.CSP.P
	p.Host.OnPut(func(_ uint64, h *csp.HostCommand) {
		if h.Kind == regs.HostCommandInterrupt {
			mon.s.Int.Put++
		}
	})
	p.Host.OnTake(mon.command)
	p.PathA.OnTake(mon.heard)
	p.PathB.OnTake(mon.heard)
}

// command: the CSP takes a command of the CPU.
func (mon *Monitor) command(cycle uint64, h *csp.HostCommand) {
	s := &mon.s.Int
	switch h.Kind {
	case regs.HostCommandInterrupt:
		if s.Taken++; s.Taken > s.Put {
			mon.fail("K2", "HOST_CSP", "interrupt number %d is taken, but the CPU has sent %d", s.Taken, s.Put)
		}
		if s.Answered != cycle {
			s.Asked = true
		}
		s.Ahead = false
	case regs.HostCommandRunList: // the CSP forgets whose restore was aborted, and lets all make progress
		for _, base := range h.List.Contexts {
			if i := mon.sess.ContextAt(base); i >= 0 {
				s.MayHold[i] = true
			}
		}
	}
	mon.overdue(cycle)
}

// heard: the CSP takes a report from a datapath.
func (mon *Monitor) heard(cycle uint64, r *pipe.Report) {
	s := &mon.s.Int
	switch r.Kind {
	case pipe.TokenOut, pipe.TokenLeft:
		s.Above--
	case pipe.Progress:
		if int8(r.Slot) == s.Front {
			s.Restoring, s.Held = false, false
		}
	default:
		return
	}
	mon.overdue(cycle)
}

// executes: a context starts in a slot.
func (s *interruptState) executes(i int, e *csp.Event) {
	s.Front, s.Restoring = int8(e.Slot), e.Restored
	s.Held, s.MayHold[i] = e.Restored && s.MayHold[i], false
}

// ends: the context that executes is cut, or has come to its end.
func (s *interruptState) ends(i int, e *csp.Event) {
	if e.Kind == csp.EventCut {
		s.MayHold[i] = s.Restoring
	}
	s.leaves()
	s.Above += 2
}

// leaves: no context executes.
func (s *interruptState) leaves() { s.Front, s.Restoring, s.Held = none, false, false }

// answer: an interrupt is served or acknowledged.
func (mon *Monitor) answer(e *csp.Event) {
	if e.Cause&regs.CauseCpu == 0 {
		return
	}
	s := &mon.s.Int
	s.Ahead = !s.Asked
	s.Asked, s.Answered = false, e.Cycle
}

// overdue: an interrupt is served when nothing holds it any more. What may hold it: no
// context executes, or it is not interruptible yet; the token of the last cut is above the
// break point; a restore must make progress first.
func (mon *Monitor) overdue(cycle uint64) {
	s := &mon.s.Int
	if s.Ahead && cycle > s.Answered {
		mon.fail("K2", "CSP", "an interrupt is served in cycle %d that nobody has raised", s.Answered)
	}
	switch {
	case !s.Asked || s.Front == none || s.Above > 0 || s.Held || !mon.mayBeCut():
		s.Free = 0
	case s.Free == 0:
		s.Free = cycle
	case cycle > s.Free+slowestAnswer:
		mon.fail("K2", "CSP", "an interrupt has waited since cycle %d, and nothing holds it", s.Free)
	}
}

// mayBeCut tells whether the context that executes is certainly interruptible.
func (mon *Monitor) mayBeCut() bool {
	i := mon.s.Slot[mon.s.Int.Front]
	return i >= 0 && mon.interruptible(int(i))
}

// interruptible tells whether a context must be interruptible by now: it has run before, or
// something has passed the break point that is sent when all registers are copied.
func (mon *Monitor) interruptible(i int) bool {
	c := &mon.s.Contexts[i]
	from := mon.v.interruptible[i]
	return c.Runs > 1 || from >= 0 && c.Pos > from+1
}

// interruptibleFrom returns the event of a trace from which on its context may be cut, -1: none.
func interruptibleFrom(t *golden.Trace) int {
	for i := range t.Events {
		if t.Events[i].Kind == golden.KindInterruptible {
			return i
		}
	}
	return -1
}

// checkAnswered tells, when nothing more is to come, whether every interrupt was answered.
func (mon *Monitor) checkAnswered() {
	s := &mon.s.Int
	if s.Taken != s.Put {
		mon.fail("K2", "HOST_CSP", "the CPU has sent %d interrupts, the CSP has taken %d", s.Put, s.Taken)
	}
	if s.Asked {
		mon.fail("K2", "CSP", "an interrupt is neither served nor acknowledged")
	}
}

// mix adds what the account will compare with, times relative to the present.
func (s *interruptState) mix(h *mixer, now uint64) {
	h.word(uint64(s.Put - s.Taken))
	h.word(uint64(uint8(s.Front))<<8 | uint64(uint8(s.Above)))
	h.flags(s.Asked, s.Ahead, s.Restoring, s.Held)
	h.flags(s.MayHold[:]...)
	if s.Free != 0 {
		h.word(now - s.Free)
	}
}
