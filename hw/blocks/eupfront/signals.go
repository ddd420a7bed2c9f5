package eupfront

import (
	"tilemark/hw/blocks/drq"
	"tilemark/hw/wires"
)

// Signals shows the block's registers to instruments.
func (b *EUPFront) Signals(s *wires.Signals) {
	wires.Phase(s, "phase", &b.S.Phase, "NORMAL", "DISCARD").Transitions("NORMAL DISCARD NORMAL")
	b.drq.Signals(s, drq.Bare, drq.Discarding)
	s.Word("discarded", 32, func() uint64 { return uint64(b.S.DRQ.Discarded) })
}
