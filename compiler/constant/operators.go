package constant

import (
	"errors"
	"fmt"
	"math"
	"math/bits"

	"tilemark/compiler/types"
)

var errZero = errors.New("integer division by zero")

// Unary is - ! or ~ of a value.
func Unary(op string, v *Value) (*Value, error) {
	if !v.Type.IsScalar() {
		return each(v.Type, v.Len(), func(i int) (*Value, error) { return Unary(op, v.At(i)) })
	}
	switch {
	case op == "!":
		return Bool(v.I == 0), nil
	case op == "~":
		return wrapped(v.Type, ^v.I), nil
	case v.isFloat():
		return Float(v.Type, -v.F)
	}
	return wrapped(v.Type, -v.I), nil
}

// Binary is an operation on values whose types are those of an overload; result is the overload's.
func Binary(op string, a, b *Value, result *types.Type) (*Value, error) {
	am, bm := a.Type.Kind == types.Matrix, b.Type.Kind == types.Matrix
	if op == "*" && (am || bm) && (!a.Type.IsScalar() && !b.Type.IsScalar()) {
		return product(a, b, result)
	}
	if result.IsScalar() {
		return scalar(op, a, b, result)
	}
	n := Zero(result).Len()
	return each(result, n, func(i int) (*Value, error) { return Binary(op, part(a, i), part(b, i), ElemType(result, i)) })
}

// part is an element of a composite; a scalar is its own element.
func part(v *Value, i int) *Value {
	if v.Type.IsScalar() {
		return v
	}
	return v.At(i)
}

// product is that of matrices, and of matrices and vectors.
func product(a, b *Value, result *types.Type) (*Value, error) {
	switch {
	case a.Type.Kind == types.Matrix && b.Type.Kind == types.Matrix:
		return each(result, b.Len(), func(i int) (*Value, error) { return product(a, b.At(i), result.Column()) })
	case a.Type.Kind == types.Matrix:
		return each(result, a.Type.Rows, func(i int) (*Value, error) { return dot(row(a, i), b) })
	}
	return each(result, b.Len(), func(i int) (*Value, error) { return dot(a, b.At(i)) })
}

func row(m *Value, i int) *Value {
	r := Composite(types.VectorOf(m.Type.Columns, m.Type.Elem))
	for c := range m.Type.Columns {
		r.Elems = append(r.Elems, m.At(c).At(i))
	}
	return r
}

func dot(a, b *Value) (*Value, error) {
	t := a.Type.Elem
	sum := Zero(t)
	for i := range a.Len() {
		p, err := scalar("*", a.At(i), b.At(i), t)
		if err == nil {
			sum, err = scalar("+", sum, p, t)
		}
		if err != nil {
			return nil, err
		}
	}
	return sum, nil
}

func scalar(op string, a, b *Value, result *types.Type) (*Value, error) {
	if compare, is := comparisons[op]; is {
		return Bool(compare(order(a, b))), nil
	}
	switch {
	case a.isFloat():
		r, err := Float(result, floats(op, a.F, b.F))
		if err != nil {
			return nil, outside(op, a, b, result)
		}
		return r, nil
	case op == "<<" || op == ">>":
		return shift(op, a, uint64(b.I))
	}
	return integers(op, a, b)
}

var comparisons = map[string]func(int) bool{
	"==": func(o int) bool { return o == 0 }, "!=": func(o int) bool { return o != 0 }, "<": func(o int) bool { return o < 0 },
	"<=": func(o int) bool { return o <= 0 }, ">": func(o int) bool { return o > 0 }, ">=": func(o int) bool { return o >= 0 },
}

func order(a, b *Value) int {
	less, more := a.I < b.I, a.I > b.I
	if a.isFloat() {
		less, more = a.F < b.F, a.F > b.F
	}
	switch {
	case less:
		return -1
	case more:
		return 1
	}
	return 0
}

func outside(op string, a, b *Value, t *types.Type) error {
	return fmt.Errorf("%s %s %s is out of range of %s", a, op, b, t)
}

func floats(op string, a, b float64) float64 {
	switch op {
	case "+":
		return a + b
	case "-":
		return a - b
	case "*":
		return a * b
	case "/":
		return a / b
	}
	return math.Mod(a, b)
}

// integers computes in 64 bits. Concrete integers wrap around; abstract ones must not.
func integers(op string, a, b *Value) (*Value, error) {
	if (op == "/" || op == "%") && b.I == 0 {
		return nil, errZero
	}
	r, held := int64(0), true
	switch op {
	case "+":
		r = a.I + b.I
		held = (r > a.I) == (b.I > 0)
	case "-":
		r = a.I - b.I
		held = (r < a.I) == (b.I > 0)
	case "*":
		r, held = times(a.I, b.I)
	case "/", "%":
		return quotient(op, a, b)
	case "&":
		r = a.I & b.I
	case "|":
		r = a.I | b.I
	case "^":
		r = a.I ^ b.I
	case "&&":
		r = a.I & b.I
	case "||":
		r = a.I | b.I
	}
	if !held && a.Type.Kind == types.AbstractInt {
		return nil, outside(op, a, b, a.Type)
	}
	return wrapped(a.Type, r), nil
}

func times(a, b int64) (int64, bool) {
	high, low := bits.Mul64(uint64(max(a, -a)), uint64(max(b, -b)))
	r := a * b
	fits := high == 0 && (low <= math.MaxInt64 || r == math.MinInt64)
	return r, fits
}

// quotient is / or %, of which the least number by -1 is an error.
func quotient(op string, a, b *Value) (*Value, error) {
	least := a.Type.Kind == types.I32 && a.I == math.MinInt32 || a.Type.Kind == types.AbstractInt && a.I == math.MinInt64
	if least && b.I == -1 {
		return nil, outside(op, a, b, a.Type)
	}
	if op == "/" {
		return wrapped(a.Type, a.I/b.I), nil
	}
	return wrapped(a.Type, a.I%b.I), nil
}

// shift is << or >>: by less than the bits of the type, without losing bits that differ from the sign (section Bit Expressions).
func shift(op string, a *Value, by uint64) (*Value, error) {
	width := uint64(32)
	if a.Type.Kind == types.AbstractInt {
		width = 64
	}
	if by >= width && a.Type.Kind == types.AbstractInt && a.I == 0 {
		return a, nil
	}
	if by >= width {
		return nil, fmt.Errorf("%s %s %d shifts by the width of %s or more", a, op, by, a.Type)
	}
	if op == ">>" {
		return wrapped(a.Type, a.I>>by), nil
	}
	r := wrapped(a.Type, a.I<<by)
	if r.I>>by != a.I {
		return nil, fmt.Errorf("%s << %d loses bits of %s", a, by, a.Type)
	}
	return r, nil
}
