package zl1

import (
	"tilemark/hw/pipe"
	"tilemark/hw/wires"
)

// end has the break point report. When nothing of the context has come, ZL1 learns its
// slot from the first entry to come.
func (b *ZL1) end() wires.Activity {
	g := &b.P.Gate
	if !g.Knows() {
		if !b.P.Tiles.Valid() {
			return b.P.Tiles.Starved()
		}
		g.Learn(b.P.Tiles.Head().Slot)
	}
	a, done := g.End()
	if done {
		b.S.Phase = DiscardDepth
	}
	return a
}

func (b *ZL1) dropDepth() wires.Activity {
	if !b.P.Depth.Valid() {
		return b.P.Depth.Starved()
	}
	token := b.P.Depth.Head().Kind == pipe.IntEnd
	b.P.Depth.Drop()
	if !token {
		b.P.DRQ.Discard()
		return wires.Busy
	}
	b.S.Phase++
	return wires.Busy
}

func (b *ZL1) dropPlanes() wires.Activity {
	if !b.P.Planes.Valid() {
		return b.P.Planes.Starved()
	}
	token := b.P.Planes.Head().Kind == pipe.IntEnd
	b.P.Planes.Drop()
	if !token {
		b.P.DRQ.Discard()
		return wires.Busy
	}
	b.S.Phase++
	return wires.Busy
}

func (b *ZL1) dropTiles() wires.Activity {
	if !b.P.Tiles.Valid() {
		return b.P.Tiles.Starved()
	}
	if b.P.Tiles.Head().Kind == pipe.IntEnd {
		b.S.Phase = Token
		return wires.Busy
	}
	b.P.DRQ.Discard()
	b.P.Tiles.Drop()
	return wires.Busy
}

// token puts INT_END into both outputs, each as soon as it has room.
func (b *ZL1) token() wires.Activity {
	e := b.P.Tiles.Head()
	if !b.P.DRQ.EndContext(e.Slot) {
		return b.P.DRQ.Out.Blocked()
	}
	moved := false
	if !b.S.ZSent && b.P.ZOut.Ready() {
		b.P.ZOut.Put(pipe.TileDepth{Kind: pipe.IntEnd, Slot: e.Slot})
		b.S.ZSent, moved = true, true
	}
	wait := wires.Busy
	if !b.S.OutSent {
		a, sent := b.sendToken(e.Cmd)
		b.S.OutSent, wait = sent, a
		moved = moved || sent
	}
	switch {
	case b.S.ZSent && b.S.OutSent:
		b.S.Phase = Left
		if !b.breaks {
			b.reset()
			b.P.Tiles.Drop()
		}
		return wires.Busy
	case moved:
		return wires.Busy
	case !b.S.ZSent:
		return b.P.ZOut.Blocked()
	}
	return wait
}

func (b *ZL1) sendToken(c pipe.Cmd) (wires.Activity, bool) {
	ready, full := true, wires.Busy
	if !b.P.Out.Ready() {
		ready, full = false, b.P.Out.Blocked()
	}
	if b.breaks {
		if a, passed := b.P.Gate.Token(&c, ready, full); !passed {
			return a, false
		}
	} else if !ready {
		return full, false
	}
	b.send(&c)
	return wires.Busy, true
}

// left reports that the token has left and resets for the next context.
func (b *ZL1) left() wires.Activity {
	a, done := b.P.Gate.Left()
	if !done {
		return a
	}
	b.reset()
	b.P.Tiles.Drop()
	return wires.Busy
}

func (b *ZL1) reset() {
	slot := b.P.Tiles.Head().Slot
	b.forget(slot)
	b.S = State{DRQ: b.S.DRQ, Ranges: b.S.Ranges}
	b.S.Regs.Reset()
	b.S.Depth.reset()
}
