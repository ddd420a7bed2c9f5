// Package fold computes operations of the low-level IR on constants, with the machine's arithmetic (docs/arithmetic.md, section 12).
package fold

import (
	"math"
	"math/bits"

	"tilemark/compiler/llir"
	"tilemark/hw/alu"
)

// Operation is the result of an operation of type t on the bits of its operands. It says false when it does not know it.
func Operation(op llir.Op, t llir.Type, a []uint32) (uint32, bool) {
	switch t {
	case llir.F32:
		return single.operation(op, a)
	case llir.F16:
		return half.operation(op, a)
	case llir.Bool:
		return boolean(op, a)
	case llir.U32, llir.I32:
		return integer(op, t == llir.I32, a)
	}
	return 0, false
}

func boolean(op llir.Op, a []uint32) (uint32, bool) {
	switch op {
	case llir.And:
		return a[0] & a[1], true
	case llir.Or:
		return a[0] | a[1], true
	case llir.Xor:
		return a[0] ^ a[1], true
	case llir.Not:
		return a[0] ^ 1, true
	}
	return 0, false
}

// floats are the arithmetic of a floating-point type, on bits.
type floats struct {
	sign   uint32
	unary  map[llir.Op]func(uint32) uint32
	binary map[llir.Op]func(a, b uint32) uint32
	fma    func(a, b, c uint32) uint32
}

func (f *floats) operation(op llir.Op, a []uint32) (uint32, bool) {
	switch {
	case op == llir.Neg:
		return a[0] ^ f.sign, true
	case op == llir.Abs:
		return a[0] &^ f.sign, true
	case op == llir.Fma:
		return f.fma(a[0], a[1], a[2]), true
	case len(a) == 1 && f.unary[op] != nil:
		return f.unary[op](a[0]), true
	case len(a) == 2 && f.binary[op] != nil:
		return f.binary[op](a[0], a[1]), true
	}
	return 0, false
}

var single = floats{
	sign: 1 << 31,
	unary: map[llir.Op]func(uint32) uint32{
		llir.Floor: alu.RnddF, llir.Ceil: alu.RnduF, llir.Trunc: alu.RndzF, llir.Nearest: alu.RndeF, llir.Fract: alu.FrcF, llir.Rcp: alu.RcpF, llir.Sqrt: alu.SqrtF,
		llir.Rsqrt: alu.RsqrtF, llir.Exp2: alu.Exp2F, llir.Log2: alu.Log2F, llir.Sin: alu.SinF, llir.Cos: alu.CosF,
	},
	binary: map[llir.Op]func(a, b uint32) uint32{
		llir.Add: alu.AddF, llir.Mul: alu.MulF, llir.Div: alu.DivF, llir.Min: alu.MinF, llir.Max: alu.MaxF,
	},
	fma: alu.FmaF,
}

var half = floats{
	sign: 1 << 15,
	unary: map[llir.Op]func(uint32) uint32{
		llir.Floor: one(alu.RnddHF), llir.Ceil: one(alu.RnduHF), llir.Trunc: one(alu.RndzHF), llir.Nearest: one(alu.RndeHF), llir.Fract: one(alu.FrcHF),
		llir.Rcp: one(alu.RcpHF), llir.Sqrt: one(alu.SqrtHF), llir.Rsqrt: one(alu.RsqrtHF), llir.Exp2: one(alu.Exp2HF), llir.Log2: one(alu.Log2HF),
		llir.Sin: one(alu.SinHF), llir.Cos: one(alu.CosHF),
	},
	binary: map[llir.Op]func(a, b uint32) uint32{
		llir.Add: two(alu.AddHF), llir.Mul: two(alu.MulHF), llir.Div: two(alu.DivHF), llir.Min: two(alu.MinHF), llir.Max: two(alu.MaxHF),
	},
	fma: func(a, b, c uint32) uint32 { return uint32(alu.FmaHF(uint16(a), uint16(b), uint16(c))) },
}

func one(f func(uint16) uint16) func(uint32) uint32 {
	return func(a uint32) uint32 { return uint32(f(uint16(a))) }
}

func two(f func(a, b uint16) uint16) func(a, b uint32) uint32 {
	return func(a, b uint32) uint32 { return uint32(f(uint16(a), uint16(b))) }
}

func integer(op llir.Op, signed bool, a []uint32) (uint32, bool) {
	switch op {
	case llir.Add:
		return a[0] + a[1], true
	case llir.Mul:
		return a[0] * a[1], true
	case llir.Neg:
		return -a[0], true
	case llir.And:
		return a[0] & a[1], true
	case llir.Or:
		return a[0] | a[1], true
	case llir.Xor:
		return a[0] ^ a[1], true
	case llir.Not:
		return ^a[0], true
	case llir.Shl:
		return a[0] << (a[1] & 31), true
	case llir.Shr:
		return a[0] >> (a[1] & 31), true
	case llir.Asr:
		return uint32(int32(a[0]) >> (a[1] & 31)), true
	case llir.CountOnes:
		return uint32(bits.OnesCount32(a[0])), true
	case llir.LeadZeros:
		return uint32(bits.LeadingZeros32(a[0])), true
	case llir.TrailZeros:
		return uint32(bits.TrailingZeros32(a[0])), true
	case llir.ReverseBits:
		return bits.Reverse32(a[0]), true
	case llir.Min, llir.Max:
		less := a[0] < a[1]
		if signed {
			less = int32(a[0]) < int32(a[1])
		}
		if less == (op == llir.Min) {
			return a[0], true
		}
		return a[1], true
	case llir.Abs:
		if int32(a[0]) < 0 && signed {
			return -a[0], true
		}
		return a[0], true
	case llir.Div, llir.Rem:
		return divide(op, signed, a[0], a[1]), true
	}
	return 0, false
}

// divide is a/b or the remainder: a/0 is a with remainder 0, and the least number by -1 is itself.
func divide(op llir.Op, signed bool, a, b uint32) uint32 {
	quotient, remainder := a, uint32(0)
	switch {
	case b == 0, signed && int32(b) == -1 && int32(a) == math.MinInt32:
	case signed:
		quotient, remainder = uint32(int32(a)/int32(b)), uint32(int32(a)%int32(b))
	default:
		quotient, remainder = a/b, a%b
	}
	if op == llir.Div {
		return quotient
	}
	return remainder
}

// Compare compares two constants.
func Compare(c llir.Cond, t llir.Type, a, b uint32) (bool, bool) {
	var less, equal, unordered bool
	switch t {
	case llir.U32, llir.Bool:
		less, equal = a < b, a == b
	case llir.I32:
		less, equal = int32(a) < int32(b), a == b
	case llir.F32, llir.F16:
		x, y := value(t, a), value(t, b)
		less, equal, unordered = x < y, x == y, x != x || y != y
	default:
		return false, false
	}
	switch c {
	case llir.Equal:
		return equal, true
	case llir.NotEqual:
		return !equal, true
	case llir.Less:
		return less, true
	case llir.LessEqual:
		return less || equal, true
	case llir.Greater:
		return !less && !equal && !unordered, true
	case llir.GreaterEqual:
		return !less && !unordered, true
	}
	return unordered, true
}

func value(t llir.Type, bits uint32) float32 {
	if t == llir.F16 {
		bits = alu.HFToF(uint16(bits))
	}
	return math.Float32frombits(bits)
}

// Convert converts a constant by value. Of bools it knows nothing.
func Convert(from, to llir.Type, v uint32) (uint32, bool) {
	switch {
	case from == llir.F32 && to == llir.F16:
		return uint32(alu.FToHF(v)), true
	case from == llir.F16 && to == llir.F32:
		return alu.HFToF(uint16(v)), true
	case from.Float() && to.Integer():
		x := float64(value(from, v))
		low, high := 0.0, float64(math.MaxUint32)
		if to == llir.I32 {
			low, high = math.MinInt32, math.MaxInt32
		}
		if x != x {
			return 0, true
		}
		return uint32(int64(math.Trunc(min(max(x, low), high)))), true
	case from.Integer() && to == llir.F32:
		if from == llir.I32 {
			return math.Float32bits(float32(int32(v))), true
		}
		return math.Float32bits(float32(v)), true
	}
	return 0, false
}
