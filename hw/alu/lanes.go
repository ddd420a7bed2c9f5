package alu

import "math"

// Lanes is the number of lanes that the operations of this file take at once: a register of f.
const Lanes = 8

// Most of a kernel's time is spent here, so these use the processor's binary64 in place of integers. A product of two numbers of binary32 is exact in it; a sum is
// rounded to 53 bits, which are enough for the second rounding, to 24, not to show (twice 24 and two more would do). Tests compare them with the operations of a lane.

// AddLanesF is AddF in eight lanes.
func AddLanesF(a, b, out *[Lanes]uint32) {
	for k, x := range a {
		out[k] = single32(double(x) + double(b[k]))
	}
}

// MulLanesF is MulF in eight lanes.
func MulLanesF(a, b, out *[Lanes]uint32) {
	for k, x := range a {
		out[k] = single32(double(x) * double(b[k]))
	}
}

// MadLanesF is MadF in eight lanes. out is none of the others.
func MadLanesF(a, b, c, out *[Lanes]uint32) {
	MulLanesF(a, b, out)
	AddLanesF(out, c, out)
}

// FmaLanesF is FmaF in eight lanes.
func FmaLanesF(a, b, c, out *[Lanes]uint32) {
	for k := range out {
		out[k] = FmaF(a[k], b[k], c[k])
	}
}

func double(a uint32) float64 { return float64(math.Float32frombits(a)) }

// single32 rounds to binary32; of NaN there is one.
func single32(x float64) uint32 {
	if x != x {
		return 0x7fc00000
	}
	return math.Float32bits(float32(x))
}
