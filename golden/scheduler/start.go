package scheduler

import (
	"tilemark/golden"
	"tilemark/hw/regs"
)

// act is what the front end does in a cycle in which it cuts nothing.
func (m *Model) act() {
	switch m.S.Phase {
	case walking:
		m.walk()
	case pinning:
		if m.pin(1) {
			m.S.Phase = reading
		}
	case reading:
		if a := &m.S.Await; a.Kind == header && a.Got == a.Count {
			m.header()
		}
	case settling:
		if m.pin(3) {
			m.begin()
		}
	case leaving:
		m.leave()
	case running:
		m.run()
	case ending:
		m.tokens()
	}
}

// span returns a range that is pinned for a context: header, ring, save area.
func (x *slot) span(n uint8) (addr, bytes uint32) {
	switch n {
	case 0:
		return x.Context, 4 * regs.ContextHeaderDWords
	case 1:
		return x.Context + regs.ContextHeaderBytes, 4 * x.Ring
	}
	return x.Save, regs.SaveAreaBytes
}

// pin has the next range pinned, and tells whether n are.
func (m *Model) pin(n uint8) (all bool) {
	x := m.front()
	switch {
	case x.Refused != 0:
		m.S.Phase, m.busy = leaving, true
	case x.Held == n:
		m.busy = true
		return true
	case x.Asked == x.Held:
		addr, bytes := x.span(x.Asked)
		if m.asks(PinsOfStart, Ask{Kind: AskPin, Slot: m.S.Front, Addr: addr, Bytes: bytes}) {
			x.Asked++
		}
	}
	return false
}

// header decides what a context does that is looked at (docs/commands.md, "Context header").
func (m *Model) header() {
	s, x := m.S, m.front()
	w := s.Await.Words
	s.Await = await{}
	head, tail, size, save := w[regs.ContextHeaderHead], w[regs.ContextHeaderTail], w[regs.ContextHeaderRingSize], w[regs.ContextHeaderSaveArea]
	restore := w[regs.ContextHeaderRestore] == regs.CommandRestoreHeader
	skip := w[regs.ContextHeaderRestore] == regs.CommandSkip1DwordHeader
	m.busy = true
	if head == tail {
		m.careEnds(x.Context)
		s.Phase = leaving
		return
	}
	switch {
	case size > regs.ContextHeaderRingSizeMax:
		m.refuse(regs.ReasonHeader, size)
	case head >= size:
		m.refuse(regs.ReasonHeader, head)
	case tail >= size:
		m.refuse(regs.ReasonHeader, tail)
	case save%regs.ContextHeaderSaveAreaAlign != 0:
		m.refuse(regs.ReasonHeader, save)
	case restore && w[regs.ContextHeaderRestoreAddress] != save:
		m.refuse(regs.ReasonSaveArea, w[regs.ContextHeaderRestoreAddress])
	case !restore && !skip:
		m.refuse(regs.ReasonPlaceHolder, w[regs.ContextHeaderRestore])
	default:
		x.Save, x.Ring, x.Head, x.Restoring = save, size, head, restore
		s.Tail = tail
		s.Phase = settling
	}
}

// refuse: what the context is read from makes no sense.
func (m *Model) refuse(reason uint8, found uint32) {
	x := m.front()
	x.Refused, x.Reason, x.Addr = regs.CauseInvalid, reason, found
	m.S.Phase, m.busy = leaving, true
	m.S.Await = await{}
}

// leave gives a slot up of which nothing is in the pipe, when its pins are given back.
func (m *Model) leave() {
	s, x := m.S, m.front()
	if x.Given < x.Held {
		m.unpin(s.Front, PinsGivenUp)
		return
	}
	if s.full() {
		return
	}
	if x.Refused != 0 {
		s.keep(x.Context, x.Refused, false)
		careful := s.careful(x.Context)
		if x.Refused&regs.CauseInvalid != 0 {
			m.careEnds(x.Context)
			careful = false
		}
		m.record(Entry{Kind: regs.StatusKindSwitched, Cause: x.Refused, Reason: x.Reason, Client: x.Client, List: x.List, Index: x.Index, Careful: careful, Context: x.Context, Addr: x.Addr})
	}
	m.forget()
	*x = slot{}
	m.skip()
}

// unpin gives back the next range of a slot.
func (m *Model) unpin(i uint8, f Finding) {
	x := &m.S.Slots[i]
	addr, bytes := x.span(x.Given)
	if m.asks(f, Ask{Kind: AskUnpin, Slot: i, Addr: addr, Bytes: bytes}) {
		x.Given++
	}
}

// keep keeps a context from running that has faulted, or makes no sense.
func (s *State) keep(context uint32, cause uint8, served bool) {
	switch {
	case cause&regs.CauseInvalid != 0:
		s.stopAll(context, invalid)
	case cause&regs.CauseFault != 0 && !served:
		s.stopAll(context, faulted)
	}
}

// begin starts a context. A restored one waits for its save area; its time slice begins when it
// has come to where it was.
func (m *Model) begin() {
	s, x := m.S, m.front()
	s.Phase, x.Started, m.busy = running, true, true
	s.Lists[0].Seen, s.Lists[1].Seen = 0, 0
	x.Hold = x.Restoring && s.Lists[x.List].Hold[x.Index]
	s.holdAll(x.Context, false)
	if s.Back.Valid && s.Back.By == 0 {
		s.Back.By = x.Context
	}
	s.Slice = m.TimeSlice
	if own := s.Lists[x.List].Slices[x.Index]; own > 0 {
		s.Slice = uint64(own)
	}
	if x.Restoring {
		x.Interruptible = true
		s.Await = await{Kind: area, Skip: s.Coming, Count: saveWords}
	} else {
		m.startSlice(m.in.At)
	}
	m.program(x)
}

// program finds what the context does from here on.
func (m *Model) program(x *slot) {
	s := m.S
	p := m.programOf(x.Context)
	if p == nil {
		return
	}
	passed := m.Passed(x.Context)
	if x.Hold {
		x.Begun = uint32(passed)
	}
	for int(s.WaitNext) < len(p.Waits) && p.Waits[s.WaitNext].Event < passed {
		s.WaitNext++
	}
	if h := p.Stop; h != nil {
		s.Halt = halt{Known: true, Need: 1, Reason: h.Reason, Word: h.Word, At: h.At}
		if h.Twice && (h.At.Buffer != 0 || x.Head != h.At.Head) {
			s.Halt.Need = 2 // the head before it has the same place
		}
	}
}

func (m *Model) programOf(context uint32) *Program {
	for i := range m.Programs {
		if p := &m.Programs[i]; p.Context == context {
			return p
		}
	}
	return nil
}

// forget forgets where the front end was in a context.
func (m *Model) forget() {
	s := m.S
	s.Times.SliceEnd, s.Times.NextLook, s.Times.Deadline = 0, 0, 0
	s.InWait, s.Missed = false, false
	s.WaitNext, s.Slice, s.Tail = 0, 0, 0
	s.Halt, s.Await = halt{}, await{}
}

// restored looks at the next word of a save area, one a cycle.
func (m *Model) restored() {
	s, x := m.S, m.front()
	a := &s.Await
	if a.Used == a.Got {
		return
	}
	m.busy = true
	n, w := a.Used, a.Words[a.Used]
	a.Used++
	fits := true
	switch n {
	case 1:
		fits = w == x.Context
	case 2:
		fits = w == regs.SaveLayoutID
	case 7:
		fits = w < x.Ring
	case 8:
		fits = w%lineBytes == 0
	}
	if !fits {
		m.refuse(regs.ReasonSaveArea, w)
		return
	}
	if a.Used == a.Count {
		x.At = golden.Cursor{Offset: a.Words[0], Primitive: a.Words[3], Instance: a.Words[4], Tile: a.Words[5], Triangle: a.Words[6], Head: a.Words[7], Buffer: a.Words[8]}
		*a = await{}
	}
}

// lineBytes is the alignment of DMA buffers.
const lineBytes = regs.CommandDmaAddressAlign
