package exec

import (
	"math"

	"tilemark/golden/arith"
	"tilemark/hw/isa"
)

// function is what an operation computes in a lane. Integers stand in the low bits of a number, with anything above; floats as their bits.
type function func(a, b, c uint64) uint64

// comparison tells whether a condition holds for two numbers.
type comparison func(condition uint8, a, b uint64) bool

// dot is an operation over four lanes.
type dot func(a, b *[4]uint64) uint64

// Functions by execution type and opcode.
var (
	functions = [isa.TypeLimit][256]function{
		isa.TypeUb: integerFunctions[uint8](), isa.TypeB: integerFunctions[int8](),
		isa.TypeUw: integerFunctions[uint16](), isa.TypeW: integerFunctions[int16](),
		isa.TypeUd: integerFunctions[uint32](), isa.TypeD: integerFunctions[int32](),
		isa.TypeUq: integerFunctions[uint64](), isa.TypeQ: integerFunctions[int64](),
		isa.TypeHf: halfFunctions, isa.TypeF: floatFunctions,
	}
	// saturated are those with saturation, of integers.
	saturated = [isa.TypeLimit][256]function{
		isa.TypeUb: saturatedFunctions[uint8](), isa.TypeB: saturatedFunctions[int8](),
		isa.TypeUw: saturatedFunctions[uint16](), isa.TypeW: saturatedFunctions[int16](),
		isa.TypeUd: saturatedFunctions[uint32](), isa.TypeD: saturatedFunctions[int32](),
		isa.TypeUq: saturatedFunctions[uint64](), isa.TypeQ: saturatedFunctions[int64](),
	}
	// seconds give the implied destination.
	seconds = [isa.TypeLimit][256]function{
		isa.TypeUb: secondFunctions[uint8](), isa.TypeB: secondFunctions[int8](),
		isa.TypeUw: secondFunctions[uint16](), isa.TypeW: secondFunctions[int16](),
		isa.TypeUd: secondFunctions[uint32](), isa.TypeD: secondFunctions[int32](),
		isa.TypeUq: secondFunctions[uint64](), isa.TypeQ: secondFunctions[int64](),
	}
	// conversions are by the source's type and the destination's.
	conversions = [isa.TypeLimit][isa.TypeLimit]function{
		isa.TypeUb: convertInteger[uint8](), isa.TypeB: convertInteger[int8](),
		isa.TypeUw: convertInteger[uint16](), isa.TypeW: convertInteger[int16](),
		isa.TypeUd: convertInteger[uint32](), isa.TypeD: convertInteger[int32](),
		isa.TypeUq: convertInteger[uint64](), isa.TypeQ: convertInteger[int64](),
		isa.TypeHf: convertHalf, isa.TypeF: convertFloat,
	}
	clamps = [isa.TypeLimit]function{
		isa.TypeHf: func(a, _, _ uint64) uint64 { return uint64(arith.SatHF(uint16(a))) },
		isa.TypeF:  func(a, _, _ uint64) uint64 { return fromF(arith.SatF(toF(a))) },
	}
	comparisons = [isa.TypeLimit]comparison{
		isa.TypeUb: compareInteger[uint8], isa.TypeB: compareInteger[int8], isa.TypeUw: compareInteger[uint16], isa.TypeW: compareInteger[int16],
		isa.TypeUd: compareInteger[uint32], isa.TypeD: compareInteger[int32], isa.TypeUq: compareInteger[uint64], isa.TypeQ: compareInteger[int64],
		isa.TypeHf: func(c uint8, a, b uint64) bool { return arith.CompareHF(arith.Cond(c), uint16(a), uint16(b)) },
		isa.TypeF:  func(c uint8, a, b uint64) bool { return arith.CompareF(arith.Cond(c), toF(a), toF(b)) },
	}
	dots = [isa.TypeLimit]map[uint32]dot{
		isa.TypeHf: {isa.OpDp2: dotHF(arith.Dp2HF), isa.OpDp3: dotHF(arith.Dp3HF), isa.OpDp4: dotHF(arith.Dp4HF), isa.OpDph: dotHF(arith.DphHF)},
		isa.TypeF:  {isa.OpDp2: dotF(arith.Dp2F), isa.OpDp3: dotF(arith.Dp3F), isa.OpDp4: dotF(arith.Dp4F), isa.OpDph: dotF(arith.DphF)},
	}
)

func toF(v uint64) float32 { return math.Float32frombits(uint32(v)) }

func fromF(x float32) uint64 { return uint64(math.Float32bits(x)) }

// widened is a number of binary16 in binary32.
func widened(v uint64) uint64 { return fromF(arith.HFToF(uint16(v))) }

// moved is the source as it is.
func moved(a, _, _ uint64) uint64 { return a }

func compareInteger[T arith.Int](c uint8, a, b uint64) bool {
	return arith.CompareInt(arith.Cond(c), T(a), T(b))
}

func integerFunctions[T arith.Int]() [256]function {
	return [256]function{
		isa.OpAnd:   func(a, b, _ uint64) uint64 { return a & b },
		isa.OpOr:    func(a, b, _ uint64) uint64 { return a | b },
		isa.OpXor:   func(a, b, _ uint64) uint64 { return a ^ b },
		isa.OpNot:   func(a, _, _ uint64) uint64 { return ^a },
		isa.OpShl:   func(a, b, _ uint64) uint64 { return uint64(arith.Shl(T(a), b)) },
		isa.OpShr:   func(a, b, _ uint64) uint64 { return uint64(arith.Shr(T(a), b)) },
		isa.OpAsr:   func(a, b, _ uint64) uint64 { return uint64(arith.Asr(T(a), b)) },
		isa.OpRol:   func(a, b, _ uint64) uint64 { return uint64(arith.Rol(T(a), b)) },
		isa.OpRor:   func(a, b, _ uint64) uint64 { return uint64(arith.Ror(T(a), b)) },
		isa.OpBfe:   func(a, b, c uint64) uint64 { return uint64(arith.Bfe(T(a), b, c)) },
		isa.OpBfm:   func(a, b, _ uint64) uint64 { return uint64(arith.Bfm[T](a, b)) },
		isa.OpBsel:  func(a, b, c uint64) uint64 { return uint64(arith.Bsel(T(a), T(b), T(c))) },
		isa.OpCbit:  func(a, _, _ uint64) uint64 { return uint64(arith.Cbit(T(a))) },
		isa.OpLzd:   func(a, _, _ uint64) uint64 { return uint64(arith.Lzd(T(a))) },
		isa.OpTzd:   func(a, _, _ uint64) uint64 { return uint64(arith.Tzd(T(a))) },
		isa.OpBfrev: func(a, _, _ uint64) uint64 { return uint64(arith.Bfrev(T(a))) },
		isa.OpFbh:   func(a, _, _ uint64) uint64 { return uint64(arith.Fbh(T(a))) },
		isa.OpFbl:   func(a, _, _ uint64) uint64 { return uint64(arith.Fbl(T(a))) },
		isa.OpAdd:   func(a, b, _ uint64) uint64 { return uint64(T(a) + T(b)) },
		isa.OpMul:   func(a, b, _ uint64) uint64 { return uint64(T(a) * T(b)) },
		isa.OpMad:   func(a, b, c uint64) uint64 { return uint64(T(a)*T(b) + T(c)) },
		isa.OpMin:   func(a, b, _ uint64) uint64 { return uint64(min(T(a), T(b))) },
		isa.OpMax:   func(a, b, _ uint64) uint64 { return uint64(max(T(a), T(b))) },
		isa.OpDiv:   func(a, b, _ uint64) uint64 { return uint64(arith.Div(T(a), T(b))) },
		isa.OpRem:   func(a, b, _ uint64) uint64 { return uint64(arith.Rem(T(a), T(b))) },
		isa.OpMulh:  func(a, b, _ uint64) uint64 { return uint64(arith.Mulh(T(a), T(b))) },
		isa.OpMull:  func(a, b, _ uint64) uint64 { low, _ := arith.Mull(T(a), T(b)); return uint64(low) },
		isa.OpAddc:  func(a, b, _ uint64) uint64 { sum, _ := arith.Addc(T(a), T(b)); return uint64(sum) },
		isa.OpSubb:  func(a, b, _ uint64) uint64 { difference, _ := arith.Subb(T(a), T(b)); return uint64(difference) },
	}
}

func saturatedFunctions[T arith.Int]() [256]function {
	return [256]function{
		isa.OpAdd: func(a, b, _ uint64) uint64 { return uint64(arith.AddSat(T(a), T(b))) },
		isa.OpMul: func(a, b, _ uint64) uint64 { return uint64(arith.MulSat(T(a), T(b))) },
		isa.OpMad: func(a, b, c uint64) uint64 { return uint64(arith.MadSat(T(a), T(b), T(c))) },
	}
}

func secondFunctions[T arith.Int]() [256]function {
	return [256]function{
		isa.OpMull: func(a, b, _ uint64) uint64 { _, high := arith.Mull(T(a), T(b)); return uint64(high) },
		isa.OpAddc: func(a, b, _ uint64) uint64 { _, carry := arith.Addc(T(a), T(b)); return uint64(carry) },
		isa.OpSubb: func(a, b, _ uint64) uint64 { _, borrow := arith.Subb(T(a), T(b)); return uint64(borrow) },
	}
}

func unaryF(f func(float32) float32) function {
	return func(a, _, _ uint64) uint64 { return fromF(f(toF(a))) }
}

func binaryF(f func(a, b float32) float32) function {
	return func(a, b, _ uint64) uint64 { return fromF(f(toF(a), toF(b))) }
}

func ternaryF(f func(a, b, c float32) float32) function {
	return func(a, b, c uint64) uint64 { return fromF(f(toF(a), toF(b), toF(c))) }
}

func unaryHF(f func(uint16) uint16) function {
	return func(a, _, _ uint64) uint64 { return uint64(f(uint16(a))) }
}

func binaryHF(f func(a, b uint16) uint16) function {
	return func(a, b, _ uint64) uint64 { return uint64(f(uint16(a), uint16(b))) }
}

func ternaryHF(f func(a, b, c uint16) uint16) function {
	return func(a, b, c uint64) uint64 { return uint64(f(uint16(a), uint16(b), uint16(c))) }
}

var floatFunctions = [256]function{
	isa.OpAdd: binaryF(arith.AddF), isa.OpMul: binaryF(arith.MulF), isa.OpMad: ternaryF(arith.MadF), isa.OpFma: ternaryF(arith.FmaF),
	isa.OpMin: binaryF(arith.MinF), isa.OpMax: binaryF(arith.MaxF), isa.OpDiv: binaryF(arith.DivF),
	isa.OpRndd: unaryF(arith.RnddF), isa.OpRndu: unaryF(arith.RnduF), isa.OpRndz: unaryF(arith.RndzF), isa.OpRnde: unaryF(arith.RndeF),
	isa.OpFrc: unaryF(arith.FrcF), isa.OpRcp: unaryF(arith.RcpF), isa.OpSqrt: unaryF(arith.SqrtF), isa.OpRsqrt: unaryF(arith.RsqrtF),
	isa.OpExp2: unaryF(arith.Exp2F), isa.OpLog2: unaryF(arith.Log2F), isa.OpSin: unaryF(arith.SinF), isa.OpCos: unaryF(arith.CosF),
}

var halfFunctions = [256]function{
	isa.OpAdd: binaryHF(arith.AddHF), isa.OpMul: binaryHF(arith.MulHF), isa.OpMad: ternaryHF(arith.MadHF), isa.OpFma: ternaryHF(arith.FmaHF),
	isa.OpMin: binaryHF(arith.MinHF), isa.OpMax: binaryHF(arith.MaxHF), isa.OpDiv: binaryHF(arith.DivHF),
	isa.OpRndd: unaryHF(arith.RnddHF), isa.OpRndu: unaryHF(arith.RnduHF), isa.OpRndz: unaryHF(arith.RndzHF), isa.OpRnde: unaryHF(arith.RndeHF),
	isa.OpFrc: unaryHF(arith.FrcHF), isa.OpRcp: unaryHF(arith.RcpHF), isa.OpSqrt: unaryHF(arith.SqrtHF), isa.OpRsqrt: unaryHF(arith.RsqrtHF),
	isa.OpExp2: unaryHF(arith.Exp2HF), isa.OpLog2: unaryHF(arith.Log2HF), isa.OpSin: unaryHF(arith.SinHF), isa.OpCos: unaryHF(arith.CosHF),
}

func dotF(f func(a, b *[4]float32) float32) dot {
	return func(a, b *[4]uint64) uint64 {
		return fromF(f(&[4]float32{toF(a[0]), toF(a[1]), toF(a[2]), toF(a[3])}, &[4]float32{toF(b[0]), toF(b[1]), toF(b[2]), toF(b[3])}))
	}
}

func dotHF(f func(a, b *[4]uint16) uint16) dot {
	half := func(v *[4]uint64) *[4]uint16 {
		return &[4]uint16{uint16(v[0]), uint16(v[1]), uint16(v[2]), uint16(v[3])}
	}
	return func(a, b *[4]uint64) uint64 { return uint64(f(half(a), half(b))) }
}

func clampInteger[To, From arith.Int](a, _, _ uint64) uint64 {
	return uint64(arith.ClampInt[To](From(a)))
}

func convertInteger[From arith.Int]() [isa.TypeLimit]function {
	return [isa.TypeLimit]function{
		isa.TypeUb: clampInteger[uint8, From], isa.TypeB: clampInteger[int8, From],
		isa.TypeUw: clampInteger[uint16, From], isa.TypeW: clampInteger[int16, From],
		isa.TypeUd: clampInteger[uint32, From], isa.TypeD: clampInteger[int32, From],
		isa.TypeUq: clampInteger[uint64, From], isa.TypeQ: clampInteger[int64, From],
		isa.TypeHf: func(a, _, _ uint64) uint64 { return uint64(arith.ToHF(From(a))) },
		isa.TypeF:  func(a, _, _ uint64) uint64 { return fromF(arith.ToF(From(a))) },
	}
}

func fToInteger[To arith.Int](a, _, _ uint64) uint64 { return uint64(arith.FTo[To](toF(a))) }

func hfToInteger[To arith.Int](a, _, _ uint64) uint64 { return uint64(arith.HFTo[To](uint16(a))) }

var convertFloat = [isa.TypeLimit]function{
	isa.TypeUb: fToInteger[uint8], isa.TypeB: fToInteger[int8], isa.TypeUw: fToInteger[uint16], isa.TypeW: fToInteger[int16],
	isa.TypeUd: fToInteger[uint32], isa.TypeD: fToInteger[int32], isa.TypeUq: fToInteger[uint64], isa.TypeQ: fToInteger[int64],
	isa.TypeHf: func(a, _, _ uint64) uint64 { return uint64(arith.FToHF(toF(a))) }, isa.TypeF: unaryF(arith.SameF),
}

var convertHalf = [isa.TypeLimit]function{
	isa.TypeUb: hfToInteger[uint8], isa.TypeB: hfToInteger[int8], isa.TypeUw: hfToInteger[uint16], isa.TypeW: hfToInteger[int16],
	isa.TypeUd: hfToInteger[uint32], isa.TypeD: hfToInteger[int32], isa.TypeUq: hfToInteger[uint64], isa.TypeQ: hfToInteger[int64],
	isa.TypeHf: unaryHF(arith.SameHF), isa.TypeF: func(a, _, _ uint64) uint64 { return widened(a) },
}
