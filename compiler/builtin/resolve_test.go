package builtin

import (
	"testing"

	"tilemark/compiler/types"
)

func TestEachOverloadReadsItsLine(t *testing.T) {
	for name, all := range table {
		for _, o := range all {
			for variable, c := range o.classes {
				if len(c.scalars) == 0 {
					t.Errorf("%s: variable %s has no types", name, variable)
				}
			}
			for _, p := range append(o.params, o.result) {
				if p.name == "" {
					t.Errorf("%s: a pattern has no name in %s", name, o)
				}
			}
		}
	}
}

func TestResolve(t *testing.T) {
	ai, af, vec := types.TypeAbstractInt, types.TypeAbstractFloat, func(e *types.Type) *types.Type { return types.VectorOf(3, e) }
	for _, c := range []struct {
		name     string
		args     []*types.Type
		constant bool
		want     string
	}{
		{"max", []*types.Type{ai, af}, true, "abstract-float"},
		{"max", []*types.Type{ai, ai}, false, "i32"},
		{"max", []*types.Type{ai, types.TypeU32}, false, "u32"},
		{"sqrt", []*types.Type{ai}, true, "abstract-float"},
		{"sqrt", []*types.Type{ai}, false, "f32"},
		{"mix", []*types.Type{vec(af), vec(types.TypeF16), af}, false, "vec3<f16>"},
		{"countOneBits", []*types.Type{ai}, true, "i32"},
		{"op<", []*types.Type{vec(ai), vec(af)}, true, "vec3<bool>"},
		{"op*", []*types.Type{types.MatrixOf(3, 2, types.TypeF32), vec(types.TypeF32)}, false, "vec2<f32>"},
		{"op<<", []*types.Type{vec(types.TypeI32), vec(ai)}, false, "vec3<i32>"},
		{"frexp", []*types.Type{vec(types.TypeF32)}, false, "__frexp_result_vec3_f32"},
		{"transpose", []*types.Type{types.MatrixOf(3, 2, types.TypeF32)}, false, "mat2x3<f32>"},
		{"dot", []*types.Type{vec(ai), vec(types.TypeU32)}, false, "u32"},
		{"op+", []*types.Type{types.TypeI32, types.TypeU32}, false, ""},
		{"sign", []*types.Type{types.TypeU32}, false, ""},
	} {
		var args []Arg
		for _, a := range c.args {
			args = append(args, Arg{a, c.constant})
		}
		choice, err := Resolve(c.name, args)
		switch {
		case err != nil && c.want != "":
			t.Errorf("%s: %v", c.name, err)
		case err == nil && choice.Result.String() != c.want:
			t.Errorf("%s%v gives %s, want %q", c.name, c.args, choice.Result, c.want)
		}
	}
}
