package tsu

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"tilemark/hw/pipe"
	"tilemark/hw/regs"
	"tilemark/oracle"
)

// A triangle in clip space that is huge and crosses the near plane covers the pixels that
// exact arithmetic says; none disappears.
func TestHugeTrianglesCoverWhatExactArithmeticSays(t *testing.T) {
	const size = 8
	cut := 0
	rng := rand.New(rand.NewPCG(3, 4))
	for range 400 {
		b := unit()
		for _, r := range []int{regs.TSUViewportScaleX, regs.TSUViewportScaleY, regs.TSUViewportOffsetX, regs.TSUViewportOffsetY} {
			b.S.Regs[r] = math.Float32bits(size / 2)
		}
		corners := oracle.HugeTriangle(rng)
		var prim [3]pipe.Vertex
		for i, c := range corners {
			prim[i].Clip = c
		}
		want, ok := oracle.NewTriangle(&corners, size)
		if !ok {
			continue
		}
		n := b.clip(&prim)
		if n > 3 {
			cut++
		}
		var covered [size][size]bool
		for id := range max(n, 2) - 2 {
			var tri pipe.Triangle
			if b.setUp(&tri, id) {
				cover(&tri, &covered)
			}
		}
		for py := range size {
			for px := range size {
				in, out := want.At(px, py)
				require.False(t, in && !covered[py][px], "pixel %d,%d of %v is not covered", px, py, prim)
				require.False(t, out && covered[py][px], "pixel %d,%d of %v is covered", px, py, prim)
			}
		}
	}
	require.Positive(t, cut, "no triangle was cut")
}

// cover marks the pixels whose centres lie in a triangle, or on its sides.
func cover(t *pipe.Triangle, covered *[8][8]bool) {
	v := &t.V
	for py := range covered {
		for px := range covered[py] {
			in := true
			for i := range v {
				a, b := &v[i], &v[(i+1)%3]
				e := int64(b.X-a.X)*(256*int64(py)-int64(a.Y)) - int64(b.Y-a.Y)*(256*int64(px)-int64(a.X))
				in = in && (e == 0 || e > 0 == (t.Area > 0))
			}
			covered[py][px] = covered[py][px] || in
		}
	}
}

// A component that is the same at both ends is so in between, and each is the binary32
// nearest to the exact one, also where the ends nearly cancel.
func TestNewCornerIsExactToTheLastBit(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		huge := rapid.Float32Range(1, 1e7)
		draw := func(sign float32) (v pipe.Vertex) {
			for k := range v.Clip {
				v.Clip[k] = sign * huge.Draw(rt, "clip")
			}
			v.A[3] = 0.3
			return v
		}
		in, out := draw(1), draw(-1)
		var got pipe.Vertex
		between(&in, &out, float64(in.Clip[2]), float64(out.Clip[2]), 0, &got)
		for k := range got.Clip {
			require.Equal(rt, oracle.Crossing(in.Clip[k], out.Clip[k], in.Clip[2], out.Clip[2]), got.Clip[k])
		}
		require.Equal(rt, float32(0.3), got.A[3])
	})
}
