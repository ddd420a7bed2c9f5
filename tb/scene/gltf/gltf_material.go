package gltf

import (
	"encoding/json"
	"fmt"
	"math"

	"github.com/qmuntal/gltf"
	"github.com/qmuntal/gltf/ext/texturetransform"
	"github.com/qmuntal/gltf/ext/unlit"

	"tilemark/tb/scene"
)

// gltfLook is what is drawn of a material (glTF 2.0, section 3.9, Materials). Colours are light.
type gltfLook struct {
	name        string
	color       [4]float32
	base        *gltfMap // of the colour, nil for none
	emission    [3]float32
	glow        *gltfMap // of the emission
	mode        gltf.AlphaMode
	cutoff      float32
	lit         bool
	doubleSided bool
	whole       *scene.Material // what a shader is told; nil: nothing
	maps        [scene.MaterialMaps]*gltfMap
}

// gltfMap is a texture of a material and where its coordinates come from (glTF 2.0, section 5.30, Texture Info).
type gltfMap struct {
	texture int
	uv      gltfUV
}

// gltfUV is a set of texture coordinates and what is done to them: u' = M[0]·u + M[1]·v + M[2], v' = M[3]·u + M[4]·v + M[5].
type gltfUV struct {
	set int
	m   [6]float64
}

// plainUV is what a surface without a texture has, and texture coordinates without KHR_texture_transform.
var plainUV = gltfUV{0, [6]float64{1, 0, 0, 0, 1, 0}}

// material reads base colour (glTF 2.0, section 3.9.2, Metallic-Roughness Material) and emission with their textures, KHR_materials_unlit, alpha mode
// and double-sided; the rest of the material model is not drawn. nil is the default material (section 3.9.6).
func (f *gltfFile) material(number *int) (*gltfLook, error) {
	look := &gltfLook{color: [4]float32{1, 1, 1, 1}, lit: true}
	if number == nil {
		return look, nil
	}
	m, err := pick(f.doc.Materials, *number, "material")
	if err != nil {
		return nil, err
	}
	if look.name = m.Name; look.name == "" {
		look.name = fmt.Sprintf("material %d", *number)
	}
	f.noteMaps(m)
	_, isUnlit := m.Extensions[unlit.ExtensionName]
	look.lit, look.mode, look.doubleSided = !isUnlit, m.AlphaMode, m.DoubleSided
	look.cutoff = float32(m.AlphaCutoffOrDefault())
	if p := m.PBRMetallicRoughness; p != nil {
		for k, v := range p.BaseColorFactorOrDefault() {
			look.color[k] = float32(v)
		}
		look.base = mapOf(p.BaseColorTexture)
	}
	if look.mode == gltf.AlphaOpaque {
		look.color[3] = 1
	}
	if look.lit {
		err = look.emit(m)
	}
	if f.whole {
		look.readWhole(m)
	}
	if err != nil {
		return nil, fmt.Errorf("material %q: %w", look.name, err)
	}
	return look, nil
}

// readWhole reads what a shader is told (glTF 2.0, sections 3.9.2 and 3.9.3; 5.19, 5.20, 5.21).
func (look *gltfLook) readWhole(m *gltf.Material) {
	w := scene.PlainMaterial()
	w.Emissive, w.DoubleSided, w.Unlit = look.emission, look.doubleSided, !look.lit
	w.Metallic = 1
	look.maps[scene.BaseColorMap], look.maps[scene.EmissiveMap] = look.base, mapOf(m.EmissiveTexture)
	if p := m.PBRMetallicRoughness; p != nil {
		w.Metallic, w.Roughness = float32(p.MetallicFactorOrDefault()), float32(p.RoughnessFactorOrDefault())
		look.maps[scene.MetallicRoughnessMap] = mapOf(p.MetallicRoughnessTexture)
	}
	if n := m.NormalTexture; n != nil && n.Index != nil {
		w.NormalScale = float32(n.ScaleOrDefault())
		look.maps[scene.NormalMap] = mapOf(&gltf.TextureInfo{Index: *n.Index, TexCoord: n.TexCoord, Extensions: n.Extensions})
	}
	if o := m.OcclusionTexture; o != nil && o.Index != nil {
		w.OcclusionStrength = float32(o.StrengthOrDefault())
		look.maps[scene.OcclusionMap] = mapOf(&gltf.TextureInfo{Index: *o.Index, TexCoord: o.TexCoord, Extensions: o.Extensions})
	}
	if look.mode == gltf.AlphaMask {
		w.AlphaCutoff = look.cutoff
	}
	look.whole = &w
}

// main is the map whose texture coordinates the mesh has: that of the base colour, or else the first one.
func (look *gltfLook) main() *gltfMap {
	for _, m := range look.maps {
		if m != nil {
			return m
		}
	}
	return nil
}

// emit reads the light that a surface gives off (glTF 2.0, section 3.9.3, Additional Textures: emissive; KHR_materials_emissive_strength).
func (look *gltfLook) emit(m *gltf.Material) error {
	strength := 1.0
	if raw, given := m.Extensions[extensionStrength].(json.RawMessage); given {
		var e struct {
			Strength *float64 `json:"emissiveStrength"`
		}
		if err := json.Unmarshal(raw, &e); err != nil {
			return fmt.Errorf("%s: %w", extensionStrength, err)
		}
		if e.Strength != nil {
			strength = *e.Strength
		}
	}
	for k, v := range m.EmissiveFactor {
		look.emission[k] = float32(v * strength)
	}
	if look.emits() {
		look.glow = mapOf(m.EmissiveTexture)
	}
	return nil
}

func (look *gltfLook) emits() bool { return look.emission != [3]float32{} }

// mapOf is the texture of a material with its set of coordinates (glTF 2.0, section 5.30) and KHR_texture_transform; nil for none.
func mapOf(info *gltf.TextureInfo) *gltfMap {
	if info == nil {
		return nil
	}
	m := &gltfMap{info.Index, gltfUV{info.TexCoord, plainUV.m}}
	if t, given := info.Extensions[texturetransform.ExtensionName].(*texturetransform.TextureTranform); given {
		// Scaled, then turned counter-clockwise as one sees coordinates whose v points down, then moved.
		sin, cos := math.Sincos(t.Rotation)
		m.uv.m = [6]float64{cos * t.Scale[0], sin * t.Scale[1], t.Offset[0], -sin * t.Scale[0], cos * t.Scale[1], t.Offset[1]}
		if t.TexCoord != nil {
			m.uv.set = *t.TexCoord
		}
	}
	return m
}

// apply gives coordinates as they are sampled.
func (uv *gltfUV) apply(c [4]float32) [2]float32 {
	u, v := float64(c[0]), float64(c[1])
	return [2]float32{float32(uv.m[0]*u + uv.m[1]*v + uv.m[2]), float32(uv.m[3]*u + uv.m[4]*v + uv.m[5])}
}

// draw is the draw of a surface, both sides of it where both are seen (glTF 2.0, section 3.9.5, Double Sided). MASK drops what is less than the
// cutoff; BLEND is the operator "over" without depth (section 3.9.4, Alpha Coverage).
func (look *gltfLook) draw() scene.Draw {
	d := scene.DefaultDraw(0)
	d.BaseColor, d.Lighting = look.color, look.lit
	d.State.CullBack = !look.doubleSided
	switch look.mode {
	case gltf.AlphaMask:
		d.Pass, d.State.Kill, d.State.LateTest = scene.PassMasked, &look.cutoff, true
		d.State.WriteMask = scene.WriteRGB // alpha decides, and is not drawn: the picture stays opaque
	case gltf.AlphaBlend:
		d.Pass, d.State.DepthWrite = scene.PassBlended, false
		d.State.Blend = scene.Blend{
			Enable:   true,
			SrcColor: scene.FactorSrcAlpha, DstColor: scene.FactorOneMinusSrcAlpha,
			SrcAlpha: scene.FactorOne, DstAlpha: scene.FactorOneMinusSrcAlpha,
		}
	}
	return d
}

// sides splits the draw of a surface that is lit on both sides: back faces first, with turned normals, so that what is blended comes over
// them (glTF 2.0, section 3.9.5: normals of back faces are reversed before lighting).
func (look *gltfLook) sides(d scene.Draw) []scene.Draw {
	if !look.doubleSided || !look.lit {
		return []scene.Draw{d}
	}
	back := d
	back.Turned, back.State.CullFront, d.State.CullBack = true, true, true
	return []scene.Draw{back, d}
}

// glowing is a second draw of a surface, which adds the light that it gives off where the first has left its depth; where it is blended,
// as much of the light as of the surface.
func (look *gltfLook) glowing(d scene.Draw) scene.Draw {
	copy(d.BaseColor[:3], look.emission[:])
	d.Texture, d.Lighting, d.Pass = -1, false, scene.PassEmitted
	s := &d.State
	s.Kill, s.LateTest, s.DepthWrite, s.WriteMask = nil, false, false, scene.WriteRGB
	s.Blend = scene.Blend{Enable: true, SrcColor: scene.FactorOne, DstColor: scene.FactorOne, SrcAlpha: scene.FactorOne, DstAlpha: scene.FactorOne}
	if look.mode == gltf.AlphaBlend {
		d.Pass, s.Blend.SrcColor = scene.PassBlended, scene.FactorSrcAlpha
	} else {
		s.DepthFunc = scene.CompareEqual
	}
	return d
}
