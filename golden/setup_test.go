package golden

import (
	"math"
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"tilemark/hw/regs"
)

func TestSnapGoesToEvenAtTies(t *testing.T) {
	const step = 1.0 / 256
	for _, c := range []struct {
		window float32
		want   int64
	}{
		{0.5, 0}, {0.5 + 0.5*step, 0}, {0.5 + 1.5*step, 2}, {0.5 + 2.5*step, 2}, {0.5 + 3.5*step, 4},
		{0.5 - 0.5*step, 0}, {0.5 - 1.5*step, -2}, {0.5 - 2.5*step, -2}, {0.5 + 0.75*step, 1}, {0.5 - 0.75*step, -1},
		{0, -128}, {100.5, 25600}, {32767.998, 8388480},
	} {
		got, ok := snap(c.window)
		require.True(t, ok)
		require.Equal(t, c.want, got, "%v", c.window)
	}
}

func TestSnapRefusesLargePositions(t *testing.T) {
	for _, far := range []float32{32768.5, -32767.5, 1e30, -1e38, math.MaxFloat32} {
		_, ok := snap(far)
		require.False(t, ok, "%v", far)
	}
	x, ok := snap(-32767.496)
	require.True(t, ok)
	require.Greater(t, x, int64(-tooFar))
}

// view is a viewport of 16×16 pixels.
func view() viewState {
	return viewState{scale: [3]float32{8, 8, 1}, offset: [3]float32{8, 8, 0}, guardBand: 1}
}

func TestCullingByFace(t *testing.T) {
	cw := [3]vertex{clipVertex(0, 0, 0, 1, 0), clipVertex(1, 0, 0, 1, 0), clipVertex(0, 1, 0, 1, 0)}
	ccw := [3]vertex{cw[0], cw[2], cw[1]}
	for _, c := range []struct {
		prim                         [3]vertex
		frontCW, cullFront, cullBack bool
		front, visible               bool
	}{
		{cw, true, false, false, true, true},
		{cw, false, false, false, false, true},
		{ccw, true, false, false, false, true},
		{ccw, false, false, false, true, true},
		{cw, true, true, false, true, false},
		{cw, true, false, true, true, true},
		{ccw, true, true, false, false, true},
		{ccw, true, false, true, false, false},
		{ccw, false, true, true, true, false},
	} {
		v := view()
		v.frontCW, v.cullFront, v.cullBack = c.frontCW, c.cullFront, c.cullBack
		tri, visible := v.setup(&c.prim[0], &c.prim[1], &c.prim[2])
		require.Equal(t, c.visible, visible, "%+v", c)
		require.Equal(t, c.front, tri.front, "%+v", c)
	}
}

func TestSetupCullsWhatHasNoPlaceInThePicture(t *testing.T) {
	good := [3]vertex{clipVertex(0, 0, 0, 1, 0), clipVertex(1, 0, 0, 1, 0), clipVertex(0, 1, 0, 1, 0)}
	for name, bad := range map[string]vertex{
		"w is zero":          clipVertex(0, 1, 0, 0, 0),
		"w is negative":      clipVertex(0, 1, 0, -1, 0),
		"1/w overflows":      clipVertex(0, 1, 0, 1e-45, 0),
		"x overflows":        clipVertex(1e38, 1, 0, 1e-5, 0),
		"z overflows":        clipVertex(0, 1, 1e38, 1e-5, 0),
		"too far":            clipVertex(0, 5000, 0, 1, 0),
		"zero area":          clipVertex(0.5, 0, 0, 1, 0),
		"zero when snapped":  clipVertex(0.5, 0.0001, 0, 1, 0),
		"same as the first":  good[0],
		"same as the second": good[1],
		"after by its own w": clipVertex(0, 0.5, 0, float32(math.Inf(-1)), 0),
	} {
		t.Run(name, func(t *testing.T) {
			v := view()
			_, ok := v.setup(&good[0], &good[1], &bad)
			require.False(t, ok)
		})
	}
}

func TestProjectionByHand(t *testing.T) {
	v := view()
	v.scale[2], v.offset[2] = 0.5, 0.25
	vert := clipVertex(1, -2, 3, 4, 0)
	p, ok := v.project(&vert)
	require.True(t, ok)
	require.Equal(t, float32(0.25), p.o)
	// x: 0.25·8 + 8 = 10, so 9.5 pixels from the first centre; y: -0.5·8 + 8 = 4.
	require.Equal(t, [2]int64{2432, 896}, [2]int64{p.x, p.y})
	require.Equal(t, float32(0.625), p.z)
}

func TestPlaneIsExactForSmallIntegers(t *testing.T) {
	tri := triangle{v: [3]screenVertex{{x: 256, y: 512}, {x: 256 + 1024, y: 512}, {x: 256, y: 512 + 2048}}}
	tri.area = signedArea(&tri.v)
	a := newAnchor(&tri)
	p := a.plane(3, 7, 19) // +1 a pixel to the right, +2 a pixel down
	for y := range 20 {
		for x := range 20 {
			dx, dy := a.offset(x, y)
			require.Equal(t, float32(3+(x-1)+2*(y-2)), p.at(dx, dy))
		}
	}
}

// Attributes are right in perspective: at each pixel the exact ray meets the triangle's
// plane where u and v say.
func TestAttributesAreRightInPerspective(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		corners := [3]vertex{clipVertex(-1, -1, 0, 1, 0), clipVertex(1, -1, 0, 1, 0), clipVertex(-1, 1, 0, 1, 0)}
		for i := range corners {
			w := rapid.Float32Range(0.5, 8).Draw(t, "w")
			corners[i][posX] *= w
			corners[i][posY] *= w
			corners[i][posW] = w
			corners[i][firstAttribute+4] = rapid.Float32Range(-4, 4).Draw(t, "u")
		}
		v := view()
		tri, ok := v.setup(&corners[0], &corners[1], &corners[2])
		require.True(t, ok)
		planes := newAttributePlanes(&tri, &varyings{count: 6})
		px, py := rapid.IntRange(0, 7).Draw(t, "px"), rapid.IntRange(0, 7).Draw(t, "py")
		dx, dy := planes.offset(px, py)
		got := planes.at(dx, dy)[4]
		want, _ := exactAttribute(&corners, px, py).Float64()
		require.InDelta(t, want, got, 1e-4)
	})
}

// exactAttribute interpolates u over the half square of 16 pixels in rationals.
func exactAttribute(corners *[3]vertex, px, py int) *big.Rat {
	weight := [3]*big.Rat{nil, big.NewRat(int64(2*px+1), 32), big.NewRat(int64(2*py+1), 32)}
	weight[0] = new(big.Rat).Sub(big.NewRat(1, 1), new(big.Rat).Add(weight[1], weight[2]))
	over, under := new(big.Rat), new(big.Rat)
	for i := range corners {
		k := new(big.Rat).Quo(weight[i], new(big.Rat).SetFloat64(float64(corners[i][posW])))
		under.Add(under, k)
		over.Add(over, k.Mul(k, new(big.Rat).SetFloat64(float64(corners[i][firstAttribute+4]))))
	}
	return over.Quo(over, under)
}

func TestZeroAreaDrawsNothing(t *testing.T) {
	w := newWorld(8, 8)
	w.triangles(w.at(0, 0, 0), w.at(4, 4, 0), w.at(8, 8, 0))
	trace := w.run(t)
	require.Empty(t, trace.kinds(KindTriangle))
	require.EqualValues(t, 1, trace.Stats.Primitives)
}

func TestTriangleBetweenCentresHasNoTile(t *testing.T) {
	w := newWorld(8, 8)
	w.triangles(w.at(2.6, 2.6, 0), w.at(3.4, 2.6, 0), w.at(2.6, 3.4, 0))
	trace := w.run(t)
	require.Len(t, trace.kinds(KindTriangle), 1)
	require.Empty(t, trace.kinds(KindTile))
	require.EqualValues(t, Stats{Primitives: 1, Given: 1, InView: 1, Triangles: 1}, trace.Stats)
}

func TestCulledTriangleOfAClippedPrimitiveKeepsItsID(t *testing.T) {
	// A clipped triangle whose first part is a sliver without area once snapped.
	w := newWorld(16, 16)
	w.set(regs.BlockTSU, regs.TSUCull, 0)
	a, b, c := w.at(15.9999, 0, 0), w.at(24, 8, 0), w.at(0, 8, 0)
	w.triangles(a, b, c)
	ids := w.run(t).kinds(KindTriangle)
	require.Len(t, ids, 1)
	require.Equal(t, uint32(1), ids[0].Cursor.Triangle)
}
