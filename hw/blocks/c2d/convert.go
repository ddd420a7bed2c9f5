package c2d

import (
	"math"

	"tilemark/hw/format"
	"tilemark/hw/regs"
)

// Formats of surfaces; the other values count as RGBA8.
const (
	srgb8   = regs.C2DDstLayoutFormatSrgb8
	rgba16f = regs.C2DDstLayoutFormatRgba16f
	d24s8   = regs.C2DDstLayoutFormatD24s8
	d32f    = regs.C2DDstLayoutFormatD32f
	d16     = regs.C2DDstLayoutFormatD16
)

const (
	steps24 = 1<<24 - 1
	steps16 = 1<<16 - 1
	one     = 0x3f800000 // 1 in binary32
)

// color is a pixel as patterns of binary32, so that no operation touches a NaN's bits.
type color [4]uint32

// convertPixel converts a pixel's bits from one format to another (docs/arithmetic.md,
// section 11).
func convertPixel(v uint64, from, to uint32) uint64 {
	switch {
	case from == to:
		return v
	case isDepth(from) && isDepth(to):
		return writeDepth(readDepth(v, from), to)
	case isDepth(from):
		z := readDepth(v, from)
		return writeColor(color{z, z, z, one}, to)
	case isDepth(to):
		return writeDepth(readColor(v, from)[0], to)
	}
	return writeColor(readColor(v, from), to)
}

func isDepth(format uint32) bool { return format == d24s8 || format == d32f || format == d16 }

func readColor(v uint64, from uint32) (c color) {
	for i := range c {
		f := float32(0)
		switch {
		case from == rgba16f:
			f = format.Widen(uint16(v >> (16 * i)))
		case from == srgb8 && i < 3:
			f = format.Linear(uint32(v>>(8*i)) & 255)
		default:
			f = format.Unit(uint32(v>>(8*i)) & 255)
		}
		c[i] = math.Float32bits(f)
	}
	return c
}

func writeColor(c color, to uint32) (v uint64) {
	for i := range c {
		f := math.Float32frombits(c[i])
		switch {
		case to == rgba16f:
			v |= uint64(format.Half(f)) << (16 * i)
		case to == srgb8 && i < 3:
			v |= uint64(format.Encode(f)) << (8 * i)
		default:
			v |= uint64(format.Byte(f)) << (8 * i)
		}
	}
	return v
}

// readDepth returns a depth as a pattern of binary32. No other format than its own has the
// stencil.
func readDepth(v uint64, from uint32) (z uint32) {
	switch from {
	case d24s8:
		return math.Float32bits(float32(v&steps24) / steps24)
	case d16:
		return math.Float32bits(float32(v&steps16) / steps16)
	}
	return uint32(v)
}

func writeDepth(z, to uint32) uint64 {
	switch to {
	case d24s8:
		return uint64(format.D24(format.Clamp(math.Float32frombits(z))))
	case d16:
		return uint64(format.D16(format.Clamp(math.Float32frombits(z))))
	}
	return uint64(z)
}
