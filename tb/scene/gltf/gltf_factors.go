package gltf

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"tilemark/tb/scene"
)

// gltfRange is what a number of a material may be.
type gltfRange struct {
	name        string
	least, most float64
}

// gltfRanges are the bounds of a material's numbers by their path in it, in small letters since keys are read in either (glTF 2.0, sections 5.19,
// Material; 5.21, Material Occlusion Texture Info; 5.22, Material PBR Metallic Roughness; KHR_materials_emissive_strength). Where the
// specification has no upper bound it is farthest.
var gltfRanges = func() map[string]gltfRange {
	ranges := map[string]gltfRange{}
	for _, r := range []struct {
		path        string
		least, most float64
	}{
		{"pbrMetallicRoughness/baseColorFactor", 0, 1},
		{"pbrMetallicRoughness/metallicFactor", 0, 1},
		{"pbrMetallicRoughness/roughnessFactor", 0, 1},
		{"occlusionTexture/strength", 0, 1},
		{"emissiveFactor", 0, 1},
		{"alphaCutoff", 0, scene.Farthest},
		{"extensions/" + extensionStrength + "/emissiveStrength", 0, scene.Farthest},
	} {
		ranges["/"+strings.ToLower(r.path)] = gltfRange{r.path[strings.LastIndex(r.path, "/")+1:], r.least, r.most}
	}
	return ranges
}()

// factorReader goes through the materials of a document that is known to be JSON.
type factorReader struct {
	text     []byte
	d        *json.Decoder
	material int
}

// checkFactors refuses numbers of materials that are out of range, with line and column in the text.
func checkFactors(text []byte) error {
	r := factorReader{text: text, d: json.NewDecoder(bytes.NewReader(text))}
	r.d.UseNumber()
	if _, err := r.d.Token(); err != nil { // the document's brace
		return err
	}
	for r.d.More() {
		key, err := r.d.Token()
		if err != nil {
			return err
		}
		if name, is := key.(string); is && strings.EqualFold(name, "materials") {
			err = r.materials()
		} else {
			var skipped json.RawMessage
			err = r.d.Decode(&skipped)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (r *factorReader) materials() error {
	open, err := r.d.Token()
	if err != nil || open != json.Delim('[') {
		return err
	}
	for r.material = 0; r.d.More(); r.material++ {
		if err := r.value(""); err != nil {
			return err
		}
	}
	_, err = r.d.Token()
	return err
}

// value goes through a value at a path in the material; elements of an array have its path.
func (r *factorReader) value(path string) error {
	token, err := r.d.Token()
	if err != nil {
		return err
	}
	switch t := token.(type) {
	case json.Delim:
		for r.d.More() {
			within := path
			if t == '{' {
				key, err := r.d.Token()
				if err != nil {
					return err
				}
				within += "/" + strings.ToLower(fmt.Sprint(key))
			}
			if err := r.value(within); err != nil {
				return err
			}
		}
		_, err = r.d.Token()
		return err
	case json.Number:
		return r.number(path, t)
	}
	return nil
}

func (r *factorReader) number(path string, n json.Number) error {
	of, bounded := gltfRanges[path]
	if !bounded {
		return nil
	}
	if v, err := n.Float64(); err == nil && v >= of.least && v <= of.most {
		return nil
	}
	return atByte(r.text, r.d.InputOffset()-int64(len(n)),
		fmt.Errorf("material %d: %s %.40s; from %.6g to %.6g was expected", r.material, of.name, n, of.least, of.most))
}
