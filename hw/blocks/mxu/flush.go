package mxu

import "tilemark/hw/pipe"

// flush is a page whose word in a page table the CPU has changed, and which is to leave
// its frame.
type flush struct {
	Valid   bool
	Leaving bool   // no pin holds it there any more
	Frame   uint16 // where it was
	Addr    uint32 // byte address of the page
	Left    uint16 // Leaving: requests in memory that may be for that place
}

// startFlush forgets what the TLB has, and searches have found, for a page.
func (m *MXU) startFlush(c *pipe.MXUCommand) {
	page, frame := uint16(c.Addr>>pipe.PageShift), uint16(c.Frame>>pipe.PageShift)
	for i := range m.S.TLB {
		if e := &m.S.TLB[i]; e.Page == page && e.Frame == frame {
			*e = translation{}
		}
	}
	for _, i := range m.seekers {
		s := m.seeking(i)
		if s.page() == page && (s.Phase == Walked || s.Phase == Found) {
			m.restartSearch(i)
		}
	}
	m.outdate(page%pipe.TablePages, frame)
	m.S.Paging = true
	for i := range m.S.Flushes {
		if f := &m.S.Flushes[i]; !f.Valid {
			*f = flush{Valid: true, Addr: c.Addr, Frame: frame}
			m.askCaches(i)
			return
		}
	}
	m.Break("flush", "more than %d pages are to be flushed at a time", pipe.MaxFlushes)
}

// flush tells the CSP of a page that nothing uses at its old place.
func (m *MXU) flush() (moved bool) {
	for i := range m.S.Flushes {
		f := &m.S.Flushes[i]
		if f.Valid && !f.Leaving && !m.cached(i) && !m.pinnedAt(f) && !m.atomicsIn(f.Frame) {
			f.Leaving, f.Left = true, uint16(m.inFlight())
			moved = true
		}
		if f.Leaving && f.Left == 0 && m.P.MXUCSP.Ready() {
			m.P.MXUCSP.Put(pipe.MXUAnswer{Kind: pipe.PageFlushed, Addr: f.Addr})
			*f = flush{}
			moved = true
		}
	}
	return moved
}

func (m *MXU) pinnedAt(f *flush) bool {
	for slot := range m.S.Pins {
		if p := m.S.Pins[slot][f.Addr>>pipe.PageShift%pipe.TablePages]; p.Count > 0 && p.Frame == f.Frame {
			return true
		}
	}
	return false
}

// flushAnswered counts an answer of memory, which come in the order of requests.
func (m *MXU) flushAnswered() {
	for i := range m.S.Flushes {
		if f := &m.S.Flushes[i]; f.Left > 0 {
			f.Left--
		}
	}
}
