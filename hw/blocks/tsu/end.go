package tsu

import (
	"tilemark/hw/fault"
	"tilemark/hw/pipe"
	"tilemark/hw/wires"
)

// drainEUP takes entries of the EUP_FIFO up to and including INT_END.
func (b *TSU) drainEUP() wires.Activity {
	if !b.P.Eup.Valid() {
		return b.P.Eup.Starved()
	}
	token := b.P.Eup.Head().Kind == pipe.IntEnd
	b.P.Eup.Drop()
	switch {
	case !token:
		b.P.DRQ.Discard()
	case b.S.Phase == DiscardEUP:
		b.S.Phase = DiscardCSP
	default:
		b.S.Phase = EndCSP
	}
	return wires.Busy
}

func (b *TSU) discardCSP() wires.Activity {
	if !b.P.Csp.Valid() {
		return b.P.Csp.Starved()
	}
	if b.P.Csp.Head().Kind == pipe.IntEnd {
		b.S.Phase = EndCSP
		return wires.Busy
	}
	b.P.DRQ.Discard()
	b.P.Csp.Drop()
	return wires.Busy
}

// endContext runs the DRQ machine: counters out, registers reset, token forwarded.
func (b *TSU) endContext() wires.Activity {
	e := b.P.Csp.Head()
	if !b.P.DRQ.EndContext(e.Slot) {
		return b.P.DRQ.Out.Blocked()
	}
	if !b.P.Out.Ready() {
		return b.P.Out.Blocked()
	}
	b.send(e)
	b.P.Csp.Drop()
	if !fault.On(fault.RegistersNotReset) {
		b.S.Regs.Reset()
	}
	b.S.Culled, b.S.Skips, b.S.Skip = 0, false, pipe.Cursor{}
	b.S.Phase = Normal
	return wires.Busy
}
