package dispatch

import (
	"tilemark/hw/pipe"
	"tilemark/hw/wires"
)

// Signals shows the block's registers to instruments.
func (b *Dispatcher) Signals(s *wires.Signals) {
	wires.Phase(s, "phase", &b.S.Phase, "NORMAL", "DISCARD").Transitions("NORMAL DISCARD NORMAL")
	for side, name := range [pipe.Sides]string{"vertex", "pixel"} {
		q := &b.S.Sides[side]
		s.Word(name+"_order", 8, func() uint64 { return uint64(q.Order.Len()) })
		s.Word(name+"_filled", 9, func() uint64 { return uint64(q.Open) })
	}
	s.Word("hull_thread", 9, func() uint64 { return uint64(b.S.Hull.Thread) })
	wires.Phase(s, "caches", &b.S.Ctrl.Task, "IDLE", "BIND", "FORGET", "REFRESH", "STATE").Transitions("IDLE BIND IDLE", "IDLE FORGET IDLE", "FORGET BIND", "IDLE REFRESH IDLE", "REFRESH BIND",
		"IDLE STATE IDLE", "FORGET STATE BIND STATE", "REFRESH STATE")
	b.drq.Signals(s)
	s.Word("discarded", 32, func() uint64 { return uint64(b.S.DRQ.Discarded) })
}
