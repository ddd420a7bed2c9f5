package alu

import "math/bits"

// AddSat returns a + b, clamped to the range of the type.
func (t Int) AddSat(a, b uint64) uint64 { return t.MadSat(a, 1, b) }

// MulSat returns a·b, clamped to the range of the type.
func (t Int) MulSat(a, b uint64) uint64 { return t.MadSat(a, b, 0) }

// MadSat returns a·b + c, clamped to the range of the type. The sum has 128 bits, which is enough for every type.
func (t Int) MadSat(a, b, c uint64) uint64 {
	high, low := t.product(a, b)
	extension := uint64(0)
	if t.negative(c) {
		extension = ^extension
	}
	low, carry := bits.Add64(low, t.Extend(c), 0)
	high += extension + carry
	if t.Signed && high>>63 != 0 {
		low, borrow := bits.Sub64(0, low, 0)
		return t.clamp(true, -high-borrow, low)
	}
	return t.clamp(false, high, low)
}

// ClampFrom returns a value of another type, clamped to the range of this one: mov with saturation, and cvt.
func (t Int) ClampFrom(from Int, v uint64) uint64 {
	negative, size := from.magnitude(v)
	return t.clamp(negative, 0, size)
}

// clamp returns a value that has a sign and a size of 128 bits, clamped to the range of the type.
func (t Int) clamp(negative bool, high, low uint64) uint64 {
	limit := t.ones()
	switch {
	case t.Signed && negative:
		limit = t.top()
	case negative:
		limit = 0
	case t.Signed:
		limit >>= 1
	}
	if high != 0 || low > limit {
		low = limit
	}
	return t.signed(negative, low)
}
