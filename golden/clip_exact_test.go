package golden

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// A triangle in clip space that is huge and crosses the near plane covers the pixels that
// exact arithmetic says; none disappears.
func TestHugeTrianglesCoverWhatExactArithmeticSays(t *testing.T) {
	const size = 8
	v := viewState{scale: [3]float32{size / 2, size / 2, 1}, offset: [3]float32{size / 2, size / 2, 0}, guardBand: 4}
	cut := 0
	rng := rand.New(rand.NewPCG(1, 2))
	for range 400 {
		var prim [3]vertex
		for i, c := range hugeTriangle(rng) {
			prim[i] = clipVertex(c[0], c[1], c[2], c[3], 0)
		}
		exact, ok := newExactTriangle(&prim, size)
		if !ok {
			continue
		}
		var mask uint64
		if !rejected(&prim) {
			var c clipper
			polygon := c.clip(&prim, v.guardBand)
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
				in, out := exact.at(px, py)
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
		v := crossing(&a, &b, float64(a[posZ]), float64(b[posZ]))
		require.Zero(t, v[posZ])
		require.Equal(t, float32(0.3), v[firstAttribute])
		require.Equal(t, exactCrossing(a[posW], b[posW], a[posZ], b[posZ]), v[posW])
	})
}

// exactCrossing is the binary32 nearest to a component's exact value at z = 0.
func exactCrossing(a, b, za, zb float32) float32 {
	rat := func(x float32) *big.Rat { return new(big.Rat).SetFloat64(float64(x)) }
	n := productsLess(rat(za), rat(b), rat(zb), rat(a))
	f, _ := n.Quo(n, new(big.Rat).Sub(rat(za), rat(zb))).Float32()
	return f
}

// exactTriangle tells by exact arithmetic where a triangle of clip space is seen: linear
// functions of the position in a picture of size×size pixels, none of which is negative
// there (each corner's weight, the near plane, the far plane).
type exactTriangle [5][3]*big.Rat

func newExactTriangle(prim *[3]vertex, size int64) (e exactTriangle, ok bool) {
	at := func(i, k int) *big.Rat { return new(big.Rat).SetFloat64(float64(prim[i][k])) }
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
