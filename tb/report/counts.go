package report

import (
	"tilemark/hw"
	"tilemark/hw/pipe"
)

// stage is a place of the pipe at which work is counted.
type stage int

const (
	stageFetched stage = iota
	stageShaded
	stageTriangles
	stageSpans
	stageTiles
	numStages
)

var stageNames = [numStages]string{
	"primitives sent by CSP", "primitives shaded by EUP", "triangles set up by TSU", "spans walked by SG", "tiles committed by TG",
}

// counts is the work that a run did, stage by stage.
type counts [numStages]uint64

// watch counts the entries that carry work.
func (c *counts) watch(m *hw.Machine) {
	t := m.Taps()
	add := func(s stage, is bool) {
		if is {
			c[s]++
		}
	}
	t.Vertex.OnPut(func(_ uint64, e *pipe.VertexEntry) { add(stageFetched, e.Kind == pipe.Prim) })
	t.Eup.OnPut(func(_ uint64, e *pipe.Shaded) { add(stageShaded, e.Kind == pipe.Prim) })
	t.Tsu.OnPut(func(_ uint64, e *pipe.Triangle) { add(stageTriangles, e.Kind == pipe.Tri) })
	t.Spans.OnPut(func(_ uint64, e *pipe.SpanEntry) { add(stageSpans, e.Kind == pipe.Span) })
	t.Tiles.OnPut(func(_ uint64, e *pipe.TileEntry) { add(stageTiles, e.Kind == pipe.Tile) })
}
