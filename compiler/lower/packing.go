package lower

import (
	"github.com/gogpu/naga/ir"

	"tilemark/compiler/llir"
)

// norm is a function that packs or unpacks numbers of -1 to 1, or 0 to 1.
type norm struct {
	bits   int
	signed bool
	full   float32
}

var packs = map[ir.MathFunction]norm{ir.MathPack4x8snorm: {8, true, 127}, ir.MathPack4x8unorm: {8, false, 255}, ir.MathPack2x16snorm: {16, true, 32767},
	ir.MathPack2x16unorm: {16, false, 65535}}

var unpacks = map[ir.MathFunction]norm{ir.MathUnpack4x8snorm: {8, true, 127}, ir.MathUnpack4x8unorm: {8, false, 255}, ir.MathUnpack2x16snorm: {16, true, 32767},
	ir.MathUnpack2x16unorm: {16, false, 65535}}

// packing is a function that packs or unpacks components of a word.
func (l *lowerer) packing(fun ir.MathFunction, args [][]llir.Value) ([]llir.Value, bool) {
	c := calculation{l, llir.F32}
	if n, ok := packs[fun]; ok {
		return []llir.Value{l.packed(n.bits, l.each(args[0], func(x llir.Value) llir.Value { return c.quantized(n, x) }))}, true
	}
	if n, ok := unpacks[fun]; ok {
		return l.each(l.fields(args[0][0], n.bits, n.signed), func(f llir.Value) llir.Value { return c.norm(n, f) }), true
	}
	signed := fun == ir.MathPack4xI8Clamp || fun == ir.MathUnpack4xI8 || fun == ir.MathDot4I8Packed
	switch fun {
	case ir.MathPack2x16float:
		return []llir.Value{l.packed(16, l.each(args[0], func(x llir.Value) llir.Value {
			return l.bitcast(llir.F16, llir.U32, l.convert(llir.F32, llir.F16, x))
		}))}, true
	case ir.MathUnpack2x16float:
		return l.each(l.fields(args[0][0], 16, false), func(f llir.Value) llir.Value {
			return l.convert(llir.F16, llir.F32, l.bitcast(llir.U32, llir.F16, f))
		}), true
	case ir.MathPack4xI8, ir.MathPack4xU8:
		return []llir.Value{l.packed(8, args[0])}, true
	case ir.MathPack4xI8Clamp, ir.MathPack4xU8Clamp:
		return []llir.Value{l.packed(8, l.each(args[0], func(x llir.Value) llir.Value { return l.byteOf(x, signed) }))}, true
	case ir.MathUnpack4xI8, ir.MathUnpack4xU8:
		return l.fields(args[0][0], 8, signed), true
	case ir.MathDot4I8Packed, ir.MathDot4U8Packed:
		a, b := l.fields(args[0][0], 8, signed), l.fields(args[1][0], 8, signed)
		sum := l.op(llir.Mul, llir.U32, a[0], b[0])
		for n := 1; n < 4; n++ {
			sum = l.op(llir.Add, llir.U32, sum, l.op(llir.Mul, llir.U32, a[n], b[n]))
		}
		return []llir.Value{sum}, true
	}
	return nil, false
}

// quantized is a number as an integer: floor(0.5 + full · clamp(x)).
func (c calculation) quantized(n norm, x llir.Value) llir.Value {
	low := float32(0)
	if n.signed {
		low = -1
	}
	x = c.op(llir.Min, c.op(llir.Max, x, c.n(low)), c.n(1))
	return c.l.convert(llir.F32, llir.I32, c.op(llir.Floor, c.add(c.n(0.5), c.mul(c.n(n.full), x))))
}

func (c calculation) norm(n norm, f llir.Value) llir.Value {
	if !n.signed {
		return c.div(c.l.convert(llir.U32, llir.F32, f), c.n(n.full))
	}
	return c.op(llir.Max, c.div(c.l.convert(llir.I32, llir.F32, f), c.n(n.full)), c.n(-1))
}

// packed is the lower bits of values, the first one lowest.
func (l *lowerer) packed(bits int, values []llir.Value) llir.Value {
	var word llir.Value
	for n, v := range values {
		if n < len(values)-1 {
			v = l.op(llir.And, llir.U32, v, l.u32(1<<bits-1))
		}
		v = l.op(llir.Shl, llir.U32, v, l.u32(uint32(n*bits)))
		if n == 0 {
			word = v
		} else {
			word = l.op(llir.Or, llir.U32, word, v)
		}
	}
	return word
}

// fields are the parts of a word, extended.
func (l *lowerer) fields(word llir.Value, bits int, signed bool) []llir.Value {
	t := llir.U32
	if signed {
		t = llir.I32
	}
	var list []llir.Value
	for n := 0; n < 32; n += bits {
		list = append(list, l.op(llir.BitField, t, word, l.u32(uint32(n)), l.u32(uint32(bits))))
	}
	return list
}

// byteOf clamps an integer to a byte.
func (l *lowerer) byteOf(x llir.Value, signed bool) llir.Value {
	if !signed {
		return l.op(llir.Min, llir.U32, x, l.u32(255))
	}
	low, high := int32(-128), int32(127)
	return l.op(llir.Min, llir.I32, l.op(llir.Max, llir.I32, x, l.u32(uint32(low))), l.u32(uint32(high)))
}
