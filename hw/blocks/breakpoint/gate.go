// Package breakpoint is the place at which the pipe is cut: it keeps the cursor,
// commits state and counters, has pages pinned before anything below can use them, and
// lets a restore skip up to the cursor (spec chapter 2). The tile generator or ZL1 has
// it in its way, as the machine is configured; what passes it is drawn, what does not
// is drawn again.
package breakpoint

import (
	"tilemark/hw/blocks/drq"
	"tilemark/hw/fault"
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
	"tilemark/hw/wires"
)

// Place says which block is the break point.
type Place uint8

// Places.
const (
	AtTG Place = iota
	AtZL1
)

// Restore is how far a restore is, seen from the break point.
type Restore uint8

// States of a restore.
const (
	None     Restore = iota
	Skipping         // what lies before the cursor does not pass
	Reached          // RESUMED is reported; the cursor has not moved since
)

// Verdict is what the gate says of an entry.
type Verdict uint8

// Verdicts.
const (
	Wait Verdict = iota // not in this cycle
	Pass                // it has passed: it is to be sent on and dropped
	Skip                // it lies before a restore's cursor: it is to be dropped
)

// State is the gate's part of its block's state.
type State struct {
	At      pipe.Cursor // everything before it has passed
	Copy    bool        // the context is interruptible: state is committed
	Skip    pipe.Cursor // restore: what lies before does not pass
	Restore Restore
	PinDraw bool // the draw's textures are not pinned
	Texture pipe.PinAnswer
	Known   bool            // something of the context has come, so Slot is its
	Slot    uint8           // context slot of the last entry
	Asked   pipe.PinRequest // pin whose answer is due; Kind None when none is
	Fault   bool            // the last one found no page: nothing passes until the context is cut
	Cut     bool            // the end of the context was an interrupt
	Ending  Ending
	Counts  Counts
}

// Gate is a block's access to the break point.
type Gate struct {
	Pin    *wires.Fifo[pipe.PinRequest]
	Pinned *wires.Fifo[pipe.PinAnswer]
	drq    *drq.Unit // datapath A begins here
	st     *State
}

// Init binds the gate to its state and to the block's share of the datapath.
func (g *Gate) Init(st *State, u *drq.Unit) { g.st, g.drq = st, u }

// Entry is what comes to the gate. The cursor of a Tile is the tile's own, that of
// other entries the one behind them.
type Entry struct {
	*pipe.Cmd
	X, Y  uint16         // Tile
	Ready bool           // there is room for what the entry becomes below
	Full  wires.Activity // what the block waits for when there is not
}

// Offer lets an entry pass when that is possible in this cycle, with all that belongs
// to it: reports, pins and the cursor. It may change the entry's Value, Addr and Tile
// for the way down. Offer is called again with the same entry until it passes.
func (g *Gate) Offer(e Entry) (wires.Activity, Verdict) {
	s := g.st
	s.Slot, s.Known = e.Slot, true
	if s.Fault {
		return wires.Waiting, Wait
	}
	if s.Restore == Reached && s.At != s.Skip {
		if !g.drq.Ready() {
			return g.drq.Out.Blocked(), Wait
		}
		g.send(pipe.Report{Kind: pipe.Progress})
		s.Restore, s.Skip = None, pipe.Cursor{}
		return wires.Busy, Wait
	}
	if s.Restore == Skipping && s.reached(e.Cmd) {
		if !g.drq.Ready() {
			return g.drq.Out.Blocked(), Wait
		}
		if e.Kind == pipe.Tile {
			s.At = e.At
		}
		g.send(pipe.Report{Kind: pipe.Resumed})
		s.Restore = Reached
		return wires.Busy, Wait
	}
	switch e.Kind {
	case pipe.Tile:
		return g.tile(e)
	case pipe.State:
		return g.state(e)
	case pipe.Fence, pipe.Query, pipe.Blit:
		return g.write(e)
	case pipe.Interruptible:
		return g.interruptible(e)
	}
	return g.marker(e)
}

// Skipping tells whether a restore has not come to its cursor.
func (g *Gate) Skipping() bool { return g.st.Restore == Skipping }

// send puts a report about the cursor on datapath A.
func (g *Gate) send(r pipe.Report) {
	r.Slot, r.At = g.st.Slot, g.st.At
	g.drq.Send(r)
}

// reached tells whether an entry is the first thing at or past a restore's cursor.
func (s *State) reached(e *pipe.Cmd) bool {
	at := e.At
	switch e.Kind {
	case pipe.Tile:
		return !at.Before(&s.Skip) || fault.On(fault.CountsWhileSkipping)
	case pipe.TriEnd, pipe.Resume, pipe.IntEnd, pipe.Stats:
		return false
	case pipe.State:
		if e.Restored {
			return false
		}
		at.Offset-- // the cursor behind a value names the next one
	case pipe.Fence, pipe.Query, pipe.Blit, pipe.EndDraw:
		return true // the parser sends none that lies before
	}
	return at.Head != s.Skip.Head || at.Buffer != s.Skip.Buffer || !at.Before(&s.Skip)
}

// moveTo sets the cursor, unless a restore still skips.
func (s *State) moveTo(at *pipe.Cursor) {
	if s.Restore != Skipping {
		s.At = *at
	}
}

// tile has a tile's pages pinned, and before a draw's first tile its textures'.
func (g *Gate) tile(e Entry) (wires.Activity, Verdict) {
	s := g.st
	if s.Restore == Skipping {
		return wires.Busy, Skip
	}
	if s.Asked.Kind == pipe.None {
		if s.PinDraw {
			return g.ask(pipe.PinRequest{Kind: pipe.Draw, Slot: e.Slot}), Wait
		}
		return g.ask(pipe.PinRequest{Kind: pipe.Tile, Slot: e.Slot, X: e.X, Y: e.Y}), Wait
	}
	if !g.Pinned.Valid() {
		return g.Pinned.Starved(), Wait
	}
	if g.refused() {
		return wires.Busy, Wait
	}
	if s.Asked.Kind == pipe.Draw {
		s.Texture = *g.Pinned.Head()
		g.answered()
		s.PinDraw = false
		return wires.Busy, Wait
	}
	if !e.Ready {
		return e.Full, Wait
	}
	g.answered()
	s.At.Tile = e.At.Tile + 1
	return wires.Busy, Pass
}

func (g *Gate) ask(r pipe.PinRequest) wires.Activity {
	if !g.Pin.Ready() {
		return g.Pin.Blocked()
	}
	g.Pin.Put(r)
	g.st.Asked = r
	return wires.Busy
}

func (g *Gate) answered() {
	g.Pinned.Drop()
	g.st.Asked = pipe.PinRequest{}
}

// refused takes the answer that a page is not there. The entry stays where it is, and
// nothing more is asked, until the context is cut at it.
func (g *Gate) refused() bool {
	if !g.Pinned.Head().Fault {
		return false
	}
	g.answered()
	g.st.Fault = true
	return true
}

// state commits a write, and gives it to the MXU when that is its block, or C2D: what
// that reads and writes is pinned too.
func (g *Gate) state(e Entry) (wires.Activity, Verdict) {
	s := g.st
	commit := s.Copy && !e.Restored
	pins := e.Block == regs.BlockMXU || e.Block == regs.BlockC2D
	switch {
	case commit && !g.drq.Ready():
		return g.drq.Out.Blocked(), Wait
	case pins && !g.Pin.Ready():
		return g.Pin.Blocked(), Wait
	case !e.Ready:
		return e.Full, Wait
	}
	if pins {
		g.Pin.Put(pipe.PinRequest{Kind: pipe.State, Slot: e.Slot, Block: e.Block, Reg: e.Reg, Value: e.Value})
	}
	s.Counts.write(e.Block, e.Reg, e.Value)
	if commit {
		g.drq.SendFor(e.Block, pipe.Report{Kind: pipe.Committed, Slot: e.Slot, Reg: e.Reg, Value: e.Value})
	}
	if !e.Restored {
		s.moveTo(&e.At)
	}
	return wires.Busy, Pass
}

// write has the page of a fence or query write pinned, which is executed at the end of
// the pipe, or the pages of a fill or copy, which C2D executes.
func (g *Gate) write(e Entry) (wires.Activity, Verdict) {
	s := g.st
	if s.Asked.Kind == pipe.None {
		r := pipe.PinRequest{Kind: e.Kind, Slot: e.Slot, Value: e.Addr}
		if e.Kind == pipe.Blit {
			r.Value = e.Value
		}
		return g.ask(r), Wait
	}
	inRing := e.At.Buffer == 0 // a command of the ring: the head moves with it
	switch {
	case !g.Pinned.Valid():
		return g.Pinned.Starved(), Wait
	case g.refused():
		return wires.Busy, Wait
	case !e.Ready:
		return e.Full, Wait
	case inRing && !g.drq.Ready():
		return g.drq.Out.Blocked(), Wait
	}
	g.answered()
	s.moveTo(&e.At)
	if inRing {
		g.send(pipe.Report{Kind: pipe.HeadMoved})
	}
	if e.Kind == pipe.Query {
		s.Counts.answer(e.Cmd)
	}
	return wires.Busy, Pass
}

// interruptible starts the copying of state; the block has dumped its registers.
func (g *Gate) interruptible(e Entry) (wires.Activity, Verdict) {
	switch {
	case !e.Ready:
		return e.Full, Wait
	case !g.Pin.Ready():
		return g.Pin.Blocked(), Wait
	case !g.drq.Ready():
		return g.drq.Out.Blocked(), Wait
	}
	g.st.moveTo(&e.At)
	g.send(pipe.Report{Kind: pipe.HeadMoved})
	g.Pin.Put(pipe.PinRequest{Kind: pipe.Interruptible, Slot: e.Slot})
	g.st.Copy = true
	return wires.Busy, Pass
}

// marker handles entries that carry nothing but a place.
func (g *Gate) marker(e Entry) (wires.Activity, Verdict) {
	s := g.st
	if !e.Ready {
		return e.Full, Wait
	}
	switch e.Kind {
	case pipe.Head:
		if !g.drq.Ready() {
			return g.drq.Out.Blocked(), Wait
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
	case pipe.EndDraw: // tells the end of the pipe which textures it may unpin
		e.Addr, e.Value = s.Texture.Base, s.Texture.Bytes
		s.pass(&e.At)
		s.Texture, s.PinDraw = pipe.PinAnswer{}, false
	case pipe.Stats:
		s.Counts.hold(e.Cmd)
		if fault.On(fault.StatsAtOnce) {
			s.Counts.add()
		}
	}
	return wires.Busy, Pass
}

// pass moves the cursor past primitives, which brings their counts in.
func (s *State) pass(at *pipe.Cursor) {
	if s.Restore == Skipping {
		return
	}
	s.At = *at
	s.Counts.add()
}
