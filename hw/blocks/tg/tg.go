// Package tg is the tile generator and the default break point: it cuts spans into
// tiles, numbers them, has the MXU pin their pages, commits state, and keeps the
// cursor. On the interrupt line it sends TG_INT behind the last tile that it keeps,
// reports the cursor, and discards its input to INT_END (spec chapter 2, step 7).
package tg

import (
	"fmt"

	"tilemark/hw/blocks/drq"
	"tilemark/hw/fault"
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
	"tilemark/hw/wires"
)

// Ports of TG.
type Ports struct {
	Int    *wires.Line
	In     *wires.Fifo[pipe.SpanEntry]
	Out    *wires.Fifo[pipe.TileEntry]
	Pin    *wires.Fifo[pipe.PinRequest]
	Pinned *wires.Fifo[pipe.PinAnswer]
	DRQ    drq.Unit // datapath A begins here
}

// Phase is the state of the block's state machine.
type Phase uint8

// Phases.
const (
	Normal   Phase = iota
	Tiles          // sends the tiles of a band of spans
	PinTile        // waits for the pin of the next tile
	PinDraw        // waits for the pin of the draw's textures
	PinEnd         // waits for the pin of a fence or query write
	SendInt        // sends TG_INT
	SendCut        // reports the cursor
	TakeBack       // waits for a pin that is not needed any more
	Discard        // throws the old context away up to INT_END
	Token          // forwards INT_END
	Left           // reports that it has left
)

// Restore is how far a restore is, seen from the break point.
type Restore uint8

// States of a restore.
const (
	None     Restore = iota
	Skipping         // what lies before the cursor is not sent
	Reached          // RESUMED is reported; the cursor has not moved since
)

// band is a row of tiles of the triangle that is being cut.
type band struct {
	Row    int32 // tile row
	Filled bool
	X0, X1 [8]int32 // span of each pixel row
	Next   int32    // next tile column
	End    int32
}

// State is everything that a clock edge changes.
type State struct {
	Phase   Phase
	Regs    regs.SGTGRegs
	Band    band
	Mask    uint64      // of the tile that waits for its pin
	Number  uint32      // of the next tile of the triangle
	At      pipe.Cursor // everything before it has passed
	Copy    bool        // the context is interruptible: state is committed
	Skip    pipe.Cursor // restore: what lies before is not sent
	Restore Restore
	Dumped  bool // INTERRUPTIBLE: the registers are copied
	PinDraw bool // the draw's textures are not pinned
	Texture pipe.PinAnswer
	Known   bool            // something of the context has come, so Slot is its
	Slot    uint8           // context slot of the last entry
	Asked   pipe.PinRequest // pin whose answer is due; Kind None when none is
	Cut     bool            // the end of the context was an interrupt
	DRQ     drq.State
}

// TG is the block.
type TG struct {
	wires.BlockBase
	P Ports
	S State
}

// New makes the block in reset state.
func New(name string) *TG {
	b := &TG{BlockBase: wires.NewBlockBase(name)}
	b.S.Regs.Reset()
	b.P.DRQ.Init(regs.BlockSGTG, &b.S.DRQ)
	return b
}

// Tick evaluates one cycle.
func (b *TG) Tick(uint64) wires.Activity {
	forwarded := b.P.DRQ.Forward(false)
	if b.P.Int.High() {
		b.interrupt()
	}
	a := b.step()
	if b.P.DRQ.Forward(true) || forwarded {
		return wires.Busy
	}
	return a
}

// interrupt stops work on the old context at once.
func (b *TG) interrupt() {
	s := &b.S
	s.Band, s.Mask, s.Cut, s.DRQ.Next = band{}, 0, true, 0
	s.Phase = SendInt
	if fault.On(fault.TGIntLate) {
		s.Phase = SendCut
	}
}

func (b *TG) step() wires.Activity {
	switch b.S.Phase {
	case Normal:
		return b.normal()
	case Tiles:
		return b.tiles()
	case PinTile, PinDraw, PinEnd:
		return b.pinned()
	case SendInt:
		return b.sendInt()
	case SendCut:
		return b.sendCut()
	case TakeBack:
		return b.takeBack()
	case Discard:
		return b.discard()
	case Token:
		return b.token()
	}
	return b.left()
}

// normal takes an entry of SG_TG.
func (b *TG) normal() wires.Activity {
	s := &b.S
	if s.Restore == Reached && s.At != s.Skip {
		return b.report(pipe.Report{Kind: pipe.Progress}, func() { s.Restore, s.Skip = None, pipe.Cursor{} })
	}
	if !b.P.In.Valid() {
		return b.P.In.Starved()
	}
	e := b.P.In.Head()
	s.Slot, s.Known = e.Slot, true
	if s.Restore == Skipping && b.reached(e) {
		return b.report(pipe.Report{Kind: pipe.Resumed, Slot: e.Slot}, func() { s.Restore = Reached })
	}
	switch e.Kind {
	case pipe.Span:
		return b.span(e)
	case pipe.TriEnd:
		return b.triEnd(e)
	case pipe.State:
		return b.state(e)
	case pipe.Interruptible:
		return b.interruptible(e)
	case pipe.IntEnd:
		s.Phase = SendCut
		return wires.Busy
	case pipe.Fence, pipe.Query:
		return b.pin(PinEnd, pipe.PinRequest{Kind: e.Kind, Slot: e.Slot, Value: e.Addr})
	case pipe.EndDraw:
		return b.endDraw(e)
	}
	return b.marker(e)
}

// report sends an item of its own on datapath A and then does what it announces.
func (b *TG) report(r pipe.Report, then func()) wires.Activity {
	if !b.P.DRQ.Ready() {
		return b.P.DRQ.Out.Blocked()
	}
	r.Slot, r.At = b.slot(), b.S.At
	b.P.DRQ.Send(r)
	then()
	return wires.Busy
}

// slot is the context slot of what TG works on.
func (b *TG) slot() uint8 {
	if b.P.In.Valid() {
		return b.P.In.Head().Slot
	}
	return b.S.Slot
}

// marker handles entries that carry nothing but a place.
func (b *TG) marker(e *pipe.SpanEntry) wires.Activity {
	s := &b.S
	switch e.Kind {
	case pipe.Head:
		if !b.P.DRQ.Ready() {
			return b.P.DRQ.Out.Blocked()
		}
		b.moveTo(&e.At)
		b.P.DRQ.Send(pipe.Report{Kind: pipe.HeadMoved, Slot: e.Slot, At: e.At})
	case pipe.Resume:
		s.Skip, s.At, s.Restore, s.Copy = e.At, e.At, Skipping, true
	case pipe.Draw:
		b.moveTo(&e.At)
		s.PinDraw = true
	case pipe.Mark:
		b.moveTo(&e.At)
	case pipe.Tri:
		if !b.P.Out.Ready() {
			return b.P.Out.Blocked()
		}
		b.moveTo(&e.At)
		s.Number = 0
		b.forward(&e.Cmd)
	}
	b.P.In.Drop()
	return wires.Busy
}

func (b *TG) forward(c *pipe.Cmd) {
	o := b.P.Out.Slot()
	*o = pipe.TileEntry{Cmd: *c}
	b.P.Out.Push()
}

// moveTo sets the cursor, unless a restore still skips.
func (b *TG) moveTo(at *pipe.Cursor) {
	if b.S.Restore == Skipping {
		return
	}
	b.S.At = *at
}

// reached tells whether an entry is the first thing at or past a restore's cursor.
func (b *TG) reached(e *pipe.SpanEntry) bool {
	s := &b.S
	at := e.At
	switch e.Kind {
	case pipe.Span, pipe.TriEnd, pipe.Resume, pipe.IntEnd:
		return false
	case pipe.State:
		if e.Restored {
			return false
		}
		at.Offset-- // the cursor behind a value names the next one
	case pipe.Head:
	case pipe.Fence, pipe.Query, pipe.EndDraw:
		return true // the parser sends none that lies before
	}
	return at.Head != s.Skip.Head || at.Buffer != s.Skip.Buffer || !at.Before(&s.Skip)
}

// state commits a write, and gives it to its block.
func (b *TG) state(e *pipe.SpanEntry) wires.Activity {
	commit := b.S.Copy && !e.Restored
	if commit && !b.P.DRQ.Ready() {
		return b.P.DRQ.Out.Blocked()
	}
	switch e.Block {
	case regs.BlockSGTG:
		regs.Write(b.S.Regs[:], e.Reg, e.Value)
	case regs.BlockMXU:
		if !b.P.Pin.Ready() {
			return b.P.Pin.Blocked()
		}
		b.P.Pin.Put(pipe.PinRequest{Kind: pipe.State, Slot: e.Slot, Reg: e.Reg, Value: e.Value})
	case regs.BlockZL1, regs.BlockZL2, regs.BlockPS, regs.BlockWBU:
		if !b.P.Out.Ready() {
			return b.P.Out.Blocked()
		}
		b.forward(&e.Cmd)
	}
	if commit {
		b.P.DRQ.Out.Put(pipe.Report{Kind: pipe.Committed, Slot: e.Slot, Block: e.Block, Reg: e.Reg, Value: e.Value})
		b.S.DRQ.OwnTurn = false
	}
	if !e.Restored {
		b.moveTo(&e.At)
	}
	b.P.In.Drop()
	return wires.Busy
}

// interruptible copies the registers of TG, and has MXU and the blocks below copy theirs.
func (b *TG) interruptible(e *pipe.SpanEntry) wires.Activity {
	if !b.P.Out.Ready() {
		return b.P.Out.Blocked()
	}
	if !b.P.Pin.Ready() {
		return b.P.Pin.Blocked()
	}
	s := &b.S
	if !s.Dumped {
		a, done := b.P.DRQ.Dump(e.Slot, s.Regs[:])
		s.Dumped = done
		return a
	}
	if !b.P.DRQ.Ready() {
		return b.P.DRQ.Out.Blocked()
	}
	s.Dumped = false
	b.P.DRQ.Send(pipe.Report{Kind: pipe.HeadMoved, Slot: e.Slot, At: e.At})
	b.P.Pin.Put(pipe.PinRequest{Kind: pipe.Interruptible, Slot: e.Slot})
	b.forward(&e.Cmd)
	b.moveTo(&e.At)
	b.S.Copy = true
	b.P.In.Drop()
	return wires.Busy
}

// endDraw tells the end of the pipe which textures it may unpin.
func (b *TG) endDraw(e *pipe.SpanEntry) wires.Activity {
	if !b.P.Out.Ready() {
		return b.P.Out.Blocked()
	}
	s := &b.S
	c := e.Cmd
	c.Addr, c.Value = s.Texture.Base, s.Texture.Bytes
	b.forward(&c)
	b.moveTo(&e.At)
	s.Texture = pipe.PinAnswer{}
	s.PinDraw = false
	b.P.In.Drop()
	return wires.Busy
}

// Line prints phase and cursor.
func (b *TG) Line() string {
	at := &b.S.At
	return fmt.Sprintf("TG %s %d:%d:%d:%d:%d", phaseNames[b.S.Phase], at.Offset, at.Instance, at.Primitive, at.Triangle, at.Tile)
}

var phaseNames = [...]string{"run", "til", "pTi", "pDr", "pEn", "INT", "cut", "bak", "dis", "tok", "lef"}
