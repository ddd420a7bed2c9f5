package wgsl

import (
	"math"

	"github.com/gogpu/naga/ir"

	"tilemark/golden/arith"
)

// Signs of floats.
const (
	signF  = 1 << 31
	signHF = 1 << 15
)

// toF is the number of a float of either size in f32, exactly.
func toF(k kind, w uint32) float32 {
	if k == f16 {
		return arith.HFToF(uint16(w))
	}
	return math.Float32frombits(w)
}

// ofF is the word of a float that was computed in f32.
func ofF(k kind, x float32) uint32 {
	if k == f16 {
		return uint32(arith.FToHF(x))
	}
	return math.Float32bits(x)
}

func unary(op ir.UnaryOperator, k kind, a uint32) uint32 {
	switch {
	case k == boolean && (op == ir.UnaryLogicalNot || op == ir.UnaryNegate): // naga has `!` of the module's constants as a negation
		return a ^ 1
	case op == ir.UnaryBitwiseNot && (k == i32 || k == u32):
		return ^a
	case op == ir.UnaryNegate:
		return negated(k, a)
	}
	fail("operator %d of %s", op, k)
	return 0
}

func negated(k kind, a uint32) uint32 {
	switch k {
	case f32:
		return a ^ signF
	case f16:
		return a ^ signHF
	}
	return -a
}

// binary computes an operator of two operands.
func (fr *frame) binary(h ir.ExpressionHandle, e *ir.ExprBinary) {
	a, b := fr.value(e.Left), fr.value(e.Right)
	left, right := fr.valueType(e.Left), fr.valueType(e.Right)
	shifts := e.Op == ir.BinaryShiftLeft || e.Op == ir.BinaryShiftRight
	if left.kind != right.kind && !shifts {
		fail("operator %d of %s and %s in function %s", e.Op, left.kind, right.kind, fr.name)
	}
	out := fr.slot(h)
	if e.Op == ir.BinaryMultiply && (left.form == matrix || right.form == matrix) && left.form != scalar && right.form != scalar {
		product(out, left, right, a, b)
		return
	}
	for n := range out {
		out[n] = combine(e.Op, left.kind, a[n%len(a)], b[n%len(b)])
	}
}

// combine is an operator of two scalars of the same kind; of a shift the second is u32.
func combine(op ir.BinaryOperator, k kind, a, b uint32) uint32 {
	if c, ok := conditions[op]; ok {
		return wordOf(compares(c, k, a, b))
	}
	switch k {
	case f32:
		return binaryF(op, a, b)
	case f16:
		return binaryHF(op, a, b)
	case boolean:
		return logic(op, a, b)
	}
	return binaryInt(op, k, a, b)
}

var conditions = map[ir.BinaryOperator]arith.Cond{
	ir.BinaryEqual: arith.Eq, ir.BinaryNotEqual: arith.Ne, ir.BinaryLess: arith.Lt,
	ir.BinaryLessEqual: arith.Le, ir.BinaryGreater: arith.Gt, ir.BinaryGreaterEqual: arith.Ge,
}

func compares(c arith.Cond, k kind, a, b uint32) bool {
	switch k {
	case f32, f16:
		return arith.CompareF(c, toF(k, a), toF(k, b))
	case i32:
		return arith.CompareInt(c, int32(a), int32(b))
	}
	return arith.CompareInt(c, a, b)
}

func binaryF(op ir.BinaryOperator, left, right uint32) uint32 {
	a, b := math.Float32frombits(left), math.Float32frombits(right)
	switch op {
	case ir.BinaryAdd:
		return math.Float32bits(arith.AddF(a, b))
	case ir.BinarySubtract:
		return math.Float32bits(sub(a, b))
	case ir.BinaryMultiply:
		return math.Float32bits(arith.MulF(a, b))
	case ir.BinaryDivide:
		return math.Float32bits(arith.DivF(a, b))
	case ir.BinaryModulo:
		return math.Float32bits(remainder(a, b))
	}
	fail("operator %d of f32", op)
	return 0
}

// sub is a - b, as the sum of a and -b.
func sub(a, b float32) float32 { return arith.AddF(a, -b) }

func remainder(a, b float32) float32 { return sub(a, arith.MulF(b, arith.RndzF(arith.DivF(a, b)))) }

func binaryHF(op ir.BinaryOperator, left, right uint32) uint32 {
	a, b := uint16(left), uint16(right)
	switch op {
	case ir.BinaryAdd:
		return uint32(arith.AddHF(a, b))
	case ir.BinarySubtract:
		return uint32(arith.AddHF(a, b^signHF))
	case ir.BinaryMultiply:
		return uint32(arith.MulHF(a, b))
	case ir.BinaryDivide:
		return uint32(arith.DivHF(a, b))
	case ir.BinaryModulo:
		return ofF(f16, remainder(toF(f16, left), toF(f16, right)))
	}
	fail("operator %d of f16", op)
	return 0
}

func logic(op ir.BinaryOperator, a, b uint32) uint32 {
	switch op {
	case ir.BinaryAnd, ir.BinaryLogicalAnd:
		return a & b
	case ir.BinaryInclusiveOr, ir.BinaryLogicalOr:
		return a | b
	case ir.BinaryExclusiveOr:
		return a ^ b
	}
	fail("operator %d of bool", op)
	return 0
}

func binaryInt(op ir.BinaryOperator, k kind, a, b uint32) uint32 {
	switch op {
	case ir.BinaryAdd:
		return a + b
	case ir.BinarySubtract:
		return a - b
	case ir.BinaryMultiply:
		return a * b
	case ir.BinaryAnd:
		return a & b
	case ir.BinaryInclusiveOr:
		return a | b
	case ir.BinaryExclusiveOr:
		return a ^ b
	case ir.BinaryShiftLeft:
		return arith.Shl(a, uint64(b))
	}
	if k == i32 {
		return uint32(ofOperator(op, int32(a), int32(b), arith.Asr[int32]))
	}
	return ofOperator(op, a, b, arith.Shr[uint32])
}

// ofOperator is an operator for which signs matter.
func ofOperator[T int32 | uint32](op ir.BinaryOperator, a, b T, right func(T, uint64) T) T {
	switch op {
	case ir.BinaryDivide:
		return arith.Div(a, b)
	case ir.BinaryModulo:
		return arith.Rem(a, b)
	case ir.BinaryShiftRight:
		return right(a, uint64(uint32(b)))
	}
	fail("operator %d of integers", op)
	return 0
}

// product multiplies matrices and vectors. Of f16 each element is computed in f32.
func product(out []uint32, left, right *typ, a, b []uint32) {
	rows, columns, inner := left.rows, right.columns, left.columns
	if left.form == vector { // a row
		rows, inner = 1, left.rows
	}
	if right.form == vector {
		columns = 1
	}
	for c := range columns {
		for r := range rows {
			var sum float32
			for n := range inner {
				term := arith.MulF(toF(left.kind, a[n*rows+r]), toF(left.kind, b[c*inner+n]))
				if n == 0 {
					sum = term
					continue
				}
				sum = arith.AddF(sum, term)
			}
			out[c*rows+r] = ofF(left.kind, sum)
		}
	}
}
