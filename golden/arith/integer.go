package arith

import (
	"math/bits"
	"unsafe"
)

// Int is an execution type of integers, of n = 8, 16, 32 or 64 bits.
type Int interface {
	int8 | uint8 | int16 | uint16 | int32 | uint32 | int64 | uint64
}

// size is n.
func size[T Int]() uint64 { return 8 * uint64(unsafe.Sizeof(T(0))) }

// isSigned tells whether T has negative numbers.
func isSigned[T Int]() bool { return ^T(0) < 0 }

// limits are the least and the greatest number of T.
func limits[T Int]() (least, greatest T) {
	if isSigned[T]() {
		least = 1 << (size[T]() - 1)
	}
	return least, ^least
}

// pattern is the n bits of a, with zeros above.
func pattern[T Int](a T) uint64 { return uint64(a) & (1<<size[T]() - 1) }

// Mulh is the high n bits of the product of 2n bits, signed or unsigned as T is.
func Mulh[T Int](a, b T) T { return T(wideOf(a).times(wideOf(b)).from(size[T]())) }

// Mull is the product of 2n bits in two parts; high is Mulh.
func Mull[T Int](a, b T) (low, high T) { return a * b, Mulh(a, b) }

// Addc is the low n bits of a + b, and the carry of the unsigned sum, 0 or 1.
func Addc[T Int](a, b T) (sum, carry T) {
	sum = a + b
	if pattern(sum) < pattern(a) {
		carry = 1
	}
	return sum, carry
}

// Subb is the low n bits of a - b, and 1 if a < b as unsigned numbers, otherwise 0.
func Subb[T Int](a, b T) (difference, borrow T) {
	if pattern(a) < pattern(b) {
		borrow = 1
	}
	return a - b, borrow
}

// Div is the quotient towards 0. a/0 is a; the least number by -1 is itself.
func Div[T Int](a, b T) T {
	if b == 0 {
		return a
	}
	return a / b
}

// Rem is the remainder, with the sign of a. By 0, and of the least number by -1, it is 0.
func Rem[T Int](a, b T) T {
	if b == 0 {
		return 0
	}
	return a % b
}

// Shl is a shifted left by count modulo n.
func Shl[T Int](a T, count uint64) T { return a << (count % size[T]()) }

// Shr is a shifted right by count modulo n, with zeros, also of a signed type.
func Shr[T Int](a T, count uint64) T { return T(pattern(a) >> (count % size[T]())) }

// Asr is a shifted right by count modulo n, with bit n-1, also of an unsigned type.
func Asr[T Int](a T, count uint64) T {
	return T(extended(uint64(a), size[T]()) >> (count % size[T]()))
}

// extended is the low width bits of a, from 1 to 64, with the highest of them above.
func extended(a, width uint64) int64 { return int64(a<<(64-width)) >> (64 - width) }

// Rol is a rotated left by count modulo n.
func Rol[T Int](a T, count uint64) T {
	by := count % size[T]()
	return T(pattern(a)<<by | pattern(a)>>(size[T]()-by))
}

// Ror is a rotated right by count modulo n.
func Ror[T Int](a T, count uint64) T {
	by := count % size[T]()
	return T(pattern(a)>>by | pattern(a)<<(size[T]()-by))
}

// field is where bits from offset on lie within n bits: what is above n is cut off.
func field[T Int](offset, width uint64) (from, wide uint64) {
	from = min(offset, size[T]())
	return from, min(width, size[T]()-from)
}

// Bfe is the field of width bits of a from bit offset on, as far as there are. It is extended with zeros, of a signed type with
// its highest bit; a field of no bits is 0.
func Bfe[T Int](a T, offset, width uint64) T {
	from, width := field[T](offset, width)
	switch value := pattern(a) >> from; {
	case width == 0:
		return 0
	case isSigned[T]():
		return T(extended(value, width))
	default:
		return T(value & (1<<width - 1))
	}
}

// Bfm is width ones from bit offset on, as far as there are bits.
func Bfm[T Int](width, offset uint64) T {
	from, width := field[T](offset, width)
	return T(1<<width-1) << from
}

// Bsel is the bits of b where a has ones, those of c elsewhere.
func Bsel[T Int](a, b, c T) T { return a&b | ^a&c }

// Cbit is the number of ones.
func Cbit[T Int](a T) T { return T(bits.OnesCount64(pattern(a))) }

// Lzd is the number of zeros above the highest one; n for 0.
func Lzd[T Int](a T) T { return T(int(size[T]()) - bits.Len64(pattern(a))) }

// Tzd is the number of zeros below the lowest one; n for 0.
func Tzd[T Int](a T) T { return T(min(bits.TrailingZeros64(pattern(a)), int(size[T]()))) }

// Fbh is the number of the highest bit that is one, of a signed type of the highest that differs from the sign. Bits are counted
// from 0, the lowest; all ones if there is none.
func Fbh[T Int](a T) T {
	if a < 0 {
		a = ^a
	}
	return T(bits.Len64(pattern(a)) - 1)
}

// Fbl is the number of the lowest bit that is one, counted from 0; all ones if there is none.
func Fbl[T Int](a T) T {
	if a == 0 {
		return ^a
	}
	return T(bits.TrailingZeros64(pattern(a)))
}

// Bfrev is the bits in reverse order.
func Bfrev[T Int](a T) T { return T(bits.Reverse64(pattern(a)) >> (64 - size[T]())) }
