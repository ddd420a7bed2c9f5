package alu

import "math/bits"

// Adder and multiplier of f for normal numbers whose result is one: most of what kernels compute. All else goes the long way, by layout.

// Fields of binary32.
const (
	signF     = 1 << 31
	fractionF = 23
	fieldF    = 0xff
	leadingF  = 1 << fractionF
)

// normalF tells whether numbers are normal: neither 0, denormal, infinite nor NaN.
func normalF(a uint32) bool { return (a>>fractionF+1)&fieldF > 1 }

// significandF is that of a normal number, with its leading one in bit 23.
func significandF(a uint32) uint64 { return uint64(a&(leadingF-1) | leadingF) }

// alignedF is where addends have their leading one; one bit above takes the carry.
const alignedF = 61

// addF adds two values: signs, exponents as fields, significands whose leading one is bit 61, the greater first. It gives up when the result is not normal.
func addF(signA uint32, fieldA int, a uint64, signB uint32, fieldB int, b uint64) (sum uint32, ok bool) {
	if away := fieldA - fieldB; away < 64 {
		b = b>>away | sticky(b&(1<<away-1))
	} else {
		b = 1
	}
	if signA == signB {
		a += b
	} else if a -= b; a == 0 {
		return 0, true
	}
	n := bits.LeadingZeros64(a)
	return roundF(signA, fieldA+63-alignedF-n, a<<n)
}

// roundF rounds a value with the leading one in bit 63 to the nearest, ties to even.
func roundF(sign uint32, field int, v uint64) (result uint32, ok bool) {
	const drop = 63 - fractionF
	if field < 1 || field >= fieldF-1 {
		return 0, false
	}
	v += 1<<(drop-1) - 1 + v>>drop&1
	if v>>63 == 0 { // carried out: the next power of two
		return sign | uint32(field+1)<<fractionF, true
	}
	return sign | uint32(field)<<fractionF | uint32(v>>drop)&(leadingF-1), true
}

// sumF is a + b of normal numbers.
func sumF(a, b uint32) (sum uint32, ok bool) {
	if a&^signF < b&^signF {
		a, b = b, a
	}
	const shift = alignedF - fractionF
	return addF(a&signF, int(a>>fractionF&fieldF), significandF(a)<<shift, b&signF, int(b>>fractionF&fieldF), significandF(b)<<shift)
}

// biasF is that of exponents.
const biasF = 127

// exactF is the product of normal numbers, with its leading one in a bit of alignedF.
func exactF(a, b uint32) (field int, p uint64) {
	p = significandF(a) * significandF(b) // the leading one is bit 46 or 47
	high := int(p >> 47)
	return int(a>>fractionF&fieldF) + int(b>>fractionF&fieldF) - biasF + high, p << (alignedF - 46 - high)
}

// productF is a·b of normal numbers.
func productF(a, b uint32) (product uint32, ok bool) {
	field, p := exactF(a, b)
	return roundF((a^b)&signF, field, p<<(63-alignedF))
}

// fusedF is a·b + c of normal numbers.
func fusedF(a, b, c uint32) (result uint32, ok bool) {
	signP, signC := (a^b)&signF, c&signF
	fieldP, p := exactF(a, b)
	fieldC, s := int(c>>fractionF&fieldF), significandF(c)<<(alignedF-fractionF)
	if fieldP > fieldC || fieldP == fieldC && p >= s {
		return addF(signP, fieldP, p, signC, fieldC, s)
	}
	return addF(signC, fieldC, s, signP, fieldP, p)
}
