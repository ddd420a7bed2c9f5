package mxu

import "tilemark/hw/pipe"

// walkPhase is the state of the walker.
type walkPhase uint8

// Phases of the walker.
const (
	Resting walkPhase = iota
	Asking            // the read of the page table is to be sent
	Reading           // it is in memory
)

// walk is the walker: it reads a word of a page table for one search at a time.
type walk struct {
	Phase walkPhase
	Port  uint8 // whose search
	Again bool  // the page table has changed since: the answer is not to be believed
}

// startWalk gives the walker the next search that wants it, fairly.
func (m *MXU) startWalk() bool {
	s := &m.S
	if s.Walk.Phase != Resting {
		return false
	}
	var want uint64
	for _, i := range m.seekers {
		if m.seeking(i).Phase == Wanted {
			want |= 1 << i
		}
	}
	i := s.WalkTurn.Pick(want)
	if i < 0 {
		return false
	}
	m.seeking(i).Phase = Walked
	s.Walk = walk{Phase: Asking, Port: uint8(i)}
	return true
}

// readTable sends the read of the line that has the page's word.
func (m *MXU) readTable() {
	w := &m.S.Walk
	s := m.seeking(int(w.Port))
	addr := m.S.Tables[s.Slot] + 4*uint32(s.page())
	*m.P.MemReq.Slot() = pipe.MemRequest{Op: pipe.Read, Slot: s.Slot, Client: Walker, Addr: addr &^ (pipe.LineBytes - 1)}
	m.P.MemReq.Push()
	w.Phase = Reading
}

// walked takes the line.
func (m *MXU) walked(a *pipe.MemAnswer) {
	w := m.S.Walk
	s := m.seeking(int(w.Port))
	m.S.Walk = walk{}
	word := a.Data[s.page()%(pipe.LineBytes/4)]
	switch {
	case w.Again:
		*s = search{}
	case word&pipe.PagePresent == 0:
		m.refuse(int(w.Port), pipe.NotPresent)
	case word>>pipe.PageShift >= m.pages:
		m.refuse(int(w.Port), pipe.Outside)
	default:
		s.Phase, s.Frame = Found, uint16(word>>pipe.PageShift)
		*m.tlbPlace(s.Slot, uint32(s.page())) = translation{Valid: true, Slot: s.Slot, Page: s.page(), Frame: s.Frame}
	}
}

// restartSearch makes a search begin anew, with the page table as it is now.
func (m *MXU) restartSearch(port int) {
	s, w := m.seeking(port), &m.S.Walk
	if s.Phase == Walked && w.Phase == Reading {
		w.Again = true
		return
	}
	if s.Phase == Walked {
		*w = walk{}
	}
	*s = search{}
}
