package cosim

import (
	"tilemark/golden"
	"tilemark/hw/blocks/wbu"
	"tilemark/tb/number"
)

// written compares a fence or query write with golden's next one.
func (mon *Monitor) written(w *wbu.Store) {
	c, t, i := mon.context(w.Slot, "WBU")
	for c.Write < c.Pos && t.Events[c.Write].Kind != golden.KindFence && t.Events[c.Write].Kind != golden.KindQuery {
		c.Write++
	}
	if c.Write >= c.Pos {
		mon.fail(checkStoreUncommitted, "WBU", "context %d: a write of %#x to %#x that was not committed", i, w.Value, w.Addr)
		return
	}
	e := &t.Events[c.Write]
	if e.Addr != w.Addr || e.Data != w.Value || (e.Kind == golden.KindQuery) != w.Query {
		mon.fail(checkStoreValue, "WBU", "context %d: writes %#x to %#x, golden writes %#x to %#x", i, w.Value, w.Addr, e.Data, e.Addr)
	}
	if !w.Query && mon.m.WBU.S.Cache.Writes > 1 {
		mon.fail(checkFenceBeforeAnswers, "WBU", "context %d: a fence is written while %s writes before it are not answered", i, number.Thousands(mon.m.WBU.S.Cache.Writes-1))
	}
	if c.Blitting {
		mon.fail(checkFenceBesideBlit, "WBU", "context %d: a fence is written while a fill or copy before it is executed", i)
	}
	if !w.Query && mon.m.WBU.S.Cache.Valid != 0 {
		mon.fail(checkFenceBeforePixels, "WBU", "context %d: a fence is written while pixels before it are in the cache", i)
	}
	c.Write++
	mon.moved()
}
