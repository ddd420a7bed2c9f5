package tsu

import (
	"tilemark/hw/blocks/drq"
	"tilemark/hw/pipe"
	"tilemark/hw/wires"
)

// drainEUP takes entries of the EUP_FIFO up to and including INT_END.
func (b *TSU) drainEUP() wires.Activity {
	a, token := drq.DiscardUpTo(&b.drq, &b.eup)
	if !token {
		return a
	}
	b.eup.Drop()
	b.eup.Through()
	if b.S.Phase == DiscardEUP {
		b.S.Phase = DiscardCSP
	} else {
		b.S.Phase = EndCSP
	}
	return a
}

// discardCSP leaves INT_END of the CSP_FIFO for the end of the context.
func (b *TSU) discardCSP() wires.Activity {
	a, token := drq.DiscardUpTo(&b.drq, &b.P.CSPFifo)
	if token {
		b.S.Phase = EndCSP
	}
	return a
}

// endContext runs the DRQ machine: counters out, registers reset, token forwarded.
func (b *TSU) endContext() wires.Activity {
	e := b.P.CSPFifo.Head()
	if a, done := b.drq.EndContext(e.Slot, drq.Counters{}); !done {
		return a
	}
	if !b.out.Ready() {
		return b.out.Blocked()
	}
	b.send(e)
	b.P.CSPFifo.Drop()
	b.drq.Return(&b.S.Regs)
	b.S.Culled, b.S.Skips, b.S.Marks, b.S.Skip = 0, false, false, pipe.Cursor{}
	b.S.Phase = Normal
	return wires.Busy
}
