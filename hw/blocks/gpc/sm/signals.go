package sm

import (
	"tilemark/hw/pipe"
	"tilemark/hw/wires"
)

// Signals shows the multiprocessor's registers to instruments.
func (b *SM) Signals(s *wires.Signals) {
	wires.Phase(s, "phase", &b.S.Phase, "HEADER", "SECOND", "PAYLOAD").Transitions("HEADER SECOND PAYLOAD HEADER", "SECOND HEADER")
	s.Word("runs", 8, func() uint64 { return uint64(b.S.Runs.count()) })
	s.Word("parked", 8, func() uint64 { return uint64(b.S.Parked.count()) })
	s.Word("ending", 8, func() uint64 { return uint64(b.S.Ending.count()) })
	s.Flag("sending_above", &b.S.Sending[pipe.Above].Active)
	s.Flag("sending_below", &b.S.Sending[pipe.Below].Active)
	s.Flag("to_tex_above", &b.S.ToTex[pipe.Above].Active)
	s.Flag("to_tex_below", &b.S.ToTex[pipe.Below].Active)
}
