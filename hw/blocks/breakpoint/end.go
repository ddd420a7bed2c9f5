package breakpoint

import (
	"fmt"

	"tilemark/hw/blocks/drq"
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
	"tilemark/hw/wires"
)

// Ending is how far the end of a context is at the break point.
type Ending uint8

// Steps of the end.
const (
	Reporting  Ending = iota // the cursor is to be reported
	TakingBack               // a pin is due that is not needed any more
	Reported                 // the input may be discarded
	Passed                   // the token goes on in this cycle
	Leaving                  // that is to be reported
)

// Interrupt notes that the context is cut here, and tells whether that is to be reported with End. At a transparent gate there is
// nothing to report.
func (g *Gate) Interrupt() (report bool) {
	g.st.Cut = g.here
	return g.here
}

// Finish is Interrupt for a context that has come to its end by itself: INT_END of its slot is here.
func (g *Gate) Finish(slot uint8) (report bool) {
	if g.here {
		g.Learn(slot)
	}
	return g.here
}

// Knows tells whether the context's slot is known. When a cut comes before anything of
// the context, it is learned from the first entry to come.
func (g *Gate) Knows() bool { return g.st.Known }

// Learn takes the context's slot from an entry.
func (g *Gate) Learn(slot uint8) { g.st.Slot, g.st.Known = slot, true }

// Slot is the context's slot.
func (g *Gate) Slot() uint8 { return g.st.Slot }

// End reports the cursor and takes back a pin that was asked for before the cut, and
// tells when both are done. The context's slot must be known.
func (g *Gate) End() (a wires.Activity, done bool) {
	if g.st.Ending == TakingBack {
		return g.takeBack()
	}
	return g.reportCut()
}

// reportCut reports the cursor. An aborted restore has none of its own.
func (g *Gate) reportCut() (a wires.Activity, done bool) {
	if !g.drq.Ready() {
		return g.drq.Blocked(), false
	}
	s := g.st
	r := pipe.Report{Kind: pipe.CutAt, Slot: s.Slot, At: s.At, Copied: s.Copy && s.Restore != Skipping}
	g.drq.Send(r)
	s.Ending = Reported
	if s.Asked.Kind != pipe.None {
		s.Ending = TakingBack
	}
	return wires.Busy, s.Ending == Reported
}

// takeBack releases a pin that was asked for before the cut.
func (g *Gate) takeBack() (a wires.Activity, done bool) {
	if !g.pinned.Valid() {
		return g.pinned.Starved(), false
	}
	if !g.pin.Ready() {
		return g.pin.Blocked(), false
	}
	if a := g.pinned.Head(); !a.Fault {
		g.pin.Put(g.st.Asked.TakenBack(a))
	}
	g.answered()
	g.st.Ending = Reported
	return wires.Busy, true
}

// Token runs the DRQ machine on INT_END, which reports the counters, and lets it pass,
// with the pin set that the end of the pipe gives up; the MXU forgets the context's
// registers.
func (g *Gate) Token(c *pipe.Cmd, ready bool, full wires.Activity) (a wires.Activity, passed bool) {
	if !g.drq.Ending() {
		if a, done := g.drq.EndContext(c.Slot, g.counters()); !done || g.here { // the counters take cycles of their own
			return a, false
		}
	}
	switch {
	case !ready:
		return full, false
	case !g.here:
		return wires.Busy, true
	case !g.pin.Ready():
		return g.pin.Blocked(), false
	}
	c.SetPinSet(g.st.Set)
	g.pin.Put(pipe.PinRequest{Kind: pipe.IntEnd, Slot: c.Slot})
	g.st.Ending = Passed
	return wires.Busy, true
}

// counters are what is reported of the context: at a transparent gate nothing.
func (g *Gate) counters() drq.Counters {
	if !g.here {
		return drq.Counters{}
	}
	return drq.Counters{Block: regs.BlockBP, Regs: g.st.Counts.Regs[:]}
}

// Left reports that the token has left, a cycle later or more, and resets the gate for the next context. At a transparent gate it is done
// at once.
func (g *Gate) Left() (a wires.Activity, done bool) {
	if !g.here {
		return wires.Busy, true
	}
	if g.st.Ending == Passed {
		g.st.Ending = Leaving
		return wires.Busy, false
	}
	if !g.drq.Ready() {
		return g.drq.Blocked(), false
	}
	g.drq.Send(pipe.Report{Kind: pipe.TokenLeft, Slot: g.st.Slot})
	*g.st = State{}
	return wires.Busy, true
}

// Line prints what is waited for and the cursor; phase is the block's own state.
func (g *Gate) Line(phase string) string {
	switch {
	case !g.here:
		return phase
	case g.st.Ending == TakingBack:
		phase = "bak"
	case g.st.Fault && !g.st.Cut:
		phase = "flt"
	case g.st.Cut || g.st.Asked.Kind == pipe.None:
	case g.st.Asked.Kind == pipe.Tile:
		phase = "pTi"
	case g.st.Asked.Kind == pipe.Draw:
		phase = "pDr"
	default:
		phase = "pEn"
	}
	at := &g.st.At
	return fmt.Sprintf("%s %d:%d:%d:%d:%d", phase, at.Offset, at.Instance, at.Primitive, at.Triangle, at.Tile)
}
