package sampler

import (
	"tilemark/hw/alu"
	"tilemark/hw/regs"
)

// kind is what the bits of a component mean.
type kind uint8

const (
	unorm kind = iota
	srgb
	snorm
	floating
	unsigned
	signed
)

// format is how a texel lies in memory.
type format struct {
	Bytes uint8 // 0: reserved
	Kind  kind
	Width [4]uint8 // bits of r, g, b and a; 0: it lacks the component
	Low   [4]uint8 // the lowest bit of each
}

// formats are all values of FORMAT.
var formats = [256]format{
	plain(4, 8, unorm), plain(4, 8, srgb), plain(4, 8, snorm), plain(4, 8, unsigned), plain(4, 8, signed),
	blueFirst(unorm), blueFirst(srgb),
	plain(1, 8, unorm), plain(1, 8, snorm), plain(1, 8, unsigned), plain(1, 8, signed),
	plain(2, 8, unorm), plain(2, 8, snorm), plain(2, 8, unsigned), plain(2, 8, signed),
	plain(1, 16, unsigned), plain(1, 16, signed), plain(1, 16, floating),
	plain(2, 16, unsigned), plain(2, 16, signed), plain(2, 16, floating),
	plain(4, 16, unsigned), plain(4, 16, signed), plain(4, 16, floating),
	plain(1, 32, unsigned), plain(1, 32, signed), plain(1, 32, floating),
	plain(2, 32, unsigned), plain(2, 32, signed), plain(2, 32, floating),
	plain(4, 32, unsigned), plain(4, 32, signed), plain(4, 32, floating),
	tens(unorm), tens(unsigned),
	plain(1, 16, unorm), plain(1, 32, floating),
	plain(1, 16, unorm), plain(1, 16, snorm), plain(2, 16, unorm), plain(2, 16, snorm), plain(4, 16, unorm), plain(4, 16, snorm),
	{4, floating, [4]uint8{11, 11, 10, 0}, [4]uint8{0, 11, 22}},
	{4, floating, [4]uint8{sharedBits, sharedBits, sharedBits}, [4]uint8{0, 9, 18}},
}

func plain(components, width int, k kind) (f format) {
	f.Bytes, f.Kind = uint8(components*width/8), k
	for c := range components {
		f.Width[c], f.Low[c] = uint8(width), uint8(c*width)
	}
	return f
}

func blueFirst(k kind) format {
	f := plain(4, 8, k)
	f.Low[0], f.Low[2] = f.Low[2], f.Low[0]
	return f
}

func tens(k kind) format {
	return format{4, k, [4]uint8{10, 10, 10, 2}, [4]uint8{0, 10, 20, 30}}
}

func (f *format) integer() bool { return f.Kind >= unsigned }

// bitsOf is a component as it lies in a texel; it never lies in two words.
func (f *format) bitsOf(x *[4]uint32, c int) uint32 {
	v := x[f.Low[c]/32] >> (f.Low[c] % 32)
	return v & uint32(1<<f.Width[c]-1)
}

// extended is a component with its sign.
func extended(v uint32, width uint8) int32 {
	return int32(v<<(32-width)) >> (32 - width)
}

// full is the part that stands for 1.
func (f *format) full(c int) int64 {
	switch f.Kind {
	case srgb:
		return 65535
	case snorm:
		return 1<<(f.Width[c]-1) - 1
	}
	return 1<<f.Width[c] - 1
}

// part is a component of a texel as an integer, of unorm, srgb and snorm.
func (f *format) part(x *[4]uint32, c int) int64 {
	v := f.bitsOf(x, c)
	switch {
	case f.Kind == srgb && c == 3:
		return 257 * int64(v)
	case f.Kind == srgb:
		return int64(regs.SRGBTexel[v])
	case f.Kind == snorm:
		return max(int64(extended(v, f.Width[c])), -f.full(c))
	}
	return int64(v)
}

// Integer types of conversions.
var (
	int64s  = alu.Int{Bits: 64, Signed: true}
	int32s  = alu.Int{Bits: 32, Signed: true}
	words32 = alu.Int{Bits: 32}
)

// quotient is sum/full in binary32, both rounded before.
func quotient(sum, full int64) uint32 {
	return alu.DivF(alu.IntToF(int64s, uint64(sum)), alu.IntToF(int64s, uint64(full)))
}

// value is a component of a texel that is here, in a register.
func (f *format) value(x *[4]uint32, c int) uint32 {
	if f.Width[c] == 0 {
		return f.lacking(c)
	}
	switch v := f.bitsOf(x, c); f.Kind {
	case unsigned:
		return v
	case signed:
		return uint32(extended(v, f.Width[c]))
	case floating:
		switch f.Width[c] {
		case 32:
			return v
		case 16:
			return alu.HFToF(uint16(v))
		case sharedBits:
			return f.scaled(v, x[0]>>27)
		}
		return alu.HFToF(uint16(v << (halfBits - f.Width[c])))
	}
	return quotient(f.part(x, c), f.full(c))
}

// lacking is a component that the format does not have.
func (f *format) lacking(c int) uint32 {
	switch {
	case c != 3:
		return 0
	case f.integer():
		return 1
	}
	return oneF
}

// stored is a component of a register as it lies in a texel.
func (f *format) stored(v uint32, c int) uint32 {
	width := f.Width[c]
	ones := uint32(1<<width - 1)
	switch f.Kind {
	case unorm, srgb:
		return uint32(alu.FToInt(words32, alu.RndeF(alu.MulF(alu.SatF(v), float(uint16(ones))))))
	case snorm:
		if isNaN(v) {
			return 0
		}
		v = alu.MinF(alu.MaxF(v, oneF|signF), oneF)
		return uint32(alu.FToInt(int32s, alu.RndeF(alu.MulF(v, float(uint16(ones>>1)))))) & ones
	case unsigned:
		return min(v, ones)
	case signed:
		most := int32(ones >> 1)
		return uint32(min(max(int32(v), -most-1), most)) & ones
	}
	switch half := uint32(alu.FToHF(v)); width {
	case 32:
		return v
	case 16:
		return half
	default:
		if half>>halfBits != 0 {
			return 0
		}
		return half >> (halfBits - width)
	}
}

// sharedBits is the number of bits of components that have one exponent, in the texel's upper bits. Such texels are not stored.
const sharedBits = 9

func (f *format) sharesExponent() bool { return f.Width[0] == sharedBits }

// scaled is m·2^(e - 24), which is a normal number or 0.
func (f *format) scaled(m, e uint32) uint32 {
	if m == 0 {
		return 0
	}
	return alu.IntToF(words32, uint64(m)) + e<<23 - 24<<23
}

// halfBits is the number of bits of a binary16 without its sign: floats of 11 and 10 bits are the upper ones.
const halfBits = 15
