package scheduler

import (
	"tilemark/hw/regs"
)

// command follows a command of the CPU, which is taken at once unless something holds it.
func (m *Model) command() {
	in, s := m.in, m.S
	if !in.Taken {
		if in.Offered && !m.holdsCommand() {
			m.fail(CommandTaken, "HOST_CSP", "a command of the CPU (%d) is not taken, and nothing holds it", in.Command.Kind)
		}
		return
	}
	if m.holdsCommand() {
		m.fail(CommandTaken, "HOST_CSP", "a command of the CPU (%d) is taken while %d entries wait to be written, and %d pages to be left", in.Command.Kind, s.Count, s.Flushes)
	}
	m.busy = true
	switch c := &in.Command; c.Kind {
	case regs.HostCommandRunList:
		m.writeList(c)
	case regs.HostCommandInterrupt:
		s.Pending |= regs.CauseCpu
		if c.Other {
			s.Jump, s.JumpMode = true, c.Return
		}
	case regs.HostCommandSwap:
		s.Swap = true
		m.wake()
	case regs.HostCommandReturn:
		s.Come = true
		m.wake()
	case regs.HostCommandDoorbell:
		s.Bell = true
		m.wake()
	case regs.HostCommandStatusBuffer:
		s.Buffer, s.Size, s.Sequence, s.Part = c.Addr, c.Count, 0, 0
	case regs.HostCommandFlushPage:
		s.Flushes++
		m.asks(Flush, Ask{Kind: AskFlush, Addr: c.Addr})
	case regs.HostCommandServed:
		m.served(c.Addr)
	}
}

// mostFlushes is how many pages may be on their way out at a time.
const mostFlushes = 4

// holdsCommand tells whether the next command of the CPU has to wait.
func (m *Model) holdsCommand() bool {
	s := m.S
	switch {
	case s.Count >= mostBeforeCommands:
		return true
	case m.in.Command.Kind == regs.HostCommandStatusBuffer:
		return s.Count > 0
	case m.in.Command.Kind == regs.HostCommandFlushPage:
		return s.Flushes == mostFlushes || m.in.Room[ToMXU] == 0
	}
	return false
}

// Refuses tells whether a run list may not be written: it runs.
func (s *State) Refuses(odd bool) bool { return s.Phase != resting && odd == (s.Active == 1) }

// writeList: a run list is written, or refused when it runs.
func (m *Model) writeList(c *Command) {
	s := m.S
	which := uint8(0)
	if c.Odd {
		which = 1
	}
	if s.Refuses(c.Odd) {
		m.record(Entry{Kind: regs.StatusKindRefused, List: which})
		return
	}
	l := list{Contexts: c.Contexts, Tables: c.Tables, Slices: c.Slices, Leave: c.Leave}
	for k, context := range l.Contexts {
		l.Hold[k] = true // all are let make progress first
		if s.waitsForPage(context) {
			l.Stopped[k] = faulted
		}
	}
	s.Lists[which] = l
	s.Bell = true
	if s.Phase == resting {
		s.enter(which, 0)
		s.Phase = walking
	}
}

// waitsForPage tells whether a context that a list names has a page fault that is not served.
func (s *State) waitsForPage(context uint32) bool {
	for i := range s.Lists {
		for k, c := range s.Lists[i].Contexts {
			if c == context && s.Lists[i].Stopped[k] == faulted {
				return true
			}
		}
	}
	return false
}

// wake has a resting CSP look at its lists again.
func (m *Model) wake() {
	if m.S.Phase == resting {
		m.S.Phase = walking
		m.boundary()
	}
}

// served: a page fault is served.
func (m *Model) served(context uint32) {
	s := m.S
	if f := m.front(); f.Started && f.Front && s.Phase != ending && f.Context == context && s.Pending&regs.CauseFault != 0 {
		f.Served = true // before the cut; it need not wait
	}
	for i := range s.Lists {
		l := &s.Lists[i]
		for k := range l.Contexts {
			if l.Contexts[k] == context && l.Stopped[k] == faulted {
				l.Stopped[k] = runs
				s.Bell = true
				m.wake()
			}
		}
	}
}

// stopAll keeps a context from running, wherever the lists name it.
func (s *State) stopAll(context uint32, why stop) {
	for i := range s.Lists {
		l := &s.Lists[i]
		for k := range l.Contexts {
			if l.Contexts[k] == context {
				l.Stopped[k] = max(l.Stopped[k], why)
			}
		}
	}
}

// holdAll says whether interrupts wait for progress in a context's next run.
func (s *State) holdAll(context uint32, on bool) {
	for i := range s.Lists {
		l := &s.Lists[i]
		for k := range l.Contexts {
			if l.Contexts[k] == context {
				l.Hold[k] = on
			}
		}
	}
}

// enter goes to a context of a list, and looks at all anew.
func (s *State) enter(which, index uint8) {
	s.Active, s.Index = which, index
	s.Lists[0].Seen, s.Lists[1].Seen = 0, 0
}

// boundary obeys what has waited for a switch: a return goes before a swap.
func (m *Model) boundary() bool {
	s := m.S
	come, swap := s.Come && s.Back.Valid, s.Swap
	s.Come = false
	switch {
	case come:
		s.enter(s.Back.List, s.Back.Index)
		s.Back = back{}
	case swap:
		s.enter(1-s.Active, 0)
	default:
		return false
	}
	s.Swap = false
	return true
}

// next goes to the context after the one that has run, or had nothing to run. ended: it has
// come to an end of its own.
func (m *Model) next(context uint32, ended bool) {
	s := m.S
	s.Phase, m.busy = walking, true
	if b := &s.Back; ended && b.Valid && b.Mode == regs.ReturnModeContext && b.By == context {
		s.Come = true
	}
	if m.boundary() {
		return
	}
	if s.Index++; s.Index == listLength {
		s.Index = 0
		if s.Lists[s.Active].Leave {
			s.Active = 1 - s.Active
		}
	}
}

const allSeen = 1<<listLength - 1

// skip: the context that is looked at has nothing to run.
func (m *Model) skip() {
	s := m.S
	s.Lists[s.Active].Seen |= 1 << s.Index
	m.next(0, false)
}

// walk looks at a place of a list, one a cycle.
func (m *Model) walk() {
	s := m.S
	l := &s.Lists[s.Active]
	if l.Seen == allSeen {
		m.listDone()
		return
	}
	context := l.Contexts[s.Index]
	if context == 0 || l.Stopped[s.Index] != runs {
		m.skip()
		return
	}
	if m.WaitBreakPoint && s.Above > 0 {
		return
	}
	free := -1
	for i := len(s.Slots) - 1; i >= 0; i-- {
		if x := &s.Slots[i]; !x.Used {
			free = i
		} else if x.Context == context || m.WaitDrain {
			return // its save is not complete
		}
	}
	if free < 0 || s.Reading[free] > 0 {
		return
	}
	if m.asks(NextContext, Ask{Kind: AskSpace, Slot: uint8(free), Addr: l.Tables[s.Index]}) {
		s.Front, s.Phase, s.Release[free] = uint8(free), pinning, false
		s.Slots[free] = slot{Used: true, Front: true, Context: context, List: s.Active, Index: s.Index}
	}
}

// listDone leaves a list that has nothing to run: for the interrupted one, for the other one, or to rest.
func (m *Model) listDone() {
	s := m.S
	other := &s.Lists[1-s.Active]
	switch {
	case s.Back.Valid:
		s.enter(s.Back.List, s.Back.Index)
		s.Back = back{}
	case other.Seen != allSeen && other.Contexts != [listLength]uint32{}:
		s.Active, s.Index = 1-s.Active, 0
	case s.Bell: // a tail may have moved since it was read
		s.Bell = false
		s.enter(s.Active, s.Index)
	case s.Slots[0].Used || s.Slots[1].Used || s.full():
		return
	default:
		s.Phase = resting
		s.Lists[0].Seen, s.Lists[1].Seen = 0, 0
		m.record(Entry{Kind: regs.StatusKindIdle, List: s.Active})
	}
	m.busy = true
}

// jump has the other list run from this switch on. Of interrupts inside one another the
// outermost return counts.
func (m *Model) jump() {
	s := m.S
	if !s.Jump {
		return
	}
	if !s.Back.Valid {
		s.Back = back{Valid: true, Mode: s.JumpMode, List: s.Active, Index: s.Index}
	}
	s.Swap = true
	s.Jump, s.JumpMode = false, 0
}
