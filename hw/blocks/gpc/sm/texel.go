package sm

import "tilemark/hw/isa"

// sender is what sends messages of a side to a unit. The sampler has its own, so that neither it nor the load/store unit keeps the other's messages waiting.
func (b *SM) sender(unit, side int) *sending {
	if unit == isa.UnitSampler {
		return &b.S.ToTex[side]
	}
	return &b.S.Sending[side]
}
