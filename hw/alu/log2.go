package alu

import "math/bits"

// log2 returns the logarithm to base 2.
func (l layout) log2(a uint32) uint32 {
	switch {
	case l.isZero(a):
		return l.signed(true, l.infinity())
	case l.isNaN(a) || l.negative(a):
		return l.nan()
	case l.isInfinite(a):
		return a
	}
	return l.pack(logarithm(l.unpack(a)))
}

// logPoint is where the point of a logarithm is: as a word of two's complement it is in 2^-logPoint.
const logPoint = 118

// logarithm returns log2(x). It is exact for powers of 2, and irrational for others, so that it is never halfway between two numbers of a type.
//
// The mantissa m, below 2, has 23 bits after the point. A factor c of 9 bits, chosen by the first 7 of them, makes m·c = 1 + z, z < 2^-6.6.
// A factor d of 16 bits, chosen by the first bits of z, makes (1 + z)·d = 1 + y, y < 2^-13.6. Both products are exact. Then
// log2(m) = -log2(c) - log2(d) + log2(1 + y).
//
// Errors: of log2(1 + y) below 2^-101, of the rest 2^-116. A result that is not 0 is above 2^-24 in size, so that the relative error is below
// 2^-76. No argument has a result nearer to a tie than 2^-52 of it (TestResultsAreDecided).
func logarithm(x number) number {
	if x.significand == 1<<63 {
		return ofInteger(x.exponent)
	}
	i := x.significand << 1 >> 57
	product := x.significand >> 40 * logFactor(i, 7, 9) // in 2^-32
	j := (product - 1<<32) >> (32 - 14)
	y := product*logFactor(j, 14, 16) - 1<<48 // in 2^-48
	log := log2Coarse[i].add(log2Fine[j]).add(logarithmNear1(y))
	log.high += uint64(x.exponent) << (logPoint - 64)
	negative := log.high>>63 != 0
	if negative {
		log = wide{}.sub(log)
	}
	return log.number(negative, 127-logPoint)
}

// ofInteger is n as a number.
func ofInteger(n int) number {
	if n < 0 {
		return normal(true, 63, uint64(-n))
	}
	return normal(false, 63, uint64(n))
}

// logFactor returns 1 / (1 + i/2^places), rounded up, in 2^-precision.
func logFactor(i uint64, places, precision int) uint64 {
	n := 1<<places + i
	return (1<<(places+precision) + n - 1) / n
}

// logarithmNear1 returns log2(1 + y) in 2^-logPoint; y < 2^-13 is in 2^-48.
//
// ln(1 + y) = y - y²/2 + y³·(1/3 - y/4 + y²/5 - y³/6 + y⁴/7). Of y and y² no bit is lost. y³·(...) is below 2^-42, and has 61 bits that are
// right. The term y⁸/8 < 2^-111 is left out.
func logarithmNear1(y uint64) wide {
	const scale = 13 // y · 2^13 is below 1: the words hold 2^13 times what they stand for
	s := y << (64 - 48 + scale)
	series := uint64(fifth) - part(s, sixth-part(s, seventh)>>scale)>>scale
	series = third - part(s, quarter-part(s, series)>>scale)>>scale
	var square, rest wide
	square.high, square.low = bits.Mul64(s, s) // twice the scale
	rest.high, rest.low = bits.Mul64(part(square.high, s), series)
	natural := wide{s, 0}.sub(square.right(scale + 1)).add(rest.right(2 * scale))
	return natural.mul(log2OfE).right(127 + scale - logPoint)
}
