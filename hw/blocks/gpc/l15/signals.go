package l15

import "tilemark/hw/wires"

// Signals shows the cache's registers to instruments.
func (b *L15) Signals(s *wires.Signals) {
	wires.Phase(s, "phase", &b.S.Phase, "SERVE", "CLEAN", "DRAIN").Goes("SERVE CLEAN DRAIN SERVE")
	s.Word("writes", 16, func() uint64 { return uint64(b.S.Writes) })
	s.Word("given_up", 8, func() uint64 { return uint64(b.S.Given.Len()) })
	s.Word("held_above", 8, func() uint64 { return uint64(b.S.Sides[0].Held) })
	s.Word("held_below", 8, func() uint64 { return uint64(b.S.Sides[1].Held) })
}
