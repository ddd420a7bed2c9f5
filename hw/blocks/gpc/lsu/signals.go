package lsu

import "tilemark/hw/wires"

// Signals shows the unit's registers to instruments.
func (b *LSU) Signals(s *wires.Signals) {
	for side, name := range [...]string{"above", "below"} {
		s.Word("messages_"+name, 8, func() uint64 { return uint64(b.S.Sides[side].Count) })
		s.Flag("filling_"+name, &b.S.Sides[side].Filling)
	}
	s.Word("writes", 8, func() uint64 { return uint64(b.S.Writes.Len()) })
}
