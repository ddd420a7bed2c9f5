package zl1

import (
	"tilemark/hw/blocks/drq"
	"tilemark/hw/wires"
)

// Signals shows the block's registers to instruments.
func (b *ZL1) Signals(s *wires.Signals) {
	wires.Phase(s, "phase", &b.S.Phase, "NORMAL", "END", "DISCARD_DEPTH", "DISCARD_PLANES", "DISCARD_TILES", "TOKEN", "LEFT").Transitions(
		"NORMAL END DISCARD_DEPTH DISCARD_PLANES DISCARD_TILES TOKEN LEFT NORMAL", "NORMAL DISCARD_DEPTH", "TOKEN NORMAL")
	s.Flag("started", &b.S.Started)
	b.drq.Signals(s, drq.Bare, drq.Discarding, drq.Counted, drq.DiscardingCounted)
	s.Word("discarded", 32, func() uint64 { return uint64(b.S.DRQ.Discarded) })
	b.gate.Signals(s)
}
