package scheduler

import "tilemark/hw/regs"

// care is the one context whose runs are careful, or will be (docs/commands.md, "What must be in
// memory at once").
type care struct {
	Context uint32 // 0: none
	Careful bool
	Others  uint8 // faults of others since its last
	Missed  [regs.PageTableCount / 64]uint64
}

// patience is how many faults of others pass before another context's turn comes.
const patience = 64

// unfit notes a page fault of a context, and tells whether its step cannot be in memory at once.
// early: its header was missing, which is all that an empty context wants.
func (m *Model) unfit(x *slot, early bool) bool {
	c := &m.S.Care
	if c.Context != x.Context {
		if wait := c.Context != 0 || early; wait && c.Others < patience {
			c.Others++
		} else {
			*c = care{Context: x.Context}
		}
		return false
	}
	c.Others = 0
	if !c.Careful {
		c.Careful = true
		return false
	}
	page := x.Addr >> regs.PageTableEntryFrameShift % regs.PageTableCount
	bit := uint64(1) << (page % 64)
	again := c.Missed[page/64]&bit != 0
	c.Missed[page/64] |= bit
	return again
}

// careful tells whether the runs of a context are careful.
func (s *State) careful(context uint32) bool { return s.Care.Careful && s.Care.Context == context }

// careEnds: a context has made progress, has come to its end, or waits for what pages do not bring.
func (m *Model) careEnds(context uint32) {
	if m.S.Care.Context == context {
		m.S.Care = care{}
	}
}

// faultIn: a context that a page fault has cut has told its cursor, or one that has told it has met a fault.
func (m *Model) faultIn(x *slot) {
	if x.Cause&regs.CauseFault == 0 || x.Cause&regs.CauseInvalid != 0 || !m.unfit(x, false) {
		return
	}
	x.Cause = x.Cause&^regs.CauseFault | regs.CauseInvalid // nobody is to serve it
	x.Reason = regs.ReasonFrames
	m.S.keep(x.Context, x.Cause, false)
}
