package wgsl_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/golden/wgsl"
)

func TestConstructs(t *testing.T) {
	for name, c := range map[string]struct {
		statements string
		want       []uint32
	}{
		"if, else if, else":    {`for (var i = 0u; i < 3u; i++) { if (i == 0u) { out[i] = 5u; } else if (i == 1u) { out[i] = 6u; } else { out[i] = 7u; } }`, words(5, 6, 7)},
		"for with continue":    {"for (var i = 0u; i < 6u; i++) { if (i % 2u == 0u) { continue; } out[0] += i; }", words(9)},
		"while with break":     {"var n = 0u; while (true) { n += 1u; if (n > 4u) { break; } } out[0] = n;", words(5)},
		"continuing, break if": {"var n = 0u; loop { n += 1u; if (n == 2u) { continue; } out[0] += n; continuing { out[1] += 1u; break if n >= 4u; } }", words(8, 4)},
		"loops within loops": {`for (var i = 0u; i < 3u; i++) { for (var j = 0u; j < 3u; j++) { if (j == 2u) { break; } if (i == 1u) { continue; } out[0] += 1u; }
			}`, words(4)},
		"switch": {`for (var i = 0u; i < 6u; i++) { switch i { case 1u, 2u: { out[i] = 1u; } case 3u: { if (i == 3u) { break; } out[i] = 9u; }
			default: { out[i] = 4u; } case 5u: { out[i] = 5u; } } }`, words(4, 1, 1, 0, 4, 5)},
		"continue in a switch":             {"for (var i = 0u; i < 3u; i++) { switch i { case 1u: { continue; } default: {} } out[0] += 1u; }", words(2)},
		"a switch of a default with cases": {"switch 7i { case 1i: { out[0] = 1u; } case 3i, default: { out[0] = 2u; } }", words(2)},
		"early return":                     {"out[0] = 1u; if (out[0] == 1u) { return; } out[0] = 2u;", words(1)},
		"hidden names":                     {"var a = 1u; { var a = 2u; a += 1u; out[0] = a; } out[1] = a;", words(3, 1)},
		"pointers":                         {`var a = vec3<u32>(1u, 2u, 3u); let p = &a; (*p).y = 7u; let q = &a.z; *q += (*p).x; out[0] = a.y; out[1] = a.z;`, words(7, 4)},
		"a pointer keeps its index":        {`var a = array<u32, 3>(1u, 2u, 3u); var i = 1u; let p = &a[i]; i = 2u; *p = 9u; out[0] = a[1]; out[1] = a[2];`, words(9, 3)},
		"a let keeps its value":            {"var a = 1u; let b = a; a = 2u; out[0] = b; out[1] = a;", words(1, 2)},
		"swizzles":                         {`let v = vec4<u32>(1u, 2u, 3u, 4u); let w = v.wzx; out[0] = w.x * 100u + w.y * 10u + w.z; out[1] = v.rg.y;`, words(431, 2)},
		"indices of values":                {"let v = vec3<u32>(4u, 5u, 6u); for (var i = 0u; i < 3u; i++) { out[i] = v[i]; }", words(4, 5, 6)},
		"indices beyond the end": {`var a = array<u32, 3>(1u, 2u, 3u); var i = 7; out[0] = a[i]; i = -1; out[1] = a[i]; var v = vec2<u32>(8u, 9u); out[2] = v[i];
			v[i] = 5u; out[3] = v.y;`, words(3, 3, 9, 5)},
		"beyond the end of a buffer": {"var i = 100u; out[i] = 3u; out[0] = in[i] + 1u; i = 0x20000000u; out[1] = in[i];", words(1, 0)},
		"arrayLength":                {"out[0] = arrayLength(&out); out[1] = arrayLength(&in);", words(2, 3)},
		"matrices": {`var m = mat2x3<f32>(vec3<f32>(1.0, 2.0, 3.0), vec3<f32>(4.0, 5.0, 6.0)); m[1].y = 7.0; let v = m * vec2<f32>(1.0, 2.0);
			out[0] = u32(v.y); let w = vec3<f32>(1.0, 1.0, 1.0) * m; out[1] = u32(w.y); out[2] = u32(transpose(m)[1][1]);`, words(16, 17, 7)},
		"products of matrices": {`let a = mat2x2<f32>(1.0, 2.0, 3.0, 4.0); let b = a * mat3x2<f32>(1.0, 0.0, 0.0, 1.0, 2.0, 3.0); out[0] = u32(b[2].x);
			out[1] = u32(b[2].y); out[2] = u32((a * 2.0)[1].x);`, words(11, 16, 6)},
		"structures": {`var s: S; s.b[1].y = 3u; let c = s; s.b[1].y = 4u; out[0] = c.b[1].y;
			let d = S(1u, array<vec2<u32>, 2>(vec2<u32>(1u), vec2<u32>(2u))); out[1] = d.b[1].x;`, words(3, 2)},
		"short circuits": {`var n = 0u; if (false && bump(&n)) {} if (true || bump(&n)) {} out[0] = n; if (true && bump(&n)) {} if (false || bump(&n)) {}
			out[1] = n;`, words(0, 2)},
		"calls":             {"out[0] = twice(3u) + twice(twice(1u)); var n = 5u; bump(&n); out[1] = n; out[2] = nested(3u);", words(10, 6, 7)},
		"private variables": {"shared_count += 2u; count(); out[0] = shared_count;", words(6)},
		"select": {`let v = select(vec2<u32>(1u, 2u), vec2<u32>(3u, 4u), vec2<bool>(false, true)); out[0] = v.x; out[1] = v.y;
			out[2] = select(1u, 2u, true);`, words(1, 4, 2)},
		"all, any":         {"out[0] = u32(all(vec2<bool>(true, false))); out[1] = u32(any(vec2<bool>(true, false)));", words(0, 1)},
		"phony assignment": {"_ = twice(1u); out[0] = 1u;", words(1)},
	} {
		source := declarations + `
struct S { a: u32, b: array<vec2<u32>, 2> }
var<private> shared_count: u32 = 3u;
fn count() { shared_count += 1u; }
fn twice(n: u32) -> u32 { return n * 2u; }
fn bump(p: ptr<function, u32>) -> bool { *p += 1u; return true; }
fn nested(n: u32) -> u32 {
	for (var i = 0u; i < 10u; i++) { loop { if (i == n) { return i + 4u; } break; } }
	return 0u;
}
@compute @workgroup_size(1) fn main() { _ = arrayLength(&in); ` + c.statements + " }"
		t.Run(name, func(t *testing.T) { require.Equal(t, c.want, computed(t, source, len(c.want), 1, 2, 3)) })
	}
}

func TestOperators(t *testing.T) {
	const least = 1 << 31
	for statement, want := range map[string]uint32{
		"out[0] = in[0] / in[2];":                                                        7, // by 0
		"out[0] = in[0] % in[2];":                                                        0,
		"out[0] = u32(i32(in[3]) / i32(in[4]));":                                         least, // the least number by -1
		"out[0] = u32(i32(in[3]) % i32(in[4]));":                                         0,
		"out[0] = u32(-7i / i32(in[1]));":                                                ^uint32(2),
		"out[0] = u32(-i32(in[0]) % i32(in[1]));":                                        ^uint32(0),
		"out[0] = in[0] << (in[1] + 32u);":                                               28,
		"out[0] = u32(i32(in[3]) >> in[1]);":                                             0xe0000000,
		"out[0] = in[3] >> in[1];":                                                       0x20000000,
		"out[0] = u32(-i32(in[3]));":                                                     least,
		"out[0] = (~in[0] & 15u) | (in[1] ^ 16u);":                                       8 | 18,
		"out[0] = in[3] * in[1] + in[4];":                                                ^uint32(0),
		"out[0] = u32(bitcast<f32>(in[5]) != bitcast<f32>(in[5]));":                      1, // NaN
		"out[0] = u32(bitcast<f32>(in[5]) >= bitcast<f32>(in[5]));":                      0,
		"out[0] = u32(bool(bitcast<f32>(in[5])));":                                       1,
		"out[0] = bitcast<u32>(-bitcast<f32>(in[5]));":                                   0xffc00000,
		"out[0] = u32(i32(bitcast<f32>(in[5])));":                                        0x7fffff80, // the greatest that f32 has too
		"out[0] = u32(bitcast<f32>(in[6]));":                                             0xffffff00, // 1e10
		"out[0] = u32(i32(-bitcast<f32>(in[6])));":                                       least,
		"out[0] = bitcast<u32>(f32(in[4]));":                                             float(1 << 32),
		"out[0] = bitcast<u32>(f32(in[7]));":                                             0x4b800000, // 2^24 + 1, to even
		"out[0] = bitcast<u32>(bitcast<f32>(in[8]) % 2.0);":                              float(-1.5),
		"out[0] = u32(vec2<u32>(1u, 2u).y == vec2<u32>(3u, 2u).y);":                      1,
		"out[0] = u32((vec2<i32>(1, 2) < vec2<i32>(2, 2)).x);":                           1,
		"out[0] = bitcast<u32>(f32(true)) + u32(i32(f32(in[1]) * -1.9));":                float(1) - 3,
		"out[0] = u32(true != false) + 2u * u32(true & false) + 4u * u32(true | false);": 5,
	} {
		in := []uint32{7, 2, 0, least, ^uint32(0), 0x7fc00000, float(1e10), 1<<24 + 1, float(-7.5)}
		require.Equal(t, []uint32{want}, body(t, statement, 1, in...), statement)
	}
}

func TestLayout(t *testing.T) {
	const source = `
struct Inner { a: vec3<f32>, b: f32, @size(20) c: u32, @align(16) d: vec2<u32> }
struct Outer { a: u32, @align(32) b: Inner, c: mat3x3<f32>, d: array<vec3<u32>, 2>, e: mat2x2<f32>, f: array<mat4x2<f32>, 2> }
@group(0) @binding(0) var<storage, read_write> out: Outer;
@group(0) @binding(1) var<storage, read> in: array<u32>;
@compute @workgroup_size(1) fn main() {
	out.a = in[0];
	out.b.a = vec3<f32>(1.0, 2.0, 3.0); out.b.b = 4.0; out.b.c = 5u; out.b.d = vec2<u32>(6u, 7u);
	out.c[1] = vec3<f32>(8.0, 9.0, 10.0);
	out.d[1] = vec3<u32>(11u, 12u, 13u);
	out.e[1].y = 14.0;
	out.f[1][3] = vec2<f32>(15.0, 16.0);
}`
	got := computed(t, source, 1024/4, 99)
	want := make([]uint32, 1024/4)
	put := func(at int, w uint32) { want[at/4] = w }
	put(0, 99)
	const b, c = 32, 32 + 64
	put(b, float(1))
	put(b+4, float(2))
	put(b+8, float(3))
	put(b+12, float(4))
	put(b+16, 5)
	put(b+48, 6)
	put(b+52, 7)
	for k, x := range []float64{8, 9, 10} {
		put(c+16+4*k, float(x))
		put(c+48+16+4*k, uint32(11+k))
	}
	const e = c + 48 + 32
	put(e+12, float(14))
	put(e+16+32+24, float(15))
	put(e+16+32+28, float(16))
	require.Equal(t, want, got)
}

func TestHalvesInBuffers(t *testing.T) {
	const source = `enable f16;
struct S { a: f16, b: vec3<f16>, c: mat2x3<f16>, d: f16 }
@group(0) @binding(0) var<storage, read_write> out: S;
@group(0) @binding(1) var<storage, read> in: array<f16>;
@compute @workgroup_size(1) fn main() { out.a = in[0]; out.b = vec3<f16>(in[1], in[2], in[3]); out.c[1] = out.b; out.d = in[3] + in[0]; }`
	require.Equal(t, []uint32{0x3c00, 0, 0x42004000, 0x4400, 0, 0, 0x42004000, 0x4400, 0x4500, 0},
		computed(t, source, 10, 0x40003c00, 0x44004200))
}

func TestWhatCannotBeDone(t *testing.T) {
	r := &wgsl.Resources{Buffers: map[wgsl.Binding][]byte{}, Steps: 10_000}
	p := prepared(t, declarations+"@compute @workgroup_size(1) fn main() { loop { if (in[0] == 1u) { break; } } }")
	require.ErrorContains(t, p.Compute("", [3]uint32{1, 1, 1}, r), "no buffer for @group(0) @binding(1)")
	r.Buffers[wgsl.Binding{Binding: 1}] = make([]byte, 4)
	require.ErrorContains(t, p.Compute("", [3]uint32{1, 1, 1}, r), "more steps than the limit")
	require.ErrorContains(t, p.Compute("other", [3]uint32{1, 1, 1}, r), "no entry point")
	_, err := p.Vertex("", &wgsl.Vertex{}, r)
	require.ErrorContains(t, err, "no entry point")
}
