package alu

import "math/bits"

// wide is a word of 128 bits. Where its point is says who uses it.
type wide struct{ high, low uint64 }

// part returns the high half of a product, cut: up to 1 too small.
func part(a, b uint64) uint64 {
	high, _ := bits.Mul64(a, b)
	return high
}

// add returns the low 128 bits of the sum.
func (a wide) add(b wide) wide {
	low, carry := bits.Add64(a.low, b.low, 0)
	high, _ := bits.Add64(a.high, b.high, carry)
	return wide{high, low}
}

// sub returns the low 128 bits of the difference.
func (a wide) sub(b wide) wide {
	low, borrow := bits.Sub64(a.low, b.low, 0)
	high, _ := bits.Sub64(a.high, b.high, borrow)
	return wide{high, low}
}

// negateIf returns -a modulo 2^128 if the bit is 1, a if it is 0.
func (a wide) negateIf(bit uint64) wide {
	return wide{a.high ^ -bit, a.low ^ -bit}.sub(wide{-bit, -bit})
}

// mul returns the high half of the product. The product of the low halves is left out: it is up to 3 too small.
func (a wide) mul(b wide) wide {
	high, low := bits.Mul64(a.high, b.high)
	low, c1 := bits.Add64(low, part(a.high, b.low), 0)
	low, c2 := bits.Add64(low, part(a.low, b.high), 0)
	return wide{high + c1 + c2, low}
}

// scale returns a · b / 2^64, cut: up to 2 too small.
func (a wide) scale(b uint64) wide {
	high, low := bits.Mul64(a.high, b)
	low, carry := bits.Add64(low, part(a.low, b), 0)
	return wide{high + carry, low}
}

// left returns the low 128 bits of a · 2^n, n from 0 to 127.
func (a wide) left(n int) wide {
	if n >= 64 {
		return wide{a.low << (n - 64), 0}
	}
	return wide{a.high<<n | a.low>>(64-n), a.low << n}
}

// right returns a / 2^n, cut; n is at least 0.
func (a wide) right(n int) wide {
	if n >= 64 {
		return wide{0, a.high >> (n - 64)}
	}
	return wide{a.high >> n, a.low>>n | a.high<<(64-n)}
}

// number is a · 2^(exponent - 127).
func (a wide) number(negative bool, exponent int) number {
	n := bits.LeadingZeros64(a.high)
	if n == 64 {
		n += bits.LeadingZeros64(a.low)
	}
	a = a.left(n)
	return number{negative, exponent - n, a.high | sticky(a.low)}
}
