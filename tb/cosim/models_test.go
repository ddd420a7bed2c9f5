package cosim_test

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"image"
	"image/color"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/tb/cosim/cosimtest"
)

type object = map[string]any

// sheet is a square across the picture: at z, with a normal, the front towards the camera or away from it.
type sheet struct {
	z        float32
	normal   [3]float32
	away     bool
	material object
	node     object
}

// pixelOf draws sheets through an orthographic camera on the z axis, which looks down from 10 or, from behind, up from -10; the texture is
// a texel. It returns the middle pixel.
func pixelOf(t *testing.T, behind bool, texel color.NRGBA, sheets ...sheet) [4]uint8 {
	t.Helper()
	camera := object{"camera": 0, "translation": []float64{0, 0, 10}}
	if behind {
		camera = object{"camera": 0, "translation": []float64{0, 0, -10}, "rotation": []float64{0, 1, 0, 0}}
	}
	nodes, meshes, materials, accessors, views := []any{camera}, []any{}, []any{}, []any{}, []any{}
	var bin bytes.Buffer
	add := func(kind string, list []float32) int {
		views = append(views, object{"buffer": 0, "byteOffset": bin.Len(), "byteLength": 4 * len(list)})
		require.NoError(t, binary.Write(&bin, binary.LittleEndian, list))
		accessors = append(accessors, object{"bufferView": len(views) - 1, "componentType": 5126, "count": 4, "type": kind})
		return len(accessors) - 1
	}
	for i, s := range sheets {
		x := float32(1)
		if s.away {
			x = -1
		}
		normals := []float32{}
		for range 4 {
			normals = append(normals, s.normal[:]...)
		}
		meshes = append(meshes, object{"primitives": []any{object{"mode": 5, "material": i, "attributes": object{
			"POSITION":   add("VEC3", []float32{-x, -1, s.z, x, -1, s.z, -x, 1, s.z, x, 1, s.z}),
			"NORMAL":     add("VEC3", normals),
			"TEXCOORD_0": add("VEC2", make([]float32, 8)),
		}}}})
		node := object{"mesh": i}
		for k, v := range s.node {
			node[k] = v
		}
		nodes, materials = append(nodes, node), append(materials, s.material)
	}
	text, err := json.Marshal(object{
		"asset": object{"version": "2.0"}, "nodes": nodes, "meshes": meshes, "materials": materials, "accessors": accessors, "bufferViews": views,
		"buffers":  []any{object{"byteLength": bin.Len(), "uri": "data:;base64," + base64.StdEncoding.EncodeToString(bin.Bytes())}},
		"cameras":  []any{object{"type": "orthographic", "orthographic": object{"xmag": 1, "ymag": 1, "znear": 1, "zfar": 30}}},
		"textures": []any{object{"source": 0}}, "images": []any{object{"uri": "texel.png"}},
	})
	require.NoError(t, err)
	folder := t.TempDir()
	img := image.NewNRGBA(image.Rect(0, 0, 1, 1))
	img.SetNRGBA(0, 0, texel)
	var file bytes.Buffer
	require.NoError(t, png.Encode(&file, img))
	require.NoError(t, os.WriteFile(filepath.Join(folder, "texel.png"), file.Bytes(), 0o644))
	path := filepath.Join(folder, "sheets.gltf")
	require.NoError(t, os.WriteFile(path, text, 0o644))

	v := cosimtest.Scenes(t, 8, 8, path)
	pixels := v.Image.Contexts[0].Color.Pixels(func(at uint32) uint32 { return binary.LittleEndian.Uint32(v.Final[at:]) })
	p := pixels[8*4+4]
	return [4]uint8{uint8(p), uint8(p >> 8), uint8(p >> 16), uint8(p >> 24)}
}

// encode is the sRGB byte of a light.
func encode(light float64) uint8 {
	if light <= 0.0031308 {
		return uint8(math.Round(255 * 12.92 * light))
	}
	return uint8(math.Round(255 * (1.055*math.Pow(light, 1/2.4) - 0.055)))
}

func grey(light float64, alpha uint8) [4]uint8 {
	b := encode(light)
	return [4]uint8{b, b, b, alpha}
}

var (
	forward = [3]float32{0, 0, 1}
	unlit   = object{"KHR_materials_unlit": object{}}
	// What a surface that faces the camera has of the model's light.
	faced = 0.25 + 0.75*0.6/math.Sqrt(0.4*0.4+0.8*0.8+0.6*0.6)
)

func factor(r, g, b, a float64) object {
	return object{"baseColorFactor": []float64{r, g, b, a}}
}

func TestPicturesOfModelsAreEncodedLight(t *testing.T) {
	texel := color.NRGBA{188, 1, 255, 100}
	textured := object{"baseColorTexture": object{"index": 0}}
	got := pixelOf(t, false, texel, sheet{material: object{"pbrMetallicRoughness": textured, "extensions": unlit}})
	require.Equal(t, [4]uint8{188, 1, 255, 255}, got, "a texture is seen as it is; nothing of its alpha is")
	textured["baseColorFactor"] = []float64{0.5, 1, 0.25, 0.1}
	got = pixelOf(t, false, texel, sheet{material: object{"pbrMetallicRoughness": textured, "extensions": unlit}})
	require.Equal(t, [4]uint8{encode(0.5 * 0.50289), 1, encode(0.25), 255}, got, "a factor is light")
	got = pixelOf(t, false, texel, sheet{material: object{"alphaMode": "MASK", "alphaCutoff": 0.03, "pbrMetallicRoughness": textured, "extensions": unlit}})
	require.Equal(t, [4]uint8{encode(0.5 * 0.50289), 1, encode(0.25), 255}, got, "what the cutoff keeps is opaque")
	got = pixelOf(t, false, texel, sheet{material: object{"alphaMode": "MASK", "alphaCutoff": 0.05, "pbrMetallicRoughness": textured, "extensions": unlit}})
	require.Equal(t, [4]uint8{26, 30, 38, 255}, got, "the background")
	require.Equal(t, grey(faced*0.5, 255), pixelOf(t, false, texel, sheet{normal: forward, material: object{"pbrMetallicRoughness": factor(0.5, 0.5, 0.5, 1)}}))
}

func TestBackFacesOfModelsAreLitFromTheirSide(t *testing.T) {
	back := sheet{normal: [3]float32{0, 0, -1}, away: true, material: object{"doubleSided": true}}
	require.Equal(t, grey(faced, 255), pixelOf(t, false, color.NRGBA{}, back))
	back.material = object{}
	require.Equal(t, [4]uint8{26, 30, 38, 255}, pixelOf(t, false, color.NRGBA{}, back), "one-sided: the background")
	// A mirrored node turns the front: what faced away faces the camera, and its normal with it.
	back.node = object{"scale": []float64{1, 1, -1}}
	require.Equal(t, grey(faced, 255), pixelOf(t, false, color.NRGBA{}, back))
}

func TestNormalsOfModelsUnderUnevenScales(t *testing.T) {
	slanted := sheet{normal: [3]float32{-0.8, 0, 0.6}, material: object{}, node: object{"scale": []float64{10, 1, 1}}}
	l := math.Hypot(0.08, 0.6)
	lit := 0.25 + 0.75*(0.6*0.6-0.4*0.08)/l/math.Sqrt(0.4*0.4+0.8*0.8+0.6*0.6)
	got := pixelOf(t, false, color.NRGBA{}, slanted)
	require.InDelta(t, float64(encode(lit)), float64(got[0]), 1)
}

func TestModelsGiveOffLight(t *testing.T) {
	lamp := sheet{normal: forward, material: object{"emissiveFactor": []float64{0.2, 0.2, 0.2}, "pbrMetallicRoughness": factor(0, 0, 0, 1)}}
	require.Equal(t, grey(0.2, 255), pixelOf(t, false, color.NRGBA{}, lamp))
	lamp.material["emissiveTexture"] = object{"index": 0}
	require.Equal(t, grey(0.2*0.50289, 255), pixelOf(t, false, color.NRGBA{188, 188, 188, 7}, lamp))
	lamp.material["alphaMode"] = "MASK"
	require.Equal(t, grey(0.2*0.50289, 255), pixelOf(t, false, color.NRGBA{188, 188, 188, 7}, lamp))
	delete(lamp.material, "emissiveTexture")
	lamp.material["alphaMode"] = "BLEND"
	lamp.material["pbrMetallicRoughness"] = factor(0, 0, 0, 0.25)
	black := sheet{z: -2, normal: forward, material: object{"pbrMetallicRoughness": factor(0, 0, 0, 1)}}
	require.Equal(t, grey(0.05, 255), pixelOf(t, false, color.NRGBA{}, lamp, black), "as much of it as of the surface")
}

func TestBlendedPartsOfModelsAreDrawnFromTheFarthest(t *testing.T) {
	glass := func(z float32, r, g, b float64) sheet {
		return sheet{z: z, normal: forward, material: object{"alphaMode": "BLEND", "doubleSided": true, "extensions": unlit, "pbrMetallicRoughness": factor(r, g, b, 0.5)}}
	}
	black := sheet{z: 0, material: object{"doubleSided": true, "extensions": unlit, "pbrMetallicRoughness": factor(0, 0, 0, 1)}}
	near, far, below := glass(2, 1, 0, 0), glass(1, 0, 1, 0), glass(-1, 0, 0, 1)
	want := [4]uint8{encode(0.5), encode(0.25), 0, 255}
	for _, order := range [][]sheet{{near, far, below, black}, {black, far, below, near}, {below, near, black, far}} {
		got := pixelOf(t, false, color.NRGBA{}, order...)
		for k := range want {
			require.InDelta(t, want[k], got[k], 1)
		}
	}
	require.InDelta(t, encode(0.5), pixelOf(t, true, color.NRGBA{}, near, far, below, black)[2], 1, "from the other side the others are hidden")
}
