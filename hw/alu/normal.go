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

// biasF is that of exponents.
const biasF = 127

// What follows has no branch that depends on the numbers, but for results that are not normal: a processor does not guess them.

// addF adds two values: signs, exponents as fields, significands whose leading one is bit 61, the greater one first. It gives up when the result is not normal.
func addF(signA uint32, fieldA int, a uint64, signB uint32, fieldB int, b uint64) (sum uint32, ok bool) {
	away := uint(min(fieldA-fieldB, alignedF+1)) & 63
	lost := b & (1<<away - 1)
	b = b>>away | (lost|-lost)>>63
	minus := -uint64((signA ^ signB) >> 31)
	if a += b ^ minus - minus; a == 0 {
		return 0, true
	}
	n := bits.LeadingZeros64(a)
	return roundF(signA, fieldA+63-alignedF-n, a<<(n&63))
}

// roundF rounds a value with the leading one in bit 63 to the nearest, ties to even.
func roundF(sign uint32, field int, v uint64) (result uint32, ok bool) {
	const drop = 63 - fractionF
	v, carry := bits.Add64(v, 1<<(drop-1)-1+v>>drop&1, 0) // carried out, the fraction is 0
	field += int(carry)
	return sign | uint32(field)<<fractionF | uint32(v>>drop)&(leadingF-1), uint(field-1) < fieldF-1
}

// sumF is a + b of normal numbers.
func sumF(a, b uint32) (sum uint32, ok bool) {
	swap := (a ^ b) & uint32((int64(a&^signF)-int64(b&^signF))>>63)
	a, b = a^swap, b^swap
	const shift = alignedF - fractionF
	return addF(a&signF, int(a>>fractionF&fieldF), significandF(a)<<shift, b&signF, int(b>>fractionF&fieldF), significandF(b)<<shift)
}

// exactF is the product of normal numbers, with its leading one in a bit of alignedF.
func exactF(a, b uint32) (field int, p uint64) {
	p = significandF(a) * significandF(b) // the leading one is bit 46 or 47
	high := int(p >> 47)
	return int(a>>fractionF&fieldF) + int(b>>fractionF&fieldF) - biasF + high, p << ((alignedF - 46 - high) & 63)
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
	_, less := bits.Sub64(p, s, 0)
	less = uint64(fieldP-fieldC-int(less)) >> 63 // the product is the lesser
	swapSign, swapField, swap := (signP^signC)&-uint32(less), (fieldP^fieldC)&-int(less), (p^s)&-less
	return addF(signP^swapSign, fieldP^swapField, p^swap, signC^swapSign, fieldC^swapField, s^swap)
}

// keyF maps numbers to integers in their order, -0 below +0.
func keyF(a uint32) int32 { return int32(a) ^ int32(a)>>31&0x7fffffff }

// nanF tells whether it is a NaN.
func nanF(a uint32) bool { return a<<1 > 0xff<<24 }

// zeroF tells whether it is ±0.
func zeroF(a uint32) bool { return a<<1 == 0 }

// addRest adds what sumF does not: often a number and 0.
func addRest(a, b uint32) uint32 {
	switch {
	case zeroF(a) && zeroF(b):
		return a & b
	case zeroF(a) && !nanF(b):
		return b
	case zeroF(b) && !nanF(a):
		return a
	}
	return binary32.add(a, b)
}

// mulRest multiplies what productF does not: often a number and 0.
func mulRest(a, b uint32) uint32 {
	if zeroF(a) && a<<1|b<<1 < 0xff<<24 || zeroF(b) && a<<1|b<<1 < 0xff<<24 {
		return (a ^ b) & signF
	}
	return binary32.mul(a, b)
}
