package gltf

import (
	"fmt"
	"slices"
	"strings"

	"github.com/qmuntal/gltf"
	"github.com/qmuntal/gltf/ext/texturetransform"
	"github.com/qmuntal/gltf/ext/unlit"

	"tilemark/text/number"
)

const (
	extensionStrength     = "KHR_materials_emissive_strength"
	extensionQuantization = "KHR_mesh_quantization"
)

// gltfExtensions are those that the loader follows.
var gltfExtensions = []string{unlit.ExtensionName, texturetransform.ExtensionName, extensionQuantization, extensionStrength}

// checkExtensions refuses what a document requires and the loader does not know, and remarks on what it only uses.
func (f *gltfFile) checkExtensions() error {
	for _, e := range f.doc.ExtensionsRequired {
		if !slices.Contains(gltfExtensions, e) {
			return fmt.Errorf("requires extension %s, which is not supported; %s are", e, strings.Join(gltfExtensions, ", "))
		}
	}
	for _, e := range f.doc.ExtensionsUsed {
		if !slices.Contains(gltfExtensions, e) {
			f.remark("extension %s is ignored", e)
		}
	}
	return nil
}

// remark says once what of the file is left out.
func (f *gltfFile) remark(format string, args ...any) {
	f.scene.Remark(0, format, args...)
}

// Maps of a material that are not drawn.
const (
	mapNormal = iota
	mapOcclusion
	mapMetallicRoughness
	gltfMaps
)

// noteMaps remembers the maps of a material that is drawn.
func (f *gltfFile) noteMaps(m *gltf.Material) {
	if f.whole {
		return
	}
	has := [gltfMaps]bool{
		mapNormal: m.NormalTexture != nil, mapOcclusion: m.OcclusionTexture != nil,
		mapMetallicRoughness: m.PBRMetallicRoughness != nil && m.PBRMetallicRoughness.MetallicRoughnessTexture != nil,
	}
	for i, list := range f.unused {
		if has[i] && !slices.Contains(list, m) {
			f.unused[i] = append(list, m)
		}
	}
}

// remarkUnused says what is left out of the whole document.
func (f *gltfFile) remarkUnused() {
	for i, what := range [gltfMaps]string{"normal", "occlusion", "metallic-roughness"} {
		if n := len(f.unused[i]); n > 0 {
			f.remark("%s maps are not drawn (of %s)", what, number.Count(n, "material"))
		}
	}
	if n := len(f.doc.Animations); n > 0 {
		f.remark("%s not played: nodes and joints stand as the file has them", number.Count(n, "animation"))
	}
	if n := len(f.doc.Scenes); n > 1 {
		f.remark("%s not drawn", number.Count(n-1, "other scene"))
	}
	if n := len(f.doc.Cameras); n > 1 && f.scene.HasCamera {
		f.remark("%s not used", number.Count(n-1, "other camera"))
	}
}
