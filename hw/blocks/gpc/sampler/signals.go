package sampler

import (
	"tilemark/hw/pipe"
	"tilemark/hw/wires"
)

// Signals shows the sampler's registers to instruments.
func (b *Sampler) Signals(s *wires.Signals) {
	for side, name := range [pipe.Sides]string{"above", "below"} {
		s.Word("messages_"+name, 8, func() uint64 { return uint64(b.S.Sides[side].Count) })
		s.Word("quads_"+name, 8, func() uint64 { return uint64(b.S.Sides[side].Works) })
		s.Flag("filling_"+name, &b.S.Sides[side].Filling)
	}
	s.Word("writes", 8, func() uint64 { return uint64(b.S.Writes.Len()) })
}
