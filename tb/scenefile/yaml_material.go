package scenefile

import (
	"slices"

	"tilemark/tb/scene"
	"tilemark/tb/scene/files"
	"tilemark/text/strictyaml"
)

// materialSpec is what shaders are told of a surface.
type materialSpec struct {
	strictyaml.Source

	Metallic    float32  `yaml:"metallic"`
	Roughness   *float32 `yaml:"roughness"`
	Emissive    vec3     `yaml:"emissive"`
	NormalScale *float32 `yaml:"normal_scale"`
	Occlusion   *float32 `yaml:"occlusion_strength"`
	AlphaCutoff float32  `yaml:"alpha_cutoff"`
	DoubleSided bool     `yaml:"double_sided"`
	Unlit       bool     `yaml:"unlit"`
	Maps        mapList  `yaml:"maps"`
}

// mapList is a mapping of maps to textures.
type mapList []mapSpec

type mapSpec struct {
	of   int
	name label
}

// DecodeYAML reads {normal: name, ...}.
func (v *mapList) DecodeYAML(n *strictyaml.Node) error {
	if n.Kind != strictyaml.Mapping {
		return n.Expected("a mapping of maps to textures, such as {normal: bumps},")
	}
	for _, e := range n.Entries {
		m := mapSpec{of: slices.Index(scene.MapNames[:], e.Key)}
		if m.of < 0 {
			return e.Wrong("%q; %s was expected", e.Key, strictyaml.OneOf(scene.MapNames[:]))
		}
		if err := m.name.DecodeYAML(e.Value); err != nil {
			return err
		}
		*v = append(*v, m)
	}
	return nil
}

// material reads what the draw says of its surface.
func (d *drawSpec) material(s *scene.Scene, draw *scene.Draw) error {
	spec := d.Material
	if spec == nil {
		return nil
	}
	m := scene.PlainMaterial()
	m.Metallic, m.Roughness, m.Emissive = spec.Metallic, or(spec.Roughness, m.Roughness), spec.Emissive
	m.NormalScale, m.OcclusionStrength = or(spec.NormalScale, m.NormalScale), or(spec.Occlusion, m.OcclusionStrength)
	m.AlphaCutoff, m.DoubleSided, m.Unlit = spec.AlphaCutoff, spec.DoubleSided, spec.Unlit
	for _, of := range spec.Maps {
		n, err := find(of.name, "texture", s.Textures, func(t *scene.Texture) string { return t.Name })
		if err != nil {
			return err
		}
		m.Maps[of.of] = n
	}
	draw.Material = &m
	return nil
}

// shader has the draws that name no kernels run the scene's shader.
func (spec *sceneSpec) shader(s *scene.Scene, dir files.References) error {
	name := spec.Shader.text
	if name == "" {
		return nil
	}
	text, builtin := scene.BuiltinShader(name)
	path := name
	if !builtin {
		data, err := dir.Read(name)
		if err != nil {
			return spec.Shader.at.Wrong("%w", err)
		}
		path, text = dir.Path(name), string(data)
	}
	if err := s.Shade(path, text); err != nil {
		return spec.Shader.at.Wrong("%w", err)
	}
	return nil
}
