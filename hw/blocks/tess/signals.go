package tess

import "tilemark/hw/wires"

// Signals shows the block's registers to instruments.
func (b *Tess) Signals(s *wires.Signals) {
	wires.Phase(s, "phase", &b.S.Phase, "PASSING", "GATHERING", "ASKING", "SPLITTING", "DISCARD").Transitions(
		"PASSING GATHERING SPLITTING PASSING", "GATHERING ASKING SPLITTING", "PASSING DISCARD PASSING", "GATHERING DISCARD", "ASKING DISCARD", "SPLITTING DISCARD")
	s.Word("triangle", 16, func() uint64 { return uint64(b.S.Patch.Triangle) })
}
