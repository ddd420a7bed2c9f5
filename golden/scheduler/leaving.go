package scheduler

import "tilemark/hw/regs"

// releases: reads that are parked are released when INT_END has left the break point.
func (m *Model) releases() {
	for i := range m.S.Slots {
		if l := &m.S.Slots[i]; l.has(past) && !l.has(released) && m.f.ask(Ask{Kind: AskRelease, Slot: uint8(i)}) {
			l.add(released)
			m.f.released = true
		}
	}
}

// leaving: what follows for contexts that were cut or have ended. A save that is complete has RESTORE written, then the pins are given back, then the slot is free.
func (m *Model) leaving() {
	for i := range m.S.Slots {
		if m.leaves(uint8(i)); m.f.restore || m.f.forgets {
			break // one a cycle, of the lower slot first
		}
	}
	m.f.busy = m.f.restore || m.f.forgets
}

// saved tells whether nothing is missing of what a save waits for.
func (l *life) saved() bool {
	return l.has(left|cutKnown|past|drained) && l.Words == 0 && l.Counters >= counted && l.Writes == 0 && l.Blits == 0
}

func (m *Model) leaves(slot uint8) {
	l := &m.S.Slots[slot]
	switch {
	case !l.has(left):
	case !l.has(complete):
		switch {
		case !l.saved():
		case !l.has(kept):
			l.add(complete)
			m.givesBack(slot, l)
		case l.has(restoreSent):
			l.add(complete)
			m.givesBack(slot, l)
		case m.f.room[ToState] > 0:
			m.f.restore = true
			m.f.room[ToState]--
			m.f.write = Write{Slot: slot, Addr: l.Context + 4*regs.ContextHeaderRestore, Count: 2, Data: [2]uint32{regs.CommandRestoreHeader, l.Area}}
			l.add(restoreSent)
		}
	case l.Back < l.Pins:
		m.givesBack(slot, l)
	case m.f.room[ToC2D] > 0 && m.canTell():
		m.f.forgets, m.f.forgotten = true, slot
		m.f.room[ToC2D]--
		if l.Cause&endings != 0 {
			m.careEnds(l.Context)
		}
		m.tell(Entry{
			Kind: regs.StatusKindSwitched, Cause: l.Cause, Reason: l.Reason, List: l.Place.List, Index: l.Place.Index, Client: l.Client, More: l.More, Kept: l.has(kept),
			Careful: m.isCareful(l.Context), Context: l.Context, Addr: l.Addr, At: l.At,
		})
		*l = life{}
	}
}

// givesBack gives back the next of what is pinned.
func (m *Model) givesBack(slot uint8, l *life) bool {
	addr, bytes := l.pages(l.Back)
	if !m.f.ask(Ask{Kind: AskUnpin, Slot: slot, Addr: addr, Bytes: bytes}) {
		return false
	}
	l.Back++
	return true
}
