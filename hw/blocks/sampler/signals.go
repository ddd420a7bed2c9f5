package sampler

import (
	"math/bits"

	"tilemark/hw/wires"
)

// Signals shows the block's registers to instruments.
func (b *Sampler) Signals(s *wires.Signals) {
	s.Word("samples", 8, func() uint64 { return uint64(b.S.Queue.Len()) })
	s.Word("lines", 8, func() uint64 { return uint64(bits.OnesCount64(b.S.Texels.Valid)) })
}
