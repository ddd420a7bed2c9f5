package scheduler

import (
	"tilemark/hw/regs"
)

// Model predicts what the CSP does.
type Model struct {
	Config
	S *State

	before core     // before the cycle, when nothing has crossed a connection in it
	in     *Cycle   // the cycle that is followed
	f      forecast // what the CSP must do in it
	idle   bool     // the front end has done its cycle's work
	copies bool     // a context's last register has been copied in this cycle
}

// New makes a model whose state lies elsewhere.
func New(c Config, s *State) *Model { return &Model{Config: c, S: s} }

// Step follows a cycle. nil: all is as it must be. Cycles in which nothing crosses a connection and nothing is due need not be told.
func (m *Model) Step(in *Cycle) *Breach {
	due, crosses := m.S.Times.Due, in.crosses()
	if !crosses && in.Reported && in.Report.Kind == OtherReport && (due == 0 || due > in.At) {
		return nil // a report that says nothing, and nothing waits for the state FIFO
	}
	if crosses = crosses || in.Reported; !crosses {
		m.before = m.S.core
	}
	m.in, m.f, m.idle, m.copies = in, forecast{room: in.Room, entries: m.S.Count}, false, false
	m.data()
	m.command()
	m.releases()
	m.answer()
	m.acknowledged()
	m.leaving()
	m.report()
	m.entry()
	m.serve()
	m.front()
	m.sent()
	if b := m.compare(); b != nil {
		return b
	}
	m.due(crosses)
	return nil
}

// crosses tells whether anything but a report has crossed a connection.
func (c *Cycle) crosses() bool {
	return c.Beat || c.Taken || c.Answered || c.Acknowledged || c.Put || c.Asked > 0 || c.BlitsStarted > 0 || c.Forgotten || c.Cut || c.CSPToken || c.VertexToken ||
		c.Interruptible || c.Head || c.Fetched
}

// due says when something can happen by itself: in the next cycle if anything may have changed in this one.
func (m *Model) due(crosses bool) {
	s := m.S
	m.before.Times.Due = s.Times.Due
	if crosses || s.core != m.before {
		s.Times.Due = m.in.At + 1
		return
	}
	s.Times.Due = 0
	for _, at := range [...]uint64{s.Times.SliceEnd, s.Times.HoldEnd, s.Times.NextLook, s.Times.Deadline, s.Times.Refusal} {
		if at > m.in.At && (s.Times.Due == 0 || at < s.Times.Due) {
			s.Times.Due = at
		}
	}
}

// data: fetched data come, in the order of the fetches.
func (m *Model) data() {
	in, r := m.in, &m.S.Reads
	if !in.Beat {
		return
	}
	r.Under[in.BeatSlot%contextSlots] -= uint32(in.Count)
	if r.Kind == nothing {
		return
	}
	if r.Before > 0 {
		r.Before -= min(r.Before, uint32(in.Count))
		return
	}
	l := m.S.front()
	switch r.Kind {
	case aHeader:
		for k := range in.Count {
			m.header(l, r.Got+k, in.Words[k])
		}
		if r.Got += in.Count; r.Got >= regs.ContextHeaderDWords {
			l.add(headerCome)
			m.idle = true // it is judged in the next cycle
			r.Kind, r.Got = nothing, 0
		}
	case anArea:
		for k := range in.Count {
			m.area(l, r.Got+k, in.Words[k])
		}
		if r.Got += in.Count; r.Got >= areaWords {
			r.Kind, r.Got, r.Packing, m.S.Times.Parsed = nothing, 0, [regs.PackingCount]uint32{}, 0
		}
	default:
		r.Word, r.Got = in.Words[0], 1
	}
}

// awaits notes that the CSP asks for data that decide something.
func (m *Model) awaits(k awaited) {
	r := &m.S.Reads
	r.Kind, r.Got, r.Word = k, 0, 0
	r.Before = r.Under[0] + r.Under[1]
}

// command: the CPU says something. It is heard at once, unless four entries wait, or as many pages are being left as can be; where the
// status buffer is, when no entry waits.
func (m *Model) command() {
	in, s := m.in, m.S
	if !in.Offered {
		return
	}
	c := &in.Command
	m.f.taken = s.Count < fullEntries
	switch c.Kind {
	case regs.HostCommandFlushPage:
		m.f.taken = m.f.taken && s.Flushes < mostFlushes && m.f.room[ToMXU] > 0
	case regs.HostCommandStatusBuffer: // entries that wait belong into the old buffer
		m.f.taken = s.Count == 0
	}
	if !m.f.taken || !in.Taken {
		return
	}
	switch c.Kind {
	case regs.HostCommandRunList:
		m.written(c)
	case regs.HostCommandInterrupt:
		s.Pending |= regs.CauseCpu
		if c.Other {
			s.Wishes.Other, s.Wishes.Mode = true, c.Return
		}
	case regs.HostCommandSwap:
		s.Wishes.Swap = true
	case regs.HostCommandReturn:
		s.Wishes.Return = true
		if !s.Awake {
			m.wake()
		}
	case regs.HostCommandDoorbell:
		s.Wishes.Again = true
	case regs.HostCommandStatusBuffer:
		s.Buffer, s.Size, s.Sequence, s.Part = lines(c.Addr), c.Count, 0, 0
	case regs.HostCommandServed:
		m.pageServed(lines(c.Addr))
	case regs.HostCommandFlushPage:
		s.Flushes++
		m.f.ask(Ask{Kind: AskFlush, Addr: c.Addr})
	}
}

// lines: headers, page tables and entries of the status buffer begin where lines of 64 bytes do, and the CSP does not
// look at what is left of an address that the CPU gives.
func lines(addr uint32) uint32 { return addr / 64 * 64 }

// written: the CPU has written a list.
func (m *Model) written(c *Command) {
	s := m.S
	n := uint8(0)
	if c.Odd {
		n = 1
	}
	if s.Refuses(c.Odd) {
		m.tell(Entry{Kind: regs.StatusKindRefused, List: n})
		return
	}
	l := list{Slices: c.Slices, Leave: c.Leave}
	for k := range c.Contexts {
		context := lines(c.Contexts[k])
		l.Contexts[k], l.Tables[k], l.Held[k] = context, lines(c.Tables[k]), true
		s.each(context, func(old *list, i int) {
			if old.Barred[i] == unserved {
				l.Barred[k] = unserved
			}
		})
	}
	s.Lists[n] = l
	s.Wishes.Again = true
	if !s.Awake {
		m.enter(place{List: n})
	}
}

// pageServed: a context's fault is served.
func (m *Model) pageServed(context uint32) {
	s := m.S
	s.each(context, func(l *list, k int) {
		if l.Barred[k] == unserved {
			l.Barred[k] = free
			s.Wishes.Again = true
		}
	})
	if l := s.running(); l != nil && l.Context == context && s.Pending&regs.CauseFault != 0 {
		l.add(served)
	}
}

// answer: the MXU tells something.
func (m *Model) answer() {
	in, s := m.in, m.S
	if !in.AnswerOffered {
		return
	}
	a := &in.Answer
	m.f.answered = !m.f.released && (a.Kind != Flushed || m.canTell())
	if !m.f.answered || !in.Answered {
		return
	}
	switch l := &s.Slots[a.Slot%contextSlots]; a.Kind {
	case Pinned:
		l.Pins = min(l.Pins+1, l.Asked) // what was not asked for says nothing
	case NotThere:
		if l.Pins < l.Asked {
			m.notThere(l, a)
		}
	case Fault:
		m.fault(l, a)
	case Flushed:
		s.Flushes--
		m.tell(Entry{Kind: regs.StatusKindFlushed, Addr: a.Addr})
	}
}

// acknowledged: writes are in memory.
func (m *Model) acknowledged() {
	if in := m.in; in.Acknowledged && in.AckSlot < StatusSlot {
		m.S.Slots[in.AckSlot].Writes -= in.AckCount
	}
}

// report: a datapath tells something.
func (m *Model) report() {
	in, s := m.in, m.S
	if !in.Reported {
		return
	}
	r := &in.Report
	l := &s.Slots[r.Slot%contextSlots]
	switch r.Kind {
	case HeadMoved:
		l.Head = r.At.Head
		l.add(headed)
		m.headMoved(l)
	case Dumped:
		if l.has(announced) {
			if l.Copies++; l.Copies == copied {
				l.Facts &^= announced
				m.copies = true
			}
		} else {
			l.Counters++
		}
	case CutAt:
		l.add(cutKnown)
		if l.At = r.At; !l.any(restored | headed) {
			l.At.Head = l.Head // that of its header
		}
		if !r.Copied {
			l.Facts &^= announced // it was discarded
		}
		if r.Copied && (!l.has(restored) || l.has(resumed)) {
			l.add(kept)
			l.Words = cursorWords
		}
		m.endsWithFault(l)
	case Resumed:
		l.add(resumed)
		if s.running() == l {
			m.sliceBegins(in.At)
		}
	case Progress:
		if !l.has(over) {
			l.moves()
			s.each(l.Context, func(l *list, k int) { l.Held[k] = false })
		}
		m.careEnds(l.Context)
	case TokenOut:
		s.Outs = max(s.Outs, 1) - 1
	case TokenLeft:
		s.Lefts = max(s.Lefts, 1) - 1
		l.add(past)
	case Drained:
		l.add(drained)
	case BlitReady:
		l.Blits++
	case BlitDone:
		l.Blits -= min(l.Blits, 1)
	case Failed:
		m.fault(l, &Answer{Client: regs.MxuClientCluster, Reason: r.Reason, Addr: r.Addr})
	}
}

// headMoved: a ring head has passed the break point; it may be the place at which the context makes no sense.
func (m *Model) headMoved(l *life) {
	if l.has(tailOutside | stopSent) {
		l.when(m.in.Report.At == l.At, stopPast)
		return
	}
	if p := m.program(l.Context); p != nil && p.Stop != nil && m.in.Report.At == p.Stop.At && l.has(stopSent) {
		l.add(stopPast)
	}
}

// stopping notices that the place at which the context makes no sense is sent. A run that begins before it sends the head before with the same cursor.
func (m *Model) stopping(l *life) {
	if l.has(tailOutside) && !l.has(stopSent) {
		l.At = m.in.HeadAt
		l.add(stopSent)
		return
	}
	p := m.program(l.Context)
	if p == nil || p.Stop == nil || m.in.HeadAt != p.Stop.At {
		return
	}
	if l.has(stopSent) {
		return
	}
	if l.Heads++; l.Heads > 1 || !p.Stop.Twice || l.has(restored) && l.Origin == p.Stop.At && p.Stop.At.Buffer == 0 {
		l.add(stopSent)
	}
}

func (m *Model) program(context uint32) *Program {
	for i := range m.Programs {
		if m.Programs[i].Context == context {
			return &m.Programs[i]
		}
	}
	return nil
}

// sent notes what the CSP has put into its outputs, for later cycles.
func (m *Model) sent() {
	in, s := m.in, m.S
	if in.Put && in.Write.Slot < StatusSlot {
		l := &s.Slots[in.Write.Slot]
		l.Writes++
		if l.Words > 0 && !(in.Reported && in.Report.Kind == CutAt) {
			l.Words--
		}
	}
	l := s.running()
	if in.Interruptible && l != nil {
		l.add(announced)
	}
	if in.Head && l != nil {
		m.stopping(l)
	}
}
