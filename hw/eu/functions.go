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

func f1(f func(a uint32) uint32) lane {
	return func(_ *Op, a, _, _ uint64) uint64 { return uint64(f(uint32(a))) }
}

func f2(f func(a, b uint32) uint32) lane {
	return func(_ *Op, a, b, _ uint64) uint64 { return uint64(f(uint32(a), uint32(b))) }
}

func f3(f func(a, b, c uint32) uint32) lane {
	return func(_ *Op, a, b, c uint64) uint64 { return uint64(f(uint32(a), uint32(b), uint32(c))) }
}

func h1(f func(a uint16) uint16) lane {
	return func(_ *Op, a, _, _ uint64) uint64 { return uint64(f(uint16(a))) }
}

func h2(f func(a, b uint16) uint16) lane {
	return func(_ *Op, a, b, _ uint64) uint64 { return uint64(f(uint16(a), uint16(b))) }
}

func h3(f func(a, b, c uint16) uint16) lane {
	return func(_ *Op, a, b, c uint64) uint64 { return uint64(f(uint16(a), uint16(b), uint16(c))) }
}

// floatLanes compute operations in f by opcode.
var floatLanes = [256]lane{
	isa.OpAdd: f2(alu.AddF), isa.OpMul: f2(alu.MulF), isa.OpMad: f3(alu.MadF), isa.OpFma: f3(alu.FmaF), isa.OpMin: f2(alu.MinF), isa.OpMax: f2(alu.MaxF),
	isa.OpRndd: f1(alu.RnddF), isa.OpRndu: f1(alu.RnduF), isa.OpRndz: f1(alu.RndzF), isa.OpRnde: f1(alu.RndeF), isa.OpFrc: f1(alu.FrcF),
	isa.OpRcp: f1(alu.RcpF), isa.OpSqrt: f1(alu.SqrtF), isa.OpRsqrt: f1(alu.RsqrtF), isa.OpDiv: f2(alu.DivF), isa.OpExp2: f1(alu.Exp2F), isa.OpLog2: f1(alu.Log2F),
	isa.OpSin: f1(alu.SinF), isa.OpCos: f1(alu.CosF),
}

// halfLanes compute operations in hf by opcode.
var halfLanes = [256]lane{
	isa.OpAdd: h2(alu.AddHF), isa.OpMul: h2(alu.MulHF), isa.OpMad: h3(alu.MadHF), isa.OpFma: h3(alu.FmaHF), isa.OpMin: h2(alu.MinHF), isa.OpMax: h2(alu.MaxHF),
	isa.OpRndd: h1(alu.RnddHF), isa.OpRndu: h1(alu.RnduHF), isa.OpRndz: h1(alu.RndzHF), isa.OpRnde: h1(alu.RndeHF), isa.OpFrc: h1(alu.FrcHF),
	isa.OpRcp: h1(alu.RcpHF), isa.OpSqrt: h1(alu.SqrtHF), isa.OpRsqrt: h1(alu.RsqrtHF), isa.OpDiv: h2(alu.DivHF), isa.OpExp2: h1(alu.Exp2HF), isa.OpLog2: h1(alu.Log2HF),
	isa.OpSin: h1(alu.SinHF), isa.OpCos: h1(alu.CosHF),
}

// The operations over four lanes have opcodes one after the other.
var (
	floatDots = [4]dot{isa.OpDp2 & 3: dotF(alu.Dp2F), isa.OpDp3 & 3: dotF(alu.Dp3F), isa.OpDp4 & 3: dotF(alu.Dp4F), isa.OpDph & 3: dotF(alu.DphF)}
	halfDots  = [4]dot{isa.OpDp2 & 3: dotHF(alu.Dp2HF), isa.OpDp3 & 3: dotHF(alu.Dp3HF), isa.OpDp4 & 3: dotHF(alu.Dp4HF), isa.OpDph & 3: dotHF(alu.DphHF)}
)

func dotF(f func(a, b *[4]uint32) uint32) dot {
	return func(a, b *[4]uint64) uint64 {
		var x, y [4]uint32
		for k := range x {
			x[k], y[k] = uint32(a[k]), uint32(b[k])
		}
		return uint64(f(&x, &y))
	}
}

func dotHF(f func(a, b *[4]uint16) uint16) dot {
	return func(a, b *[4]uint64) uint64 {
		var x, y [4]uint16
		for k := range x {
			x[k], y[k] = uint16(a[k]), uint16(b[k])
		}
		return uint64(f(&x, &y))
	}
}
