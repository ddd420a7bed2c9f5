package monitor

import (
	"tilemark/hw/pipe"
)

// watchCaches follows what clusters do with their caches at fences, fills and copies, flushes and ends of contexts.
func (mon *Monitor) watchCaches() {
	mon.m.PS.P.PSFifo.Tap().OnTake(func(_ uint64, e *pipe.QuadEntry) {
		switch e.Kind {
		case pipe.Fence, pipe.Blit, pipe.Flush, pipe.IntEnd:
			mon.s.Barrier, mon.s.Keeps = e.Kind, e.Keeps()
		}
	})
	p := &mon.m.EUP.P
	for n := range mon.m.Clusters {
		p.Ctrl[n].Tap().OnPut(func(_ uint64, c *pipe.Control) {
			if drops, keeps := c.Kind == pipe.ControlDrop, c.Kind == pipe.ControlRefresh; drops && mon.s.Keeps || keeps && !mon.s.Keeps {
				_, _, i := mon.context(c.Slot, "EUP")
				mon.fail(checkFlushMode, "EUP", "context %d: cluster %d is told %s at %s, which keeps what was written: %t", i, n, c.Kind, mon.s.Barrier, mon.s.Keeps)
			}
		})
	}
	p.EUPS.Tap().OnPut(mon.cachesDone)
}

// cachesDone: clusters have done with their caches what PS waits for. Vertex threads go on meanwhile, but at a flush and at the end of a context.
func (mon *Monitor) cachesDone(_ uint64, r *pipe.QuadResult) {
	if r.Kind != pipe.Invalidate {
		return
	}
	defer func() { mon.s.Barrier, mon.s.Keeps = 0, false }()
	if mon.s.Keeps {
		return
	}
	_, t, i := mon.context(r.Slot, "EUP")
	for n, g := range mon.m.Clusters {
		lines, _, written := g.L15.LinesOf(r.Slot)
		switch alone := mon.s.Barrier == pipe.Flush || mon.s.Barrier == pipe.IntEnd; {
		case alone && lines+g.Sampler.LinesOf(r.Slot) > 0:
			mon.fail(checkCachesLeft, "EUP", "context %d: %s goes on in PS, and cluster %d has %d lines of the context", i, mon.s.Barrier, n, lines+g.Sampler.LinesOf(r.Slot))
		case alone && g.L15.StatesOf(r.Slot) > 0:
			mon.fail(checkCachesLeft, "EUP", "context %d: %s goes on in PS, and cluster %d has %d versions of the state of its stages", i, mon.s.Barrier, n, g.L15.StatesOf(r.Slot))
		case written > 0 && t.Scratch == 0: // what vertex threads have in scratch memory stays
			mon.fail(checkCachesLeft, "EUP", "context %d: %s goes on in PS, and cluster %d has %d lines of the context that memory does not have", i, mon.s.Barrier, n, written)
		}
	}
	if mon.m.MXU.ChangedBy(r.Slot) {
		mon.fail(checkCachesLeft, "MXU", "context %d: %s goes on in PS, and the atomic unit has a line that the context has changed", i, mon.s.Barrier)
	}
}
