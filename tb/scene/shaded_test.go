package scene

import (
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/compiler"
	"tilemark/hw/isa/nos"
)

// files writes texts into a folder, and returns the first one's path.
func files(t *testing.T, list ...string) string {
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
	scene := func(entry string) string {
		return files(t, "s.yaml", `
kernels: [{name: v, file: s.wgsl, entry: up}, {name: k, file: s.wgsl, entry: `+entry+`}]
meshes: [{name: m, positions: [[-1, -1, 0], [1, -1, 0], [-1, 1, 0]]}]
draws: [{mesh: m, kernels: {vertex: v, pixel: k}}, {mesh: m, kernels: {pixel: k}}, {mesh: m, kernels: {vertex: v, pixel: k}}]
`, "s.wgsl", linkedShader)
	}
	s, err := Load(scene("some"))
	require.NoError(t, err)
	require.Equal(t, 6, s.Draws[0].Programs.Pixel.ReadsAttributes(), "attributes 3 to 5")
	require.Equal(t, 3, s.Draws[1].Programs.Pixel.ReadsAttributes(), "after a kernel that is no shader it is alone")
	require.Same(t, s.Draws[0].Programs.Pixel, s.Draws[2].Programs.Pixel)
	for entry, want := range map[string]string{
		"wrong":  "location 3: pixels have 3 f32 (perspective), vertices 2 f32 (perspective)",
		"absent": "location 2 of the pixels, which the vertex shader does not give",
	} {
		_, err := Load(scene(entry))
		require.ErrorContains(t, err, want)
		require.ErrorContains(t, err, "s.yaml:4:")
	}
}

// Bindings by the names of a shader's variables.
func TestVariablesAreBoundByName(t *testing.T) {
	scene := func(bind string) string {
		return files(t, "s.yaml", `
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
	s, err := Load(scene("{buffers: {list: b}, textures: {image: t}, samplers: {how: t}}"))
	require.NoError(t, err)
	require.Equal(t, Bindings{Buffers: []Binding{{0, 0}}, Textures: []Binding{{1, 0}}, Samplers: []Binding{{0, 0}}}, s.Draws[0].Programs.Below)
	for bind, want := range map[string]string{
		"{buffers: {lists: b}}": `"lists" is no variable that the shader uses so; did you mean "list"?`,
		"{buffers: {image: b}}": `"image" is no variable that the shader uses so; a number, or one of list was expected`,
		"{buffers: {01: b}}":    `"01"; the number of a binding, or the name of a shader's variable was expected`,
	} {
		_, err := Load(scene(bind))
		require.ErrorContains(t, err, want)
		require.ErrorContains(t, err, "s.yaml:6:")
	}
}

// Members of uniform buffers get their values where WGSL has them: columns of three take the room of four.
func TestUniformBuffersAreFilledByName(t *testing.T) {
	m := Mesh{Name: "m", Vertices: make([]Vertex, 3)}
	s := &Scene{Meshes: []Mesh{m}, Draws: []Draw{defaultDraw(0)}, Light: [3]float32{0, 1, 0}, Ambient: 0.25}
	d := &s.Draws[0]
	d.Transform = translation(vector{1, 2, 3}).mul(scaling(vector{2, 4, 8})).float32()
	require.NoError(t, s.Shade("s.wgsl", `
struct U { metallic: f32, light: vec3<f32>, normal_matrix: mat3x3<f32>, roughness: f32, model: mat4x4<f32> }
@group(0) @binding(0) var<uniform> u: U;
@group(0) @binding(1) var<uniform> ambient: f32;
@fragment fn f() -> @location(0) vec4<f32> { return u.model * vec4(u.light * u.normal_matrix, u.metallic + u.roughness + ambient); }
`))
	vp := perspective(60, 1, 1, 100).mul(Camera{Eye: [3]float32{3, 4, 5}, Target: [3]float32{0, 1, 0}, Up: [3]float32{0, 1, 0}}.view()).float32()
	made, draws, err := s.WithVariables(s.Draws, vp, 64, 32)
	require.NoError(t, err)
	require.Empty(t, s.Buffers)
	require.Equal(t, []Binding{{0, 0}, {1, 1}}, draws[0].Programs.Below.Buffers)
	f := func(n int) float32 { return math.Float32frombits(made.Buffers[0].Words[n]) }
	require.Len(t, made.Buffers[0].Words, 40)
	require.Equal(t, []float32{0, 0, 1, 0}, []float32{f(0), f(4), f(5), f(6)})
	require.Equal(t, []float32{32, 0, 0}, []float32{f(8), f(9), f(10)}, "the inverse of the transposed scale, times its determinant")
	require.Equal(t, []float32{0, 16, 0, 0, 0, 0, 8}, []float32{f(12), f(13), f(14), f(15), f(16), f(17), f(18)})
	require.Equal(t, float32(1), f(20), "roughness")
	require.Equal(t, []float32{2, 4, 8, 1, 2, 3, 1}, []float32{f(24), f(29), f(34), f(36), f(37), f(38), f(39)})
	require.Equal(t, math.Float32bits(0.25), made.Buffers[1].Words[0])
	require.InDeltaSlice(t, []float32{3, 4, 5}, eyeOf(vp), 1e-4)
	far := orthographic(2, 2, 1, 10).mul(Camera{Eye: [3]float32{0, 0, 5}, Up: [3]float32{0, 1, 0}}.view()).float32()
	require.InDeltaSlice(t, []float32{0, 0, 1e4}, eyeOf(far), 1)

	for text, want := range map[string]string{
		"metalic: f32":          "draw 0: kernel f: u is not bound, and nothing is known of its member metalic",
		"metallic: u32":         "its member metallic has another type; f32 was expected",
		"light: vec2f":          "its member light has another type; vec3<f32> was expected",
		"model: mat3x4f":        "its member model has another type; mat4x4<f32> was expected",
		"list: array<vec4f, 2>": "u is not bound, and it is no structure of numbers, vectors and matrices",
	} {
		s.Draws[0] = defaultDraw(0)
		require.NoError(t, s.Shade("s.wgsl", "struct U { "+text+" }\n@group(0) @binding(0) var<uniform> u: U;\n@fragment fn f() -> @location(0) vec4f { return vec4f("+reader(text)+"); }\n"))
		_, _, err := s.WithVariables(s.Draws, vp, 64, 32)
		require.ErrorContains(t, err, want, text)
	}
}

// reader reads a member of u.
func reader(member string) string {
	return map[string]string{
		"metalic: f32": "u.metalic", "metallic: u32": "f32(u.metallic)", "light: vec2f": "u.light.x", "model: mat3x4f": "u.model[2].w", "list: array<vec4f, 2>": "u.list[1].y",
	}[member]
}

// What a material says becomes state: dropped pixels, both sides, no light.
func TestMaterialsBecomeState(t *testing.T) {
	s := &Scene{Meshes: []Mesh{{Vertices: make([]Vertex, 3), HasColor: true}}, Draws: []Draw{defaultDraw(0), defaultDraw(0)}}
	s.Draws[0].Lighting, s.Draws[0].VertexColor = true, true
	masked := plainMaterial()
	masked.AlphaCutoff, masked.DoubleSided, masked.Unlit = 0.25, true, true
	s.Draws[1].Material, s.Draws[1].Lighting = &masked, true
	require.NoError(t, s.Shade(PBR, pbr))
	first, second := *s.Draws[0].Depends, *s.Draws[1].Depends
	require.Equal(t, []any{true, false, true, nos.Always}, []any{first.Lighting, first.TwoSided, first.Colors, first.AlphaFunction})
	require.Equal(t, []any{false, true, false, nos.GreaterEqual, float32(0.25)}, []any{second.Lighting, second.TwoSided, second.Colors, second.AlphaFunction, second.AlphaReference})
	require.Equal(t, []bool{false, true}, []bool{s.Draws[0].State.LateTest, s.Draws[1].State.LateTest})
	made, draws, err := s.WithVariables(s.Draws, identity().float32(), 8, 8)
	require.NoError(t, err)
	require.Len(t, draws[0].Programs.Below.Textures, 5)
	require.Equal(t, []string{"white", "forward"}, []string{made.Textures[0].Name, made.Textures[1].Name})
	require.Len(t, draws[0].Programs.Above.Buffers, 3, "frame, part and tangents")
}

// What a draw's own state says stays when the scene's shader comes; its material adds to it.
func TestShadersOfScenesKeepTheStateOfDraws(t *testing.T) {
	draws := map[string]string{
		"its own": "state: {alpha_test: {function: less, reference: 0.5}, fog: {mode: linear, start: 1, end: 2}, textures: {3: {swizzle: bgr1}}, two_sided: true, clip_planes: [[0, 1, 0, 0]]}",
		"added":   "state: {colors: true}, material: {alpha_cutoff: 0.25, double_sided: true}",
		"both":    "state: {alpha_test: {function: less, reference: 0.5}, lighting: true}, material: {alpha_cutoff: 0.25, unlit: true}",
	}
	of := func(draw string) *nos.State {
		s, err := Load(files(t, "s.yaml", "shader: pbr\nmeshes: [{name: m, positions: [[-1, -1, 0], [1, -1, 0], [-1, 1, 0]]}]\ndraws: [{mesh: m, "+draws[draw]+"}]\n"))
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

func TestShadersOfScenesAreRefused(t *testing.T) {
	for text, want := range map[string]string{
		"@compute @workgroup_size(1) fn c() {}":              "no entry point of stage @fragment",
		"@fragment fn a() {}\n@fragment fn b() {}":           "entry points a and b are both of stage pixel",
		"@fragment fn a() -> @location(0) f32 { return x; }": "s.wgsl:1:",
	} {
		s := &Scene{Meshes: []Mesh{{Vertices: make([]Vertex, 3)}}, Draws: []Draw{defaultDraw(0)}}
		require.ErrorContains(t, s.Shade("s.wgsl", text), want)
	}
	s := &Scene{Meshes: []Mesh{{Vertices: make([]Vertex, 16), Topology: PatchList}}, Draws: []Draw{defaultDraw(0)}}
	require.ErrorContains(t, s.Shade(PBR, pbr), "no draw of the scene would run it")
}

// A depth of the pipeline's own pixel program is refused where a kernel or shader of one's own runs.
func TestProgramDepthBesideOtherPixelKernelsIsRefused(t *testing.T) {
	const mesh, shader = "meshes: [{name: m, positions: [[-1, -1, 0], [1, -1, 0], [-1, 1, 0]]}]\n", "@fragment fn f() -> @location(0) vec4f { return vec4f(1.0); }\n"
	const plain = mesh + "draws:\n  - {mesh: m}\n  - {mesh: m, program_depth: {factor: 1}}\n"
	for text, want := range map[string]string{
		"kernels: [{name: k, file: f.wgsl}]\n" + mesh + "draws:\n  - {mesh: m}\n  - {mesh: m, kernels: {pixel: k}, program_depth: {factor: 1}}\n": `a.yaml:5:51: draw 1: program_depth beside the pixel kernel "k", which says itself what depths pixels have; a draw that names none was expected`,
		"shader: f.wgsl\n" + plain: "a.yaml:5:30: draw 1: program_depth, and the draw would run ",
	} {
		_, err := Load(files(t, "a.yaml", text, "f.wgsl", shader))
		require.ErrorContains(t, err, want)
		requireHelpful(t, err)
	}
	path := files(t, "a.yaml", plain)
	s, err := Load(path)
	require.NoError(t, err)
	require.ErrorContains(t, s.Shade("f.wgsl", shader), path+":4:30: draw 1: program_depth, and the draw would run f.wgsl, which says itself what depths pixels have; a draw that names kernels was expected, or none with program_depth")
}

// Along u, with the normal and -v a right-handed system unless the texture is mirrored.
func TestTangentsFollowTheTexture(t *testing.T) {
	m := Mesh{Vertices: []Vertex{
		{Pos: [3]float32{0, 0, 0}, Normal: [3]float32{0, 0, 1}, UV: [2]float32{0, 1}},
		{Pos: [3]float32{2, 0, 0}, Normal: [3]float32{0, 0, 1}, UV: [2]float32{1, 1}},
		{Pos: [3]float32{0, 3, 0}, Normal: [3]float32{0, 0, 1}, UV: [2]float32{0, 0}},
	}}
	require.Equal(t, [4]float32{1, 0, 0, 1}, m.tangents()[0])
	for i := range m.Vertices {
		m.Vertices[i].UV[0] = -m.Vertices[i].UV[0]
	}
	require.Equal(t, [4]float32{-1, 0, 0, -1}, m.tangents()[1])
	m.Vertices = m.Vertices[:2] // no triangle
	require.Equal(t, float32(1), m.tangents()[0][0]*m.tangents()[0][0]+m.tangents()[0][1]*m.tangents()[0][1])
	m.Tangents = [][4]float32{{0, 1, 0, -1}, {}}
	require.Equal(t, m.Tangents, m.tangents())
}

// Locations of vertices that the record does not have come from buffers.
func TestLocationsOfVerticesFromBuffers(t *testing.T) {
	r, err := compiler.Compile("s.wgsl", "@vertex fn v(@location(0) p: vec3f, @location(4) t: vec4f, @location(9) n: vec2u, @location(1) q: vec4<i32>) -> @builtin(position) vec4f { return vec4f(p, f32(n.y)) * t * f32(q.z); }", compiler.Options{})
	require.NoError(t, err)
	var got []any
	for _, x := range r.Resources {
		got = append(got, x.Name, x.Location, x.Count)
	}
	require.Equal(t, []any{"location_4", uint32(4), 4, "location_9", uint32(9), 2, "location_1", uint32(1), 4}, got)
}

// Normals stay on their side of the surface when a transform mirrors, and are there when it keeps two dimensions only.
func TestNormalsOfMirroringTransforms(t *testing.T) {
	for _, c := range []struct {
		scale vector
		want  [3]float32
	}{{vector{2, 4, 8}, [3]float32{32, 16, 8}}, {vector{-2, 4, 8}, [3]float32{-32, 16, 8}}, {vector{-2, -4, -8}, [3]float32{-32, -16, -8}}, {vector{2, 4, 0}, [3]float32{0, 0, 8}}} {
		m := normalMatrix(scaling(c.scale).float32())
		require.Equal(t, c.want, [3]float32{m[0], m[4], m[8]}, "%v", c.scale)
	}
}

// The planes that clip come from a buffer of the scene's own where its draw binds none, and there is room for eight.
func TestPlanesAreBound(t *testing.T) {
	s, err := Load(files(t, "s.yaml", `
kernels: [{name: k, file: s.wgsl, state: [clip_planes]}]
buffers: [{name: b, bytes: 128}]
meshes: [{name: m, positions: [[-1, -1, 0], [1, -1, 0], [-1, 1, 0]]}]
draws: [{mesh: m, kernels: {pixel: k}, state: {clip_planes: [[0, 1, 0, 0]]}}]
`, "s.wgsl", "@fragment fn f() -> @location(0) vec4f { return vec4f(1.0); }\n"))
	require.NoError(t, err)
	d := &s.Draws[0]
	list := d.Programs.Pixel.variables()
	require.Len(t, list, 1)
	require.Equal(t, planesVariable, list[0].kind)
	made, draws, err := s.WithVariables(s.Draws, identity().float32(), 8, 8)
	require.NoError(t, err)
	require.Equal(t, []Binding{{list[0].number, 1}}, draws[0].Programs.Below.Buffers)
	require.Len(t, made.Buffers, 2)
	d.ClipPlanes = make([][4]float32, nos.Planes+1)
	_, _, err = s.WithVariables(s.Draws, identity().float32(), 8, 8)
	require.ErrorContains(t, err, "the draw has 9 planes that clip; at most 8 were expected")
	d.Programs.Below.Buffers = []Binding{{list[0].number, 0}}
	_, draws, err = s.WithVariables(s.Draws, identity().float32(), 8, 8)
	require.NoError(t, err)
	require.Equal(t, d.Programs.Below.Buffers, draws[0].Programs.Below.Buffers)
}
