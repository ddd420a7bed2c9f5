package scenefile

import (
	"encoding/base64"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/tb/scene"
	"tilemark/tb/scene/geometry"
	"tilemark/tb/scene/gltf/document"
	"tilemark/tb/scene/shapes"
)

func TestGLTFEmbeddedExternalAndBinaryAreTheSame(t *testing.T) {
	d := document.Square()
	one := load(t, save(t, "square.gltf", d.Embedded()))
	two := load(t, save(t, "square.gltf", string(d.JSON("my%20data.bin")), "my data.bin", string(d.Bin)))
	three := load(t, save(t, "square.glb", string(d.GLB())))
	require.Equal(t, one, two)
	require.Equal(t, one, three)
	require.Equal(t, 2, one.Triangles())
	m := one.Meshes[0]
	require.Equal(t, "square", m.Name)
	require.True(t, m.HasNormal)
	for _, v := range m.Vertices {
		require.Equal(t, [3]float32{0, 0, 1}, v.Normal, "flat normals, the strip's odd triangles turned")
	}
	require.True(t, one.Draws[0].State.CullBack)
	require.False(t, one.Draws[0].State.FrontCW)
}

func TestGLTFModes(t *testing.T) {
	for mode, want := range []int{0: 8, 1: 0, 2: 0, 3: 0, 4: 1, 5: 2, 6: 2} {
		d := document.Square()
		d.Primitive()["mode"] = mode
		d.Primitive()["attributes"].(document.Object)["NORMAL"] = d.Add("VEC3", 5126, 4, []float32{0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1}, nil)
		s, err := Load(save(t, "a.gltf", d.Embedded()))
		if want == 0 {
			require.ErrorContains(t, err, "no triangles", "mode %d", mode)
			continue
		}
		require.NoError(t, err)
		require.Equal(t, want, s.Triangles(), "mode %d", mode)
		require.Equal(t, map[int]scene.Topology{0: scene.PointList, 4: scene.TriangleList, 5: scene.TriangleStrip, 6: scene.TriangleFan}[mode], s.Meshes[0].Topology)
	}
}

func TestGLTFIndicesOfEverySize(t *testing.T) {
	for component, values := range map[int]any{5121: []uint8{0, 1, 2, 2, 1, 3}, 5123: []uint16{0, 1, 2, 2, 1, 3}, 5125: []uint32{0, 1, 2, 2, 1, 3}} {
		d := document.Square()
		d.Primitive()["mode"] = 4
		d.Primitive()["indices"] = d.Add("SCALAR", component, 6, values, nil)
		d.Primitive()["attributes"].(document.Object)["NORMAL"] = d.Add("VEC3", 5126, 4, make([]float32, 12), nil)
		require.Equal(t, []uint32{0, 1, 2, 2, 1, 3}, load(t, save(t, "a.gltf", d.Embedded())).Meshes[0].Indices)
	}
}

func TestGLTFNodesComposeAndMirroringTurnsTheFront(t *testing.T) {
	d := document.Square()
	s := math.Sqrt(0.5)
	d.Top["nodes"] = []any{
		document.Object{"children": []int{1, 2}, "translation": []float64{10, 0, 0}, "rotation": []float64{0, 0, s, s}},
		document.Object{"mesh": 0, "scale": []float64{2, 2, 2}},
		document.Object{"mesh": 0, "matrix": []float64{-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 5, 1}},
	}
	scene := load(t, save(t, "a.gltf", d.Embedded()))
	require.Len(t, scene.Meshes, 1, "one mesh, two draws")
	require.Len(t, scene.Draws, 2)
	p := geometry.MatrixOf(scene.Draws[0].Transform).Point(geometry.Vector{1, 0, 0})
	require.InDeltaSlice(t, []float64{10, 2, 0}, p[:], 1e-6)
	q := geometry.MatrixOf(scene.Draws[1].Transform).Point(geometry.Vector{1, 0, 0})
	require.InDeltaSlice(t, []float64{10, -1, 5}, q[:], 1e-6)
	require.False(t, scene.Draws[0].State.FrontCW)
	require.True(t, scene.Draws[1].State.FrontCW)
}

func TestGLTFFrontFacesOfASphereSurviveCulling(t *testing.T) {
	for _, scale := range [][]float64{{1, 1, 1}, {-2, 2, 2}, {-1, -1, -1}, {-1, -1, 1}} {
		s := load(t, save(t, "a.gltf", sphereDocument(scale).Embedded()))
		require.True(t, s.Draws[0].State.CullBack)
		front, back, wrong := facing(s, s.FitCamera(1, 1))
		require.Zero(t, wrong, scale)
		require.Greater(t, min(front, back), 50, scale)
	}
}

func TestGLTFAttributeFormats(t *testing.T) {
	d := document.Square()
	a := d.Primitive()["attributes"].(document.Object)
	a["NORMAL"] = d.Add("VEC3", 5126, 4, make([]float32, 12), nil)
	a["TEXCOORD_0"] = d.Add("VEC2", 5123, 4, []uint16{0, 65535, 0, 0, 0, 0, 0, 0}, document.Object{"normalized": true})
	a["COLOR_0"] = d.Add("VEC4", 5123, 4, append([]uint16{65535, 257, 0, 32896}, make([]uint16, 12)...), document.Object{"normalized": true})
	v := load(t, save(t, "a.gltf", d.Embedded())).Meshes[0].Vertices[0]
	require.Equal(t, [2]float32{0, 1}, v.UV)
	require.InDeltaSlice(t, []float32{1, 1. / 255, 0, 1}, v.Color[:], 2e-3, "alpha of what is opaque counts for nothing")
	d.Primitive()["material"] = 0
	d.Top["materials"] = []any{document.Object{"alphaMode": "BLEND"}}
	v = load(t, save(t, "a.gltf", d.Embedded())).Meshes[0].Vertices[0]
	require.InDelta(t, 128.5/256, v.Color[3], 2e-3)

	a["COLOR_0"] = d.Add("VEC3", 5126, 4, append([]float32{0.5, 0.25, 1}, make([]float32, 9)...), nil)
	a["TEXCOORD_0"] = d.Add("VEC2", 5126, 4, append([]float32{-1.5, 7}, make([]float32, 6)...), nil)
	v = load(t, save(t, "a.gltf", d.Embedded())).Meshes[0].Vertices[0]
	require.Equal(t, [4]float32{0.5, 0.25, 1, 1}, v.Color, "floats are taken as they are")
	require.Equal(t, [2]float32{-1.5, 7}, v.UV)
}

func TestGLTFQuantizedAttributes(t *testing.T) {
	d := document.Square()
	d.Top["extensionsUsed"], d.Top["extensionsRequired"] = []string{"KHR_mesh_quantization"}, []string{"KHR_mesh_quantization"}
	a := d.Primitive()["attributes"].(document.Object)
	a["POSITION"] = d.Add("VEC3", 5123, 4, []uint16{0, 0, 0, 0, 300, 0, 0, 0, 0, 300, 0, 0, 300, 300, 0, 0}, nil)
	d.Views[len(d.Views)-1].(document.Object)["byteStride"] = 8
	a["NORMAL"] = d.Add("VEC3", 5120, 4, []int8{0, 0, 127, 0, 0, -128, 0, 0, 0, 0, 64, 0, 0, 0, 0, 0}, document.Object{"normalized": true})
	d.Views[len(d.Views)-1].(document.Object)["byteStride"] = 4
	s := load(t, save(t, "a.gltf", d.Embedded()))
	require.Empty(t, s.Remarks)
	v := s.Meshes[0].Vertices
	require.Equal(t, [3]float32{300, 300, 0}, v[3].Pos, "plain integers")
	require.Equal(t, [3]float32{0, 0, 1}, v[0].Normal)
	require.Equal(t, [3]float32{0, -1, 0}, v[1].Normal, "normalised integers, -128 clamped")
}

func TestGLTFSparseAccessor(t *testing.T) {
	d := document.Square()
	index := d.Add("SCALAR", 5123, 1, []uint16{3}, nil)
	value := d.Add("VEC3", 5126, 1, []float32{9, 8, 7}, nil)
	d.Accessors[0].(document.Object)["sparse"] = document.Object{"count": 1,
		"indices": document.Object{"bufferView": index, "componentType": 5123}, "values": document.Object{"bufferView": value}}
	d.Primitive()["attributes"].(document.Object)["NORMAL"] = d.Add("VEC3", 5126, 4, make([]float32, 12), nil)
	m := load(t, save(t, "a.gltf", d.Embedded())).Meshes[0]
	require.Equal(t, [3]float32{9, 8, 7}, m.Vertices[3].Pos)
	require.Equal(t, [3]float32{0, 1, 0}, m.Vertices[2].Pos)
}

func TestGLTFMaterial(t *testing.T) {
	d := document.Square()
	d.Primitive()["material"] = 0
	d.Primitive()["attributes"].(document.Object)["TEXCOORD_1"] = d.Add("VEC2", 5126, 4, []float32{0.5, 1, 0, 0, 0, 0, 0, 0}, nil)
	d.Top["materials"] = []any{document.Object{
		"alphaMode": "BLEND", "doubleSided": true, "extensions": document.Object{"KHR_materials_unlit": document.Object{}},
		"pbrMetallicRoughness": document.Object{
			"baseColorFactor": []float64{1, 0.5, 0.25, 0.75},
			"baseColorTexture": document.Object{"index": 0, "texCoord": 1,
				"extensions": document.Object{"KHR_texture_transform": document.Object{"offset": []float64{0.25, 0}, "scale": []float64{2, 1}}}}},
	}}
	d.Top["textures"] = []any{document.Object{"source": 0, "sampler": 0}}
	d.Top["samplers"] = []any{document.Object{"wrapS": 33071, "wrapT": 33648}}
	d.Top["images"] = []any{document.Object{"uri": "tex.png"}}
	path := save(t, "a.gltf", d.Embedded())
	saveTexture(t, filepath.Join(filepath.Dir(path), "tex.png"))
	s := load(t, path)
	draw := s.Draws[0]
	require.Equal(t, [4]float32{1, 0.5, 0.25, 0.75}, draw.BaseColor)
	require.False(t, draw.Lighting)
	require.False(t, draw.State.CullBack || draw.State.CullFront || draw.State.DepthWrite)
	require.Equal(t, scene.Blend{Enable: true, SrcColor: 6, DstColor: 7, SrcAlpha: 1, DstAlpha: 7}, draw.State.Blend)
	require.Equal(t, scene.Texture{Name: "tex.png", Width: 2, Height: 1, WrapU: 1, WrapV: 2, Mag: 1, Min: 1, Mip: 2, Levels: 2, SRGB: true, Pix: []byte{255, 0, 0, 255, 0, 255, 0, 128}}, s.Textures[0])
	require.Equal(t, [2]float32{1.25, 1}, s.Meshes[0].Vertices[0].UV)

	image, err := os.ReadFile(filepath.Join(filepath.Dir(path), "tex.png"))
	require.NoError(t, err)
	d.Top["images"] = []any{document.Object{"uri": "data:image/png;base64," + base64.StdEncoding.EncodeToString(image)}}
	require.Equal(t, s.Textures[0].Pix, load(t, save(t, "a.gltf", d.Embedded())).Textures[0].Pix)
	d.Bin = append(d.Bin, image...)
	d.Views = append(d.Views, document.Object{"buffer": 0, "byteOffset": len(d.Bin) - len(image), "byteLength": len(image)})
	d.Top["images"] = []any{document.Object{"bufferView": len(d.Views) - 1, "mimeType": "image/png"}}
	require.Equal(t, s.Textures[0].Pix, load(t, save(t, "a.glb", string(d.GLB()))).Textures[0].Pix)
}

func TestGLTFCameras(t *testing.T) {
	d := document.Square()
	d.Top["nodes"] = []any{document.Object{"mesh": 0}, document.Object{"camera": 0, "translation": []float64{1, 2, 8}}, document.Object{"camera": 1}}
	d.Top["cameras"] = []any{
		document.Object{"type": "perspective", "perspective": document.Object{"yfov": math.Pi / 3, "znear": 0.5, "zfar": 20}},
		document.Object{"type": "orthographic", "orthographic": document.Object{"xmag": 2, "ymag": 4, "znear": 1, "zfar": 11}},
	}
	s := load(t, save(t, "a.gltf", d.Embedded()))
	require.True(t, s.HasCamera)
	require.InDelta(t, 60, s.Camera.FovDegrees, 1e-4)
	require.Equal(t, [3]float32{1, 2, 8}, s.Camera.Eye)
	require.Equal(t, [3]float32{1, 2, 7}, s.Camera.Target)

	d.Top["nodes"] = []any{document.Object{"mesh": 0}, document.Object{"camera": 1, "translation": []float64{0, 0, 8}}}
	m := load(t, save(t, "a.gltf", d.Embedded())).Camera.ViewProjectionMatrix(7, 9)
	require.InDeltaSlice(t, []float64{1, -1, 0, 1}, slice(projected(m, [3]float32{2, 4, 7})), 1e-6)
	require.InDelta(t, 1, projected(m, [3]float32{0, 0, -3})[2], 1e-6)
}

func TestGLTFMaskKills(t *testing.T) {
	d := document.Square()
	d.Top["materials"] = []any{document.Object{"alphaMode": "MASK"}, document.Object{"alphaMode": "MASK", "alphaCutoff": 0.25}}
	for material, want := range []float32{0.5, 0.25} {
		d.Primitive()["material"] = material
		s := load(t, save(t, "a.gltf", d.Embedded()))
		require.Equal(t, &want, s.Draws[0].State.Kill)
		require.True(t, s.Draws[0].State.LateTest)
		require.EqualValues(t, 0b0111, s.Draws[0].State.WriteMask, "alpha is not drawn")
		require.Empty(t, s.Remarks)
	}
}

func TestGLTFSamplersFilter(t *testing.T) {
	const nearest, linear = 9728, 9729
	d := document.Square()
	d.Primitive()["material"] = 0
	d.Top["materials"] = []any{document.Object{"pbrMetallicRoughness": document.Object{"baseColorTexture": document.Object{"index": 0}}}}
	d.Top["textures"] = []any{document.Object{"source": 0, "sampler": 0}}
	d.Top["images"] = []any{document.Object{"uri": "tex.png"}}
	for _, c := range []struct {
		sampler document.Object
		want    [4]uint32 // mag, min, mip, levels
	}{
		{document.Object{}, [4]uint32{1, 1, 2, 2}},
		{document.Object{"magFilter": nearest, "minFilter": nearest}, [4]uint32{0, 0, 0, 1}},
		{document.Object{"magFilter": linear, "minFilter": linear}, [4]uint32{1, 1, 0, 1}},
		{document.Object{"minFilter": 9984}, [4]uint32{1, 0, 1, 2}},
		{document.Object{"minFilter": 9985}, [4]uint32{1, 1, 1, 2}},
		{document.Object{"minFilter": 9986}, [4]uint32{1, 0, 2, 2}},
		{document.Object{"minFilter": 9987}, [4]uint32{1, 1, 2, 2}},
	} {
		d.Top["samplers"] = []any{c.sampler}
		path := save(t, "a.gltf", d.Embedded())
		saveTexture(t, filepath.Join(filepath.Dir(path), "tex.png"))
		x := load(t, path).Textures[0]
		require.Equal(t, c.want, [4]uint32{x.Mag, x.Min, x.Mip, uint32(x.Levels)}, "%v", c.sampler)
	}
}

// sphereDocument is a sphere with normals under a node with the given scale.
func sphereDocument(scale []float64) *document.Document {
	d := &document.Document{}
	m := shapes.SphereMesh("", 16, 8, 1)
	var positions, normals []float32
	for _, v := range m.Vertices {
		positions = append(positions, v.Pos[:]...)
		normals = append(normals, v.Normal[:]...)
	}
	n := len(m.Vertices)
	attributes := document.Object{"POSITION": d.Add("VEC3", 5126, n, positions, nil), "NORMAL": d.Add("VEC3", 5126, n, normals, nil)}
	d.Top = document.Object{
		"nodes": []any{document.Object{"mesh": 0, "scale": scale}},
		"meshes": []any{document.Object{"primitives": []any{document.Object{"attributes": attributes,
			"indices": d.Add("SCALAR", 5125, len(m.Indices), m.Indices, nil)}}}},
	}
	return d
}

func slice(v [4]float64) []float64 { return v[:] }
