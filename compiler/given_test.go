package compiler_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/compiler"
	"tilemark/compiler/llir"
	"tilemark/hw/isa"
)

// What the pipeline gives a thread is in registers, of which the shader's variable names words.
func TestConstantsOfThePipeline(t *testing.T) {
	const source = `
struct Constants { row: mat4x4<f32>, scale: vec2<f32> }
@group(0) @binding(0) var<uniform> pipeline_constants: Constants;
@group(0) @binding(1) var<uniform> other: vec4<f32>;
@vertex fn corner(@location(0) p: vec3<f32>) -> @builtin(position) vec4<f32> { return pipeline_constants.row[3] * pipeline_constants.scale.y + other; }
`
	for lanes, word := range map[int]string{8: "r17.1<0>:f", 16: "r31.1<0>:f", 32: "r59.1<0>:f"} { // word 17, from r15, r29, r57 on
		r, err := compiler.Compile("x.wgsl", source, compiler.Options{Entry: "corner", Lanes: lanes})
		require.NoError(t, err)
		require.Len(t, r.Kernel.Bindings, 1, "the constants are no binding")
		require.Contains(t, r.Text, word)
	}
	_, err := compiler.Compile("x.wgsl", `@group(0) @binding(0) var<uniform> pipeline_constants: array<vec4<f32>, 5>;
@fragment fn a() -> @location(0) vec4<f32> { return pipeline_constants[0]; }`, compiler.Options{})
	require.ErrorContains(t, err, "a: pipeline_constants has byte 64; the pipeline gives 64 bytes")
	_, err = compiler.Compile("x.wgsl", `@group(0) @binding(0) var<uniform> pipeline_constants: array<vec4<f32>, 4>;
@fragment fn a(@builtin(position) p: vec4<f32>) -> @location(0) vec4<f32> { return pipeline_constants[u32(p.x)]; }`, compiler.Options{})
	require.ErrorContains(t, err, "a: an index of pipeline_constants or control_points that is not known when the shader is compiled")
}

// Kernels of patches are made of entry points for vertices.
func TestKernelsOfPatches(t *testing.T) {
	const source = `
struct Control { p: vec4<f32>, rest: array<vec4<f32>, 3> }
@group(0) @binding(0) var<uniform> control_points: array<Control, 16>;
@vertex fn at(@location(0) uv: vec2<f32>, @builtin(instance_index) n: u32) -> @builtin(position) vec4<f32> { return control_points[15].p * uv.x * uv.y + f32(n); }
@vertex fn count() -> @builtin(position) vec4<f32> { return vec4(bitcast<f32>(u32(control_points[1].p.x)), 0.0, 0.0, 0.0); }
@vertex fn number(@builtin(vertex_index) n: u32) -> @builtin(position) vec4<f32> { return vec4(f32(n)); }
@fragment fn colour() -> @location(0) vec4<f32> { return vec4(1.0); }`
	for entry, stage := range map[string]compiler.Stage{"at": llir.Domain, "count": llir.Hull} {
		r, err := compiler.Compile("x.wgsl", source, compiler.Options{Entry: entry, Stage: stage, Lanes: 8})
		require.NoError(t, err)
		require.Equal(t, stage.String(), isa.StageNames[uint32(r.Kernel.Stage)])
		require.Empty(t, r.Kernel.Bindings)
		if stage == llir.Domain { // of each lane its own point; all of one patch and instance
			require.Contains(t, r.Text, "mul r3:f, r33<0>:f, r1:f\n")
			require.Contains(t, r.Text, "cvt r0:f, r0<0>:ud\n")
		}
	}
	for _, c := range []struct {
		entry string
		stage compiler.Stage
		want  string
	}{
		{"number", llir.Domain, "number: the number of a vertex in a patch"},
		{"at", llir.Hull, "at: location 0 as an input of a hull kernel; a domain has location 0, a vec2<f32> with u and v, a hull none"},
		{"colour", llir.Domain, "colour: an entry point that is not @vertex, for a domain kernel"},
	} {
		_, err := compiler.Compile("x.wgsl", source, compiler.Options{Entry: c.entry, Stage: c.stage})
		require.ErrorContains(t, err, c.want)
	}
}

// What stands where a message brings it, or an if leaves it, is not moved; bits that are compared with 0 take one instruction.
func TestInputsStayInPlace(t *testing.T) {
	const source = `
@group(0) @binding(0) var<uniform> pipeline_constants: vec4<u32>;
@group(0) @binding(1) var t: texture_2d<f32>;
@group(0) @binding(2) var s: sampler;
@fragment fn a(@location(0) color: vec4<f32>, @location(1) at: vec2<f32>) -> @location(0) vec4<f32> {
  var c = color;
  if (pipeline_constants.x & 1u) != 0u { c *= textureSample(t, s, at); }
  return c;
}`
	for _, lanes := range []int{8, 16, 32} {
		r, err := compiler.Compile("x.wgsl", source, compiler.Options{Lanes: lanes})
		require.NoError(t, err)
		require.Contains(t, r.Text, map[int]string{8: "r12<0>:ud, 0x1:ud", 16: "r23<0>:ud, 0x1:ud", 32: "r45<0>:ud, 0x1:ud"}[lanes], "after six attributes")
		require.NotContains(t, r.Text, "mov")
		require.NotContains(t, r.Text, "else")
		require.Contains(t, r.Text, "and.ne.f0 null:ud")
	}
}
