package texture

import (
	"math"

	"tilemark/golden/arith"
)

// kind is what the bits of a component mean.
type kind uint8

const (
	unorm kind = iota + 1
	srgb
	snorm
	float
	unsigned
	sint
)

// format is how a texel lies in memory: the bits of the components in their order, from the lowest, and which of r, g, b, a each is.
type format struct {
	kind  kind
	bits  []int
	order []int
}

var (
	inOrder  = []int{0, 1, 2, 3}
	reversed = []int{2, 1, 0, 3} // blue first
)

// formats are those that there are, by FORMAT.
var formats = map[uint32]format{
	0: {unorm, of(8, 4), inOrder}, 1: {srgb, of(8, 4), inOrder}, 2: {snorm, of(8, 4), inOrder}, 3: {unsigned, of(8, 4), inOrder}, 4: {sint, of(8, 4), inOrder},
	5: {unorm, of(8, 4), reversed}, 6: {srgb, of(8, 4), reversed},
	7: {unorm, of(8, 1), inOrder}, 8: {snorm, of(8, 1), inOrder}, 9: {unsigned, of(8, 1), inOrder}, 10: {sint, of(8, 1), inOrder},
	11: {unorm, of(8, 2), inOrder}, 12: {snorm, of(8, 2), inOrder}, 13: {unsigned, of(8, 2), inOrder}, 14: {sint, of(8, 2), inOrder},
	15: {unsigned, of(16, 1), inOrder}, 16: {sint, of(16, 1), inOrder}, 17: {float, of(16, 1), inOrder},
	18: {unsigned, of(16, 2), inOrder}, 19: {sint, of(16, 2), inOrder}, 20: {float, of(16, 2), inOrder},
	21: {unsigned, of(16, 4), inOrder}, 22: {sint, of(16, 4), inOrder}, 23: {float, of(16, 4), inOrder},
	24: {unsigned, of(32, 1), inOrder}, 25: {sint, of(32, 1), inOrder}, 26: {float, of(32, 1), inOrder},
	27: {unsigned, of(32, 2), inOrder}, 28: {sint, of(32, 2), inOrder}, 29: {float, of(32, 2), inOrder},
	30: {unsigned, of(32, 4), inOrder}, 31: {sint, of(32, 4), inOrder}, 32: {float, of(32, 4), inOrder},
	33: {unorm, []int{10, 10, 10, 2}, inOrder}, 34: {unsigned, []int{10, 10, 10, 2}, inOrder},
	35: {unorm, of(16, 1), inOrder}, 36: {float, of(32, 1), inOrder},
	37: {unorm, of(16, 1), inOrder}, 38: {snorm, of(16, 1), inOrder}, 39: {unorm, of(16, 2), inOrder}, 40: {snorm, of(16, 2), inOrder},
	41: {unorm, of(16, 4), inOrder}, 42: {snorm, of(16, 4), inOrder}, 43: {float, []int{11, 11, 10}, inOrder},
	44: {float, []int{9, 9, 9, 5}, inOrder}, // the last one is an exponent
}

func of(bits, count int) (list []int) {
	for range count {
		list = append(list, bits)
	}
	return list
}

// bytes is the size of a texel.
func (f *format) bytes() int {
	sum := 0
	for _, n := range f.bits {
		sum += n
	}
	return sum / 8
}

func (f *format) integer() bool { return f.kind == unsigned || f.kind == sint }

// fixed tells whether texels are filtered as integers.
func (f *format) fixed() bool { return f.kind == unorm || f.kind == srgb || f.kind == snorm }

// texel is the bits of a texel's components r, g, b, a, as they lie in memory; nil: it is absent.
type texel *[4]uint32

// take reads the components of a texel from its bytes.
func (f *format) take(b []byte) texel {
	var t [4]uint32
	at := 0
	for n, width := range f.bits {
		value := uint32(0)
		for k := range width {
			value |= uint32(b[(at+k)/8]>>((at+k)%8)&1) << k
		}
		t[f.order[n]] = value
		at += width
	}
	return &t
}

// sharesExponent tells whether all components have one exponent, which stands in the place of a.
func (f *format) sharesExponent() bool { return f.bits[0] == 9 }

// width is the number of bits of component c, 0 of one that the format lacks.
func (f *format) width(c int) int {
	if f.sharesExponent() && c == 3 {
		return 0
	}
	for n, width := range f.bits {
		if f.order[n] == c {
			return width
		}
	}
	return 0
}

// full is the t that stands for 1.
func (f *format) full(c int) int64 {
	switch f.kind {
	case srgb:
		return 65535
	case snorm:
		return 1<<(f.width(c)-1) - 1
	}
	return 1<<f.width(c) - 1
}

// part is component c of a texel as an integer t.
func (f *format) part(x texel, c int) int64 {
	if x == nil {
		return 0
	}
	v := x[c]
	switch {
	case f.kind == srgb && c < 3:
		return decoded[v]
	case f.kind == srgb:
		return 257 * int64(v)
	case f.kind == snorm:
		return max(signed(v, f.width(c)), -f.full(c))
	}
	return int64(v)
}

// decoded are encoded bytes, linear, in 65535ths.
var decoded = func() (list [256]int64) {
	for i := range list {
		x := float64(i) / 255
		if x <= 0.04045 {
			x /= 12.92
		} else {
			x = math.Pow((x+0.055)/1.055, 2.4)
		}
		list[i] = int64(math.Round(x * 65535))
	}
	return list
}()

func signed(v uint32, width int) int64 { return int64(int32(v<<(32-width)) >> (32 - width)) }

// value is component c of a texel in a register.
func (f *format) value(x texel, c int) uint32 {
	width := f.width(c)
	switch {
	case x == nil:
		return 0
	case width == 0:
		return f.lacking(c)
	case f.kind == unsigned:
		return x[c]
	case f.kind == sint:
		return uint32(signed(x[c], width))
	case f.sharesExponent():
		return math.Float32bits(float32(math.Ldexp(float64(x[c]), int(x[3])-24)))
	case f.kind == float && width == 32:
		return x[c]
	case f.kind == float: // of 11 and 10 bits a part of the fraction, and the sign, are left out
		return math.Float32bits(arith.HFToF(uint16(x[c]) << max(0, 15-width)))
	}
	return math.Float32bits(float32(f.part(x, c)) / float32(f.full(c)))
}

// lacking is a component that the format does not have.
func (f *format) lacking(c int) uint32 {
	switch {
	case c != 3:
		return 0
	case f.integer():
		return 1
	}
	return math.Float32bits(1)
}

// put makes the bytes of a texel of components.
func (f *format) put(components [4]uint32) []byte {
	b := make([]byte, f.bytes())
	at := 0
	for n, width := range f.bits {
		v := f.stored(components[f.order[n]], f.order[n], width)
		for k := range width {
			b[(at+k)/8] |= byte(v>>k&1) << ((at + k) % 8)
		}
		at += width
	}
	return b
}

// stored is a component as it lies in memory.
func (f *format) stored(v uint32, c, width int) uint32 {
	x := math.Float32frombits(v)
	switch f.kind {
	case unorm, srgb:
		return uint32(nearest(x, 0, float32(ones(width))))
	case snorm:
		return uint32(nearest(x, -1, float32(ones(width-1)))) & (1<<width - 1)
	case unsigned:
		return uint32(min(uint64(v), 1<<width-1))
	case sint:
		most := int64(1)<<(width-1) - 1
		return uint32(min(max(int64(int32(v)), -most-1), most)) & uint32(1<<width-1)
	}
	switch half := uint32(arith.FToHF(x)); {
	case width == 32:
		return v
	case width == 16:
		return half
	case x < 0 || math.Float32bits(x) == 1<<31:
		return 0
	default:
		return half >> (15 - width)
	}
}

// ones is a number of so many bits that are 1.
func ones(bits int) uint32 { return 1<<bits - 1 }

// nearest is the integer nearest to x·full, x clamped from least to 1; of NaN 0.
func nearest(x, least, full float32) int32 {
	if x != x {
		return 0
	}
	x = min(max(x, least), 1)
	return int32(math.RoundToEven(float64(float32(x * full))))
}
