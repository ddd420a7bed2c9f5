package compiler_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/compiler"
	"tilemark/compiler/front"
)

// What naga does not find by itself is written out for it: types of arrays made of their elements, numbers of attributes that are constants, types of vectors made of what a texture gives.
func TestTypesThatNagaDoesNotFind(t *testing.T) {
	for name, source := range map[string]string{
		"nested arrays": "@group(0) @binding(0) var<storage, read_write> s: array<u32>;\n@compute @workgroup_size(1) fn m() { const k = array(array(array(0u, 1u), array(2u, 3u)),\n array(array(4u, 5u), array(6u, 7u))); var q = 0u; s[0] = k[q][q][q]; }",
		"structures":    "struct A { b: vec2u, c: u32 }\n@group(0) @binding(0) var<storage, read_write> s: array<u32>;\n@compute @workgroup_size(1) fn m() { var q = 0u; s[0] = (array(A(vec2u(1, 2), 3), A(vec2u(4, 5), 6)))[q].b.x; }",
		"a location":    "const C = 2;\n@fragment fn m(@location(C) x: f32) -> @location(0) vec4f { return vec4f(x); }",
		"a splat":       "@group(0) @binding(0) var s: sampler;\n@group(0) @binding(1) var t: texture_2d<f32>;\n@fragment fn m(@location(0) uv: vec2f) -> @location(0) vec4f { let r = textureSample(t, s, uv).rgb; let o = vec3f(r.x); if (o.x < 0.0) { discard; } return vec4f(1.0); }",
		"a sample mask": "@fragment fn m(@builtin(sample_mask) a: u32) -> @builtin(sample_mask) u32 { return a; }",
	} {
		_, err := compiler.Compile("s.wgsl", source, compiler.Options{})
		require.NoError(t, err, name)
	}
}

// Overrides may say how large arrays of the workgroup are.
func TestOverridesSizeArrays(t *testing.T) {
	const source = `override n: u32 = 4u // lanes
;
@id(7) override m = 2; override open: i32;
var<workgroup> a: array<f32, n * 2>;
var<workgroup> b: array<u32, m>;
@group(0) @binding(0) var<storage, read_write> s: array<f32>;
@compute @workgroup_size(1) fn main() { a[n] = f32(open); b[1] = 1u; s[0] = a[1] + f32(b[0]); }`
	for _, c := range []struct {
		given  front.Overrides
		shared int
	}{{front.Overrides{"open": 1}, 40}, {front.Overrides{"open": 1, "n": 16}, 136}, {front.Overrides{"open": -3, "7": 8}, 64}} {
		r, err := compiler.Compile("s.wgsl", source, compiler.Options{Overrides: c.given})
		require.NoError(t, err)
		require.Equal(t, c.shared, r.LLIR.Shared)
	}
	_, err := compiler.Compile("s.wgsl", source, compiler.Options{})
	require.ErrorContains(t, err, "s.wgsl:3:")
	require.ErrorContains(t, err, "override open has no value")
}

// Both stages say where the components of a location lie: in ascending order, integers and flat ones as bits.
func TestInterfacesOfStages(t *testing.T) {
	const source = `struct V { @builtin(position) p: vec4f, @location(4) a: vec2f, @location(0) @interpolate(flat) n: vec3i, @location(2) @interpolate(linear) c: f32 }
@vertex fn v() -> V { return V(); }
@fragment fn f(@location(2) @interpolate(linear) c: f32, @location(0) @interpolate(flat) n: vec3i) -> @location(0) vec4f { return vec4f(c + f32(n.z)); }`
	m, err := compiler.Load("s.wgsl", source, nil)
	require.NoError(t, err)
	given, err := compiler.Interface("s.wgsl", m, compiler.Options{Entry: "v"})
	require.NoError(t, err)
	var got [][3]int
	for _, x := range given {
		got = append(got, [3]int{int(x.Location), x.First, x.Count})
	}
	require.Equal(t, [][3]int{{0, 0, 3}, {2, 3, 1}, {4, 4, 2}}, got)
	alone, err := compiler.Module("s.wgsl", m, compiler.Options{Entry: "f"})
	require.NoError(t, err)
	require.Equal(t, []any{4, uint16(7)}, []any{alone.Kernel.Attributes, alone.Kernel.Flat})
	linked, err := compiler.Module("s.wgsl", m, compiler.Options{Entry: "f", Varyings: given})
	require.NoError(t, err)
	require.Equal(t, alone.Text, linked.Text)
	_, err = compiler.Compile("s.wgsl", "@fragment fn f(@location(0) a: vec4f, @location(1) b: vec4f, @location(2) c: vec4f, @location(3) d: vec4f, @location(4) e: f32) {}", compiler.Options{})
	require.ErrorContains(t, err, "17 components to interpolate, the machine has 16")
}
