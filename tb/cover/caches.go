package cover

import (
	"tilemark/hw"
	"tilemark/hw/pipe"
)

// caches covers what clusters have of a context when they have to write it back or drop it.
type caches struct{ group *Group }

// Why lines are written back or dropped.
const (
	atFence = iota
	atBlit
	atToken
	atInvalidate
	atWriteBack
	reasonsToDrop
)

// What a cluster has then.
const (
	noLines = iota
	linesRead
	linesWritten
	contentsOfCaches
)

var (
	dropNames  = [reasonsToDrop]string{"FENCE", "BLIT", "INT_END", "FLUSH INVALIDATE", "FLUSH WRITE_BACK"}
	cacheNames = [contentsOfCaches]string{"nothing", "lines it has read", "lines it has written"}
)

func (g *caches) declare(sp *Space, _ []*hw.Machine) {
	var bins []string
	for _, why := range dropNames {
		for _, what := range cacheNames {
			bins = append(bins, why+": "+what)
		}
	}
	g.group = sp.Group("caches", "What a cluster's level-1.5 cache has of a context at a fence, a fill or copy, a cut or an end, and a flush by mode.", bins...)
}

// attach notes what PS waits for, and looks at a cluster's cache when its pipeline manager is sent the command.
func (g *caches) attach(p *Sampler) {
	m, why := p.s.M, 0
	m.PS.P.PSFifo.Tap().OnTake(func(_ uint64, e *pipe.QuadEntry) {
		switch {
		case e.Kind == pipe.Fence:
			why = atFence
		case e.Kind == pipe.Blit:
			why = atBlit
		case e.Kind == pipe.IntEnd:
			why = atToken
		case e.Kind == pipe.Flush && e.Keeps():
			why = atInvalidate
		case e.Kind == pipe.Flush:
			why = atWriteBack
		}
	})
	for n := range m.Clusters {
		m.EUP.P.Ctrl[n].Tap().OnPut(func(_ uint64, c *pipe.Control) {
			if c.Kind != pipe.ControlDrop && c.Kind != pipe.ControlRefresh {
				return
			}
			what := noLines
			switch lines, _, written := m.Clusters[n].L15.LinesOf(c.Slot); {
			case written > 0:
				what = linesWritten
			case lines > 0:
				what = linesRead
			}
			p.Hit(g.group, why*contentsOfCaches+what)
		})
	}
}
