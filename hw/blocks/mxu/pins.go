package mxu

import (
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
	"tilemark/hw/wires"
)

// pin keeps a page of a slot where it is. What is below the break point is translated by
// pins alone: a page that is pinned keeps its frame, whatever its page table says since.
type pin struct {
	Count uint16 // backEndPin for each use below the break point, also by scratch memory, cspPin for each other one of the CSP; 0: the page is not pinned
	Frame uint16
}

// What a pin counts. The CSP pins a page for header, ring and save area, so at most three
// times; what a context has the back end give up does not touch these.
const (
	backEndPin = 1
	cspPin     = 1 << 14
	// mostPinned is how often the break point pins a page before tiles below have to give
	// it up: what is between it and cspPin is for the lines of caches.
	mostPinned = cspPin / 4
)

// pagesPerCycle is how many pages a request can pin in a cycle where there is a page
// table: those of a tile.
const pagesPerCycle = 2

// pin serves the break point: one entry a cycle, in order.
func (m *MXU) pin() bool {
	if !m.P.BPMXU.Valid() {
		return false
	}
	r := m.P.BPMXU.Head()
	g := &m.S.Regs[r.Slot]
	switch r.Kind {
	case pipe.State:
		switch w := r.RegWrite(); w.Block {
		case regs.BlockC2D:
			regs.Write(m.S.C2D[r.Slot][:], w.Reg, w.Value)
		case regs.BlockBIND:
			regs.Write(m.S.Bind[r.Slot][:], w.Reg, w.Value)
		default:
			regs.Write(g[:], w.Reg, w.Value)
		}
	case pipe.Interruptible:
		if a, done := m.dump(r.Slot); !done {
			return a == wires.Busy
		}
	case pipe.IntEnd:
		g.Reset()
		m.S.Bind[r.Slot].Reset()
		m.S.C2D[r.Slot].Reset()
	default:
		if moved, done := m.pinFor(r); !done {
			return moved
		}
	}
	m.P.BPMXU.Drop()
	return true
}

// dump sends the registers of MXU, then those of BIND.
func (m *MXU) dump(slot uint8) (a wires.Activity, done bool) {
	if !m.S.Dumped {
		if a, done = m.drq.Dump(slot, m.S.Regs[slot][:]); !done {
			return a, false
		}
		m.S.Dumped = true
	}
	if a, done = m.drq.DumpFor(regs.BlockBIND, slot, m.S.Bind[slot][:]); done {
		m.S.Dumped = false
	}
	return a, done
}

// pinFor pins what an entry needs that is to pass the break point, or takes it back.
func (m *MXU) pinFor(r *pipe.PinRequest) (moved, done bool) {
	var buf [boundAreas]area
	a := m.needs(r, &buf)
	if r.Back {
		m.takeBack(r, a)
		return true, true
	}
	if !m.P.MXUBP.Ready() {
		return false, false
	}
	if r.Kind == pipe.Draw {
		return m.pinSet(r, a)
	}
	was := m.S.Holding[BreakPoint]
	f := m.hold(BreakPoint, r.Slot, a)
	if f == later {
		return m.S.Holding[BreakPoint] != was, false
	}
	if s := &m.S.Seeking[BreakPoint]; f == nowhere {
		m.fault(BreakPoint, r.Slot, s.Reason, s.Addr, 0)
	} else if r.Kind == pipe.Blit {
		copy(m.S.Blits[r.Slot][:], a)
	}
	m.S.Seeking[BreakPoint] = search{}
	m.P.MXUBP.Put(pipe.PinAnswer{Kind: r.Kind, Slot: r.Slot, Fault: f == nowhere})
	return true, true
}

// takeBack gives up what was pinned for an entry that a cut came before.
func (m *MXU) takeBack(r *pipe.PinRequest, a areas) {
	switch {
	case r.Kind != pipe.Draw:
		m.unpin(BreakPoint, r.Slot, a)
	case r.PinSet() != 0:
		m.dropSet(BreakPoint, r.Slot, r.PinSet())
	}
	if r.Kind == pipe.Blit {
		m.S.Blits[r.Slot] = [few]area{}
	}
}

// hold pins the pages of areas: all that are known at once where there is no page table, so
// many a cycle where there is one. It is called again until they are here, or one of them
// is nowhere; then none is pinned.
func (m *MXU) hold(port int, slot uint8, a areas) finding {
	at := &m.S.Holding[port]
	for n := 0; ; n++ {
		page, next, more := a.after(*at)
		if !more {
			*at = place{}
			return here
		}
		if n == pagesPerCycle && m.S.Tables[slot] != 0 {
			return later
		}
		frame, f := m.find(port, slot, page)
		switch f {
		case later:
			return later
		case nowhere:
			m.unpinUntil(port, slot, a, *at)
			*at = place{}
			return nowhere
		}
		m.keep(port, slot, page, frame)
		*at = next
	}
}

// find translates a page that is to be pinned. While it is pinned at another frame it counts as
// not present: whatever holds it there is over when its context has been cut.
func (m *MXU) find(port int, slot uint8, page uint32) (frame uint32, f finding) {
	addr := uint64(page) << pipe.PageShift
	if frame, f = m.seek(port, slot, addr); f != here {
		return frame, f
	}
	p, s := &m.S.Pins[slot][page], m.seeking(port)
	if port == BreakPoint && p.Count%cspPin >= mostPinned {
		return frame, later
	}
	if *s = (search{}); p.Count > 0 && uint32(p.Frame) != frame {
		*s = search{Slot: slot, Addr: uint32(addr)}
		m.refuse(port, pipe.NotPresent)
		return frame, nowhere
	}
	return frame, here
}

// keep pins a page at the frame where it was found.
func (m *MXU) keep(port int, slot uint8, page, frame uint32) {
	p := &m.S.Pins[slot][page]
	p.Count += m.unit(port)
	p.Frame = uint16(frame)
}

// unit is what a pin of a port counts. The CSP's command is at the head while its pages are pinned or given up.
func (m *MXU) unit(port int) uint16 {
	if port == Command && !m.P.CSPMXU.Head().Lent {
		return cspPin
	}
	return backEndPin
}

// unpin gives back the pages of areas.
func (m *MXU) unpin(port int, slot uint8, a areas) {
	m.unpinUntil(port, slot, a, place{Area: uint8(len(a))})
}

// unpinUntil gives back those that come before a place.
func (m *MXU) unpinUntil(port int, slot uint8, a areas, end place) {
	for at := (place{}); at != end; {
		page, next, more := a.after(at)
		if !more {
			return
		}
		m.drop(port, slot, page)
		at = next
	}
}

// count keeps the pins of cached lines, retired tiles and draws that are complete.
func (m *MXU) count(client int, r *pipe.MemRequest) {
	page := r.Addr >> pipe.PageShift
	switch {
	case r.Op == pipe.UnpinSet:
		m.dropSet(client, r.Slot, r.Set)
	case r.Op == pipe.Unpin:
		m.drop(client, r.Slot, page)
	case client != Depth && client != Color: // the draw holds the pins of its textures, not the lines
	case r.Op == pipe.Read:
		m.S.Pins[r.Slot][page].Count += backEndPin
	case r.Op == pipe.Release, r.Evict:
		m.drop(client, r.Slot, page)
	}
}

// drop takes back a pin. One that was never counted, because its page was not pinned,
// takes another's, or finds none: its context loses accesses, but no pin outlives it.
func (m *MXU) drop(port int, slot uint8, page uint32) {
	if !m.isPinned(port, slot, page) {
		m.strayed(port, slot, page<<pipe.PageShift)
		return
	}
	p := &m.S.Pins[slot][page]
	if p.Count -= m.unit(port); p.Count == 0 {
		*p = pin{}
	}
	m.givenUp(port, slot, page)
}

// isPinned tells whether a page is pinned for what uses it. DMA writes header and save
// area beside what its context names.
func (m *MXU) isPinned(port int, slot uint8, page uint32) bool {
	if page >= pipe.TablePages {
		return false
	}
	n := m.S.Pins[slot][page].Count
	switch {
	case port == Command && m.unit(port) == cspPin:
		return n >= cspPin
	case port == DMAWrite:
		return n > 0
	}
	return n%cspPin > 0
}

// blitDone gives back what is pinned for a fill or copy, when C2D reports its end on the
// datapath that passes here: nothing of it is on its way to memory any more.
func (m *MXU) blitDone() bool {
	in := &m.P.DPC2D
	if !in.Valid() || in.Head().Kind != pipe.BlitDone {
		return false
	}
	b := &m.S.Blits[in.Head().Slot]
	if *b == ([few]area{}) {
		return false
	}
	m.unpin(C2D, in.Head().Slot, b[:])
	*b = [few]area{}
	return true
}
