package breakpoint

import (
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
	"tilemark/hw/wires"
)

// state commits a write, and gives it to the MXU when that is its block, or C2D, or BIND: what
// these read and write is pinned too.
func (g *Gate) state(e *Entry) (wires.Activity, Verdict) {
	s := g.st
	w := e.RegWrite()
	commit := s.Copy && !w.Restored
	pins := w.Block == regs.BlockMXU || w.Block == regs.BlockC2D || w.Block == regs.BlockBIND
	switch {
	case commit && !g.drq.Ready():
		return g.drq.Blocked(), Wait
	case pins && !g.pin.Ready():
		return g.pin.Blocked(), Wait
	case !e.Ready:
		return e.Full, Wait
	}
	if pins {
		g.pin.Put(w.Pin(e.Slot))
	}
	if w.Block == regs.BlockBP {
		regs.Write(s.Counts.Regs[:], w.Reg, w.Value)
	}
	if commit {
		g.drq.SendFor(w.Block, pipe.RegisterReport(pipe.Committed, e.Slot, w.Reg, w.Value))
	}
	if !w.Restored {
		s.moveTo(&e.At)
	}
	return wires.Busy, Pass
}

// write has the page of a fence or query write pinned, which is executed at the end of
// the pipe, or the pages of a fill or copy, which C2D executes.
func (g *Gate) write(e *Entry) (wires.Activity, Verdict) {
	s := g.st
	if s.Asked.Kind == pipe.None {
		return g.ask(pinFor(e.Cmd)), Wait
	}
	inRing := e.At.Buffer == 0 // a command of the ring: the head moves with it
	switch {
	case !g.pinned.Valid():
		return g.pinned.Starved(), Wait
	case g.refused():
		return wires.Busy, Wait
	case !e.Ready:
		return e.Full, Wait
	case inRing && !g.drq.Ready():
		return g.drq.Blocked(), Wait
	}
	g.answered()
	s.moveTo(&e.At)
	if inRing {
		g.send(pipe.Report{Kind: pipe.HeadMoved})
	}
	return wires.Busy, Pass
}

// flush commits a flush, which needs no page of its own.
func (g *Gate) flush(e *Entry) (wires.Activity, Verdict) {
	inRing := e.At.Buffer == 0
	switch {
	case !e.Ready:
		return e.Full, Wait
	case inRing && !g.drq.Ready():
		return g.drq.Blocked(), Wait
	}
	g.st.moveTo(&e.At)
	if inRing {
		g.send(pipe.Report{Kind: pipe.HeadMoved})
	}
	return wires.Busy, Pass
}

// pinFor is what a write at the end of the pipe, a fill or a copy needs.
func pinFor(c *pipe.Cmd) pipe.PinRequest {
	switch c.Kind {
	case pipe.Fence:
		return pipe.PinWord(c.Kind, c.Slot, c.FenceWrite().Addr)
	case pipe.Query:
		return pipe.PinWord(c.Kind, c.Slot, c.QueryWrite().Addr)
	}
	return pipe.PinBlit(c.Slot, c.Blit())
}

// interruptible starts the copying of state; the block has dumped its registers. Those of the gate follow.
func (g *Gate) interruptible(e *Entry) (wires.Activity, Verdict) {
	if !g.st.Dumped {
		a, done := g.drq.DumpFor(regs.BlockBP, e.Slot, g.st.Counts.Regs[:])
		g.st.Dumped = done
		return a, Wait
	}
	switch {
	case !e.Ready:
		return e.Full, Wait
	case !g.pin.Ready():
		return g.pin.Blocked(), Wait
	case !g.drq.Ready():
		return g.drq.Blocked(), Wait
	}
	g.st.moveTo(&e.At)
	g.send(pipe.Report{Kind: pipe.HeadMoved})
	g.pin.Put(pipe.PinRequest{Kind: pipe.Interruptible, Slot: e.Slot})
	g.st.Copy, g.st.Dumped = true, false
	return wires.Busy, Pass
}

// marker handles entries that carry nothing but a place.
func (g *Gate) marker(e *Entry) (wires.Activity, Verdict) {
	s := g.st
	if !e.Ready {
		return e.Full, Wait
	}
	if f := e.KernelFault(); e.Kind == pipe.Mark && f.Code != 0 {
		return g.failed(f), Wait
	}
	switch e.Kind {
	case pipe.Head:
		if !g.drq.Ready() {
			return g.drq.Blocked(), Wait
		}
		s.moveTo(&e.At)
		g.drq.Send(pipe.Report{Kind: pipe.HeadMoved, Slot: e.Slot, At: e.At})
	case pipe.Resume:
		s.Skip, s.At, s.Restore, s.Copy = e.At, e.At, Skipping, true
	case pipe.Draw:
		s.moveTo(&e.At)
		s.PinDraw = true
	case pipe.Tri, pipe.Mark:
		s.pass(&e.At)
	case pipe.EndDraw:
		s.pass(&e.At)
		s.PinDraw = false
	case pipe.Stats:
		s.Counts.hold(e.Cmd)
	}
	return wires.Busy, Pass
}

// failed reports that the thread of a primitive could not go on. It stays where it is, and nothing passes, until the context is cut at it.
func (g *Gate) failed(f pipe.KernelFault) wires.Activity {
	if !g.drq.Ready() {
		return g.drq.Blocked()
	}
	g.drq.Send(pipe.FailureReport(g.st.Slot, f))
	g.st.Fault = true
	return wires.Busy
}
