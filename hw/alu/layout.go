// Package alu is the arithmetic of kernel instructions, what one lane computes (docs/arithmetic.md, section 12). Operands and results
// are bit patterns: uint32 for f, uint16 for hf, uint64 for a lane of an integer type. It uses integers only, as a datapath does, but where eight lanes are done at once (lanes.go). One
// datapath serves both float types: a source is taken apart, the result is found exactly or with far more bits than are kept, and
// is rounded once into the type of the destination.
package alu

import "math/bits"

// layout is a binary floating-point type by the sizes of its fields, in bits.
type layout struct{ fraction, exponent int }

var (
	binary32 = layout{23, 8}
	binary16 = layout{10, 5}
)

func (l layout) bias() int        { return 1<<(l.exponent-1) - 1 }
func (l layout) sign() uint32     { return 1 << (l.fraction + l.exponent) }
func (l layout) infinity() uint32 { return (1<<l.exponent - 1) << l.fraction }
func (l layout) one() uint32      { return uint32(l.bias()) << l.fraction }

// nan is the only NaN that an operation gives.
func (l layout) nan() uint32 { return l.infinity() | 1<<(l.fraction-1) }

func (l layout) magnitude(p uint32) uint32 { return p &^ l.sign() }
func (l layout) negative(p uint32) bool    { return p&l.sign() != 0 }
func (l layout) isNaN(p uint32) bool       { return l.magnitude(p) > l.infinity() }
func (l layout) isInfinite(p uint32) bool  { return l.magnitude(p) == l.infinity() }
func (l layout) isZero(p uint32) bool      { return l.magnitude(p) == 0 }

// signed gives a magnitude a sign.
func (l layout) signed(negative bool, magnitude uint32) uint32 {
	if negative {
		magnitude |= l.sign()
	}
	return magnitude
}

// number is a finite value: significand · 2^(exponent - 63). Bit 63 of the significand is set, unless the number is 0. Bit 0 is set too when
// the exact value has more bits; all types have at least 39 bits between it and their last one.
type number struct {
	negative    bool
	exponent    int
	significand uint64
}

// least is an exponent below that of every operand and product.
const least = -1 << 16

func zero(negative bool) number { return number{negative: negative, exponent: least} }

// unpack returns the value of a finite pattern.
func (l layout) unpack(p uint32) number {
	field, fraction := int(l.magnitude(p)>>l.fraction), p&(1<<l.fraction-1)
	if field != 0 {
		return number{l.negative(p), field - l.bias(), (1<<l.fraction | uint64(fraction)) << (63 - l.fraction)}
	}
	if fraction == 0 {
		return zero(l.negative(p))
	}
	n := bits.LeadingZeros64(uint64(fraction))
	return number{l.negative(p), 64 - l.bias() - l.fraction - n, uint64(fraction) << n}
}

// pack rounds to the nearest pattern, ties to even. Too large becomes infinity.
func (l layout) pack(n number) uint32 {
	field, drop := n.exponent+l.bias(), 63-l.fraction
	switch {
	case field >= 1<<l.exponent-1:
		return l.signed(n.negative, l.infinity())
	case field < 1: // denormal: no leading one
		drop += 1 - field
		field = 1
	}
	// The leading one counts as 1 in the field above it. A carry of the rounding runs into that field, also into the one of infinity.
	return l.signed(n.negative, uint32(field-1)<<l.fraction+uint32(roundShift(n.significand, drop)))
}

// roundShift returns v / 2^n to the nearest, ties to even; n is at least 1.
func roundShift(v uint64, n int) uint64 {
	if n > 64 {
		return 0
	}
	kept, half := v>>n, uint64(1)<<(n-1)
	rest := v & (half<<1 - 1)
	if rest > half || rest == half && kept&1 != 0 {
		kept++
	}
	return kept
}

// shiftSticky returns v / 2^n; bit 0 tells of bits that were dropped, too.
func shiftSticky(v uint64, n int) uint64 {
	if n > 63 {
		return sticky(v)
	}
	return v>>n | sticky(v<<(64-n))
}

// sticky is 1 for anything but 0.
func sticky(v uint64) uint64 {
	if v != 0 {
		return 1
	}
	return 0
}
