package tsu

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"tilemark/hw/pipe"
	"tilemark/hw/regs"
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
		var prim [3]pipe.Vertex
		for i, c := range hugeTriangle(rng) {
			prim[i].Clip = c
		}
		exact, ok := newExactTriangle(&prim, size)
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
				in, out := exact.at(px, py)
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
		between(&in, &out, float64(in.Clip[2]), float64(out.Clip[2]), &got)
		rat := func(x float32) *big.Rat { return new(big.Rat).SetFloat64(float64(x)) }
		for k := range got.Clip {
			n := productsLess(rat(in.Clip[2]), rat(out.Clip[k]), rat(out.Clip[2]), rat(in.Clip[k]))
			want, _ := n.Quo(n, new(big.Rat).Sub(rat(in.Clip[2]), rat(out.Clip[2]))).Float32()
			require.Equal(rt, want, got.Clip[k])
		}
		require.Equal(rt, float32(0.3), got.A[3])
	})
}

// exactTriangle tells by exact arithmetic where a triangle of clip space is seen: linear
// functions of the position in a picture of size×size pixels, none of which is negative
// there (each corner's weight, the near plane, the far plane).
type exactTriangle [5][3]*big.Rat

func newExactTriangle(prim *[3]pipe.Vertex, size int64) (e exactTriangle, ok bool) {
	at := func(i, k int) *big.Rat { return new(big.Rat).SetFloat64(float64(prim[i].Clip[k])) }
	half := big.NewRat(size, 2)
	var c [3][3]*big.Rat // x and y in pixels times w, and w
	for i := range c {
		w := at(i, 3)
		shift := new(big.Rat).Mul(w, half)
		for k := range 2 {
			c[i][k] = new(big.Rat).Mul(at(i, k), half)
			c[i][k].Add(c[i][k], shift)
		}
		c[i][2] = w
	}
	det := new(big.Rat)
	for i := range c {
		a, b := c[(i+1)%3], c[(i+2)%3]
		for k := range 3 {
			e[i][k] = productsLess(a[(k+1)%3], b[(k+2)%3], a[(k+2)%3], b[(k+1)%3])
		}
	}
	for k := range 3 {
		det.Add(det, new(big.Rat).Mul(e[0][k], c[0][k]))
	}
	if det.Sign() == 0 {
		return e, false
	}
	for k := range 3 {
		e[3][k], e[4][k] = new(big.Rat), new(big.Rat)
		for i := range 3 {
			e[i][k].Quo(e[i][k], det)
			e[3][k].Add(e[3][k], new(big.Rat).Mul(e[i][k], at(i, 2)))
		}
		e[4][k].Neg(e[3][k])
	}
	e[4][2].Add(e[4][2], big.NewRat(1, 1))
	return e, true
}

// productsLess is a·b - c·d.
func productsLess(a, b, c, d *big.Rat) *big.Rat {
	p := new(big.Rat).Mul(a, b)
	return p.Sub(p, new(big.Rat).Mul(c, d))
}

// at tells whether all of a pixel's centre and 1/64 pixel around it is in the triangle, and
// whether all of it is outside.
func (e *exactTriangle) at(px, py int) (in, out bool) {
	in = true
	for i := range e {
		negative := 0
		for _, d := range [4][2]int64{{-1, -1}, {1, -1}, {-1, 1}, {1, 1}} {
			v := new(big.Rat).Mul(e[i][0], big.NewRat(64*int64(px)+32+d[0], 64))
			v.Add(v, new(big.Rat).Mul(e[i][1], big.NewRat(64*int64(py)+32+d[1], 64)))
			if v.Add(v, e[i][2]).Sign() < 0 {
				negative++
			}
		}
		in, out = in && negative == 0, out || negative == 4
	}
	return in, out
}

// hugeTriangle chooses corners on a plane a little way off an eye that looks anywhere, the
// plane from ten to ten million times as wide as it is far.
func hugeTriangle(rng *rand.Rand) (c [3][4]float32) {
	from := func(low, high float64) float64 { return low + (high-low)*rng.Float64() }
	height := math.Pow(10, from(-1, 1))
	reach, turn := height*math.Pow(10, from(1, 7)), from(-4, 4)
	near, pitch := height*math.Pow(10, from(-3, -0.5)), from(-1, 1)
	regular := rng.IntN(2) == 0 // two corners opposite each other, so that sums cancel to the last bit
	if regular {
		reach, turn = height*math.Pow(10, from(5, 7)), 0
	}
	var x, z float64
	for i := range c {
		if regular && i == 1 {
			x, z = -x, -z
		} else if regular {
			x, z = reach*float64(rng.IntN(3)-1), reach*float64(rng.IntN(3)-1)
		} else {
			x, z = reach*from(-1, 1), reach*from(-1, 1)
		}
		side, ahead := x*math.Cos(turn)-z*math.Sin(turn), x*math.Sin(turn)+z*math.Cos(turn)
		y := height*math.Cos(pitch) - ahead*math.Sin(pitch)
		w := height*math.Sin(pitch) + ahead*math.Cos(pitch)
		c[i] = [4]float32{float32(2 * side), float32(2 * y), float32(w - near), float32(w)}
	}
	return c
}
