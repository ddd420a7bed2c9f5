// Package tg is the tile generator and the default break point: it cuts spans into
// tiles and numbers them. As the break point it keeps the gate that commits state, has
// pages pinned and keeps the cursor; on the interrupt line it sends TG_INT after the
// last tile that it keeps, reports the cursor, and discards its input to INT_END (spec
// chapter 2, step 7). When ZL1 is the break point TG sends everything on to it, and
// discards on the line without a word.
package tg

import (
	"tilemark/hw/blocks/breakpoint"
	"tilemark/hw/blocks/drq"
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
	"tilemark/hw/wires"
)

// Config of TG.
type Config struct {
	BreakPoint breakpoint.Place // that of the machine
}

// Ports of TG.
type Ports struct {
	Int    wires.LineIn
	SGTG   wires.In[pipe.SpanEntry]
	TGFifo wires.Out[pipe.TileEntry]
	BPMXU  wires.Out[pipe.PinRequest] `port:"optional"` // joined when the block is the break point
	MXUBP  wires.In[pipe.PinAnswer]   `port:"optional" waits:"TGFifo BPMXU DP"`
	DPASU  wires.In[pipe.Report]      `waits:"DP"`
	DPMXU  wires.In[pipe.Report]      `port:"optional" waits:"DP"`
	DP     wires.Out[pipe.Report]     `port:"shared"`
}

// Phase is the state of the block's state machine.
type Phase uint8

// Phases.
const (
	Normal  Phase = iota
	Tiles         // sends the tiles of a band of spans
	SendInt       // sends TG_INT
	End           // the break point reports the end of the context
	Discard       // throws the old context away up to INT_END
	Token         // forwards INT_END
	Left          // reports that it has left
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
	Phase  Phase
	Regs   regs.SGTGRegs
	Band   band
	Number uint32 // of the next tile of the triangle
	Dumped bool   // INTERRUPTIBLE: the registers are copied
	Gate   breakpoint.State
	DRQ    drq.State
}

// TG is the block.
type TG struct {
	wires.BlockBase
	P    Ports
	S    State
	drq  drq.Unit
	gate breakpoint.Gate
}

// New makes the block in reset state. It is the break point when the configuration says so.
func New(name string, cfg Config) *TG {
	b := &TG{BlockBase: wires.NewBlockBase(name)}
	b.S.Regs.Reset()
	b.drq.Init(regs.BlockSGTG, &b.S.DRQ, &b.P.DP, &b.P.DPASU, &b.P.DPMXU)
	b.gate.Init(cfg.BreakPoint == breakpoint.AtTG, &b.S.Gate, &b.drq, &b.P.BPMXU, &b.P.MXUBP)
	return b
}

// Parts implements wires.Block.
func (b *TG) Parts() (ports, state any) { return &b.P, &b.S }

// Tick evaluates one cycle.
func (b *TG) Tick(uint64) wires.Activity {
	b.drq.Begin()
	if b.P.Int.High() {
		b.interrupt()
	}
	return b.drq.End(&b.BlockBase, b.step())
}

// interrupt stops work on the old context at once.
func (b *TG) interrupt() {
	s := &b.S
	s.Band, s.Dumped = band{}, false
	b.drq.Cancel()
	s.Phase = Discard
	if b.gate.Interrupt() {
		s.Phase = SendInt
	}
}

func (b *TG) step() wires.Activity {
	switch b.S.Phase {
	case Normal:
		return b.normal()
	case Tiles:
		return b.tiles()
	case SendInt, End:
		return b.end()
	case Discard:
		return b.discard()
	case Token:
		return b.token()
	}
	return b.left()
}

// normal takes an entry of SG_TG.
func (b *TG) normal() wires.Activity {
	if !b.P.SGTG.Valid() {
		if a, due := b.gate.Progress(); due {
			return a
		}
		return b.P.SGTG.Starved()
	}
	e := b.P.SGTG.Head()
	switch e.Kind {
	case pipe.Span:
		return b.span(e)
	case pipe.TriEnd:
		if b.S.Band.Filled {
			return b.startTiles()
		}
	case pipe.Tri:
		b.S.Number = 0
	case pipe.Interruptible:
		if !b.S.Dumped {
			a, done := b.drq.Dump(e.Slot, b.S.Regs[:])
			b.S.Dumped = done
			return a
		}
	case pipe.IntEnd:
		b.S.Phase = Token
		if b.gate.Finish(e.Slot) {
			b.S.Phase = End
		}
		return wires.Busy
	}
	return b.pass(e)
}

// pass sends an entry through the gate, and on.
func (b *TG) pass(e *pipe.SpanEntry) wires.Activity {
	on := !b.gate.Ends(&e.Cmd)
	own := e.Cmd
	a, verdict, c := b.offer(&own, 0, 0, on)
	if verdict != breakpoint.Pass {
		return a
	}
	if on {
		b.forward(c)
	}
	if c.Writes(regs.BlockSGTG) {
		w := c.RegWrite()
		regs.Write(b.S.Regs[:], w.Reg, w.Value)
	}
	b.S.Dumped = false
	b.P.SGTG.Drop()
	return wires.Busy
}

// offer lets an entry pass the gate, with room in the TG_FIFO when it goes on there.
func (b *TG) offer(c *pipe.Cmd, x, y uint16, on bool) (wires.Activity, breakpoint.Verdict, *pipe.Cmd) {
	e := breakpoint.Entry{Cmd: c, X: x, Y: y, Ready: true}
	if on && !b.P.TGFifo.Ready() {
		e.Ready, e.Full = false, b.P.TGFifo.Blocked()
	}
	return b.gate.Offer(e)
}

func (b *TG) forward(c *pipe.Cmd) {
	o := b.P.TGFifo.Slot()
	*o = pipe.TileEntry{Cmd: *c}
	b.P.TGFifo.Push()
}

var phaseNames = [...]string{"run", "til", "INT", "cut", "dis", "tok", "lef"}

// Line prints phase and cursor.
func (b *TG) Line() string { return "TG " + b.gate.Line(phaseNames[b.S.Phase]) }
