package csp

import (
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
	"tilemark/hw/wires"
)

// blitPhase is the life of a fill or copy behind the break point. The parser goes on
// behind it when it is done; a save is not complete while it runs.
type blitPhase uint8

const (
	blitNone    blitPhase = iota
	blitReady             // everything before it is in memory
	blitRunning           // given to C2D
	blitDone              // in memory
)

// sendBlit sends a FILL or COPY down the pipe, where it is committed, and waits. What a
// cut finds above the break point is thrown away with the rest and sent again by a restore.
func (b *CSP) sendBlit(h header) wires.Activity {
	f, what := &b.S.Front, uint8(pipe.BlitFill)
	if h.is(regs.CommandCopy) {
		what = pipe.BlitCopy
	}
	b.send(pipe.BlitCmd(f.Slot, what, b.behind()))
	f.Phase = Blit
	return wires.Busy
}

// blitted goes on when C2D has come to its end.
func (b *CSP) blitted() wires.Activity {
	s := &b.S.Slots[b.S.Front.Slot]
	if s.Blit != blitDone {
		return wires.Waiting
	}
	s.Blit = blitNone
	return b.done()
}

// startBlits is the back-end part of FILL and COPY: C2D gets what is ready.
func (b *CSP) startBlits() (moved bool) {
	for i := range b.S.Slots {
		s := &b.S.Slots[i]
		if s.Blit != blitReady || !b.P.CSPC2D.Ready() {
			continue
		}
		b.P.CSPC2D.Put(pipe.BlitCmd(uint8(i), s.BlitKind, pipe.Cursor{}))
		s.Blit = blitRunning
		moved = true
	}
	return moved
}

// blitting tells whether C2D works for the slot, or is about to.
func (s *slot) blitting() bool { return s.Blit == blitReady || s.Blit == blitRunning }
