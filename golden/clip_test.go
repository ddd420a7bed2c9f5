package golden

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"tilemark/hw/regs"
	"tilemark/oracle"
)

var (
	inf32 = float32(math.Inf(1))
	nan32 = float32(math.NaN())
)

// clipVertex is a clip position with a red value.
func clipVertex(x, y, z, w, red float32) (v vertex) {
	copy(v[:], []float32{x, y, z, w, red})
	return v
}

func TestNothingOutsideChangesNothing(t *testing.T) {
	prim := [3]vertex{clipVertex(-1, -1, 0, 1, 1), clipVertex(1, -1, 1, 1, 2), clipVertex(0, 1, 0.5, 1, 3)}
	var c clipper
	require.Equal(t, prim[:], c.clip(&prim, 1, 0))
}

func TestNearPlaneCutsOneVertexIntoTwo(t *testing.T) {
	prim := [3]vertex{clipVertex(0, 0, 1, 4, 10), clipVertex(2, 0, 1, 4, 20), clipVertex(0, 2, -1, 2, 30)}
	var c clipper
	// The edges to the third vertex cross z = 0 half-way.
	require.Equal(t, []vertex{
		prim[0], prim[1], clipVertex(1, 1, 0, 3, 25), clipVertex(0, 1, 0, 3, 20),
	}, c.clip(&prim, 4, 0))
}

func TestNearPlaneCutsTwoVerticesOff(t *testing.T) {
	prim := [3]vertex{clipVertex(0, 0, -1, 4, 10), clipVertex(2, 0, 1, 4, 20), clipVertex(0, 2, -3, 4, 30)}
	var c clipper
	require.Equal(t, []vertex{
		clipVertex(1, 0, 0, 4, 15), prim[1], clipVertex(1.5, 0.5, 0, 4, 22.5),
	}, c.clip(&prim, 4, 0))
}

func TestNewVerticesLieOnTheNearPlane(t *testing.T) {
	value := rapid.Float32Range(-8, 8)
	rapid.Check(t, func(t *rapid.T) {
		var prim [3]vertex
		behind := 0
		for i := range prim {
			// Every vertex lies inside the other planes.
			prim[i] = clipVertex(value.Draw(t, "x"), value.Draw(t, "y"), value.Draw(t, "z"), 16, 0)
			if prim[i][posZ] < 0 {
				behind++
			}
		}
		var c clipper
		polygon := c.clip(&prim, 1, 0)
		require.Len(t, polygon, []int{3, 4, 3, 0}[behind])
		fresh := 0
		for _, v := range polygon {
			if v != prim[0] && v != prim[1] && v != prim[2] {
				fresh++
				require.InDelta(t, 0, v[posZ], 1e-5)
			}
		}
		if behind == 1 || behind == 2 {
			require.LessOrEqual(t, fresh, 2)
		}
	})
}

func TestEachPlaneCuts(t *testing.T) {
	const g = 2
	inside := [2]vertex{clipVertex(0, 0, 0.5, 1, 0), clipVertex(0.25, 0.25, 0.25, 1, 0)}
	for name, outside := range map[string]vertex{
		"near":  clipVertex(0, 0, -1, 1, 0),
		"far":   clipVertex(0, 0, 1.5, 1, 0),
		"right": clipVertex(2.5, 0, 0.5, 1, 0),
		"left":  clipVertex(-2.5, 0, 0.5, 1, 0),
		"below": clipVertex(0, 2.5, 0.5, 1, 0),
		"above": clipVertex(0, -2.5, 0.5, 1, 0),
	} {
		t.Run(name, func(t *testing.T) {
			var c clipper
			polygon := c.clip(&[3]vertex{inside[0], inside[1], outside}, g, 0)
			require.Len(t, polygon, 4)
			for _, v := range polygon {
				for i, plane := range planes {
					require.GreaterOrEqual(t, plane(&v, g), -1e-6, "plane %d", i)
				}
			}
		})
	}
}

// Two primitives that share a cut edge, whichever way they run along it, get the same
// new vertex, or they would come apart.
func TestNewVertexDoesNotDependOnTheEdgesDirection(t *testing.T) {
	value := rapid.Float32Range(-8, 8)
	rapid.Check(t, func(t *rapid.T) {
		a := clipVertex(value.Draw(t, "x"), value.Draw(t, "y"), rapid.Float32Range(0.1, 8).Draw(t, "z"), 16, value.Draw(t, "red"))
		b := clipVertex(value.Draw(t, "x"), value.Draw(t, "y"), -rapid.Float32Range(0.1, 8).Draw(t, "z"), 16, value.Draw(t, "red"))
		inside := clipVertex(0, 0, 1, 16, 0)
		var c clipper
		there := c.clip(&[3]vertex{inside, a, b}, 1, 0)[2] // after inside and a
		back := c.clip(&[3]vertex{a, inside, b}, 1, 0)[3]  // after a, inside and its edge's new vertex
		require.Equal(t, there, back)
		require.Equal(t, oracle.Crossing(a[posX], b[posX], a[posZ], b[posZ]), there[posX])
	})
}

func TestGuardBandMovesTheSidesOnly(t *testing.T) {
	for name, c := range map[string]struct {
		outside vertex
		want    int
	}{
		"right": {clipVertex(1.5, 0, 0.5, 1, 0), 3},
		"left":  {clipVertex(-1.5, 0, 0.5, 1, 0), 3},
		"below": {clipVertex(0, 1.5, 0.5, 1, 0), 3},
		"above": {clipVertex(0, -1.5, 0.5, 1, 0), 3},
		"far":   {clipVertex(0, 0, 1.5, 1, 0), 4},
	} {
		t.Run(name, func(t *testing.T) {
			prim := [3]vertex{clipVertex(0, 0, 0.5, 1, 0), clipVertex(0.25, 0.25, 0.25, 1, 0), c.outside}
			var clipper clipper
			require.Len(t, clipper.clip(&prim, 2, 0), c.want)
			require.Len(t, clipper.clip(&prim, 1, 0), 4)
		})
	}
}

func TestGuardBandLeavesTrianglesWhole(t *testing.T) {
	draw := func(guard float32) (trace *Trace, colors []uint32) {
		w := newWorld(16, 16)
		w.setFloats(regs.BlockTSU, regs.TSUGuardBand, guard)
		w.triangles(w.at(0, 0, 0), w.at(32, 0, 0), w.at(0, 16, 0))
		return w.run(t), w.colors()
	}
	whole, want := draw(3) // the second vertex lies at x = 3w
	require.EqualValues(t, 1, whole.Stats.Triangles)
	cut, got := draw(1)
	require.EqualValues(t, 2, cut.Stats.Triangles)
	require.Equal(t, want, got)
	ids := cut.kinds(KindTriangle)
	require.Equal(t, []uint32{0, 1}, []uint32{ids[0].Cursor.Triangle, ids[1].Cursor.Triangle})
}

func TestRejection(t *testing.T) {
	visible := [3]vertex{clipVertex(0, 0, 0, 1, 0), clipVertex(1, 0, 0, 1, 0), clipVertex(0, 1, 0, 1, 0)}
	require.False(t, rejected(&visible))
	for k := range firstAttribute {
		for _, bad := range []float32{inf32, -inf32, nan32} {
			prim := visible
			prim[2][k] = bad
			require.True(t, rejected(&prim))
		}
	}
	prim := visible
	prim[1][firstAttribute] = nan32
	require.False(t, rejected(&prim), "attributes do not count")
	shift := func(dx, dy, dz float32) (p [3]vertex) {
		p = visible
		for i := range p {
			p[i][posX] += dx
			p[i][posY] += dy
			p[i][posZ] += dz
		}
		return p
	}
	for _, s := range [][3]float32{{1.5, 0, 0}, {-2.5, 0, 0}, {0, 1.5, 0}, {0, -2.5, 0}, {0, 0, -0.5}, {0, 0, 1.5}} {
		prim := shift(s[0], s[1], s[2])
		require.True(t, rejected(&prim), "%v", s)
	}
	for _, c := range []struct {
		component int
		value     float32
	}{{posX, 1}, {posX, -1}, {posY, 1}, {posY, -1}, {posZ, 0}, {posZ, 1}} {
		prim = visible
		for i := range prim {
			prim[i][c.component] = c.value
		}
		require.False(t, rejected(&prim), "a vertex on the plane is not outside: %+v", c)
	}
}

func TestRejectedPrimitiveCountsAndKeepsIDs(t *testing.T) {
	w := newWorld(8, 8)
	a, b, c := w.at(0, 0, 0), w.at(8, 0, 0), w.at(0, 8, 0)
	bad := a
	bad.pos[0] = nan32
	w.triangles(bad, b, c, a, b, c)
	trace := w.run(t)
	require.EqualValues(t, 2, trace.Stats.Primitives)
	require.EqualValues(t, 1, trace.Stats.Triangles)
	require.Equal(t, uint32(1), trace.kinds(KindTriangle)[0].Cursor.Primitive)
}
