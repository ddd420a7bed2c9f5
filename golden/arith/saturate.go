package arith

import "math/bits"

// AddSat is a + b, clamped to the range of T.
func AddSat[T Int](a, b T) T { return clampResult[T](wideOf(a).plus(wideOf(b))) }

// MulSat is a·b, clamped to the range of T.
func MulSat[T Int](a, b T) T { return clampResult[T](wideOf(a).times(wideOf(b))) }

// MadSat is a·b + c, the exact sum clamped to the range of T.
func MadSat[T Int](a, b, c T) T {
	return clampResult[T](wideOf(a).times(wideOf(b)).plus(wideOf(c)))
}

// ClampInt is v, clamped to the range of To.
func ClampInt[To, From Int](v From) To { return clamp[To](wideOf(v), v < 0) }

// wide is an integer modulo 2^128, negative ones in two's complement. A product of two numbers of a type and a sum
// with a third are exact: below 2^127 in size if the type is signed, from 0 and below 2^128 if not.
type wide struct{ high, low uint64 }

func wideOf[T Int](v T) wide {
	if v < 0 {
		return wide{^uint64(0), uint64(v)}
	}
	return wide{0, uint64(v)}
}

func (w wide) plus(v wide) wide {
	low, carry := bits.Add64(w.low, v.low, 0)
	high, _ := bits.Add64(w.high, v.high, carry)
	return wide{high, low}
}

func (w wide) times(v wide) wide {
	high, low := bits.Mul64(w.low, v.low)
	return wide{high + w.high*v.low + w.low*v.high, low}
}

// from is 64 bits from the given one on, which is 64 at the most.
func (w wide) from(bit uint64) uint64 { return w.low>>bit | w.high<<(64-bit) }

// clampResult clamps the result of an operation in T.
func clampResult[T Int](w wide) T { return clamp[T](w, isSigned[T]() && w.high>>63 != 0) }

// clamp is w, a negative number or one that is not, clamped to the range of T.
func clamp[T Int](w wide, negative bool) T {
	least, greatest := limits[T]()
	switch {
	case negative && (w.high != ^uint64(0) || w.low < uint64(least) || least == 0):
		return least
	case !negative && (w.high != 0 || w.low > uint64(greatest)):
		return greatest
	}
	return T(w.low)
}
