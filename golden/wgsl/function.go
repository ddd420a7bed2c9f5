package wgsl

import (
	"github.com/gogpu/naga/ir"

	"tilemark/golden/arith"
)

// byComponent is a function of scalars of a kind. Arguments that it does not have are 0.
type byComponent func(k kind, a, b, c uint32) uint32

// components are the functions that work by component.
var components = map[ir.MathFunction]byComponent{
	ir.MathAbs:      absolute,
	ir.MathMin:      func(k kind, a, b, _ uint32) uint32 { return least(k, a, b) },
	ir.MathMax:      func(k kind, a, b, _ uint32) uint32 { return greatest(k, a, b) },
	ir.MathClamp:    func(k kind, a, b, c uint32) uint32 { return least(k, greatest(k, a, b), c) },
	ir.MathSaturate: func(k kind, a, _, _ uint32) uint32 { return least(k, greatest(k, a, 0), ofF(k, 1)) },
	ir.MathSign:     sign,
	ir.MathStep:     func(k kind, a, b, _ uint32) uint32 { return ofF(k, float32(wordOf(compares(arith.Le, k, a, b)))) },
	ir.MathFma:      fma,
	ir.MathLdexp:    ldexp,

	ir.MathFloor:       operation(arith.RnddF, arith.RnddHF),
	ir.MathCeil:        operation(arith.RnduF, arith.RnduHF),
	ir.MathTrunc:       operation(arith.RndzF, arith.RndzHF),
	ir.MathRound:       operation(arith.RndeF, arith.RndeHF),
	ir.MathFract:       operation(arith.FrcF, arith.FrcHF),
	ir.MathSqrt:        operation(arith.SqrtF, arith.SqrtHF),
	ir.MathInverseSqrt: operation(arith.RsqrtF, arith.RsqrtHF),
	ir.MathSin:         operation(arith.SinF, arith.SinHF),
	ir.MathCos:         operation(arith.CosF, arith.CosHF),
	ir.MathExp2:        operation(arith.Exp2F, arith.Exp2HF),
	ir.MathLog2:        operation(arith.Log2F, arith.Log2HF),
	ir.MathDegrees:     times(degreesInRadian),
	ir.MathRadians:     times(radiansInDegree),

	ir.MathExp:         formula(exp),
	ir.MathLog:         formula(log),
	ir.MathTan:         formula(tan),
	ir.MathAtan:        formula(atan),
	ir.MathAsin:        formula(asin),
	ir.MathAcos:        formula(acos),
	ir.MathSinh:        formula(sinh),
	ir.MathCosh:        formula(cosh),
	ir.MathTanh:        formula(tanh),
	ir.MathAsinh:       formula(asinh),
	ir.MathAcosh:       formula(acosh),
	ir.MathAtanh:       formula(atanh),
	ir.MathQuantizeF16: formula(func(x float32) float32 { return arith.HFToF(arith.FToHF(x)) }),
	ir.MathPow:         formula2(pow),
	ir.MathAtan2:       formula2(atan2),
	ir.MathMix:         formula3(mix),
	ir.MathSmoothStep:  formula3(smoothstep),

	ir.MathCountOneBits:       ofBits(arith.Cbit[int32], arith.Cbit[uint32]),
	ir.MathCountLeadingZeros:  ofBits(arith.Lzd[int32], arith.Lzd[uint32]),
	ir.MathCountTrailingZeros: ofBits(arith.Tzd[int32], arith.Tzd[uint32]),
	ir.MathReverseBits:        ofBits(arith.Bfrev[int32], arith.Bfrev[uint32]),
	ir.MathFirstLeadingBit:    ofBits(arith.Fbh[int32], arith.Fbh[uint32]),
	ir.MathFirstTrailingBit:   ofBits(arith.Fbl[int32], arith.Fbl[uint32]),
	ir.MathExtractBits:        extractBits,
}

// whole are the functions that take vectors or matrices as a whole, and those whose result has another size than their arguments.
var whole = map[ir.MathFunction]func(out []uint32, k kind, a *[4][]uint32){
	ir.MathDot:         dot,
	ir.MathCross:       cross,
	ir.MathLength:      length,
	ir.MathDistance:    distance,
	ir.MathNormalize:   normalize,
	ir.MathReflect:     reflect,
	ir.MathRefract:     refract,
	ir.MathFaceForward: faceForward,
	ir.MathDeterminant: determinant,
	ir.MathModf:        modf,
	ir.MathFrexp:       frexp,
	ir.MathInsertBits:  insertBits,

	ir.MathDot4I8Packed:    func(out []uint32, _ kind, a *[4][]uint32) { out[0] = dotOfBytes(signedByte, a) },
	ir.MathDot4U8Packed:    func(out []uint32, _ kind, a *[4][]uint32) { out[0] = dotOfBytes(unsignedByte, a) },
	ir.MathPack4x8snorm:    packed(8, snorm(127)),
	ir.MathPack4x8unorm:    packed(8, unorm(255)),
	ir.MathPack2x16snorm:   packed(16, snorm(32767)),
	ir.MathPack2x16unorm:   packed(16, unorm(65535)),
	ir.MathPack2x16float:   packed(16, func(x uint32) uint32 { return uint32(arith.FToHF(toF(f32, x))) }),
	ir.MathPack4xI8:        packed(8, func(x uint32) uint32 { return x }),
	ir.MathPack4xU8:        packed(8, func(x uint32) uint32 { return x }),
	ir.MathPack4xI8Clamp:   packed(8, func(x uint32) uint32 { return uint32(min(max(int32(x), -128), 127)) }),
	ir.MathPack4xU8Clamp:   packed(8, func(x uint32) uint32 { return min(x, 255) }),
	ir.MathUnpack4x8snorm:  unpacked(8, fromSnorm(8, 127)),
	ir.MathUnpack4x8unorm:  unpacked(8, fromUnorm(255)),
	ir.MathUnpack2x16snorm: unpacked(16, fromSnorm(16, 32767)),
	ir.MathUnpack2x16unorm: unpacked(16, fromUnorm(65535)),
	ir.MathUnpack2x16float: unpacked(16, func(n uint32) uint32 { return ofF(f32, arith.HFToF(uint16(n))) }),
	ir.MathUnpack4xI8:      unpacked(8, signedByte),
	ir.MathUnpack4xU8:      unpacked(8, unsignedByte),
}

// functionType is the type of what a function gives, by its first argument.
func functionType(f ir.MathFunction, a *typ) *typ {
	switch f {
	case ir.MathDot, ir.MathLength, ir.MathDistance, ir.MathDeterminant:
		return scalarOf(a.kind)
	case ir.MathTranspose:
		return matrixOf(a.kind, a.rows, a.columns)
	case ir.MathModf:
		return resultOf(a, a)
	case ir.MathFrexp:
		return resultOf(a, withShapeOf(a, i32))
	case ir.MathDot4I8Packed:
		return scalarOf(i32)
	case ir.MathDot4U8Packed, ir.MathPack4x8snorm, ir.MathPack4x8unorm, ir.MathPack2x16snorm, ir.MathPack2x16unorm, ir.MathPack2x16float,
		ir.MathPack4xI8, ir.MathPack4xU8, ir.MathPack4xI8Clamp, ir.MathPack4xU8Clamp:
		return scalarOf(u32)
	case ir.MathUnpack4x8snorm, ir.MathUnpack4x8unorm:
		return vectorOf(f32, 4)
	case ir.MathUnpack2x16snorm, ir.MathUnpack2x16unorm, ir.MathUnpack2x16float:
		return vectorOf(f32, 2)
	case ir.MathUnpack4xI8:
		return vectorOf(i32, 4)
	case ir.MathUnpack4xU8:
		return vectorOf(u32, 4)
	}
	return a
}

// builtin computes a function of WGSL.
func (fr *frame) builtin(h ir.ExpressionHandle, e *ir.ExprMath) {
	var a [4][]uint32
	first := fr.valueType(e.Arg)
	out := fr.slot(h)
	a[0] = fr.value(e.Arg)
	for n, other := range []*ir.ExpressionHandle{e.Arg1, e.Arg2, e.Arg3} {
		if other != nil {
			a[n+1] = fr.value(*other)
		}
	}
	if f := whole[e.Fun]; f != nil {
		f(out, first.kind, &a)
		return
	}
	switch f := components[e.Fun]; {
	case f != nil:
		for n := range out {
			out[n] = f(first.kind, a[0][n], component(a[1], n), component(a[2], n))
		}
	case e.Fun == ir.MathTranspose:
		for n := range out {
			out[n] = a[0][n%first.columns*first.rows+n/first.columns]
		}
	default:
		fail("function number %d of naga's in function %s", e.Fun, fr.name)
	}
}

// component is one of an argument; that of a scalar is the scalar, of no argument 0.
func component(a []uint32, n int) uint32 {
	switch len(a) {
	case 0:
		return 0
	case 1:
		return a[0]
	}
	return a[n]
}

// operation is a function that the machine has as an operation.
func operation(f func(float32) float32, hf func(uint16) uint16) byComponent {
	return func(k kind, a, _, _ uint32) uint32 {
		if k == f16 {
			return uint32(hf(uint16(a)))
		}
		return ofF(f32, f(toF(f32, a)))
	}
}

// times is the product with a constant, which is rounded to the type.
func times(constant float32) byComponent {
	return operation(func(x float32) float32 { return arith.MulF(x, constant) },
		func(x uint16) uint16 { return arith.MulHF(x, arith.FToHF(constant)) })
}

// formula is a function of several operations; formula2 and formula3 are those of more arguments. Of f16 they are computed in f32.
func formula(f func(x float32) float32) byComponent {
	return func(k kind, a, _, _ uint32) uint32 { return ofF(k, f(toF(k, a))) }
}

func formula2(f func(x, y float32) float32) byComponent {
	return func(k kind, a, b, _ uint32) uint32 { return ofF(k, f(toF(k, a), toF(k, b))) }
}

func formula3(f func(x, y, z float32) float32) byComponent {
	return func(k kind, a, b, c uint32) uint32 { return ofF(k, f(toF(k, a), toF(k, b), toF(k, c))) }
}

// ofBits is a function of the bits of an integer.
func ofBits(signed func(int32) int32, unsigned func(uint32) uint32) byComponent {
	return func(k kind, a, _, _ uint32) uint32 {
		if k == i32 {
			return uint32(signed(int32(a)))
		}
		return unsigned(a)
	}
}
