package csp

import (
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
	"tilemark/hw/wires"
)

// blitPhase is the life of a fill or copy after the break point. The parser goes on
// after it when it is done; a save is not complete while it runs.
type blitPhase uint8

const (
	blitNone    blitPhase = iota
	blitReady             // everything before it is in memory
	blitRunning           // given to C2D
	blitDone              // in memory
)

// sendBlit sends a FILL or COPY down the pipe, where it is committed, and waits. What a
// cut finds above the break point is thrown away with the rest and sent again by a restore.
func (f *frontEnd) sendBlit(h header) wires.Activity {
	what := uint8(pipe.BlitFill)
	if h.is(regs.CommandCopy) {
		what = pipe.BlitCopy
	}
	f.send(pipe.BlitCmd(f.Slot, what, f.behind()))
	f.Phase = Blit
	return wires.Busy
}

// blitted goes on when C2D has come to its end.
func (f *frontEnd) blitted() wires.Activity {
	s := f.slot()
	if s.Blit != blitDone {
		return wires.Waiting
	}
	s.Blit = blitNone
	return f.done()
}
