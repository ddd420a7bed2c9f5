package monitor

import (
	"tilemark/golden"
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
)

// report watches datapath A.
func (mon *Monitor) report(_ uint64, r *pipe.Report) {
	switch r.Kind {
	case pipe.Committed:
		mon.committed(r)
	case pipe.BlitDone:
		mon.blitDone(r)
	case pipe.HeadMoved:
		c, _, _ := mon.context(r.Slot, "datapath A")
		c.HeadMoves++
	case pipe.Resumed:
		mon.resumed(r)
	case pipe.CutAt:
		mon.cutAt(r)
	}
}

// reportB watches datapath B.
func (mon *Monitor) reportB(_ uint64, r *pipe.Report) {
	switch r.Kind {
	case pipe.Drained:
		mon.paid(r.Slot, colors, checkDrainedUnanswered, checkDrainedUnwritten, "is drained")
	case pipe.BlitReady:
		mon.paid(r.Slot, colors, checkBlitBeforePixels, checkBlitBeforePixels, "begins a fill or copy")
	case pipe.Flushed:
		mon.flushed(r)
	}
}

// committed: each state write is committed once, in order, when it has passed the break
// point.
func (mon *Monitor) committed(r *pipe.Report) {
	c, t, i := mon.context(r.Slot, "datapath A")
	reg, value := r.Register()
	name := regs.RegisterName(int(r.Block), int(reg))
	c.State = max(c.State, mon.v.Interruptible[i]) // the packing is written before, and copied
	for c.State < len(t.Events) && t.Events[c.State].Kind != golden.KindState {
		c.State++
	}
	if c.State >= c.Pos+1 || c.State == len(t.Events) {
		mon.fail(checkCommittedState, "datapath A", "context %d: %s = %#x is committed, but has not passed the break point", i, name, value)
		return
	}
	e := &t.Events[c.State]
	if e.Block != r.Block || e.Reg != reg || e.Value != value {
		mon.fail(checkCommittedState, "datapath A", "context %d: %s = %#x is committed, golden has %s", i, name, value, describe(e))
	}
	c.State++
	mon.Moved()
}

// resumed: a restore reaches its cursor, once.
func (mon *Monitor) resumed(r *pipe.Report) {
	c, _, i := mon.context(r.Slot, "datapath A")
	if c.Reached || cursorOf(&r.At) != c.At {
		mon.fail(checkResumedElsewhere, "datapath A", "context %d: RESUMED at %+v, the restore's cursor is %+v", i, r.At, c.At)
	}
	c.Reached = true
}

// cutAt: the cursor of a cut is golden's. That a restore that is cut before its own cursor
// reports none is the business of the scheduler's model (schedule.go).
func (mon *Monitor) cutAt(r *pipe.Report) {
	c, _, i := mon.context(r.Slot, "datapath A")
	if r.Copied && cursorOf(&r.At) != c.At {
		mon.fail(checkCursorOfCut, "datapath A", "context %d: the cursor is reported as %+v, golden's is %+v", i, r.At, c.At)
	}
	if r.Copied || c.Reached {
		c.HeadMoves++
	}
}
