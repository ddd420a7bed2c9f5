package arith

import "math"

// FToHF is the nearest binary16; of what is 65520 or more in size ±∞, of NaN 0x7e00.
func FToHF(a float32) uint16 { return nearestHF(float64(a)) }

// HFToF is the same number in binary32; of NaN 0x7fc00000.
func HFToF(a uint16) float32 { return nearestF(valueHF(a)) }

// FTo is a towards 0, clamped to the range of T; of NaN 0.
func FTo[T Int](a float32) T { return towards0[T](float64(a)) }

// HFTo is a towards 0, clamped to the range of T; of NaN 0.
func HFTo[T Int](a uint16) T { return towards0[T](valueHF(a)) }

func towards0[T Int](x float64) T {
	least, greatest := limits[T]()
	switch {
	case x != x:
		return 0
	case x <= float64(least):
		return least
	case x >= float64(greatest): // of 64 bits it is 1 more, and no x is between
		return greatest
	}
	return T(x)
}

// ToF is the binary32 nearest to a, ties to even.
func ToF[T Int](a T) float32 { return nearestF(integerToOdd(a)) }

// ToHF is the binary16 nearest to a, ties to even; ±∞ if it is 65520 or more in size.
func ToHF[T Int](a T) uint16 { return nearestHF(integerToOdd(a)) }

// integerToOdd is a, or if it has more than 53 bits its upper ones, the last of them set where others are lost: binary32 and
// binary16 have no midpoint there, and a is not rounded twice.
func integerToOdd[T Int](a T) float64 {
	const lower = 1<<11 - 1
	size := uint64(a)
	if a < 0 {
		size = -size
	}
	if size>>53 != 0 && size&lower != 0 {
		size = size&^lower | (lower + 1)
	}
	return math.Copysign(float64(size), float64(a))
}

// SameF returns x; a NaN gives 0x7fc00000.
func SameF(x float32) float32 { return quietF(x) }

// SameHF returns h; a NaN gives 0x7e00.
func SameHF(h uint16) uint16 {
	if x := HFToF(h); x != x {
		return patternNaNHF
	}
	return h
}
