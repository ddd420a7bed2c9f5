package scene

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"maps"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

type object = map[string]any

// document builds small glTF files.
type document struct {
	bin              []byte
	views, accessors []any
	top              object
}

// add stores values, all of one numeric type, and returns the accessor's number.
func (d *document) add(kind string, component, count int, values any, more object) int {
	start := len(d.bin)
	d.bin, _ = binary.Append(d.bin, binary.LittleEndian, values)
	length := len(d.bin) - start
	for len(d.bin)%4 != 0 {
		d.bin = append(d.bin, 0)
	}
	d.views = append(d.views, object{"buffer": 0, "byteOffset": start, "byteLength": length})
	a := object{"bufferView": len(d.views) - 1, "componentType": component, "count": count, "type": kind}
	maps.Copy(a, more)
	d.accessors = append(d.accessors, a)
	return len(d.accessors) - 1
}

func (d *document) json(uri string) []byte {
	top := object{"asset": object{"version": "2.0"}, "bufferViews": d.views, "accessors": d.accessors}
	buffer := object{"byteLength": len(d.bin)}
	if uri != "" {
		buffer["uri"] = uri
	}
	top["buffers"] = []any{buffer}
	maps.Copy(top, d.top)
	text, _ := json.Marshal(top)
	return text
}

func (d *document) embedded() string {
	return string(d.json("data:application/gltf-buffer;base64," + base64.StdEncoding.EncodeToString(d.bin)))
}

func (d *document) glb() []byte {
	text := d.json("")
	for len(text)%4 != 0 {
		text = append(text, ' ')
	}
	var b bytes.Buffer
	for _, part := range []any{[]byte("glTF"), uint32(2), uint32(28 + len(text) + len(d.bin)),
		uint32(len(text)), uint32(glbChunkJSON), text, uint32(len(d.bin)), uint32(glbChunkBIN), d.bin} {
		_ = binary.Write(&b, binary.LittleEndian, part)
	}
	return b.Bytes()
}

var square = []float32{0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0}

// squareDocument draws a square as a strip of two triangles, mode 5, without normals or indices.
func squareDocument() *document {
	d := &document{}
	position := d.add("VEC3", 5126, 4, square, nil)
	d.top = object{
		"nodes":  []any{object{"mesh": 0}},
		"meshes": []any{object{"name": "square", "primitives": []any{object{"attributes": object{"POSITION": position}, "mode": 5}}}},
	}
	return d
}

func (d *document) primitive() object {
	return d.top["meshes"].([]any)[0].(object)["primitives"].([]any)[0].(object)
}

func TestGLTFEmbeddedExternalAndBinaryAreTheSame(t *testing.T) {
	d := squareDocument()
	one := load(t, save(t, "square.gltf", d.embedded()))
	two := load(t, save(t, "square.gltf", string(d.json("my%20data.bin")), "my data.bin", string(d.bin)))
	three := load(t, save(t, "square.glb", string(d.glb())))
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
	for mode, want := range []int{0: 0, 1: 0, 2: 0, 3: 0, 4: 1, 5: 2, 6: 2} {
		d := squareDocument()
		d.primitive()["mode"] = mode
		d.primitive()["attributes"].(object)["NORMAL"] = d.add("VEC3", 5126, 4, []float32{0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1}, nil)
		s, err := Load(save(t, "a.gltf", d.embedded()))
		if want == 0 {
			require.ErrorContains(t, err, "no triangles", "mode %d", mode)
			continue
		}
		require.NoError(t, err)
		require.Equal(t, want, s.Triangles(), "mode %d", mode)
		require.Equal(t, Topology(mode-4), s.Meshes[0].Topology)
	}
}

func TestGLTFIndicesOfEverySize(t *testing.T) {
	for component, values := range map[int]any{5121: []uint8{0, 1, 2, 2, 1, 3}, 5123: []uint16{0, 1, 2, 2, 1, 3}, 5125: []uint32{0, 1, 2, 2, 1, 3}} {
		d := squareDocument()
		d.primitive()["mode"] = 4
		d.primitive()["indices"] = d.add("SCALAR", component, 6, values, nil)
		d.primitive()["attributes"].(object)["NORMAL"] = d.add("VEC3", 5126, 4, make([]float32, 12), nil)
		require.Equal(t, []uint32{0, 1, 2, 2, 1, 3}, load(t, save(t, "a.gltf", d.embedded())).Meshes[0].Indices)
	}
}

func TestGLTFNodesComposeAndMirroringTurnsTheFront(t *testing.T) {
	d := squareDocument()
	s := math.Sqrt(0.5)
	d.top["nodes"] = []any{
		object{"children": []int{1, 2}, "translation": []float64{10, 0, 0}, "rotation": []float64{0, 0, s, s}},
		object{"mesh": 0, "scale": []float64{2, 2, 2}},
		object{"mesh": 0, "matrix": []float64{-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 5, 1}},
	}
	scene := load(t, save(t, "a.gltf", d.embedded()))
	require.Len(t, scene.Meshes, 1, "one mesh, two draws")
	require.Len(t, scene.Draws, 2)
	p := matrixOf(scene.Draws[0].Transform).point(vector{1, 0, 0})
	require.InDeltaSlice(t, []float64{10, 2, 0}, p[:], 1e-6)
	q := matrixOf(scene.Draws[1].Transform).point(vector{1, 0, 0})
	require.InDeltaSlice(t, []float64{10, -1, 5}, q[:], 1e-6)
	require.False(t, scene.Draws[0].State.FrontCW)
	require.True(t, scene.Draws[1].State.FrontCW)
}

// sphereDocument is a sphere with normals under a node with the given scale.
func sphereDocument(scale []float64) *document {
	d := &document{}
	m := sphereMesh("", 16, 8, 1)
	var positions, normals []float32
	for _, v := range m.Vertices {
		positions = append(positions, v.Pos[:]...)
		normals = append(normals, v.Normal[:]...)
	}
	n := len(m.Vertices)
	attributes := object{"POSITION": d.add("VEC3", 5126, n, positions, nil), "NORMAL": d.add("VEC3", 5126, n, normals, nil)}
	d.top = object{
		"nodes": []any{object{"mesh": 0, "scale": scale}},
		"meshes": []any{object{"primitives": []any{object{"attributes": attributes,
			"indices": d.add("SCALAR", 5125, len(m.Indices), m.Indices, nil)}}}},
	}
	return d
}

func TestGLTFFrontFacesOfASphereSurviveCulling(t *testing.T) {
	for _, scale := range [][]float64{{1, 1, 1}, {-2, 2, 2}, {-1, -1, -1}, {-1, -1, 1}} {
		s := load(t, save(t, "a.gltf", sphereDocument(scale).embedded()))
		require.True(t, s.Draws[0].State.CullBack)
		front, back, wrong := facing(s, s.FitCamera())
		require.Zero(t, wrong, scale)
		require.Greater(t, min(front, back), 50, scale)
	}
}

func TestGLTFAttributeFormats(t *testing.T) {
	d := squareDocument()
	a := d.primitive()["attributes"].(object)
	a["NORMAL"] = d.add("VEC3", 5126, 4, make([]float32, 12), nil)
	a["TEXCOORD_0"] = d.add("VEC2", 5123, 4, []uint16{0, 65535, 0, 0, 0, 0, 0, 0}, object{"normalized": true})
	a["COLOR_0"] = d.add("VEC4", 5123, 4, append([]uint16{65535, 257, 0, 32896}, make([]uint16, 12)...), object{"normalized": true})
	v := load(t, save(t, "a.gltf", d.embedded())).Meshes[0].Vertices[0]
	require.Equal(t, [2]float32{0, 1}, v.UV)
	require.InDeltaSlice(t, []float32{1, 1. / 255, 0, 128.5 / 256}, v.Color[:], 2e-3)

	a["COLOR_0"] = d.add("VEC3", 5126, 4, append([]float32{0.5, 0.25, 1}, make([]float32, 9)...), nil)
	a["TEXCOORD_0"] = d.add("VEC2", 5126, 4, append([]float32{-1.5, 7}, make([]float32, 6)...), nil)
	v = load(t, save(t, "a.gltf", d.embedded())).Meshes[0].Vertices[0]
	require.Equal(t, [4]float32{0.5, 0.25, 1, 1}, v.Color, "floats are taken as they are")
	require.Equal(t, [2]float32{-1.5, 7}, v.UV)
}

func TestGLTFQuantizedAttributes(t *testing.T) {
	d := squareDocument()
	d.top["extensionsUsed"], d.top["extensionsRequired"] = []string{"KHR_mesh_quantization"}, []string{"KHR_mesh_quantization"}
	a := d.primitive()["attributes"].(object)
	a["POSITION"] = d.add("VEC3", 5123, 4, []uint16{0, 0, 0, 0, 300, 0, 0, 0, 0, 300, 0, 0, 300, 300, 0, 0}, nil)
	d.views[len(d.views)-1].(object)["byteStride"] = 8
	a["NORMAL"] = d.add("VEC3", 5120, 4, []int8{0, 0, 127, 0, 0, -128, 0, 0, 0, 0, 64, 0, 0, 0, 0, 0}, object{"normalized": true})
	d.views[len(d.views)-1].(object)["byteStride"] = 4
	s := load(t, save(t, "a.gltf", d.embedded()))
	require.Empty(t, s.Remarks)
	v := s.Meshes[0].Vertices
	require.Equal(t, [3]float32{300, 300, 0}, v[3].Pos, "plain integers")
	require.Equal(t, [3]float32{0, 0, 1}, v[0].Normal)
	require.Equal(t, [3]float32{0, -1, 0}, v[1].Normal, "normalised integers, -128 clamped")
}

func TestGLTFSparseAccessor(t *testing.T) {
	d := squareDocument()
	index := d.add("SCALAR", 5123, 1, []uint16{3}, nil)
	value := d.add("VEC3", 5126, 1, []float32{9, 8, 7}, nil)
	d.accessors[0].(object)["sparse"] = object{"count": 1,
		"indices": object{"bufferView": index, "componentType": 5123}, "values": object{"bufferView": value}}
	d.primitive()["attributes"].(object)["NORMAL"] = d.add("VEC3", 5126, 4, make([]float32, 12), nil)
	m := load(t, save(t, "a.gltf", d.embedded())).Meshes[0]
	require.Equal(t, [3]float32{9, 8, 7}, m.Vertices[3].Pos)
	require.Equal(t, [3]float32{0, 1, 0}, m.Vertices[2].Pos)
}

func TestGLTFMaterial(t *testing.T) {
	d := squareDocument()
	d.primitive()["material"] = 0
	d.primitive()["attributes"].(object)["TEXCOORD_1"] = d.add("VEC2", 5126, 4, []float32{0.5, 1, 0, 0, 0, 0, 0, 0}, nil)
	d.top["materials"] = []any{object{
		"alphaMode": "BLEND", "doubleSided": true, "extensions": object{"KHR_materials_unlit": object{}},
		"pbrMetallicRoughness": object{
			"baseColorFactor": []float64{1, 0.5, 0.25, 0.75},
			"baseColorTexture": object{"index": 0, "texCoord": 1,
				"extensions": object{"KHR_texture_transform": object{"offset": []float64{0.25, 0}, "scale": []float64{2, 1}}}}},
	}}
	d.top["textures"] = []any{object{"source": 0, "sampler": 0}}
	d.top["samplers"] = []any{object{"wrapS": 33071, "wrapT": 33648}}
	d.top["images"] = []any{object{"uri": "tex.png"}}
	path := save(t, "a.gltf", d.embedded())
	saveTexture(t, filepath.Join(filepath.Dir(path), "tex.png"))
	s := load(t, path)
	draw := s.Draws[0]
	require.Equal(t, [4]float32{1, 0.5, 0.25, 0.75}, draw.BaseColor)
	require.False(t, draw.Lighting)
	require.False(t, draw.State.CullBack || draw.State.CullFront || draw.State.DepthWrite)
	require.Equal(t, Blend{Enable: true, SrcColor: 6, DstColor: 7, SrcAlpha: 1, DstAlpha: 7}, draw.State.Blend)
	require.Equal(t, Texture{Name: "tex.png", Width: 2, Height: 1, WrapU: 1, WrapV: 2, Mag: 1, Min: 1, Mip: 2, Levels: 2, Pix: []byte{255, 0, 0, 255, 0, 255, 0, 128}}, s.Textures[0])
	require.Equal(t, [2]float32{1.25, 1}, s.Meshes[0].Vertices[0].UV)

	image, err := os.ReadFile(filepath.Join(filepath.Dir(path), "tex.png"))
	require.NoError(t, err)
	d.top["images"] = []any{object{"uri": "data:image/png;base64," + base64.StdEncoding.EncodeToString(image)}}
	require.Equal(t, s.Textures[0].Pix, load(t, save(t, "a.gltf", d.embedded())).Textures[0].Pix)
	d.bin = append(d.bin, image...)
	d.views = append(d.views, object{"buffer": 0, "byteOffset": len(d.bin) - len(image), "byteLength": len(image)})
	d.top["images"] = []any{object{"bufferView": len(d.views) - 1, "mimeType": "image/png"}}
	require.Equal(t, s.Textures[0].Pix, load(t, save(t, "a.glb", string(d.glb()))).Textures[0].Pix)
}

func TestGLTFBlendedDrawsComeLast(t *testing.T) {
	d := squareDocument()
	attributes := d.primitive()["attributes"]
	d.top["materials"] = []any{object{"alphaMode": "BLEND"}}
	d.top["meshes"] = []any{object{"primitives": []any{
		object{"attributes": attributes, "material": 0}, object{"attributes": attributes}}}}
	s := load(t, save(t, "a.gltf", d.embedded()))
	require.False(t, s.Draws[0].State.Blend.Enable)
	require.True(t, s.Draws[1].State.Blend.Enable)
}

func TestGLTFCameras(t *testing.T) {
	d := squareDocument()
	d.top["nodes"] = []any{object{"mesh": 0}, object{"camera": 0, "translation": []float64{1, 2, 8}}, object{"camera": 1}}
	d.top["cameras"] = []any{
		object{"type": "perspective", "perspective": object{"yfov": math.Pi / 3, "znear": 0.5, "zfar": 20}},
		object{"type": "orthographic", "orthographic": object{"xmag": 2, "ymag": 4, "znear": 1, "zfar": 11}},
	}
	s := load(t, save(t, "a.gltf", d.embedded()))
	require.True(t, s.HasCamera)
	require.InDelta(t, 60, s.Camera.FovDegrees, 1e-4)
	require.Equal(t, [3]float32{1, 2, 8}, s.Camera.Eye)
	require.Equal(t, [3]float32{1, 2, 7}, s.Camera.Target)

	d.top["nodes"] = []any{object{"mesh": 0}, object{"camera": 1, "translation": []float64{0, 0, 8}}}
	m := load(t, save(t, "a.gltf", d.embedded())).Camera.ViewProjectionMatrix(7, 9)
	require.InDeltaSlice(t, []float64{1, -1, 0, 1}, sliceOf(project(m, [3]float32{2, 4, 7})), 1e-6)
	require.InDelta(t, 1, project(m, [3]float32{0, 0, -3})[2], 1e-6)
}

func sliceOf(v [4]float64) []float64 { return v[:] }

func TestGLTFRemarks(t *testing.T) {
	d := squareDocument()
	d.top["extensionsUsed"] = []string{"KHR_materials_sheen"}
	d.top["skins"] = []any{object{"joints": []int{0}}}
	d.top["animations"] = []any{object{"channels": []any{}, "samplers": []any{}}}
	require.Len(t, load(t, save(t, "a.gltf", d.embedded())).Remarks, 3)
}

func TestGLTFMaskKills(t *testing.T) {
	d := squareDocument()
	d.top["materials"] = []any{object{"alphaMode": "MASK"}, object{"alphaMode": "MASK", "alphaCutoff": 0.25}}
	for material, want := range []float32{0.5, 0.25} {
		d.primitive()["material"] = material
		s := load(t, save(t, "a.gltf", d.embedded()))
		require.Equal(t, &want, s.Draws[0].State.Kill)
		require.True(t, s.Draws[0].State.LateTest)
		require.Empty(t, s.Remarks)
	}
}

func TestGLTFSamplersFilter(t *testing.T) {
	const nearest, linear = 9728, 9729
	d := squareDocument()
	d.primitive()["material"] = 0
	d.top["materials"] = []any{object{"pbrMetallicRoughness": object{"baseColorTexture": object{"index": 0}}}}
	d.top["textures"] = []any{object{"source": 0, "sampler": 0}}
	d.top["images"] = []any{object{"uri": "tex.png"}}
	for _, c := range []struct {
		sampler object
		want    [4]uint32 // mag, min, mip, levels
	}{
		{object{}, [4]uint32{1, 1, 2, 2}},
		{object{"magFilter": nearest, "minFilter": nearest}, [4]uint32{0, 0, 0, 1}},
		{object{"magFilter": linear, "minFilter": linear}, [4]uint32{1, 1, 0, 1}},
		{object{"minFilter": 9984}, [4]uint32{1, 0, 1, 2}},
		{object{"minFilter": 9985}, [4]uint32{1, 1, 1, 2}},
		{object{"minFilter": 9986}, [4]uint32{1, 0, 2, 2}},
		{object{"minFilter": 9987}, [4]uint32{1, 1, 2, 2}},
	} {
		d.top["samplers"] = []any{c.sampler}
		path := save(t, "a.gltf", d.embedded())
		saveTexture(t, filepath.Join(filepath.Dir(path), "tex.png"))
		x := load(t, path).Textures[0]
		require.Equal(t, c.want, [4]uint32{x.Mag, x.Min, x.Mip, uint32(x.Levels)}, "%v", c.sampler)
	}
}

func TestGLTFErrors(t *testing.T) {
	for want, change := range map[string]func(d *document){
		`a.gltf: asset.version is "1.0"`:             func(d *document) { d.top["asset"] = object{"version": "1.0"} },
		"requires extension KHR_draco":               func(d *document) { d.top["extensionsRequired"] = []string{"KHR_draco_mesh_compression"} },
		"refers to accessor 7; there are 1":          func(d *document) { d.primitive()["attributes"] = object{"POSITION": 7} },
		"refers to material 3":                       func(d *document) { d.primitive()["material"] = 3 },
		"refers to mesh 1":                           func(d *document) { d.top["nodes"] = []any{object{"mesh": 1}} },
		"refers to node 5":                           func(d *document) { d.top["nodes"] = []any{object{"children": []int{5}}} },
		"node 0 has two parents or is its own":       func(d *document) { d.top["scenes"] = []any{object{"nodes": []int{0, 0}}} },
		"refers to scene 2":                          func(d *document) { d.top["scenes"], d.top["scene"] = []any{object{}}, 2 },
		"no triangles to draw":                       func(d *document) { d.top["nodes"] = []any{} },
		"buffer view 0 is too short":                 func(d *document) { d.accessors[0].(object)["count"] = 5 },
		"too large: 99999999999 elements":            func(d *document) { d.accessors[0].(object)["count"] = 99999999999 },
		"accessor 0: too large: -1 elements":         func(d *document) { d.accessors[0].(object)["count"] = -1 },
		"do not fit its":                             func(d *document) { d.accessors[0].(object)["byteOffset"] = -4 },
		"offset -4, length 48":                       func(d *document) { d.views[0].(object)["byteOffset"] = -4 },
		"refers to buffer 1":                         func(d *document) { d.views[0].(object)["buffer"] = 1 },
		"accessor 0: type MAT2; [VEC3] was expected": func(d *document) { d.accessors[0].(object)["type"] = "MAT2" },
		"cannot unmarshal":                           func(d *document) { d.top["nodes"] = "none" },
		"vertex 2: position":                         func(d *document) { binary.LittleEndian.PutUint32(d.bin[2*12:], 0x7fc00000) },
		"texture 0: image 0: refers to file":         withImage("gone.png"),
		"texture 0: image \"rubbish.png\"":           withImage("rubbish.png"),
		"path escapes":                               withImage("../outside.png"),
		"with scheme https":                          withImage("https://example.org/a.png"),
		"NORMAL: 3 values for 4 positions": func(d *document) {
			d.primitive()["attributes"].(object)["NORMAL"] = d.add("VEC3", 5126, 3, make([]float32, 9), nil)
		},
		"index number 1 is 4, but there are only 4": func(d *document) { d.primitive()["indices"] = d.add("SCALAR", 5123, 3, []uint16{0, 4, 1}, nil) },
		"unsigned integers were expected":           func(d *document) { d.primitive()["indices"] = d.add("SCALAR", 5126, 3, []float32{0, 1, 2}, nil) },
		"camera 0 is neither":                       func(d *document) { d.top["cameras"], d.top["nodes"] = []any{object{}}, []any{object{"camera": 0}} },
		"field of view 0 degrees; between 0 and 180 w": func(d *document) {
			d.top["cameras"] = []any{object{"perspective": object{"znear": 1}}}
			d.top["nodes"] = []any{object{"camera": 0, "mesh": 0}}
		},
	} {
		d := squareDocument()
		change(d)
		_, err := Load(save(t, "a.gltf", d.embedded(), "rubbish.png", "rubbish"))
		require.ErrorContains(t, err, want)
		require.ErrorContains(t, err, "a.gltf")
	}
}

func withImage(uri string) func(d *document) {
	return func(d *document) {
		d.primitive()["material"] = 0
		d.top["materials"] = []any{object{"pbrMetallicRoughness": object{"baseColorTexture": object{"index": 0}}}}
		d.top["textures"] = []any{object{"source": 0}}
		d.top["images"] = []any{object{"uri": uri}}
	}
}

func TestGLTFBufferFiles(t *testing.T) {
	d := squareDocument()
	_, err := Load(save(t, "a.gltf", string(d.json("gone.bin"))))
	require.ErrorContains(t, err, `buffer 0: refers to file "gone.bin"`)
	require.ErrorContains(t, err, "no such file")
	_, err = Load(save(t, "a.gltf", string(d.json("short.bin")), "short.bin", "abc"))
	require.ErrorContains(t, err, "buffer 0 (short.bin): truncated: 3 bytes; byteLength says 48")
	_, err = Load(save(t, "sub/a.gltf", string(d.json("../out.bin")), "out.bin", string(d.bin)))
	require.ErrorContains(t, err, `refers to file "../out.bin"`)
	_, err = Load(save(t, "a.gltf", string(d.json("")), "out.bin", string(d.bin)))
	require.ErrorContains(t, err, "no binary chunk")
	require.Equal(t, 2, load(t, save(t, "a.gltf", string(d.json("sub/../b/in.bin")), "b/in.bin", string(d.bin), "sub/x", "")).Triangles())

	path := save(t, "a.gltf", string(d.json("link.bin")))
	outside := save(t, "out.bin", string(d.bin))
	require.NoError(t, os.Symlink(outside, filepath.Join(filepath.Dir(path), "link.bin")))
	_, err = Load(path)
	require.ErrorContains(t, err, `refers to file "link.bin"`)
}

func TestGLBContainerErrors(t *testing.T) {
	good := squareDocument().glb()
	patched := func(at int, value uint32) []byte {
		b := bytes.Clone(good)
		binary.LittleEndian.PutUint32(b[at:], value)
		return b
	}
	for want, data := range map[string][]byte{
		`begins with "soli"`:            []byte("solid cube"),
		`begins with ""`:                nil,
		"truncated: 12 bytes; a header": good[:12],
		"truncated: 100 bytes; the":     good[:100],
		"says 5 bytes":                  patched(8, 5),
		"version 1":                     patched(4, 1),
		"JSON (0x4e4f534a) was":         patched(16, 5),
		"the JSON chunk has":            patched(12, 1<<31),
	} {
		_, err := Load(save(t, "a.glb", string(data)))
		require.ErrorContains(t, err, want)
	}
}

func TestGLTFSyntaxErrorsArePlaced(t *testing.T) {
	_, err := Load(save(t, "a.gltf", "{\n  \"asset\": ?\n}"))
	require.ErrorContains(t, err, "a.gltf:2:12: not a glTF document")
}
