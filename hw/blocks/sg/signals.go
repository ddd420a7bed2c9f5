package sg

import "tilemark/hw/wires"

// Signals shows the block's registers to instruments.
func (b *SG) Signals(s *wires.Signals) {
	wires.Phase(s, "phase", &b.S.Phase, "NORMAL", "ROWS").Transitions("NORMAL ROWS NORMAL")
	s.Word("row", 32, func() uint64 { return uint64(uint32(b.S.Row)) })
}
