// Package oracle says by rational arithmetic what clipping must come to. The tests of hw and of golden share it as their oracle; no code outside
// of tests imports it, since hw and golden share no arithmetic.
package oracle

import (
	"math"
	"math/big"
	"math/rand/v2"
)

// Crossing is the binary32 nearest to a component's exact value at z = 0 between two corners: a where z is za, b where it is zb.
func Crossing(a, b, za, zb float32) float32 {
	n := productsLess(rational(za), rational(b), rational(zb), rational(a))
	f, _ := n.Quo(n, new(big.Rat).Sub(rational(za), rational(zb))).Float32()
	return f
}

func rational(x float32) *big.Rat { return new(big.Rat).SetFloat64(float64(x)) }

// Triangle tells by exact arithmetic where a triangle of clip space is seen: linear
// functions of the position in a picture of size×size pixels, none of which is negative
// there (each corner's weight, the near plane, the far plane).
type Triangle [5][3]*big.Rat

// NewTriangle makes the functions of a triangle's corners x, y, z and w in clip space, seen in a picture of size by size pixels; false where it
// has no area as the eye sees it.
func NewTriangle(corners *[3][4]float32, size int64) (e Triangle, ok bool) {
	at := func(i, k int) *big.Rat { return rational(corners[i][k]) }
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

// At tells whether all of a pixel's centre and 1/64 pixel around it is in the triangle, and
// whether all of it is outside.
func (e *Triangle) At(px, py int) (in, out bool) {
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

// HugeTriangle chooses corners on a plane a little way off an eye that looks anywhere, the
// plane from ten to ten million times as wide as it is far.
func HugeTriangle(rng *rand.Rand) (c [3][4]float32) {
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
