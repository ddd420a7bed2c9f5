package vf

import (
	"math/bits"

	"tilemark/hw/wires"
)

// Signals shows the block's registers to instruments.
func (b *VF) Signals(s *wires.Signals) {
	wires.Phase(s, "phase", &b.S.Phase, "NORMAL", "DISCARD").Transitions("NORMAL DISCARD NORMAL")
	s.Word("entries", 8, func() uint64 { return uint64(b.S.Order.Len()) })
	s.Word("zombies", 8, func() uint64 { return uint64(bits.OnesCount64(b.S.Zombie)) })
}

// Queues shows how full the block's queues are.
func (b *VF) Queues(q *wires.Queues) {
	q.Add("entries", b.cfg.Entries, b.S.Order.Len)
}
