// Package breakpoint is the place at which the pipe is cut: it keeps the cursor,
// commits state and counters, has pages pinned before anything below can use them, and
// lets a restore skip up to the cursor (spec chapter 2). The tile generator or ZL1 has
// it in its way, as the machine is configured; what passes it is drawn, what does not
// is drawn again.
package breakpoint

import (
	"tilemark/hw/blocks/drq"
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
	Dumped  bool        // INTERRUPTIBLE: the registers are copied
	Skip    pipe.Cursor // restore: what lies before does not pass
	Restore Restore
	PinDraw bool            // the draw's textures are not pinned
	Set     uint8           // pin set of the draw, 0: none
	Known   bool            // something of the context has come, so Slot is its
	Slot    uint8           // context slot of the last entry
	Asked   pipe.PinRequest // pin whose answer is due; Kind None when none is
	Fault   bool            // the last one found no page, or a primitive has failed: nothing passes until the context is cut
	Cut     bool            // the end of the context was an interrupt
	Ending  Ending
	Counts  Counts
}

// Gate is a block's access to the break point. Where that is another block it is transparent: what
// is offered passes when there is room.
type Gate struct {
	here   bool
	upper  uint32 // blocks whose state ends here at the latest, a bit each
	pin    *wires.Out[pipe.PinRequest]
	pinned *wires.In[pipe.PinAnswer]
	drq    *drq.Unit // datapath A begins here
	st     *State
}

// upper are the blocks above both places of the break point, and BP. State of any other block goes on below, also that of a block
// which this package does not know.
const upper = 1<<regs.BlockCSP | 1<<regs.BlockC2D | 1<<regs.BlockMXU | 1<<regs.BlockTSU | 1<<regs.BlockEUPFront | 1<<regs.BlockEUP |
	1<<regs.BlockASU | 1<<regs.BlockBIND | 1<<regs.BlockBP | 1<<regs.BlockSGTG

// Init binds the gate to its state, to the block's share of the datapath and to its ports to the MXU. here tells whether this
// is the break point.
func (g *Gate) Init(here bool, st *State, u *drq.Unit, pin *wires.Out[pipe.PinRequest], pinned *wires.In[pipe.PinAnswer]) {
	g.here, g.st, g.drq, g.pin, g.pinned = here, st, u, pin, pinned
	g.upper = upper | 1<<u.Block
}

// Ends tells whether an entry has come to the end of its way at the break point. At a transparent gate none has.
func (g *Gate) Ends(c *pipe.Cmd) bool {
	if !g.here {
		return false
	}
	switch c.Kind {
	case pipe.Head, pipe.Resume, pipe.Draw, pipe.Mark, pipe.Stats:
		return true
	case pipe.State:
		return g.upper>>c.RegWrite().Block&1 != 0
	}
	return false
}

// Entry is what comes to the gate: the caller's copy, or a Tile where it lies, which leaves as it is. The cursor of a Tile is
// the tile's own, that of other entries the one after them.
type Entry struct {
	*pipe.Cmd
	X, Y  uint16         // Tile
	Ready bool           // there is room for what the entry becomes below
	Full  wires.Activity // what the block waits for when there is not
}

// Offer lets an entry pass when that is possible in this cycle, with all that belongs
// to it: reports, pins and the cursor. Offer is called again with the same entry until it passes;
// leaves is what goes on then: the caller's copy, with what the gate puts into it.
func (g *Gate) Offer(e Entry) (a wires.Activity, v Verdict, leaves *pipe.Cmd) {
	if g.here {
		a, v = g.offer(&e)
		if v == Pass && e.Kind != pipe.Tile {
			g.fill(e.Cmd)
		}
	} else if a, v = e.Full, Wait; e.Ready {
		a, v = wires.Busy, Pass
	}
	return a, v, e.Cmd
}

// Mark gives a tile that has passed the pin set of its draw, by which what is below knows what its kernel binds.
func (g *Gate) Mark(tile *pipe.Cmd) {
	if g.here {
		tile.SetPinSet(g.st.Set)
	}
}

// fill gives the end of a draw the pin set that the end of the pipe gives up, and a query the counter that is kept here.
func (g *Gate) fill(leaves *pipe.Cmd) {
	switch leaves.Kind {
	case pipe.EndDraw:
		leaves.SetPinSet(g.st.Set)
		g.st.Set = 0
	case pipe.Query:
		g.st.Counts.answer(leaves)
	}
}

func (g *Gate) offer(e *Entry) (wires.Activity, Verdict) {
	s := g.st
	s.Slot, s.Known = e.Slot, true
	if s.Fault {
		return wires.Waiting, Wait
	}
	if a, due := g.Progress(); due {
		return a, Wait
	}
	if s.Restore == Skipping && s.reached(e.Cmd) {
		if !g.drq.Ready() {
			return g.drq.Blocked(), Wait
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
	case pipe.Flush:
		return g.flush(e)
	case pipe.Interruptible:
		return g.interruptible(e)
	}
	return g.marker(e)
}

// Progress reports, before anything else, that the cursor has moved on since a restore
// has come to it, and tells whether that was due. A block that has no entry to offer asks, too: the parser may
// send none before it knows. At INT_END it is not due: the report of the end has the cursor.
func (g *Gate) Progress() (a wires.Activity, due bool) {
	s := g.st
	if s.Restore != Reached || s.At == s.Skip {
		return 0, false
	}
	if !g.drq.Ready() {
		return g.drq.Blocked(), true
	}
	g.send(pipe.Report{Kind: pipe.Progress})
	s.Restore, s.Skip = None, pipe.Cursor{}
	return wires.Busy, true
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
		return !at.Before(&s.Skip)
	case pipe.TriEnd, pipe.Resume, pipe.IntEnd, pipe.Stats:
		return false
	case pipe.State:
		if e.RegWrite().Restored {
			return false
		}
		at.Offset-- // the cursor after a value names the next one
	case pipe.Fence, pipe.Query, pipe.Blit, pipe.Flush, pipe.EndDraw:
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
func (g *Gate) tile(e *Entry) (wires.Activity, Verdict) {
	s := g.st
	if s.Restore == Skipping {
		return wires.Busy, Skip
	}
	if s.Asked.Kind == pipe.None {
		if s.PinDraw {
			return g.ask(pipe.PinRequest{Kind: pipe.Draw, Slot: e.Slot}), Wait
		}
		return g.ask(pipe.PinTile(e.Slot, e.X, e.Y)), Wait
	}
	if !g.pinned.Valid() {
		return g.pinned.Starved(), Wait
	}
	if g.refused() {
		return wires.Busy, Wait
	}
	if s.Asked.Kind == pipe.Draw {
		s.Set = g.pinned.Head().Set
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
	if !g.pin.Ready() {
		return g.pin.Blocked()
	}
	g.pin.Put(r)
	g.st.Asked = r
	return wires.Busy
}

func (g *Gate) answered() {
	g.pinned.Drop()
	g.st.Asked = pipe.PinRequest{}
}

// refused takes the answer that a page is not there. The entry stays where it is, and
// nothing more is asked, until the context is cut at it.
func (g *Gate) refused() bool {
	if !g.pinned.Head().Fault {
		return false
	}
	g.answered()
	g.st.Fault = true
	return true
}

// pass moves the cursor past primitives, which brings their counts in.
func (s *State) pass(at *pipe.Cursor) {
	if s.Restore == Skipping {
		return
	}
	s.At = *at
	s.Counts.add()
}
