package tess

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

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
	for level := range uint32(64) {
		require.EqualValues(t, min(max(level, 1), 32), segments(level))
	}
}

// A corner of a triangle is the grid point's share of the side, rounded, along both sides.
func TestPointsPropertyAreThoseOfTheGrid(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		c, e := anyPatch(rt)
		n := rapid.Uint8Range(1, maxLevel).Draw(rt, "level")
		p := patch{Level: n, Control: c, Triangle: rapid.Uint16Range(0, 2*uint16(n)*uint16(n)-1).Draw(rt, "triangle")}
		for k := range 3 {
			i, j := corner(p.Triangle, k, n)
			out := [recWords]float32{3: 7, 4: 7, 5: 7} // of another one
			p.point(k, &out)
			u, v := of(float32(i)).div(of(float32(n))), of(float32(j)).div(of(float32(n)))
			require.Equal(rt, e.evaluate(u, v), out)
		}
	})
}

// Where there is no normal, that of the record that had the place before is gone.
func TestPointPatchClearsTheNormal(t *testing.T) {
	var p controls
	out := [recWords]float32{3: 7, 4: 7, 5: 7}
	p.evaluate(0.25, 1, &out)
	require.Zero(t, out)
}
