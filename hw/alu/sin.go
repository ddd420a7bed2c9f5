package alu

import "math/bits"

func (l layout) sin(a uint32) uint32 {
	switch {
	case l.isNaN(a) || l.isInfinite(a):
		return l.nan()
	case l.isZero(a):
		return a
	}
	x := l.unpack(a)
	if x.exponent < smallAngle {
		return l.pack(sineOfSmall(x))
	}
	return l.pack(reduce(x).sine())
}

func (l layout) cos(a uint32) uint32 {
	if l.isNaN(a) || l.isInfinite(a) {
		return l.nan()
	}
	x := l.unpack(a)
	if x.exponent < smallAngle { // 1 - x²/2 is nearest to 1: 2^-27 is a quarter of the step below 1
		return l.one()
	}
	x.negative = false
	angle := reduce(x)
	angle.quarters++
	return l.pack(angle.sine())
}

// smallAngle is the exponent from which on angles are reduced. The sine of smaller ones is relative to the angle, whatever its size.
const smallAngle = -13

// sineOfSmall returns the sine of x, whose size is below 2^-13, as x·(1 - x²/6·(1 - x²/20)). The term left out, and what is cut, are below
// 2^-89 of it.
func sineOfSmall(x number) number {
	shift := -2*x.exponent - 2 // x² is square · 2^-shift, in 2^-64
	square := part(x.significand, x.significand)
	less := part(square, sixth)
	less -= part(less, part(square, twentieth)>>shift)
	sine := wide{x.significand, 0}.sub(wide{less, 0}.right(shift).scale(x.significand))
	return sine.number(x.negative, x.exponent)
}

// angle is quarters·π/2 + fraction·π/2, or less the fraction if back is 1. The fraction is from 0 to 1/2, in 2^-128; quarters count modulo 4.
type angle struct {
	negative       bool // of all
	quarters, back uint64
	fraction       wide
}

// reduce divides x, 2^-13 or more in size, by π/2.
//
// x is m · 2^e, m an integer of 24 bits. Bits of 2/π that stand for multiples of 4 are left out. The next 192 bits, times m, are the
// quotient modulo 4 in 2^-190. The bits after them would change it by less than 2^-166. The fraction, cut to 128 bits, is never below 2^-30
// (TestResultsAreDecided), so that its relative error is below 2^-97.
func reduce(x number) angle {
	m, first := x.significand>>40, x.exponent-23+beforePoint
	words, shift := twoOverPi[first/64:], first%64
	a := words[0]<<shift | words[1]>>(64-shift)
	b := words[1]<<shift | words[2]>>(64-shift)
	c := words[2]<<shift | words[3]>>(64-shift)
	carry, low := bits.Mul64(c, m)
	high, middle := bits.Mul64(b, m)
	middle, carry = bits.Add64(middle, carry, 0)
	high += a*m + carry

	fraction := wide{high<<2 | middle>>62, middle<<2 | low>>62}
	back := fraction.high >> 63
	return angle{x.negative, high>>62 + back, back, fraction.negateIf(back)}
}

// beforePoint is the number of zeros before the point in twoOverPi, less 2 for the integer bits of the quotient.
const beforePoint = 64 - 2

// sine returns the sine of an angle.
//
// The first 8 bits of the fraction choose an angle whose sine and cosine are in a table. What is left is an angle t below 2^-7.3, whose
// sine is t·(1 - t²/6·(1 - t²/20·(1 - t²/42))), and cosine 1 - t²·(1/2 - t²/24·(1 - t²/30·(1 - t²/56))). The theorem of addition gives
// the sine, or cosine, of the fraction.
//
// Errors: the terms left out are below 2^-77 of sin(t), and 2^-95. What is cut is below 2^-77 of sin(t), and 2^-77. The relative error is below
// 2^-75. No argument has a sine or cosine nearer to a tie than 2^-56 of it (TestResultsAreDecided).
func (t angle) sine() number {
	odd := t.quarters & 1 // the cosine of the fraction is asked for
	i := t.fraction.high >> 56
	first := i + odd*(256-2*i)
	sine, less := sineAndLess(t.fraction.left(8).mul(quarterPi))
	own, other := sines[first], sines[256-first]
	result := own.sub(own.mul(less).right(14)).add(other.mul(sine).right(7).negateIf(odd))
	sign := t.quarters>>1&1 ^ t.back&^odd
	return result.number(t.negative != (sign != 0), 0)
}

// sineAndLess returns sin(t) in 2^-135, and 1 - cos(t) in 2^-142; t is in 2^-135.
func sineAndLess(t wide) (sine, less wide) {
	square := t.mul(t) // in 2^-142
	s := square.high
	a := part(s, twentieth)
	a -= part(a, part(s, fortySecond)>>14)
	sine = t.sub(t.mul(square.scale(sixth - part(a, sixth)>>14)).right(14))
	b := part(s, thirtieth)
	b -= part(b, part(s, fiftySixth)>>14)
	c := part(s, twentyFourth)
	c -= part(c, b>>14)
	return sine, square.scale(half - c>>14)
}
