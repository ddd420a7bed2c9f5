package mxu

import (
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
)

// MaxSets is the most pin sets that a context slot can have.
const MaxSets = 16

// pinSet is what a draw's pixel stage needs in memory, pinned as one. Draws of a slot that need
// the same share it; the last one gives it up. It goes by its number, from 1 on.
type pinSet struct {
	Uses  uint16 // draws between break point and end of the pipe; 0: the number is free
	Stale bool   // a page of it is to leave its place: no other draw shares it
}

// mostUses is how many draws can share a set.
const mostUses = 1 << 15

// lack is what a set has been found to lack.
type lack struct {
	Pages  uint16
	Reason pipe.FaultReason // of the first
	Addr   uint32           // of the first
}

// pinSet answers a draw: with the number of a set that is pinned already, or of a new one. Without
// a free number it waits for a draw below to end. One that names nothing is no set: 0.
func (m *MXU) pinSet(r *pipe.PinRequest, a areas) (moved, done bool) {
	sets := m.S.Sets[r.Slot][:m.cfg.Sets]
	number := uint8(0)
	if m.hub.binds[0].Active { // the set is there, and the clusters get what it binds
		if moved, done := m.bindings(); !done {
			return moved, false
		}
		m.P.MXUBP.Put(pipe.PinAnswer{Kind: r.Kind, Slot: r.Slot, Set: m.hub.binds[0].Set})
		m.hub.binds[0] = binding{}
		return true, true
	}
	if _, _, any := a.after(place{}); any {
		i := m.shared(r.Slot)
		if i < 0 {
			if i = free(sets); i < 0 {
				return false, false
			}
			was := m.S.Holding[BreakPoint]
			switch m.holdSet(r.Slot, a) {
			case later:
				return m.S.Holding[BreakPoint] != was, false
			case nowhere:
				m.P.MXUBP.Put(pipe.PinAnswer{Kind: r.Kind, Slot: r.Slot, Fault: true})
				return true, true
			}
			sets[i] = pinSet{Stale: m.pinsMovedPage(r.Slot, a)}
			m.bind(r.Slot, i)
			sets[i].Uses++
			return true, false
		}
		sets[i].Uses++
		number = uint8(i) + 1
	}
	m.P.MXUBP.Put(pipe.PinAnswer{Kind: r.Kind, Slot: r.Slot, Set: number})
	return true, true
}

// shared finds a set that binds the same and that another draw may use; -1: there is none.
func (m *MXU) shared(slot uint8) int {
	sets := m.S.Sets[slot][:m.cfg.Sets]
	for i := range sets {
		s := &sets[i]
		if s.Uses == 0 || s.Uses >= mostUses || s.Stale {
			continue
		}
		if *m.binds(slot, i) == m.S.Bind[slot] {
			return i
		}
	}
	return -1
}

// free finds a number that no set has; -1: there is none.
func free(sets []pinSet) int {
	for i := range sets {
		if sets[i].Uses == 0 {
			return i
		}
	}
	return -1
}

// holdSet pins the pages of a set, as hold does. When one is not there none is pinned, but the rest
// is looked for nevertheless, so that the fault tells how many are missing. A page that has no place
// at all ends that: nobody can bring it.
func (m *MXU) holdSet(slot uint8, a areas) finding {
	at, missing, seeking := &m.S.Holding[BreakPoint], &m.S.Lack, &m.S.Seeking[BreakPoint]
	for n := 0; ; n++ {
		page, next, more := a.after(*at)
		switch {
		case !more && missing.Pages > 0:
			m.lacking(slot)
			return nowhere
		case !more:
			*at = place{}
			return here
		case n == pagesPerCycle && m.S.Tables[slot] != 0:
			return later
		}
		frame, f := m.find(BreakPoint, slot, page)
		switch {
		case f == later:
			return later
		case f == nowhere:
			if missing.Pages == 0 {
				m.unpinUntil(BreakPoint, slot, a, *at)
				*missing = lack{Reason: seeking.Reason, Addr: seeking.Addr}
			}
			if seeking.Reason == pipe.Outside {
				missing.Pages = max(missing.Pages, 1)
				m.lacking(slot)
				return nowhere
			}
			missing.Pages++
			*seeking = search{}
		case missing.Pages == 0:
			m.keep(BreakPoint, slot, page, frame)
		}
		*at = next
	}
}

// lacking ends the search for a set of which something is missing.
func (m *MXU) lacking(slot uint8) {
	l := m.S.Lack
	m.fault(BreakPoint, slot, l.Reason, l.Addr, l.Pages-1)
	m.S.Holding[BreakPoint], m.S.Seeking[BreakPoint], m.S.Lack = place{}, search{}, lack{}
}

// dropSet gives a set up for a draw, for whoever is done with it, and its pages with the last one.
func (m *MXU) dropSet(port int, slot, number uint8) {
	if number == 0 || int(number) > m.cfg.Sets || m.S.Sets[slot][number-1].Uses == 0 {
		m.Break("pin", "context slot %d gives up pin set %d, which it does not have", slot, number)
	}
	s := &m.S.Sets[slot][number-1]
	if s.Uses--; s.Uses == 0 {
		var buf [boundAreas]area
		m.unpin(port, slot, bound(m.binds(slot, int(number)-1), &buf))
		*s = pinSet{}
		*m.binds(slot, int(number)-1) = regs.BINDRegs{}
	}
}

// pinsMovedPage tells whether one of the pages is pinned in a frame that it is to leave: it was flushed while the rest was looked for.
func (m *MXU) pinsMovedPage(slot uint8, a areas) bool {
	for i := range m.S.Flushes {
		f := &m.S.Flushes[i]
		page := f.Addr >> pipe.PageShift % pipe.TablePages
		if f.Valid && a.have(page) && m.S.Pins[slot][page].Frame == f.Frame {
			return true
		}
	}
	return false
}

// outdate keeps sets with a page that is to leave a frame from being shared, or draws after one another
// would hold it there for ever.
func (m *MXU) outdate(page, frame uint16) {
	for slot := range m.S.Sets {
		if p := &m.S.Pins[slot][page]; p.Count == 0 || p.Frame != frame {
			continue
		}
		for i := range m.S.Sets[slot] {
			var buf [boundAreas]area
			s := &m.S.Sets[slot][i]
			s.Stale = s.Stale || s.Uses > 0 && bound(m.binds(uint8(slot), i), &buf).have(uint32(page))
		}
	}
}
