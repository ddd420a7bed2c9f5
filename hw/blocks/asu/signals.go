package asu

import (
	"tilemark/hw/blocks/drq"
	"tilemark/hw/wires"
)

// Signals shows the block's registers to instruments.
func (b *ASU) Signals(s *wires.Signals) {
	wires.Phase(s, "phase", &b.S.Phase, "NORMAL", "DISCARD", "TOKEN", "REPORT").Transitions(
		"NORMAL DISCARD TOKEN REPORT NORMAL", "NORMAL TOKEN", "NORMAL REPORT", "DISCARD REPORT")
	s.Flag("depth_sent", &b.S.DepthSent)
	s.Flag("edges_sent", &b.S.EdgesSent)
	b.tsu.Show(s, "setting_up")
	b.drq.Signals(s, drq.Bare, "NORMAL DISCARDS ENDING")
	s.Word("discarded", 32, func() uint64 { return uint64(b.S.DRQ.Discarded) })
}

// Queues shows how full the block's queues are.
func (b *ASU) Queues(q *wires.Queues) {
	b.tsu.Queue(q, "plane_latency")
}
