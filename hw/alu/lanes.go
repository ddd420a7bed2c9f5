package alu

import "math"

// Lanes is the number of lanes that the operations of this file take at once: a register of f.
const Lanes = 8

// Most of a kernel's time is spent here, so these use the processor's binary64 in place of integers. A product of two numbers of binary32 is exact in it; a sum is
// rounded to 53 bits, which are enough for the second rounding, to 24, not to show (twice 24 and two more would do). Tests compare them with the operations of a lane.
// The lanes stand side by side, as they do in a datapath, where a loop would take half as long again. out is none of the sources.

// AddLanesF is AddF in eight lanes.
func AddLanesF(a, b, out *[Lanes]uint32) {
	out[0] = single32(double(a[0]) + double(b[0]))
	out[1] = single32(double(a[1]) + double(b[1]))
	out[2] = single32(double(a[2]) + double(b[2]))
	out[3] = single32(double(a[3]) + double(b[3]))
	out[4] = single32(double(a[4]) + double(b[4]))
	out[5] = single32(double(a[5]) + double(b[5]))
	out[6] = single32(double(a[6]) + double(b[6]))
	out[7] = single32(double(a[7]) + double(b[7]))
}

// SubLanesF is AddF of a and -b in eight lanes.
func SubLanesF(a, b, out *[Lanes]uint32) {
	out[0] = single32(double(a[0]) - double(b[0]))
	out[1] = single32(double(a[1]) - double(b[1]))
	out[2] = single32(double(a[2]) - double(b[2]))
	out[3] = single32(double(a[3]) - double(b[3]))
	out[4] = single32(double(a[4]) - double(b[4]))
	out[5] = single32(double(a[5]) - double(b[5]))
	out[6] = single32(double(a[6]) - double(b[6]))
	out[7] = single32(double(a[7]) - double(b[7]))
}

// MulLanesF is MulF in eight lanes.
func MulLanesF(a, b, out *[Lanes]uint32) {
	out[0] = single32(double(a[0]) * double(b[0]))
	out[1] = single32(double(a[1]) * double(b[1]))
	out[2] = single32(double(a[2]) * double(b[2]))
	out[3] = single32(double(a[3]) * double(b[3]))
	out[4] = single32(double(a[4]) * double(b[4]))
	out[5] = single32(double(a[5]) * double(b[5]))
	out[6] = single32(double(a[6]) * double(b[6]))
	out[7] = single32(double(a[7]) * double(b[7]))
}

// MadLanesF is MadF in eight lanes.
func MadLanesF(a, b, c, out *[Lanes]uint32) {
	var product [Lanes]uint32
	MulLanesF(a, b, &product)
	AddLanesF(&product, c, out)
}

// FmaLanesF is FmaF in eight lanes.
func FmaLanesF(a, b, c, out *[Lanes]uint32) {
	for k := range out {
		out[k] = single32(fusedToOdd(double(a[k])*double(b[k]), double(c[k])))
	}
}

// fusedToOdd is the sum of a product and a number of binary32, rounded to odd: what is lost makes the last bit 1, so that the second rounding takes no tie for one
// that is none.
func fusedToOdd(p, x float64) float64 {
	s := p + x
	t := s - p
	lost := (p - (s - t)) + (x - t) // exactly; NaN if s is not finite
	if lost == 0 || lost != lost || math.Float64bits(s)&1 != 0 {
		return s
	}
	if lost > 0 == (s > 0) {
		return math.Float64frombits(math.Float64bits(s) + 1)
	}
	return math.Float64frombits(math.Float64bits(s) - 1)
}

// MinLanesF is MinF in eight lanes.
func MinLanesF(a, b, out *[Lanes]uint32) {
	for k := range out {
		x, y := a[k], b[k]
		if nanF(x) || nanF(y) {
			out[k] = MinF(x, y)
			continue
		}
		if keyF(y) <= keyF(x) {
			x = y
		}
		out[k] = x
	}
}

// MaxLanesF is MaxF in eight lanes.
func MaxLanesF(a, b, out *[Lanes]uint32) {
	for k := range out {
		x, y := a[k], b[k]
		if nanF(x) || nanF(y) {
			out[k] = MaxF(x, y)
			continue
		}
		if keyF(y) >= keyF(x) {
			x = y
		}
		out[k] = x
	}
}

// EqualLanesF finds the lanes in which a = b.
func EqualLanesF(a, b *[Lanes]uint32) (set uint32) {
	for k := range a {
		set |= flagOf(double(a[k]) == double(b[k])) << k
	}
	return set
}

// LessLanesF finds the lanes in which a < b.
func LessLanesF(a, b *[Lanes]uint32) (set uint32) {
	for k := range a {
		set |= flagOf(double(a[k]) < double(b[k])) << k
	}
	return set
}

// LessOrEqualLanesF finds the lanes in which a ≤ b.
func LessOrEqualLanesF(a, b *[Lanes]uint32) (set uint32) {
	for k := range a {
		set |= flagOf(double(a[k]) <= double(b[k])) << k
	}
	return set
}

// UnorderedLanesF finds the lanes in which a or b is NaN.
func UnorderedLanesF(a, b *[Lanes]uint32) (set uint32) {
	for k := range a {
		set |= flagOf(nanF(a[k]) || nanF(b[k])) << k
	}
	return set
}

func flagOf(b bool) (n uint32) {
	if b {
		n = 1
	}
	return n
}

func double(a uint32) float64 { return float64(math.Float32frombits(a)) }

// single32 rounds to binary32; of NaN there is one.
func single32(x float64) uint32 {
	if x != x {
		return 0x7fc00000
	}
	return math.Float32bits(float32(x))
}
