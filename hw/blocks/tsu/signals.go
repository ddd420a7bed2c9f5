package tsu

import (
	"tilemark/hw/blocks/drq"
	"tilemark/hw/pipe"
	"tilemark/hw/wires"
)

// Signals shows the block's registers to instruments.
func (b *TSU) Signals(s *wires.Signals) {
	wires.Phase(s, "phase", &b.S.Phase, "NORMAL", "IN_DRAW", "IN_PRIM", "DISCARD_EUP", "DISCARD_CSP", "END_EUP", "END_CSP").Transitions(
		"NORMAL IN_DRAW IN_PRIM IN_DRAW NORMAL", "NORMAL END_EUP END_CSP NORMAL", "NORMAL DISCARD_EUP DISCARD_CSP END_CSP", "IN_DRAW DISCARD_EUP", "IN_PRIM DISCARD_EUP")
	pipe.ShowSlot(s, "slot", &b.S.Prim.Slot)
	s.Word("primitive", 32, func() uint64 { return uint64(b.S.Prim.At.Primitive) })
	s.Flag("skips", &b.S.Skips)
	b.eup.Show(s, "clipping")
	b.out.Show(s, "setting_up")
	b.drq.Signals(s, drq.Bare, drq.Discarding)
	s.Word("discarded", 32, func() uint64 { return uint64(b.S.DRQ.Discarded) })
}

// Queues shows how full the block's queues are.
func (b *TSU) Queues(q *wires.Queues) {
	b.eup.Queue(q, "clip_latency")
	b.out.Queue(q, "setup_latency")
}
