// Package sampling serves the textures of shaders (wgsl.Textures) by the reference sampler: a request becomes a message of docs/textures.md.
package sampling

import (
	"fmt"

	"tilemark/golden/exec"
	"tilemark/golden/texture"
	"tilemark/golden/wgsl"
	"tilemark/hw/isa"
)

// Unit is a reference sampler whose textures and samplers are known by their bindings.
type Unit struct {
	texture.Unit
	Textures map[wgsl.Binding]int // numbers of textures in the unit
	Samplers map[wgsl.Binding]int // and of samplers
}

var _ wgsl.Textures = (*Unit)(nil)

var messages = map[wgsl.Operation]int{
	wgsl.Sample: isa.MessageSample, wgsl.SampleBias: isa.MessageSampleBias, wgsl.SampleLevel: isa.MessageSampleLevel,
	wgsl.SampleGradient: isa.MessageSampleGradient, wgsl.SampleCompare: isa.MessageSampleCompare, wgsl.SampleCompareLevel: isa.MessageSampleCompareLevel,
	wgsl.Gather: isa.MessageGather, wgsl.GatherCompare: isa.MessageGatherCompare, wgsl.Load: isa.MessageTexel, wgsl.Store: isa.MessageTexelStore,
	wgsl.Size: isa.MessageDimensions,
}

// Do implements wgsl.Textures.
func (u *Unit) Do(r *wgsl.Request) error {
	m := &exec.Request{Message: messages[r.Operation], Lanes: 1<<len(r.Asked) - 1, Components: 4}
	var ok bool
	if m.Binding, ok = u.Textures[r.Texture]; !ok {
		return fmt.Errorf("no texture for @group(%d) @binding(%d)", r.Texture.Group, r.Texture.Binding)
	}
	if m.Sampler, ok = u.Samplers[r.Sampler]; !ok && sampled(r.Operation) {
		return fmt.Errorf("no sampler for @group(%d) @binding(%d)", r.Sampler.Group, r.Sampler.Binding)
	}
	for d, n := range r.Offset {
		m.Texels[d] = int(n)
	}
	for lane := range r.Asked {
		fill(m, r, lane)
	}
	if err := u.Unit.Sample(m); err != nil {
		return err
	}
	for lane := range r.Asked {
		for k := range 4 {
			r.Asked[lane].Answer[k] = m.Answer[k][lane]
		}
	}
	return nil
}

func sampled(o wgsl.Operation) bool { return o != wgsl.Load && o != wgsl.Store && o != wgsl.Size }

// fill puts what a lane asks for into a message: coordinates, then the layer, then what the message has besides.
func fill(m *exec.Request, r *wgsl.Request, lane int) {
	a := &r.Asked[lane]
	var sets []uint32
	if r.Operation != wgsl.Size {
		sets = append(sets, a.Coordinates[:r.Directions]...)
		if r.Layered {
			sets = append(sets, a.Layer)
		}
	}
	switch r.Operation {
	case wgsl.SampleBias, wgsl.SampleLevel, wgsl.Load, wgsl.Size:
		sets = append(sets, a.Level)
	case wgsl.SampleCompare, wgsl.SampleCompareLevel, wgsl.GatherCompare:
		sets = append(sets, a.Reference)
	case wgsl.Gather:
		sets = append(sets, uint32(r.Component))
	}
	for n, w := range sets {
		m.Coordinates[n][lane] = w
	}
	m.Sets = len(sets)
	if r.Operation == wgsl.Store {
		for k, w := range a.Value {
			m.Data[k][lane] = w
		}
		if a.Helper {
			m.Helpers |= 1 << lane
		}
		return
	}
	per := min(m.Sets, 3) // gradients are of so many sets
	for axis := range a.Gradients {
		for d := range r.Directions {
			m.Data[axis*per+d][lane] = a.Gradients[axis][d]
		}
	}
}
