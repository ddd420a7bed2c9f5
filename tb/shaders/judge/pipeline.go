package judge

import (
	"fmt"
	"math"

	"github.com/gogpu/naga/ir"

	"tilemark/compiler"
	"tilemark/compiler/front"
	"tilemark/compiler/lower"
	"tilemark/hw/isa"
	"tilemark/hw/isa/nos"
	"tilemark/tb/shaders"
)

// Pipeline is a random fragment or vertex shader (shaders.Options.Pipeline) with the state and the inputs that it runs with.
type Pipeline struct {
	Lanes int
	Items uint16 // isa.Nos... bits: what is applied to what the shader computes
	State uint64 // seed of Random; the state counts for the shader's overrides, too
	Seed  uint64 // of pixels or vertices
}

// Run executes a thread three ways: the kernel that is patched for the state, the one that is compiled for it, and the reference model. The error is an
// Unequal when one differs from the reference.
func (c *Pipeline) Run(p *shaders.Program) error {
	const file = "random.wgsl"
	parsed, open, err := compiler.Read(file, p.Source())
	if err != nil {
		return err
	}
	k, err := NewPatched(file, p.Source(), c.Items, c.Lanes)
	if err != nil {
		return err
	}
	s := k.For(Random(c.State))
	whole, err := k.Whole(s)
	if err != nil {
		return err
	}
	m, err := Known(parsed, open, s)
	if err != nil {
		return err
	}
	written := map[int]bool{}
	for _, b := range p.Buffers {
		for _, x := range k.Result.Resources {
			if x.Binding == b.Binding && !x.Fog && !x.Sampler && !x.Attribute {
				k.Buffers[x.Number] = b.Contents
				written[x.Number] = k.Result.LLIR.Bindings[x.Number].Write
			}
		}
	}
	if m.EntryPoints[0].Stage == ir.StageVertex {
		return c.vertices(k, whole, m, s)
	}
	return c.pixels(k, whole, m, s, written)
}

func (c *Pipeline) pixels(k *Patched, whole *compiler.Result, m *ir.Module, s *nos.State, written map[int]bool) error {
	pixels := &Pixels{Seed: c.Seed, Buffers: k.Buffers, Written: written}
	want, err := pixels.Reference(m, k.Result, c.Lanes, c.Items, s)
	if err != nil {
		return fmt.Errorf("reference model: %w", err)
	}
	got, _, err := pixels.Run(nos.Kernel(k.Result.Kernel, s))
	if err != nil {
		return err
	}
	if err := got.equal(&want, c.Lanes); err != nil {
		return err
	}
	if got, _, err = pixels.Run(whole.Kernel); err != nil {
		return err
	}
	if err := got.equal(&want, c.Lanes); err != nil {
		return Unequal("compiled for the state: " + err.Error())
	}
	return nil
}

func (c *Pipeline) vertices(k *Patched, whole *compiler.Result, m *ir.Module, s *nos.State) error {
	vertices := &Vertices{Seed: c.Seed, Buffers: k.Buffers}
	want, err := vertices.Reference(m, k.Result, c.Lanes, c.Items, s)
	if err != nil {
		return fmt.Errorf("reference model: %w", err)
	}
	got, err := vertices.Run(nos.Kernel(k.Result.Kernel, s))
	if err != nil {
		return err
	}
	if err := got.equal(&want); err != nil {
		return err
	}
	if got, err = vertices.Run(whole.Kernel); err != nil {
		return err
	}
	if err := got.equal(&want); err != nil {
		return Unequal("compiled for the state: " + err.Error())
	}
	return nil
}

// Known is a shader in which the values of state that it asks for are those of a state. Other overrides are errors.
func Known(parsed *front.Shader, open *ir.Module, s *nos.State) (*ir.Module, error) {
	values := front.Overrides{}
	for _, o := range open.Overrides {
		value, index, ok := lower.StateOverride(o.Name)
		if !ok {
			return nil, fmt.Errorf("override %s, expected the name of a value of state", o.Name)
		}
		values[o.Name] = float64(s.Value(value, index))
		if value == isa.NosValueAlphaTestReference {
			values[o.Name] = float64(math.Float32frombits(s.Value(value, index)))
		}
	}
	m, failed := parsed.Override(open, values)
	if failed != nil {
		return nil, failed
	}
	return m, nil
}
