package scheduler

import "tilemark/hw/regs"

const (
	pageShift = regs.PageTableEntryFrameShift
	patience  = 64 // faults of others
)

// care is whom the CSP takes care of, since page faults bring it no further.
type care struct {
	Whom    uint32 // header; 0: nobody
	Careful bool   // its runs are, from the next one on
	Others  uint8  // faults of others since its last one
	Headers uint8  // faults that miss a header, while it takes care of nobody
}

func (m *Model) isCareful(context uint32) bool {
	c := &m.S.Care
	return c.Careful && c.Whom == context
}

func (m *Model) careEnds(context uint32) {
	if c := &m.S.Care; c.Whom == context {
		*c, m.S.Missed = care{}, [len(m.S.Missed)]uint64{}
	}
}

// missed counts the page fault that a context has left with, or did not start for. One of a page that a careful run has missed before says that the step
// needs more pages at once than memory has.
func (m *Model) missed(l *life) {
	if l.Cause&(regs.CauseFault|regs.CauseInvalid) != regs.CauseFault {
		return
	}
	c := &m.S.Care
	switch {
	case c.Whom == l.Context:
		c.Others, c.Careful = 0, true
		if l.has(careful) {
			page := l.Addr >> pageShift % regs.PageTableCount
			bit := uint64(1) << (page % 64)
			if m.S.Missed[page/64]&bit != 0 {
				l.Cause ^= regs.CauseFault | regs.CauseInvalid
				l.Reason = regs.ReasonFrames
			}
			m.S.Missed[page/64] |= bit
		}
		return
	case c.Whom == 0:
		if !l.has(started) && l.Pins == 0 && c.Headers < patience {
			c.Headers++
			return
		}
	case c.Others < patience:
		c.Others++
		return
	}
	*c, m.S.Missed = care{Whom: l.Context}, [len(m.S.Missed)]uint64{}
}

// endsWithFault: the cursor of a cut has come. If it has moved, that is progress; then the fault that the context leaves with counts.
func (m *Model) endsWithFault(l *life) {
	if l.has(kept) && (!l.has(restored) || l.At != l.Origin) {
		m.careEnds(l.Context)
	}
	if m.missed(l); l.Reason == regs.ReasonFrames {
		m.stops(l)
	}
}
