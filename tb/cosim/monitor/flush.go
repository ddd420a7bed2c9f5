package monitor

import (
	"tilemark/golden"
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
)

// flushSent: the parser sends a flush, and nothing of its context before that is over.
func (mon *Monitor) flushSent(slot uint8, kind pipe.Kind) {
	if slot >= pipe.Slots {
		return
	}
	switch open := &mon.s.Flushing[slot]; {
	case kind == pipe.IntEnd:
		*open = false
	case *open:
		_, _, i := mon.context(slot, "CSP")
		mon.fail(checkWorkAfterFlush, "CSP", "context %d: the parser sends %s before a flush is over", i, kind)
	case kind == pipe.Flush:
		*open = true
	}
}

// watchFlushes follows what the parser sends.
func (mon *Monitor) watchFlushes() {
	p := &mon.m.CSP.P
	p.CSPFifo.Tap().OnPut(func(_ uint64, e *pipe.Cmd) { mon.flushSent(e.Slot, e.Kind) })
	p.Vertex.Tap().OnPut(func(_ uint64, e *pipe.VertexEntry) { mon.flushSent(e.Slot, e.Kind) })
	p.DatapathB.Tap().OnTake(func(_ uint64, r *pipe.Report) {
		if r.Kind == pipe.Flushed {
			mon.s.Flushing[r.Slot] = false
		}
	})
}

// flushed: WBU says that a flush is over. It has passed the break point, and all before it is tested and blended. If it asks for write-backs, all is in
// memory, and no cluster has a line of the context: while the parser waits nothing can bring one. Otherwise clusters have what was written, and nothing else.
func (mon *Monitor) flushed(r *pipe.Report) {
	c, t, i := mon.context(r.Slot, "WBU")
	passed := c.Pos > c.Flushed && t.Events[c.Pos-1].Kind == golden.KindFlush
	c.Flushed = c.Pos
	if !c.uncertain(c.Pos - 1) {
		if mon.nextFragment(c, t) {
			mon.fail(checkFlushEarly, "ZL2", "context %d: a flush is over, but fragment %d of %s was not tested", i, c.Fragment, describe(&t.Events[c.Tile]))
		}
		if mon.nextPixel(c, t, i) {
			mon.fail(checkFlushEarly, "WBU", "context %d: a flush is over, but a pixel of %s was not written", i, describe(&t.Events[c.Blend]))
		}
	}
	keeps := passed && t.Events[c.Pos-1].Data == regs.FlushModeInvalidate
	if !keeps {
		mon.paid(r.Slot, colors, checkFlushEarly, checkFlushEarly, "has flushed")
	}
	if mon.s.Flushing[r.Slot] && !passed {
		mon.fail(checkFlushEarly, "WBU", "context %d: a flush is over that has not passed the break point", i)
	}
	for n, g := range mon.m.Clusters {
		lines, read, _ := g.L15.LinesOf(r.Slot)
		texels := g.Sampler.LinesOf(r.Slot)
		switch {
		case keeps && read+texels > 0:
			mon.fail(checkFlushEarly, "WBU", "context %d: a flush is over, and cluster %d has %d lines of the context that it has read", i, n, read+texels)
		case !keeps && lines+texels > 0:
			mon.fail(checkFlushEarly, "WBU", "context %d: a flush is over, and cluster %d has %d lines of the context", i, n, lines+texels)
		}
	}
	mon.storedAll(r.Slot, "has flushed")
	mon.Moved()
}
