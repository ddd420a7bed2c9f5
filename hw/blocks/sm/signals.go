package sm

import (
	"math/bits"

	"tilemark/hw/wires"
)

// Signals shows the block's registers to instruments.
func (b *SM) Signals(s *wires.Signals) {
	wires.Phase(s, "requests", &b.S.Requests, "NORMAL", "DISCARD").Goes("NORMAL DISCARD NORMAL")
	wires.Phase(s, "calls", &b.S.Calls, "NORMAL", "DISCARD").Goes("NORMAL DISCARD NORMAL")
	s.Word("vertex_threads", 8, func() uint64 { return uint64(bits.OnesCount64(b.S.OfVertices)) })
	s.Word("pixel_threads", 8, func() uint64 { return uint64(bits.OnesCount64(b.S.OfPixels)) })
	s.Word("units_busy", 8, func() uint64 { return uint64(bits.OnesCount32(b.busy())) })
}
