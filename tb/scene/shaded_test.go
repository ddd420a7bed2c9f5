package scene

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/compiler"
	"tilemark/hw/isa/nos"
	"tilemark/tb/scene/geometry"
)

// Members of uniform buffers get their values where WGSL has them: columns of three take the room of four.
func TestUniformBuffersAreFilledByName(t *testing.T) {
	m := Mesh{Name: "m", Vertices: make([]Vertex, 3)}
	s := &Scene{Meshes: []Mesh{m}, Draws: []Draw{DefaultDraw(0)}, Light: [3]float32{0, 1, 0}, Ambient: 0.25}
	d := &s.Draws[0]
	d.Transform = geometry.Translation(geometry.Vector{1, 2, 3}).Mul(geometry.Scaling(geometry.Vector{2, 4, 8})).Float32()
	require.NoError(t, s.Shade("s.wgsl", `
struct U { metallic: f32, light: vec3<f32>, normal_matrix: mat3x3<f32>, roughness: f32, model: mat4x4<f32> }
@group(0) @binding(0) var<uniform> u: U;
@group(0) @binding(1) var<uniform> ambient: f32;
@fragment fn f() -> @location(0) vec4<f32> { return u.model * vec4(u.light * u.normal_matrix, u.metallic + u.roughness + ambient); }
`))
	vp := perspective(60, 1, 1, 100).Mul(Camera{Eye: [3]float32{3, 4, 5}, Target: [3]float32{0, 1, 0}, Up: [3]float32{0, 1, 0}}.View()).Float32()
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
	far := Orthographic(2, 2, 1, 10).Mul(Camera{Eye: [3]float32{0, 0, 5}, Up: [3]float32{0, 1, 0}}.View()).Float32()
	require.InDeltaSlice(t, []float32{0, 0, 1e4}, eyeOf(far), 1)

	for text, want := range map[string]string{
		"metalic: f32":          "draw 0: kernel f: u is not bound, and nothing is known of its member metalic",
		"metallic: u32":         "its member metallic has another type; f32 was expected",
		"light: vec2f":          "its member light has another type; vec3<f32> was expected",
		"model: mat3x4f":        "its member model has another type; mat4x4<f32> was expected",
		"list: array<vec4f, 2>": "u is not bound, and it is no structure of numbers, vectors and matrices",
	} {
		s.Draws[0] = DefaultDraw(0)
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
	s := &Scene{Meshes: []Mesh{{Vertices: make([]Vertex, 3), HasColor: true}}, Draws: []Draw{DefaultDraw(0), DefaultDraw(0)}}
	s.Draws[0].Lighting, s.Draws[0].VertexColor = true, true
	masked := PlainMaterial()
	masked.AlphaCutoff, masked.DoubleSided, masked.Unlit = 0.25, true, true
	s.Draws[1].Material, s.Draws[1].Lighting = &masked, true
	require.NoError(t, s.Shade(PBR, pbr))
	first, second := *s.Draws[0].Depends, *s.Draws[1].Depends
	require.Equal(t, []any{true, false, true, nos.Always}, []any{first.Lighting, first.TwoSided, first.Colors, first.AlphaFunction})
	require.Equal(t, []any{false, true, false, nos.GreaterEqual, float32(0.25)}, []any{second.Lighting, second.TwoSided, second.Colors, second.AlphaFunction, second.AlphaReference})
	require.Equal(t, []bool{false, true}, []bool{s.Draws[0].State.LateTest, s.Draws[1].State.LateTest})
	made, draws, err := s.WithVariables(s.Draws, geometry.Identity().Float32(), 8, 8)
	require.NoError(t, err)
	require.Len(t, draws[0].Programs.Below.Textures, 5)
	require.Equal(t, []string{"white", "forward"}, []string{made.Textures[0].Name, made.Textures[1].Name})
	require.Len(t, draws[0].Programs.Above.Buffers, 3, "frame, part and tangents")
}

func TestShadersOfScenesAreRefused(t *testing.T) {
	for text, want := range map[string]string{
		"@compute @workgroup_size(1) fn c() {}":              "no entry point of stage @fragment",
		"@fragment fn a() {}\n@fragment fn b() {}":           "entry points a and b are both of stage pixel",
		"@fragment fn a() -> @location(0) f32 { return x; }": "s.wgsl:1:",
	} {
		s := &Scene{Meshes: []Mesh{{Vertices: make([]Vertex, 3)}}, Draws: []Draw{DefaultDraw(0)}}
		require.ErrorContains(t, s.Shade("s.wgsl", text), want)
	}
	s := &Scene{Meshes: []Mesh{{Vertices: make([]Vertex, 16), Topology: PatchList}}, Draws: []Draw{DefaultDraw(0)}}
	require.ErrorContains(t, s.Shade(PBR, pbr), "no draw of the scene would run it")
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
		scale geometry.Vector
		want  [3]float32
	}{{geometry.Vector{2, 4, 8}, [3]float32{32, 16, 8}}, {geometry.Vector{-2, 4, 8}, [3]float32{-32, 16, 8}}, {geometry.Vector{-2, -4, -8}, [3]float32{-32, -16, -8}}, {geometry.Vector{2, 4, 0}, [3]float32{0, 0, 8}}} {
		m := normalMatrix(geometry.Scaling(c.scale).Float32())
		require.Equal(t, c.want, [3]float32{m[0], m[4], m[8]}, "%v", c.scale)
	}
}
