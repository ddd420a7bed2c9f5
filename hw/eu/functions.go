package eu

import (
	"tilemark/hw/alu"
	"tilemark/hw/isa"
)

// function finds what the operation computes.
func (o *Op) function() {
	isInteger, t := integer(o.Dst.Type)
	o.execution = t
	switch {
	case isInteger:
		o.lane, o.second, o.holds = integerLanes[o.Op], seconds[o.Op], compareIntegers
		if o.Saturate && saturating[o.Op] != nil {
			o.lane = saturating[o.Op]
		}
	case o.Dst.Type == isa.TypeF:
		o.lane, o.dot, o.holds = floatLanes[o.Op], floatDots[o.Op&3], compareFloats
		if o.Saturate {
			o.clamp = saturateF
		}
	default:
		o.lane, o.dot, o.holds = halfLanes[o.Op], halfDots[o.Op&3], compareHalves
		if o.Saturate {
			o.clamp = saturateHF
		}
	}
	switch {
	case o.Op == isa.OpCmp:
		o.shape = comparing
	case o.Op == isa.OpSel:
		o.shape = choosing
	case isa.Operations[o.Op].Allows&isa.AllowsFours != 0:
		o.shape = byFours
	case o.Op == isa.OpMov, o.Op == isa.OpCvt:
		o.move(isInteger)
	}
}

// move finds what mov and cvt compute: they are the ones whose source may have any type.
func (o *Op) move(toInteger bool) {
	from := o.Src[0].Type
	fromInteger, t := integer(from)
	if o.moved = t; toInteger && fromInteger { // modifiers act on what is extended
		o.moved.Bits = max(t.Bits, o.execution.Bits)
	}
	if o.Op == isa.OpMov {
		o.lane = same
		if toInteger && o.Saturate {
			o.lane, o.tested, o.holds = clampMoved, same, compareMoved
		}
		return
	}
	switch to := o.Dst.Type; {
	case toInteger && fromInteger:
		o.lane = clampMoved
	case toInteger && from == isa.TypeF:
		o.lane = func(o *Op, a, _, _ uint64) uint64 { return alu.FToInt(o.execution, uint32(a)) }
	case toInteger:
		o.lane = func(o *Op, a, _, _ uint64) uint64 { return alu.HFToInt(o.execution, uint16(a)) }
	case fromInteger && to == isa.TypeF:
		o.lane = func(o *Op, a, _, _ uint64) uint64 { return uint64(alu.IntToF(o.moved, a)) }
	case fromInteger:
		o.lane = func(o *Op, a, _, _ uint64) uint64 { return uint64(alu.IntToHF(o.moved, a)) }
	case from == isa.TypeHf && to == isa.TypeF:
		o.lane = func(_ *Op, a, _, _ uint64) uint64 { return uint64(alu.HFToF(uint16(a))) }
	case from == isa.TypeF && to == isa.TypeHf:
		o.lane = func(_ *Op, a, _, _ uint64) uint64 { return uint64(alu.FToHF(uint32(a))) }
	case to == isa.TypeF:
		o.lane = func(_ *Op, a, _, _ uint64) uint64 { return uint64(alu.SameF(uint32(a))) }
	default:
		o.lane = func(_ *Op, a, _, _ uint64) uint64 { return uint64(alu.SameHF(uint16(a))) }
	}
}

func same(_ *Op, a, _, _ uint64) uint64 { return a }

func clampMoved(o *Op, a, _, _ uint64) uint64 { return o.execution.ClampFrom(o.moved, a) }

func saturateF(_ *Op, a, _, _ uint64) uint64 { return uint64(alu.SatF(uint32(a))) }

func saturateHF(_ *Op, a, _, _ uint64) uint64 { return uint64(alu.SatHF(uint16(a))) }

func compareIntegers(o *Op, c alu.Cond, a, b uint64) bool { return o.execution.Compare(c, a, b) }

// compareMoved is of mov with saturation: its result before that is its source.
func compareMoved(o *Op, c alu.Cond, a, b uint64) bool { return o.moved.Compare(c, a, b) }

func compareFloats(_ *Op, c alu.Cond, a, b uint64) bool {
	return alu.CompareF(c, uint32(a), uint32(b))
}

func compareHalves(_ *Op, c alu.Cond, a, b uint64) bool {
	return alu.CompareHF(c, uint16(a), uint16(b))
}

// integerLanes compute integer operations by opcode.
var integerLanes = [256]lane{
	isa.OpAnd:   func(_ *Op, a, b, _ uint64) uint64 { return a & b },
	isa.OpOr:    func(_ *Op, a, b, _ uint64) uint64 { return a | b },
	isa.OpXor:   func(_ *Op, a, b, _ uint64) uint64 { return a ^ b },
	isa.OpNot:   func(_ *Op, a, _, _ uint64) uint64 { return ^a },
	isa.OpShl:   func(o *Op, a, b, _ uint64) uint64 { return o.execution.Shl(a, b) },
	isa.OpShr:   func(o *Op, a, b, _ uint64) uint64 { return o.execution.Shr(a, b) },
	isa.OpAsr:   func(o *Op, a, b, _ uint64) uint64 { return o.execution.Asr(a, b) },
	isa.OpRol:   func(o *Op, a, b, _ uint64) uint64 { return o.execution.Rol(a, b) },
	isa.OpRor:   func(o *Op, a, b, _ uint64) uint64 { return o.execution.Ror(a, b) },
	isa.OpBfe:   func(o *Op, a, b, c uint64) uint64 { return o.execution.Bfe(a, b, c) },
	isa.OpBfm:   func(o *Op, a, b, _ uint64) uint64 { return o.execution.Bfm(a, b) },
	isa.OpBsel:  func(o *Op, a, b, c uint64) uint64 { return o.execution.Bsel(a, b, c) },
	isa.OpCbit:  func(o *Op, a, _, _ uint64) uint64 { return o.execution.Cbit(a) },
	isa.OpLzd:   func(o *Op, a, _, _ uint64) uint64 { return o.execution.Lzd(a) },
	isa.OpTzd:   func(o *Op, a, _, _ uint64) uint64 { return o.execution.Tzd(a) },
	isa.OpBfrev: func(o *Op, a, _, _ uint64) uint64 { return o.execution.Bfrev(a) },
	isa.OpFbh:   func(o *Op, a, _, _ uint64) uint64 { return o.execution.Fbh(a) },
	isa.OpFbl:   func(o *Op, a, _, _ uint64) uint64 { return o.execution.Fbl(a) },
	isa.OpAdd:   func(_ *Op, a, b, _ uint64) uint64 { return a + b },
	isa.OpMul:   func(_ *Op, a, b, _ uint64) uint64 { return a * b },
	isa.OpMad:   func(_ *Op, a, b, c uint64) uint64 { return a*b + c },
	isa.OpMin:   func(o *Op, a, b, _ uint64) uint64 { return o.execution.Min(a, b) },
	isa.OpMax:   func(o *Op, a, b, _ uint64) uint64 { return o.execution.Max(a, b) },
	isa.OpDiv:   func(o *Op, a, b, _ uint64) uint64 { return o.execution.Div(a, b) },
	isa.OpRem:   func(o *Op, a, b, _ uint64) uint64 { return o.execution.Rem(a, b) },
	isa.OpMulh:  func(o *Op, a, b, _ uint64) uint64 { return o.execution.Mulh(a, b) },
	isa.OpMull:  func(_ *Op, a, b, _ uint64) uint64 { return a * b },
	isa.OpAddc:  func(_ *Op, a, b, _ uint64) uint64 { return a + b },
	isa.OpSubb:  func(_ *Op, a, b, _ uint64) uint64 { return a - b },
}

// saturating are those whose result is clamped as it comes about.
var saturating = [256]lane{
	isa.OpAdd: func(o *Op, a, b, _ uint64) uint64 { return o.execution.AddSat(a, b) },
	isa.OpMul: func(o *Op, a, b, _ uint64) uint64 { return o.execution.MulSat(a, b) },
	isa.OpMad: func(o *Op, a, b, c uint64) uint64 { return o.execution.MadSat(a, b, c) },
}

// seconds compute implied destinations.
var seconds = [256]lane{
	isa.OpMull: func(o *Op, a, b, _ uint64) uint64 { _, high := o.execution.Mull(a, b); return high },
	isa.OpAddc: func(o *Op, a, b, _ uint64) uint64 { _, carry := o.execution.Addc(a, b); return carry },
	isa.OpSubb: func(o *Op, a, b, _ uint64) uint64 { _, borrow := o.execution.Subb(a, b); return borrow },
}

// pattern is a number of f or hf.
type pattern interface{ uint16 | uint32 }

func unary[T pattern](f func(a T) T) lane {
	return func(_ *Op, a, _, _ uint64) uint64 { return uint64(f(T(a))) }
}

func binary[T pattern](f func(a, b T) T) lane {
	return func(_ *Op, a, b, _ uint64) uint64 { return uint64(f(T(a), T(b))) }
}

func ternary[T pattern](f func(a, b, c T) T) lane {
	return func(_ *Op, a, b, c uint64) uint64 { return uint64(f(T(a), T(b), T(c))) }
}

// floatLanes compute operations in f by opcode.
var floatLanes = [256]lane{
	isa.OpAdd: binary(alu.AddF), isa.OpMul: binary(alu.MulF), isa.OpMad: ternary(alu.MadF), isa.OpFma: ternary(alu.FmaF), isa.OpMin: binary(alu.MinF), isa.OpMax: binary(alu.MaxF),
	isa.OpRndd: unary(alu.RnddF), isa.OpRndu: unary(alu.RnduF), isa.OpRndz: unary(alu.RndzF), isa.OpRnde: unary(alu.RndeF), isa.OpFrc: unary(alu.FrcF),
	isa.OpRcp: unary(alu.RcpF), isa.OpSqrt: unary(alu.SqrtF), isa.OpRsqrt: unary(alu.RsqrtF), isa.OpDiv: binary(alu.DivF), isa.OpExp2: unary(alu.Exp2F), isa.OpLog2: unary(alu.Log2F),
	isa.OpSin: unary(alu.SinF), isa.OpCos: unary(alu.CosF),
}

// halfLanes compute operations in hf by opcode.
var halfLanes = [256]lane{
	isa.OpAdd: binary(alu.AddHF), isa.OpMul: binary(alu.MulHF), isa.OpMad: ternary(alu.MadHF), isa.OpFma: ternary(alu.FmaHF), isa.OpMin: binary(alu.MinHF), isa.OpMax: binary(alu.MaxHF),
	isa.OpRndd: unary(alu.RnddHF), isa.OpRndu: unary(alu.RnduHF), isa.OpRndz: unary(alu.RndzHF), isa.OpRnde: unary(alu.RndeHF), isa.OpFrc: unary(alu.FrcHF),
	isa.OpRcp: unary(alu.RcpHF), isa.OpSqrt: unary(alu.SqrtHF), isa.OpRsqrt: unary(alu.RsqrtHF), isa.OpDiv: binary(alu.DivHF), isa.OpExp2: unary(alu.Exp2HF), isa.OpLog2: unary(alu.Log2HF),
	isa.OpSin: unary(alu.SinHF), isa.OpCos: unary(alu.CosHF),
}

// The operations over four lanes have opcodes one after the other.
var (
	floatDots = [4]dot{isa.OpDp2 & 3: dotOf(alu.Dp2F), isa.OpDp3 & 3: dotOf(alu.Dp3F), isa.OpDp4 & 3: dotOf(alu.Dp4F), isa.OpDph & 3: dotOf(alu.DphF)}
	halfDots  = [4]dot{isa.OpDp2 & 3: dotOf(alu.Dp2HF), isa.OpDp3 & 3: dotOf(alu.Dp3HF), isa.OpDp4 & 3: dotOf(alu.Dp4HF), isa.OpDph & 3: dotOf(alu.DphHF)}
)

func dotOf[T pattern](f func(a, b *[4]T) T) dot {
	return func(a, b *[4]uint64) uint64 {
		var x, y [4]T
		for k := range x {
			x[k], y[k] = T(a[k]), T(b[k])
		}
		return uint64(f(&x, &y))
	}
}
