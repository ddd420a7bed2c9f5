// Package zl1 is first-level Z: it joins tiles from the TG_FIFO, the master, with the
// planes of their triangle from the ASU_ZL1_FIFO and the AFIFO. It works on normally
// until it reads TG_INT; then it discards the ASU_ZL1_FIFO, the AFIFO and the TG_FIFO,
// each up to INT_END (spec chapter 2, step 8). As the break point it has the interrupt
// line: it finishes the tile being written, reports the cursor, and discards the same.
package zl1

import (
	"tilemark/hw/blocks/breakpoint"
	"tilemark/hw/blocks/drq"
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
	"tilemark/hw/wires"
)

// Config of ZL1.
type Config struct {
	HiZ          bool             `cfg:"hiz" default:"true" doc:"Hierarchical Z: tiles that cannot pass the depth test are rejected before their depths are read."`
	Tiles        int              `cfg:"hiz_tiles" default:"256" min:"1" max:"256" power:"2" unit:"tiles" doc:"Tiles whose depth range hierarchical Z keeps, a power of two."`
	ForwardTGInt bool             `cfg:"forward_tg_int" default:"false" doc:"TG_INT goes on to the end of the pipe, and ZL2 and WBU write their caches back as it passes (with the break point at TG). Otherwise ZL1 is the last block that it reaches."`
	BreakPoint   breakpoint.Place // that of the machine
}

// Ports of ZL1.
type Ports struct {
	Int        wires.LineIn                   `port:"optional"` // joined when ZL1 is the break point
	TGFifo     wires.In[pipe.TileEntry]       // TG_FIFO
	ASUZL1Fifo wires.In[pipe.DepthPlane]      // ASU_ZL1_FIFO
	AFifo      wires.In[pipe.AttributePlanes] // AFIFO
	ZFifo      wires.Out[pipe.TileDepth]      // ZFIFO
	ZL1Fifo    wires.Out[pipe.AttributeEntry] // ZL1_FIFO
	ZLBack     wires.In[pipe.DepthRange]      // ZL_BACK
	BPMXU      wires.Out[pipe.PinRequest]     `port:"optional"` // joined when the block is the break point
	MXUBP      wires.In[pipe.PinAnswer]       `port:"optional" waits:"ZFifo ZL1Fifo BPMXU DP"`
	DPTG       wires.In[pipe.Report]          `port:"optional" waits:"DP"`
	DPMXU      wires.In[pipe.Report]          `port:"optional" waits:"DP"`
	DP         wires.Out[pipe.Report]         `port:"shared"`
}

// Phase is the state of the block's state machine.
type Phase uint8

// Phases.
const (
	Normal        Phase = iota
	End                 // the break point reports the end of the context
	DiscardDepth        // throws the ASU_ZL1_FIFO away up to INT_END
	DiscardPlanes       // throws the AFIFO away up to INT_END
	DiscardTiles        // throws the TG_FIFO away up to INT_END
	Token               // runs the DRQ machine and forwards INT_END
	Left                // reports that it has left
)

// State is everything that a clock edge changes.
type State struct {
	Phase   Phase
	Regs    regs.ZL1Regs
	Depth   depthState
	Ranges  [maxRanges]depthRange // hierarchical Z, by the low bits of the tile's coordinates
	Started bool                  // the triangle's attribute planes are sent
	Dumped  bool                  // INTERRUPTIBLE: the registers are copied
	ZSent   bool                  // the token is in the ZFIFO
	OutSent bool                  // the token is in the ZL1_FIFO
	Gate    breakpoint.State
	DRQ     drq.State
}

// ZL1 is the block.
type ZL1 struct {
	wires.BlockBase
	cfg  Config
	P    Ports
	S    State
	drq  drq.Unit
	gate breakpoint.Gate
}

// New makes the block in reset state. It is the break point when the configuration says so.
func New(name string, cfg Config) *ZL1 {
	b := &ZL1{BlockBase: wires.NewBlockBase(name), cfg: cfg}
	b.S.Regs.Reset()
	b.S.Depth.reset()
	b.drq.Init(regs.BlockZL1, &b.S.DRQ, &b.P.DP, &b.P.DPTG, &b.P.DPMXU)
	b.gate.Init(cfg.BreakPoint == breakpoint.AtZL1, &b.S.Gate, &b.drq, &b.P.BPMXU, &b.P.MXUBP)
	return b
}

// Parts implements wires.Block.
func (b *ZL1) Parts() (ports, state any) { return &b.P, &b.S }

// Tick evaluates one cycle.
func (b *ZL1) Tick(uint64) wires.Activity {
	b.drq.Begin()
	if b.P.Int.High() && b.gate.Interrupt() {
		b.S.Phase, b.S.Dumped = End, false
		b.drq.Cancel()
	}
	learned := b.learn()
	a := b.drq.End(&b.BlockBase, b.step())
	if learned {
		return wires.Busy
	}
	return a
}

func (b *ZL1) step() wires.Activity {
	switch b.S.Phase {
	case Normal:
		return b.normal()
	case End:
		return b.end()
	case DiscardDepth:
		return b.dropDepth()
	case DiscardPlanes:
		return b.dropPlanes()
	case DiscardTiles:
		return b.dropTiles()
	case Token:
		return b.token()
	}
	return b.left()
}

// normal takes an entry of the TG_FIFO.
func (b *ZL1) normal() wires.Activity {
	if !b.P.TGFifo.Valid() {
		if a, due := b.gate.Progress(); due {
			return a
		}
		return b.P.TGFifo.Starved()
	}
	e := b.P.TGFifo.Head()
	switch e.Kind {
	case pipe.TriEnd:
		return b.triEnd()
	case pipe.Tile:
		return b.tile(e)
	case pipe.Interruptible:
		if !b.S.Dumped {
			a, done := b.drq.Dump(e.Slot, b.S.Regs[:])
			b.S.Dumped = done
			return a
		}
	case pipe.TGInt:
		if b.cfg.ForwardTGInt {
			if !b.P.ZL1Fifo.Ready() {
				return b.P.ZL1Fifo.Blocked()
			}
			b.send(&e.Cmd)
		}
		b.S.Phase = DiscardDepth
		b.P.TGFifo.Drop()
		return wires.Busy
	case pipe.IntEnd:
		b.S.Phase = DiscardDepth
		if b.gate.Finish(e.Slot) {
			b.S.Phase = End
		}
		return wires.Busy
	}
	return b.pass(e)
}

// pass sends an entry through the gate, and on.
func (b *ZL1) pass(e *pipe.TileEntry) wires.Activity {
	on := e.Kind != pipe.Tri && !e.Writes(regs.BlockZL1) && !b.gate.Ends(&e.Cmd)
	own := e.Cmd
	o := breakpoint.Entry{Cmd: &own, Ready: true}
	if on && !b.P.ZL1Fifo.Ready() {
		o.Ready, o.Full = false, b.P.ZL1Fifo.Blocked()
	}
	a, verdict, c := b.gate.Offer(o)
	if verdict != breakpoint.Pass {
		return a
	}
	switch {
	case on:
		b.watch(c)
		b.send(c)
	case c.Kind == pipe.Tri:
		b.S.Started = false
	case c.Writes(regs.BlockZL1):
		w := c.RegWrite()
		regs.Write(b.S.Regs[:], w.Reg, w.Value)
	}
	b.S.Dumped = false
	b.P.TGFifo.Drop()
	return wires.Busy
}

func (b *ZL1) send(c *pipe.Cmd) {
	o := b.P.ZL1Fifo.Slot()
	o.Cmd = *c
	o.A = pipe.AttributePlanes{}
	b.P.ZL1Fifo.Push()
}

// tile sends the triangle's attribute planes before its first tile, then the tile's
// depth work and the call for it.
func (b *ZL1) tile(e *pipe.TileEntry) wires.Activity {
	if !b.S.Started && !b.gate.Skipping() {
		return b.sendPlanes(e)
	}
	o := breakpoint.Entry{Cmd: &e.Cmd, X: e.X, Y: e.Y}
	switch {
	case !b.P.ZL1Fifo.Ready():
		o.Full = b.P.ZL1Fifo.Blocked()
	case !b.P.ASUZL1Fifo.Valid():
		o.Full = b.P.ASUZL1Fifo.Starved()
	case !b.P.ZFifo.Ready():
		o.Full = b.P.ZFifo.Blocked()
	default:
		o.Ready = true
	}
	a, verdict, c := b.gate.Offer(o)
	switch verdict {
	case breakpoint.Wait:
		return a
	case breakpoint.Pass:
		z := b.P.ZFifo.Slot()
		*z = pipe.TileDepth{Kind: pipe.Tile, Slot: e.Slot, X: e.X, Y: e.Y, Mask: e.Mask, Depth: *b.P.ASUZL1Fifo.Head()}
		b.screen(z)
		b.P.ZFifo.Push()
		own := *c
		b.gate.Mark(&own)
		b.send(&own)
	}
	b.P.TGFifo.Drop()
	return wires.Busy
}

// sendPlanes sends an entry of the triangle's attribute planes.
func (b *ZL1) sendPlanes(e *pipe.TileEntry) wires.Activity {
	if !b.P.ZL1Fifo.Ready() {
		return b.P.ZL1Fifo.Blocked()
	}
	if !b.P.AFifo.Valid() {
		return b.P.AFifo.Starved()
	}
	o := b.P.ZL1Fifo.Slot()
	o.Cmd = e.Cmd
	o.Kind = pipe.Planes
	o.A = *b.P.AFifo.Head()
	b.P.ZL1Fifo.Push()
	b.S.Started = o.A.Last
	b.P.AFifo.Drop()
	return wires.Busy
}

// triEnd takes the triangle's planes from the side FIFOs.
func (b *ZL1) triEnd() wires.Activity {
	if !b.S.Started {
		if !b.P.AFifo.Valid() {
			return b.P.AFifo.Starved()
		}
		b.S.Started = b.P.AFifo.Head().Last
		b.P.AFifo.Drop()
		return wires.Busy
	}
	if !b.P.ASUZL1Fifo.Valid() {
		return b.P.ASUZL1Fifo.Starved()
	}
	b.P.ASUZL1Fifo.Drop()
	b.P.TGFifo.Drop()
	b.S.Started = false
	return wires.Busy
}

var phaseNames = [...]string{"run", "cut", "dZ", "dA", "dT", "tok", "lef"}

// Line prints the phase, and the cursor when ZL1 is the break point.
func (b *ZL1) Line() string {
	return "ZL1 " + b.gate.Line(phaseNames[b.S.Phase])
}
