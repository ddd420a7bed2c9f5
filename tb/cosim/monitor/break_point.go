package monitor

import (
	"tilemark/golden"
	"tilemark/hw/blocks/breakpoint"
	"tilemark/hw/pipe"
	"tilemark/text/number"
)

// pulse: the line was raised; its readers see it in the next cycle. That INT_END of the cut before is not above the break
// point is the business of the scheduler's model (schedule.go).
func (mon *Monitor) pulse(cycle uint64) {
	s := &mon.s
	s.Pulsed, s.PulseAt = true, cycle
	mon.discardFrom(cycle+1, false)
	s.Cuts++
	s.CutTokens = s.Ended + 1
}

// seen tells whether the break point has seen the line by now.
func (mon *Monitor) seen(cycle uint64) bool {
	if mon.s.Pulsed && cycle > mon.s.PulseAt {
		mon.s.Pulsed, mon.s.Cutting = false, true
	}
	return mon.s.Cutting
}

// watchBreakPoint watches the line and what the break point takes, which passes it,
// unless it has seen the line; a tile passes TG when it is put into the TG_FIFO.
func (mon *Monitor) watchBreakPoint() {
	m := mon.m
	tiles := m.TG.P.TGFifo.Tap()
	m.CSP.P.Int.Tap().OnPulse(mon.pulse)
	if mon.m.Config.Place() == breakpoint.AtZL1 {
		mon.at = "ZL1"
		tiles.OnTake(func(cycle uint64, e *pipe.TileEntry) {
			if e.Kind == pipe.Tile && !mon.seen(cycle) {
				mon.tile(e)
			} else {
				mon.passed(cycle, &e.Cmd)
			}
		})
		tiles.OnPut(func(_ uint64, e *pipe.TileEntry) {
			if e.Kind == pipe.TGInt {
				mon.fail(checkTGIntCount, "TG_FIFO", "TG_INT is sent, but the break point is ZL1")
			}
		})
		return
	}
	mon.at = "TG"
	m.SG.P.SGTG.Tap().OnTake(func(cycle uint64, e *pipe.SpanEntry) { mon.passed(cycle, &e.Cmd) })
	tiles.OnPut(mon.tilePut)
}

// passed is called for each entry that the break point takes, but for tiles.
func (mon *Monitor) passed(cycle uint64, e *pipe.Cmd) {
	if mon.seen(cycle) {
		if e.Kind == pipe.IntEnd {
			mon.s.Cutting = false
			if c, _, i := mon.context(e.Slot, mon.at); mon.OnCut != nil {
				mon.OnCut(EventPlace{i, c.Pos})
			}
			mon.discardEnded(cycle)
		} else if mon.at == "TG" && mon.s.TGInts != mon.s.Cuts {
			mon.fail(checkDiscardBeforeTGInt, "TG", "%s is discarded before TG_INT was sent", e.Kind)
		}
		return
	}
	c, t, i := mon.context(e.Slot, mon.at)
	switch e.Kind {
	case pipe.Span, pipe.IntEnd, pipe.Resume, pipe.Stats:
		return
	case pipe.State:
		if e.RegWrite().Restored {
			return
		}
	case pipe.TriEnd:
		if c.Pos < len(t.Events) && t.Events[c.Pos].Kind == golden.KindTile && !c.Skipping {
			mon.fail(checkNextEntry, mon.at, "context %d: the triangle ends, but golden has tile %s", i, describe(&t.Events[c.Pos]))
		}
		return
	case pipe.Mark:
		mon.mark(c, t, i, e)
		return
	}
	mon.advance(c, t, i, e)
}

// tilePut is called for each entry that TG puts into the TG_FIFO.
func (mon *Monitor) tilePut(cycle uint64, e *pipe.TileEntry) {
	switch e.Kind {
	case pipe.TGInt:
		if mon.s.TGInts++; mon.s.TGInts != mon.s.Cuts {
			mon.fail(checkTGIntCount, "TG_FIFO", "TG_INT number %d after %s cuts", mon.s.TGInts, number.Thousands(mon.s.Cuts))
		}
	case pipe.IntEnd:
		if mon.s.TGInts != mon.s.Cuts {
			mon.fail(checkTGIntCount, "TG_FIFO", "INT_END leaves the break point without TG_INT before it")
		}
	case pipe.Tile:
		if mon.seen(cycle) {
			mon.fail(checkTileAfterLine, "TG_FIFO", "a tile passes the break point after the line was seen")
		}
		mon.tile(e)
	}
}

// discardEnded: INT_END of a cut has reached the break point.
func (mon *Monitor) discardEnded(cycle uint64) {
	took := cycle - mon.s.PulseAt
	mon.s.Worst = max(mon.s.Worst, took)
	if took > mon.limit {
		mon.fail(checkDiscardRate, mon.at, "discarding took %s cycles, the bound is %s", number.Thousands(took), number.Thousands(mon.limit))
	}
}

// EventPlace is an event of a context's trace.
type EventPlace struct{ Context, Event int }
