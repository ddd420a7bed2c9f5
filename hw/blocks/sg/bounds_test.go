package sg

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"tilemark/hw/blocks/blocktest"
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
)

// spans runs the block on a triangle and returns what it sends.
func spans(t testing.TB, e *pipe.Edges, r *regs.SGTGRegs, cycles int) []pipe.SpanEntry {
	b := New("SG", Config{})
	k := blocktest.New(t, b)
	in := blocktest.In(k, &b.P.ASUFifo, "IN", 2)
	out := blocktest.Out(k, &b.P.SGTG, "SG_TG", 4)
	b.S.Regs = *r
	in.Queue = []pipe.Edges{*e}
	k.Step(cycles)
	require.Zero(t, b.S.Row, "rows of no triangle")
	require.Zero(t, b.S.EndRow)
	return out.Got
}

// edge draws a coordinate of a small triangle, often on a pixel's centre or one sub-pixel beside it.
func edge(rt *rapid.T, name string) int32 {
	at := 256 * rapid.Int32Range(-3, 12).Draw(rt, name)
	return at + rapid.OneOf(rapid.SampledFrom([]int32{0, 0, 0, 1, -1, 128}), rapid.Int32Range(0, 255)).Draw(rt, name+" beside")
}

// limits draws target and scissor, whose ends lie among the triangle's, as registers.
func limits(rt *rapid.T) (r regs.SGTGRegs, x, y [3]int32) {
	for i := range 3 { // size, least, one past the greatest
		x[i], y[i] = rapid.Int32Range(0, 12).Draw(rt, "x"), rapid.Int32Range(0, 12).Draw(rt, "y")
		if rapid.IntRange(0, 3).Draw(rt, "all") == 0 {
			x[i], y[i] = [3]int32{0x3fff, 0, 0x3fff}[i], [3]int32{0x3fff, 0, 0x3fff}[i]
		}
	}
	r[regs.SGTGTargetSize] = regs.SGTGTargetSizeFields{Width: uint32(x[0]), Height: uint32(y[0])}.Pack()
	r[regs.SGTGScissorMin] = regs.SGTGScissorMinFields{X: uint32(x[1]), Y: uint32(y[1])}.Pack()
	r[regs.SGTGScissorMax] = regs.SGTGScissorMaxFields{X: uint32(x[2]), Y: uint32(y[2])}.Pack()
	return r, x, y
}

// All that the block sends of a triangle, row by row, against docs/arithmetic.md, section 4, pixel by pixel.
func TestSpansPropertyAreThePixelsInsideTargetAndScissor(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		e := &pipe.Edges{Cmd: pipe.Cmd{Kind: pipe.Tri, Slot: 1, At: pipe.Cursor{Primitive: 5, Triangle: 2}}}
		for i := range e.X {
			e.X[i], e.Y[i] = edge(rt, "x"), edge(rt, "y")
		}
		switch a := area(e); {
		case a == 0:
			e.X[0], e.X[1], e.X[2], e.Y[0], e.Y[1], e.Y[2] = 256, 512, 256, 256, 256, 512
		case a < 0:
			e.X[1], e.X[2], e.Y[1], e.Y[2] = e.X[2], e.X[1], e.Y[2], e.Y[1]
		}
		r, x, y := limits(rt)
		got := spans(t, e, &r, 30)
		inside := func(c, size, lo, hi int32) bool { return c < size && c >= lo && c < hi }
		want := []pipe.SpanEntry{{Cmd: e.Cmd}}
		for py := int32(0); py < 16; py++ {
			s := pipe.SpanEntry{Cmd: e.Cmd, Y: py, X0: -1}
			s.Kind = pipe.Span
			for px := int32(0); px < 16; px++ {
				if inside(px, x[0], x[1], x[2]) && inside(py, y[0], y[1], y[2]) && covered(e, int64(px), int64(py)) {
					if s.X0 < 0 {
						s.X0 = px
					}
					s.X1 = px + 1
				}
			}
			if s.X0 >= 0 {
				want = append(want, s)
			}
		}
		end := e.Cmd
		end.Kind = pipe.TriEnd
		require.Equal(rt, append(want, pipe.SpanEntry{Cmd: end}), got, "%v", e)
	})
}

// Rows are walked from the first one whose centres the triangle can reach to the last, and no other takes a cycle.
func TestRowsOfATriangleAreThoseOfItsCentres(t *testing.T) {
	var r regs.SGTGRegs
	r[regs.SGTGTargetSize], r[regs.SGTGScissorMax] = 64<<16|64, 64<<16|64
	for _, c := range []struct {
		top, bottom int32
		row, end    int32
	}{
		{0, 256, 0, 2}, {1, 255, 1, 1}, {1, 256, 1, 2}, {-1, 257, 0, 2}, {255, 512, 1, 3}, {256, 511, 1, 2}, {-256, 0, 0, 1}, {-512, -256, 0, 0}, {-512, -1, 0, 0},
		{-255, 1, 0, 1}, {257, 258, 2, 2}, {16384, 17000, 64, 64}, {-1<<23 + 1, 1<<23 - 1, 0, 64},
	} {
		for turn := range 3 { // whichever corner is first
			b := New("SG", Config{})
			b.S.Regs = r
			k := blocktest.New(t, b)
			blocktest.In(k, &b.P.ASUFifo, "IN", 2)
			blocktest.Out(k, &b.P.SGTG, "SG_TG", 4)
			e := &pipe.Edges{Cmd: pipe.Cmd{Kind: pipe.Tri}, X: [3]int32{0, 16384, 8192}}
			for i, y := range [3]int32{c.top, c.bottom, (c.top + c.bottom) / 2} {
				e.Y[(i+turn)%3] = y
			}
			b.begin(e)
			require.Equal(t, max(c.end-c.row, 0), max(b.S.EndRow-b.S.Row, 0), "%+v", c)
			if c.end > c.row {
				require.Equal(t, [2]int32{c.row, c.end}, [2]int32{b.S.Row, b.S.EndRow}, "%+v", c)
			}
		}
	}
}

// A triangle that covers no row at all, and one whose only pixels lie in its last row.
func TestLastRowIsIncludedAndEmptyOnesSendNothing(t *testing.T) {
	var r regs.SGTGRegs
	r[regs.SGTGTargetSize], r[regs.SGTGScissorMax] = 64<<16|64, 64<<16|64
	e := &pipe.Edges{Cmd: pipe.Cmd{Kind: pipe.Tri}, X: [3]int32{0, 256, 0}, Y: [3]int32{1, 1, 255}}
	require.Len(t, spans(t, e, &r, 6), 2)
	e = &pipe.Edges{Cmd: pipe.Cmd{Kind: pipe.Tri}, X: [3]int32{10, 2600, 256}, Y: [3]int32{600, 600, 768}}
	got := spans(t, e, &r, 8)
	require.Len(t, got, 2, "the lowest corner is no top-left one")
	e.Y = [3]int32{600, 600, 769}
	got = spans(t, e, &r, 8)
	require.Len(t, got, 3)
	require.Equal(t, [3]int32{3, 1, 2}, [3]int32{got[1].Y, got[1].X0, got[1].X1 - got[1].X0 + 1})
}

// Columns beyond 2^24 are clamped to it before they become 32 bits, whichever way they lie.
func TestSpansOfEdgesThatNearlyFollowARow(t *testing.T) {
	const reach = 1<<23 - 1
	for _, level := range []int32{-1, 1} { // the edge rises or falls by one sub-pixel over all of the range
		for row := int32(0); row < 3; row++ {
			for beside := int32(-2); beside <= 2; beside++ {
				y := 256*row + beside
				e := &pipe.Edges{X: [3]int32{-reach, reach, 0}, Y: [3]int32{y, y + level, reach}}
				f := &pipe.Edges{X: [3]int32{reach, -reach, 0}, Y: [3]int32{y + level, y, -reach}}
				for _, tri := range []*pipe.Edges{e, f} {
					x0, x1 := span(tri, row, 0, 16384)
					for _, x := range []int32{0, 1, 8191, 8192, 16383, x0 - 1, x0, x1 - 1, x1} {
						if x >= 0 && x < 16384 {
							require.Equal(t, covered(tri, int64(x), int64(row)), x >= x0 && x < x1, "pixel (%d, %d) of %v", x, row, tri)
						}
					}
				}
			}
		}
	}
	require.EqualValues(t, 1<<24, clamp(1<<40))
	require.EqualValues(t, -1<<24, clamp(-1<<40))
}

// The thinnest triangles: one sub-pixel high or wide, with a side on a row or column of centres, each corner on a centre or beside it.
func TestSpansOfTheThinnestTriangles(t *testing.T) {
	ends := []int32{255, 256, 257, 511, 512, 768, 1024}
	for _, a := range ends {
		for _, b := range ends {
			for _, c := range ends {
				for _, h := range []int32{-1, 1} {
					e := &pipe.Edges{X: [3]int32{a, b, c}, Y: [3]int32{512, 512, 512 + h}}
					f := &pipe.Edges{X: [3]int32{512, 512, 512 + h}, Y: [3]int32{a, b, c}}
					for _, tri := range []*pipe.Edges{e, f} {
						if area(tri) <= 0 {
							continue
						}
						for row := int32(0); row < 6; row++ {
							x0, x1 := span(tri, row, 0, 8)
							for x := int32(0); x < 8; x++ {
								require.Equal(t, covered(tri, int64(x), int64(row)), x >= x0 && x < x1, "pixel (%d, %d) of %v", x, row, tri)
							}
						}
					}
				}
			}
		}
	}
}
