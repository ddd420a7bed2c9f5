package alu

import "math/bits"

// add returns a + b.
func (l layout) add(a, b uint32) uint32 { return l.fma(a, l.one(), b) }

// mad returns a·b + c, the product rounded before the sum.
func (l layout) mad(a, b, c uint32) uint32 { return l.add(l.mul(a, b), c) }

func (l layout) mul(a, b uint32) uint32 {
	switch negative := l.negative(a ^ b); {
	case l.isNaN(a) || l.isNaN(b), l.isInfinite(a) && l.isZero(b), l.isZero(a) && l.isInfinite(b):
		return l.nan()
	case l.isInfinite(a) || l.isInfinite(b):
		return l.signed(negative, l.infinity())
	}
	return l.pack(product(l.unpack(a), l.unpack(b)))
}

// fma returns a·b + c, rounded once.
func (l layout) fma(a, b, c uint32) uint32 {
	infinite := l.isInfinite(a) || l.isInfinite(b)
	negative := l.negative(a ^ b)
	switch {
	case l.isNaN(a) || l.isNaN(b) || l.isNaN(c):
		return l.nan()
	case infinite && (l.isZero(a) || l.isZero(b)), infinite && l.isInfinite(c) && negative != l.negative(c):
		return l.nan()
	case infinite:
		return l.signed(negative, l.infinity())
	case l.isInfinite(c):
		return c
	}
	return l.pack(sum(product(l.unpack(a), l.unpack(b)), l.unpack(c)))
}

// reciprocal returns 1/a.
func (l layout) reciprocal(a uint32) uint32 { return l.div(l.one(), a) }

func (l layout) div(a, b uint32) uint32 {
	negative := l.negative(a ^ b)
	switch {
	case l.isNaN(a) || l.isNaN(b), l.isInfinite(a) && l.isInfinite(b), l.isZero(a) && l.isZero(b):
		return l.nan()
	case l.isInfinite(a) || l.isZero(b):
		return l.signed(negative, l.infinity())
	case l.isZero(a) || l.isInfinite(b):
		return l.signed(negative, 0)
	}
	return l.pack(quotient(l.unpack(a), l.unpack(b)))
}

// product is exact: operands have at most 24 bits.
func product(x, y number) number {
	high, _ := bits.Mul64(x.significand, y.significand)
	return normal(x.negative != y.negative, x.exponent+y.exponent+1, high)
}

// sum adds a product, of at most 48 bits, and an operand. Where bits are dropped the exponents are so far apart that at most one leading bit
// cancels.
func sum(x, y number) number {
	if x.exponent < y.exponent || x.exponent == y.exponent && x.significand < y.significand {
		x, y = y, x
	}
	large, small := x.significand>>1, shiftSticky(y.significand>>1, x.exponent-y.exponent)
	if x.negative == y.negative {
		return normal(x.negative, x.exponent+1, large+small)
	}
	if large == small {
		return zero(false)
	}
	return normal(x.negative, x.exponent+1, large-small)
}

func quotient(x, y number) number {
	q, rest := bits.Div64(x.significand>>1, 0, y.significand) // from 2^62 to 2^64
	return normal(x.negative != y.negative, x.exponent-y.exponent, q|sticky(rest))
}

// normal moves the leading one to bit 63. The exponent is that of bit 63 before.
func normal(negative bool, exponent int, significand uint64) number {
	if significand == 0 {
		return zero(negative)
	}
	n := bits.LeadingZeros64(significand)
	return number{negative, exponent - n, significand << n}
}

// saturate gives 1 above 1, and +0 for what is not above 0.
func (l layout) saturate(a uint32) uint32 {
	switch {
	case l.negative(a) || l.isNaN(a):
		return 0
	case a > l.one():
		return l.one()
	}
	return a
}

// min and max move a source's bits.
func (l layout) min(a, b uint32) uint32 { return l.choose(a, b, false) }
func (l layout) max(a, b uint32) uint32 { return l.choose(a, b, true) }

func (l layout) choose(a, b uint32, greater bool) uint32 {
	switch {
	case l.isNaN(a) && l.isNaN(b):
		return l.nan()
	case l.isNaN(a):
		return b
	case l.isNaN(b):
		return a
	case l.order(a) < l.order(b) != greater:
		return a
	}
	return b
}

// order maps patterns to integers in the order of their values, -0 below +0.
func (l layout) order(p uint32) int64 {
	if l.negative(p) {
		return -1 - int64(l.magnitude(p))
	}
	return int64(p)
}

// direction is where a value between two integers goes.
type direction uint8

const (
	down direction = iota
	up
	inward
	even
)

// integral rounds to an integer. A result of 0 has the sign of a.
func (l layout) integral(a uint32, d direction) uint32 {
	if l.isNaN(a) {
		return l.nan()
	}
	m := l.magnitude(a)
	exponent := int(m>>l.fraction) - l.bias()
	switch {
	case exponent >= l.fraction: // an integer, or infinite
		return a
	case exponent < 0:
		half := l.one() - 1<<l.fraction
		if roundsUp(d, l.negative(a), m != 0, m > half, m == half, false) {
			return l.signed(l.negative(a), l.one())
		}
		return l.signed(l.negative(a), 0)
	}
	point := l.fraction - exponent // below it are the bits of the fraction
	rest, half := m&(1<<point-1), uint32(1)<<(point-1)
	kept := m &^ (1<<point - 1)
	odd := kept>>point&1 != 0 // of 1 it is a bit of the exponent, which is odd, too
	if roundsUp(d, l.negative(a), rest != 0, rest > half, rest == half, odd) {
		kept += 1 << point // a carry into the exponent is right
	}
	return l.signed(l.negative(a), kept)
}

// roundsUp tells whether the magnitude is rounded up. The flags say whether the fraction is not 0, above a half, a half, and whether the integer
// below is odd.
func roundsUp(d direction, negative, inexact, above, tie, odd bool) bool {
	switch d {
	case down:
		return negative && inexact
	case up:
		return !negative && inexact
	case even:
		return above || tie && odd
	}
	return false
}

// fractional returns a - rndd(a). It is exact but for negative numbers near 0.
func (l layout) fractional(a uint32) uint32 {
	if l.isInfinite(a) {
		return l.nan()
	}
	return l.add(a, l.integral(a, down)^l.sign())
}

// dot returns the sum of the first products, each operation rounded, in order.
func (l layout) dot(products int, a, b *[4]uint32) uint32 {
	s := l.mul(a[0], b[0])
	for i := 1; i < products; i++ {
		s = l.mad(a[i], b[i], s)
	}
	return s
}

// homogeneous is the dot product of a's first three lanes with a 1 in the fourth, and b.
func (l layout) homogeneous(a, b *[4]uint32) uint32 { return l.add(l.dot(3, a, b), b[3]) }
