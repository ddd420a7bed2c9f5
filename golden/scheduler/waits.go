package scheduler

import "tilemark/hw/regs"

// runs: a context runs. The front end looks at words that a WAIT waits for, and at the tail of a ring that is read.
func (m *Model) runs(l *life) {
	if m.refuses(l) {
		return
	}
	if l.has(stopPast) {
		if l.has(tailOutside) {
			l.Reason, l.Addr = regs.ReasonHeader, m.S.Tail
		} else {
			stop := m.program(l.Context).Stop
			l.Reason, l.Addr = stop.Reason, stop.Word
		}
		m.ends(l, regs.CauseInvalid)
		return
	}
	m.first(l)
	if m.S.Reads.Got > 0 {
		switch m.S.Reads.Kind {
		case aWord:
			m.word(l)
		case aTail:
			m.tail(l)
		}
	}
	if t := &m.S.Times; t.NextLook != 0 && t.NextLook <= m.in.At && m.f.room[ToFetch] > 0 && (!m.in.Fetched || m.isPoll(l)) {
		t.NextLook = 0
		m.f.fetch = m.poll(l)
		m.f.fetches = true
		if l.has(inWait) {
			m.awaits(aWord)
		} else {
			m.awaits(aTail)
		}
	}
}

// poll is the read of the word or tail at which the context stands.
func (m *Model) poll(l *life) Fetch {
	f := Fetch{Addr: l.Context + 4*regs.ContextHeaderTail, DWords: 1, Operands: true, Slot: m.S.Front - 1}
	if l.has(inWait) {
		f.Addr = m.program(l.Context).Waits[m.S.Next].Addr
	}
	return f
}

func (m *Model) isPoll(l *life) bool { return m.in.Fetched && m.in.Fetch == m.poll(l) }

// first notices that the parser has come to a WAIT, or to the tail: it says so by its first look.
func (m *Model) first(l *life) {
	s, in := m.S, m.in
	if !in.Fetched || !in.Fetch.Operands || in.Fetch.DWords != 1 || in.Fetch.Slot != s.Front-1 || l.any(inWait|atTail) {
		return
	}
	if p := m.program(l.Context); p != nil && int(s.Next) < len(p.Waits) && p.Waits[s.Next].Addr == in.Fetch.Addr {
		l.add(inWait)
		m.awaits(aWord)
		m.f.fetches, m.f.fetch = true, in.Fetch
		return
	}
	if in.Fetch.Addr == l.Context+4*regs.ContextHeaderTail {
		l.add(atTail)
		s.Times.Deadline = in.At + m.TailWait
		m.awaits(aTail)
		m.f.fetches, m.f.fetch = true, in.Fetch
	}
}

// word: the word that a WAIT waits for has come.
func (m *Model) word(l *life) {
	s := m.S
	t := &s.Times
	looked := s.Reads.take()
	p := m.program(l.Context)
	if looked >= p.Waits[s.Next].Value {
		l.Facts &^= inWait | vain
		s.Next++
		t.Deadline = 0
		s.Yields, s.Stalled = 0, false
		return
	}
	now := m.in.At
	if !l.has(vain) {
		l.add(vain)
		if l.has(restored) && !l.has(resumed) {
			m.sliceBegins(now + 1)
		}
		m.careEnds(l.Context)
	}
	t.NextLook = now + m.TailPoll
	switch {
	case m.WaitYield == 0:
	case t.Deadline == 0:
		t.Deadline = now + m.WaitYield
	case now >= t.Deadline:
		t.Deadline = 0
		m.yields(l)
	}
}

// yields: a context has waited for its time.
func (m *Model) yields(l *life) {
	s := m.S
	n, waits := s.runnable()
	if n > 1 || waits || s.Flushes > 0 {
		s.Pending |= regs.CauseWait
	}
	if s.Yields < 255 {
		s.Yields++
	}
	if s.Yields > n && !s.Stalled && m.canTell() {
		s.Stalled = true
		m.tell(Entry{Kind: regs.StatusKindStalled, Context: l.Context, List: l.Place.List, Index: l.Place.Index})
	}
}

// tail: the tail of a ring that is read to its tail has come.
func (m *Model) tail(l *life) {
	s := m.S
	t := &s.Times
	looked := s.Reads.take()
	now := m.in.At
	switch {
	case looked >= l.Ring/4:
		s.Tail, t.Deadline = looked, 0
		l.add(tailOutside)
	case looked != s.Tail:
		s.Tail = looked
		l.Facts &^= atTail
		t.Deadline = 0
	case now >= t.Deadline && l.Head == s.Tail:
		m.ends(l, regs.CauseEnd)
	case now >= t.Deadline && m.cutOff(l):
	default:
		t.NextLook = now + m.TailPoll
	}
}

// cutOff tells whether the tail at which a context stands cuts off the command at which it stops: then it has waited for the rest of that.
func (m *Model) cutOff(l *life) bool {
	p := m.program(l.Context)
	if p == nil || p.Stop == nil || p.Stop.At.Buffer != 0 {
		return false
	}
	ring := l.Ring / 4
	after := func(offset uint32) uint32 { return (offset + ring - l.Head) % ring }
	return after(p.Stop.At.Head) < after(m.S.Tail)
}
