package golden

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"tilemark/hw/regs"
)

// oneTile draws one triangle and returns the mask of its only tile.
func oneTile(t *testing.T, a, b, c [2]float32) uint64 {
	w := newWorld(8, 8)
	w.triangles(w.at(a[0], a[1], 0.5), w.at(b[0], b[1], 0.5), w.at(c[0], c[1], 0.5))
	tiles := w.run(t).kinds(KindTile)
	if len(tiles) == 0 {
		return 0
	}
	require.Len(t, tiles, 1)
	return tiles[0].Mask
}

// rows makes a mask from rows of a picture, the top one first.
func rows(picture ...string) (mask uint64) {
	for y, row := range picture {
		for x, c := range row {
			if c == '#' {
				mask |= 1 << (8*y + x)
			}
		}
	}
	return mask
}

func TestTriangleCoverageByHand(t *testing.T) {
	// The centres (x+½, y+½) below the diagonal x + y = 8. Those with x + y + 1 = 8 lie
	// on the diagonal, which is a right edge: not covered.
	want := rows("#######", "######", "#####", "####", "###", "##", "#")
	for name, v := range map[string][3][2]float32{
		"clockwise":        {{0, 0}, {8, 0}, {0, 8}},
		"counterclockwise": {{0, 0}, {0, 8}, {8, 0}},
		"rotated":          {{0, 8}, {0, 0}, {8, 0}},
	} {
		t.Run(name, func(t *testing.T) { require.Equal(t, want, oneTile(t, v[0], v[1], v[2])) })
	}
	// The other half of the square: its diagonal is a left edge, the centres on it count.
	other := rows("       #", "      ##", "     ###", "    ####", "   #####", "  ######", " #######", "########")
	require.Equal(t, other, oneTile(t, [2]float32{8, 0}, [2]float32{8, 8}, [2]float32{0, 8}))
	require.Equal(t, ^uint64(0), want|other)
	require.Zero(t, want&other)
}

func TestThinTriangleCoverageByHand(t *testing.T) {
	// Corners in window coordinates (1.5,1.5) (6.5,1.5) (1.5,3.5), all centres. In centre
	// coordinates (1,1) (6,1) (1,3): x from 1, y from 1, 2(x-1) + 5(y-1) < 10.
	want := rows("", " #####", " ###")
	require.Equal(t, want, oneTile(t, [2]float32{1.5, 1.5}, [2]float32{6.5, 1.5}, [2]float32{1.5, 3.5}))
}

func TestFillRuleOfQuadsOnPixelCentres(t *testing.T) {
	// All four edges pass through centres: left and top count, right and bottom do not.
	w := newWorld(8, 8)
	w.countCovers()
	a, b, c, d := w.at(1.5, 2.5, 0), w.at(5.5, 2.5, 0), w.at(5.5, 6.5, 0), w.at(1.5, 6.5, 0)
	w.triangles(a, b, c, a, c, d)
	w.run(t)
	for i, v := range w.colors() {
		x, y := i%8, i/8
		inside := x >= 1 && x < 5 && y >= 2 && y < 6
		require.Equal(t, inside, v == 1, "pixel (%d, %d) is %d", x, y, v)
	}
}

func TestScissorAndTargetLimitTheTiles(t *testing.T) {
	w := newWorld(32, 32)
	w.set(regs.BlockSGTG, regs.SGTGTargetSize, 20|30<<16)
	w.set(regs.BlockSGTG, regs.SGTGScissorMin, 9|15<<16, 100|17<<16)
	w.triangles(w.at(0, 0, 0), w.at(32, 0, 0), w.at(32, 32, 0))
	tiles := w.run(t).kinds(KindTile)
	// Rows 15 and 16; columns 9 to 19; x ≥ y, as the diagonal is a left edge.
	require.Len(t, tiles, 3)
	for i, want := range []Event{
		{X: 1, Y: 1, Mask: 0x80 << 56},
		{X: 2, Y: 1, Mask: 0x0f << 56},
		{X: 2, Y: 2, Mask: 0x0f},
	} {
		require.Equal(t, want, Event{X: tiles[i].X, Y: tiles[i].Y, Mask: tiles[i].Mask})
	}
}

func TestTilesAreNumberedByRowsAndFragmentsByQuads(t *testing.T) {
	w := newWorld(16, 16)
	w.triangles(w.at(0, 0, 0), w.at(32, 0, 0), w.at(0, 32, 0))
	// The vertices lie outside the clip volume, but the guard band keeps them whole.
	w.dma = append([]uint32{header(regs.CommandSetState, regs.BlockTSU, 2), regs.TSUGuardBand, math.Float32bits(4)}, w.dma...)
	trace := w.run(t)
	tiles := trace.kinds(KindTile)
	require.Len(t, tiles, 4)
	for i, e := range tiles {
		require.Equal(t, uint32(i+1), e.Cursor.Tile)
		require.Equal(t, [2]uint16{uint16(i % 2), uint16(i / 2)}, [2]uint16{e.X, e.Y})
		var got []string
		for _, f := range trace.Fragments[e.First : e.First+e.Count] {
			got = append(got, fmt.Sprint(f.X-8*e.X, f.Y-8*e.Y))
		}
		require.Equal(t, []string{"0 0", "1 0", "0 1", "1 1", "2 0", "3 0", "2 1", "3 1"}, got[:8])
		if i == 0 {
			require.Equal(t, []string{"6 6", "7 6", "6 7", "7 7"}, got[60:])
		}
	}
}

// meshPoints are the points of a grid over the whole target, the inner ones moved.
func meshPoints(t *rapid.T, w *world, columns, rows int) []corner {
	var points []corner
	for j := range rows + 1 {
		for i := range columns + 1 {
			x, y := float32(i)*float32(w.width)/float32(columns), float32(j)*float32(w.height)/float32(rows)
			if i > 0 && i < columns {
				x += float32(rapid.Float64Range(-0.23, 0.23).Draw(t, "x")) * float32(w.width) / float32(columns)
			}
			if j > 0 && j < rows {
				y += float32(rapid.Float64Range(-0.23, 0.23).Draw(t, "y")) * float32(w.height) / float32(rows)
			}
			points = append(points, w.at(x, y, 0.5))
		}
	}
	return points
}

func TestMeshCoversEachPixelOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := newWorld(rapid.SampledFrom([]int{8, 16, 40, 64}).Draw(t, "width"), rapid.SampledFrom([]int{8, 24, 64}).Draw(t, "height"))
		w.countCovers()
		columns, rows := rapid.IntRange(1, 5).Draw(t, "columns"), rapid.IntRange(1, 5).Draw(t, "rows")
		p := meshPoints(t, w, columns, rows)
		for j := range rows {
			for i := range columns {
				a, b := p[j*(columns+1)+i], p[j*(columns+1)+i+1]
				d, c := p[(j+1)*(columns+1)+i], p[(j+1)*(columns+1)+i+1]
				switch rapid.IntRange(0, 2).Draw(t, "cut") {
				case 0:
					w.triangles(a, b, c, a, c, d)
				case 1:
					w.triangles(b, c, d, a, b, d)
				case 2: // the two wind differently
					w.triangles(a, b, c, d, c, a)
				}
			}
		}
		w.run(t)
		for i, v := range w.colors() {
			require.Equal(t, uint32(1), v, "pixel (%d, %d)", i%w.width, i/w.width)
		}
	})
}

func TestFansOfAPolygonCoverTheSamePixelsOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const size, radius = 64, 28
		w := newWorld(size, size)
		n := rapid.IntRange(3, 9).Draw(t, "n")
		turn := rapid.Float64Range(0, 2*math.Pi).Draw(t, "turn")
		var ring []corner
		for i := range n {
			angle := turn + 2*math.Pi*(float64(i)+rapid.Float64Range(0, 0.7).Draw(t, "angle"))/float64(n)
			ring = append(ring, w.at(32+float32(radius*math.Cos(angle)), 32+float32(radius*math.Sin(angle)), 0.5))
		}
		w.countCovers()
		from := func(k int) []corner { return append(append([]corner{}, ring[k:]...), ring[:k]...) }
		w.set(regs.BlockCSP, regs.CSPTopology, regs.CSPTopologyTriangleFan)
		w.draw(uint32(n), 1, w.vertices(ring...))
		w.run(t)
		first := w.colors()
		w.fill(colorAddr, 0)
		w.dma = w.dma[:len(w.dma)-5]
		w.draw(uint32(n), 1, w.vertices(from(rapid.IntRange(1, n-1).Draw(t, "start"))...))
		w.run(t)
		require.Equal(t, first, w.colors())
		for _, v := range first {
			require.LessOrEqual(t, v, uint32(1))
		}
	})
}

// The coverage of random triangles, by the sign of three exact cross products.
func TestCoverageAgainstCrossProducts(t *testing.T) {
	coordinate := rapid.Int64Range(-200, 40*subPixels)
	rapid.Check(t, func(t *rapid.T) {
		var tri triangle
		for i := range tri.v {
			tri.v[i] = screenVertex{x: coordinate.Draw(t, "x"), y: coordinate.Draw(t, "y")}
		}
		tri.area = signedArea(&tri.v)
		if tri.area == 0 {
			return
		}
		box := tri.bounds().intersect(rect{0, 0, 40, 40})
		e := tri.edges()
		for y := range 5 {
			for x := range 5 {
				mask := e.tileMask(x, y, box)
				for i := range 64 {
					px, py := int64(8*x+i%8)*subPixels, int64(8*y+i/8)*subPixels
					strictly, on := side(&tri, px, py)
					covered := mask>>i&1 != 0
					if strictly || !on {
						require.Equal(t, strictly, covered, "(%d, %d)", px, py)
					}
				}
			}
		}
	})
}

// side tells whether a point lies strictly inside a triangle, and whether on an edge's
// line without being strictly outside another.
func side(t *triangle, x, y int64) (strictly, on bool) {
	strictly, on = true, true
	for i := range 3 {
		a, b := t.v[i], t.v[(i+1)%3]
		cross := (b.x-a.x)*(y-a.y) - (x-a.x)*(b.y-a.y)
		if t.area < 0 {
			cross = -cross
		}
		strictly = strictly && cross > 0
		on = on && cross >= 0
	}
	return strictly, on && !strictly
}
