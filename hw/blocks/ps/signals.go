package ps

import (
	"tilemark/hw/blocks/drq"
	"tilemark/hw/wires"
)

// Signals shows the block's registers to instruments.
func (b *PS) Signals(s *wires.Signals) {
	wires.QueueOf(s, &b.S.Queue, &b.S.Barrier)
	b.eu.Show(s, "interpolating")
	b.drq.Signals(s, drq.CountedAtOnce)
}

// Queues shows how full the block's queues are.
func (b *PS) Queues(q *wires.Queues) {
	q.Add("in_flight", b.cfg.InFlight, b.S.Queue.Len)
	b.eu.Queue(q, "interpolation_latency")
}
