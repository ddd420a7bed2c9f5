package golden

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"tilemark/hw/regs"
)

// anyPatch has control points near a grid, so that it is a smooth sheet.
func anyPatch(t *rapid.T) patch { return sheet(t, 1) }

// sheet has control points within a distance of the points of a grid.
func sheet(t *rapid.T, distance float32) (p patch) {
	for i := range p {
		for k := range p[i] {
			p[i][k] = float32(rapid.IntRange(-100, 100).Draw(t, "value")) / 100 * distance
		}
		p[i][0] += float32(i % 4)
		p[i][1] += float32(i / 4)
	}
	return p
}

// casteljau evaluates a curve in binary64 by repeated interpolation.
func casteljau(t float64, points ...float64) float64 {
	for len(points) > 1 {
		next := make([]float64, len(points)-1)
		for i := range next {
			next[i] = points[i]*(1-t) + points[i+1]*t
		}
		points = next
	}
	return points[0]
}

// at evaluates component k of a patch in binary64.
func (p *patch) at(u, v float64, k int) float64 {
	var rows []float64
	for r := range 4 {
		var row []float64
		for c := range 4 {
			row = append(row, float64(p[4*r+c][k]))
		}
		rows = append(rows, casteljau(u, row...))
	}
	return casteljau(v, rows...)
}

func TestPatchIsABezierSurface(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := anyPatch(t)
		u, v := rapid.Float32Range(0, 1).Draw(t, "u"), rapid.Float32Range(0, 1).Draw(t, "v")
		rec := p.point(u, v)
		for k := range 3 {
			require.InDelta(t, p.at(float64(u), float64(v), k), float64(rec[k]), 1e-5)
		}
		for k := recordTexture; k < recordValues; k++ {
			a := float64(p[0][k])*(1-float64(u)) + float64(p[3][k])*float64(u)
			b := float64(p[12][k])*(1-float64(u)) + float64(p[15][k])*float64(u)
			require.InDelta(t, a*(1-float64(v))+b*float64(v), float64(rec[k]), 1e-6)
		}
	})
}

// The normal is that of small differences. Neighbouring control points of a row differ by 1 and at most
// 0.4 in x, by at most 0.4 in y and z, those of a column so in y: the tangents are at least (1.8, ±1.2) and
// (±1.2, 1.8), never parallel.
func TestPatchNormalIsAcrossTheSurface(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := sheet(t, 0.2)
		turn := rapid.IntRange(0, 2).Draw(t, "turn") // in space
		for i := range p {
			old := p[i]
			for k := range 3 {
				p[i][(k+turn)%3] = old[k]
			}
		}
		u, v := rapid.Float32Range(0.1, 0.9).Draw(t, "u"), rapid.Float32Range(0.1, 0.9).Draw(t, "v")
		const h = 1e-5
		var du, dv, n [3]float64
		for k := range 3 {
			du[k] = (p.at(float64(u)+h, float64(v), k) - p.at(float64(u)-h, float64(v), k)) / (2 * h)
			dv[k] = (p.at(float64(u), float64(v)+h, k) - p.at(float64(u), float64(v)-h, k)) / (2 * h)
		}
		for k := range 3 {
			n[k] = du[(k+1)%3]*dv[(k+2)%3] - du[(k+2)%3]*dv[(k+1)%3]
		}
		length := math.Hypot(math.Hypot(n[0], n[1]), n[2])
		require.Greater(t, length, 1.7)
		got := p.normal(u, v)
		for k := range 3 {
			require.InDelta(t, n[k]/length, float64(got[k]), 1e-3)
		}
	})
}

func TestPatchCornersAreItsControlPoints(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := anyPatch(t)
		for corner, at := range map[int][2]float32{0: {0, 0}, 3: {1, 0}, 12: {0, 1}, 15: {1, 1}} {
			rec := p.point(at[0], at[1])
			require.Equal(t, p[corner][:3], rec[:3])
			require.Equal(t, p[corner][recordTexture:], rec[recordTexture:])
		}
	})
}

func TestNormalOfDegenerateEdges(t *testing.T) {
	var p patch // a sheet in the xy plane whose first row is one point
	for i := range p {
		p[i][0], p[i][1] = float32(i%4)*float32(i/4), float32(i/4)
	}
	require.Equal(t, [3]float32{0, 0, 1}, p.normal(0.5, 0))
	require.Zero(t, new(patch).normal(0.25, 0.5), "a point has no normal")
}

// flatPatch covers the window rectangle from (x, y) on.
func (w *world) flatPatch(x, y, width, height float32) (corners []corner) {
	for i := range patchVertices {
		corners = append(corners, w.at(x+width*float32(i%4)/3, y+height*float32(i/4)/3, 0))
	}
	return corners
}

func TestPatchCoversItsPixelsOnce(t *testing.T) {
	for level, n := range map[uint32]int{0: 1, 1: 1, 3: 3, 32: 32, 63: 32} {
		w := newWorld(16, 16)
		w.countCovers()
		w.set(regs.BlockCSP, regs.CSPTopology, regs.CSPTopologyPatchList)
		w.set(regs.BlockEUP, regs.EUPTessellation, level)
		corners := w.flatPatch(0, 0, 16, 16)
		w.draw(16+15, 1, w.vertices(append(corners, corners[:15]...)...)) // 15 left over
		trace := w.run(t)
		for _, v := range w.colors() {
			require.EqualValues(t, 1, v)
		}
		require.EqualValues(t, 1, trace.Stats.Primitives)
		triangles := trace.kinds(KindTriangle)
		require.Len(t, triangles, 2*n*n)
		for i, e := range triangles {
			require.Equal(t, [2]uint32{0, 8 * uint32(i)}, [2]uint32{e.Cursor.Primitive, e.Cursor.Triangle})
		}
	}
}

func TestCellsOfAPatchInOrder(t *testing.T) {
	w := newWorld(16, 16)
	w.set(regs.BlockCSP, regs.CSPTopology, regs.CSPTopologyPatchList)
	w.set(regs.BlockEUP, regs.EUPTessellation, 2)
	w.draw(16, 1, w.vertices(w.flatPatch(0, 0, 16, 16)...))
	var got [][3]uint32
	for _, e := range w.run(t).kinds(KindTile) {
		got = append(got, [3]uint32{e.Cursor.Triangle / 8, uint32(e.X), uint32(e.Y)})
	}
	// A cell is a tile; its second triangle begins right of the diagonal.
	require.Equal(t, [][3]uint32{{0, 0, 0}, {1, 0, 0}, {2, 1, 0}, {3, 1, 0}, {4, 0, 1}, {5, 0, 1}, {6, 1, 1}, {7, 1, 1}}, got)
}

func TestIndexedPatches(t *testing.T) {
	w := newWorld(16, 8)
	w.vertices(corner{}) // vertex 0 is nobody's
	w.vertices(w.flatPatch(0, 0, 8, 8)...)
	w.vertices(w.flatPatch(8, 0, 8, 8)...)
	w.set(regs.BlockCSP, regs.CSPTopology, regs.CSPTopologyPatchList)
	w.indices(regs.CSPIndexFormatU16|restart, 0xffff, 1, 0) // no restart in patches
	w.set(regs.BlockCSP, regs.CSPBaseVertex, 1)
	w.command(regs.CommandDraw, 0, 2, 1, 1, 1)
	trace := w.run(t)
	tiles := trace.kinds(KindTile)
	require.Len(t, tiles, 4)
	for i, e := range tiles {
		require.EqualValues(t, [2]int{i / 2, 1 - i/2}, [2]int{int(e.Cursor.Primitive), int(e.X)})
	}
}

func TestClippedTrianglesOfPatchesAreNumbered(t *testing.T) {
	w := newWorld(8, 8)
	w.set(regs.BlockCSP, regs.CSPTopology, regs.CSPTopologyPatchList)
	w.draw(16, 1, w.vertices(w.flatPatch(-4, -4, 16, 16)...))
	var ids []uint32
	for _, e := range w.run(t).kinds(KindTriangle) {
		ids = append(ids, e.Cursor.Triangle)
	}
	require.Subset(t, []uint32{0, 1, 2, 3, 8, 9, 10, 11}, ids)
	require.Contains(t, ids, uint32(9))
}

func TestPatchPastTheVerticesReadsZeros(t *testing.T) {
	w := newWorld(8, 8)
	w.set(regs.BlockCSP, regs.CSPTopology, regs.CSPTopologyPatchList)
	w.set(regs.BlockEUPFront, regs.EUPFrontVertexCount, 3)
	w.draw(32, 1, w.vertices(w.flatPatch(0, 0, 8, 8)...))
	trace := w.run(t)
	require.EqualValues(t, 2, trace.Stats.Primitives)
}

// A side that is one point has a tangent of exactly zero, whatever its coordinates: the
// normal is that of a point a little inside, not the direction of a rounding.
func TestNormalAtASideThatIsAPoint(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := anyPatch(t)
		pole := p[0]
		for i := range p {
			p[i][2] = 0.3 // all in a plane
			if i < 4 {
				p[i] = pole
				p[i][2] = 0.3
			}
		}
		for i := range 8 {
			n := p.normal(float32(i)/7, 0)
			require.Zero(t, n[0])
			require.Zero(t, n[1])
		}
	})
}
