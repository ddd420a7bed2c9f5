package arith

import (
	"math"
	"math/big"
)

var exp2 = function{exp2Special, exp2Near, exp2Exact}

// Exp2F is 2^a, correctly rounded.
func Exp2F(a float32) float32 { return exp2.ofF(a) }

// Exp2HF is 2^a, correctly rounded.
func Exp2HF(a uint16) uint16 { return exp2.ofHF(a) }

// exp2Special has the integers. For other numbers 2^x is irrational, and no midpoint.
func exp2Special(x float64) (y float64, ok bool) {
	switch {
	case x >= 128:
		return math.Inf(1), true
	case x < -150: // below half of the least number of binary32
		return 0, true
	case x != x:
		return x, true
	case x == math.RoundToEven(x):
		return powerOf2(int(x)), true
	}
	return 0, false
}

// powerOf2 is 2^k, for k of a normal number of binary64.
func powerOf2(k int) float64 { return math.Float64frombits(uint64(k+1023) << 52) }

// exp2Near is 2^k·e^(f·ln 2) with |f| of 1/2 at the most.
//
// Let t = |f|·ln 2, 0.347 at the most. The series ends with t¹³/13!; what is left is t¹⁴/14!·e^t, below 0.1u. The
// term of f^k goes through 1.5k + 3 operations at the most: for two powers three, because z is rounded, too; and its
// constant, its sum, the product with f and the last sum. All errors are below (1.5t + 3)·e^t, against e^-t at least: 7.2u.
func exp2Near(x float64) float64 {
	const ( // ln 2 to the power k, divided by k!
		c1  = math.Ln2
		c2  = c1 * math.Ln2 / 2
		c3  = c2 * math.Ln2 / 3
		c4  = c3 * math.Ln2 / 4
		c5  = c4 * math.Ln2 / 5
		c6  = c5 * math.Ln2 / 6
		c7  = c6 * math.Ln2 / 7
		c8  = c7 * math.Ln2 / 8
		c9  = c8 * math.Ln2 / 9
		c10 = c9 * math.Ln2 / 10
		c11 = c10 * math.Ln2 / 11
		c12 = c11 * math.Ln2 / 12
		c13 = c12 * math.Ln2 / 13
	)
	k := math.RoundToEven(x)
	f := x - k // exact
	z := f * f
	even := 1 + z*(c2+z*(c4+z*(c6+z*(c8+z*(c10+z*c12)))))
	odd := c1 + z*(c3+z*(c5+z*(c7+z*(c9+z*(c11+z*c13)))))
	return (even + f*odd) * powerOf2(int(k))
}

// exp2Exact is 2^k·2^f, f from 0 to 1; k is below 128.
func exp2Exact(x float64, p uint) *big.Int {
	p += 128
	n := inUnits(x, p)
	k := new(big.Int).Rsh(n, p)
	f := n.Sub(n, new(big.Int).Lsh(k, p))
	power := factorials(one(p), times(f, ln2(p), p), 1, func(k int64) int64 { return k }, p)
	return power.Rsh(power, uint(128-k.Int64()))
}

// ln2 is the natural logarithm of 2.
func ln2(p uint) *big.Int {
	half := atanh(third(p), p)
	return half.Lsh(half, 1)
}

// third is 1/3.
func third(p uint) *big.Int { return new(big.Int).Quo(one(p), big.NewInt(3)) }
