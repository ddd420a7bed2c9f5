package arith

import (
	"math"
	"math/big"
)

var rsqrt = function{rsqrtSpecial, rsqrtNear, rsqrtExact}

// RsqrtF is 1/√a, correctly rounded: of ±0 ±∞, below that NaN.
func RsqrtF(a float32) float32 { return rsqrt.ofF(a) }

// RsqrtHF is 1/√a, correctly rounded: of ±0 ±∞, below that NaN.
func RsqrtHF(a uint16) uint16 { return rsqrt.ofHF(a) }

// rsqrtSpecial needs no more than the ends: if the result is a midpoint m, then 1/m² is a number of binary32, m is a power of
// two, and denormal. But results are 2^-64 at least.
func rsqrtSpecial(x float64) (y float64, ok bool) {
	switch {
	case x == 0:
		return 1 / x, true
	case !(x > 0):
		return math.NaN(), true
	case x > math.MaxFloat64:
		return 0, true
	}
	return 0, false
}

// rsqrtNear has two roundings: 2u.
func rsqrtNear(x float64) float64 { return 1 / math.Sqrt(x) }

// rsqrtExact is the root of 2^2p/x.
func rsqrtExact(x float64, p uint) *big.Int {
	m, exponent := integer(x)
	square := new(big.Int).Quo(one(uint(2*int(p)-exponent)), m)
	return square.Sqrt(square)
}
