package template

import "tilemark/hw/wires"

// Signals shows the block's registers to instruments.
func (b *Block) Signals(s *wires.Signals) {
	wires.Phase(s, "phase", &b.S.Phase, "NEXT", "HOLD").Transitions("NEXT HOLD NEXT")
	b.drq.Signals(s) // INT_END is reported and handed on in one cycle
	s.Word("delay", 32, func() uint64 { return uint64(b.S.Regs[Delay]) })
}
