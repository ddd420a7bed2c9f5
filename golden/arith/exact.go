package arith

import (
	"math"
	"math/big"
)

// Numbers here are integers in units of 2^-p. Products, quotients and shifts go downwards or towards 0, so that each loses
// less than a unit. Terms of a series lose at most three units each, and it ends when they are below one.

// leastPrecision is the least p. The numbers of binary32 and the midpoints of neighbours are integers then.
const leastPrecision = 192

// tolerance is more units than a function here loses: each has less than p terms, which go into its result ten times at most.
func tolerance(p uint) *big.Int { return big.NewInt(64 * int64(p)) }

// isAbove tells whether f(x) is above m. They are not equal, so that it ends.
func (f *function) isAbove(x, m float64) bool {
	for p := uint(leastPrecision); ; p *= 2 {
		distance := f.exact(x, p)
		distance.Sub(distance, inUnits(m, p))
		if distance.CmpAbs(tolerance(p)) > 0 {
			return distance.Sign() > 0
		}
	}
}

// inUnits is x, a number of binary32 or a midpoint, exactly.
func inUnits(x float64, p uint) *big.Int {
	m, exponent := integer(x)
	return m.Lsh(m, uint(exponent+int(p)))
}

// integer is m of x = m·2^exponent, a number of binary32 or a midpoint. For x above 0, m is 2^25 or more and below 2^26.
func integer(x float64) (m *big.Int, exponent int) {
	fraction, exponent := math.Frexp(x)
	return big.NewInt(int64(fraction * 0x1p26)), exponent - 26
}

// one is 1.
func one(p uint) *big.Int { return new(big.Int).Lsh(big.NewInt(1), p) }

// times is a·b.
func times(a, b *big.Int, p uint) *big.Int {
	product := new(big.Int).Mul(a, b)
	return product.Rsh(product, p)
}

// over is a/b.
func over(a, b *big.Int, p uint) *big.Int {
	scaled := new(big.Int).Lsh(a, p)
	return scaled.Quo(scaled, b)
}

// atanh is x + x³/3 + x⁵/5 + ..., for x from 0 to 1/3.
func atanh(x *big.Int, p uint) *big.Int {
	return oddPowers(x, times(x, x, p), 1, p)
}

// atan is x - x³/3 + x⁵/5 - ... of x = 1/n.
func atan(n int64, p uint) *big.Int {
	x := new(big.Int).Quo(one(p), big.NewInt(n))
	return oddPowers(x, times(x, x, p), -1, p)
}

// oddPowers is x + sign·z·x/3 + z²·x/5 + sign·z³·x/7 + ..., for x and z below 1 and not below 0.
func oddPowers(x, z *big.Int, sign int64, p uint) *big.Int {
	sum, power, signed := new(big.Int), x, int64(1)
	for k := int64(0); power.Sign() != 0; k++ {
		term := new(big.Int).Quo(power, big.NewInt(signed*(2*k+1)))
		sum.Add(sum, term)
		power, signed = times(power, z, p), signed*sign
	}
	return sum
}

// factorials is first·(1 + sign·z/d(1) + z²/(d(1)·d(2)) + ...), for first and z not below 0; d is the part that a term adds to a
// factorial.
func factorials(first, z *big.Int, sign int64, d func(k int64) int64, p uint) *big.Int {
	sum, term := new(big.Int), first
	for k := int64(1); term.Sign() != 0; k++ {
		sum.Add(sum, term)
		term = times(term, z, p)
		term.Quo(term, big.NewInt(sign*d(k)))
	}
	return sum
}
