package alu

// Operations of type f: patterns of binary32. A NaN that they make is 0x7fc00000. Results are those nearest to the exact ones, ties to even.

// AddF returns a + b.
func AddF(a, b uint32) uint32 {
	if normalF(a) && normalF(b) {
		if v, ok := sumF(a, b); ok {
			return v
		}
	}
	return addRest(a, b)
}

// MulF returns a·b.
func MulF(a, b uint32) uint32 {
	if normalF(a) && normalF(b) {
		if v, ok := productF(a, b); ok {
			return v
		}
	}
	return mulRest(a, b)
}

// DivF returns a/b.
func DivF(a, b uint32) uint32 { return binary32.div(a, b) }

// MinF returns the bits of the lesser; of a NaN and a number the number. -0 is less than +0.
func MinF(a, b uint32) uint32 {
	if nanF(a) || nanF(b) {
		return binary32.min(a, b)
	}
	if keyF(b) <= keyF(a) {
		a = b
	}
	return a
}

// MaxF returns the bits of the greater; of a NaN and a number the number. -0 is less than +0.
func MaxF(a, b uint32) uint32 {
	if nanF(a) || nanF(b) {
		return binary32.max(a, b)
	}
	if keyF(b) >= keyF(a) {
		a = b
	}
	return a
}

// MadF returns a·b + c, the product rounded before the sum.
func MadF(a, b, c uint32) uint32 { return AddF(MulF(a, b), c) }

// FmaF returns a·b + c, rounded once.
func FmaF(a, b, c uint32) uint32 {
	if normalF(a) && normalF(b) && normalF(c) {
		if v, ok := fusedF(a, b, c); ok {
			return v
		}
	}
	return binary32.fma(a, b, c)
}

// RcpF returns 1/a.
func RcpF(a uint32) uint32 { return binary32.reciprocal(a) }

// SqrtF returns the square root, of -0 -0.
func SqrtF(a uint32) uint32 { return binary32.sqrt(a) }

// RsqrtF returns 1/√a, of ±0 ±∞.
func RsqrtF(a uint32) uint32 { return binary32.rsqrt(a) }

// Exp2F returns 2^a.
func Exp2F(a uint32) uint32 { return binary32.exp2(a) }

// Log2F returns the logarithm to base 2, of ±0 -∞.
func Log2F(a uint32) uint32 { return binary32.log2(a) }

// SinF returns the sine of a in radians.
func SinF(a uint32) uint32 { return binary32.sin(a) }

// CosF returns the cosine of a in radians.
func CosF(a uint32) uint32 { return binary32.cos(a) }

// RnddF returns the integer below. A result of 0 has the sign of a.
func RnddF(a uint32) uint32 { return binary32.integral(a, down) }

// RnduF returns the integer above. A result of 0 has the sign of a.
func RnduF(a uint32) uint32 { return binary32.integral(a, up) }

// RndzF returns the integer towards 0. A result of 0 has the sign of a.
func RndzF(a uint32) uint32 { return binary32.integral(a, inward) }

// RndeF returns the nearest integer, ties to even. A result of 0 has the sign of a.
func RndeF(a uint32) uint32 { return binary32.integral(a, even) }

// FrcF returns a - rndd(a), from 0 to 1; 1 for numbers just below 0.
func FrcF(a uint32) uint32 { return binary32.fractional(a) }

// SatF gives 1 above 1, and +0 for what is not above 0, NaN included.
func SatF(a uint32) uint32 { return binary32.saturate(a) }

// Dp2F returns the sum of the first 2 products, each operation rounded, from the left.
func Dp2F(a, b *[4]uint32) uint32 { return binary32.dot(2, a, b) }

// Dp3F returns the sum of the first 3 products, each operation rounded, from the left.
func Dp3F(a, b *[4]uint32) uint32 { return binary32.dot(3, a, b) }

// Dp4F returns the sum of the first 4 products, each operation rounded, from the left.
func Dp4F(a, b *[4]uint32) uint32 { return binary32.dot(4, a, b) }

// DphF returns ((a0·b0 + a1·b1) + a2·b2) + b3, each operation rounded.
func DphF(a, b *[4]uint32) uint32 { return binary32.homogeneous(a, b) }
