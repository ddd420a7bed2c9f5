package judge

import (
	"fmt"
	"math"

	"github.com/gogpu/naga/ir"

	"tilemark/compiler"
	"tilemark/compiler/front"
	"tilemark/compiler/lower"
	"tilemark/golden/wgsl"
	"tilemark/hw/isa"
	"tilemark/hw/isa/nos"
)

// Reference says what a fragment shader draws for a state by the reference model of WGSL, without the compiler.
type Reference struct {
	shader *front.Shader
	module *ir.Module
	entry  string
	sizes  []int // components of the inputs, by location
	of     *Patched
}

// NewReference reads the shader again.
func (p *Patched) NewReference() (*Reference, error) {
	s, m, err := compiler.Read(p.File, p.Source)
	if err != nil {
		return nil, err
	}
	r := &Reference{shader: s, module: m, entry: p.Result.LLIR.Name, of: p}
	e, err := lower.Entry(m, r.entry)
	if err != nil {
		return nil, err
	}
	for _, a := range e.Function.Arguments {
		if a.Binding == nil {
			return nil, fmt.Errorf("%s: inputs of structures are not judged", p.File)
		}
		if b, ok := (*a.Binding).(ir.LocationBinding); ok {
			for len(r.sizes) <= int(b.Location) {
				r.sizes = append(r.sizes, 0)
			}
			r.sizes[b.Location] = 1
			if v, ok := m.Types[a.Type].Inner.(ir.VectorType); ok {
				r.sizes[b.Location] = int(v.Size)
			}
		}
	}
	return r, nil
}

// Run draws the pixels that Pixels.Run has.
func (r *Reference) Run(p *Pixels, s *nos.State, lanes int) (d Drawn, err error) {
	overrides := front.Overrides{}
	for _, o := range r.module.Overrides {
		if value, index, ok := lower.StateOverride(o.Name); ok {
			overrides[o.Name] = overrideOf(value, s.Value(value, index))
		}
	}
	m := r.module
	if len(overrides) > 0 {
		changed, failed := r.shader.Override(r.module, overrides)
		if failed != nil {
			return d, failed
		}
		m = changed
	}
	program, err := wgsl.Prepare(m)
	if err != nil {
		return d, err
	}
	resources := &wgsl.Resources{Buffers: map[wgsl.Binding][]byte{}, Textures: &swizzled{state: s, of: r.of}}
	var fog []byte
	for _, x := range r.of.Result.Resources {
		switch {
		case x.Fog:
			fog = p.Buffers[x.Number]
		case !x.Sampler:
			resources.Buffers[wgsl.Binding{Group: x.Group, Binding: x.Binding}] = p.Buffers[x.Number]
		}
	}
	applied := r.applied(s, fog)
	registers := p.registers(lanes)
	d.Sent, d.Count = true, 4
	if r.of.Items&isa.NosTarget != 0 {
		d.Count = int(s.TargetCount)
	}
	for first := 0; first < lanes; first += 4 {
		quad, err := program.Quad(r.entry, r.pixels(registers, first), resources)
		if err != nil {
			return d, err
		}
		for k := range quad {
			applied.Finish(&quad[k], registers.at(3, first+k))
			d.add(&quad[k], first+k)
		}
	}
	if d.Depths {
		d.Count = 4
	}
	return d, nil
}

// overrideOf is a value of state as the value of an override.
func overrideOf(value uint8, bits uint32) float64 {
	if value == isa.NosValueAlphaTestReference {
		return float64(math.Float32frombits(bits))
	}
	return float64(bits)
}

// add takes over what a pixel gives.
func (d *Drawn) add(s *wgsl.Shaded, lane int) {
	d.Depths = d.Depths || s.HasDepth
	if s.Helper {
		d.Helpers |= 1 << lane
		return
	}
	for n := range 4 {
		d.Values[n][lane] = s.Values[0][n]
	}
	if s.HasDepth {
		d.Values[4][lane] = s.Depth
	}
}

// pixels are those of a quad.
func (r *Reference) pixels(registers *pixelRegisters, first int) *[4]wgsl.Pixel {
	var quad [4]wgsl.Pixel
	for k := range quad {
		p, lane := &quad[k], first+k
		center := func(n int) uint32 { return math.Float32bits(float32(registers.at(n, lane)) + 0.5) }
		p.Position = [4]uint32{center(0), center(1), registers.at(2, lane), registers.at(3, lane)}
		p.FrontFacing = registers.at(4, lane) != 0
		p.Helper = registers.helpers>>lane&1 != 0
		at := 5
		for location, size := range r.sizes {
			for c := range size {
				p.Values[location][c] = registers.at(at, lane)
				at++
			}
		}
	}
	return &quad
}

func (r *Reference) applied(s *nos.State, fog []byte) *wgsl.Applied {
	a := &wgsl.Applied{Compare: wgsl.Always, Written: [4]bool{true, true, true, true}}
	if r.of.Items&isa.NosAlphaTest != 0 {
		a.Compare, a.Reference = wgsl.Comparison(s.AlphaFunction), s.AlphaReference
	}
	if r.of.Items&isa.NosFog != 0 {
		a.Fog = wgsl.FogMode(s.Fog)
		for n := range a.Parameters {
			a.Parameters[n] = floatAt(fog, int(s.FogOffset)+4*n)
		}
	}
	if r.of.Items&isa.NosWriteMask != 0 {
		for n := range a.Written {
			a.Written[n] = s.WriteMask>>n&1 != 0
		}
	}
	a.Encode = r.of.Items&isa.NosTarget != 0 && s.TargetSRGB
	a.ClampDepth = r.of.Items&isa.NosDepthClamp != 0 && s.DepthClamp
	return a
}

// swizzled are the textures of texels, as state has them.
type swizzled struct {
	state *nos.State
	of    *Patched
}

// messages are those of the operations on textures.
var messages = map[wgsl.Operation]int{wgsl.Sample: isa.MessageSample, wgsl.SampleBias: isa.MessageSampleBias, wgsl.SampleLevel: isa.MessageSampleLevel,
	wgsl.SampleGradient: isa.MessageSampleGradient, wgsl.Gather: isa.MessageGather, wgsl.Load: isa.MessageTexel}

// number is the kernel's number of a binding.
func (t *swizzled) number(b wgsl.Binding) int {
	for _, x := range t.of.Result.Resources {
		if x.Group == b.Group && x.Binding == b.Binding && !x.Fog {
			return x.Number
		}
	}
	return 0
}

// Do implements wgsl.Textures.
func (t *swizzled) Do(r *wgsl.Request) error {
	message, ok := messages[r.Operation]
	if !ok {
		return fmt.Errorf("operation %d on a texture, which is not judged", r.Operation)
	}
	number := t.number(r.Texture)
	of := t.texture(number)
	sampler := 0
	if r.Operation != wgsl.Load {
		sampler = t.number(r.Sampler)
	}
	for n := range r.Asked {
		a := &r.Asked[n]
		list := append([]uint32(nil), a.Coordinates[:r.Directions]...)
		switch r.Operation {
		case wgsl.SampleBias, wgsl.SampleLevel, wgsl.Load:
			list = append(list, a.Level)
		case wgsl.Gather:
			of := of.Swizzle[r.Component]
			if of == nos.Zero || of == nos.One {
				for c := range a.Answer {
					a.Answer[c] = constantOf(of)
				}
				continue
			}
			a.Answer = texel(number, message, sampler, append(list, uint32(of)))
			continue
		}
		answer := texel(number, message, sampler, list)
		for c := range a.Answer {
			if from := of.Swizzle[c]; from == nos.Zero || from == nos.One {
				a.Answer[c] = constantOf(from)
			} else {
				a.Answer[c] = answer[from]
			}
		}
	}
	return nil
}

// texture is what a texture is for the kernel.
func (t *swizzled) texture(number int) nos.Texture {
	plain := nos.Texture{Bound: true, Swizzle: [4]nos.Component{nos.Red, nos.Green, nos.Blue, nos.Alpha}}
	if t.of.Items&isa.NosTexture == 0 || number >= nos.Textures {
		return plain
	}
	of := t.state.Textures[number]
	if !of.Bound {
		of.Swizzle = [4]nos.Component{nos.Zero, nos.Zero, nos.Zero, nos.One}
	}
	return of
}

func constantOf(c nos.Component) uint32 {
	if c == nos.One {
		return math.Float32bits(1)
	}
	return 0
}
