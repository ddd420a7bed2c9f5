package shaders

import "strings"

// signature is a built-in function. Arguments: T is the type that it gives, S its scalars, I the same shape of i32, u a u32, V a vector of its
// scalars, 2 and 4 vectors of f32, c and d vec4 of u32 and i32. Before a ! stands an argument that is never a constant: compilers check some of them.
type signature struct {
	name  string
	args  string
	kinds string // f: f32 and f16, F: f32 alone, i: i32, u: u32
	sizes string // of the result: 1 to 4
}

var signatures = []signature{
	{"abs", "T", "fiu", "1234"}, {"min", "TT", "fiu", "1234"}, {"max", "TT", "fiu", "1234"}, {"clamp", "TT!T!", "fiu", "1234"},
	{"sign", "T", "fi", "1234"}, {"floor", "T", "f", "1234"}, {"ceil", "T", "f", "1234"}, {"trunc", "T", "f", "1234"}, {"round", "T", "f", "1234"},
	{"fract", "T", "f", "1234"}, {"sqrt", "T", "f", "1234"}, {"inverseSqrt", "T", "f", "1234"}, {"sin", "T", "f", "1234"}, {"cos", "T", "f", "1234"},
	{"tan", "T", "f", "1234"}, {"exp", "T", "f", "1234"}, {"exp2", "T", "f", "1234"}, {"log", "T", "f", "1234"}, {"log2", "T", "f", "1234"},
	{"pow", "TT", "f", "1234"}, {"atan", "T", "f", "1234"}, {"atan2", "TT", "f", "1234"}, {"asin", "T!", "f", "1234"}, {"acos", "T!", "f", "1234"},
	{"sinh", "T", "f", "1234"}, {"cosh", "T", "f", "1234"}, {"tanh", "T", "f", "1234"}, {"asinh", "T", "f", "1234"}, {"acosh", "T!", "f", "1234"},
	{"atanh", "T!", "f", "1234"}, {"degrees", "T", "f", "1234"}, {"radians", "T", "f", "1234"}, {"saturate", "T", "f", "1234"}, {"step", "TT", "f", "1234"},
	{"mix", "TTT", "f", "1234"}, {"mix", "TTS", "f", "234"}, {"smoothstep", "T!T!T", "f", "1234"}, {"fma", "TTT", "f", "1234"},
	{"ldexp", "TI!", "f", "1234"}, {"quantizeToF16", "T!", "F", "1234"},
	{"dot", "VV", "fiu", "1"}, {"length", "V", "f", "1"}, {"distance", "VV", "f", "1"}, {"cross", "TT", "f", "3"}, {"normalize", "T!", "f", "234"},
	{"reflect", "TT", "f", "234"}, {"refract", "TTS", "f", "234"}, {"faceForward", "TTT", "f", "234"},
	{"countOneBits", "T", "iu", "1234"}, {"countLeadingZeros", "T", "iu", "1234"}, {"countTrailingZeros", "T", "iu", "1234"}, {"reverseBits", "T", "iu", "1234"},
	{"firstLeadingBit", "T", "iu", "1234"}, {"firstTrailingBit", "T", "iu", "1234"}, {"extractBits", "Tu!u!", "iu", "1234"}, {"insertBits", "TTu!u!", "iu", "1234"},
	{"pack4x8snorm", "4", "u", "1"}, {"pack4x8unorm", "4", "u", "1"}, {"pack2x16snorm", "2", "u", "1"}, {"pack2x16unorm", "2", "u", "1"},
	{"pack2x16float", "2!", "u", "1"}, {"unpack4x8snorm", "u", "F", "4"}, {"unpack4x8unorm", "u", "F", "4"}, {"unpack2x16snorm", "u", "F", "2"},
	{"unpack2x16unorm", "u", "F", "2"}, {"unpack2x16float", "u!", "F", "2"},
	{"dot4U8Packed", "uu", "u", "1"}, {"dot4I8Packed", "uu", "i", "1"}, {"pack4xU8", "c", "u", "1"}, {"pack4xI8", "d", "u", "1"},
	{"pack4xU8Clamp", "c", "u", "1"}, {"pack4xI8Clamp", "d", "u", "1"}, {"unpack4xU8", "u", "u", "4"}, {"unpack4xI8", "u", "i", "4"},
}

// builtin is a call of a built-in function that gives a type.
func (g *generator) builtin(t *Type, depth int) *Expr {
	var list []*signature
	size := itoa(max(t.rows, 1))
	for n := range signatures {
		if s := &signatures[n]; strings.Contains(s.sizes, size) && s.gives(t.kind) && !(g.options.Integers && strings.ContainsAny(s.args, "24")) {
			list = append(list, s)
		}
	}
	if g.chance(0.05) && t.kind == f32 {
		return g.structured(t, depth)
	}
	s := list[g.IntN(len(list))]
	size2 := 2 + g.IntN(3)
	var args []*Expr
	for n := range len(s.args) {
		if s.args[n] == '!' {
			args[len(args)-1] = g.unknown(args[len(args)-1])
			continue
		}
		args = append(args, g.value(argumentType(s.args[n], t, size2), depth))
	}
	return node(t, s.name+"("+dollars(len(args))+")", args...)
}

func (s *signature) gives(k kind) bool {
	switch k {
	case f32:
		return strings.ContainsAny(s.kinds, "fF")
	case f16:
		return strings.Contains(s.kinds, "f")
	case i32:
		return strings.Contains(s.kinds, "i")
	}
	return strings.Contains(s.kinds, "u")
}

func argumentType(letter byte, t *Type, size int) *Type {
	switch letter {
	case 'S':
		return scalarOf(t.kind)
	case 'I':
		return withRows(i32, t.rows)
	case 'u':
		return scalarOf(u32)
	case 'V':
		return vectorOf(t.kind, size)
	case '2', '4':
		return vectorOf(f32, int(letter-'0'))
	case 'c':
		return vectorOf(u32, 4)
	case 'd':
		return vectorOf(i32, 4)
	}
	return t
}

// structured is a part of what modf or frexp give.
func (g *generator) structured(t *Type, depth int) *Expr {
	return node(t, g.choose("modf($).fract", "modf($).whole", "frexp($).fract"), g.unknown(g.value(t, depth)))
}
