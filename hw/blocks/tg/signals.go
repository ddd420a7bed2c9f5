package tg

import (
	"tilemark/hw/pipe"
	"tilemark/hw/wires"
)

// Signals shows the block's registers to instruments: cursor is the break point's.
func (b *TG) Signals(s *wires.Signals) {
	wires.Phase(s, "phase", &b.S.Phase, "NORMAL", "TILES", "PIN_TILE", "PIN_DRAW", "PIN_END", "SEND_INT", "SEND_CUT", "TAKE_BACK", "DISCARD",
		"TOKEN", "LEFT")
	s.Word("slot", 1, func() uint64 { return uint64(b.S.Slot) })
	pipe.ShowCursor(s, "cursor", &b.S.At)
	wires.Phase(s, "restore", &b.S.Restore, "NONE", "SKIPPING", "REACHED")
	pipe.ShowCursor(s, "skip", &b.S.Skip)
	s.Flag("cut", &b.S.Cut)
	s.Word("discarded", 32, func() uint64 { return uint64(b.S.DRQ.Discarded) })
}
