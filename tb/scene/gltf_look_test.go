package scene

import (
	"math"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// painted is a square with texture coordinates, a material and a texture of a red texel and a half transparent green one.
func painted(t *testing.T, material object, change func(d *document)) *Scene {
	t.Helper()
	d := squareDocument()
	a := d.primitive()["attributes"].(object)
	a["NORMAL"] = d.add("VEC3", 5126, 4, []float32{0, 0, 2, 0, 0, 2, 0, 0, 2, 0, 0, 2}, nil)
	a["TEXCOORD_0"] = d.add("VEC2", 5126, 4, []float32{0, 0, 1, 0, 0, 1, 1, 1}, nil)
	a["TEXCOORD_1"] = d.add("VEC2", 5126, 4, []float32{0.5, 0.25, 0, 0, 0, 0, 0, 0}, nil)
	d.primitive()["material"] = 0
	d.top["materials"] = []any{material}
	d.top["textures"] = []any{object{"source": 0}, object{"source": 1}}
	d.top["images"] = []any{object{"uri": "tex.png"}, object{"uri": "glow.png"}}
	if change != nil {
		change(d)
	}
	path := save(t, "a.gltf", d.embedded())
	saveTexture(t, filepath.Join(filepath.Dir(path), "tex.png"))
	saveTexture(t, filepath.Join(filepath.Dir(path), "glow.png"))
	return load(t, path)
}

func base(more object) object {
	m := object{"index": 0}
	for k, v := range more {
		m[k] = v
	}
	return object{"baseColorTexture": m, "baseColorFactor": []float64{0.5, 0.25, 1, 0.5}}
}

func TestGLTFOpaqueSurfacesHaveNoAlpha(t *testing.T) {
	s := painted(t, object{"pbrMetallicRoughness": base(nil)}, nil)
	require.Equal(t, [4]float32{0.5, 0.25, 1, 1}, s.Draws[0].BaseColor)
	require.Equal(t, []byte{255, 0, 0, 255, 0, 255, 0, 255}, s.Textures[0].Pix)
	require.EqualValues(t, 15, s.Draws[0].State.WriteMask)

	s = painted(t, object{"alphaMode": "MASK", "pbrMetallicRoughness": base(nil)}, nil)
	require.Equal(t, float32(0.5), s.Draws[0].BaseColor[3], "what is compared with the cutoff")
	require.Equal(t, byte(128), s.Textures[0].Pix[7])
	require.EqualValues(t, 7, s.Draws[0].State.WriteMask)

	both := painted(t, object{"alphaMode": "BLEND", "pbrMetallicRoughness": base(nil)}, func(d *document) {
		d.top["materials"] = append(d.top["materials"].([]any), object{"pbrMetallicRoughness": base(nil)})
		d.top["nodes"] = []any{object{"mesh": 0}, object{"mesh": 1}}
		d.top["meshes"] = append(d.top["meshes"].([]any), object{"primitives": []any{object{"attributes": d.primitive()["attributes"], "material": 1, "mode": 5}}})
	})
	require.Len(t, both.Textures, 2, "one image, with and without its alpha")
	require.Equal(t, []byte{128, 255}, []byte{both.Textures[0].Pix[7], both.Textures[1].Pix[7]})
}

func TestGLTFBackFacesOfLitSurfacesAreDrawnApart(t *testing.T) {
	s := painted(t, object{"doubleSided": true}, nil)
	require.Len(t, s.Draws, 2)
	require.Equal(t, []bool{true, false}, []bool{s.Draws[0].Turned, s.Draws[1].Turned}, "back faces first")
	require.True(t, s.Draws[0].State.CullFront && !s.Draws[0].State.CullBack)
	require.True(t, s.Draws[1].State.CullBack && !s.Draws[1].State.CullFront)
	s = painted(t, object{"doubleSided": true, "extensions": object{"KHR_materials_unlit": object{}}}, nil)
	require.Len(t, s.Draws, 1, "without light both sides look the same")
	require.False(t, s.Draws[0].State.CullBack || s.Draws[0].State.CullFront)
}

// A square under a node that flattens it: by hand, the inverse of the transpose of diag(1, 1, 1/4) takes (3/5, 0, 4/5) to (3/5, 0, 16/5).
func TestGLTFNormalsUnderUnevenScales(t *testing.T) {
	d := squareDocument()
	d.primitive()["attributes"].(object)["NORMAL"] = d.add("VEC3", 5126, 4, []float32{0.6, 0, 0.8, 0.6, 0, 0.8, 0, 0, 3, 0, 0, 3}, nil)
	d.top["nodes"] = []any{object{"mesh": 0, "scale": []float64{1, 1, 0.25}, "translation": []float64{0, 0, 2}}, object{"mesh": 0, "scale": []float64{2, 2, -2}}}
	s := load(t, save(t, "a.gltf", d.embedded()))
	require.Len(t, s.Meshes, 2, "one in world space, one in its own")
	require.Equal(t, identity().float32(), s.Draws[0].Transform)
	v := s.Meshes[s.Draws[0].Mesh].Vertices
	require.Equal(t, [3]float32{1, 0, 2}, v[1].Pos)
	l := math.Hypot(3, 16)
	require.InDeltaSlice(t, []float64{3 / l, 0, 16 / l}, sliced(v[0].Normal), 1e-6)
	require.Equal(t, [3]float32{0, 0, 1}, v[2].Normal, "unit length")
	require.Equal(t, [3]float32{0, 0, 1}, s.Meshes[s.Draws[1].Mesh].Vertices[2].Normal, "also where the machine transforms them")
	require.True(t, s.Draws[1].State.FrontCW)

	d.top["nodes"] = []any{object{"mesh": 0, "scale": []float64{-1, 2, 1}}}
	s = load(t, save(t, "a.gltf", d.embedded()))
	require.True(t, s.Draws[0].State.FrontCW, "mirrored, also in world space")
	require.InDeltaSlice(t, []float64{-0.6, 0, 0.8}, sliced(s.Meshes[0].Vertices[0].Normal), 1e-6)
	delete(d.primitive()["attributes"].(object), "NORMAL")
	s = load(t, save(t, "a.gltf", d.embedded()))
	require.Equal(t, [3]float32{0, 0, 1}, s.Meshes[0].Vertices[0].Normal, "flat ones point to the same side")
}

func sliced(v [3]float32) []float64 { return []float64{float64(v[0]), float64(v[1]), float64(v[2])} }

func TestGLTFTextureTransforms(t *testing.T) {
	of := func(transform object, set int) [2]float32 {
		s := painted(t, object{"pbrMetallicRoughness": base(object{"texCoord": set, "extensions": object{"KHR_texture_transform": transform}})}, nil)
		return s.Meshes[0].Vertices[0].UV
	}
	at := func(u, v float64, uv [2]float32) {
		t.Helper()
		require.InDeltaSlice(t, []float64{u, v}, []float64{float64(uv[0]), float64(uv[1])}, 1e-6)
	}
	at(0.5, 0.25, of(object{}, 1))
	at(0, 0, of(object{}, 0))
	at(0.5, 0.25, of(object{"texCoord": 1}, 0))
	// A quarter turn takes the coordinate axis v (down) to u (right): (0.5, 0.25) goes to (0.25, -0.5).
	at(0.25, -0.5, of(object{"rotation": math.Pi / 2}, 1))
	// Scaled first, moved last: (0.5, 0.25) to (1, 1) to (1, -1) to (1.25, -0.5).
	at(1.25, -0.5, of(object{"rotation": math.Pi / 2, "scale": []float64{2, 4}, "offset": []float64{0.25, 0.5}}, 1))
}

func TestGLTFEmission(t *testing.T) {
	s := painted(t, object{"emissiveFactor": []float64{0.1, 0.2, 0}, "extensions": object{"KHR_materials_emissive_strength": object{"emissiveStrength": 2}}}, nil)
	require.Len(t, s.Draws, 2)
	glow := s.Draws[1]
	require.Equal(t, [4]float32{0.2, 0.4, 0, 1}, glow.BaseColor)
	require.Equal(t, PassEmitted, glow.Pass)
	require.False(t, glow.Lighting || glow.VertexColor || glow.State.DepthWrite)
	require.EqualValues(t, compareEqual, glow.State.DepthFunc)
	require.EqualValues(t, 7, glow.State.WriteMask)
	require.Equal(t, Blend{Enable: true, SrcColor: 1, DstColor: 1, SrcAlpha: 1, DstAlpha: 1}, glow.State.Blend)
	require.Len(t, s.Meshes, 1)

	s = painted(t, object{"doubleSided": true, "alphaMode": "MASK", "pbrMetallicRoughness": base(nil), "emissiveFactor": []float64{1, 1, 1},
		"emissiveTexture": object{"index": 1, "texCoord": 1}}, nil)
	require.Len(t, s.Draws, 3)
	glow = s.Draws[2]
	require.Nil(t, glow.State.Kill)
	require.False(t, glow.State.LateTest || glow.State.CullBack || glow.State.CullFront || glow.Turned)
	require.Equal(t, "glow.png", s.Textures[glow.Texture].Name)
	require.Equal(t, byte(255), s.Textures[glow.Texture].Pix[7])
	require.Equal(t, [2]float32{0.5, 0.25}, s.Meshes[glow.Mesh].Vertices[0].UV, "its own coordinates")
	require.Equal(t, [2]float32{0, 0}, s.Meshes[s.Draws[0].Mesh].Vertices[0].UV)

	s = painted(t, object{"emissiveFactor": []float64{1, 1, 1}, "extensions": object{"KHR_materials_unlit": object{}}}, nil)
	require.Len(t, s.Draws, 1, "unlit surfaces have no other light")
}

func TestGLTFEmissionOfBlendedSurfacesFades(t *testing.T) {
	s := painted(t, object{"alphaMode": "BLEND", "emissiveFactor": []float64{0.1, 0.2, 0.3}, "pbrMetallicRoughness": base(nil)}, func(d *document) {
		d.primitive()["attributes"].(object)["COLOR_0"] = d.add("VEC4", 5126, 4, []float32{0.1, 0.2, 0.3, 0.4, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}, nil)
	})
	glow := s.Draws[1]
	require.Equal(t, PassBlended, glow.Pass)
	require.Equal(t, [4]float32{0.1, 0.2, 0.3, 0.5}, glow.BaseColor)
	require.EqualValues(t, factorSrcAlpha, glow.State.Blend.SrcColor)
	require.EqualValues(t, compareLess, glow.State.DepthFunc, "nothing has left a depth")
	require.Equal(t, []byte{255, 255, 255, 255, 255, 255, 255, 128}, s.Textures[glow.Texture].Pix)
	require.True(t, glow.VertexColor)
	require.Equal(t, [4]float32{1, 1, 1, 0.4}, s.Meshes[glow.Mesh].Vertices[0].Color)

	s = painted(t, object{"name": "lamp", "alphaMode": "BLEND", "emissiveFactor": []float64{1, 1, 1}, "emissiveTexture": object{"index": 1}, "pbrMetallicRoughness": base(nil)}, nil)
	require.Equal(t, []string{`material "lamp": the light of its emissive texture does not fade with the alpha of its base colour's`}, texts(s))
}

func TestGLTFFlatNormalsOnlyWhereLightFalls(t *testing.T) {
	d := squareDocument()
	d.primitive()["material"] = 0
	d.top["materials"] = []any{object{"extensions": object{"KHR_materials_unlit": object{}}}}
	require.Len(t, load(t, save(t, "a.gltf", d.embedded())).Meshes[0].Vertices, 4)
	d.top["materials"] = []any{object{}}
	require.Len(t, load(t, save(t, "a.gltf", d.embedded())).Meshes[0].Vertices, 6)
}

// texts are remarks without their places.
func texts(s *Scene) (out []string) {
	for _, r := range s.Remarks {
		out = append(out, r.Text)
	}
	return out
}

func TestGLTFRemarks(t *testing.T) {
	texture := object{"index": 0}
	s := painted(t, object{"normalTexture": texture, "occlusionTexture": texture,
		"pbrMetallicRoughness": object{"metallicRoughnessTexture": texture, "baseColorTexture": object{"index": 2}}},
		func(d *document) {
			d.top["textures"] = append(d.top["textures"].([]any), object{})
			d.top["extensionsUsed"] = []string{"KHR_materials_sheen", "KHR_materials_unlit"}
			d.top["animations"] = []any{object{"channels": []any{}, "samplers": []any{}}, object{"channels": []any{}, "samplers": []any{}}}
			d.top["scenes"] = []any{object{"nodes": []int{0}}, object{}}
			d.top["materials"] = append(d.top["materials"].([]any), object{"normalTexture": texture}, object{"normalTexture": texture})
			m := d.top["meshes"].([]any)[0].(object)
			m["primitives"] = append(m["primitives"].([]any), object{"attributes": d.primitive()["attributes"], "mode": 1},
				object{"attributes": object{}}, object{"attributes": d.primitive()["attributes"], "mode": 5, "material": 1})
		})
	require.Equal(t, []string{
		"extension KHR_materials_sheen is ignored",
		"texture 2 has no PNG or JPEG image: drawn without",
		`mesh "square[1]": lines are not drawn`,
		`mesh "square[2]": primitives without positions are not drawn`,
		"normal maps are not drawn (of 2 materials)",
		"occlusion maps are not drawn (of 1 material)",
		"metallic-roughness maps are not drawn (of 1 material)",
		"2 animations not played: nodes and joints stand as the file has them",
		"1 other scene not drawn",
	}, texts(s))
}

func TestGLTFSourcesThatAreNotThere(t *testing.T) {
	for uri, want := range map[string]string{
		"gone.png":                  `image 0: refers to file "gone.png": no such file; one in the folder`,
		"../outside.png":            `image 0: refers to file "../outside.png": outside; one in the folder`,
		"https://example.org/a.png": `image 0: URI "https://example.org/a.png" with scheme https; a relative file name was expected`,
	} {
		d := squareDocument()
		withImage(uri)(d)
		s := load(t, save(t, "sub/a.gltf", d.embedded(), "outside.png", "x"))
		require.Equal(t, -1, s.Draws[0].Texture)
		require.Len(t, s.Remarks, 1)
		require.Contains(t, s.Remarks[0].Text, want)
		require.True(t, strings.HasSuffix(s.Remarks[0].Text, ": drawn without"))
	}
	// Of two buffers one is not there, and nothing that is drawn needs it.
	d := squareDocument()
	withImage("")(d)
	d.top["images"] = []any{object{"bufferView": 1}}
	d.views = append(d.views, object{"buffer": 1, "byteLength": 4})
	d.top["buffers"] = []any{object{"byteLength": len(d.bin), "uri": "a.bin"}, object{"byteLength": 4, "uri": "gone.bin"}}
	s := load(t, save(t, "a.gltf", d.embedded(), "a.bin", string(d.bin)))
	require.Len(t, s.Remarks, 2)
	require.Contains(t, s.Remarks[0].Text, `buffer 1: refers to file "gone.bin": no such file`)
	require.Contains(t, s.Remarks[1].Text, `image 0: buffer view 1: buffer 1: refers to file "gone.bin"`)
}
