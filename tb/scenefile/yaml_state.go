package scenefile

import (
	"fmt"
	"math"
	"slices"

	"tilemark/hw/isa"
	"tilemark/hw/isa/nos"
	"tilemark/tb/scene"
	"tilemark/text/near"
	"tilemark/text/strictyaml"
)

// stateSpec is what the kernels of a draw depend on.
type stateSpec struct {
	strictyaml.Source

	AlphaTest  *alphaTestSpec      `yaml:"alpha_test"`
	Fog        *fogSpec            `yaml:"fog"`
	Lighting   bool                `yaml:"lighting"`
	Colors     bool                `yaml:"colors"`
	TwoSided   bool                `yaml:"two_sided"`
	Textures   textureStates       `yaml:"textures"`
	Target     targetStateSpec     `yaml:"target"`
	DepthClamp bool                `yaml:"depth_clamp"`
	Flat       []int               `yaml:"flat"`
	ClipPlanes []vec4              `yaml:"clip_planes"`
	Attributes scene.AttributeList `yaml:"vertex_formats"`
	Sprite     *spriteSpec         `yaml:"point_sprite"`
}

// spriteSpec says which components are a point's coordinates.
type spriteSpec struct {
	strictyaml.Source

	Components []int `yaml:"components"`
	Lower      bool  `yaml:"lower"`
}

type alphaTestSpec struct {
	Function  compareName `yaml:"function"`
	Reference float32     `yaml:"reference"`
}

type fogSpec struct {
	strictyaml.Source

	Mode    fogName `yaml:"mode"`
	Color   vec3    `yaml:"color"`
	Density float32 `yaml:"density"`
	Start   float32 `yaml:"start"`
	End     float32 `yaml:"end"`
}

type fogName uint32

// DecodeYAML reads a name.
func (v *fogName) DecodeYAML(n *strictyaml.Node) error {
	return decodeName(n, nos.FogNames[:], (*uint32)(v))
}

type targetStateSpec struct {
	strictyaml.Source

	SRGB       bool  `yaml:"srgb"`
	Components *int  `yaml:"components"`
	Format     uint8 `yaml:"format"`
}

// textureStates is a mapping of numbers to states of textures.
type textureStates []textureState

type textureState struct {
	number int
	spec   textureStateSpec
}

type textureStateSpec struct {
	Bound   *bool       `yaml:"bound"`
	Swizzle swizzleName `yaml:"swizzle"`
	SRGB    bool        `yaml:"srgb"`
	Format  uint8       `yaml:"format"`
}

// DecodeYAML reads {number: {swizzle: ...}, ...}.
func (v *textureStates) DecodeYAML(n *strictyaml.Node) error {
	if n.Kind != strictyaml.Mapping {
		return n.Expected("a mapping of numbers to what is said of textures, such as {0: {swizzle: rrr1}},")
	}
	for _, e := range n.Entries {
		t := textureState{number: -1}
		if _, err := fmt.Sscanf(e.Key, "%d", &t.number); err != nil || fmt.Sprint(t.number) != e.Key || t.number < 0 || t.number >= nos.Textures {
			return e.Wrong("%q; the number of a texture, 0 to %d, was expected", e.Key, nos.Textures-1)
		}
		if err := strictyaml.Decode(e.Value, &t.spec); err != nil {
			return err
		}
		*v = append(*v, t)
	}
	return nil
}

// swizzleName is what stands for the four components of a texel, as in rgb1.
type swizzleName struct {
	given bool
	of    [4]nos.Component
}

// DecodeYAML reads four letters among r, g, b, a, 0 and 1.
func (v *swizzleName) DecodeYAML(n *strictyaml.Node) error {
	const letters = "rgba01"
	if !n.Scalar() || len(n.Text) != len(v.of) {
		return n.Expected("four letters among r, g, b, a, 0 and 1")
	}
	for k := range v.of {
		c := slices.Index([]byte(letters), n.Text[k])
		if c < 0 {
			return n.Expected("four letters among r, g, b, a, 0 and 1")
		}
		v.of[k] = nos.Component(c)
	}
	v.given = true
	return nil
}

// items reads names of items of state, or all.
type items uint16

// DecodeYAML reads a list of names, or all.
func (v *items) DecodeYAML(n *strictyaml.Node) error {
	const all = "all"
	if n.Scalar() && n.Text == all {
		*v = nos.All
		return nil
	}
	if n.Kind != strictyaml.List {
		return n.Expected("all, or a list of items of state, such as [fog, alpha_test],")
	}
	names := nos.Items()
	for _, item := range n.Items {
		k := slices.Index(names, item.Text)
		if k < 0 || !item.Scalar() {
			return item.Wrong("%v; %s was expected%s", item, strictyaml.OneOf(names), near.Suggest(item.Text, names, ""))
		}
		*v |= 1 << k
	}
	return nil
}

// depends reads what the kernels of the draw depend on.
func (d *drawSpec) depends(s *scene.Scene, draw *scene.Draw) (err error) {
	spec := d.State
	if spec == nil {
		return nil
	}
	state := nos.Default()
	if a := spec.AlphaTest; a != nil {
		state.AlphaFunction, state.AlphaReference = nos.Compare(a.Function), a.Reference
	}
	state.Lighting, state.Colors, state.TwoSided, state.DepthClamp = spec.Lighting, spec.Colors, spec.TwoSided, spec.DepthClamp
	state.TargetSRGB, state.TargetFormat = spec.Target.SRGB, spec.Target.Format
	if c := spec.Target.Components; c != nil {
		if *c < 1 || *c > 4 {
			return spec.Target.Wrong("components", "%d components; 1 to 4 were expected", *c)
		}
		state.TargetCount = uint8(*c)
	}
	for _, t := range spec.Textures {
		to := &state.Textures[t.number]
		to.Bound, to.SRGB, to.Format = or(t.spec.Bound, true), t.spec.SRGB, t.spec.Format
		if t.spec.Swizzle.given {
			to.Swizzle = t.spec.Swizzle.of
		}
	}
	for _, n := range spec.Flat {
		if n < 0 || n >= nos.Attributes {
			return spec.Wrong("flat", "attribute %d; 0 to %d was expected", n, nos.Attributes-1)
		}
		state.Flat |= 1 << n
	}
	if p := spec.Sprite; p != nil {
		for _, n := range p.Components {
			if n < 0 || n >= nos.Attributes {
				return p.Wrong("components", "component %d; 0 to %d was expected", n, nos.Attributes-1)
			}
			state.PointSprite |= 1 << n
		}
		state.PointLower = p.Lower
	}
	if len(spec.ClipPlanes) > nos.Planes {
		return spec.Wrong("clip_planes", "%d planes; at most %d were expected", len(spec.ClipPlanes), nos.Planes)
	}
	for n, p := range spec.ClipPlanes {
		draw.ClipPlanes = append(draw.ClipPlanes, p)
		state.ClipPlanes |= 1 << n
	}
	for _, a := range spec.Attributes {
		if state.Attributes[a.Format.Location], err = a.Attribute(); err != nil {
			return err
		}
	}
	draw.Depends = &state
	if spec.Fog != nil {
		return spec.Fog.set(s, draw, &state)
	}
	return nil
}

// set gives the pixel kernel the parameters of the fog in a buffer of the draw's own.
func (f *fogSpec) set(s *scene.Scene, draw *scene.Draw, state *nos.State) error {
	if nos.Fog(f.Mode) == nos.Linear && !(f.End > f.Start) {
		return f.Wrong("end", "fog: end %v, start %v; an end beyond the start was expected", f.End, f.Start)
	}
	state.Fog = nos.Fog(f.Mode)
	if draw.Programs.Pixel == nil {
		return nil
	}
	n, ok := nos.FogBinding(draw.Programs.Pixel.Kernel)
	if !ok {
		return nil
	}
	buffer := scene.Buffer{Name: fmt.Sprintf("fog %d", len(s.Buffers)), Words: make([]uint32, isa.RegisterSize/4)}
	end, scale := f.End, 1/(f.End-f.Start)
	switch state.Fog {
	case nos.Exp: // what is left are e to the power of -density times the distance
		end, scale = 0, f.Density*math.Log2E
	case nos.Exp2: // and of the square of both
		end, scale = 0, f.Density*float32(math.Sqrt(math.Log2E))
	}
	for k, x := range []float32{f.Color[0], f.Color[1], f.Color[2], end, scale} {
		buffer.Words[k] = math.Float32bits(x)
	}
	draw.Programs.Below.Buffers = append(draw.Programs.Below.Buffers, scene.Binding{Number: int(n), Index: len(s.Buffers)})
	s.Buffers = append(s.Buffers, buffer)
	return nil
}
