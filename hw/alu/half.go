package alu

// Operations of type hf: patterns of binary16. A NaN that they make is 0x7e00. Results are rounded once, from the exact ones, ties to even.

// AddHF returns a + b.
func AddHF(a, b uint16) uint16 { return uint16(binary16.add(uint32(a), uint32(b))) }

// MulHF returns a·b.
func MulHF(a, b uint16) uint16 { return uint16(binary16.mul(uint32(a), uint32(b))) }

// DivHF returns a/b.
func DivHF(a, b uint16) uint16 { return uint16(binary16.div(uint32(a), uint32(b))) }

// MinHF returns the bits of the lesser; of a NaN and a number the number. -0 is less than +0.
func MinHF(a, b uint16) uint16 { return uint16(binary16.min(uint32(a), uint32(b))) }

// MaxHF returns the bits of the greater; of a NaN and a number the number. -0 is less than +0.
func MaxHF(a, b uint16) uint16 { return uint16(binary16.max(uint32(a), uint32(b))) }

// MadHF returns a·b + c, the product rounded before the sum.
func MadHF(a, b, c uint16) uint16 { return uint16(binary16.mad(uint32(a), uint32(b), uint32(c))) }

// FmaHF returns a·b + c, rounded once.
func FmaHF(a, b, c uint16) uint16 { return uint16(binary16.fma(uint32(a), uint32(b), uint32(c))) }

// RcpHF returns 1/a.
func RcpHF(a uint16) uint16 { return uint16(binary16.reciprocal(uint32(a))) }

// SqrtHF returns the square root, of -0 -0.
func SqrtHF(a uint16) uint16 { return uint16(binary16.sqrt(uint32(a))) }

// RsqrtHF returns 1/√a, of ±0 ±∞.
func RsqrtHF(a uint16) uint16 { return uint16(binary16.rsqrt(uint32(a))) }

// Exp2HF returns 2^a.
func Exp2HF(a uint16) uint16 { return uint16(binary16.exp2(uint32(a))) }

// Log2HF returns the logarithm to base 2, of ±0 -∞.
func Log2HF(a uint16) uint16 { return uint16(binary16.log2(uint32(a))) }

// SinHF returns the sine of a in radians.
func SinHF(a uint16) uint16 { return uint16(binary16.sin(uint32(a))) }

// CosHF returns the cosine of a in radians.
func CosHF(a uint16) uint16 { return uint16(binary16.cos(uint32(a))) }

// RnddHF returns the integer below. A result of 0 has the sign of a.
func RnddHF(a uint16) uint16 { return uint16(binary16.integral(uint32(a), down)) }

// RnduHF returns the integer above. A result of 0 has the sign of a.
func RnduHF(a uint16) uint16 { return uint16(binary16.integral(uint32(a), up)) }

// RndzHF returns the integer towards 0. A result of 0 has the sign of a.
func RndzHF(a uint16) uint16 { return uint16(binary16.integral(uint32(a), inward)) }

// RndeHF returns the nearest integer, ties to even. A result of 0 has the sign of a.
func RndeHF(a uint16) uint16 { return uint16(binary16.integral(uint32(a), even)) }

// FrcHF returns a - rndd(a), from 0 to 1; 1 for numbers just below 0.
func FrcHF(a uint16) uint16 { return uint16(binary16.fractional(uint32(a))) }

// SatHF gives 1 above 1, and +0 for what is not above 0, NaN included.
func SatHF(a uint16) uint16 { return uint16(binary16.saturate(uint32(a))) }

// Dp2HF returns the sum of the first 2 products, each operation rounded, from the left.
func Dp2HF(a, b *[4]uint16) uint16 { return uint16(binary16.dot(2, widened(a), widened(b))) }

// Dp3HF returns the sum of the first 3 products, each operation rounded, from the left.
func Dp3HF(a, b *[4]uint16) uint16 { return uint16(binary16.dot(3, widened(a), widened(b))) }

// Dp4HF returns the sum of the first 4 products, each operation rounded, from the left.
func Dp4HF(a, b *[4]uint16) uint16 { return uint16(binary16.dot(4, widened(a), widened(b))) }

// DphHF returns ((a0·b0 + a1·b1) + a2·b2) + b3, each operation rounded.
func DphHF(a, b *[4]uint16) uint16 { return uint16(binary16.homogeneous(widened(a), widened(b))) }

// widened puts patterns of binary16 where those of binary32 have room.
func widened(v *[4]uint16) *[4]uint32 {
	return &[4]uint32{uint32(v[0]), uint32(v[1]), uint32(v[2]), uint32(v[3])}
}
