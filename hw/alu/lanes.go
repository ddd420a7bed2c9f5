package alu

import "math"

// Lanes is the number of lanes that the operations of this file take at once: a register of f.
const Lanes = 8

// Most of a kernel's time is spent here, so these use the processor's arithmetic in place of integers: its binary32 rounds each sum and product once, as the operations
// of a lane do, with which tests compare them. The lanes stand side by side, as they do in a datapath. out is none of the sources.

// AddLanesF is AddF in eight lanes.
func AddLanesF(a, b, out *[Lanes]uint32) {
	x0, x1, x2, x3 := single(a[0])+single(b[0]), single(a[1])+single(b[1]), single(a[2])+single(b[2]), single(a[3])+single(b[3])
	x4, x5, x6, x7 := single(a[4])+single(b[4]), single(a[5])+single(b[5]), single(a[6])+single(b[6]), single(a[7])+single(b[7])
	out[0], out[1], out[2], out[3] = math.Float32bits(x0), math.Float32bits(x1), math.Float32bits(x2), math.Float32bits(x3)
	out[4], out[5], out[6], out[7] = math.Float32bits(x4), math.Float32bits(x5), math.Float32bits(x6), math.Float32bits(x7)
	oneNaN(out, x0+x1+x2+x3+x4+x5+x6+x7)
}

// SubLanesF is AddF of a and -b in eight lanes.
func SubLanesF(a, b, out *[Lanes]uint32) {
	x0, x1, x2, x3 := single(a[0])-single(b[0]), single(a[1])-single(b[1]), single(a[2])-single(b[2]), single(a[3])-single(b[3])
	x4, x5, x6, x7 := single(a[4])-single(b[4]), single(a[5])-single(b[5]), single(a[6])-single(b[6]), single(a[7])-single(b[7])
	out[0], out[1], out[2], out[3] = math.Float32bits(x0), math.Float32bits(x1), math.Float32bits(x2), math.Float32bits(x3)
	out[4], out[5], out[6], out[7] = math.Float32bits(x4), math.Float32bits(x5), math.Float32bits(x6), math.Float32bits(x7)
	oneNaN(out, x0+x1+x2+x3+x4+x5+x6+x7)
}

// MulLanesF is MulF in eight lanes.
func MulLanesF(a, b, out *[Lanes]uint32) {
	x0, x1, x2, x3 := single(a[0])*single(b[0]), single(a[1])*single(b[1]), single(a[2])*single(b[2]), single(a[3])*single(b[3])
	x4, x5, x6, x7 := single(a[4])*single(b[4]), single(a[5])*single(b[5]), single(a[6])*single(b[6]), single(a[7])*single(b[7])
	out[0], out[1], out[2], out[3] = math.Float32bits(x0), math.Float32bits(x1), math.Float32bits(x2), math.Float32bits(x3)
	out[4], out[5], out[6], out[7] = math.Float32bits(x4), math.Float32bits(x5), math.Float32bits(x6), math.Float32bits(x7)
	oneNaN(out, x0+x1+x2+x3+x4+x5+x6+x7)
}

// oneNaN makes every NaN the one that operations give. The sum of all lanes is NaN if one of them is, or if there are infinities of both signs.
func oneNaN(out *[Lanes]uint32, sum float32) {
	if sum != sum {
		replaceNaN(out)
	}
}

func replaceNaN(out *[Lanes]uint32) {
	for k, v := range out {
		if nanF(v) {
			out[k] = binary32.nan()
		}
	}
}

// MadLanesF is MadF in eight lanes.
func MadLanesF(a, b, c, out *[Lanes]uint32) {
	var product [Lanes]uint32
	MulLanesF(a, b, &product)
	AddLanesF(&product, c, out)
}

// FmaLanesF is FmaF in eight lanes, in binary64: a product of two numbers of binary32 is exact in it.
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
		switch {
		case nanF(x) || nanF(y):
			x = MinF(x, y)
		case keyF(y) <= keyF(x):
			x = y
		}
		out[k] = x
	}
}

// MaxLanesF is MaxF in eight lanes.
func MaxLanesF(a, b, out *[Lanes]uint32) {
	for k := range out {
		x, y := a[k], b[k]
		switch {
		case nanF(x) || nanF(y):
			x = MaxF(x, y)
		case keyF(y) >= keyF(x):
			x = y
		}
		out[k] = x
	}
}

// EqualLanesF finds the lanes in which a = b.
func EqualLanesF(a, b *[Lanes]uint32) (set uint32) {
	for k := range a {
		set |= flagOf(single(a[k]) == single(b[k])) << k
	}
	return set
}

// LessLanesF finds the lanes in which a < b.
func LessLanesF(a, b *[Lanes]uint32) (set uint32) {
	for k := range a {
		set |= flagOf(single(a[k]) < single(b[k])) << k
	}
	return set
}

// LessOrEqualLanesF finds the lanes in which a ≤ b.
func LessOrEqualLanesF(a, b *[Lanes]uint32) (set uint32) {
	for k := range a {
		set |= flagOf(single(a[k]) <= single(b[k])) << k
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

func single(a uint32) float32 { return math.Float32frombits(a) }

func double(a uint32) float64 { return float64(math.Float32frombits(a)) }

// single32 rounds to binary32; of NaN there is one.
func single32(x float64) uint32 {
	if x != x {
		return 0x7fc00000
	}
	return math.Float32bits(float32(x))
}
