package scenefile

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/tb/scene"
	"tilemark/tb/scene/geometry"
)

const yamlTriangle = `meshes:
  - {name: t, positions: [[0, 0, 0], [1, 0, 0], [0, 1, 0]]}
`

func TestYAMLDefaults(t *testing.T) {
	s := load(t, save(t, "small.yaml", yamlTriangle+"draws: [{mesh: t}]\n"))
	require.Equal(t, "small", s.Name)
	require.Equal(t, []scene.Draw{scene.DefaultDraw(0)}, s.Draws)
	require.Equal(t, [4]uint8{0, 0, 0, 255}, s.ClearColor)
	require.Equal(t, float32(1), s.ClearDepth)
	require.Equal(t, 0, s.Width)
	require.False(t, s.HasCamera)
	require.Equal(t, [4]float32{1, 1, 1, 1}, s.Meshes[0].Vertices[0].Color)
	require.Nil(t, s.Meshes[0].Indices)
}

func TestYAMLSaysEverythingAboutADraw(t *testing.T) {
	s := load(t, save(t, "a.yaml", yamlTriangle+`
size: [40, 30]
depth_format: d32f
clear: {color: [1, 2, 3, 4], depth: 0.5, stencil: 7}
camera: {eye: [0, 0, 9], target: [0, 0, 0], up: [1, 0, 0], fov: 30, near: 2, far: 20}
light: {direction: [0, 3, 4], ambient: 0.1, diffuse: 0.9}
textures:
  - {name: dots, wrap_u: clamp, wrap_v: mirror, pixels: [ff000080 00ff0081, 0000ff82 01020304]}
draws:
  - mesh: t
    texture: dots
    color: [0.1, 0.2, 0.3]
    vertex_color: true
    lighting: true
    clip_space: true
    translate: [1, 2, 3]
    rotate: [0, 0, 2, 90]
    scale: [2, 1, 1]
    instances: 5
    instance_step: [1, 0, -1]
    first: 1
    count: 2
    query: true
    fence: true
    depth_test: false
    depth_write: false
    depth_func: notequal
    stencil: {func: gequal, ref: 3, read_mask: 0x0f, write_mask: 15, fail: zero, zfail: invert, pass: incr_wrap, back: {pass: decr_sat}}
    blend: {src: src_alpha_saturate, dst: one_minus_constant_alpha, eq: min, alpha_dst: dst_color, alpha_eq: max, constant: [9, 8, 7]}
    write_mask: ba
    cull: both
    front: cw
    scissor: [1, 2, 30, 20]
  - {mesh: t, cull: back, write_mask: "", stencil: {}, blend: {}}
`))
	require.Equal(t, []int{40, 30}, []int{s.Width, s.Height})
	require.Equal(t, uint32(1), s.DepthFormat)
	require.Equal(t, [4]uint8{1, 2, 3, 4}, s.ClearColor)
	require.Equal(t, uint8(7), s.ClearStencil)
	require.Equal(t, scene.Camera{Eye: [3]float32{0, 0, 9}, Up: [3]float32{1, 0, 0}, FovDegrees: 30, Near: 2, Far: 20}, s.Camera)
	require.Equal(t, [3]float32{0, 0.6, 0.8}, s.Light)
	require.Equal(t, scene.Texture{Name: "dots", Width: 2, Height: 2, WrapU: 1, WrapV: 2, Levels: 1,
		Pix: []byte{255, 0, 0, 128, 0, 255, 0, 129, 0, 0, 255, 130, 1, 2, 3, 4}}, s.Textures[0])

	d := s.Draws[0]
	p := geometry.MatrixOf(d.Transform).Point(geometry.Vector{1, 0, 0})
	require.InDeltaSlice(t, []float64{1, 4, 3}, p[:], 1e-6, "scaled, then turned, then moved")
	d.Transform = [16]float32{}
	keep := scene.Stencil{Func: 7, ReadMask: 255, WriteMask: 255}
	require.Equal(t, scene.Draw{
		Texture: 0, BaseColor: [4]float32{0.1, 0.2, 0.3, 1}, VertexColor: true, Lighting: true, ClipSpace: true,
		Instances: 5, InstanceStep: [3]float32{1, 0, -1}, First: 1, Count: 2, Level: 8, Query: true, FenceAfter: true,
		State: scene.State{
			DepthFunc: 5, StencilTest: true,
			Front: scene.Stencil{Func: 6, Fail: 1, ZFail: 5, Pass: 6, Ref: 3, ReadMask: 15, WriteMask: 15},
			Back:  scene.Stencil{Func: 7, Pass: 4, ReadMask: 255, WriteMask: 255},
			Blend: scene.Blend{Enable: true, SrcColor: 14, DstColor: 13, SrcAlpha: 14, DstAlpha: 4, ColorEq: 3, AlphaEq: 4,
				Constant: [4]uint8{9, 8, 7, 255}},
			WriteMask: 0xc, CullFront: true, CullBack: true, FrontCW: true, Scissor: &[4]int{1, 2, 30, 20},
		},
	}, d)
	require.Equal(t, scene.State{
		DepthTest: true, DepthWrite: true, DepthFunc: 1, StencilTest: true, Front: keep, Back: keep,
		Blend: scene.Blend{Enable: true, SrcColor: 1, SrcAlpha: 1, Constant: [4]uint8{}}, CullBack: true,
	}, s.Draws[1].State)
	require.Equal(t, 0+1, s.Triangles(), "two vertices are no triangle")
}

func TestYAMLMeshesAndGenerators(t *testing.T) {
	s := load(t, save(t, "a.yaml", `
camera: {view_projection: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]}
textures:
  - {name: board, checker: {size: [4, 2], cell: 2, colors: [[1, 2, 3], [4, 5, 6, 7]]}}
meshes:
  - name: inline
    topology: fan
    positions: [[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]]
    normals: [[0, 0, 1], [0, 0, 1], [0, 0, 1], [0, 0, 1]]
    uvs: [[0, 0], [1, 0], [1, 1], [0, 1]]
    colors: [[1, 0, 0], [1, 0, 0, 0.5], [1, 0, 0], [1, 0, 0]]
    indices: [3, 2, 1, 0]
  - {name: grid, grid: {columns: 2, rows: 3, size: [4, 6]}}
  - {name: sphere, sphere: {sectors: 4, rings: 2, radius: 2}}
  - {name: cube, cube: {}}
  - {name: pot, teapot: {subdivision: 2}}
draws: [{mesh: inline}, {mesh: grid}, {mesh: sphere}, {mesh: cube}, {mesh: pot}]
`))
	require.Equal(t, geometry.Identity().Float32(), s.Camera.ViewProjectionMatrix(5, 7))
	require.Equal(t, scene.TriangleFan, s.Meshes[0].Topology)
	require.True(t, s.Meshes[0].HasNormal && s.Meshes[0].HasUV && s.Meshes[0].HasColor)
	require.Equal(t, scene.Vertex{Pos: [3]float32{1, 0, 0}, Normal: [3]float32{0, 0, 1}, UV: [2]float32{1, 0}, Color: [4]float32{1, 0, 0, 0.5}}, s.Meshes[0].Vertices[1])
	require.Equal(t, 2+12+8+12+240, s.Triangles())
	require.Equal(t, [3]float32{-2, 3, 0}, s.Meshes[1].Vertices[0].Pos)
	require.Equal(t, []byte{1, 2, 3, 255, 1, 2, 3, 255, 4, 5, 6, 7, 4, 5, 6, 7}, s.Textures[0].Pix[:16])
}

func TestYAMLErrorsArePlaced(t *testing.T) {
	const draw = "draws: [{mesh: t}]\n"
	for text, want := range map[string]string{
		"draws:\n  - {mesh: t, depthfunc: less}\n":                              `a.yaml:4:15: draws: unknown key "depthfunc"; did you mean "depth_func"?`,
		"camra: {}\n" + draw:                                                    `a.yaml:3:1: unknown key "camra"; did you mean "camera"?`,
		"draws:\n  - {mesh: x}\n":                                               `a.yaml:4:12: draw 0: no mesh is named "x"; the name of a mesh, such as t, was expected`,
		"draws:\n  - {mesh: t, texture: x}\n":                                   `a.yaml:4:24: draw 0: no texture is named "x"; one of the scene's was expected, and it has no texture`,
		"draws:\n  - {mesh: t, depth_func: lesser}\n":                           `a.yaml:4:27: draws: depth_func: "lesser"; never, less, equal, lequal, greater, notequal, gequal or always was expected; did you mean "less"?`,
		"draws:\n  - {mesh: t, write_mask: xyz}\n":                              `a.yaml:4:27: draws: write_mask: "xyz"; a text with letters among r, g, b, a was expected`,
		"draws:\n  - {mesh: t, translate: [1, 2]}\n":                            `a.yaml:4:26: draws: translate: a list of 2; a list of 3 numbers was expected`,
		"draws:\n  - {mesh: t, color: [1, 2, 3, 4, 5]}\n":                       `a.yaml:4:22: draws: color: a list of 5; a list of 3 or 4 numbers was expected`,
		"draws:\n  - {mesh: t, color: red}\n":                                   `a.yaml:4:22: draws: color: "red"; a list of 3 or 4 numbers was expected`,
		"draws:\n  - {mesh: t, color: [1, x, 3]}\n":                             `a.yaml:4:26: draws: color: "x"; a number was expected`,
		"draws:\n  - {mesh: t, rotate: [1, 0, 3]}\n":                            `a list of 4 numbers`,
		"clear: {color: [1, 2, 300]}\n" + draw:                                  `a.yaml:3:23: clear: color: 300; a whole number from 0 to 255 was expected`,
		"clear: {depth: 2}\n" + draw:                                            `a.yaml:3:16: clear: depth 2; 0 to 1 was expected`,
		"size: [0, 5]\n" + draw:                                                 `a.yaml:3:7: size [0 5]; 1 to 4096 a side was expected`,
		"light: {direction: [0, 0, 0]}\n" + draw:                                `a.yaml:3:20: light: direction`,
		"camera: {eye: [0, 0, 1]}\n" + draw:                                     `a.yaml:3:9: camera: eye and target`,
		"camera: {eye: [0, 0, 1], target: [0, 0, 1]}\n" + draw:                  `a.yaml:3:9: camera: eye and target are the same`,
		"camera: {eye: [0, 0, 1], target: [0, 0, 0], up: [0, 0, 2]}\n" + draw:   `camera: up [0 0 2] runs along`,
		"camera: {eye: [0, 0, 1], target: [0, 0, 0], near: 3, far: 2}\n" + draw: `near 3, far 2`,
		"draws:\n  - {mesh: t, instances: 0}\n":                                 `a.yaml:4:26: draw 0: 0 instances`,
		"draws:\n  - {mesh: t, instances: 2000000}\n":                           `a.yaml:4:26: draw 0: 2000000 instances`,
		"draws:\n  - {mesh: t, first: 2, count: 3}\n":                           `a.yaml:4:32: draw 0: count 3 from 2 on; 0 to 1, what mesh "t" has there, was expected`,
		"draws:\n  - {mesh: t, scissor: [5, 0, 2, 2]}\n":                        `a.yaml:4:24: draw 0: scissor [5 0 2 2]`,
		"draws:\n  - {mesh: t, scale: [1, .inf, 1]}\n":                          `a.yaml:4:26: draws: scale: .inf; a number was expected`,
		"draws:\n  - {mesh: t, stencil: {back: {back: {}}}}\n":                  `a.yaml:4:38: draw 0: stencil: back inside back`,
		"draws:\n  - {mesh: t, transform: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1], scale: [1, 1, 1]}\n": `transform with translate, rotate or scale beside it`,
		"draws:\n  - {texture: x}\n":     `a.yaml:4:5: draw 0: a mesh, a fill or a copy was expected`,
		"draws: []\n":                    `a.yaml:3:8: no triangles to draw`,
		"draws: [\n":                     `a.yaml:3:8:`,
		draw + "---\n" + draw:            `a.yaml:5:1: a second document; one, a scene, was expected`,
		"textures: [{name: a}]\n" + draw: `a.yaml:3:19: texture "a": one of checker, pixels and file`,
		"textures: [{name: a, pixels: [ff00ff]}]\n" + draw:                                                    `texel "ff00ff"`,
		"textures: [{name: a, pixels: [ff00ff00, \"\"]}]\n" + draw:                                            `row of 0 texels; 1 were expected`,
		"textures: [{name: a, checker: {size: [9000, 1], cell: 1, colors: [[0, 0, 0], [1, 1, 1]]}}]\n" + draw: `9000 by 1 texels`,
		"textures: [{name: a, checker: {size: [8, 8], cell: 0, colors: [[0, 0, 0], [1, 1, 1]]}}]\n" + draw:    `cell 0; 1 or more was expected`,
		"textures: [{name: [a], pixels: [ff00ff00]}]\n" + draw:                                                `a list of 1; a text was expected`,
	} {
		_, err := Load(save(t, "a.yaml", yamlTriangle+text))
		require.ErrorContains(t, err, want, "%s", text)
		requireHelpful(t, err)
	}
}

func TestYAMLMeshErrors(t *testing.T) {
	for mesh, want := range map[string]string{
		"{name: t}":       `a.yaml:1:18: mesh "t": one of positions`,
		"{positions: []}": `a.yaml:1:11: mesh 0: a name was expected`,
		"{name: t, cube: {}}, {name: t, cube: {}}":                           `a second mesh named "t"`,
		"{name: t, cube: {}, grid: {columns: 1, rows: 1}}":                   `one of positions`,
		"{name: t, cube: {}, indices: [1]}":                                  `beside a generator; positions were expected`,
		"{name: t, grid: {columns: 0, rows: 1}}":                             `columns 0, rows 1`,
		"{name: t, grid: {columns: 1000000, rows: 1000000}}":                 `together at most`,
		"{name: t, sphere: {sectors: 2, rings: 2}}":                          `sectors 2`,
		"{name: t, teapot: {subdivision: 65}}":                               `subdivision 65`,
		"{name: t, positions: [[0, 0, .nan]]}":                               `a.yaml:1:40: meshes: positions: .nan; a number was expected`,
		"{name: t, positions: [[0, 0, 0]], uvs: [[0, .inf]]}":                `a.yaml:1:55: meshes: uvs: .inf; a number was expected`,
		"{name: t, positions: [[0, 0, 0]], indices: [0, 1]}":                 `mesh "t": index number 1 is 1; below 1, the number of vertices, was expected`,
		"{name: t, positions: [[0, 0, 0]], indices: [-1]}":                   `a.yaml:1:55: meshes: indices: -1; an index, a whole number from 0, or restart, was expected`,
		"{name: t, positions: [[0, 0, 0]], normals: [[0, 0, 1], [0, 0, 1]]}": `2 normals for 1 positions`,
	} {
		_, err := Load(save(t, "a.yaml", "meshes: [ "+mesh+" ]\ndraws: [{mesh: t}]\n"))
		require.ErrorContains(t, err, want, mesh)
		requireHelpful(t, err)
	}
	_, err := Load(save(t, "a.yaml", ""))
	require.ErrorContains(t, err, "a.yaml:1:1: nothing; a scene was expected")
}

// requireHelpful wants place and expectation in a message of one line.
func requireHelpful(t *testing.T, err error) {
	t.Helper()
	require.Regexp(t, `^/[^\n]*/a\.yaml:\d+:\d+: [^\n]*(expected|did you mean|malformed YAML|is neither)[^\n]*$`, err.Error())
}
