package monitor

import (
	"slices"

	"tilemark/hw/blocks/csp"
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
)

// residence is what a context's page faults have led to since it made progress.
type residence struct {
	Faults   uint32 // since then
	Told     bool   // its last entry says that its runs are careful
	Restored bool   // it runs from its save area
	Careful  uint32 // faults of careful runs
}

// carePatience is how many faults of others the CSP lets pass before it takes care of another
// context (docs/commands.md, "What must be in memory at once").
const carePatience = 64

// lacks: a context has not found a page.
func (mon *Monitor) lacks(i int, e *csp.Event) {
	c := &mon.s.Contexts[i]
	r := &c.Residence
	r.Faults++
	mon.s.Fruitless++
	if mon.feet == nil {
		return
	}
	if limit := mon.fruitless(); mon.s.Fruitless > limit {
		mon.fail(checkFruitlessFaults, "CSP", "%d page faults in a row and no progress, at most %d may be; the last one is of context %d", mon.s.Fruitless, limit, i)
	}
	if !r.Told || e.Kind == csp.EventFault && !r.Restored {
		return
	}
	r.Careful++
	need, page := mon.feet.All[i].Pages(c.Pos, c.At), e.Addr>>pipe.PageShift
	if _, found := slices.BinarySearch(need, page); !found {
		mon.fail(checkCarefulFault, "CSP", "context %d: a careful run at %+v faults on page %#x, golden needs only %#x there", i, c.At, page, need)
	}
	if int(r.Careful) > len(need)+1 {
		mon.fail(checkCarefulFault, "CSP", "context %d: careful runs at %+v have faulted %d times, of %d pages", i, c.At, r.Careful, len(need))
	}
}

// fruitless is the most page faults between which nothing makes progress: of each context two
// until its runs are careful, one for each page, one more for the end, and those that the CSP
// lets pass before it takes care of the first and of the next.
func (mon *Monitor) fruitless() (n uint32) {
	for _, m := range mon.feet.Most {
		n += uint32(m.Needed) + 3
	}
	if others := len(mon.feet.Most); others > 1 {
		n += carePatience * uint32(others+1)
	}
	return n
}

// noteCareful: an entry says whether the runs of a context are careful.
func (mon *Monitor) noteCareful(i int, careful bool) {
	r := &mon.s.Contexts[i].Residence
	if careful && r.Faults == 0 {
		mon.fail(checkCarefulFault, "CSP", "context %d: its runs are to be careful, but it has made progress", i)
	}
	if r.Told = careful; !careful {
		r.Careful = 0
	}
}

// progressed: a context's cursor has moved. What passes without moving it, like the beginning
// of a triangle, passes again after a restore.
func (mon *Monitor) progressed(c *ContextState) {
	c.Residence, mon.s.Fruitless = residence{}, 0
}

// unfit: a context is stopped because its step cannot be resident at once.
func (mon *Monitor) unfit(i int, e *csp.Event) {
	c := &mon.s.Contexts[i]
	if mon.feet == nil {
		mon.fail(checkStepFits, "CSP", "context %d is stopped (%s), but memory has a frame for every page", i, e.Reason)
		c.Refused = true
		return
	}
	need := mon.feet.All[i].Pages(c.Pos, c.At)
	if frames := mon.v.Paging.Frames; len(need) <= frames {
		mon.fail(checkStepFits, "CSP", "context %d is stopped at %+v (%s), but golden needs %d pages there, and there are %d", i, c.At, e.Reason, len(need), frames)
	}
	if !c.Residence.Told {
		mon.fail(checkStepFits, "CSP", "context %d is stopped (%s), but no entry has told that its runs are careful", i, e.Reason)
	}
	c.Refused, mon.s.Fruitless = true, 0
}

// checkFits tells whether a context that has come to its end could: what is pinned at once was
// there. A context that is alone needs all of a step at once.
func (mon *Monitor) checkFits(i int) {
	if mon.feet == nil {
		return
	}
	frames, m := mon.v.Paging.Frames, mon.feet.Most[i]
	if m.Pinned > frames {
		mon.fail(checkStepFits, "MXU", "context %d has come to its end with %d frames, but golden pins %d pages at once", i, frames, m.Pinned)
	}
	if m.Needed > frames && len(mon.v.Traces) == 1 && mon.v.Paging.Steal == 0 {
		mon.fail(checkStepFits, "MXU", "context %d has come to its end with %d frames, but golden needs %d pages at once", i, frames, m.Needed)
	}
}

// lackOfFrames tells whether an event stops a context for lack of frames.
func lackOfFrames(e *csp.Event) bool {
	return e.Cause&regs.CauseInvalid != 0 && e.Reason == regs.ReasonFrames
}
