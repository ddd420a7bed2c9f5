package constant

import (
	"fmt"
	"math"

	"tilemark/compiler/types"
)

// Materialize converts a value automatically: abstract numbers become concrete ones, which must have the value.
func Materialize(v *Value, to *types.Type) (*Value, error) {
	return materialize(v, to, map[*Value]*Value{})
}

// materialize converts elements that a value has many times once.
func materialize(v *Value, to *types.Type, done map[*Value]*Value) (*Value, error) {
	if types.Same(v.Type, to) {
		return v, nil
	}
	if !to.IsScalar() {
		if v.Elems == nil {
			return Zero(to), nil
		}
		if had := done[v]; had != nil {
			return had, nil
		}
		r, err := each(to, v.Len(), func(i int) (*Value, error) { return materialize(v.At(i), ElemType(to, i), done) })
		done[v] = r
		return r, err
	}
	switch {
	case to.IsFloat():
		return Number(to, v.number())
	case v.isFloat():
		return nil, fmt.Errorf("value %s is no %s", v, to)
	}
	return Int(to, v.I)
}

// Convert is a scalar made from another one, as by a call of the type (section Value Constructor Built-in Functions).
func Convert(v *Value, to *types.Type) (*Value, error) {
	switch {
	case to.Kind == types.Bool:
		return Bool(v.number() != 0), nil
	case to.IsFloat():
		return Number(to, v.number())
	case v.isFloat():
		return clamped(v.F, to), nil
	case v.Type.Kind == types.AbstractInt:
		return Int(to, v.I)
	}
	return wrapped(to, v.I), nil
}

// clamped is a float as the nearest integer of a type towards zero.
func clamped(f float64, to *types.Type) *Value {
	low, high := float64(math.MinInt64), float64(math.MaxInt64)
	switch to.Kind {
	case types.I32:
		low, high = math.MinInt32, math.MaxInt32
	case types.U32:
		low, high = 0, math.MaxUint32
	}
	f = math.Trunc(f)
	switch {
	case f <= low:
		return &Value{Type: to, I: int64(low)}
	case f >= high && to.Kind == types.AbstractInt:
		return &Value{Type: to, I: math.MaxInt64}
	case f >= high:
		return &Value{Type: to, I: int64(high)}
	}
	return &Value{Type: to, I: int64(f)}
}
