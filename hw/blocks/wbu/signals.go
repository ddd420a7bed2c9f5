package wbu

import (
	"tilemark/hw/blocks/drq"
	"tilemark/hw/wires"
)

// Signals shows the block's registers to instruments.
func (b *WBU) Signals(s *wires.Signals) {
	wires.Phase(s, "phase", &b.S.Phase, "NORMAL", "WRITTEN", "UNPINNED").Transitions("NORMAL WRITTEN NORMAL", "NORMAL UNPINNED NORMAL")
	s.Word("queue", 8, func() uint64 { return uint64(b.S.Queue.Len()) })
	s.Flag("barrier", &b.S.Barrier)
	s.Word("writes", 16, func() uint64 { return uint64(b.S.Cache.Writes) })
	b.drq.Signals(s, drq.Bare)
}

// Queues shows how full the block's queues are.
func (b *WBU) Queues(q *wires.Queues) {
	q.Add("ahead", b.cfg.Ahead, b.S.Queue.Len)
}
