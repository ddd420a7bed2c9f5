package constant

import (
	"math"
	"testing"

	"tilemark/compiler/types"
)

func number(f float64) *Value { return &Value{Type: types.TypeF32, F: f} }
func whole32(i int64) *Value  { return &Value{Type: types.TypeI32, I: i} }

func TestNumbersOfBinary16(t *testing.T) {
	for given, want := range map[float64]float64{1: 1, 65504: 65504, 65519: 65504, 0.1: 0.0999755859375, 2049: 2048, 2051: 2052, 5.9e-8: math.Ldexp(1, -24), 1e-9: 0} {
		v, err := Float(types.TypeF16, given)
		if err != nil || v.F != want {
			t.Errorf("%g: %v %v, want %g", given, v, err, want)
		}
		if back := half(f16Bits(want)); back != want {
			t.Errorf("%g comes back as %g", want, back)
		}
	}
	if _, err := Float(types.TypeF16, 65520); err == nil {
		t.Error("65520 is no f16")
	}
}

func TestIntegersOfTheEdge(t *testing.T) {
	for _, c := range []struct {
		op   string
		a, b int64
		want string
	}{
		{"+", math.MaxInt32, 1, "-2147483648"}, {"*", math.MinInt32, -1, "-2147483648"}, {"/", math.MinInt32, -1, ""}, {"%", 5, 0, ""}, {"%", -5, 3, "-2"}, {"/", -7, 2, "-3"},
		{"<<", 1, 31, ""}, {"<<", -1, 31, "-2147483648"}, {">>", -8, 2, "-2"}, {"<<", 1, 32, ""},
	} {
		v, err := scalar(c.op, whole32(c.a), whole32(c.b), types.TypeI32)
		if err == nil && v.String() != c.want || err != nil && c.want != "" {
			t.Errorf("%d %s %d: %s %v, want %s", c.a, c.op, c.b, v, err, c.want)
		}
	}
}

func TestProductsOfMatrices(t *testing.T) {
	column := types.VectorOf(2, types.TypeF32)
	m := Composite(types.MatrixOf(2, 2, types.TypeF32), Composite(column, number(1), number(2)), Composite(column, number(3), number(4)))
	p, err := Binary("*", m, m, m.Type)
	if err != nil || p.At(0).At(0).F != 7 || p.At(1).At(0).F != 15 || p.At(1).At(1).F != 22 {
		t.Errorf("%v %v", p, err)
	}
	d, err := Call("determinant", []*Value{m}, types.TypeF32)
	if err != nil || d.F != -2 {
		t.Errorf("determinant %v %v", d, err)
	}
}

func TestFunctionsThatRefuseTheirArguments(t *testing.T) {
	for name, args := range map[string][]*Value{"sqrt": {number(-1)}, "log": {number(0)}, "acosh": {number(0.5)}, "clamp": {number(0), number(2), number(1)},
		"pow": {number(-1), number(2)}, "exp": {number(100)}, "ldexp": {number(1), whole32(129)}} {
		if v, err := Call(name, args, types.TypeF32); err == nil {
			t.Errorf("%s gives %s", name, v)
		}
	}
}

func TestBitsAndPacking(t *testing.T) {
	u := func(i int64) *Value { return &Value{Type: types.TypeU32, I: i} }
	for _, c := range []struct {
		name string
		args []*Value
		want int64
	}{
		{"extractBits", []*Value{u(0xabcd), u(4), u(8)}, 0xbc}, {"insertBits", []*Value{u(0xffff), u(0), u(4), u(8)}, 0xf00f}, {"firstLeadingBit", []*Value{u(0)}, math.MaxUint32},
		{"reverseBits", []*Value{u(1)}, 1 << 31}, {"dot4U8Packed", []*Value{u(0x01020304), u(0x01010101)}, 10},
	} {
		if v, err := Call(c.name, c.args, types.TypeU32); err != nil || v.I != c.want {
			t.Errorf("%s: %v %v, want %d", c.name, v, err, c.want)
		}
	}
	v, err := Call("pack2x16float", []*Value{Composite(types.VectorOf(2, types.TypeF32), number(1), number(-2))}, types.TypeU32)
	if err != nil || v.I != 0xc0003c00 {
		t.Errorf("pack2x16float %v %v", v, err)
	}
	if back, err := Bitcast(v, types.VectorOf(2, types.TypeF16)); err != nil || back.At(1).F != -2 {
		t.Errorf("bitcast %v %v", back, err)
	}
}
