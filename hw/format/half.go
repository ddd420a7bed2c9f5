// Package format converts between binary32 and what surfaces hold: binary16, bytes,
// sRGB bytes and fixed-point depth (docs/arithmetic.md, sections 6 to 8 and 11).
package format

import (
	"math"
	"math/bits"
)

// halfNaN is the only NaN that a conversion to binary16 makes.
const halfNaN = 0x7e00

// Half returns the binary16 nearest to f, ties to even. Too large becomes infinity,
// NaN 0x7e00.
func Half(f float32) uint16 {
	b := math.Float32bits(f)
	sign, mag := uint16(b>>16&0x8000), b&0x7fffffff
	switch {
	case mag > 0x7f800000:
		return halfNaN
	case mag >= 0x47800000: // 2^16 and more
		return sign | 0x7c00
	case mag >= 0x38800000: // normal: rebias the exponent; a carry runs into it
		mag -= (127 - 15) << 23
		return sign | uint16(roundShift(mag, 13))
	}
	e := mag >> 23
	if e < 102 { // below 2^-25, half of the least binary16
		return sign
	}
	return sign | uint16(roundShift(mag&0x7fffff|0x800000, 126-e))
}

// roundShift returns v / 2^n to the nearest, ties to even; n is 1 to 31.
func roundShift(v, n uint32) uint32 {
	low := v & (1<<n - 1)
	v >>= n
	if half := uint32(1) << (n - 1); low > half || low == half && v&1 != 0 {
		v++
	}
	return v
}

// Widen returns the value of a binary16 pattern, exact in binary32.
func Widen(h uint16) float32 {
	sign, e, m := uint32(h&0x8000)<<16, uint32(h>>10&31), uint32(h&0x3ff)
	switch {
	case e == 31:
		return math.Float32frombits(sign | 0x7f800000 | m<<13)
	case e != 0:
		return math.Float32frombits(sign | (e+127-15)<<23 | m<<13)
	case m == 0:
		return math.Float32frombits(sign)
	}
	n := uint32(bits.Len32(m)) // the leading one becomes implicit
	return math.Float32frombits(sign | (n+102)<<23 | m<<(24-n)&0x7fffff)
}
