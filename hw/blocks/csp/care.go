package csp

import (
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
)

// care is what the CSP remembers of the one context that it takes care of: page faults
// keep it from making progress. Its next runs are careful: until the break point reports
// progress they read nothing that the next step does not need, so the pages that they
// find missing are those of the step. A step that finds a page missing twice needs more
// pages at once than memory has, as long as the CPU takes none of them away for others
// (spec chapter 2, "Page faults").
type care struct {
	Base    uint32                       // header of the context; 0: none
	Careful bool                         // a second fault has come without progress
	Others  uint8                        // faults since its last that it is not taken for
	Missed  [pipe.TablePages / 64]uint64 // pages that careful runs have not found, a bit each
}

// carePatience is the number of faults after which the CSP takes care of another context: one
// that does not run must not keep it from those that do. It also lets so many pass that miss a
// header: the context may be empty, and then its header is all that it ever wants.
const carePatience = 64

// faultEnds notes that a run of a slot's context ends in a page fault; early, that it has not
// found its header. It returns true when the context's step cannot be resident at once.
func (h *host) faultEnds(s *slot, early bool) (unfit bool) {
	c := &h.Care
	if c.Base != s.Base {
		if (c.Base != 0 || early) && c.Others < carePatience {
			c.Others++
			return false
		}
		*c = care{Base: s.Base}
		return false
	}
	c.Others = 0
	page := s.Addr >> pipe.PageShift % pipe.TablePages
	bit := uint64(1) << (page % 64)
	switch {
	case !c.Careful:
		c.Careful = true
	case c.Missed[page/64]&bit != 0:
		return true
	default:
		c.Missed[page/64] |= bit
	}
	return false
}

// caredFor tells whether the runs of a slot's context are careful.
func (h *host) caredFor(s *slot) bool { return h.Care.Careful && h.Care.Base == s.Base }

// careEnds forgets a slot's context: it has made progress, has come to its end, or waits
// for something that pages do not bring.
func (h *host) careEnds(s *slot) {
	if h.Care.Base == s.Base {
		h.Care = care{}
	}
}

// faultIn is called when a slot's context has been cut and its cursor is in: a fault may
// be found before that, or after.
func (h *host) faultIn(slot uint8) {
	s := &h.slots[slot]
	if s.Cause&regs.CauseFault == 0 || s.Cause&regs.CauseInvalid != 0 || !h.faultEnds(s, false) {
		return
	}
	s.Cause = s.Cause&^regs.CauseFault | regs.CauseInvalid // nobody is to serve it
	s.Reason = regs.ReasonFrames
	h.event(EventFault, slot, Event{Cause: regs.CauseInvalid, Reason: s.Reason, Addr: s.Addr, Client: s.Client})
	h.keep(s)
}
