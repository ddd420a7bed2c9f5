package syntax

import "strings"

// forbidden is why a text cannot be a name (sections Identifiers, Keywords and Reserved Words); empty if it can.
func forbidden(text string) string {
	switch {
	case keywords[text]:
		return "it is a keyword"
	case reserved[text]:
		return "it is a reserved word"
	case text == "_":
		return "a name needs more than an underscore"
	case strings.HasPrefix(text, "__"):
		return "it begins with two underscores"
	}
	return ""
}

func set(words string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(words) {
		out[w] = true
	}
	return out
}

var keywords = set(`alias break case const const_assert continue continuing default diagnostic discard else enable false fn for if let loop override
	requires return struct switch true var while`)

var reserved = set(`NULL Self abstract active alignas alignof as asm asm_fragment async attribute auto await become cast catch class co_await co_return
	co_yield coherent column_major common compile compile_fragment concept const_cast consteval constexpr constinit crate debugger decltype delete demote
	demote_to_helper do dynamic_cast enum explicit export extends extern external fallthrough filter final finally friend from fxgroup get goto groupshared
	highp impl implements import inline instanceof interface layout lowp macro macro_rules match mediump meta mod module move mut mutable namespace new nil
	noexcept noinline nointerpolation non_coherent noncoherent noperspective null nullptr of operator package packoffset partial pass patch pixelfragment
	precise precision premerge priv protected pub public readonly ref regardless register reinterpret_cast require resource restrict self set shared sizeof
	smooth snorm static static_assert static_cast std subroutine super target template this thread_local throw trait try type typedef typeid typename typeof
	union unless unorm unsafe unsized use using varying virtual volatile wgsl where with writeonly yield`)
