package arith

import "math"

// Fields of binary16: one sign bit, five of the exponent, ten of the mantissa.
const (
	signHF      = 1 << 15
	infinityHF  = 0x1f << mantissaHF
	oneHF       = 15 << mantissaHF
	mantissaHF  = 10
	exponentHF  = -14 // of the least normal number
	overflowHF  = 65520
	mantissa64  = 52
	bias64      = 1023
	magnitude64 = 1<<63 - 1
)

// valueHF is the number of a pattern of binary16; of NaN it is NaN.
func valueHF(h uint16) float64 {
	// With the fields where binary64 has them only the bias of the exponent is wrong.
	x := float64(math.Float64frombits(uint64(h&^signHF)<<(mantissa64-mantissaHF)) * 0x1p1008)
	switch magnitude := h &^ signHF; {
	case magnitude > infinityHF:
		return math.NaN()
	case magnitude == infinityHF:
		x = math.Inf(1)
	}
	if h&signHF != 0 {
		return -x
	}
	return x
}

// nearestHF is the pattern of the binary16 nearest to x, ties to even; of NaN the one NaN.
func nearestHF(x float64) uint16 {
	pattern := math.Float64bits(x)
	sign, size := uint16(pattern>>63)<<15, math.Float64frombits(pattern&magnitude64)
	switch {
	case x != x:
		return patternNaNHF
	case size >= overflowHF: // half a step above the greatest number
		return sign | infinityHF
	}
	exponent := max(int(pattern&magnitude64>>mantissa64)-bias64, exponentHF)
	// In a sum with this power of two the last bit of binary64 is worth the last bit of
	// binary16, so that the sum is rounded there.
	power := uint64(exponent-mantissaHF+mantissa64+bias64) << mantissa64
	steps := math.Float64bits(size+math.Float64frombits(power)) - power
	// The hidden bit, where there is one, adds 1 to the exponent, and so does a mantissa
	// that was rounded up to the next power of two.
	return sign | (uint16(exponent-exponentHF)<<mantissaHF + uint16(steps))
}

// AddHF is a + b. In binary64 the sum is exact: it has 41 bits.
func AddHF(a, b uint16) uint16 { return nearestHF(valueHF(a) + valueHF(b)) }

// MulHF is a·b. In binary64 the product is exact: it has 22 bits.
func MulHF(a, b uint16) uint16 { return nearestHF(float64(valueHF(a) * valueHF(b))) }

// MadHF is a·b + c, the product rounded before the sum.
func MadHF(a, b, c uint16) uint16 { return AddHF(MulHF(a, b), c) }

// FmaHF is a·b + c, rounded once.
func FmaHF(a, b, c uint16) uint16 {
	product := float64(valueHF(a) * valueHF(b))
	return nearestHF(sumToOdd(product, valueHF(c))) // the sum has up to 80 bits
}

// DivHF is a/b. It may be rounded to binary64 first for the same reason as DivF.
func DivHF(a, b uint16) uint16 { return nearestHF(valueHF(a) / valueHF(b)) }

// RcpHF is 1/a; of ±0 it is ±∞.
func RcpHF(a uint16) uint16 { return DivHF(oneHF, a) }

// SqrtHF is the square root of a; of -0 it is -0, below that NaN. It may be rounded to
// binary64 first for the same reason as SqrtF.
func SqrtHF(a uint16) uint16 { return nearestHF(math.Sqrt(valueHF(a))) }

// MinHF is the lesser of a and b, with NaN and zeros as in MinF.
func MinHF(a, b uint16) uint16 {
	x, y := valueHF(a), valueHF(b)
	switch {
	case x != x && y != y:
		return patternNaNHF
	case x != x || lesser(y, x):
		return b
	}
	return a
}

// MaxHF is the greater of a and b, with NaN and zeros as in MinF.
func MaxHF(a, b uint16) uint16 {
	x, y := valueHF(a), valueHF(b)
	switch {
	case x != x && y != y:
		return patternNaNHF
	case x != x || lesser(x, y):
		return b
	}
	return a
}

// RnddHF is the integer below a, or a itself; 0 has the sign of a.
func RnddHF(a uint16) uint16 { return nearestHF(math.Floor(valueHF(a))) }

// RnduHF is the integer above a, or a itself; 0 has the sign of a.
func RnduHF(a uint16) uint16 { return nearestHF(math.Ceil(valueHF(a))) }

// RndzHF is the integer of a towards 0; 0 has the sign of a.
func RndzHF(a uint16) uint16 { return nearestHF(math.Trunc(valueHF(a))) }

// RndeHF is the integer nearest to a, ties to even; 0 has the sign of a.
func RndeHF(a uint16) uint16 { return nearestHF(math.RoundToEven(valueHF(a))) }

// FrcHF is a - RnddHF(a), rounded: 1 for numbers just below 0; of ±∞ it is NaN.
func FrcHF(a uint16) uint16 {
	x := valueHF(a)
	return nearestHF(x - math.Floor(x)) // exact in binary64
}

// SatHF is 1 for a above 1, +0 for what is not above 0, NaN included, and a otherwise.
func SatHF(a uint16) uint16 {
	switch x := valueHF(a); {
	case !(x > 0):
		return 0
	case x > 1:
		return oneHF
	}
	return a
}
