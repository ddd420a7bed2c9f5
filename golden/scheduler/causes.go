package scheduler

import "tilemark/hw/regs"

// sliceBegins: the time slice of the context at the front begins in a cycle.
func (m *Model) sliceBegins(at uint64) {
	if m.S.Slice > 0 {
		m.S.Times.SliceEnd = at + m.S.Slice
	}
}

// ready tells whether nothing holds a cut of the context that runs.
func (m *Model) ready(l *life) bool {
	s := m.S
	if s.above() {
		return false
	}
	if s.Pending&(regs.CauseFault|regs.CauseInvalid) != 0 {
		return true
	}
	return m.interruptible(l) && !m.isHeld(l)
}

// interruptible tells whether a context's registers are in its save area.
func (m *Model) interruptible(l *life) bool {
	return l.has(restored) || l.Copies == copied && !m.copies
}

// isHeld tells whether a context must make progress first.
func (m *Model) isHeld(l *life) bool {
	return l.has(held) && !l.has(overdue) && !(l.has(inWait|vain) && m.sentNothing(l))
}

// sentNothing tells whether nothing stands between the place at which the run began and the WAIT that it has come to.
func (m *Model) sentNothing(l *life) bool {
	p := m.program(l.Context)
	return p != nil && int(m.S.Next) < len(p.Waits) && p.Waits[m.S.Next].Event <= int(l.From)
}

// serve: causes cut the context that runs, or are acknowledged when none does.
func (m *Model) serve() {
	s := m.S
	l := s.running()
	switch {
	case l != nil && l.has(over):
	case l != nil:
		if s.Times.SliceEnd != 0 && s.Times.SliceEnd <= m.in.At {
			s.Times.SliceEnd = 0
			s.Pending |= regs.CauseSlice
		}
		if s.Pending == 0 {
			break
		}
		m.hurries(l)
		if m.ready(l) {
			m.cuts(l)
		}
	case s.Pending == 0:
	case s.Wishes.Other && s.front() != nil:
	case m.canTell():
		m.ignores()
	}
}

// hurries: causes that wait for a run to make progress do so for a time only, from the first one that is held back.
func (m *Model) hurries(l *life) {
	t := &m.S.Times
	switch {
	case !l.has(held) || l.has(overdue):
		t.HoldEnd = 0
	case t.HoldEnd == 0:
		t.HoldEnd = m.in.At + m.ProgressLimit
	case t.HoldEnd <= m.in.At:
		t.HoldEnd = 0
		l.add(overdue)
	}
}

// cuts: the line is pulsed.
func (m *Model) cuts(l *life) {
	s := m.S
	cause := s.Pending
	if l.has(overdue) && cause&(regs.CauseFault|regs.CauseInvalid) == 0 {
		cause |= regs.CauseNoProgress
	}
	m.f.cut = cause
	m.idle = true
	if s.Wishes.Other {
		m.leap()
	}
	m.ends(l, cause)
	s.Pending &^= l.Cause
}

// leap: an interrupt that names the other list is obeyed at the next switch.
func (m *Model) leap() {
	s := m.S
	if !s.Home.Noted {
		s.Home = home{Noted: true, Place: s.Walk, Ends: s.Wishes.Mode == regs.ReturnModeContext}
	}
	s.Wishes.Swap, s.Wishes.Other, s.Wishes.Mode = true, false, 0
}

// ignores: all that waits is acknowledged, since it finds nothing to cut.
func (m *Model) ignores() {
	s := m.S
	m.tell(Entry{Kind: regs.StatusKindIgnored, Cause: s.Pending, List: s.Walk.List, Index: s.Walk.Index})
	s.Pending = 0
	if s.Wishes.Other {
		m.leap()
		m.obeys()
	}
}

// ends: a context was cut or has ended; nothing of it is parsed any more.
func (m *Model) ends(l *life, cause uint8) {
	s := m.S
	l.add(over)
	s.Outs, s.Lefts = s.Outs+1, s.Lefts+1
	l.Cause |= cause
	if s.Pending&(regs.CauseFault|regs.CauseInvalid) != 0 && cause != s.Pending {
		l.Cause |= s.Pending & (regs.CauseFault | regs.CauseInvalid)
		s.Pending &^= regs.CauseFault | regs.CauseInvalid
	}
	m.stops(l)
	if l.Cause&endings != 0 && s.Home.Noted && s.Home.Ends && s.Home.First == l.Context {
		s.Wishes.Return = true
	}
	fruitless := l.has(restored)
	s.each(l.Context, func(p *list, k int) { p.Held[k] = fruitless })
	if !fruitless && !l.has(inWait) {
		s.Yields, s.Stalled = 0, false
	}
	s.Times, s.Slice = Times{}, 0
	s.Reads = reads{Under: s.Reads.Under}
}

// stops keeps a context from running that has faulted, or makes no sense.
func (m *Model) stops(l *life) {
	switch {
	case l.Cause&regs.CauseInvalid != 0:
		m.S.bars(l.Context, barred)
	case l.Cause&regs.CauseFault != 0 && !l.has(served):
		m.S.bars(l.Context, unserved)
	}
}

// fault: an access of a context has found no page, or a thread of it could not go on.
func (m *Model) fault(l *life, a *Answer) {
	s := m.S
	cause, reason := uint8(regs.CauseFault), uint8(0)
	switch {
	case a.Reason != 0:
		cause, reason = regs.CauseInvalid, a.Reason
	case a.Outside:
		cause, reason = regs.CauseInvalid, regs.ReasonAddress
	case a.Unpinned:
		cause, reason = regs.CauseInvalid, regs.ReasonNotPinned
	case !m.interruptible(l):
		cause, reason = regs.CauseInvalid, regs.ReasonNotInterruptible
	}
	if reason != 0 && l.Reason == 0 || l.Client == 0 && l.Addr == 0 && l.Reason == 0 {
		l.Addr, l.Client, l.More, l.Reason = a.Addr, a.Client, a.More, reason
	}
	if s.running() == l && !l.has(over) {
		s.Pending |= cause
	} else {
		l.Cause |= cause
		m.stops(l)
		if l.has(cutKnown) {
			m.endsWithFault(l)
		}
	}
}

// tokens: INT_END is put into each output as soon as that one has room; then the front end is free.
func (m *Model) tokens(l *life) {
	s := m.S
	if !l.has(cspTold) && m.f.room[ToCSP] > 0 {
		m.f.tokenCSP = true
		l.add(cspTold)
	}
	if !l.has(vertexTold) && m.f.room[ToVertex] > 0 {
		m.f.tokenVertex = true
		l.add(vertexTold)
	}
	if l.has(cspTold | vertexTold) {
		l.add(left)
		s.Front = 0
		m.boundary()
	}
}
