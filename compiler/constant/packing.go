package constant

import (
	"math"

	"tilemark/compiler/types"
)

func init() {
	for name, f := range map[string]struct {
		width int
		pack  func(*Value) (uint32, error)
	}{
		"pack4x8snorm":  {8, normalized(-1, 127)},
		"pack4x8unorm":  {8, normalized(0, 255)},
		"pack2x16snorm": {16, normalized(-1, 32767)},
		"pack2x16unorm": {16, normalized(0, 65535)},
		"pack2x16float": {16, halfBits},
		"pack4xI8":      {8, limited(math.MinInt32, math.MaxInt32)},
		"pack4xU8":      {8, limited(0, math.MaxUint32)},
		"pack4xI8Clamp": {8, limited(-128, 127)},
		"pack4xU8Clamp": {8, limited(0, 255)},
	} {
		whole[name] = func(a []*Value, t *types.Type) (*Value, error) { return packed(a[0], t, f.width, f.pack) }
	}
	unpacking := map[string]struct {
		width  int
		unpack func(uint32) float64
	}{
		"unpack4x8snorm":  {8, func(x uint32) float64 { return max(float64(int8(x))/127, -1) }},
		"unpack4x8unorm":  {8, func(x uint32) float64 { return float64(uint8(x)) / 255 }},
		"unpack2x16snorm": {16, func(x uint32) float64 { return max(float64(int16(x))/32767, -1) }},
		"unpack2x16unorm": {16, func(x uint32) float64 { return float64(uint16(x)) / 65535 }},
		"unpack2x16float": {16, func(x uint32) float64 { return half(uint16(x)) }},
		"unpack4xI8":      {8, func(x uint32) float64 { return float64(int8(x)) }},
		"unpack4xU8":      {8, func(x uint32) float64 { return float64(uint8(x)) }},
	}
	for name, f := range unpacking {
		whole[name] = func(a []*Value, t *types.Type) (*Value, error) {
			return each(t, t.Rows, func(i int) (*Value, error) {
				x := f.unpack(uint32(a[0].I) >> (i * f.width))
				if t.Elem.IsFloat() {
					return Float(t.Elem, x)
				}
				return Int(t.Elem, int64(x))
			})
		}
	}
}

func packed(v *Value, t *types.Type, width int, pack func(*Value) (uint32, error)) (*Value, error) {
	out := uint32(0)
	for i := range v.Len() {
		x, err := pack(v.At(i))
		if err != nil {
			return nil, err
		}
		out |= x & (1<<width - 1) << (i * width)
	}
	return Int(t, int64(out))
}

func normalized(low, scale float64) func(*Value) (uint32, error) {
	return func(v *Value) (uint32, error) {
		return uint32(int32(math.Floor(0.5 + scale*min(max(v.F, low), 1)))), nil
	}
}

func limited(low, high int64) func(*Value) (uint32, error) {
	return func(v *Value) (uint32, error) { return uint32(min(max(v.I, low), high)), nil }
}

func halfBits(v *Value) (uint32, error) {
	h, err := Float(types.TypeF16, v.F)
	if err != nil {
		return 0, err
	}
	return uint32(f16Bits(h.F)), nil
}

// f16Bits are the bits of a number of binary16.
func f16Bits(f float64) uint16 {
	sign := uint16(0)
	if math.Signbit(f) {
		sign, f = 0x8000, -f
	}
	if f < math.Ldexp(1, -14) {
		return sign | uint16(math.Ldexp(f, 24))
	}
	e := math.Ilogb(f)
	return sign | uint16(e+15)<<10 | uint16(math.Ldexp(f, 10-e))&0x3ff
}

// half is the number that bits of binary16 are.
func half(b uint16) float64 {
	sign := 1 - 2*float64(b>>15)
	e, m := int(b>>10&31), float64(b&0x3ff)
	switch {
	case e == 0:
		return sign * math.Ldexp(m, -24)
	case e == 31 && m == 0:
		return sign * math.Inf(1)
	case e == 31:
		return math.NaN()
	}
	return sign * math.Ldexp(m+1024, e-25)
}

// Bitcast is the value of another type with the same bits.
func Bitcast(v *Value, to *types.Type) (*Value, error) {
	if types.Same(v.Type, to) {
		return v, nil
	}
	words := bytesOf(v)
	out, rest, err := fromBytes(to, words)
	if err == nil && len(rest) > 0 {
		return nil, nil
	}
	return out, err
}

// bytesOf is the bits of a value in units of 16.
func bytesOf(v *Value) (out []uint16) {
	if !v.Type.IsScalar() {
		for i := range v.Len() {
			out = append(out, bytesOf(v.At(i))...)
		}
		return out
	}
	bits := uint32(v.I)
	switch v.Type.Kind {
	case types.F16:
		return []uint16{f16Bits(v.F)}
	case types.F32, types.AbstractFloat:
		bits = math.Float32bits(float32(v.F))
	}
	return []uint16{uint16(bits), uint16(bits >> 16)}
}

func fromBytes(t *types.Type, in []uint16) (v *Value, rest []uint16, err error) {
	if !t.IsScalar() {
		v, err = each(t, t.Rows, func(int) (e *Value, err error) {
			e, in, err = fromBytes(t.Elem, in)
			return e, err
		})
		return v, in, err
	}
	if t.Kind == types.F16 {
		v, err = Float(t, half(in[0]))
		return v, in[1:], err
	}
	bits := uint32(in[0]) | uint32(in[1])<<16
	if t.Kind == types.F32 {
		v, err = Float(t, float64(math.Float32frombits(bits)))
		return v, in[2:], err
	}
	return wrapped(t, int64(bits)), in[2:], nil
}
