package pm

import "tilemark/hw/wires"

// Signals shows the pipeline manager's registers to instruments.
func (b *PM) Signals(s *wires.Signals) {
	wires.Phase(s, "phase", &b.S.Phase, "CHOOSE", "FORWARD", "THREADS", "TOKEN", "CALLING").Transitions("CHOOSE FORWARD CHOOSE", "CHOOSE THREADS CHOOSE", "CHOOSE TOKEN CHOOSE", "CHOOSE CALLING CHOOSE")
	s.Word("sm", 8, func() uint64 { return uint64(b.S.SM) })
	s.Word("thread", 8, func() uint64 { return uint64(b.S.Head.Thread) })
}
