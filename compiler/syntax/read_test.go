package syntax

import (
	"testing"

	"tilemark/compiler/front"
)

// everything has each kind of declaration, statement and expression.
const everything = `enable f16;
requires readonly_and_readwrite_storage_textures;
diagnostic(off, derivative_uniformity);
;
struct S { @align(16) a: i32, b: array<vec2<f32>, (1 + 2) * 2>, }
alias A = vec3<f16>;
const c: i32 = ((1 + 2)) * 3 - -4;
@id(1) override o = 3u;
const_assert (c) > 2;
@group(0) @binding(1) var<storage, read_write> v: S;
@must_use fn f(a: i32, p: ptr<function, i32>) -> @location(0) vec4<f32> { return vec4f(((1.))); }
@diagnostic(off, derivative_uniformity) @compute @workgroup_size(1, 2,) fn main() @diagnostic(off, a.b) {
  var x = vec2<f32>(.5, 2);;
  let y = bitcast<u32>(x.x) & ((4u));
  const z = array(1, 2)[1];
  @diagnostic(warning, derivative_uniformity) if true { return; } else if (x[0] < 1) { discard; } else {}
  for (var i = 0; i < 3; i++) { continue; }
  for (;;) { break; }
  while (((x.x) + 1) > 1) && false { x.x -= 1; }
  loop { x.y *= 2; continuing { y2(); break if (!true); } }
  switch y { case 1, 2u, { } case (3): {} case default, 4 {} }
  _ = *&x;
  const_assert(true);
}
`

func TestReadsEachKindOfNode(t *testing.T) {
	s, failed := front.Parse("t", everything)
	if failed != nil {
		t.Fatal(failed)
	}
	m, failed := Read(s)
	if failed != nil {
		t.Fatal(failed)
	}
	if len(m.Enables) != 1 || len(m.Requires) != 1 || len(m.Diagnostics) != 1 || len(m.Decls) != 8 {
		t.Errorf("%d enables, %d requires, %d diagnostics, %d declarations", len(m.Enables), len(m.Requires), len(m.Diagnostics), len(m.Decls))
	}
	main := m.Decls[7].(*Function)
	if len(main.Filters) != 1 || len(main.Body.Filters) != 1 || len(main.Body.Statements) != 11 {
		t.Errorf("%d filters, %d of the body, %d statements", len(main.Filters), len(main.Body.Filters), len(main.Body.Statements))
	}
	last := main.Body.Statements[10].(*Assert).Condition
	if last.At() != (Place{23, 16}) {
		t.Errorf("the last condition is at %v", last.At())
	}
}

func TestFindsWhatNagaPassesOver(t *testing.T) {
	for _, c := range []struct {
		source string
		line   int
		column int
		text   string
	}{
		{"fn f() { let a = 1 & 2 == 2; }", 1, 20, `operators "&" and "==" cannot be mixed without parentheses`},
		{"const a = 1 < 2 < 3;", 1, 13, `operators "<" and "<" cannot be mixed without parentheses`},
		{"fn f() { g(1; }", 1, 13, `expected ")", found ";"`},
		{"@align(4) struct S { a: i32 }", 1, 1, `expected "struct", found "@"`},
		{"const class = 1;", 1, 7, `"class" cannot be a name: it is a reserved word`},
		{"fn f() { let __a = 1; }", 1, 14, `"__a" cannot be a name: it begins with two underscores`},
		{"const a = 012;", 1, 11, "literal 012 is malformed"},
		{"const a = 1;\nenable f16;", 2, 1, "a directive must stand before all declarations"},
		{"fn f() { @diagnostic(off, a) let b = 1; }", 1, 10, "attribute diagnostic cannot stand here: it is for functions, blocks and statements with blocks"},
		{"fn f() { _ = a.b(1); }", 1, 17, `expected ";", found "("`},
		{"fn f() { 1 + 2; }", 1, 10, "expected a statement: of expressions only calls of functions are statements"},
	} {
		s, failed := front.Parse("t", c.source)
		if failed != nil {
			t.Fatal(failed)
		}
		_, got := Read(s)
		if want := (front.Error{File: "t", Line: c.line, Column: c.column, Text: c.text}); got == nil || *got != want {
			t.Errorf("%s: %v, want %v", c.source, got, want.Error())
		}
	}
}
