package alu

import "math/bits"

// Int is an integer type: 8, 16, 32 or 64 bits, signed in two's complement or not. Its methods are the operations of that execution type.
// Of a lane they read the low bits that the type has. Results have 0 above them.
type Int struct {
	Bits   uint8
	Signed bool
}

// ones is the pattern of all ones.
func (t Int) ones() uint64 { return ^uint64(0) >> (64 - t.Bits) }

// Cut returns the low bits that the type has.
func (t Int) Cut(v uint64) uint64 { return v & t.ones() }

// Extend returns the value in 64 bits, by its sign if the type is signed.
func (t Int) Extend(v uint64) uint64 {
	drop := 64 - t.Bits
	if t.Signed {
		return uint64(int64(v<<drop) >> drop)
	}
	return v << drop >> drop
}

// top returns the pattern whose highest bit alone is one: of a signed type the least number.
func (t Int) top() uint64 { return t.ones() ^ t.ones()>>1 }

// negative tells whether a value is below 0.
func (t Int) negative(v uint64) bool { return t.Signed && v&t.top() != 0 }

// magnitude returns the sign and the size of a value.
func (t Int) magnitude(v uint64) (negative bool, size uint64) {
	if t.negative(v) {
		return true, t.Cut(-v)
	}
	return false, t.Cut(v)
}

// signed returns the low bits of a size with a sign.
func (t Int) signed(negative bool, size uint64) uint64 {
	if negative {
		size = -size
	}
	return t.Cut(size)
}

// Mulh returns the high half of the product of twice the bits.
func (t Int) Mulh(a, b uint64) uint64 {
	high, low := t.product(a, b)
	if t.Bits == 64 {
		return high
	}
	return t.Cut(low >> t.Bits)
}

// Mull returns the low and the high half of the product.
func (t Int) Mull(a, b uint64) (low, high uint64) { return t.Cut(a * b), t.Mulh(a, b) }

// product returns the exact product in 128 bits.
func (t Int) product(a, b uint64) (high, low uint64) {
	high, low = bits.Mul64(t.Extend(a), t.Extend(b))
	if t.negative(a) {
		high -= t.Extend(b)
	}
	if t.negative(b) {
		high -= t.Extend(a)
	}
	return high, low
}

// Div returns the quotient, cut towards 0. By 0 it is a; of the least number by -1 it is that number.
func (t Int) Div(a, b uint64) uint64 {
	negativeA, sizeA := t.magnitude(a)
	negativeB, sizeB := t.magnitude(b)
	if sizeB == 0 {
		return t.Cut(a)
	}
	return t.signed(negativeA != negativeB, sizeA/sizeB)
}

// Rem returns the remainder, with the sign of a. By 0 it is 0.
func (t Int) Rem(a, b uint64) uint64 {
	negative, sizeA := t.magnitude(a)
	_, sizeB := t.magnitude(b)
	if sizeB == 0 {
		return 0
	}
	return t.signed(negative, sizeA%sizeB)
}

// less compares values.
func (t Int) less(a, b uint64) bool {
	if t.Signed { // with the highest bit inverted patterns are in the order of values
		a, b = a^t.top(), b^t.top()
	}
	return t.Cut(a) < t.Cut(b)
}

// Min returns the lesser.
func (t Int) Min(a, b uint64) uint64 {
	if t.less(b, a) {
		a = b
	}
	return t.Cut(a)
}

// Max returns the greater.
func (t Int) Max(a, b uint64) uint64 {
	if t.less(a, b) {
		a = b
	}
	return t.Cut(a)
}

// Addc returns the sum, and the carry of the unsigned sum, 0 or 1.
func (t Int) Addc(a, b uint64) (sum, carry uint64) {
	sum, carry = bits.Add64(t.Cut(a), t.Cut(b), 0)
	return t.Cut(sum), carry | sum&^t.ones()>>(t.Bits&63)
}

// Subb returns the difference, and the borrow: 1 if a < b as unsigned numbers, 0 otherwise.
func (t Int) Subb(a, b uint64) (difference, borrow uint64) {
	difference, borrow = bits.Sub64(t.Cut(a), t.Cut(b), 0)
	return t.Cut(difference), borrow
}
