package monitor

import (
	"tilemark/golden"
	"tilemark/hw/blocks/wbu"
)

// written compares a fence or query write with golden's next one.
func (mon *Monitor) written(w *wbu.Store) {
	c, t, i := mon.context(w.Slot, "WBU")
	for c.Write < c.Pos && t.Events[c.Write].Kind != golden.KindFence && t.Events[c.Write].Kind != golden.KindQuery {
		c.Write++
	}
	if c.Write >= c.Pos {
		mon.fail(checkNextStore, "WBU", "context %d: a write of %#x to %#x that was not committed", i, w.Value, w.Addr)
		return
	}
	e := &t.Events[c.Write]
	if e.Addr != w.Addr || e.Data != w.Value && !(w.Query && c.uncertain(c.Write)) || (e.Kind == golden.KindQuery) != w.Query {
		mon.fail(checkNextStore, "WBU", "context %d: writes %#x to %#x, golden writes %#x to %#x", i, w.Value, w.Addr, e.Data, e.Addr)
	}
	if !w.Query {
		mon.paid(w.Slot, colors, checkFenceBeforeAnswers, checkFenceBeforePixels, "writes a fence")
	}
	mon.oweStore(c, w)
	if c.Blitting {
		mon.fail(checkFenceBeforeAnswers, "WBU", "context %d: a fence is written while a fill or copy before it is executed", i)
	}
	c.Write++
	mon.Moved()
}
