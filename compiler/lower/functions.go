package lower

import (
	"math"

	"github.com/gogpu/naga/ir"

	"tilemark/compiler/llir"
)

// simpleFunctions are one operation for each scalar.
var simpleFunctions = map[ir.MathFunction]llir.Op{
	ir.MathMin: llir.Min, ir.MathMax: llir.Max, ir.MathAbs: llir.Abs, ir.MathCos: llir.Cos, ir.MathSin: llir.Sin, ir.MathCeil: llir.Ceil, ir.MathFloor: llir.Floor,
	ir.MathRound: llir.Nearest, ir.MathFract: llir.Fract, ir.MathTrunc: llir.Trunc, ir.MathExp2: llir.Exp2, ir.MathLog2: llir.Log2, ir.MathSqrt: llir.Sqrt,
	ir.MathInverseSqrt: llir.Rsqrt, ir.MathFma: llir.Fma, ir.MathCountOneBits: llir.CountOnes, ir.MathCountLeadingZeros: llir.LeadZeros,
	ir.MathCountTrailingZeros: llir.TrailZeros, ir.MathReverseBits: llir.ReverseBits, ir.MathFirstTrailingBit: llir.LowestBit,
	ir.MathFirstLeadingBit: llir.HighestBit, ir.MathExtractBits: llir.BitField,
}

// calculation is the arguments of a function that is computed in one type of floats.
type calculation struct {
	l *lowerer
	t llir.Type
}

func (c calculation) op(op llir.Op, args ...llir.Value) llir.Value { return c.l.op(op, c.t, args...) }
func (c calculation) add(a, b llir.Value) llir.Value               { return c.op(llir.Add, a, b) }
func (c calculation) sub(a, b llir.Value) llir.Value               { return c.l.sub(c.t, a, b) }
func (c calculation) mul(a, b llir.Value) llir.Value               { return c.op(llir.Mul, a, b) }
func (c calculation) div(a, b llir.Value) llir.Value               { return c.op(llir.Div, a, b) }
func (c calculation) n(x float32) llir.Value                       { return c.l.f32(x) }
func (c calculation) is(cond llir.Cond, a, b llir.Value) llir.Value {
	return c.l.compare(cond, c.t, a, b)
}
func (c calculation) choose(where, a, b llir.Value) llir.Value { return c.l.choose(c.t, where, a, b) }

// math lowers a call of a built-in function.
func (fr *frame) math(e ir.ExprMath) []llir.Value {
	l := fr.l
	t := fr.valueType(e.Arg)
	args := [][]llir.Value{fr.values(e.Arg)}
	for _, a := range []*ir.ExpressionHandle{e.Arg1, e.Arg2, e.Arg3} {
		if a != nil {
			args = append(args, fr.values(*a))
		}
	}
	if op, ok := simpleFunctions[e.Fun]; ok {
		return l.zip(args, func(a []llir.Value) llir.Value { return l.op(op, t, a...) })
	}
	if r, ok := l.integerFunction(e.Fun, t, args); ok {
		return r
	}
	if r, ok := l.packing(e.Fun, args); ok {
		return r
	}
	if e.Fun == ir.MathTranspose {
		return transposed(args[0], fr.typeOf(e.Arg).(ir.MatrixType))
	}
	if t != llir.F16 {
		return calculation{l, t}.function(e.Fun, args, fr.typeOf(e.Arg))
	}
	for n := range args {
		args[n] = l.widened(args[n])
	}
	return l.narrowed(calculation{l, llir.F32}.function(e.Fun, args, fr.typeOf(e.Arg)))
}

// widened are values with those of f16 as f32.
func (l *lowerer) widened(values []llir.Value) []llir.Value {
	return l.each(values, func(v llir.Value) llir.Value {
		if l.k.TypeOf(v) != llir.F16 {
			return v
		}
		return l.convert(llir.F16, llir.F32, v)
	})
}

func (l *lowerer) narrowed(values []llir.Value) []llir.Value {
	return l.each(values, func(v llir.Value) llir.Value {
		if l.k.TypeOf(v) != llir.F32 {
			return v
		}
		return l.convert(llir.F32, llir.F16, v)
	})
}

// zip applies a function to the scalars of its arguments, component by component; scalars stand for all components.
func (l *lowerer) zip(args [][]llir.Value, f func([]llir.Value) llir.Value) []llir.Value {
	n := 0
	for _, a := range args {
		n = max(n, len(a))
	}
	result := make([]llir.Value, n)
	for k := range n {
		one := make([]llir.Value, len(args))
		for m, a := range args {
			one[m] = a[k%len(a)]
		}
		result[k] = f(one)
	}
	return result
}

// integerFunction is one of integers, or of integers and floats alike.
func (l *lowerer) integerFunction(fun ir.MathFunction, t llir.Type, args [][]llir.Value) ([]llir.Value, bool) {
	switch fun {
	case ir.MathClamp:
		return l.zip(args, func(a []llir.Value) llir.Value { return l.op(llir.Min, t, l.op(llir.Max, t, a[0], a[1]), a[2]) }), true
	case ir.MathSaturate:
		return l.each(args[0], func(v llir.Value) llir.Value {
			return l.op(llir.Min, t, l.op(llir.Max, t, v, l.number(t, 0)), l.number(t, 1))
		}), true
	case ir.MathSign:
		one, minus := l.number(t, 1), l.op(llir.Neg, t, l.number(t, 1))
		return l.each(args[0], func(v llir.Value) llir.Value {
			zero := l.number(t, 0)
			return l.choose(t, l.compare(llir.Greater, t, v, zero), one, l.choose(t, l.compare(llir.Less, t, v, zero), minus, zero))
		}), true
	case ir.MathRadians, ir.MathDegrees: // one operation, in f16 too
		factor := l.float(t, 0.017453292)
		if fun == ir.MathDegrees {
			factor = l.float(t, 57.295780)
		}
		return l.each(args[0], func(v llir.Value) llir.Value { return l.op(llir.Mul, t, v, factor) }), true
	case ir.MathStep:
		return l.zip(args, func(a []llir.Value) llir.Value {
			return l.choose(t, l.compare(llir.LessEqual, t, a[0], a[1]), l.number(t, 1), l.number(t, 0))
		}), true
	case ir.MathInsertBits:
		return l.zip(args, func(a []llir.Value) llir.Value {
			offset := l.op(llir.Min, llir.U32, a[2], l.u32(32))
			mask := l.op(llir.BitMask, llir.U32, a[3], offset)
			return l.op(llir.BitSelect, llir.U32, mask, l.op(llir.Shl, llir.U32, a[1], offset), a[0])
		}), true
	case ir.MathDot:
		if t.Float() {
			return nil, false
		}
		sum := l.op(llir.Mul, t, args[0][0], args[1][0])
		for n := 1; n < len(args[0]); n++ {
			sum = l.op(llir.Add, t, sum, l.op(llir.Mul, t, args[0][n], args[1][n]))
		}
		return []llir.Value{sum}, true
	}
	return nil, false
}

func transposed(v []llir.Value, t ir.MatrixType) []llir.Value {
	result := make([]llir.Value, 0, len(v))
	for r := range int(t.Rows) {
		for c := range int(t.Columns) {
			result = append(result, v[c*int(t.Rows)+r])
		}
	}
	return result
}

// function is one of f32, by the formulas of docs/shaders.md.
func (c calculation) function(fun ir.MathFunction, args [][]llir.Value, typ ir.TypeInner) []llir.Value {
	l := c.l
	one := func(f func(x llir.Value) llir.Value) []llir.Value { return l.each(args[0], f) }
	two := func(f func(x, y llir.Value) llir.Value) []llir.Value {
		return l.zip(args, func(a []llir.Value) llir.Value { return f(a[0], a[1]) })
	}
	three := func(f func(x, y, z llir.Value) llir.Value) []llir.Value {
		return l.zip(args, func(a []llir.Value) llir.Value { return f(a[0], a[1], a[2]) })
	}
	switch fun {
	case ir.MathExp:
		return one(c.exp)
	case ir.MathLog:
		return one(c.log)
	case ir.MathPow:
		return two(func(x, y llir.Value) llir.Value { return c.op(llir.Exp2, c.mul(y, c.op(llir.Log2, x))) })
	case ir.MathTan:
		return one(func(x llir.Value) llir.Value { return c.div(c.op(llir.Sin, x), c.op(llir.Cos, x)) })
	case ir.MathAtan:
		return one(c.atan)
	case ir.MathAtan2:
		return two(c.atan2)
	case ir.MathAsin:
		return one(func(x llir.Value) llir.Value { return c.atan2(x, c.leg(x)) })
	case ir.MathAcos:
		return one(func(x llir.Value) llir.Value { return c.atan2(c.leg(x), x) })
	case ir.MathSinh:
		return one(func(x llir.Value) llir.Value { return c.mul(c.sub(c.exp(x), c.exp(c.op(llir.Neg, x))), c.n(0.5)) })
	case ir.MathCosh:
		return one(func(x llir.Value) llir.Value { return c.mul(c.add(c.exp(x), c.exp(c.op(llir.Neg, x))), c.n(0.5)) })
	case ir.MathTanh:
		return one(func(x llir.Value) llir.Value {
			return c.sub(c.n(1), c.div(c.n(2), c.add(c.exp(c.mul(c.n(2), x)), c.n(1))))
		})
	case ir.MathAsinh:
		return one(func(x llir.Value) llir.Value {
			return c.signed(c.log(c.add(c.op(llir.Abs, x), c.op(llir.Sqrt, c.add(c.mul(x, x), c.n(1))))), x)
		})
	case ir.MathAcosh:
		return one(func(x llir.Value) llir.Value { return c.log(c.add(x, c.op(llir.Sqrt, c.sub(c.mul(x, x), c.n(1))))) })
	case ir.MathAtanh:
		return one(func(x llir.Value) llir.Value {
			return c.mul(c.log(c.div(c.add(c.n(1), x), c.sub(c.n(1), x))), c.n(0.5))
		})
	case ir.MathMix:
		return three(func(a, b, t llir.Value) llir.Value { return c.add(c.mul(a, c.sub(c.n(1), t)), c.mul(b, t)) })
	case ir.MathSmoothStep:
		return three(c.smoothStep)
	case ir.MathModf:
		whole := one(func(x llir.Value) llir.Value { return c.op(llir.Trunc, x) })
		return append(l.zip([][]llir.Value{args[0], whole}, func(a []llir.Value) llir.Value { return c.sub(a[0], a[1]) }), whole...)
	case ir.MathFrexp:
		var exponents []llir.Value
		fractions := one(func(x llir.Value) llir.Value {
			f, e := c.frexp(x)
			exponents = append(exponents, e)
			return f
		})
		return append(fractions, exponents...)
	case ir.MathLdexp:
		return two(c.ldexp)
	case ir.MathQuantizeF16:
		return one(func(x llir.Value) llir.Value { return l.convert(llir.F16, llir.F32, l.convert(llir.F32, llir.F16, x)) })
	case ir.MathDot:
		return []llir.Value{c.dot(args[0], args[1])}
	case ir.MathCross:
		return c.cross(args[0], args[1])
	case ir.MathLength:
		return []llir.Value{c.length(args[0])}
	case ir.MathDistance:
		return []llir.Value{c.length(two(c.sub))}
	case ir.MathNormalize:
		scale := c.op(llir.Rsqrt, c.dot(args[0], args[0]))
		return one(func(x llir.Value) llir.Value { return c.mul(x, scale) })
	case ir.MathFaceForward:
		where := c.is(llir.Less, c.dot(args[1], args[2]), c.n(0))
		return one(func(x llir.Value) llir.Value { return c.choose(where, x, c.op(llir.Neg, x)) })
	case ir.MathReflect:
		twice := c.mul(c.n(2), c.dot(args[1], args[0]))
		return two(func(e, n llir.Value) llir.Value { return c.sub(e, c.mul(twice, n)) })
	case ir.MathRefract:
		return c.refract(args[0], args[1], args[2][0])
	case ir.MathDeterminant:
		return []llir.Value{c.determinant(args[0], int(typ.(ir.MatrixType).Columns))}
	}
	refuse("built-in function number %d", fun)
	return nil
}

func (c calculation) exp(x llir.Value) llir.Value {
	return c.op(llir.Exp2, c.mul(x, c.n(1.4426950)))
}

func (c calculation) log(x llir.Value) llir.Value {
	return c.mul(c.op(llir.Log2, x), c.n(0.69314718))
}

// leg is sqrt((1 - x)·(1 + x)).
func (c calculation) leg(x llir.Value) llir.Value {
	return c.op(llir.Sqrt, c.mul(c.sub(c.n(1), x), c.add(c.n(1), x)))
}

// signed is the magnitude of a with the sign of b; a is not negative.
func (c calculation) signed(a, b llir.Value) llir.Value {
	l := c.l
	sign := l.op(llir.And, llir.U32, l.bitcast(llir.F32, llir.U32, b), l.u32(1<<31))
	return l.bitcast(llir.U32, llir.F32, l.op(llir.Or, llir.U32, l.op(llir.And, llir.U32, l.bitcast(llir.F32, llir.U32, a), l.u32(1<<31-1)), sign))
}

const (
	pi     = 3.1415927
	halfPi = 1.5707964
)

// arcs are the coefficients of the arcus tangent, from that of the highest power on.
var arcs = []float32{0.0028662257, -0.0161657367, 0.0429096138, -0.0752896400, 0.1065626393, -0.1420889944, 0.1999355085, -0.3333314528}

func (c calculation) arc(t llir.Value) llir.Value {
	s := c.mul(t, t)
	p := c.n(arcs[0])
	for _, a := range arcs[1:] {
		p = c.add(c.n(a), c.mul(s, p))
	}
	return c.mul(t, c.add(c.n(1), c.mul(s, p)))
}

func (c calculation) atan(x llir.Value) llir.Value {
	a := c.op(llir.Abs, x)
	large := c.is(llir.Greater, a, c.n(1))
	r := c.arc(c.choose(large, c.div(c.n(1), a), a))
	return c.signed(c.choose(large, c.sub(c.n(halfPi), r), r), x)
}

func (c calculation) atan2(y, x llir.Value) llir.Value {
	a, b := c.op(llir.Abs, x), c.op(llir.Abs, y)
	low, high := c.op(llir.Min, a, b), c.op(llir.Max, a, b)
	r := c.arc(c.choose(c.is(llir.Equal, high, c.n(0)), c.n(0), c.div(low, high)))
	r = c.choose(c.is(llir.Greater, b, a), c.sub(c.n(halfPi), r), r)
	r = c.choose(c.is(llir.Less, x, c.n(0)), c.sub(c.n(pi), r), r)
	return c.signed(r, y)
}

func (c calculation) smoothStep(a, b, x llir.Value) llir.Value {
	t := c.div(c.sub(x, a), c.sub(b, a))
	t = c.op(llir.Min, c.op(llir.Max, t, c.n(0)), c.n(1))
	return c.mul(c.mul(t, t), c.sub(c.n(3), c.mul(c.n(2), t)))
}

// frexp takes a number apart by its bits. One that is denormal is made 2^24 times as large first.
func (c calculation) frexp(x llir.Value) (fraction, exponent llir.Value) {
	l := c.l
	a := c.op(llir.Abs, x)
	small := c.is(llir.Less, a, c.n(math.Float32frombits(0x00800000)))
	bits := l.bitcast(llir.F32, llir.U32, c.choose(small, c.mul(x, c.n(1<<24)), x))
	e := l.op(llir.And, llir.U32, l.op(llir.Shr, llir.U32, bits, l.u32(23)), l.u32(255))
	e = l.op(llir.Add, llir.U32, e, l.choose(llir.U32, small, l.u32(uint32(0x100000000-126-24)), l.u32(uint32(0x100000000-126))))
	f := l.op(llir.Or, llir.U32, l.op(llir.And, llir.U32, bits, l.u32(0x807fffff)), l.u32(126<<23))
	finite := l.op(llir.And, llir.Bool, c.is(llir.Greater, a, c.n(0)), c.is(llir.Less, a, c.n(float32(math.Inf(1)))))
	return c.choose(finite, l.bitcast(llir.U32, llir.F32, f), x), l.choose(llir.U32, finite, e, l.u32(0))
}

func (c calculation) ldexp(x, e llir.Value) llir.Value {
	l := c.l
	low, high := int32(-252), int32(254)
	e = l.op(llir.Min, llir.I32, l.op(llir.Max, llir.I32, e, l.u32(uint32(low))), l.u32(uint32(high)))
	first := l.op(llir.Asr, llir.I32, e, l.u32(1))
	power := func(n llir.Value) llir.Value {
		return l.bitcast(llir.U32, llir.F32, l.op(llir.Shl, llir.U32, l.op(llir.Add, llir.U32, n, l.u32(127)), l.u32(23)))
	}
	return c.mul(c.mul(x, power(first)), power(l.sub(llir.I32, e, first)))
}

func (c calculation) dot(a, b []llir.Value) llir.Value {
	sum := c.mul(a[0], b[0])
	for n := 1; n < len(a); n++ {
		sum = c.add(sum, c.mul(a[n], b[n]))
	}
	return sum
}

func (c calculation) cross(a, b []llir.Value) []llir.Value {
	minor := func(m, n int) llir.Value { return c.sub(c.mul(a[m], b[n]), c.mul(a[n], b[m])) }
	return []llir.Value{minor(1, 2), minor(2, 0), minor(0, 1)}
}

func (c calculation) length(v []llir.Value) llir.Value {
	if len(v) == 1 {
		return c.op(llir.Abs, v[0])
	}
	return c.op(llir.Sqrt, c.dot(v, v))
}

func (c calculation) refract(e, n []llir.Value, eta llir.Value) []llir.Value {
	d := c.dot(n, e)
	k := c.sub(c.n(1), c.mul(c.mul(eta, eta), c.sub(c.n(1), c.mul(d, d))))
	none := c.is(llir.Less, k, c.n(0))
	scale := c.add(c.mul(eta, d), c.op(llir.Sqrt, k))
	return c.l.zip([][]llir.Value{e, n}, func(a []llir.Value) llir.Value {
		return c.choose(none, c.n(0), c.sub(c.mul(eta, a[0]), c.mul(scale, a[1])))
	})
}

func (c calculation) determinant(m []llir.Value, n int) llir.Value {
	minor := func(a, b, x, y int) llir.Value { // of columns a and b, rows x and y
		return c.sub(c.mul(m[a*n+x], m[b*n+y]), c.mul(m[b*n+x], m[a*n+y]))
	}
	switch n {
	case 2:
		return minor(0, 1, 0, 1)
	case 3:
		return c.dot(m[:3], c.cross(m[3:6], m[6:]))
	}
	pairs := [6][2]int{{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}}
	var s, t [6]llir.Value
	for k, p := range pairs {
		s[k], t[k] = minor(0, 1, p[0], p[1]), minor(2, 3, p[0], p[1])
	}
	d := c.sub(c.mul(s[0], t[5]), c.mul(s[1], t[4]))
	d = c.add(d, c.mul(s[2], t[3]))
	d = c.add(d, c.mul(s[3], t[2]))
	d = c.sub(d, c.mul(s[4], t[1]))
	return c.add(d, c.mul(s[5], t[0]))
}

// matrixProduct is a product with a matrix.
func (l *lowerer) matrixProduct(t llir.Type, left, right ir.TypeInner, a, b []llir.Value) ([]llir.Value, bool) {
	m, isLeft := left.(ir.MatrixType)
	n, isRight := right.(ir.MatrixType)
	_, scalarLeft := left.(ir.ScalarType)
	_, scalarRight := right.(ir.ScalarType)
	if !isLeft && !isRight || scalarLeft || scalarRight || len(a) == 1 || len(b) == 1 {
		return nil, false
	}
	if t == llir.F16 {
		a, b = l.widened(a), l.widened(b)
	}
	c := calculation{l, llir.F32}
	var r []llir.Value
	switch {
	case isLeft && isRight:
		for k := range int(n.Columns) {
			r = append(r, c.columns(a, m, b[k*int(n.Rows):][:n.Rows])...)
		}
	case isLeft:
		r = c.columns(a, m, b)
	default:
		for k := range int(n.Columns) {
			r = append(r, c.dot(a, b[k*int(n.Rows):][:n.Rows]))
		}
	}
	if t == llir.F16 {
		r = l.narrowed(r)
	}
	return r, true
}

// columns is a matrix times a vector.
func (c calculation) columns(m []llir.Value, t ir.MatrixType, v []llir.Value) []llir.Value {
	rows := int(t.Rows)
	result := make([]llir.Value, rows)
	for r := range rows {
		sum := c.mul(m[r], v[0])
		for k := 1; k < int(t.Columns); k++ {
			sum = c.add(sum, c.mul(m[k*rows+r], v[k]))
		}
		result[r] = sum
	}
	return result
}
