package l15

import (
	"tilemark/hw/pipe"
	"tilemark/hw/wires"
)

// Signals shows the cache's registers to instruments.
func (b *L15) Signals(s *wires.Signals) {
	wires.Phase(s, "phase", &b.S.Phase, "SERVE", "CLEAN", "DRAIN", "LEAVE").Transitions("SERVE CLEAN DRAIN SERVE LEAVE SERVE")
	s.Word("writes", 8, func() uint64 { return uint64(b.S.Writes.Len()) })
	s.Word("evictions", 8, func() uint64 { return uint64(b.S.Evictions.Len()) })
	s.Word("held_above", 8, func() uint64 { return uint64(b.S.Held[pipe.Above]) })
	s.Word("patch_above", 3, func() uint64 { return uint64(b.S.Patchers[pipe.Above].Step) })
	s.Word("patch_below", 3, func() uint64 { return uint64(b.S.Patchers[pipe.Below].Step) })
	s.Word("held_below", 8, func() uint64 { return uint64(b.S.Held[pipe.Below]) })
}
