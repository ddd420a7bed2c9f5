package golden

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"tilemark/oracle"
)

// A triangle in clip space that is huge and crosses the near plane covers the pixels that
// exact arithmetic says; none disappears.
func TestHugeTrianglesCoverWhatExactArithmeticSays(t *testing.T) {
	const size = 8
	v := viewState{scale: [3]float32{size / 2, size / 2, 1}, offset: [3]float32{size / 2, size / 2, 0}, guardBand: 4}
	cut := 0
	rng := rand.New(rand.NewPCG(1, 2))
	for range 400 {
		corners := oracle.HugeTriangle(rng)
		var prim [3]vertex
		for i, c := range corners {
			prim[i] = clipVertex(c[0], c[1], c[2], c[3], 0)
		}
		want, ok := oracle.NewTriangle(&corners, size)
		if !ok {
			continue
		}
		var mask uint64
		if !rejected(&prim) {
			var c clipper
			polygon := c.clip(&prim, v.guardBand, 0)
			for i := 2; i < len(polygon); i++ {
				if tri, visible := v.setup(&polygon[0], &polygon[i-1], &polygon[i]); visible {
					edges, box := tri.edges(), rect{maxX: size, maxY: size}.intersect(tri.bounds())
					mask |= edges.tileMask(0, 0, box)
				}
			}
			if len(polygon) > 3 {
				cut++
			}
		}
		for py := range size {
			for px := range size {
				in, out := want.At(px, py)
				covered := mask>>(size*py+px)&1 != 0
				require.False(t, in && !covered, "pixel %d,%d of %v is not covered", px, py, prim)
				require.False(t, out && covered, "pixel %d,%d of %v is covered", px, py, prim)
			}
		}
	}
	require.Positive(t, cut, "no triangle was cut")
}

// A component that is the same at both ends is so in between; w, where the ends nearly cancel, keeps its digits.
func TestNewVertexKeepsWhatIsEqualAndSmall(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		big := rapid.Float32Range(1, 1e7)
		a := clipVertex(big.Draw(t, "x"), 0, big.Draw(t, "z"), big.Draw(t, "w"), 0.3)
		b := clipVertex(-big.Draw(t, "x"), 0, -big.Draw(t, "z"), -big.Draw(t, "w"), 0.3)
		v := crossing(&a, &b, float64(a[posZ]), float64(b[posZ]), 0)
		require.Zero(t, v[posZ])
		require.Equal(t, float32(0.3), v[firstAttribute])
		require.Equal(t, oracle.Crossing(a[posW], b[posW], a[posZ], b[posZ]), v[posW])
	})
}
