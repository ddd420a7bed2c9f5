package scenefile

import (
	"math"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/tb/scene"
	"tilemark/tb/scene/geometry"
	"tilemark/tb/scene/gltf/document"
)

// painted is a square with texture coordinates, a material and a texture of a red texel and a half transparent green one.
func painted(t *testing.T, material document.Object, change func(d *document.Document)) *scene.Scene {
	t.Helper()
	d := document.Square()
	a := d.Primitive()["attributes"].(document.Object)
	a["NORMAL"] = d.Add("VEC3", 5126, 4, []float32{0, 0, 2, 0, 0, 2, 0, 0, 2, 0, 0, 2}, nil)
	a["TEXCOORD_0"] = d.Add("VEC2", 5126, 4, []float32{0, 0, 1, 0, 0, 1, 1, 1}, nil)
	a["TEXCOORD_1"] = d.Add("VEC2", 5126, 4, []float32{0.5, 0.25, 0, 0, 0, 0, 0, 0}, nil)
	d.Primitive()["material"] = 0
	d.Top["materials"] = []any{material}
	d.Top["textures"] = []any{document.Object{"source": 0}, document.Object{"source": 1}}
	d.Top["images"] = []any{document.Object{"uri": "tex.png"}, document.Object{"uri": "glow.png"}}
	if change != nil {
		change(d)
	}
	path := save(t, "a.gltf", d.Embedded())
	saveTexture(t, filepath.Join(filepath.Dir(path), "tex.png"))
	saveTexture(t, filepath.Join(filepath.Dir(path), "glow.png"))
	return load(t, path)
}

func base(more document.Object) document.Object {
	m := document.Object{"index": 0}
	for k, v := range more {
		m[k] = v
	}
	return document.Object{"baseColorTexture": m, "baseColorFactor": []float64{0.5, 0.25, 1, 0.5}}
}

func TestGLTFOpaqueSurfacesHaveNoAlpha(t *testing.T) {
	s := painted(t, document.Object{"pbrMetallicRoughness": base(nil)}, nil)
	require.Equal(t, [4]float32{0.5, 0.25, 1, 1}, s.Draws[0].BaseColor)
	require.Equal(t, []byte{255, 0, 0, 255, 0, 255, 0, 255}, s.Textures[0].Pix)
	require.EqualValues(t, 15, s.Draws[0].State.WriteMask)

	s = painted(t, document.Object{"alphaMode": "MASK", "pbrMetallicRoughness": base(nil)}, nil)
	require.Equal(t, float32(0.5), s.Draws[0].BaseColor[3], "what is compared with the cutoff")
	require.Equal(t, byte(128), s.Textures[0].Pix[7])
	require.EqualValues(t, 7, s.Draws[0].State.WriteMask)

	both := painted(t, document.Object{"alphaMode": "BLEND", "pbrMetallicRoughness": base(nil)}, func(d *document.Document) {
		d.Top["materials"] = append(d.Top["materials"].([]any), document.Object{"pbrMetallicRoughness": base(nil)})
		d.Top["nodes"] = []any{document.Object{"mesh": 0}, document.Object{"mesh": 1}}
		d.Top["meshes"] = append(d.Top["meshes"].([]any), document.Object{"primitives": []any{document.Object{"attributes": d.Primitive()["attributes"], "material": 1, "mode": 5}}})
	})
	require.Len(t, both.Textures, 2, "one image, with and without its alpha")
	require.Equal(t, []byte{128, 255}, []byte{both.Textures[0].Pix[7], both.Textures[1].Pix[7]})
}

func TestGLTFBackFacesOfLitSurfacesAreDrawnApart(t *testing.T) {
	s := painted(t, document.Object{"doubleSided": true}, nil)
	require.Len(t, s.Draws, 2)
	require.Equal(t, []bool{true, false}, []bool{s.Draws[0].Turned, s.Draws[1].Turned}, "back faces first")
	require.True(t, s.Draws[0].State.CullFront && !s.Draws[0].State.CullBack)
	require.True(t, s.Draws[1].State.CullBack && !s.Draws[1].State.CullFront)
	s = painted(t, document.Object{"doubleSided": true, "extensions": document.Object{"KHR_materials_unlit": document.Object{}}}, nil)
	require.Len(t, s.Draws, 1, "without light both sides look the same")
	require.False(t, s.Draws[0].State.CullBack || s.Draws[0].State.CullFront)
}

// A square under a node that flattens it: by hand, the inverse of the transpose of diag(1, 1, 1/4) takes (3/5, 0, 4/5) to (3/5, 0, 16/5).
func TestGLTFNormalsUnderUnevenScales(t *testing.T) {
	d := document.Square()
	d.Primitive()["attributes"].(document.Object)["NORMAL"] = d.Add("VEC3", 5126, 4, []float32{0.6, 0, 0.8, 0.6, 0, 0.8, 0, 0, 3, 0, 0, 3}, nil)
	d.Top["nodes"] = []any{document.Object{"mesh": 0, "scale": []float64{1, 1, 0.25}, "translation": []float64{0, 0, 2}}, document.Object{"mesh": 0, "scale": []float64{2, 2, -2}}}
	s := load(t, save(t, "a.gltf", d.Embedded()))
	require.Len(t, s.Meshes, 2, "one in world space, one in its own")
	require.Equal(t, geometry.Identity().Float32(), s.Draws[0].Transform)
	v := s.Meshes[s.Draws[0].Mesh].Vertices
	require.Equal(t, [3]float32{1, 0, 2}, v[1].Pos)
	l := math.Hypot(3, 16)
	require.InDeltaSlice(t, []float64{3 / l, 0, 16 / l}, sliced(v[0].Normal), 1e-6)
	require.Equal(t, [3]float32{0, 0, 1}, v[2].Normal, "unit length")
	require.Equal(t, [3]float32{0, 0, 1}, s.Meshes[s.Draws[1].Mesh].Vertices[2].Normal, "also where the machine transforms them")
	require.True(t, s.Draws[1].State.FrontCW)

	d.Top["nodes"] = []any{document.Object{"mesh": 0, "scale": []float64{-1, 2, 1}}}
	s = load(t, save(t, "a.gltf", d.Embedded()))
	require.True(t, s.Draws[0].State.FrontCW, "mirrored, also in world space")
	require.InDeltaSlice(t, []float64{-0.6, 0, 0.8}, sliced(s.Meshes[0].Vertices[0].Normal), 1e-6)
	delete(d.Primitive()["attributes"].(document.Object), "NORMAL")
	s = load(t, save(t, "a.gltf", d.Embedded()))
	require.Equal(t, [3]float32{0, 0, 1}, s.Meshes[0].Vertices[0].Normal, "flat ones point to the same side")
}

func sliced(v [3]float32) []float64 { return []float64{float64(v[0]), float64(v[1]), float64(v[2])} }

func TestGLTFTextureTransforms(t *testing.T) {
	of := func(transform document.Object, set int) [2]float32 {
		s := painted(t, document.Object{"pbrMetallicRoughness": base(document.Object{"texCoord": set, "extensions": document.Object{"KHR_texture_transform": transform}})}, nil)
		return s.Meshes[0].Vertices[0].UV
	}
	at := func(u, v float64, uv [2]float32) {
		t.Helper()
		require.InDeltaSlice(t, []float64{u, v}, []float64{float64(uv[0]), float64(uv[1])}, 1e-6)
	}
	at(0.5, 0.25, of(document.Object{}, 1))
	at(0, 0, of(document.Object{}, 0))
	at(0.5, 0.25, of(document.Object{"texCoord": 1}, 0))
	// A quarter turn takes the coordinate axis v (down) to u (right): (0.5, 0.25) goes to (0.25, -0.5).
	at(0.25, -0.5, of(document.Object{"rotation": math.Pi / 2}, 1))
	// Scaled first, moved last: (0.5, 0.25) to (1, 1) to (1, -1) to (1.25, -0.5).
	at(1.25, -0.5, of(document.Object{"rotation": math.Pi / 2, "scale": []float64{2, 4}, "offset": []float64{0.25, 0.5}}, 1))
}

func TestGLTFEmission(t *testing.T) {
	s := painted(t, document.Object{"emissiveFactor": []float64{0.1, 0.2, 0}, "extensions": document.Object{"KHR_materials_emissive_strength": document.Object{"emissiveStrength": 2}}}, nil)
	require.Len(t, s.Draws, 2)
	glow := s.Draws[1]
	require.Equal(t, [4]float32{0.2, 0.4, 0, 1}, glow.BaseColor)
	require.Equal(t, scene.PassEmitted, glow.Pass)
	require.False(t, glow.Lighting || glow.VertexColor || glow.State.DepthWrite)
	require.EqualValues(t, scene.CompareEqual, glow.State.DepthFunc)
	require.EqualValues(t, 7, glow.State.WriteMask)
	require.Equal(t, scene.Blend{Enable: true, SrcColor: 1, DstColor: 1, SrcAlpha: 1, DstAlpha: 1}, glow.State.Blend)
	require.Len(t, s.Meshes, 1)

	s = painted(t, document.Object{"doubleSided": true, "alphaMode": "MASK", "pbrMetallicRoughness": base(nil), "emissiveFactor": []float64{1, 1, 1},
		"emissiveTexture": document.Object{"index": 1, "texCoord": 1}}, nil)
	require.Len(t, s.Draws, 3)
	glow = s.Draws[2]
	require.Nil(t, glow.State.Kill)
	require.False(t, glow.State.LateTest || glow.State.CullBack || glow.State.CullFront || glow.Turned)
	require.Equal(t, "glow.png", s.Textures[glow.Texture].Name)
	require.Equal(t, byte(255), s.Textures[glow.Texture].Pix[7])
	require.Equal(t, [2]float32{0.5, 0.25}, s.Meshes[glow.Mesh].Vertices[0].UV, "its own coordinates")
	require.Equal(t, [2]float32{0, 0}, s.Meshes[s.Draws[0].Mesh].Vertices[0].UV)

	s = painted(t, document.Object{"emissiveFactor": []float64{1, 1, 1}, "extensions": document.Object{"KHR_materials_unlit": document.Object{}}}, nil)
	require.Len(t, s.Draws, 1, "unlit surfaces have no other light")
}

func TestGLTFEmissionOfBlendedSurfacesFades(t *testing.T) {
	s := painted(t, document.Object{"alphaMode": "BLEND", "emissiveFactor": []float64{0.1, 0.2, 0.3}, "pbrMetallicRoughness": base(nil)}, func(d *document.Document) {
		d.Primitive()["attributes"].(document.Object)["COLOR_0"] = d.Add("VEC4", 5126, 4, []float32{0.1, 0.2, 0.3, 0.4, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}, nil)
	})
	glow := s.Draws[1]
	require.Equal(t, scene.PassBlended, glow.Pass)
	require.Equal(t, [4]float32{0.1, 0.2, 0.3, 0.5}, glow.BaseColor)
	require.EqualValues(t, scene.FactorSrcAlpha, glow.State.Blend.SrcColor)
	require.EqualValues(t, scene.CompareLess, glow.State.DepthFunc, "nothing has left a depth")
	require.Equal(t, []byte{255, 255, 255, 255, 255, 255, 255, 128}, s.Textures[glow.Texture].Pix)
	require.True(t, glow.VertexColor)
	require.Equal(t, [4]float32{1, 1, 1, 0.4}, s.Meshes[glow.Mesh].Vertices[0].Color)

	s = painted(t, document.Object{"name": "lamp", "alphaMode": "BLEND", "emissiveFactor": []float64{1, 1, 1}, "emissiveTexture": document.Object{"index": 1}, "pbrMetallicRoughness": base(nil)}, nil)
	require.Equal(t, []string{`material "lamp": the light of its emissive texture does not fade with the alpha of its base colour's`}, texts(s))
}

func TestGLTFFlatNormalsOnlyWhereLightFalls(t *testing.T) {
	d := document.Square()
	d.Primitive()["material"] = 0
	d.Top["materials"] = []any{document.Object{"extensions": document.Object{"KHR_materials_unlit": document.Object{}}}}
	require.Len(t, load(t, save(t, "a.gltf", d.Embedded())).Meshes[0].Vertices, 4)
	d.Top["materials"] = []any{document.Object{}}
	require.Len(t, load(t, save(t, "a.gltf", d.Embedded())).Meshes[0].Vertices, 6)
}

// texts are remarks without their places.
func texts(s *scene.Scene) (out []string) {
	for _, r := range s.Remarks {
		out = append(out, r.Text)
	}
	return out
}

func TestGLTFRemarks(t *testing.T) {
	texture := document.Object{"index": 0}
	s := painted(t, document.Object{"normalTexture": texture, "occlusionTexture": texture,
		"pbrMetallicRoughness": document.Object{"metallicRoughnessTexture": texture, "baseColorTexture": document.Object{"index": 2}}},
		func(d *document.Document) {
			d.Top["textures"] = append(d.Top["textures"].([]any), document.Object{})
			d.Top["extensionsUsed"] = []string{"KHR_materials_sheen", "KHR_materials_unlit"}
			d.Top["animations"] = []any{document.Object{"channels": []any{}, "samplers": []any{}}, document.Object{"channels": []any{}, "samplers": []any{}}}
			d.Top["scenes"] = []any{document.Object{"nodes": []int{0}}, document.Object{}}
			d.Top["materials"] = append(d.Top["materials"].([]any), document.Object{"normalTexture": texture}, document.Object{"normalTexture": texture})
			m := d.Top["meshes"].([]any)[0].(document.Object)
			m["primitives"] = append(m["primitives"].([]any), document.Object{"attributes": d.Primitive()["attributes"], "mode": 1},
				document.Object{"attributes": document.Object{}}, document.Object{"attributes": d.Primitive()["attributes"], "mode": 5, "material": 1})
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
		d := document.Square()
		document.WithImage(uri)(d)
		s := load(t, save(t, "sub/a.gltf", d.Embedded(), "outside.png", "x"))
		require.Equal(t, -1, s.Draws[0].Texture)
		require.Len(t, s.Remarks, 1)
		require.Contains(t, s.Remarks[0].Text, want)
		require.True(t, strings.HasSuffix(s.Remarks[0].Text, ": drawn without"))
	}
	// Of two buffers one is not there, and nothing that is drawn needs it.
	d := document.Square()
	document.WithImage("")(d)
	d.Top["images"] = []any{document.Object{"bufferView": 1}}
	d.Views = append(d.Views, document.Object{"buffer": 1, "byteLength": 4})
	d.Top["buffers"] = []any{document.Object{"byteLength": len(d.Bin), "uri": "a.bin"}, document.Object{"byteLength": 4, "uri": "gone.bin"}}
	s := load(t, save(t, "a.gltf", d.Embedded(), "a.bin", string(d.Bin)))
	require.Len(t, s.Remarks, 2)
	require.Contains(t, s.Remarks[0].Text, `buffer 1: refers to file "gone.bin": no such file`)
	require.Contains(t, s.Remarks[1].Text, `image 0: buffer view 1: buffer 1: refers to file "gone.bin"`)
}
