package scenefile

import (
	"bytes"
	"encoding/binary"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/tb/scene"
	"tilemark/tb/scene/gltf/document"
)

func TestGLTFErrors(t *testing.T) {
	for want, change := range map[string]func(d *document.Document){
		`a.gltf: asset.version is "1.0"`:                                     func(d *document.Document) { d.Top["asset"] = document.Object{"version": "1.0"} },
		"KHR_materials_sheen, which is not supported; KHR_materials_unlit, ": func(d *document.Document) { d.Top["extensionsRequired"] = []string{"KHR_materials_sheen"} },
		"node 1 has two parents, nodes 0 and 2; one": func(d *document.Document) {
			d.Top["nodes"] = []any{document.Object{"children": []int{1}}, document.Object{"mesh": 0}, document.Object{"children": []int{1}}}
		},
		"node 0: refers to node 9": func(d *document.Document) { d.Top["nodes"] = []any{document.Object{"mesh": 0, "children": []int{9}}} },
		"2 weights for 0 morph targets": func(d *document.Document) {
			d.Top["nodes"] = []any{document.Object{"mesh": 0, "weights": []float64{1, 0}}}
		},
		"emissive_strength: json: cannot unmarshal": func(d *document.Document) {
			d.Primitive()["material"] = 0
			d.Top["materials"] = []any{document.Object{"extensions": document.Object{"KHR_materials_emissive_strength": document.Object{"emissiveStrength": "much"}}}}
		},
		"data URI data:image/png,x; data:...;base64,... was": document.WithImage("data:image/png,x"),
		"requires extension KHR_draco":                       func(d *document.Document) { d.Top["extensionsRequired"] = []string{"KHR_draco_mesh_compression"} },
		"refers to accessor 7; there are 1":                  func(d *document.Document) { d.Primitive()["attributes"] = document.Object{"POSITION": 7} },
		"refers to material 3":                               func(d *document.Document) { d.Primitive()["material"] = 3 },
		"refers to mesh 1":                                   func(d *document.Document) { d.Top["nodes"] = []any{document.Object{"mesh": 1}} },
		"refers to node 5":                                   func(d *document.Document) { d.Top["nodes"] = []any{document.Object{"children": []int{5}}} },
		"node 0 has two parents or is its own":               func(d *document.Document) { d.Top["scenes"] = []any{document.Object{"nodes": []int{0, 0}}} },
		"refers to scene 2":                                  func(d *document.Document) { d.Top["scenes"], d.Top["scene"] = []any{document.Object{}}, 2 },
		"no triangles to draw":                               func(d *document.Document) { d.Top["nodes"] = []any{} },
		"buffer view 0 is too short":                         func(d *document.Document) { d.Accessors[0].(document.Object)["count"] = 5 },
		"too large: 99,999,999,999 elements":                 func(d *document.Document) { d.Accessors[0].(document.Object)["count"] = 99999999999 },
		"accessor 0: too large: -1 elements":                 func(d *document.Document) { d.Accessors[0].(document.Object)["count"] = -1 },
		"do not fit its":                                     func(d *document.Document) { d.Accessors[0].(document.Object)["byteOffset"] = -4 },
		"offset -4, length 48":                               func(d *document.Document) { d.Views[0].(document.Object)["byteOffset"] = -4 },
		"refers to buffer 1":                                 func(d *document.Document) { d.Views[0].(document.Object)["buffer"] = 1 },
		"accessor 0: type MAT2; [VEC3] was expected":         func(d *document.Document) { d.Accessors[0].(document.Object)["type"] = "MAT2" },
		"cannot unmarshal":                                   func(d *document.Document) { d.Top["nodes"] = "none" },
		"vertex 2: position":                                 func(d *document.Document) { binary.LittleEndian.PutUint32(d.Bin[2*12:], 0x7fc00000) },
		"texture 0: image \"broken.png\": unexpected EOF":    document.WithImage("broken.png"),
		"NORMAL: 3 values for 4 positions": func(d *document.Document) {
			d.Primitive()["attributes"].(document.Object)["NORMAL"] = d.Add("VEC3", 5126, 3, make([]float32, 9), nil)
		},
		"index number 1 is 4; below 4, the number of vertices, was expected": func(d *document.Document) {
			d.Primitive()["indices"] = d.Add("SCALAR", 5123, 3, []uint16{0, 4, 1}, nil)
		},
		"unsigned integers were expected": func(d *document.Document) {
			d.Primitive()["indices"] = d.Add("SCALAR", 5126, 3, []float32{0, 1, 2}, nil)
		},
		"camera 0 is neither": func(d *document.Document) {
			d.Top["cameras"], d.Top["nodes"] = []any{document.Object{}}, []any{document.Object{"camera": 0}}
		},
		"field of view 0 degrees; above 0 and less than 180 w": func(d *document.Document) {
			d.Top["cameras"] = []any{document.Object{"perspective": document.Object{"znear": 1}}}
			d.Top["nodes"] = []any{document.Object{"camera": 0, "mesh": 0}}
		},
	} {
		d := document.Square()
		change(d)
		_, err := Load(save(t, "a.gltf", d.Embedded(), "broken.png", "\x89PNG\r\n\x1a\nxxxxxxxxxxxx"))
		require.ErrorContains(t, err, want)
		require.ErrorContains(t, err, "a.gltf")
	}
}

func TestGLTFBufferFiles(t *testing.T) {
	d := document.Square()
	_, err := Load(save(t, "a.gltf", string(d.JSON("gone.bin"))))
	require.ErrorContains(t, err, `buffer 0: refers to file "gone.bin"`)
	require.ErrorContains(t, err, "no such file")
	_, err = Load(save(t, "a.gltf", string(d.JSON("short.bin")), "short.bin", "abc"))
	require.ErrorContains(t, err, "buffer 0 (short.bin): truncated: 3 bytes; byteLength says 48")
	_, err = Load(save(t, "sub/a.gltf", string(d.JSON("../out.bin")), "out.bin", string(d.Bin)))
	require.ErrorContains(t, err, `refers to file "../out.bin"`)
	_, err = Load(save(t, "a.gltf", string(d.JSON("")), "out.bin", string(d.Bin)))
	require.ErrorContains(t, err, "no binary chunk")
	require.Equal(t, 2, load(t, save(t, "a.gltf", string(d.JSON("sub/../b/in.bin")), "b/in.bin", string(d.Bin), "sub/x", "")).Triangles())

	path := save(t, "a.gltf", string(d.JSON("link.bin")))
	outside := save(t, "out.bin", string(d.Bin))
	require.NoError(t, os.Symlink(outside, filepath.Join(filepath.Dir(path), "link.bin")))
	_, err = Load(path)
	require.ErrorContains(t, err, `refers to file "link.bin"`)
}

func TestGLBContainerErrors(t *testing.T) {
	good := document.Square().GLB()
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
		"type 0x4e4f534a has":           patched(12, 1<<31),
	} {
		_, err := Load(save(t, "a.glb", string(data)))
		require.ErrorContains(t, err, want)
	}
}

// Chunks of types that the format does not name are ignored, wherever they stand after the document.
func TestGLBUnknownChunksAreIgnored(t *testing.T) {
	d := document.Square()
	good := d.GLB()
	chunk := func(kind string) []byte { return append([]byte{4, 0, 0, 0}, kind+"1234"...) }
	with := func(at int) []byte {
		b := slices.Insert(bytes.Clone(good), at, append(chunk("TEXT"), chunk("\x00\x01\x02\x03")...)...)
		binary.LittleEndian.PutUint32(b[8:], uint32(len(b)))
		return b
	}
	second := len(good) - 8 - len(d.Bin)
	want := load(t, save(t, "a.glb", string(good)))
	for _, at := range []int{second, len(good)} {
		require.Equal(t, want, load(t, save(t, "a.glb", string(with(at)))), "at %d", at)
	}
	alone := with(second)[:second+24] // no binary chunk at all
	binary.LittleEndian.PutUint32(alone[8:], uint32(len(alone)))
	_, err := Load(save(t, "a.glb", string(alone)))
	require.ErrorContains(t, err, "no binary chunk in the file")
}

func TestGLTFSyntaxErrorsArePlaced(t *testing.T) {
	_, err := Load(save(t, "a.gltf", "{\n  \"asset\": ?\n}"))
	require.ErrorContains(t, err, "a.gltf:2:12: not a glTF document")
}

// What the library refuses without a place is found: the innermost value that is wrong.
func TestGLTFValuesThatAreNoneArePlaced(t *testing.T) {
	for text, want := range map[string]string{
		"{\n  \"accessors\": [{}, {\"type\": \"VEC9\"}]\n}":                                  `a.gltf:2:30: not a glTF document: "VEC9": `,
		"{\"nodes\": [\n{\"name\": \"é\", \"mesh\": 1},\n{\"name\": \"é\"}],\"cameras\": 3}": `a.gltf:3:`,
		"{\"meshes\": [{\"primitives\":\n [{\"attributes\": {\"POSITION\": \"a\"}}]}]}":      `a.gltf:2:`,
		"{\"accessors\": [{\"type\": \"\"}]}":                                                "; a value of glTF 2.0 was expected",
	} {
		_, err := Load(save(t, "a.gltf", text))
		require.ErrorContains(t, err, want)
	}
}

// An image in a format that is not decoded is left out, whichever form of texture asks for it and however often.
func TestGLTFImagesOfOtherFormatsAreRemarked(t *testing.T) {
	d := document.Square()
	document.WithImage("photo.webp")(d)
	d.Primitive()["attributes"].(document.Object)["TEXCOORD_0"] = d.Add("VEC2", 5126, 4, make([]float32, 8), nil)
	d.Top["materials"].([]any)[0].(document.Object)["emissiveFactor"] = []float64{1, 1, 1}
	d.Top["materials"].([]any)[0].(document.Object)["emissiveTexture"] = document.Object{"index": 0}
	s := load(t, save(t, "a.gltf", d.Embedded(), "photo.webp", "RIFF\x24\x00\x00\x00WEBPVP8 "))
	require.Len(t, s.Draws, 2)
	require.Equal(t, -1, s.Draws[0].Texture)
	require.Empty(t, s.Textures)
	require.Equal(t, []string{` image 0: image "photo.webp": image: unknown format; PNG or JPEG was expected: drawn without`}, said(s))
}

// Numbers of materials have the bounds of their specification, also in materials that nothing uses.
func TestGLTFFactorsOutOfRangeArePlaced(t *testing.T) {
	text := func(material string) string {
		return "{\"asset\": {\"version\": \"2.0\"},\n\"extras\": [1e9, {\"materials\": 7}],\n \"materials\": [{\"extras\": {\"emissiveFactor\": 7}},\n{" + material + "}]}"
	}
	for material, want := range map[string]string{
		`"pbrMetallicRoughness": {"baseColorFactor": [1, 0.5, 1e20, 1]}`:                                 `a.gltf:4:55: material 1: baseColorFactor 1e20; from 0 to 1 was expected`,
		`"pbrMetallicRoughness": {"basecolorfactor": [1, 1, 1, -0.5]}`:                                   `a.gltf:4:56: material 1: baseColorFactor -0.5; from 0 to 1 was expected`,
		`"pbrMetallicRoughness": {"metallicFactor": 2}`:                                                  `a.gltf:4:45: material 1: metallicFactor 2; from 0 to 1 was expected`,
		`"pbrMetallicRoughness": {"roughnessFactor": -1}`:                                                `a.gltf:4:46: material 1: roughnessFactor -1; from 0 to 1 was expected`,
		`"occlusionTexture": {"index": 3, "strength": 3}`:                                                `a.gltf:4:47: material 1: strength 3; from 0 to 1 was expected`,
		`"emissiveFactor": [0, 1.5, 0]`:                                                                  `a.gltf:4:24: material 1: emissiveFactor 1.5; from 0 to 1 was expected`,
		`"alphaCutoff": -0.1`:                                                                            `a.gltf:4:17: material 1: alphaCutoff -0.1; from 0 to 1e+30 was expected`,
		`"extensions": {"KHR_materials_emissive_strength": {"emissiveStrength": 1e31}}`:                  `a.gltf:4:73: material 1: emissiveStrength 1e31; from 0 to 1e+30 was expected`,
		`"extras": {"alphaCutoff": -1}, "extensions": {"x": [[{"alphaCutoff": -1}]]}, "alphaCutoff": -2`: `a.gltf:4:94: material 1: alphaCutoff -2; from 0 to 1e+30 was expected`,
	} {
		_, err := Load(save(t, "a.gltf", text(material)))
		require.ErrorContains(t, err, want)
	}
	for _, material := range []string{
		`"pbrMetallicRoughness": {"baseColorFactor": [0, 1, 0.0, 1.0], "metallicFactor": 1}`, `"emissiveFactor": [1, 1, 1]`, `"alphaCutoff": 1.5`,
		`"extensions": {"KHR_materials_emissive_strength": {"emissiveStrength": 1000}}`,
	} {
		_, err := Load(save(t, "a.gltf", text(material)))
		require.ErrorContains(t, err, "no triangles to draw", material)
	}
}

// Colours of vertices are from 0 to 1; what morph targets make of them is clamped to that.
func TestGLTFVertexColorsOutOfRange(t *testing.T) {
	with := func(colors ...float32) *document.Document {
		d := document.Square()
		d.Primitive()["attributes"].(document.Object)["COLOR_0"] = d.Add("VEC3", 5126, 4, colors, nil)
		return d
	}
	for want, colors := range map[string][]float32{
		`node 0: mesh "square", primitive 0: accessor 1: vertex 3: COLOR_0 [0 1.5 0 1]; numbers from 0 to 1 were expected`: {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1.5, 0},
		`accessor 1: vertex 0: COLOR_0 [-0.5 0 0 1]; numbers from 0 to 1 were expected`:                                    {-0.5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
	} {
		_, err := Load(save(t, "a.gltf", with(colors...).Embedded()))
		require.ErrorContains(t, err, want)
	}
	d := with(0, 0.5, 1, 0, 0.5, 1, 0, 0.5, 1, 0, 0.5, 1)
	deltas := d.Add("VEC3", 5126, 4, []float32{-1, 0.25, 1, 2, 1, -2, 0, 0, 0, 0, 0, 0}, nil)
	d.Primitive()["targets"] = []any{document.Object{"COLOR_0": deltas}}
	d.Top["meshes"].([]any)[0].(document.Object)["weights"] = []float64{1}
	m := load(t, save(t, "a.gltf", d.Embedded())).Meshes[0]
	found := map[[4]float32]bool{}
	for _, v := range m.Vertices {
		found[v.Color] = true
	}
	require.Equal(t, map[[4]float32]bool{{0, 0.75, 1, 1}: true, {1, 1, 0, 1}: true, {0, 0.5, 1, 1}: true}, found)
}

// Morph targets move alpha too, when their colours have it; those without leave it.
func TestGLTFMorphTargetsMoveAlpha(t *testing.T) {
	d := document.Square()
	p := d.Primitive()
	p["attributes"].(document.Object)["COLOR_0"] = d.Add("VEC4", 5126, 4, []float32{1, 0, 0, 0.5, 1, 0, 0, 0.5, 1, 0, 0, 0.5, 1, 0, 0, 0.5}, nil)
	with := d.Add("VEC4", 5126, 4, []float32{0, 1, 0, 0.25, 0, 1, 0, 0.25, 0, 1, 0, 0.25, 0, 1, 0, 0.25}, nil)
	without := d.Add("VEC3", 5126, 4, []float32{0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1}, nil)
	p["targets"] = []any{document.Object{"COLOR_0": with}, document.Object{"COLOR_0": without}}
	d.Top["meshes"].([]any)[0].(document.Object)["weights"] = []float64{1, 1}
	d.Top["materials"] = []any{document.Object{"alphaMode": "BLEND"}}
	p["material"] = 0
	m := load(t, save(t, "a.gltf", d.Embedded())).Meshes[0]
	for _, v := range m.Vertices {
		require.Equal(t, [4]float32{1, 1, 1, 0.75}, v.Color)
	}
}

// An accessor without a buffer takes no room in the file.
func TestGLTFAccessorsAreCountedBeforeTheyAreRead(t *testing.T) {
	d := document.Square()
	a := d.Accessors[0].(document.Object)
	delete(a, "bufferView")
	a["count"] = scene.MaxVertices + 1
	_, err := Load(save(t, "a.gltf", d.Embedded()))
	require.ErrorContains(t, err, `node 0: mesh "square", primitive 0: too large: 12,582,909 vertices`)
}
