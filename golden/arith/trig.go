package arith

import (
	"math"
	"math/big"
	"math/bits"
)

var (
	sin = function{sinSpecial, sinNear, sinExact}
	cos = function{cosSpecial, cosNear, cosExact}
)

// SinF is the sine of a radians, correctly rounded: of ±∞ NaN, of ±0 ±0.
func SinF(a float32) float32 { return sin.ofF(a) }

// SinHF is the sine of a radians, correctly rounded: of ±∞ NaN, of ±0 ±0.
func SinHF(a uint16) uint16 { return sin.ofHF(a) }

// CosF is the cosine of a radians, correctly rounded: of ±∞ NaN.
func CosF(a float32) float32 { return cos.ofF(a) }

// CosHF is the cosine of a radians, correctly rounded: of ±∞ NaN.
func CosHF(a uint16) uint16 { return cos.ofHF(a) }

// sinSpecial and cosSpecial have 0. Of other rational numbers sine and cosine are irrational, and no midpoints.
func sinSpecial(x float64) (y float64, ok bool) {
	if x-x != 0 {
		return math.NaN(), true
	}
	return x, x == 0
}

func cosSpecial(x float64) (y float64, ok bool) {
	if x-x != 0 {
		return math.NaN(), true
	}
	return 1, x == 0
}

func sinNear(x float64) float64 { return math.Copysign(1, x) * wave(math.Abs(x), 0) }

func cosNear(x float64) float64 { return wave(math.Abs(x), 1) }

// wave is the sine of x + quarters·π/2, for x above 0.
func wave(x float64, quarters uint64) float64 {
	if x >= 0.75 { // below π/4 it is reduced as it is
		var turned uint64
		x, turned = reduce(x)
		quarters += turned
	}
	y := 0.0
	if quarters&1 == 0 {
		y = shortSin(x)
	} else {
		y = shortCos(x)
	}
	if quarters&2 != 0 {
		return -y
	}
	return y
}

// shortSin is the sine of r, for r from -π/4 to π/4 with an error of 3u.
//
// z = r² is 0.617 at the most. The series ends with z⁷/15!; what is left is below z⁸/17!, 0.6u. The term of z^j goes through
// 3j + 3 operations at the most, 1 through 2: errors of 2 + 6·z/3! + 9·z²/5! + ... against 0.9 at least, 3u. The error of r
// moves the sine by not more of its size: 6.6u in all.
func shortSin(r float64) float64 {
	const (
		s3  = -1.0 / 6
		s5  = -s3 / (4 * 5)
		s7  = -s5 / (6 * 7)
		s9  = -s7 / (8 * 9)
		s11 = -s9 / (10 * 11)
		s13 = -s11 / (12 * 13)
		s15 = -s13 / (14 * 15)
	)
	z := r * r
	return r * (1 + z*(s3+z*(s5+z*(s7+z*(s9+z*(s11+z*(s13+z*s15)))))))
}

// shortCos is the cosine of r, for r from -π/4 to π/4 with an error of 3u.
//
// As in shortSin, but the series ends with z⁸/16!, and what is left is below 0.1u. The term of z^j goes through 3j + 2
// operations at the most, 1 through 1: errors of 1 + 5·z/2! + 8·z²/4! + ... against √½ at least, 3.8u. The error of r
// moves the cosine by 3u·r·tan r of its size at the most, 2.4u: 6.3u in all.
func shortCos(r float64) float64 {
	const (
		c2  = -1.0 / 2
		c4  = -c2 / (3 * 4)
		c6  = -c4 / (5 * 6)
		c8  = -c6 / (7 * 8)
		c10 = -c8 / (9 * 10)
		c12 = -c10 / (11 * 12)
		c14 = -c12 / (13 * 14)
		c16 = -c14 / (15 * 16)
	)
	z := r * r
	return 1 + z*(c2+z*(c4+z*(c6+z*(c8+z*(c10+z*(c12+z*(c14+z*c16)))))))
}

// twoOverPi is 2/π as a binary fraction, after 64 bits of its integer part.
var twoOverPi = [5]uint64{0, 0xa2f9836e4e441529, 0xfc2757d1f534ddc0, 0xdb6295993c439041, 0xfe5163abdebbc561}

// reduce is x - k·π/2 for the nearest integer k, and k modulo 4, for x from 0.5 on of binary32 or binary16.
//
// x is m·2^e with m of 24 bits. Of 2/π the 128 bits from the one on that is worth 2^(1-e) are enough: m·2^e times those above is
// a multiple of 4, and times those below less than 2^-102. The rest of the product, modulo 1, is above 2^-33 in size
// (TestReductionIsExactEnough), so that those below do not matter. It is rounded to binary64, and so are π/2 and
// their product: 3u. (Payne and Hanek, "Radian reduction for trigonometric functions", SIGNUM Newsletter 18, 1983.)
func reduce(x float64) (r float64, k uint64) {
	pattern := math.Float64bits(x)
	m, e := 1<<23|pattern<<12>>41, int(pattern>>52)-1023-23
	from := 64 - 2 + e // of the table's bits
	t, by := twoOverPi[from/64:], from%64
	high := t[0]<<by | t[1]>>(64-by)
	low := t[1]<<by | t[2]>>(64-by)

	carry, low := bits.Mul64(low, m)
	high = high*m + carry // two bits of integer, modulo 4, then the fraction

	k = (high + 1<<61) >> 62
	high, low = high<<2|low>>62, low<<2 // signed, two's complement
	sign := 1.0
	if int64(high) < 0 {
		sign = -1
		var borrow uint64
		low, borrow = bits.Sub64(0, low, 0)
		high, _ = bits.Sub64(0, high, borrow)
	}
	zeros := bits.LeadingZeros64(high)
	high = high<<zeros | low>>(64-zeros)
	fraction := sign * float64(int64(high>>1)) * powerOf2(-63-zeros)
	return fraction * (math.Pi / 2), k
}

func sinExact(x float64, p uint) *big.Int {
	y := waveExact(math.Abs(x), 0, p)
	if x < 0 {
		y.Neg(y)
	}
	return y
}

func cosExact(x float64, p uint) *big.Int { return waveExact(math.Abs(x), 1, p) }

// waveExact is the sine of x + quarters·π/2, for x above 0.
func waveExact(x float64, quarters int64, p uint) *big.Int {
	const more = 192 // bits of π/2, which is taken up to 2^128 times
	right := halfPi(p + more)
	n := inUnits(x, p+more)
	k := new(big.Int).Lsh(n, 1)
	k.Add(k, right).Quo(k, new(big.Int).Lsh(right, 1)) // x/(π/2) + 1/2
	r := n.Sub(n, new(big.Int).Mul(k, right))
	r.Rsh(r, more)

	quarters += new(big.Int).And(k, big.NewInt(3)).Int64()
	z := times(r, r, p)
	y := factorials(one(p), z, -1, func(k int64) int64 { return (2*k - 1) * 2 * k }, p)
	if quarters&1 == 0 {
		y = factorials(new(big.Int).Abs(r), z, -1, func(k int64) int64 { return 2 * k * (2*k + 1) }, p)
		if r.Sign() < 0 {
			y.Neg(y)
		}
	}
	if quarters&2 != 0 {
		y.Neg(y)
	}
	return y
}

// halfPi is π/2 = 8·atan(1/5) - 2·atan(1/239) (Machin).
func halfPi(p uint) *big.Int {
	a, b := atan(5, p), atan(239, p)
	a.Lsh(a, 3)
	return a.Sub(a, b.Lsh(b, 1))
}
