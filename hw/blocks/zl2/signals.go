package zl2

import "tilemark/hw/wires"

// Signals shows the block's registers to instruments.
func (b *ZL2) Signals(s *wires.Signals) {
	s.Name("phase", func() string {
		switch {
		case b.S.Barrier:
			return "BARRIER"
		case b.S.Queue.Len() > 0:
			return "WORK"
		}
		return "EMPTY"
	})
	s.Word("queue", 8, func() uint64 { return uint64(b.S.Queue.Len()) })
	s.Word("quad", 8, func() uint64 { return uint64(b.S.Quad) })
	s.Word("writes", 16, func() uint64 { return uint64(b.S.Cache.Writes) })
}
