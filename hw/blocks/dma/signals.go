package dma

import "tilemark/hw/wires"

// Signals shows the block's registers to instruments.
func (d *DMA) Signals(s *wires.Signals) {
	s.Word("reads", 8, func() uint64 { return uint64(d.S.Reading.Len()) })
	s.Word("gathering", 8, func() uint64 { return uint64(d.S.Gathering.Len()) })
	s.Word("writes", 8, func() uint64 { return uint64(d.S.Writing.Len()) })
}
