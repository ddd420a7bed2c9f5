package mxu

import "tilemark/hw/pipe"

// translation is an entry of the TLB: a page of a slot has its place at a frame.
type translation struct {
	Valid       bool
	Slot        uint8
	Page, Frame uint16
}

// finding is what is known of a page's place in memory.
type finding uint8

const (
	here    finding = iota // it has one
	later                  // the walker is needed, or at work
	nowhere                // it has none
)

// searchPhase is the state of a search.
type searchPhase uint8

// Phases of a search.
const (
	Searchless searchPhase = iota
	Wanted                 // the walker is to be asked
	Walked                 // the walker is at work
	Found                  // it has brought the frame, which is kept until it is used
	Refused                // there is no page
)

// search is the way to a translation that the TLB does not have. What the walker brings
// is kept here too, since another walk may drive it from the TLB before it is used.
type search struct {
	Phase  searchPhase
	Slot   uint8
	Reason pipe.FaultReason // Refused
	Frame  uint16           // Found
	Addr   uint32           // byte address
}

func (s *search) page() uint16 { return uint16(s.Addr >> pipe.PageShift) }

// tlbPlace is where the TLB has a page, if it does.
func (m *MXU) tlbPlace(slot uint8, page uint32) *translation {
	return &m.S.TLB[(page^page>>6^uint32(slot)<<5)&uint32(m.cfg.TLB-1)]
}

// translateWithoutWalk translates without the walker.
func (m *MXU) translateWithoutWalk(slot uint8, addr uint64) (frame uint32, f finding) {
	page := uint32(addr >> pipe.PageShift)
	if slot == pipe.Physical {
		return page, here
	}
	switch table := m.S.Tables[slot]; {
	case table == 0 && page < m.pages:
		return page, here
	case table == 0, page >= pipe.TablePages, !m.inMemory(uint64(table) + 4*uint64(page)):
		return 0, nowhere
	}
	if e := m.tlbPlace(slot, page); e.Valid && e.Slot == slot && uint32(e.Page) == page {
		return uint32(e.Frame), here
	}
	return 0, later
}

// translateByPins finds pages that the CSP has pinned: ring, header and save area are read there
// whatever the page table says since.
func (m *MXU) translateByPins(slot uint8, addr uint64) (frame uint32, f finding) {
	if p := &m.S.Pins[slot][addr>>pipe.PageShift]; p.Count > 0 {
		return uint32(p.Frame), here
	}
	return 0, later
}

func (m *MXU) inMemory(addr uint64) bool { return addr>>pipe.PageShift < uint64(m.pages) }

// seek translates an address for a client, or for a pin, and has the walker work for it
// when it must. It is called again, with the same address, until the page is here or
// nowhere.
func (m *MXU) seek(port int, slot uint8, addr uint64) (frame uint32, f finding) {
	s := m.seeking(port)
	switch s.Phase {
	case Walked:
		return 0, later
	case Found:
		return uint32(s.Frame), here
	case Refused:
		return 0, nowhere
	}
	frame, f = m.translateWithoutWalk(slot, addr)
	if f == later && port == DMARead {
		frame, f = m.translateByPins(slot, addr)
	}
	if f == here {
		if s.Phase == Wanted { // another's walk has brought it
			*s = search{}
		}
		return frame, f
	}
	*s = search{Phase: Wanted, Slot: slot, Addr: uint32(addr)}
	if f == nowhere {
		m.refuse(port, pipe.Outside)
	}
	return 0, f
}

// known tells whether the request at a client's head can go to memory as far as its page goes. One
// whose page is not there stays at the head of its queue, and what is after it waits too, whatever
// its slot.
func (m *MXU) known(client int, r *pipe.MemRequest) bool {
	if client != DMARead && client != Vertex { // its page is pinned
		return true
	}
	if m.stale(client) {
		return false
	}
	_, f := m.seek(client, r.Slot, uint64(r.Addr))
	return f == here
}

// place returns the place in memory that a request of a client uses, whose page is known.
func (m *MXU) place(client int, r *pipe.MemRequest) uint32 {
	return m.frame(client, r)<<pipe.PageShift | r.Addr&(1<<pipe.PageShift-1)
}

// used ends a client's search: what it has brought is used.
func (m *MXU) used(client int) {
	if client == DMARead || client == Vertex {
		if s := &m.S.Seeking[client]; s.Phase == Found {
			*s = search{}
		}
	}
}

// frame returns the place of the page that a request of a client uses.
func (m *MXU) frame(client int, r *pipe.MemRequest) uint32 {
	switch client {
	case DMARead, Vertex:
		frame, _ := m.seek(client, r.Slot, uint64(r.Addr))
		return frame
	case DMAWrite:
		if r.Slot == pipe.Physical || m.S.Tables[r.Slot] == 0 {
			return r.Addr >> pipe.PageShift
		}
	}
	return m.pinnedFrame(r.Slot, r.Addr>>pipe.PageShift)
}

// pinnedFrame is where a page is pinned; 0 for one that is not, of which no access gets to memory.
func (m *MXU) pinnedFrame(slot uint8, page uint32) uint32 {
	if page >= pipe.TablePages {
		return 0
	}
	return uint32(m.S.Pins[slot][page].Frame)
}

// setSpace gives a slot another page table. What is left of its old context is answered
// without it.
func (m *MXU) setSpace(slot uint8, table uint32) {
	s := &m.S
	table &^= pipe.LineBytes - 1
	s.Faults[slot], s.Strays[slot] = pageFault{}, pageFault{}
	if table|s.Tables[slot] != 0 {
		m.nothingLeft(slot)
		s.Paging = true
	}
	if !s.Paging {
		return
	}
	s.Tables[slot], s.Stale[slot] = table, m.queued(Vertex, slot)
	for i := range s.TLB {
		if s.TLB[i].Slot == slot {
			s.TLB[i] = translation{}
		}
	}
	for _, i := range m.seekers {
		if m.seeking(i).Slot == slot {
			m.restartSearch(i)
		}
	}
}

// returning tells whether pins of a slot's old context are still given back: an UNPIN is not answered, so a slow
// connection holds it longer than the context is drained.
func (m *MXU) returning(slot uint8) bool {
	for _, client := range [...]int{Depth, Color, C2D} {
		if m.queued(client, slot) > 0 {
			return true
		}
	}
	return m.queuedByClusters(slot) > 0
}

// nothingLeft refuses a new page table while the old one is in use.
func (m *MXU) nothingLeft(slot uint8) {
	for page := range m.S.Pins[slot] {
		if m.S.Pins[slot][page].Count != 0 {
			m.Break("pin", "context slot %d gets another page table while its page %#x is pinned", slot, page)
		}
	}
	if m.S.Sets[slot] != [MaxSets]pinSet{} {
		m.Break("pin", "context slot %d gets another page table while draws of the old context hold pin sets", slot)
	}
	if m.queued(DMARead, slot) > 0 {
		m.Break("space", "context slot %d gets another page table while reads of its rings and buffers are under way", slot)
	}
}

// queued counts a slot's requests in a client's queue. Nothing may have been taken from
// it in this cycle.
func (m *MXU) queued(client int, slot uint8) (n uint16) {
	f := &m.P.Req[client]
	for i := range f.Len() {
		if f.Peek(i).Slot == slot {
			n++
		}
	}
	return n
}
