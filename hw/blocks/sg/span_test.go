package sg

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"tilemark/hw/pipe"
)

// covered is docs/arithmetic.md, section 4, pixel by pixel.
func covered(e *pipe.Edges, px, py int64) bool {
	for i := range 3 {
		a, b := i, (i+1)%3
		dx, dy := int64(e.X[b])-int64(e.X[a]), int64(e.Y[b])-int64(e.Y[a])
		v := dx*(256*py-int64(e.Y[a])) - dy*(256*px-int64(e.X[a]))
		if v < 0 || v == 0 && !(dy < 0 || dy == 0 && dx > 0) {
			return false
		}
	}
	return true
}

// triangle draws corners that are not in a line, oriented so that the inside is positive.
func triangle(rt *rapid.T, reach int32) *pipe.Edges {
	e := &pipe.Edges{}
	// Coarse grids make edges through pixel centres and horizontal edges likely.
	grid := rapid.SampledFrom([]int32{1, 64, 128, 256}).Draw(rt, "grid")
	for i := range 3 {
		e.X[i] = rapid.Int32Range(-reach, 2*reach).Draw(rt, "x") / grid * grid
		e.Y[i] = rapid.Int32Range(-reach, 2*reach).Draw(rt, "y") / grid * grid
	}
	if e.X[1] == e.X[0] && e.Y[1] == e.Y[0] {
		e.X[1] += grid
	}
	switch { // corners in a line: corner 2 moves off it
	case area(e) != 0:
	case e.X[1] != e.X[0]:
		e.Y[2] += grid
	default:
		e.X[2] += grid
	}
	if area(e) < 0 {
		e.X[1], e.X[2], e.Y[1], e.Y[2] = e.X[2], e.X[1], e.Y[2], e.Y[1]
	}
	return e
}

func area(e *pipe.Edges) int64 {
	return int64(e.X[1]-e.X[0])*int64(e.Y[2]-e.Y[0]) - int64(e.X[2]-e.X[0])*int64(e.Y[1]-e.Y[0])
}

func TestSpanCoversExactlyWhatTheEdgesSay(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		e := triangle(rt, 16*256)
		left, right := rapid.Int32Range(0, 20).Draw(rt, "left"), rapid.Int32Range(0, 40).Draw(rt, "right")
		for y := int32(-2); y < 36; y++ {
			x0, x1 := span(e, y, left, right)
			for x := left; x < right; x++ {
				require.Equal(t, covered(e, int64(x), int64(y)), x >= x0 && x < x1, "pixel (%d, %d) of %v", x, y, e)
			}
			if x0 < x1 {
				require.True(t, x0 >= left && x1 <= right)
			}
		}
	})
}

// At the guard band's ends the products need all 64 bits.
func TestSpanOfTheLargestTriangles(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		e := triangle(rt, 1<<22)
		y := rapid.Int32Range(0, 4096).Draw(rt, "row")
		x0, x1 := span(e, y, 0, 4096)
		for _, x := range []int32{0, x0 - 1, x0, x1 - 1, x1, 4095} {
			if x >= 0 && x < 4096 {
				require.Equal(t, covered(e, int64(x), int64(y)), x >= x0 && x < x1, "pixel (%d, %d) of %v", x, y, e)
			}
		}
	})
}

// Where an edge is almost level, the column in which it crosses a row is far outside of any target.
func TestSpanOfAlmostLevelEdges(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		const reach = 1<<23 - 1
		corner := func(name string) int32 {
			return rapid.SampledFrom([]int32{-reach, -reach + 1, -1, 0, 1, 256, reach}).Draw(rt, name)
		}
		y := corner("y")
		near := rapid.Int32Range(-3, 3)
		e := &pipe.Edges{X: [3]int32{corner("x0"), corner("x1"), corner("x2")}}
		e.Y = [3]int32{y, max(-reach, min(reach, y+near.Draw(rt, "y1"))), rapid.SampledFrom([]int32{-reach, reach, y}).Draw(rt, "y2")}
		switch a := area(e); {
		case a == 0:
			return
		case a < 0:
			e.X[1], e.X[2], e.Y[1], e.Y[2] = e.X[2], e.X[1], e.Y[2], e.Y[1]
		}
		row := rapid.Int32Range(0, 4095).Draw(rt, "row")
		x0, x1 := span(e, row, 0, 4096)
		for _, x := range []int32{0, 1, 2047, 2048, 4095, x0 - 1, x0, x1 - 1, x1} {
			if x >= 0 && x < 4096 {
				require.Equal(t, covered(e, int64(x), int64(row)), x >= x0 && x < x1, "pixel (%d, %d) of %v", x, row, e)
			}
		}
	})
}

// Two triangles that share an edge share no pixel and leave no gap.
func TestSharedEdgeBelongsToOneTriangle(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		e := triangle(rt, 12*256)
		// The fourth corner lies across edge 0-1.
		f := &pipe.Edges{X: [3]int32{e.X[1], e.X[0], e.X[0] + e.X[1] - e.X[2]}, Y: [3]int32{e.Y[1], e.Y[0], e.Y[0] + e.Y[1] - e.Y[2]}}
		for y := int32(0); y < 32; y++ {
			a0, a1 := span(e, y, 0, 32)
			b0, b1 := span(f, y, 0, 32)
			require.False(t, max(a0, b0) < min(a1, b1), "row %d is covered twice", y)
		}
	})
}

func TestDivisionsRoundDownAndUp(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		a, b := rapid.Int64Range(-1000, 1000).Draw(rt, "a"), rapid.Int64Range(-50, 50).Filter(func(v int64) bool { return v != 0 }).Draw(rt, "b")
		f, c := floorDiv(a, b), ceilDiv(a, b)
		require.True(t, float64(f) <= float64(a)/float64(b) && float64(a)/float64(b) < float64(f+1))
		require.True(t, float64(c) >= float64(a)/float64(b) && float64(a)/float64(b) > float64(c-1))
	})
}
