package zl1

import (
	"tilemark/hw/blocks/drq"
	"tilemark/hw/pipe"
	"tilemark/hw/wires"
)

// end has the break point report. When nothing of the context has come, ZL1 learns its
// slot from the first entry to come.
func (b *ZL1) end() wires.Activity {
	g := &b.gate
	if !g.Knows() {
		if !b.P.TGFifo.Valid() {
			return b.P.TGFifo.Starved()
		}
		g.Learn(b.P.TGFifo.Head().Slot)
	}
	a, done := g.End()
	if done {
		b.S.Phase = DiscardDepth
	}
	return a
}

func (b *ZL1) dropDepth() wires.Activity {
	a, token := drq.DiscardUpTo(&b.drq, &b.P.ASUZL1Fifo)
	if token {
		b.P.ASUZL1Fifo.Drop()
		b.S.Phase = DiscardPlanes
	}
	return a
}

func (b *ZL1) dropPlanes() wires.Activity {
	a, token := drq.DiscardUpTo(&b.drq, &b.P.AFifo)
	if token {
		b.P.AFifo.Drop()
		b.S.Phase = DiscardTiles
	}
	return a
}

// dropTiles leaves INT_END of the TG_FIFO for the token.
func (b *ZL1) dropTiles() wires.Activity {
	a, token := drq.DiscardUpTo(&b.drq, &b.P.TGFifo)
	if token {
		b.S.Phase = Token
	}
	return a
}

// token runs the DRQ machine and puts INT_END into both outputs, each as soon as it has room: into
// the ZFIFO when the discarded entries are reported, into the ZL1_FIFO after the counters.
func (b *ZL1) token() wires.Activity {
	e := b.P.TGFifo.Head()
	wait, moved := wires.Busy, false
	if !b.S.OutSent {
		wait, b.S.OutSent = b.sendToken(e.Cmd)
		moved = wait == wires.Busy // it may have dumped a counter
	}
	if !b.drq.Reported() {
		return wait
	}
	if !b.S.ZSent && b.P.ZFifo.Ready() {
		b.P.ZFifo.Put(pipe.TileDepth{Kind: pipe.IntEnd, Slot: e.Slot})
		b.S.ZSent, moved = true, true
	}
	switch {
	case b.S.ZSent && b.S.OutSent:
		b.S.Phase = Left
		return b.left()
	case moved:
		return wires.Busy
	case !b.S.ZSent:
		return b.P.ZFifo.Blocked()
	}
	return wait
}

func (b *ZL1) sendToken(c pipe.Cmd) (wires.Activity, bool) {
	ready, full := true, wires.Busy
	if !b.P.ZL1Fifo.Ready() {
		ready, full = false, b.P.ZL1Fifo.Blocked()
	}
	if a, passed := b.gate.Token(&c, ready, full); !passed {
		return a, false
	}
	b.send(&c)
	return wires.Busy, true
}

// left reports that the token has left and resets for the next context.
func (b *ZL1) left() wires.Activity {
	a, done := b.gate.Left()
	if !done {
		return a
	}
	b.reset()
	b.P.TGFifo.Drop()
	return wires.Busy
}

func (b *ZL1) reset() {
	slot := b.P.TGFifo.Head().Slot
	b.forget(slot)
	b.S = State{DRQ: b.S.DRQ, Ranges: b.S.Ranges}
	b.drq.Return(&b.S.Regs)
	b.S.Depth.reset()
}
