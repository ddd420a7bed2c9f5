package alu

import (
	"math"

	"tilemark/hw/format"
)

// FToHF returns the nearest binary16, ties to even; a NaN gives 0x7e00.
func FToHF(f uint32) uint16 { return format.Half(math.Float32frombits(f)) }

// HFToF returns the same value in binary32; a NaN gives 0x7fc00000.
func HFToF(h uint16) uint32 {
	if binary16.isNaN(uint32(h)) {
		return binary32.nan()
	}
	return math.Float32bits(format.Widen(h))
}

// FToInt returns the integer towards 0, clamped to the range of the type; a NaN gives 0.
func FToInt(t Int, f uint32) uint64 { return binary32.toInt(t, f) }

// HFToInt returns the integer towards 0, clamped to the range of the type; a NaN gives 0.
func HFToInt(t Int, h uint16) uint64 { return binary16.toInt(t, uint32(h)) }

// IntToF returns the nearest binary32, ties to even.
func IntToF(t Int, v uint64) uint32 { return binary32.fromInt(t, v) }

// IntToHF returns the nearest binary16, ties to even; above 65519 it is infinite.
func IntToHF(t Int, v uint64) uint16 { return uint16(binary16.fromInt(t, v)) }

func (l layout) toInt(t Int, p uint32) uint64 {
	if l.isNaN(p) {
		return 0
	}
	if l.isInfinite(p) {
		return t.clamp(l.negative(p), 1, 0)
	}
	x := l.unpack(p)
	switch {
	case x.exponent < 0:
		return 0
	case x.exponent > 63:
		return t.clamp(x.negative, 1, 0)
	}
	return t.clamp(x.negative, 0, x.significand>>(63-x.exponent))
}

func (l layout) fromInt(t Int, v uint64) uint32 {
	negative, size := t.magnitude(v)
	return l.pack(normal(negative, 63, size))
}

// SameF returns a number as it is; a NaN gives 0x7fc00000.
func SameF(f uint32) uint32 { return binary32.same(f) }

// SameHF returns a number as it is; a NaN gives 0x7e00.
func SameHF(h uint16) uint16 { return uint16(binary16.same(uint32(h))) }

func (l layout) same(p uint32) uint32 {
	if l.isNaN(p) {
		return l.nan()
	}
	return p
}
