package tg

import (
	"tilemark/hw/blocks/drq"
	"tilemark/hw/wires"
)

// Signals shows the block's registers to instruments.
func (b *TG) Signals(s *wires.Signals) {
	wires.Phase(s, "phase", &b.S.Phase, "NORMAL", "TILES", "SEND_INT", "END", "DISCARD", "TOKEN", "LEFT").Transitions(
		"NORMAL TILES NORMAL", "NORMAL SEND_INT END DISCARD TOKEN LEFT NORMAL", "TILES SEND_INT", "NORMAL END", "TILES END",
		"NORMAL DISCARD NORMAL", "TILES DISCARD", "NORMAL TOKEN NORMAL")
	s.Word("number", 32, func() uint64 { return uint64(b.S.Number) })
	b.drq.Signals(s, drq.Bare, drq.Discarding, drq.Counted, drq.DiscardingCounted)
	s.Word("discarded", 32, func() uint64 { return uint64(b.S.DRQ.Discarded) })
	b.gate.Signals(s)
}
