package monitor

import (
	"slices"

	"tilemark/golden"
	"tilemark/hw/blocks/csp"
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
	"tilemark/tb/cosim/digest"
	"tilemark/tb/cosim/vector"
	"tilemark/text/number"
)

// interruptState follows the CPU's interrupts, and what holds them, for reports and for what sweeps take for known. That
// each is served in its cycle is the business of the scheduler's model (schedule.go).
type interruptState struct {
	Put, Taken uint32 // interrupts on their way from the CPU to the CSP
	Front      int8   // slot of the context that executes; none: it is being changed
	Above      int8   // tokens that the CSP waits for
	Restoring  bool   // the CSP has not heard of progress since the restore of the context that executes
	Held       bool   // that context may have to make progress first
	Looked     bool   // it has looked at a word that a WAIT waits for
	Waits      bool   // and INTERRUPTIBLE had passed the break point: the WAIT stands after it
	MayHold    [vector.MaxContexts]bool
	Served     uint32 // cuts that interrupts asked for, alone or with other causes
}

// Pending tells whether an interrupt waits for its answer.
func (mon *Monitor) Pending() bool {
	return mon.s.Int.Put != mon.s.Int.Taken || mon.s.Schedule.Model.Pending&regs.CauseCpu != 0
}

// watchInterrupts follows the CPU's commands and what lets the CSP serve them.
func (mon *Monitor) watchInterrupts() {
	p := &mon.m.CSP.P
	p.HostCSP.Tap().OnPut(func(_ uint64, h *csp.HostCommand) {
		if h.Kind == regs.HostCommandInterrupt {
			mon.s.Int.Put++
		}
	})
	p.HostCSP.Tap().OnTake(mon.command)
	p.CSPDMA.Tap().OnPut(mon.fetch)
	p.DatapathA.Tap().OnTake(mon.heard)
	p.DatapathB.Tap().OnTake(mon.heard)
}

// command: the CSP takes a command of the CPU.
func (mon *Monitor) command(_ uint64, h *csp.HostCommand) {
	s := &mon.s.Int
	switch h.Kind {
	case regs.HostCommandInterrupt:
		if s.Taken++; s.Taken > s.Put {
			mon.fail(checkInterruptTaken, "HOST_CSP", "interrupt number %d is taken, but the CPU has sent %s", s.Taken, number.Thousands(s.Put))
		}
	case regs.HostCommandRunList:
		if !mon.s.Schedule.Model.Refuses(h.Odd) {
			mon.listed(h)
		}
	}
}

// listed: a run list is written. The CSP forgets whose restore was aborted, and lets all make
// progress.
func (mon *Monitor) listed(h *csp.HostCommand) {
	for _, base := range h.List.Contexts {
		if i := mon.host.ContextAt(base &^ vector.FreeBits); i >= 0 {
			mon.s.Int.MayHold[i] = true
		}
	}
}

// fetch: the CSP reads. What a WAIT looks at, it reads for nothing else.
func (mon *Monitor) fetch(_ uint64, f *pipe.Fetch) {
	s := &mon.s.Int
	if int8(f.Slot) != s.Front || f.DWords != 1 {
		return
	}
	i := int(mon.s.Slot[f.Slot])
	if i < 0 || !slices.ContainsFunc(mon.v.Traces[i].Waits, func(w golden.Wait) bool { return w.Addr == f.Addr }) {
		return
	}
	s.Looked = true
	from := mon.v.Interruptible[i]
	s.Waits = s.Waits || from >= 0 && mon.s.Contexts[i].Pos > from
}

// heard: the CSP takes a report from a datapath.
func (mon *Monitor) heard(_ uint64, r *pipe.Report) {
	s := &mon.s.Int
	switch r.Kind {
	case pipe.TokenOut, pipe.TokenLeft:
		s.Above--
	case pipe.Progress:
		if int8(r.Slot) == s.Front {
			s.Restoring, s.Held = false, false
		}
	}
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
	s.noteIdle()
	s.Above += 2
}

// noteIdle: no context executes.
func (s *interruptState) noteIdle() {
	s.Front = vector.None
	s.Restoring, s.Held, s.Looked, s.Waits = false, false, false, false
}

// answer counts the cuts that interrupts have asked for.
func (mon *Monitor) answer(e *csp.Event) {
	if e.Cause&regs.CauseCpu != 0 {
		mon.s.Int.Served++
		mon.Absent.noteCut(mon.s.Slot[e.Slot])
	}
}

// Hold is what keeps interrupts from cutting a context.
type Hold uint8

// Holds.
const (
	HoldNone     Hold = iota // nothing that is known
	HoldEnded                // the CSP has sent the context's end
	HoldUncopied             // the context is not interruptible yet
	HoldToken                // the token of the cut before is above the break point
	HoldRestore              // its restore must make progress first
	HoldStopped              // the context was stopped, and does not come so far
	NumHolds
)

var holdNames = [NumHolds]string{
	HoldNone: "with no reason that is known", HoldEnded: "when the CSP had sent their context's end", HoldUncopied: "before their context was interruptible",
	HoldStopped: "never, since their context was stopped", HoldToken: "while a token was above the break point", HoldRestore: "in a restore that had to make progress",
}

// String says when something that could not be cut has passed the break point.
func (h Hold) String() string { return holdNames[h] }

// Hold tells what keeps interrupts from cutting a context in this cycle.
func (mon *Monitor) Hold(context int) Hold {
	if s := &mon.s.Int; s.Front == vector.None || int(mon.s.Slot[s.Front]) != context {
		return HoldEnded
	}
	return mon.held()
}

// held is hold for the context that executes.
func (mon *Monitor) held() Hold {
	s := &mon.s.Int
	switch {
	case s.Front == vector.None || mon.s.Slot[s.Front] == vector.None:
		return HoldEnded
	case s.Above > 0:
		return HoldToken
	case s.Held:
		return HoldRestore
	case !s.Waits && !mon.interruptible(int(mon.s.Slot[s.Front])):
		return HoldUncopied
	}
	return HoldNone
}

// interruptible tells whether a context must be interruptible by now: it has run before, or
// something has passed the break point that is sent when all registers are copied.
func (mon *Monitor) interruptible(i int) bool {
	c := &mon.s.Contexts[i]
	from := mon.v.Interruptible[i]
	return c.Runs > 1 || from >= 0 && c.Pos > from+1
}

// checkAnswered tells, when nothing more is to come, whether every interrupt was answered.
func (mon *Monitor) checkAnswered() {
	s := &mon.s.Int
	if s.Taken != s.Put {
		mon.fail(checkInterruptTaken, "HOST_CSP", "the CPU has sent %s interrupts, the CSP has taken %s", number.Thousands(s.Put), number.Thousands(s.Taken))
	}
	if mon.s.Schedule.Model.Pending&regs.CauseCpu != 0 {
		mon.fail(checkInterruptTaken, "CSP", "an interrupt is neither served nor acknowledged")
	}
}

// mix adds what the account will compare with.
func (s *interruptState) mix(h *digest.Mixer) {
	h.Word(uint64(s.Put - s.Taken))
	h.Word(uint64(uint8(s.Front))<<8 | uint64(uint8(s.Above)))
	h.Flags(s.Restoring, s.Held, s.Looked, s.Waits)
	h.Flags(s.MayHold[:]...)
}
