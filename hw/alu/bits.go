package alu

import "math/bits"

// count returns a count of shifts modulo the size.
func (t Int) count(b uint64) uint64 { return b & uint64(t.Bits-1) }

// Shl shifts left by the count modulo the size.
func (t Int) Shl(a, count uint64) uint64 { return t.Cut(a << t.count(count)) }

// Shr shifts right by the count modulo the size, with zeros.
func (t Int) Shr(a, count uint64) uint64 { return t.Cut(a) >> t.count(count) }

// Asr shifts right by the count modulo the size, with the highest bit, also of an unsigned type.
func (t Int) Asr(a, count uint64) uint64 {
	return t.Cut(uint64(int64(Int{t.Bits, true}.Extend(a)) >> t.count(count)))
}

// Rol rotates left by the count modulo the size.
func (t Int) Rol(a, count uint64) uint64 {
	n := t.count(count)
	return t.Cut(a<<n | t.Cut(a)>>(uint64(t.Bits)-n))
}

// Ror rotates right by the count modulo the size.
func (t Int) Ror(a, count uint64) uint64 { return t.Rol(a, -count) }

// Bfe returns the field of a from a bit on, extended with zeros, of a signed type with its top bit. Offset and width are unsigned, and
// limited to what a has; a field of no bits is 0.
func (t Int) Bfe(a, offset, width uint64) uint64 {
	offset, width = t.field(offset, width)
	if width == 0 {
		return 0
	}
	field := Int{uint8(width), t.Signed}
	return t.Cut(field.Extend(t.Cut(a) >> offset))
}

// Bfm returns ones in a field that is limited in the same way, and zeros elsewhere.
func (t Int) Bfm(width, offset uint64) uint64 {
	offset, width = t.field(offset, width)
	return (1<<width - 1) << offset
}

// field limits a field to the bits of the type.
func (t Int) field(offset, width uint64) (from, size uint64) {
	from = min(t.Cut(offset), uint64(t.Bits))
	return from, min(t.Cut(width), uint64(t.Bits)-from)
}

// Bsel returns the bits of a where m has ones, and those of b where it has zeros.
func (t Int) Bsel(m, a, b uint64) uint64 { return t.Cut(m&a | ^m&b) }

// Cbit returns the number of ones.
func (t Int) Cbit(a uint64) uint64 { return uint64(bits.OnesCount64(t.Cut(a))) }

// Lzd returns the number of zeros above the highest one; of 0 it is the size.
func (t Int) Lzd(a uint64) uint64 { return uint64(t.Bits) - uint64(bits.Len64(t.Cut(a))) }

// Tzd returns the number of zeros below the lowest one; of 0 it is the size.
func (t Int) Tzd(a uint64) uint64 { return min(uint64(t.Bits), uint64(bits.TrailingZeros64(a))) }

// Fbh returns the place of the highest one, of a signed type of the highest bit that differs from the sign; all ones if there is none.
func (t Int) Fbh(a uint64) uint64 {
	if t.negative(a) {
		a = ^a
	}
	return t.Cut(uint64(bits.Len64(t.Cut(a))) - 1)
}

// Fbl returns the place of the lowest one; all ones if there is none.
func (t Int) Fbl(a uint64) uint64 {
	if t.Cut(a) == 0 {
		return t.ones()
	}
	return t.Tzd(a)
}

// Bfrev returns the bits in reverse order.
func (t Int) Bfrev(a uint64) uint64 { return bits.Reverse64(a) >> (64 - t.Bits) }
