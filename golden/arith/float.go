package arith

import "math"

// Patterns of NaN.
const (
	patternNaNF  = 0x7fc00000
	patternNaNHF = 0x7e00
)

func nanF() float32 { return math.Float32frombits(patternNaNF) }

// quietF is x, or the one NaN for any other.
func quietF(x float32) float32 {
	if x != x {
		return nanF()
	}
	return x
}

// AddF is a + b.
func AddF(a, b float32) float32 { return quietF(a + b) }

// MulF is a·b.
func MulF(a, b float32) float32 { return quietF(float32(a * b)) }

// MadF is a·b + c, the product rounded before the sum.
func MadF(a, b, c float32) float32 { return quietF(float32(a*b) + c) }

// FmaF is a·b + c, rounded once.
func FmaF(a, b, c float32) float32 {
	product := float64(float64(a) * float64(b)) // 48 bits, exact
	return nearestF(sumToOdd(product, float64(c)))
}

// DivF is a/b.
//
// The quotient q is rounded to binary64 first, which is harmless: it could only be harmful
// if q, not being a midpoint m of two neighbours in binary32, came to be one. Let
// a = A·2^i, b = B·2^j and m = M·2^k with A, B below 2^24 and M below 2^25. Then a - m·b is
// not 0 and a multiple of 2^i or of 2^(j+k), and a is near to M·B·2^(j+k); so
// |q - m|/q = |a - m·b|/a is above 2^-50. Binary64 moves q by 2^-53 of it at the most.
func DivF(a, b float32) float32 { return nearestF(float64(a) / float64(b)) }

// RcpF is 1/a; of ±0 it is ±∞.
func RcpF(a float32) float32 { return DivF(1, a) }

// SqrtF is the square root of a; of -0 it is -0, below that NaN.
//
// It is rounded to binary64 first, harmless as in DivF: a root is no denormal number, a
// midpoint m has 25 bits and its square 50; so |√a - m|/m, half of |a - m²|/m², is 0 or
// above 2^-52.
func SqrtF(a float32) float32 { return nearestF(math.Sqrt(float64(a))) }

// MinF is the lesser of a and b: of a NaN and a number it is the number, of two NaN the
// one NaN; -0 is less than +0.
func MinF(a, b float32) float32 {
	switch {
	case a != a && b != b:
		return nanF()
	case a != a || lesser(float64(b), float64(a)):
		return b
	}
	return a
}

// MaxF is the greater of a and b, with NaN and zeros as in MinF.
func MaxF(a, b float32) float32 {
	switch {
	case a != a && b != b:
		return nanF()
	case a != a || lesser(float64(a), float64(b)):
		return b
	}
	return a
}

// lesser tells whether a is below b, -0 being below +0. With a NaN it is false.
func lesser(a, b float64) bool {
	return a < b || a == b && math.Signbit(a) && !math.Signbit(b)
}

// RnddF is the integer below a, or a itself; 0 has the sign of a.
func RnddF(a float32) float32 { return nearestF(math.Floor(float64(a))) }

// RnduF is the integer above a, or a itself; 0 has the sign of a.
func RnduF(a float32) float32 { return nearestF(math.Ceil(float64(a))) }

// RndzF is the integer of a towards 0; 0 has the sign of a.
func RndzF(a float32) float32 { return nearestF(math.Trunc(float64(a))) }

// RndeF is the integer nearest to a, ties to even; 0 has the sign of a.
func RndeF(a float32) float32 { return nearestF(math.RoundToEven(float64(a))) }

// FrcF is a - RnddF(a), rounded: 1 for numbers just below 0; of ±∞ it is NaN.
func FrcF(a float32) float32 { return quietF(a - RnddF(a)) }

// SatF is 1 for a above 1, +0 for what is not above 0, NaN included, and a otherwise.
func SatF(a float32) float32 {
	switch {
	case !(a > 0):
		return 0
	case a > 1:
		return 1
	}
	return a
}

// nearestF is the binary32 nearest to x, ties to even.
func nearestF(x float64) float32 { return quietF(float32(x)) }

// sumToOdd is a + b in binary64, where it is exact; otherwise the one of its two
// neighbours in binary64 that has an odd last bit. Rounded again, to a type of at most 51
// bits, it gives what the exact sum gives (Boldo and Melquiond, "Emulation of FMA and
// correctly rounded sums", IEEE Transactions on Computers 57, 2008).
func sumToOdd(a, b float64) float64 {
	sum := a + b
	if math.IsInf(sum, 0) || sum != sum {
		return sum
	}
	ofB := sum - a
	lost := (a - (sum - ofB)) + (b - ofB) // a + b - sum, exactly (Knuth)
	pattern := math.Float64bits(sum)
	switch {
	case lost == 0 || pattern&1 != 0:
		return sum
	case (lost > 0) == (sum > 0):
		return math.Float64frombits(pattern + 1)
	}
	return math.Float64frombits(pattern - 1)
}
