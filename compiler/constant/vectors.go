package constant

import (
	"errors"
	"math"

	"tilemark/compiler/types"
)

// whole are functions that do not work by component.
var whole = map[string]function{
	"all":         func(a []*Value, _ *types.Type) (*Value, error) { return truths(a[0], 0), nil },
	"any":         func(a []*Value, _ *types.Type) (*Value, error) { return truths(a[0], 1), nil },
	"cross":       func(a []*Value, t *types.Type) (*Value, error) { return cross(a[0], a[1], t) },
	"determinant": func(a []*Value, t *types.Type) (*Value, error) { return Float(t, determinant(rows(a[0]))) },
	"distance": func(a []*Value, t *types.Type) (*Value, error) {
		d, err := Binary("-", a[0], a[1], a[0].Type)
		if err != nil {
			return nil, err
		}
		return length(d, t)
	},
	"dot":    func(a []*Value, _ *types.Type) (*Value, error) { return dot(a[0], a[1]) },
	"length": func(a []*Value, t *types.Type) (*Value, error) { return length(a[0], t) },
	"normalize": func(a []*Value, t *types.Type) (*Value, error) {
		l, err := length(a[0], t.Elem)
		if err != nil {
			return nil, err
		}
		if l.F == 0 {
			return nil, errors.New("a vector of length 0 cannot be normalized")
		}
		return Binary("/", a[0], l, t)
	},
	"faceForward": faceForward,
	"reflect":     reflect,
	"refract":     refract,
	"transpose":   transpose,
	"frexp":       frexp,
	"modf":        modf,
	"mix":         mix,
	"select":      selected,

	"dot4U8Packed": func(a []*Value, t *types.Type) (*Value, error) { return packedDot(a, t, unpackU8) },
	"dot4I8Packed": func(a []*Value, t *types.Type) (*Value, error) { return packedDot(a, t, unpackI8) },
}

// truths is whether no element (of any: some element) is what all must not be.
func truths(v *Value, looked int64) *Value {
	if v.Type.IsScalar() {
		return v
	}
	for i := range v.Len() {
		if v.At(i).I == looked {
			return Bool(looked == 1)
		}
	}
	return Bool(looked == 0)
}

func cross(a, b *Value, t *types.Type) (*Value, error) {
	return each(t, 3, func(i int) (*Value, error) {
		j, k := (i+1)%3, (i+2)%3
		p, err := scalar("*", a.At(j), b.At(k), t.Elem)
		if err != nil {
			return nil, err
		}
		q, err := scalar("*", a.At(k), b.At(j), t.Elem)
		if err != nil {
			return nil, err
		}
		return scalar("-", p, q, t.Elem)
	})
}

func length(v *Value, t *types.Type) (*Value, error) {
	if v.Type.IsScalar() {
		return Float(t, math.Abs(v.F))
	}
	d, err := dot(v, v)
	if err != nil {
		return nil, err
	}
	return Float(t, math.Sqrt(d.F))
}

func rows(m *Value) [][]float64 {
	out := make([][]float64, m.Type.Columns)
	for c := range out {
		for r := range m.Type.Rows {
			out[c] = append(out[c], m.At(c).At(r).F)
		}
	}
	return out
}

func determinant(m [][]float64) float64 {
	if len(m) == 1 {
		return m[0][0]
	}
	sum, sign := 0.0, 1.0
	for c := range m {
		var minor [][]float64
		for k := range m {
			if k != c {
				minor = append(minor, m[k][1:])
			}
		}
		sum += sign * m[c][0] * determinant(minor)
		sign = -sign
	}
	return sum
}

func faceForward(a []*Value, _ *types.Type) (*Value, error) {
	d, err := dot(a[1], a[2])
	if err != nil || d.F < 0 {
		return a[0], err
	}
	return Unary("-", a[0])
}

// reflect is e1 - 2·dot(e2, e1)·e2.
func reflect(a []*Value, t *types.Type) (*Value, error) {
	d, err := dot(a[1], a[0])
	if err != nil {
		return nil, err
	}
	return each(t, t.Rows, func(i int) (*Value, error) { return Float(t.Elem, a[0].At(i).F-2*d.F*a[1].At(i).F) })
}

func refract(a []*Value, t *types.Type) (*Value, error) {
	d, err := dot(a[1], a[0])
	if err != nil {
		return nil, err
	}
	eta := a[2].F
	k := 1 - eta*eta*(1-d.F*d.F)
	if k < 0 {
		return Zero(t), nil
	}
	return each(t, t.Rows, func(i int) (*Value, error) {
		return Float(t.Elem, eta*a[0].At(i).F-(eta*d.F+math.Sqrt(k))*a[1].At(i).F)
	})
}

func transpose(a []*Value, t *types.Type) (*Value, error) {
	return each(t, t.Columns, func(c int) (*Value, error) { return row(a[0], c), nil })
}

// frexp makes the vectors of its structure by component.
func frexp(a []*Value, t *types.Type) (*Value, error) {
	fract, err := lifted(func(a []*Value, t *types.Type) (*Value, error) {
		f, _ := math.Frexp(a[0].F)
		return Float(t, f)
	}, a, t.Members[0].Type)
	if err != nil {
		return nil, err
	}
	exponent, err := lifted(func(a []*Value, t *types.Type) (*Value, error) {
		_, e := math.Frexp(a[0].F)
		return Int(t, int64(e))
	}, a, t.Members[1].Type)
	return Composite(t, fract, exponent), err
}

func modf(a []*Value, t *types.Type) (*Value, error) {
	part := func(f func(float64) float64) (*Value, error) { return lifted(real1(f), a, t.Members[0].Type) }
	whole, err := part(math.Trunc)
	if err != nil {
		return nil, err
	}
	fract, err := part(func(x float64) float64 { return x - math.Trunc(x) })
	return Composite(t, fract, whole), err
}

// mix takes a scalar for all components too.
func mix(a []*Value, t *types.Type) (*Value, error) { return lifted(byComponent["mix"], a, t) }

// selected takes a scalar condition for values of any shape too.
func selected(a []*Value, t *types.Type) (*Value, error) {
	if a[2].Type.IsScalar() {
		return choose(a, t)
	}
	return lifted(choose, a, t)
}

func unpackU8(x uint32) int64 { return int64(uint8(x)) }
func unpackI8(x uint32) int64 { return int64(int8(x)) }

func packedDot(a []*Value, t *types.Type, unpack func(uint32) int64) (*Value, error) {
	sum := int64(0)
	for i := 0; i < 32; i += 8 {
		sum += unpack(uint32(a[0].I)>>i) * unpack(uint32(a[1].I)>>i)
	}
	return wrapped(t, sum), nil
}
