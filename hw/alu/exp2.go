package alu

// exp2 returns 2^a.
func (l layout) exp2(a uint32) uint32 {
	switch {
	case l.isNaN(a):
		return l.nan()
	case l.isInfinite(a) && l.negative(a):
		return 0
	case l.isInfinite(a):
		return a
	}
	return l.pack(power(l.unpack(a)))
}

// power returns 2^x. Of integers it is exact; of other arguments irrational, so that it is never halfway between two numbers of a type. The
// relative error is below 2^-79. No argument has a result nearer to a tie than 2^-59 of it (TestResultsAreDecided).
func power(x number) number {
	switch {
	case x.exponent < -60: // nearest to 1, whatever the type
		return number{false, 0, 1 << 63}
	case x.exponent >= 9 && x.negative:
		return number{false, -1 << 9, 1 << 63} // nearest to 0
	case x.exponent >= 9:
		return number{false, 1 << 9, 1 << 63} // infinite
	}
	whole, fraction := split(x)
	if fraction == (wide{}) {
		return number{false, whole, 1 << 63}
	}
	return powerOfFraction(fraction).number(false, whole+1)
}

// split returns the integer below x, and the rest in 2^-128. The size of x is from 2^-60 to 2^9, so that nothing is cut.
func split(x number) (whole int, fraction wide) {
	fraction = wide{x.significand, 0}
	if x.exponent < 0 {
		fraction = fraction.right(-x.exponent - 1)
	} else {
		whole = int(x.significand >> (63 - x.exponent))
		fraction = fraction.left(x.exponent + 1)
	}
	if !x.negative {
		return whole, fraction
	}
	if fraction == (wide{}) {
		return -whole, fraction
	}
	return -whole - 1, wide{}.sub(fraction)
}

// powerOfFraction returns 2^f in 2^-126; f is in 2^-128. The first 7 bits of f and the next 7 each choose a factor. The rest of f is r, below
// 2^-14, and 2^r = 1 + t + t²/2 + t³/6 + t⁴/24 + ... with t = r·ln 2 < 2^-14.5.
//
// Errors: the terms left out are below 2^-79.4, what is cut of those from t² on below 2^-89, all else below 2^-120.
func powerOfFraction(f wide) wide {
	factor := exp2Coarse[f.high>>57].mul(exp2Fine[f.high>>50&127])
	t := f.left(14).mul(naturalOf2) // in 2^-142, and what follows in 2^-78
	tail := part(t.high, third)
	tail += part(tail, t.high>>(14+2)) // t/3·(1 + t/4)
	tail = t.high>>1 + part(t.high>>1, tail>>14)
	less1 := t.add(t.scale(tail).right(14)) // t·(1 + t/2·(1 + t/3·(1 + t/4)))
	return factor.add(factor.mul(less1).right(14))
}
