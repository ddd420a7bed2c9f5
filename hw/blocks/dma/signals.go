package dma

import "tilemark/hw/wires"

// Signals shows the block's registers to instruments.
func (d *DMA) Signals(s *wires.Signals) {
	s.Word("reads", 8, func() uint64 { return uint64(d.S.Reading.Len()) })
	s.Word("gathering", 8, func() uint64 { return uint64(d.S.Gathering.Len()) })
	s.Word("writes", 8, func() uint64 { return uint64(d.S.Writing.Len()) })
}

// Queues shows how full the block's queues are.
func (d *DMA) Queues(q *wires.Queues) {
	q.Add("reads", d.cfg.Reads, d.S.Reading.Len)
	q.Add("lines", d.cfg.Lines, d.S.Gathering.Len)
	q.Add("writes", d.cfg.Writes, d.S.Writing.Len)
}
