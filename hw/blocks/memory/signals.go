package memory

import "tilemark/hw/wires"

// Signals shows the block's registers to instruments.
func (m *Memory) Signals(s *wires.Signals) {
	s.Word("flight", 8, func() uint64 { return uint64(m.S.Flight.Len()) })
}

// Queues shows how full the block's queues are.
func (m *Memory) Queues(q *wires.Queues) {
	q.Add("in_flight", m.cfg.InFlight, m.S.Flight.Len)
}
