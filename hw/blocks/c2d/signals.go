package c2d

import (
	"tilemark/hw/pipe"
	"tilemark/hw/wires"
)

// Signals shows the block's registers to instruments.
func (b *C2D) Signals(s *wires.Signals) {
	wires.Phase(s, "phase", &b.S.Phase, "READY", "WALK", "FINISH").Transitions("READY WALK FINISH READY", "READY FINISH")
	pipe.ShowSlot(s, "slot", &b.S.Slot)
	s.Word("lines", 8, func() uint64 { return uint64(b.S.Lines.Len()) })
	s.Word("writes", 8, func() uint64 { return uint64(b.S.Writes) })
	b.drq.Signals(s)
}

// Queues shows how full the block's queues are.
func (b *C2D) Queues(q *wires.Queues) {
	q.Add("in_flight", b.cfg.InFlight, func() int { return b.S.Lines.Len() + int(b.S.Writes) })
}
