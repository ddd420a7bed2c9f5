package eup

import "tilemark/hw/wires"

// Signals shows the block's registers to instruments.
func (b *EUP) Signals(s *wires.Signals) {
	wires.Phase(s, "phase", &b.S.Phase, "NORMAL", "DISCARD").Goes("NORMAL DISCARD NORMAL")
	s.Word("vertex_threads", 8, func() uint64 { return uint64(b.S.Vertices.Tickets.Len()) })
	s.Word("pixel_threads", 8, func() uint64 { return uint64(b.S.Pixels.Tickets.Len()) })
	b.drq.Signals(s)
	s.Word("discarded", 32, func() uint64 { return uint64(b.S.DRQ.Discarded) })
}
