package arith

import (
	"math"
	"math/big"
)

var log2 = function{log2Special, log2Near, log2Exact}

// Log2F is the logarithm of a to base 2, correctly rounded: of ±0 -∞, below that NaN, of 1 +0.
func Log2F(a float32) float32 { return log2.ofF(a) }

// Log2HF is the logarithm of a to base 2, correctly rounded: of ±0 -∞, below that NaN, of 1 +0.
func Log2HF(a uint16) uint16 { return log2.ofHF(a) }

// log2Special has the powers of two. For other numbers the logarithm is irrational, and no midpoint.
func log2Special(x float64) (y float64, ok bool) {
	pattern := math.Float64bits(x)
	switch {
	case x == 0:
		return math.Inf(-1), true
	case !(x > 0):
		return math.NaN(), true
	case x > math.MaxFloat64:
		return x, true
	case pattern<<12 == 0: // no fraction; a denormal number of binary32 is a normal one of binary64
		return float64(int(pattern>>52) - 1023), true
	}
	return 0, false
}

// log2Near is k + log2 m with m from √½ to √2, which is 2/ln 2·(s + s³/3 + s⁵/5 + ...) with s = (m - 1)/(m + 1).
//
// Let z = s², 0.0295 at the most. The series ends with z⁹/19; what is left is below z¹⁰/20, 0.2u. The first term goes
// through 5 operations: those of s and the constant, the sum with each of the two others, the product with s. The term of z^j goes
// through 4.5j + 9 at the most: z has three errors with that of s, z² seven, and there are more products. All errors, against the
// first term, are below 5 + 13.5·z/3 + 18·z²/5 + ..., 5.2u. With k the sum is at least as great as that of the
// series, and it is rounded: 6.4u.
func log2Near(x float64) float64 {
	const (
		c0   = 2 / math.Ln2
		c1   = c0 / 3
		c2   = c0 / 5
		c3   = c0 / 7
		c4   = c0 / 9
		c5   = c0 / 11
		c6   = c0 / 13
		c7   = c0 / 15
		c8   = c0 / 17
		c9   = c0 / 19
		root = 0x3fe6a09e667f3bcd // √½ in binary64
	)
	pattern := math.Float64bits(x)
	k := int64(pattern-root) >> 52
	m := math.Float64frombits(pattern - uint64(k)<<52)
	s := (m - 1) / (m + 1) // both sums are exact: m has 24 bits
	z := s * s
	w := z * z
	even := c0 + w*(c2+w*(c4+w*(c6+w*c8)))
	odd := c1 + w*(c3+w*(c5+w*(c7+w*c9)))
	return float64(k) + s*(even+z*odd)
}

// log2Exact is k + log2 m with m from 1 to 2, which is atanh((m - 1)/(m + 1))/atanh(1/3).
func log2Exact(x float64, p uint) *big.Int {
	m, exponent := integer(x)
	unit := one(25) // of m
	above, below := new(big.Int).Sub(m, unit), new(big.Int).Add(m, unit)
	s := over(above, below, p)
	k := big.NewInt(int64(exponent + 25))
	y := over(atanh(s, p), atanh(third(p), p), p)
	return y.Add(y, k.Lsh(k, p))
}
