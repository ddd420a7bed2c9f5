package scene

import (
	"tilemark/hw/isa"
	"tilemark/hw/isa/kernel"
	"tilemark/hw/isa/nos"
)

// StateFor is the state that a kernel of the draw depends on (docs/isa.md, "State tags"). What is bound and which channels are written the draw says besides its Depends.
func (d *Draw) StateFor(k *kernel.Kernel) *nos.State {
	s := nos.Default()
	if d.Depends != nil {
		s = *d.Depends
	}
	s.WriteMask = d.State.WriteMask
	list := &d.Programs.Below
	if k.Stage != isa.StagePixel {
		list = &d.Programs.Above
	}
	for n := range s.Textures {
		s.Textures[n].Bound = s.Textures[n].Bound && (list.texture(n) || n == 0 && k.Stage == isa.StagePixel && d.Texture >= 0)
	}
	if n, ok := nos.FogBinding(k); ok {
		s.FogBinding = n
	}
	return &s
}

// texture tells whether a texture is bound.
func (b *Bindings) texture(number int) bool {
	for _, e := range b.Textures {
		if e.Number == number {
			return true
		}
	}
	return false
}
