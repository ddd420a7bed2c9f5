package scenefile

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/isa"
	"tilemark/hw/isa/nos"
	"tilemark/tb/scene"
	"tilemark/tb/scene/geometry"
)

const formattedShader = `struct Uniforms { model_view_projection: mat4x4f }
@group(0) @binding(0) var<uniform> u: Uniforms;
struct Out { @builtin(position) at: vec4f, @location(0) color: vec4f }
@vertex fn vertex(@location(0) p: vec3f, @location(3) c: vec4f, @location(7) n: vec2u) -> Out {
  return Out(u.model_view_projection * vec4f(p, 1), c * f32(n.x + n.y));
}
@fragment fn pixel(@location(0) c: vec4f) -> @location(0) vec4f { return c; }
`

const formattedScene = `size: [16, 16]
kernels:
  - {name: v, file: s.wgsl, entry: vertex, state: [vertex_format]}
  - {name: p, file: s.wgsl, entry: pixel}
buffers:
  - {name: numbers, words: [0x00000201, 0x00000403, 0x00000605]}
meshes:
  - {name: m, positions: [[-1, 0.5, 0], [1, 0, 0], [0, 1, 0]], colors: [[1, 0, 0.5, 1], [0, 1, 0, 1], [0, 0, 1, 1]]}
draws:
  - {mesh: m, kernels: {vertex: v, pixel: p}, bind: {vertex: {buffers: {location_7: numbers}}}, formats: {FORMATS}}
`

func loadFormatted(t *testing.T, formats string) (*scene.Scene, error) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "s.wgsl"), []byte(formattedShader), 0o600))
	path := filepath.Join(dir, "a.yaml")
	require.NoError(t, os.WriteFile(path, []byte(strings.Replace(formattedScene, "FORMATS", formats, 1)), 0o600))
	return Load(path)
}

// Vertices are packed in the formats of a draw, one location after the other, and state says where each lies; what is bound by its name stays as it is.
func TestVerticesArePacked(t *testing.T) {
	s, err := loadFormatted(t, "0: snorm16x4, 3: unorm8x2, 7: uint8x2")
	require.NoError(t, err)
	made, draws, err := s.WithVariables(s.Draws, geometry.Identity().Float32(), 16, 16)
	require.NoError(t, err)
	state := draws[0].StateFor(draws[0].Programs.Vertex.Kernel)
	require.Equal(t, nos.Attribute{Type: isa.TypeW, Count: 4, Normalized: true, Offset: 0, Stride: 12, Binding: 1}, state.Attributes[0])
	require.Equal(t, nos.Attribute{Type: isa.TypeUb, Count: 2, Normalized: true, Offset: 8, Stride: 12, Binding: 1}, state.Attributes[3])
	require.Equal(t, nos.Attribute{Type: isa.TypeUb, Count: 2, Offset: 0, Stride: 4, Binding: 3}, state.Attributes[7])
	var vertices *scene.Buffer
	for n := range made.Buffers {
		if made.Buffers[n].Name == "vertices of m" {
			vertices = &made.Buffers[n]
		}
	}
	require.Equal(t, []uint32{0x40008001, 0x7fff0000, 0x00ff, 0x00007fff, 0x7fff0000, 0xff00, 0x7fff0000, 0x7fff0000, 0}, vertices.Words)
	require.Nil(t, s.Draws[0].Depends, "the scene's own draw stays")
}

// Of a location of which nothing is said each component has 32 bits.
func TestOwnFormats(t *testing.T) {
	s, err := loadFormatted(t, "")
	require.NoError(t, err)
	_, draws, err := s.WithVariables(s.Draws, geometry.Identity().Float32(), 16, 16)
	require.NoError(t, err)
	state := draws[0].StateFor(draws[0].Programs.Vertex.Kernel)
	require.Equal(t, nos.Attribute{Type: isa.TypeF, Count: 3, Stride: 28, Binding: 1}, state.Attributes[0])
	require.Equal(t, nos.Attribute{Type: isa.TypeF, Count: 4, Offset: 12, Stride: 28, Binding: 1}, state.Attributes[3])
	require.Equal(t, nos.Attribute{Type: isa.TypeUd, Count: 2, Stride: 8, Binding: 3}, state.Attributes[7])
}

// Formats that the vertex kernel cannot have are refused, with the place.
func TestFormatsThatAreRefused(t *testing.T) {
	for formats, want := range map[string]string{
		"0: float32x5":  `a.yaml:10:110: draws: formats: "float32x5"; a vertex format of WebGPU was expected, such as float32x3 or unorm8x4; did you mean "float32x2"?`,
		"16: float32x2": `"16"; a location of the vertices, 0 to 15, was expected`,
		"2: float32x2":  "location 2; one that the draw's vertex kernel has, a shader with the item vertex_format of state, was expected",
		"0: uint32x3":   "uint32x3 for location 0, which is of type f32 in the shader; a format of such numbers, such as float32x3, was expected",
		"7: unorm8x4":   "unorm8x4 for location 7, which is of type u32 in the shader; a format of such numbers, such as uint32x2, was expected",
	} {
		_, err := loadFormatted(t, formats)
		require.ErrorContains(t, err, want)
	}
}
