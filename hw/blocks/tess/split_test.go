package tess

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"tilemark/hw/hard"
)

// The triangles of the grid, drawn: each cell has two, which share its diagonal.
func TestCornersOfTheGrid(t *testing.T) {
	at := func(tri uint16, n uint8) (out [3][2]uint16) {
		for k := range out {
			out[k][0], out[k][1] = corner(tri, k, n)
		}
		return out
	}
	require.Equal(t, [3][2]uint16{{0, 0}, {1, 0}, {0, 1}}, at(0, 1))
	require.Equal(t, [3][2]uint16{{1, 0}, {1, 1}, {0, 1}}, at(1, 1))
	require.Equal(t, [3][2]uint16{{2, 1}, {3, 1}, {2, 2}}, at(10, 3))
	require.Equal(t, [3][2]uint16{{32, 31}, {32, 32}, {31, 32}}, at(2047, 32))
}

// All triangles of all levels: their corners are those of the grid's cells, each half of a cell once.
func TestCornersOfEveryLevel(t *testing.T) {
	for n := uint8(1); n <= maxLevel; n++ {
		p := patch{Level: n}
		require.EqualValues(t, 2*int(n)*int(n), p.triangles())
		tri := uint16(0)
		for j := range uint16(n) {
			for i := range uint16(n) {
				for _, want := range [][3][2]uint16{{{i, j}, {i + 1, j}, {i, j + 1}}, {{i + 1, j}, {i + 1, j + 1}, {i, j + 1}}} {
					var got [3][2]uint16
					for k := range got {
						got[k][0], got[k][1] = corner(tri, k, n)
					}
					require.Equal(t, want, got, "triangle %d of level %d", tri, n)
					tri++
				}
			}
		}
	}
}

// A hull kernel may say any word.
func TestSegmentsOfAnyWord(t *testing.T) {
	for level := range uint32(64) {
		require.EqualValues(t, min(max(level, 1), 32), segments(level))
	}
	for level, want := range map[uint32]uint8{256: 32, 1 << 31: 32, 1<<32 - 1: 32} {
		require.Equal(t, want, segments(level))
	}
}

// A corner of a triangle is the grid point's share of the side, rounded once, along both sides.
func TestPointsPropertyAreThoseOfTheGrid(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		n := rapid.Uint8Range(1, maxLevel).Draw(rt, "level")
		p := patch{Level: n, Triangle: rapid.Uint16Range(0, 2*uint16(n)*uint16(n)-1).Draw(rt, "triangle")}
		for k := range 3 {
			i, j := corner(p.Triangle, k, n)
			u, v := p.point(k)
			require.Equal(rt, [2]float32{hard.Div(float32(i), float32(n)), hard.Div(float32(j), float32(n))}, [2]float32{u, v})
		}
	})
}
