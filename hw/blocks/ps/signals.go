package ps

import (
	"tilemark/hw/blocks/drq"
	"tilemark/hw/wires"
)

// Signals shows the block's registers to instruments.
func (b *PS) Signals(s *wires.Signals) {
	wires.QueueOf(s, &b.S.Queue, &b.S.Barrier)
	b.drq.Signals(s, drq.CountedAtOnce)
}
