package front

import (
	"testing"

	"github.com/gogpu/naga/ir"
	"github.com/stretchr/testify/require"
)

func TestLiteralsWithoutDigitsAfterThePoint(t *testing.T) {
	for given, want := range map[string]string{
		"1.f":              "1.0f",
		"1.h+2.":           "1.0h+2.0",
		"1.e5":             "1.0e5",
		"a1.f":             "a1.f",
		"1.5f v.x2.y":      "1.5f v.x2.y",
		"0x1.8p1":          "3.00000000000000000e+00",
		"0x1.8":            "1.50000000000000000e+00",
		"0x1F + 0xep":      "0x1F + 0xep",
		"a--b; a--; (b--)": "a- -b; a--; (b--)",
		".5 + v.x":         "0.5 + v.x",
		"let a: T<f32>=b;": "let a: T<f32> =b;",
		"const_assert(a);": "const_assert((a));",
		"// 1.f\n1.f":      "// 1.f\n1.0f",
		"/* 1. /* */ 1.*/": "/* 1. /* */ 1.*/",
		"1":                "1",
		"3.":               "3.0",
	} {
		got, _ := rewriteLiterals(given)
		require.Equal(t, want, got, given)
	}
}

func TestPlacesAreThoseOfTheSource(t *testing.T) {
	_, err := Parse("a.wgsl", "fn f() -> f32 {\n  return 1.f + 2.f + );\n}\n")
	require.NotNil(t, err)
	require.Contains(t, err.Error(), "a.wgsl:2:22: ")
}

func TestPartsThatNagaDoesNotKnow(t *testing.T) {
	s, err := Parse("a.wgsl", "requires a;\nfn f() { ; @diagnostic(off, a.b) if true { }; }\n")
	require.Nil(t, err)
	require.Equal(t, []Omitted{{1, 1, "requires a;"}, {2, 10, ";"}, {2, 12, "@diagnostic(off, a.b)"}, {2, 45, ";"}}, s.Omitted)
}

func TestTextThatIsNoWGSL(t *testing.T) {
	for _, text := range []string{"fn", "fn f( {", "\x00", "let", "@"} {
		_, err := Parse("b.wgsl", text)
		require.NotNil(t, err, text)
		require.NotZero(t, err.Line, err.Error())
	}
}

func TestOverrides(t *testing.T) {
	s, err := Parse("c.wgsl", "override n: u32 = 3u;\n@group(0) @binding(0) var<storage, read_write> r: u32;\n@compute @workgroup_size(1) fn main() { r = n; }\n")
	require.Nil(t, err)
	m, err := s.Lower()
	require.Nil(t, err)
	m, err = s.Override(m, Overrides{"n": 5})
	require.Nil(t, err)
	require.Contains(t, m.EntryPoints[0].Function.Expressions, ir.Expression{Kind: ir.Literal{Value: ir.LiteralU32(5)}})
}

// A module can be used for other values afterwards: what a copy of it was made of stays.
func TestOverridesLeaveTheModule(t *testing.T) {
	s, err := Parse("c.wgsl", "override n: u32 = 3u; override on: bool;\n@group(0) @binding(0) var<storage, read_write> r: u32;\n@compute @workgroup_size(1) fn main() { if (on != (n > r)) { if (n == 5u) { r = n + r * 2u; } } }\n")
	require.Nil(t, err)
	m, err := s.Lower()
	require.Nil(t, err)
	first, err := s.Override(m, Overrides{"n": 5, "on": 1})
	require.Nil(t, err)
	was := Text(first)
	_, err = s.Override(m, Overrides{"n": 4, "on": 0})
	require.Nil(t, err)
	again, err := s.Override(m, Overrides{"n": 5, "on": 1})
	require.Nil(t, err)
	require.Equal(t, was, Text(again))
	require.Equal(t, was, Text(first))
}

func TestWhatNagaLowersWrongly(t *testing.T) {
	for given, want := range map[string]string{
		"fn textureMine() { textureLoad(texture, xtexture1); }":                             "fn textur_Mine() { textureLoad(texture, xtexture1); }",
		"fn f() { var a: f32; loop { var b: vec2<f32>; } var c: i32; }":                     "fn f() { var a: f32; loop { var b: vec2<f32> = vec2<f32>(); } var c: i32; }",
		"for (var i: u32; i < 3; i++) { if (a) { var b: S; } }":                             "for (var i: u32 = u32(); i < 3; i++) { if (a) { var b: S = S(); } }",
		"while (a) { var b: f32 = 1; } /* texturex */ var c: f32;":                          "while (a) { var b: f32 = 1; } /* texturex */ var c: f32;",
		"fn f() -> u32 { x += f(); /* ; */ y.z <<= g(); // {\n *p %= 1 + f(2, f(3)); }":     "fn f() -> u32 { x = x + ( f()); /* ; */ y.z <<= g(); // {\n *p = *p % ( 1 + f(2, f(3))); }",
		"fn f() { for (a[i] -= f(); a >= f(); (*a).x ^= f()) { b[g(1)] |= f(); b |= a; } }": "fn f() { for (a[i] = a[i] - ( f()); a >= f(); (*a).x = (*a).x ^ ( f())) { b[g(1)] |= f(); b |= a; } }",
	} {
		require.Equal(t, want, forLowering(given))
	}
}

// Naga has atomic stores before the evaluation of their places and values. In no block of the repaired module one is.
func TestStoresStandAfterWhatTheyStore(t *testing.T) {
	const source = `
@group(0) @binding(0) var<storage, read_write> c: array<atomic<u32>>;
@group(0) @binding(1) var<storage, read_write> one: atomic<u32>;
fn store(n: u32) { var x = n; atomicStore(&one, x * 2u); }
@compute @workgroup_size(8) fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    var n = id.x;
    switch n { case 1u: { atomicStore(&c[n], n + 1u); } default: { { atomicStore(&one, n * 3u); } } }
    loop { if (n > 20u) { atomicStore(&c[n], 1u); break; } else { atomicStore(&one, n * 5u); } continuing { n += 8u; atomicStore(&c[n], n * 7u); } }
    store(n);
}`
	s, err := Parse("d.wgsl", source)
	require.Nil(t, err)
	m, err := s.Lower()
	require.Nil(t, err)
	stores := 0
	var visit func(b ir.Block)
	visit = func(b ir.Block) {
		for n := range b {
			switch s := b[n].Kind.(type) {
			case ir.StmtBlock:
				visit(s.Block)
			case ir.StmtIf:
				visit(s.Accept)
				visit(s.Reject)
			case ir.StmtLoop:
				visit(s.Body)
				visit(s.Continuing)
			case ir.StmtSwitch:
				for _, c := range s.Cases {
					visit(c.Body)
				}
			case ir.StmtStore:
				stores++
				for _, after := range b[n+1:] {
					if e, ok := after.Kind.(ir.StmtEmit); ok {
						require.False(t, e.Range.Start <= s.Value && s.Value < e.Range.End || e.Range.Start <= s.Pointer && s.Pointer < e.Range.End)
					}
				}
			}
		}
	}
	visit(m.EntryPoints[0].Function.Body)
	visit(m.Functions[0].Body)
	require.Greater(t, stores, 5)
}
