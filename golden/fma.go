package golden

import (
	"math"
	"math/bits"
)

// fma32 is a·b + c with one rounding, in whole numbers.
func fma32(a, b, c float32) float32 {
	switch {
	case !finite(a) || !finite(b) || !finite(c):
		return float32(float64(a)*float64(b) + float64(c)) // infinite or NaN: nothing is rounded
	case a == 0 || b == 0:
		return add(mul(a, b), c) // ±0 + c is exact
	case c == 0:
		return mul(a, b)
	}
	return numberOf(a).times(numberOf(b)).plus(numberOf(c)).round()
}

// number is m·2^e, or -m·2^e.
type number struct {
	negative bool
	m        uint64
	e        int
}

// Fields of binary32.
const (
	fractionBits = 23
	leastUnit    = -149 // exponent of the unit in the last place, of the least numbers
)

func numberOf(x float32) number {
	pattern := math.Float32bits(x)
	n := number{negative: pattern>>31 != 0, m: uint64(pattern & (1<<fractionBits - 1)), e: leastUnit}
	if biased := int(pattern >> fractionBits & 255); biased > 0 {
		n.m |= 1 << fractionBits
		n.e += biased - 1
	}
	return n
}

// times is the exact product of two numbers of binary32.
func (n number) times(k number) number {
	return number{n.negative != k.negative, n.m * k.m, n.e + k.e}
}

// plus is the sum of two numbers that are not 0 and have 48 bits at the most. It has 64
// bits; where that is not enough, m is odd and the sum lies less than 1 in m from it.
func (n number) plus(k number) number {
	n, k = n.high(), k.high()
	if n.e < k.e {
		n, k = k, n
	}
	switch other := shiftedRight(k.m, n.e-k.e); {
	case n.negative == k.negative:
		n.m += other
	case n.m >= other:
		n.m -= other
	default:
		n.m, n.negative = other-n.m, k.negative
	}
	return n
}

// high makes bit 62 the highest that is set.
func (n number) high() number {
	by := bits.LeadingZeros64(n.m) - 1
	return number{n.negative, n.m << by, n.e - by}
}

// shiftedRight is m / 2^by, downwards; the result is odd when that is not exact.
func shiftedRight(m uint64, by int) uint64 {
	out := m >> by
	if out<<by != m {
		out |= 1
	}
	return out
}

// round is the nearest number of binary32, ties to even; of 0 it is +0.
func (n number) round() float32 {
	if n.m == 0 {
		return 0
	}
	unit := max(n.e+bits.Len64(n.m)-(fractionBits+1), leastUnit)
	units := n.m << max(n.e-unit, 0)
	if by := unit - n.e; by > 0 {
		units = nearest(n.m, by)
	}
	x := float64(units) * math.Float64frombits(uint64(1023+unit)<<52) // 2^unit; exact in binary64
	if n.negative {
		x = -x
	}
	return float32(x)
}

// nearest is the integer nearest to m / 2^by, ties to even.
func nearest(m uint64, by int) uint64 {
	if by > 64 {
		return 0 // it is below a half
	}
	down := m >> by
	rest, half := m-down<<by, uint64(1)<<(by-1)
	if rest > half || rest == half && down&1 != 0 {
		down++
	}
	return down
}
