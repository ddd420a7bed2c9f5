// Package constant evaluates const-expressions of WGSL (section Const Expressions): values, conversions, operators and built-in functions. An error is a
// shader-creation error: a value that its type cannot have, or an argument that a function does not take.
package constant

import (
	"fmt"
	"math"

	"tilemark/compiler/types"
)

// Value is a value of a const-expression. Integers and truth values (1, 0) are in I, floats in F. A composite without Elems is all zero.
type Value struct {
	Type  *types.Type
	I     int64
	F     float64
	Elems []*Value
}

// Bool is a truth value.
func Bool(b bool) *Value {
	if b {
		return &Value{Type: types.TypeBool, I: 1}
	}
	return &Value{Type: types.TypeBool}
}

// Zero is the zero value of a type.
func Zero(t *types.Type) *Value { return &Value{Type: t} }

// Int is an integer of a type, or an error when it is out of range.
func Int(t *types.Type, i int64) (*Value, error) {
	if t.Kind == types.I32 && i != int64(int32(i)) || t.Kind == types.U32 && i != int64(uint32(i)) {
		return nil, fmt.Errorf("value %d is out of range of %s", i, t)
	}
	return &Value{Type: t, I: i}, nil
}

// wrapped is an integer of a type, reduced to its bits.
func wrapped(t *types.Type, i int64) *Value {
	switch t.Kind {
	case types.I32:
		i = int64(int32(i))
	case types.U32:
		i = int64(uint32(i))
	}
	return &Value{Type: t, I: i}
}

// Float is a number of a type, rounded, or an error when it is out of range, infinite or not a number.
func Float(t *types.Type, f float64) (*Value, error) {
	r := f
	switch t.Kind {
	case types.F32:
		r = float64(float32(f))
	case types.F16:
		r = toF16(f)
	}
	if math.IsInf(r, 0) || math.IsNaN(r) {
		return nil, fmt.Errorf("value %g is out of range of %s", f, t)
	}
	return &Value{Type: t, F: r}, nil
}

// limits are the largest numbers.
var limits = map[types.Kind]float64{types.F32: math.MaxFloat32, types.F16: 65504, types.AbstractFloat: math.MaxFloat64}

// Number is Float of a number that is written, or abstract: it must not be above the largest number even by less than rounding would take away.
func Number(t *types.Type, f float64) (*Value, error) {
	if math.Abs(f) > limits[t.Kind] {
		return nil, fmt.Errorf("value %g is out of range of %s", f, t)
	}
	return Float(t, f)
}

// toF16 rounds to the nearest number of binary16, ties to even.
func toF16(f float64) float64 {
	if f == 0 || math.IsInf(f, 0) || math.IsNaN(f) {
		return f
	}
	exponent := max(math.Ilogb(f), -14)
	step := math.Ldexp(1, exponent-10)
	r := math.RoundToEven(f/step) * step
	if math.Abs(r) > 65504 {
		return math.Inf(int(math.Copysign(1, f)))
	}
	return r
}

// Len is how many elements a composite has.
func (v *Value) Len() int {
	switch t := v.Type; t.Kind {
	case types.Vector:
		return t.Rows
	case types.Matrix:
		return t.Columns
	case types.Array:
		return int(t.Length.Count)
	case types.Struct:
		return len(t.Members)
	}
	return 0
}

// ElemType is the type of an element of a composite.
func ElemType(t *types.Type, i int) *types.Type {
	switch t.Kind {
	case types.Matrix:
		return t.Column()
	case types.Struct:
		return t.Members[i].Type
	}
	return t.Elem
}

// At is an element of a composite.
func (v *Value) At(i int) *Value {
	if v.Elems == nil {
		return Zero(ElemType(v.Type, i))
	}
	return v.Elems[i]
}

// Composite is a value of elements.
func Composite(t *types.Type, elems ...*Value) *Value { return &Value{Type: t, Elems: elems} }

// isFloat is whether a scalar is in F.
func (v *Value) isFloat() bool { return v.Type.IsFloat() }

// number is a scalar as a float.
func (v *Value) number() float64 {
	if v.isFloat() {
		return v.F
	}
	return float64(v.I)
}

// String is a value as WGSL would write it, shortened.
func (v *Value) String() string {
	switch {
	case v == nil:
		return "?"
	case v.Type.Kind == types.Bool:
		return fmt.Sprint(v.I != 0)
	case v.Type.IsScalar() && v.isFloat():
		return fmt.Sprintf("%g", v.F)
	case v.Type.IsScalar():
		return fmt.Sprint(v.I)
	}
	return v.Type.String() + "(...)"
}

// each makes a composite from its elements, of which each may be an error.
func each(t *types.Type, n int, of func(i int) (*Value, error)) (*Value, error) {
	out := Composite(t, make([]*Value, n)...)
	for i := range out.Elems {
		e, err := of(i)
		if err != nil {
			return nil, err
		}
		out.Elems[i] = e
	}
	return out, nil
}
