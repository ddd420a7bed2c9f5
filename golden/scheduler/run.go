package scheduler

import "tilemark/hw/regs"

// causes serves what waits, and tells whether the context is cut: in the first cycle in which nothing holds it.
func (m *Model) causes() (cut bool) {
	s, in := m.S, m.in
	x := m.front()
	if s.Phase == running && s.Slice > 0 {
		switch end := s.Times.SliceEnd; {
		case end == 0 && s.Missed:
			m.startSlice(in.At)
		case end != 0 && end <= in.At:
			s.Pending |= regs.CauseSlice
		}
	}
	if s.Pending != 0 && s.Phase < running {
		m.ignore()
	}
	must := s.Pending & (regs.CauseFault | regs.CauseInvalid)
	ready := s.Pending != 0 && s.Phase == running && s.Above == 0 && (must != 0 || x.Interruptible && (!x.Hold || s.Missed && !m.ahead(x)))
	if !ready {
		if in.Cut {
			m.uncalled()
		}
		return in.Cut
	}
	if !in.Cut {
		m.fail(findingOf(s.Pending), "CSP", "the context at %#x must be cut in cycle %d (causes %d), and is not", x.Context, in.At, s.Pending)
		return false
	}
	cause := s.Pending
	s.holdAll(x.Context, x.Restoring)
	s.Pending = 0
	m.jump()
	m.end(cause)
	s.keep(x.Context, x.Cause, x.Served)
	return true
}

// findingOf is what it is that a cut does not come.
func findingOf(pending uint8) Finding {
	switch {
	case pending&(regs.CauseFault|regs.CauseInvalid) != 0:
		return FaultServed
	case pending&regs.CauseCpu != 0:
		return InterruptServed
	case pending&regs.CauseWait != 0:
		return YieldServed
	}
	return SliceEnded
}

// uncalled: a cut comes for which there is no cause, or which must wait.
func (m *Model) uncalled() {
	s, x, t := m.S, m.front(), &m.S.Times
	switch {
	case s.Phase != running:
		m.fail(CutWhileNobodyRuns, "CSP", "the line is raised while the CSP %s", phaseNames[s.Phase])
	case s.Pending != 0 && s.Above > 0:
		m.fail(CutAboveToken, "CSP", "the context at %#x is cut (causes %d) while a token of the cut before is above the break point", x.Context, s.Pending)
	case s.Pending != 0:
		m.fail(CutHeld, "CSP", "the context at %#x is cut (causes %d), but is not interruptible, or must make progress first", x.Context, s.Pending)
	case s.InWait && t.Deadline != 0:
		m.fail(YieldTooSoon, "CSP", "the context at %#x waits, and is cut in cycle %d; it may be from cycle %d on, or when its slice is over in cycle %d", x.Context, m.in.At, t.Deadline, t.SliceEnd)
	case s.Slice > 0:
		m.fail(CutTooSoon, "CSP", "the context at %#x is cut in cycle %d, but its slice of %d cycles is over in cycle %d (0: it has not begun)", x.Context, m.in.At, s.Slice, t.SliceEnd)
	default:
		m.fail(CutTooSoon, "CSP", "the context at %#x is cut in cycle %d, and nobody has asked for it", x.Context, m.in.At)
	}
}

// ignore acknowledges what finds nothing to cut. An interrupt for the other list stays while a
// context is being looked at: it may run.
func (m *Model) ignore() {
	s := m.S
	if s.Jump && s.Phase != resting && s.Phase != walking || s.full() {
		return
	}
	m.record(Entry{Kind: regs.StatusKindIgnored, Cause: s.Pending, List: s.Active, Index: s.Index})
	s.Pending = 0
	if s.Jump {
		m.jump()
		s.Phase, m.busy = walking, true
		m.boundary()
	}
}

// startSlice begins a time slice.
func (m *Model) startSlice(now uint64) {
	if m.S.Slice > 0 {
		m.S.Times.SliceEnd = now + m.S.Slice
	}
}

// ahead tells whether the WAIT that has looked in vain has work before it that this run has sent: that work makes progress.
func (m *Model) ahead(x *slot) bool {
	return m.programOf(x.Context).Waits[m.S.WaitNext].Event > int(x.Begun)
}

// end ends a run: INT_END follows from the next cycle on.
func (m *Model) end(cause uint8) {
	s, x := m.S, m.front()
	x.Cause |= cause
	if !s.InWait && !x.Restoring {
		s.Waits = 0 // something has been done
	}
	if must := s.Pending & (regs.CauseFault | regs.CauseInvalid); must != 0 { // found while it came to its end
		x.Cause |= must
		s.Pending &^= must
	}
	if s.Missed {
		m.careEnds(x.Context)
	}
	m.forget()
	s.Phase, m.busy = ending, true
	s.Above += 2
}

// tokens: INT_END is sent into both outputs, each as soon as it has room; then the next context
// is looked for.
func (m *Model) tokens() {
	s, in, x := m.S, m.in, m.front()
	m.ends = true
	sent := func(done *bool, put bool, room uint8, where string) {
		if !*done && !put && room > 0 {
			m.fail(TokenSent, where, "INT_END of the context at %#x must be put in cycle %d, and is not", x.Context, in.At)
		}
		*done = *done || put
	}
	sent(&s.CSPSent, in.CSPToken, in.Room[ToCSP], "CSP_FIFO")
	sent(&s.VertexSent, in.VertexToken, in.Room[ToVertex], "VERTEX")
	if s.CSPSent && s.VertexSent {
		s.CSPSent, s.VertexSent, x.Front = false, false, false
		m.next(x.Context, x.Cause&(regs.CauseEnd|regs.CauseInvalid) != 0)
	}
}

// run is what the front end does in a context that runs, as far as it matters here.
func (m *Model) run() {
	s, x := m.S, m.front()
	if x.Copying && x.Copies >= regs.SaveListLen {
		x.Interruptible, x.Copying = true, false
	}
	switch a := &s.Await; {
	case a.Kind == area:
		m.restored()
	case a.Got == 0 || a.Got < a.Count:
	case a.Kind == tail:
		m.tail(a.Words[0])
	case a.Kind == word:
		m.word(a.Words[0])
	}
	if s.Phase == running && s.Halt.Passed {
		m.halted()
	}
}

// tail looks at a tail. A ring that stays empty for csp.tail_wait cycles has ended, when all of it
// has passed the break point.
func (m *Model) tail(found uint32) {
	s, x, t := m.S, m.front(), &m.S.Times
	s.Await = await{}
	switch now := m.in.At; {
	case found != s.Tail && found >= x.Ring:
		t.Deadline = 0
		s.Halt = halt{Known: true, Need: 1, Reason: regs.ReasonHeader, Word: found}
		s.Halt.At.Head = s.Tail
	case found != s.Tail:
		s.Tail, t.Deadline = found, 0
	case now >= t.Deadline && x.Head == s.Tail:
		m.end(regs.CauseEnd)
	case now >= t.Deadline && s.Halt.Known && s.Halt.Reason == regs.ReasonPastEnd && s.Halt.At.Buffer == 0:
		t.Deadline = 0 // the tail cuts a command off
	default:
		t.NextLook = now + m.TailPoll
	}
}

// word looks at a word that a WAIT waits for. One that has waited for long gives way.
func (m *Model) word(found uint32) {
	s, t := m.S, &m.S.Times
	s.Await = await{}
	if found >= m.programOf(m.front().Context).Waits[s.WaitNext].Value {
		t.Deadline, s.Waits, s.Missed, s.InWait = 0, 0, false, false
		s.WaitNext++
		return
	}
	now := m.in.At
	s.Missed, t.NextLook, m.busy = true, now+m.TailPoll, true
	switch {
	case m.WaitYield == 0:
	case t.Deadline == 0:
		t.Deadline = now + m.WaitYield
	case now >= t.Deadline:
		t.Deadline = 0
		if s.runnable() > 1 || s.faults() || s.Flushes > 0 {
			s.Pending |= regs.CauseWait
		}
		m.stalled()
	}
}

// stalled counts waits in a row. When all contexts have been through one the CPU is told, once.
func (m *Model) stalled() {
	s, x := m.S, m.front()
	all := s.runnable()
	if s.Waits > all || s.full() {
		return
	}
	if s.Waits++; s.Waits > all {
		m.record(Entry{Kind: regs.StatusKindStalled, List: s.Active, Index: s.Index, Context: x.Context})
	}
}

// runnable counts the contexts that may run.
func (s *State) runnable() (n uint8) {
	for i := range s.Lists {
		for k, context := range s.Lists[i].Contexts {
			if context != 0 && s.Lists[i].Stopped[k] == runs {
				n++
			}
		}
	}
	return n
}

// faults tells whether a page fault is not served.
func (s *State) faults() bool {
	for i := range s.Lists {
		for _, why := range s.Lists[i].Stopped {
			if why == faulted {
				return true
			}
		}
	}
	return false
}

// halted: the place of what makes no sense has passed the break point.
func (m *Model) halted() {
	s, x := m.S, m.front()
	if s.Pending&regs.CauseInvalid == 0 {
		x.Reason, x.Addr = s.Halt.Reason, s.Halt.Word
	}
	s.stopAll(x.Context, invalid)
	m.end(regs.CauseInvalid)
}

// fetched follows what the front end reads and sends: first the data that matter.
func (m *Model) fetched() {
	s, in := m.S, m.in
	x := m.front()
	m.sent()
	if !in.Fetched {
		m.overdue()
		return
	}
	f := &in.Fetch
	if f.Slot == s.Front {
		switch {
		case s.Phase == reading && s.Await.Kind == nothing:
			if f.Addr != x.Context || f.DWords != regs.ContextHeaderDWords || f.Operands {
				m.fail(HeaderRead, "CSP_DMA", "%d DWORDs at %#x are read; the header at %#x is next", f.DWords, f.Addr, x.Context)
			}
			s.Await = await{Kind: header, Skip: s.Coming, Count: regs.ContextHeaderDWords}
		case s.Phase == running && f.Operands && f.DWords == 1:
			m.look(f.Addr)
		default:
			m.overdue()
		}
	}
	s.Reading[f.Slot&1] += uint32(f.DWords)
	s.Coming += uint32(f.DWords)
}

// look: a tail or a word that is waited for is read.
func (m *Model) look(addr uint32) {
	s, x, t := m.S, m.front(), &m.S.Times
	kind := nothing
	if p := m.programOf(x.Context); p != nil && int(s.WaitNext) < len(p.Waits) && p.Waits[s.WaitNext].Addr == addr {
		kind = word
	} else if addr == x.Context+4*regs.ContextHeaderTail {
		kind = tail
	}
	if kind == nothing {
		return
	}
	if now := m.in.At; t.NextLook > now {
		m.fail(lookFinding(kind), "CSP_DMA", "%#x is looked at in cycle %d; the next look is due in cycle %d", addr, now, t.NextLook)
	}
	t.NextLook = 0
	s.Await = await{Kind: kind, Skip: s.Coming, Count: 1}
	if kind == word {
		s.InWait = true
		return
	}
	if t.Deadline == 0 {
		t.Deadline = m.in.At + m.TailWait
	}
}

func lookFinding(kind awaited) Finding {
	if kind == word {
		return Look
	}
	return LookAtTail
}

// overdue finds reads that must come in this cycle and do not.
func (m *Model) overdue() {
	s, in, t := m.S, m.in, &m.S.Times
	if in.Fetched || in.Room[ToFetch] == 0 {
		return
	}
	switch {
	case s.Phase == reading && s.Await.Kind == nothing:
		m.fail(HeaderRead, "CSP_DMA", "the header at %#x must be read in cycle %d, and is not", m.front().Context, in.At)
	case s.Phase == running && t.NextLook != 0 && t.NextLook <= in.At && s.InWait:
		m.fail(Look, "CSP_DMA", "the word that the context at %#x waits for must be looked at in cycle %d, and is not", m.front().Context, in.At)
	case s.Phase == running && t.NextLook != 0 && t.NextLook <= in.At:
		m.fail(LookAtTail, "CSP_DMA", "the tail of the context at %#x must be looked at in cycle %d, and is not", m.front().Context, in.At)
	}
}

// sent follows what the parser sends down the pipe.
func (m *Model) sent() {
	s, in := m.S, m.in
	x := m.front()
	if (in.CSPToken || in.VertexToken) && !m.ends {
		m.fail(EndTooSoon, "CSP_FIFO", "the context at %#x is ended, but has neither been cut nor come to its end", x.Context)
	}
	if s.Phase != running {
		return
	}
	if in.Interruptible {
		x.Copying, x.Announced, x.InterruptAt = true, true, in.HeadAt
	}
	if h := &s.Halt; in.Head && h.Known && in.HeadAt == h.At && h.Need > 0 {
		if h.Need--; h.Need == 0 {
			h.Waiting = true
		}
	}
}
