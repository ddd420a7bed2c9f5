package zl2

import (
	"tilemark/hw/blocks/drq"
	"tilemark/hw/wires"
)

// Signals shows the block's registers to instruments.
func (b *ZL2) Signals(s *wires.Signals) {
	wires.QueueOf(s, &b.S.Queue, &b.S.Barrier)
	s.Word("quad", 8, func() uint64 { return uint64(b.S.Quad) })
	s.Word("writes", 16, func() uint64 { return uint64(b.S.Cache.Writes) })
	b.drq.Signals(s, drq.Counted)
}

// Queues shows how full the block's queues are.
func (b *ZL2) Queues(q *wires.Queues) {
	q.Add("ahead", b.cfg.Ahead, b.S.Queue.Len)
}
