package kernel

import (
	"slices"

	"tilemark/hw/isa"
)

// Narrow has the kernel say of effects and bindings only what threads can come to. A kernel whose branches are decided by state has parts to which none comes.
func (k *Kernel) Narrow() {
	c := checker{k: k}
	reached := c.follow(0)
	named := map[uint8]bool{}
	e := k.Effects & (isa.EffectEarly | isa.EffectIdempotent)
	for n := range k.Code {
		if !reached[n] {
			continue
		}
		in := isa.Decode(k.Code[n].Native)
		e |= effects(&in)
		if in.Op == isa.OpSend && isa.Messages[in.Message.Code].Uses&isa.UsesBinding != 0 {
			named[in.Message.Binding] = true
		}
	}
	k.Effects = e
	k.Bindings = slices.DeleteFunc(slices.Clone(k.Bindings), func(b Binding) bool { return !named[b.Number] })
}
