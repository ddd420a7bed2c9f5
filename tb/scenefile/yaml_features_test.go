package scenefile

import (
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/tb/scene"
	"tilemark/tb/scene/geometry"
	"tilemark/tb/scene/shapes"
)

func TestYAMLTargetFormats(t *testing.T) {
	s := load(t, save(t, "a.yaml", yamlTriangle+"depth_format: d16\ncolor_format: rgba16f\ndraws: [{mesh: t}]\n"))
	require.Equal(t, []uint32{2, 2}, []uint32{s.DepthFormat, s.ColorFormat})
}

func TestYAMLPixelProgramAndLateTest(t *testing.T) {
	s := load(t, save(t, "a.yaml", yamlTriangle+`draws:
  - {mesh: t, kill: 0.5, depth_bias: {constant: 2, slope: -1, clamp: 0.25}, viewport: [1, 2, 3, 4, 0.25, 0.75]}
  - {mesh: t, program_depth: {offset: 0.5, factor: 0.125}, viewport: [1, 2, 3, 4]}
  - {mesh: t, kill: 0, late_test: false, query: all}
  - {mesh: t, late_test: true, query: statistics}
`))
	var late []bool
	for _, d := range s.Draws {
		late = append(late, d.State.LateTest)
	}
	require.Equal(t, []bool{true, true, false, true}, late)
	require.Equal(t, float32(0.5), *s.Draws[0].State.Kill)
	require.Equal(t, scene.DepthBias{Constant: 2, Slope: -1, Clamp: 0.25}, *s.Draws[0].State.DepthBias)
	require.Equal(t, scene.Viewport{X: 1, Y: 2, Width: 3, Height: 4, Near: 0.25, Far: 0.75}, *s.Draws[0].State.Viewport)
	require.Equal(t, scene.ProgramDepth{Offset: 0.5, Factor: 0.125}, *s.Draws[1].State.ProgramDepth)
	require.Equal(t, scene.Viewport{X: 1, Y: 2, Width: 3, Height: 4, Near: 0, Far: 1}, *s.Draws[1].State.Viewport)
	require.Equal(t, float32(0), *s.Draws[2].State.Kill)
	require.True(t, s.Draws[2].Query && s.Draws[2].Statistics && s.Draws[3].Statistics && !s.Draws[3].Query)
}

func TestYAMLRestartAndBaseVertex(t *testing.T) {
	s := load(t, save(t, "a.yaml", `meshes:
  - {name: m, topology: strip, positions: [[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0], [2, 2, 2]], indices: [0, 1, 2, 3, restart, 1, 2, 3]}
draws: [{mesh: m, restart: true, base_vertex: 1}]
`))
	require.Equal(t, []uint32{0, 1, 2, 3, scene.Restart, 1, 2, 3}, s.Meshes[0].Indices)
	require.Equal(t, int32(1), s.Draws[0].BaseVertex)
	require.Equal(t, 3, s.Triangles())
}

func TestYAMLPatches(t *testing.T) {
	const numbers = "[0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1]"
	const points = "[[0, 0, 0], [1, 0, 0], [2, 0, 0], [3, 0, 0], [0, 1, 0], [1, 1, 0], [2, 1, 0], [3, 1, 0], " +
		"[0, 2, 0], [1, 2, 0], [2, 2, 0], [3, 2, 0], [0, 3, 0], [1, 3, 0], [2, 3, 0], [3, 3, 0]]"
	s := load(t, save(t, "a.yaml", `meshes:
  - {name: points, patches: [`+points+`]}
  - {name: numbers, positions: [[0, 0, 0], [1, 0, 0]], colors: [[1, 0, 0], [0, 1, 0]], uvs: [[1, 2], [3, 4]], patches: [`+numbers+`, `+numbers+`], indices: [1, 0, 1]}
  - {name: pot, teapot: {patches: true}}
draws: [{mesh: points, level: 3}, {mesh: numbers, level: 1, base_vertex: 0}, {mesh: pot, level: 2}]
`))
	require.Equal(t, scene.PatchList, s.Meshes[0].Topology)
	require.Equal(t, [3]float32{1, 3, 0}, s.Meshes[0].Vertices[13].Pos)
	require.Equal(t, [2]float32{1.0 / 3, 1}, s.Meshes[0].Vertices[13].UV)
	require.Equal(t, [2]float32{3, 4}, s.Meshes[1].Vertices[16+3].UV)
	require.Equal(t, [4]float32{0, 1, 0, 1}, s.Meshes[1].Vertices[16+3].Color)
	require.Len(t, s.Meshes[2].Vertices, 32*16)
	require.Equal(t, 18+3*2+32*8, s.Triangles())
}

func TestTeapotPatchesRunCounterClockwiseFromOutside(t *testing.T) {
	m, err := shapes.TeapotPatches("pot")
	require.NoError(t, err)
	for p := 4; p < 12; p++ { // the body, around the y axis
		v := m.Vertices[16*p:]
		du, dv := geometry.VectorOf(v[6].Pos).Sub(geometry.VectorOf(v[5].Pos)), geometry.VectorOf(v[9].Pos).Sub(geometry.VectorOf(v[5].Pos))
		out := geometry.VectorOf(v[5].Pos)
		out[1] = 0
		require.Positive(t, du.Cross(dv).Dot(out), "patch %d", p)
	}
}

func TestYAMLTextureFilters(t *testing.T) {
	path := save(t, "a.yaml", yamlTriangle+`textures:
  - {name: a, file: dots.png, filter: {mag: linear, min: linear, mip: linear}}
  - {name: b, pixels: [ff0000ff 00ff00ff], filter: {mip: nearest}, levels: 1}
  - {name: c, pixels: [ff0000ff 00ff00ff], levels: 3}
draws: [{mesh: t, texture: a}]
`)
	img := image.NewNRGBA(image.Rect(0, 0, 5, 2))
	for i := range 10 {
		img.Set(i%5, i/5, color.NRGBA{uint8(10 * i), 0, 0, 255})
	}
	f, err := os.Create(filepath.Join(filepath.Dir(path), "dots.png"))
	require.NoError(t, err)
	require.NoError(t, png.Encode(f, img))
	require.NoError(t, f.Close())
	s := load(t, path)
	var levels []int
	for _, x := range s.Textures {
		levels = append(levels, x.Levels)
	}
	require.Equal(t, []int{3, 1, 3}, levels)
	a := s.Textures[0]
	require.Equal(t, []uint32{1, 1, 2}, []uint32{a.Mag, a.Min, a.Mip})
	chain := a.Chain()
	require.Len(t, chain, 128+4, "5 by 2 texels, 2 by 1, 1 by 1")
	require.Equal(t, []byte{30, 0, 0, 255, 50, 0, 0, 255}, chain[64:72])
	require.Equal(t, []byte{40, 0, 0, 255}, chain[128:])
	require.Equal(t, s.Textures[1].Pix, s.Textures[1].Chain())
}

// The next level of an encoded texture is the mean of light: of black and white, half of it, which is 188. Alpha is not encoded.
func TestLevelsOfEncodedTextures(t *testing.T) {
	s := load(t, save(t, "a.yaml", yamlTriangle+`textures:
  - {name: a, format: srgb8, levels: 2, pixels: [00ff03ff ffff0301]}
  - {name: b, levels: 2, pixels: [00ff03ff ffff0301]}
draws: [{mesh: t}]
`))
	require.True(t, s.Textures[0].SRGB)
	require.False(t, s.Textures[1].SRGB)
	require.Equal(t, []byte{188, 255, 3, 128}, s.Textures[0].Chain()[64:])
	require.Equal(t, []byte{128, 255, 3, 128}, s.Textures[1].Chain()[64:])
	for b := range 256 {
		require.Equal(t, byte(b), scene.MeanLight([4]byte{byte(b), byte(b), byte(b), byte(b)}))
	}
}

func TestYAMLFeatureErrorsArePlaced(t *testing.T) {
	const draw = "draws: [{mesh: t}]\n"
	for text, want := range map[string]string{
		"color_format: rgb\n" + draw:                                             `a.yaml:3:15: color_format: "rgb"; rgba8, srgb8 or rgba16f was expected`,
		"draws:\n  - {mesh: t, query: maybe}\n":                                  `a.yaml:4:22: draws: query: "maybe"; false, occlusion, statistics or all was expected`,
		"draws:\n  - {mesh: t, viewport: [0, 0, 4, 4, 1]}\n":                     `a.yaml:4:25: draws: viewport: a list of 5; a list of 4 or 6 numbers was expected`,
		"draws:\n  - {mesh: t, viewport: [0, 0, 0, 4]}\n":                        `a.yaml:4:25: draws: viewport: [0 0 0 4 0 1]; x, y, width and height above 0`,
		"draws:\n  - {mesh: t, kill: .nan}\n":                                    `a.yaml:4:21: draws: kill: .nan; a number was expected`,
		"draws:\n  - {mesh: t, depth_bias: {constant: .inf}}\n":                  `a.yaml:4:38: draws: depth_bias: constant: .inf; a number was expected`,
		"draws:\n  - {mesh: t, level: 3}\n":                                      `a.yaml:4:22: draw 0: level beside mesh "t"; a mesh of patches was expected`,
		"draws:\n  - {mesh: t, restart: true}\n":                                 `a.yaml:4:24: draw 0: restart beside mesh "t"; a mesh with indices`,
		"draws:\n  - {mesh: t, base_vertex: 1}\n":                                `a.yaml:4:28: draw 0: base_vertex beside mesh "t"; a mesh with indices was expected`,
		"textures: [{name: a, pixels: [ff00ff00], format: srgb}]\n" + draw:       `a.yaml:3:50: textures: format: "srgb"; rgba8 or srgb8 was expected`,
		"textures: [{name: a, file: none.png}]\n" + draw:                         `a.yaml:3:28: texture "a": refers to file "none.png": no such file; one in the folder`,
		"textures: [{name: a, pixels: [ff00ff00], levels: 0}]\n" + draw:          `a.yaml:3:50: texture "a": levels 0; 1 to 14`,
		"textures: [{name: a, pixels: [ff00ff00], filter: {mag: mip}}]\n" + draw: `a.yaml:3:56: textures: filter: mag: "mip"; nearest or linear was expected`,
	} {
		_, err := Load(save(t, "a.yaml", yamlTriangle+text))
		require.ErrorContains(t, err, want, "%s", text)
		requireHelpful(t, err)
	}
	for mesh, want := range map[string]string{
		"{name: t, patches: [[1, 2]]}":                                                                   `a.yaml:1:31: meshes: patches: a list of 2; a list of 16 control points was expected`,
		"{name: t, patches: [[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]]}":                         `patch 0: control points without positions`,
		"{name: t, positions: [[0, 0, 0]], patches: [[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]]}": `patch 0: point 1; below 1, the number of positions, was expected`,
		"{name: t, teapot: {patches: true, subdivision: 4}}":                                             `subdivision beside patches`,
		"{name: t, positions: [[0, 0, 0]], indices: [0, restart]}":                                       `draw 0: the indices of mesh "t" restart; restart: true was expected`,
		"{name: t, positions: [[0, 0, 0]], indices: [0, 4294967295]}":                                    `4294967295; an index, a whole number from 0, or restart, was expected`,
		"{name: t, positions: [[0, 0, 0]], indices: [0, again]}":                                         `"again"; an index`,
	} {
		_, err := Load(save(t, "a.yaml", "meshes: [ "+mesh+" ]\ndraws: [{mesh: t}]\n"))
		require.ErrorContains(t, err, want, mesh)
		requireHelpful(t, err)
	}
	_, err := Load(save(t, "a.yaml", "meshes: [{name: m, positions: [[0, 0, 0]], indices: [0, 0, 0]}]\ndraws: [{mesh: m, base_vertex: -1}]\n"))
	require.ErrorContains(t, err, `draw 0: index number 0 and base_vertex give vertex -1; 0 to 0, what mesh "m" has, was expected`)
}
