package tg

import (
	"tilemark/hw/blocks/drq"
	"tilemark/hw/pipe"
	"tilemark/hw/wires"
)

// end puts TG_INT after the last tile that is kept, and has the break point report.
// When nothing of the context has come, TG learns its slot from the first entry to
// come.
func (b *TG) end() wires.Activity {
	g := &b.gate
	if !g.Knows() {
		if !b.P.SGTG.Valid() {
			return b.P.SGTG.Starved()
		}
		g.Learn(b.P.SGTG.Head().Slot)
	}
	if b.S.Phase == SendInt {
		if !b.P.TGFifo.Ready() {
			return b.P.TGFifo.Blocked()
		}
		b.forward(&pipe.Cmd{Kind: pipe.TGInt, Slot: g.Slot()})
		b.S.Phase = End
		return wires.Busy
	}
	a, done := g.End()
	if done {
		b.S.Phase = Discard
	}
	return a
}

func (b *TG) discard() wires.Activity {
	a, token := drq.DiscardUpTo(&b.drq, &b.P.SGTG)
	if token {
		b.S.Phase = Token
		return b.token()
	}
	return a
}

// token runs the DRQ machine and forwards INT_END.
func (b *TG) token() wires.Activity {
	c := b.P.SGTG.Head().Cmd
	ready, full := true, wires.Busy
	if !b.P.TGFifo.Ready() {
		ready, full = false, b.P.TGFifo.Blocked()
	}
	a, passed := b.gate.Token(&c, ready, full)
	if !passed {
		return a
	}
	b.forward(&c)
	b.S.Phase = Left
	return b.left()
}

// left reports that the token has left and resets for the next context.
func (b *TG) left() wires.Activity {
	a, done := b.gate.Left()
	if !done {
		return a
	}
	b.P.SGTG.Drop()
	b.reset()
	return wires.Busy
}

func (b *TG) reset() {
	b.S = State{DRQ: b.S.DRQ}
	b.drq.Return(&b.S.Regs)
}
