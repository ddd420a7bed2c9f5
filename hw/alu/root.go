package alu

import "math/bits"

func (l layout) sqrt(a uint32) uint32 {
	switch {
	case l.isZero(a):
		return a
	case l.isNaN(a) || l.negative(a):
		return l.nan()
	case l.isInfinite(a):
		return a
	}
	half, m := halve(l.unpack(a))
	root, rest := squareRoot(m >> 12)
	return l.pack(number{false, half, root<<38 | sticky(rest)})
}

func (l layout) rsqrt(a uint32) uint32 {
	switch {
	case l.isZero(a):
		return l.signed(l.negative(a), l.infinity())
	case l.isNaN(a) || l.negative(a):
		return l.nan()
	case l.isInfinite(a):
		return 0
	}
	half, m := halve(l.unpack(a))
	if m == 1<<62 {
		return l.pack(number{false, -half, 1 << 63})
	}
	// The root of the integer part is the integer part of the root. It is never exact: m is not a power of 4.
	q, _ := bits.Div64(1<<12, 0, m>>38) // 2^52 over the mantissa, more than 2^50
	root, _ := squareRoot(q)
	return l.pack(number{false, -half - 1, root<<38 | 1})
}

// halve writes x as m · 2^(2·half - 62), m from 2^62 to 2^64. The low 38 bits of m are 0.
func halve(x number) (half int, m uint64) {
	return x.exponent >> 1, x.significand >> (^x.exponent & 1)
}

// squareRoot returns the integer part of the root of v, below 2^52, and v less its square: bit by bit, as if by hand.
func squareRoot(v uint64) (root, rest uint64) {
	rest = v
	for bit := uint64(1) << 50; bit != 0; bit >>= 2 {
		trial := root + bit
		root >>= 1
		if rest >= trial {
			rest -= trial
			root += bit
		}
	}
	return root, rest
}
