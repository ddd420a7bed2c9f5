package runs

import (
	"math/bits"

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

// StageNames are the stages in words.
var StageNames = [numStages]string{
	"primitives sent by CSP", "primitives shaded by kernels", "triangles set up by TSU", "spans walked by SG", "tiles committed by TG",
}

// counts is the work that a run did, stage by stage.
type counts [numStages]uint64

// drawn is what a run drew; what an interrupt has had done again counts once.
type drawn struct {
	triangles map[pipe.Cursor]struct{}
	tiles     uint64
	fragments uint64
}

// watch collects what the machine draws.
func (d *drawn) watch(m *hw.Machine) {
	d.triangles = map[pipe.Cursor]struct{}{}
	m.TSU.P.TSUFifo.Tap().OnPut(func(_ uint64, e *pipe.Triangle) {
		if e.Kind == pipe.Tri {
			d.triangles[e.At] = struct{}{}
		}
	})
	m.TG.P.TGFifo.Tap().OnPut(func(_ uint64, e *pipe.TileEntry) {
		if e.Kind == pipe.Tile {
			d.tiles++
			d.fragments += uint64(bits.OnesCount64(e.Mask))
		}
	})
}

// Counts is what was drawn, in numbers.
func (d *drawn) Counts() Counts { return Counts{uint64(len(d.triangles)), d.tiles, d.fragments} }

// watch counts the entries that carry work.
func (c *counts) watch(m *hw.Machine) {
	add := func(s stage, is bool) {
		if is {
			c[s]++
		}
	}
	m.CSP.P.Vertex.Tap().OnPut(func(_ uint64, e *pipe.VertexEntry) { add(stageFetched, e.Kind == pipe.Prim) })
	m.EUP.P.EUPFifo.Tap().OnPut(func(_ uint64, e *pipe.Shaded) { add(stageShaded, e.Kind == pipe.Prim) })
	m.TSU.P.TSUFifo.Tap().OnPut(func(_ uint64, e *pipe.Triangle) { add(stageTriangles, e.Kind == pipe.Tri) })
	m.SG.P.SGTG.Tap().OnPut(func(_ uint64, e *pipe.SpanEntry) { add(stageSpans, e.Kind == pipe.Span) })
	m.TG.P.TGFifo.Tap().OnPut(func(_ uint64, e *pipe.TileEntry) { add(stageTiles, e.Kind == pipe.Tile) })
}

// Counts is what is drawn.
type Counts struct {
	Triangles uint64 `json:"triangles"`
	Tiles     uint64 `json:"tiles"`
	Fragments uint64 `json:"fragments"`
}
