// Package tg is the tile generator and the default break point: it cuts spans into
// tiles and numbers them. As the break point it keeps the gate that commits state, has
// pages pinned and keeps the cursor; on the interrupt line it sends TG_INT behind the
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

// Ports of TG.
type Ports struct {
	Int    wires.LineIn
	SGTG   wires.In[pipe.SpanEntry]
	TGFifo wires.Out[pipe.TileEntry]
	BPMXU  wires.Out[pipe.PinRequest] `port:"optional"` // joined when the block is the break point
	MXUBP  wires.In[pipe.PinAnswer]   `port:"optional"`
	DPASU  wires.In[pipe.Report]      `waits:"DP"`
	DPMXU  wires.In[pipe.Report]      `port:"optional" waits:"DP"`
	DP     wires.Out[pipe.Report]
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
	breaks bool // it is the break point
	P      Ports
	S      State
	drq    drq.Unit
	gate   breakpoint.Gate
}

// New makes the block in reset state. It is the break point when the place says so.
func New(name string, place breakpoint.Place) *TG {
	b := &TG{BlockBase: wires.NewBlockBase(name), breaks: place == breakpoint.AtTG}
	b.S.Regs.Reset()
	b.drq.Init(regs.BlockSGTG, &b.S.DRQ, &b.P.DP, &b.P.DPASU, &b.P.DPMXU)
	b.gate.Init(&b.S.Gate, &b.drq, &b.P.BPMXU, &b.P.MXUBP)
	return b
}

// Parts implements wires.Block.
func (b *TG) Parts() (ports, state any) { return &b.P, &b.S }

// Tick evaluates one cycle.
func (b *TG) Tick(uint64) wires.Activity {
	forwarded := b.drq.Forward(false)
	if b.P.Int.High() {
		b.interrupt()
	}
	a := b.step()
	b.Main(a)
	if b.drq.Forward(true) || forwarded {
		return wires.Busy
	}
	return a
}

// interrupt stops work on the old context at once.
func (b *TG) interrupt() {
	s := &b.S
	s.Band, s.Dumped, s.DRQ.Next = band{}, false, 0
	if !b.breaks {
		s.Phase = Discard
		return
	}
	b.gate.Interrupt()
	s.Phase = SendInt
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
		if b.breaks {
			if a, due := b.gate.Progress(); due {
				return a
			}
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
		if b.breaks {
			b.gate.Learn(e.Slot)
			b.S.Phase = End
		}
		return wires.Busy
	}
	return b.pass(e)
}

// pass sends an entry on, past the gate when that is here.
func (b *TG) pass(e *pipe.SpanEntry) wires.Activity {
	c := e.Cmd
	below := b.below(&c)
	a, verdict := b.offer(&c, 0, 0, below)
	if verdict != breakpoint.Pass {
		return a
	}
	if below {
		b.forward(&c)
	}
	if c.Kind == pipe.State && c.Block == regs.BlockSGTG {
		regs.Write(b.S.Regs[:], c.Reg, c.Value)
	}
	b.S.Dumped = false
	b.P.SGTG.Drop()
	return wires.Busy
}

// below tells whether an entry is for what comes behind TG: all of them when the break
// point does.
func (b *TG) below(c *pipe.Cmd) bool {
	if !b.breaks {
		return true
	}
	switch c.Kind {
	case pipe.Head, pipe.Resume, pipe.Draw, pipe.Mark, pipe.Stats:
		return false
	case pipe.State:
		return c.Block == regs.BlockZL1 || c.Block == regs.BlockZL2 || c.Block == regs.BlockPS || c.Block == regs.BlockWBU
	}
	return true
}

// offer asks for room below, and the gate when that is here.
func (b *TG) offer(c *pipe.Cmd, x, y uint16, below bool) (wires.Activity, breakpoint.Verdict) {
	e := breakpoint.Entry{Cmd: c, X: x, Y: y, Ready: true}
	if below && !b.P.TGFifo.Ready() {
		e.Ready, e.Full = false, b.P.TGFifo.Blocked()
	}
	switch {
	case b.breaks:
		return b.gate.Offer(e)
	case !e.Ready:
		return e.Full, breakpoint.Wait
	}
	return wires.Busy, breakpoint.Pass
}

func (b *TG) forward(c *pipe.Cmd) {
	o := b.P.TGFifo.Slot()
	*o = pipe.TileEntry{Cmd: *c}
	b.P.TGFifo.Push()
}

var phaseNames = [...]string{"run", "til", "INT", "cut", "dis", "tok", "lef"}

// Line prints phase and cursor.
func (b *TG) Line() string { return "TG " + b.gate.Line(phaseNames[b.S.Phase]) }
