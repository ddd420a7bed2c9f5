package wgsl

import (
	"github.com/gogpu/naga/ir"

	"tilemark/golden/arith"
)

// cast is a conversion, or a bitcast.
func (fr *frame) cast(h ir.ExpressionHandle, e *ir.ExprAs) {
	v, out := fr.value(e.Expr), fr.slot(h)
	from, to := fr.valueType(e.Expr).kind, fr.types[h].kind
	switch {
	case e.Convert != nil:
		for n := range out {
			out[n] = converted(from, to, v[n])
		}
	case from == f16 && to != f16:
		for n := range out {
			out[n] = v[2*n] | v[2*n+1]<<16
		}
	default:
		copy(out, v)
	}
}

// converted is a scalar as another kind.
func converted(from, to kind, a uint32) uint32 {
	switch {
	case from == to:
		return a
	case to == boolean:
		return wordOf(compares(arith.Ne, from, a, 0))
	case from == boolean:
		from = u32
	}
	switch {
	case from.isFloat() && to.isFloat():
		return ofF(to, toF(from, a))
	case from.isFloat():
		return towards0(from, to, toF(from, a))
	case to.isFloat():
		return nearest(from, to, a)
	}
	return a
}

// The greatest numbers that f32 has as well as i32 and u32.
const (
	greatestI32 = 2147483520
	greatestU32 = 4294967040
)

func towards0(from, to kind, a float32) uint32 {
	switch {
	case to == i32 && from == f32:
		return uint32(arith.FTo[int32](arith.MinF(a, greatestI32)))
	case to == i32:
		return uint32(arith.FTo[int32](a))
	case from == f32:
		return arith.FTo[uint32](arith.MinF(a, greatestU32))
	}
	return arith.FTo[uint32](a)
}

func nearest(from, to kind, a uint32) uint32 {
	switch {
	case from == i32 && to == f16:
		return uint32(arith.ToHF(int32(a)))
	case to == f16:
		return uint32(arith.ToHF(a))
	case from == i32:
		return ofF(f32, arith.ToF(int32(a)))
	}
	return ofF(f32, arith.ToF(a))
}
