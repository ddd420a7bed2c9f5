package scenefile

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/isa/nos"
	"tilemark/tb/scene"
	"tilemark/tb/scene/geometry"
)

// writeFiles writes texts into a folder, and returns the first one's path.
func writeFiles(t *testing.T, list ...string) string {
	t.Helper()
	dir := t.TempDir()
	for n := 0; n < len(list); n += 2 {
		require.NoError(t, os.WriteFile(filepath.Join(dir, list[n]), []byte(list[n+1]), 0o600))
	}
	return filepath.Join(dir, list[0])
}

const linkedShader = `
struct V { @builtin(position) p: vec4<f32>, @location(3) a: vec2<f32>, @location(1) @interpolate(flat) n: u32, @location(5) @interpolate(linear) c: vec3<f32> }
@vertex fn up(@location(0) p: vec3<f32>, @builtin(vertex_index) n: u32) -> V { return V(vec4(p, 1.0), p.xy, n, p); }
@fragment fn some(@location(5) @interpolate(linear) c: vec3<f32>) -> @location(0) vec4<f32> { return vec4(c, 1.0); }
@fragment fn wrong(@location(3) a: vec3<f32>) -> @location(0) vec4<f32> { return vec4(a, 1.0); }
@fragment fn absent(@location(2) a: vec3<f32>) -> @location(0) vec4<f32> { return vec4(a, 1.0); }
`

// A pixel shader takes its locations from where the vertex shader has put them: by ascending location, here n, a, c.
func TestPixelShadersAreLinkedToVertexShaders(t *testing.T) {
	text := func(entry string) string {
		return writeFiles(t, "s.yaml", `
kernels: [{name: v, file: s.wgsl, entry: up}, {name: k, file: s.wgsl, entry: `+entry+`}]
meshes: [{name: m, positions: [[-1, -1, 0], [1, -1, 0], [-1, 1, 0]]}]
draws: [{mesh: m, kernels: {vertex: v, pixel: k}}, {mesh: m, kernels: {pixel: k}}, {mesh: m, kernels: {vertex: v, pixel: k}}]
`, "s.wgsl", linkedShader)
	}
	s, err := Load(text("some"))
	require.NoError(t, err)
	require.Equal(t, 6, s.Draws[0].Programs.Pixel.ReadsAttributes(), "attributes 3 to 5")
	require.Equal(t, 3, s.Draws[1].Programs.Pixel.ReadsAttributes(), "after a kernel that is no shader it is alone")
	require.Same(t, s.Draws[0].Programs.Pixel, s.Draws[2].Programs.Pixel)
	for entry, want := range map[string]string{
		"wrong":  "location 3: pixels have 3 f32 (perspective), vertices 2 f32 (perspective)",
		"absent": "location 2 of the pixels, which the vertex shader does not give",
	} {
		_, err := Load(text(entry))
		require.ErrorContains(t, err, want)
		require.ErrorContains(t, err, "s.yaml:4:")
	}
}

// Bindings by the names of a shader's variables.
func TestVariablesAreBoundByName(t *testing.T) {
	text := func(bind string) string {
		return writeFiles(t, "s.yaml", `
kernels: [{name: k, file: s.wgsl}]
textures: [{name: t, pixels: [ff0000ff]}]
buffers: [{name: b, bytes: 64}]
meshes: [{name: m, positions: [[-1, -1, 0], [1, -1, 0], [-1, 1, 0]]}]
draws: [{mesh: m, kernels: {pixel: k}, bind: {pixel: `+bind+`}}]
`, "s.wgsl", `
@group(0) @binding(3) var<storage, read> list: array<f32>;
@group(0) @binding(7) var image: texture_2d<f32>;
@group(1) @binding(0) var how: sampler;
@fragment fn k(@builtin(position) p: vec4<f32>) -> @location(0) vec4<f32> { return textureSampleLevel(image, how, p.xy, 0.0) * list[1]; }
`)
	}
	s, err := Load(text("{buffers: {list: b}, textures: {image: t}, samplers: {how: t}}"))
	require.NoError(t, err)
	require.Equal(t, scene.Bindings{Buffers: []scene.Binding{{Number: 0, Index: 0}}, Textures: []scene.Binding{{Number: 1, Index: 0}}, Samplers: []scene.Binding{{Number: 0, Index: 0}}}, s.Draws[0].Programs.Below)
	for bind, want := range map[string]string{
		"{buffers: {lists: b}}": `"lists" is no variable that the shader uses so; did you mean "list"?`,
		"{buffers: {image: b}}": `"image" is no variable that the shader uses so; a number, or one of list was expected`,
		"{buffers: {01: b}}":    `"01"; the number of a binding, or the name of a shader's variable was expected`,
	} {
		_, err := Load(text(bind))
		require.ErrorContains(t, err, want)
		require.ErrorContains(t, err, "s.yaml:6:")
	}
}

// What a draw's own state says stays when the scene's shader comes; its material adds to it.
func TestShadersOfScenesKeepTheStateOfDraws(t *testing.T) {
	draws := map[string]string{
		"its own": "state: {alpha_test: {function: less, reference: 0.5}, fog: {mode: linear, start: 1, end: 2}, textures: {3: {swizzle: bgr1}}, two_sided: true, clip_planes: [[0, 1, 0, 0]]}",
		"added":   "state: {colors: true}, material: {alpha_cutoff: 0.25, double_sided: true}",
		"both":    "state: {alpha_test: {function: less, reference: 0.5}, lighting: true}, material: {alpha_cutoff: 0.25, unlit: true}",
	}
	of := func(draw string) *nos.State {
		s, err := Load(writeFiles(t, "s.yaml", "shader: pbr\nmeshes: [{name: m, positions: [[-1, -1, 0], [1, -1, 0], [-1, 1, 0]]}]\ndraws: [{mesh: m, "+draws[draw]+"}]\n"))
		require.NoError(t, err)
		return s.Draws[0].Depends
	}
	want := nos.Default()
	want.AlphaFunction, want.AlphaReference, want.Fog, want.TwoSided, want.ClipPlanes = nos.Less, 0.5, nos.Linear, true, 1
	want.Textures[3].Swizzle = [4]nos.Component{nos.Blue, nos.Green, nos.Red, nos.One}
	require.Equal(t, &want, of("its own"))
	want = nos.Default()
	want.AlphaFunction, want.AlphaReference, want.TwoSided, want.Colors = nos.GreaterEqual, 0.25, true, true
	require.Equal(t, &want, of("added"))
	want = nos.Default()
	want.AlphaFunction, want.AlphaReference, want.Lighting = nos.Less, 0.5, true
	require.Equal(t, &want, of("both"))
}

// A depth of the pipeline's own pixel program is refused where a kernel or shader of one's own runs.
func TestProgramDepthBesideOtherPixelKernelsIsRefused(t *testing.T) {
	const mesh, shader = "meshes: [{name: m, positions: [[-1, -1, 0], [1, -1, 0], [-1, 1, 0]]}]\n", "@fragment fn f() -> @location(0) vec4f { return vec4f(1.0); }\n"
	const plain = mesh + "draws:\n  - {mesh: m}\n  - {mesh: m, program_depth: {factor: 1}}\n"
	for text, want := range map[string]string{
		"kernels: [{name: k, file: f.wgsl}]\n" + mesh + "draws:\n  - {mesh: m}\n  - {mesh: m, kernels: {pixel: k}, program_depth: {factor: 1}}\n": `a.yaml:5:51: draw 1: program_depth beside the pixel kernel "k", which says itself what depths pixels have; a draw that names none was expected`,
		"shader: f.wgsl\n" + plain: "a.yaml:5:30: draw 1: program_depth, and the draw would run ",
	} {
		_, err := Load(writeFiles(t, "a.yaml", text, "f.wgsl", shader))
		require.ErrorContains(t, err, want)
		requireHelpful(t, err)
	}
	path := writeFiles(t, "a.yaml", plain)
	s, err := Load(path)
	require.NoError(t, err)
	require.ErrorContains(t, s.Shade("f.wgsl", shader), path+":4:30: draw 1: program_depth, and the draw would run f.wgsl, which says itself what depths pixels have; a draw that names kernels was expected, or none with program_depth")
}

// The planes that clip come from a buffer of the scene's own where its draw binds none, and there is room for eight.
func TestPlanesAreBound(t *testing.T) {
	s, err := Load(writeFiles(t, "s.yaml", `
kernels: [{name: k, file: s.wgsl, state: [clip_planes]}]
buffers: [{name: b, bytes: 128}]
meshes: [{name: m, positions: [[-1, -1, 0], [1, -1, 0], [-1, 1, 0]]}]
draws: [{mesh: m, kernels: {pixel: k}, state: {clip_planes: [[0, 1, 0, 0]]}}]
`, "s.wgsl", "@fragment fn f() -> @location(0) vec4f { return vec4f(1.0); }\n"))
	require.NoError(t, err)
	d := &s.Draws[0]
	list := d.Programs.Pixel.Variables()
	require.Len(t, list, 1)
	require.Equal(t, scene.PlanesVariable, list[0].Kind)
	made, draws, err := s.WithVariables(s.Draws, geometry.Identity().Float32(), 8, 8)
	require.NoError(t, err)
	require.Equal(t, []scene.Binding{{Number: list[0].Number, Index: 1}}, draws[0].Programs.Below.Buffers)
	require.Len(t, made.Buffers, 2)
	d.ClipPlanes = make([][4]float32, nos.Planes+1)
	_, _, err = s.WithVariables(s.Draws, geometry.Identity().Float32(), 8, 8)
	require.ErrorContains(t, err, "the draw has 9 planes that clip; at most 8 were expected")
	d.Programs.Below.Buffers = []scene.Binding{{Number: list[0].Number, Index: 0}}
	_, draws, err = s.WithVariables(s.Draws, geometry.Identity().Float32(), 8, 8)
	require.NoError(t, err)
	require.Equal(t, d.Programs.Below.Buffers, draws[0].Programs.Below.Buffers)
}
