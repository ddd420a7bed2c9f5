package zl2

import (
	"tilemark/hw/blocks/drq"
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
	"tilemark/hw/wires"
)

// flush writes the cache back and waits for memory; at INT_END the DRQ machine then
// reports the query counter and resets the registers.
func (b *ZL2) flush(c *pipe.Cmd) (a wires.Activity, ok bool) {
	if c.Keeps() {
		return 0, true
	}
	a, done := b.cache.Flush()
	switch {
	case !done:
		return a, false
	case c.Kind != pipe.IntEnd:
		return 0, true
	case !b.P.ZFifo.Valid():
		return b.P.ZFifo.Starved(), false
	}
	return b.endContext(c)
}

// endContext runs the DRQ machine on INT_END: the counter out, the registers reset, the
// token forwarded.
func (b *ZL2) endContext(c *pipe.Cmd) (a wires.Activity, ok bool) {
	s := &b.S
	const first, past = regs.ZL2OcclusionLo, regs.ZL2OcclusionHi + 1
	if !b.drq.Ending() { // the counter takes cycles of its own
		a, _ = b.drq.EndContext(c.Slot, drq.Counters{Block: regs.BlockZL2, First: first, Regs: s.Regs[first:past]})
		return a, false
	}
	b.P.ZFifo.Drop()
	b.drq.Return(&s.Regs)
	return 0, true
}
