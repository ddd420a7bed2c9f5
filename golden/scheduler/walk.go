package scheduler

import (
	"tilemark/golden/packing"
	"tilemark/hw/regs"
)

// front: what the front end does in this cycle: it looks for the next context, looks at it, runs it, or sends INT_END.
func (m *Model) front() {
	s := m.S
	l := s.front()
	switch {
	case m.idle:
	case l == nil:
		m.walk()
	case l.has(over):
		m.tokens(l)
	case l.has(started) && !l.has(givenUp):
		m.runs(l)
	default:
		m.examines(l)
	}
}

// walk: no context is at the front.
func (m *Model) walk() {
	s := m.S
	if !s.Awake {
		m.wakes()
		return
	}
	l := &s.Lists[s.Walk.List]
	if l.Over >= listLength {
		m.done()
		return
	}
	k := s.Walk.Index
	context := l.Contexts[k]
	if context == 0 || l.Barred[k] != free {
		m.passedOver()
		return
	}
	slot, ok := m.slotFor(context)
	if !ok || !m.f.ask(Ask{Kind: AskSpace, Slot: slot, Addr: l.Tables[k]}) {
		return
	}
	s.Slots[slot] = life{Facts: taken, Context: context, Place: s.Walk}
	s.Slots[slot].when(m.isCareful(context), careful)
	s.Front = slot + 1
}

// slotFor returns the slot in which a context may be looked at: it is in none itself, and a slot is free of which no read is under way.
func (m *Model) slotFor(context uint32) (uint8, bool) {
	s := m.S
	if m.WaitBreakPoint && s.above() {
		return 0, false
	}
	lowest := len(s.Slots)
	for i := len(s.Slots) - 1; i >= 0; i-- {
		l := &s.Slots[i]
		switch {
		case !l.has(taken):
			lowest = i
		case l.Context == context, m.WaitDrain:
			return 0, false
		}
	}
	return uint8(lowest), lowest < len(s.Slots) && s.Reads.Under[lowest] == 0
}

// wakes: an idle CSP obeys at once.
func (m *Model) wakes() {
	s := m.S
	w := &s.Wishes
	switch {
	case w.Return && s.Home.Noted, w.Swap:
		m.obeys()
		m.walk()
	case w.Again:
		m.enter(s.Walk)
		m.walk()
	}
}

// obeys does what waits for a switch, and tells whether there was something.
func (m *Model) obeys() bool {
	s := m.S
	w := &s.Wishes
	switch {
	case w.Return && s.Home.Noted:
		m.goHome()
	case w.Swap:
		m.anew()
		m.enter(place{List: 1 - s.Walk.List})
	default:
		w.Return = false // there is no place to return to
		return false
	}
	w.Swap, w.Return = false, false
	return true
}

func (m *Model) goHome() {
	s := m.S
	to := s.Home.Place
	s.Home = home{}
	m.anew()
	m.enter(to)
}

// anew: no place counts as passed over.
func (m *Model) anew() { m.S.Lists[0].Over, m.S.Lists[1].Over = 0, 0 }

// enter begins to walk a list at a place.
func (m *Model) enter(p place) {
	s := m.S
	s.Walk, s.Awake = p, true
}

// passedOver: the place that is looked at has nobody to run.
func (m *Model) passedOver() {
	m.S.Lists[m.S.Walk.List].Over++
	m.boundary()
}

// boundary: a switch is obeyed, or the next place follows.
func (m *Model) boundary() {
	s := m.S
	if m.obeys() {
		return
	}
	s.Walk.Index = (s.Walk.Index + 1) % listLength
	if s.Walk.Index == 0 && s.Lists[s.Walk.List].Leave {
		s.Walk.List = 1 - s.Walk.List
	}
}

// wake has the lists walked once more.
func (m *Model) wake() {
	m.anew()
	m.enter(m.S.Walk)
}

// otherDone tells whether the other list has nobody to run.
func (m *Model) otherDone() bool {
	other := &m.S.Lists[1-m.S.Walk.List]
	return other.Over >= listLength || other.empty()
}

// done: all places of the list have been passed over.
func (m *Model) done() {
	s := m.S
	switch {
	case s.Home.Noted:
		m.goHome()
	case !m.otherDone():
		m.enter(place{List: 1 - s.Walk.List})
	case s.Wishes.Again:
		s.Wishes.Again = false
		m.anew()
	case !s.Slots[0].has(taken) && !s.Slots[1].has(taken) && m.canTell():
		s.Awake = false
		m.anew()
		m.tell(Entry{Kind: regs.StatusKindIdle, List: s.Walk.List})
		if s.Wishes.Swap { // one that waits is obeyed, and nothing is looked at again
			s.Wishes.Swap, s.Wishes.Return = false, false
			s.Walk = place{List: 1 - s.Walk.List}
		}
	}
}

// examines: a context is looked at: its header is pinned, then read; then ring and save area are pinned.
func (m *Model) examines(l *life) {
	s := m.S
	slot := s.Front - 1
	switch {
	case l.has(givenUp):
		m.givesUp(slot, l)
	case l.Asked == 0:
		m.pins(slot, l)
	case l.Pins == 0:
	case !l.has(headerAsked):
		if m.f.room[ToFetch] > 0 {
			m.f.fetch = Fetch{Addr: l.Context, DWords: regs.ContextHeaderDWords, Slot: slot}
			m.f.fetches = true
			l.add(headerAsked)
			m.awaits(aHeader)
		}
	case l.has(headerCome) && !l.has(judged):
		m.judges(slot, l)
	case !l.has(judged):
	case l.Pins == l.ranges():
		m.starts(l)
	case l.Asked == l.Pins:
		m.pins(slot, l)
	}
}

// pins asks for the next range that is to be pinned.
func (m *Model) pins(slot uint8, l *life) {
	addr, bytes := l.pages(l.Asked)
	if m.f.ask(Ask{Kind: AskPin, Slot: slot, Addr: addr, Bytes: bytes}) {
		l.Asked++
	}
}

// header keeps what counts of a DWORD of the header.
func (m *Model) header(l *life, n uint8, w uint32) {
	s := m.S
	switch n {
	case regs.ContextHeaderHead:
		l.Head = w
	case regs.ContextHeaderTail:
		s.Tail = w
	case regs.ContextHeaderRestore:
		l.Holder = w
	case regs.ContextHeaderRestoreAddress:
		l.Addr = w
	case regs.ContextHeaderRingSize:
		l.Ring = w
	case regs.ContextHeaderSaveArea:
		l.Area = w
	case regs.ContextHeaderScratch:
		l.Scratch = w
	case regs.ContextHeaderScratchSize:
		l.Shares = w
	}
}

// judges decides by its header whether a context starts. What is met first counts.
func (m *Model) judges(slot uint8, l *life) {
	holder, at := l.Holder, l.Addr
	l.Holder, l.Addr = 0, 0
	l.add(judged)
	wrong := func(reason uint8, word uint32) {
		l.Cause, l.Reason, l.Addr = regs.CauseInvalid, reason, word
		l.add(givenUp)
	}
	tail := m.S.Tail
	size := l.Shares
	fits := m.scratch(l)
	switch {
	case l.Head == tail:
		l.add(givenUp)
	case l.Ring > regs.ContextHeaderRingSizeMax:
		wrong(regs.ReasonHeader, l.Ring)
	case l.Head >= l.Ring:
		wrong(regs.ReasonHeader, l.Head)
	case tail >= l.Ring:
		wrong(regs.ReasonHeader, tail)
	case l.Area%regs.ContextHeaderSaveAreaAlign != 0:
		wrong(regs.ReasonHeader, l.Area)
	case holder == regs.CommandRestoreHeader && at != l.Area:
		wrong(regs.ReasonSaveArea, at)
	case holder != regs.CommandRestoreHeader && holder != regs.CommandSkip1DwordHeader:
		wrong(regs.ReasonPlaceHolder, holder)
	case !fits:
		wrong(regs.ReasonHeader, size)
	case l.Shares > 0 && l.Scratch%regs.ContextHeaderScratchAlign != 0:
		wrong(regs.ReasonHeader, l.Scratch)
	case holder == regs.CommandRestoreHeader:
		l.add(restored)
	}
	l.Ring *= 4
	if l.has(givenUp) {
		m.givesUp(slot, l)
		return
	}
	m.pins(slot, l)
}

// scratch takes the word of the header apart that says how much scratch memory there is: how much of it the machine uses, and whether that can be.
func (m *Model) scratch(l *life) (fits bool) {
	const line, space = 64, 256 << 20 // bytes
	thread := uint64(l.Shares&0xffff) * line
	room := l.Shares >> 16
	if l.Shares = 0; thread == 0 {
		return true
	}
	all := thread * uint64(m.Threads)
	if thread > uint64(m.Scratch) || room < m.Threads || all > space {
		return false
	}
	l.Shares = uint32(all)
	return true
}

// notThere: what was to be pinned is not there.
func (m *Model) notThere(l *life, a *Answer) {
	l.Cause, l.Addr, l.Client, l.More = regs.CauseFault, a.Addr, a.Client, a.More
	if a.Outside {
		l.Cause, l.Reason = regs.CauseInvalid, regs.ReasonAddress
	}
	l.add(givenUp)
	m.idle = true
	m.missed(l)
}

// givesUp: a context that does not start gives back what is pinned, then its slot.
func (m *Model) givesUp(slot uint8, l *life) {
	s := m.S
	if l.Back < l.Pins {
		m.givesBack(slot, l)
		return
	}
	if !m.canTell() { // also of an empty one, of which nothing is told
		return
	}
	if l.Cause != 0 {
		switch {
		case l.Cause&regs.CauseInvalid != 0:
			s.bars(l.Context, barred)
			m.careEnds(l.Context)
		default:
			s.bars(l.Context, unserved)
		}
		m.tell(Entry{
			Kind: regs.StatusKindSwitched, Cause: l.Cause, Reason: l.Reason, List: l.Place.List, Index: l.Place.Index, Client: l.Client, More: l.More,
			Careful: m.isCareful(l.Context), Context: l.Context, Addr: l.Addr,
		})
	} else {
		m.careEnds(l.Context)
	}
	*l = life{}
	s.Front = 0
	m.passedOver()
}

// starts: a context starts to run.
func (m *Model) starts(l *life) {
	s := m.S
	l.add(started)
	m.anew()
	p := &s.Lists[l.Place.List]
	if !l.has(restored) {
		l.Facts &^= careful
	}
	if l.has(restored) {
		l.when(p.Held[l.Place.Index], held)
	} else {
		s.each(l.Context, func(p *list, k int) { p.Held[k] = false })
	}
	if s.Home.Noted && s.Home.First == 0 {
		s.Home.First = l.Context
	}
	if s.Slice = uint64(p.Slices[l.Place.Index]); s.Slice == 0 {
		s.Slice = m.TimeSlice
	}
	s.Times = Times{}
	if !l.has(restored) {
		m.sliceBegins(m.in.At)
	}
	s.Next = 0
	if pr := m.program(l.Context); pr != nil {
		passed := m.Passed(l.Context)
		if l.has(held) {
			l.From = int32(passed)
		}
		for int(s.Next) < len(pr.Waits) && pr.Waits[s.Next].Event < passed {
			s.Next++
		}
	}
}

// areaWords are the words of a save area that say whose it is and where it was cut: DMA offset, context, layout, the packing, then the tail.
const areaWords = areaTail + 6

// Where packing and tail begin in that.
const (
	areaPacking = 3
	areaTail    = areaPacking + regs.PackingCount
)

// area judges a word of a save area. The parser takes one in each cycle.
func (m *Model) area(l *life, n uint8, w uint32) {
	t := &m.S.Times
	t.Parsed = max(t.Parsed+1, m.in.At)
	if t.Refusal != 0 {
		return
	}
	wrong, o := false, &l.Origin
	if n >= areaPacking && n < areaTail {
		p := &m.S.Reads.Packing
		if p[n-areaPacking] = w; n == areaTail-1 {
			_, wrong = packing.Of(func(reg int) uint32 { return p[reg-regs.PackingFirst] }).Wrong()
		}
		if wrong {
			t.Refusal, l.Addr = t.Parsed, w
		}
		return
	}
	switch n {
	case regs.SaveAreaHeadDmaOffset:
		o.Offset = w
	case areaTail + regs.SaveAreaTailPrimitive - regs.SaveTail:
		o.Primitive = w
	case areaTail + regs.SaveAreaTailInstance - regs.SaveTail:
		o.Instance = w
	case areaTail + regs.SaveAreaTailTile - regs.SaveTail:
		o.Tile = w
	case areaTail + regs.SaveAreaTailTriangle - regs.SaveTail:
		o.Triangle = w
	case areaTail + regs.SaveAreaTailDmaBuffer - regs.SaveTail:
		o.Buffer, wrong = w, w%regs.ContextHeaderSaveAreaAlign != 0
	case regs.SaveAreaHeadContext:
		wrong = w != l.Context
	case regs.SaveAreaHeadLayout:
		wrong = w != regs.SaveLayoutID
	case areaTail + regs.SaveAreaTailRingHead - regs.SaveTail:
		o.Head, wrong = w, w >= l.Ring/4
	}
	if wrong {
		t.Refusal, l.Addr = t.Parsed, w
	}
}

// refuses gives up a context whose save area makes no sense: it has started, but nothing of it is in the pipe.
func (m *Model) refuses(l *life) bool {
	s, in := m.S, m.in
	if l.has(restored) && in.Fetched && in.Fetch == (Fetch{Addr: l.Area, DWords: 3, Slot: s.Front - 1}) {
		m.awaits(anArea)
	}
	if s.Times.Refusal == 0 || s.Times.Refusal > in.At {
		return false
	}
	l.Cause, l.Reason = regs.CauseInvalid, regs.ReasonSaveArea
	l.add(givenUp)
	s.Times = Times{}
	s.Reads = reads{Under: s.Reads.Under}
	return true
}
