// Package zl1 is first-level Z: it joins tiles from the TG_FIFO, the master, with the
// planes of their triangle from the ASU_ZL1_FIFO and the AFIFO. It works on normally
// until it reads TG_INT; then it discards the ASU_ZL1_FIFO, the AFIFO and the TG_FIFO,
// each up to INT_END (spec chapter 2, step 8).
package zl1

import (
	"fmt"

	"tilemark/hw/blocks/drq"
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
	"tilemark/hw/wires"
)

// Ports of ZL1.
type Ports struct {
	Tiles  *wires.Fifo[pipe.TileEntry]       // TG_FIFO
	Depth  *wires.Fifo[pipe.DepthPlane]      // ASU_ZL1_FIFO
	Planes *wires.Fifo[pipe.AttributePlanes] // AFIFO
	ZOut   *wires.Fifo[pipe.TileDepth]       // ZFIFO
	Out    *wires.Fifo[pipe.AttributeEntry]  // ZL1_FIFO
	DRQ    drq.Unit
}

// Phase is the state of the block's state machine.
type Phase uint8

// Phases.
const (
	Normal        Phase = iota
	DiscardDepth        // throws the ASU_ZL1_FIFO away up to INT_END
	DiscardPlanes       // throws the AFIFO away up to INT_END
	DiscardTiles        // throws the TG_FIFO away up to INT_END
	EndDepth            // takes INT_END of a context that ended from the ASU_ZL1_FIFO
	EndPlanes           // and from the AFIFO
	Token               // runs the DRQ machine and forwards INT_END
)

// State is everything that a clock edge changes.
type State struct {
	Phase   Phase
	Started bool // the triangle's attribute planes are sent
	ZSent   bool // the token is in the ZFIFO
	OutSent bool // the token is in the ZL1_FIFO
	DRQ     drq.State
}

// ZL1 is the block.
type ZL1 struct {
	wires.BlockBase
	P Ports
	S State
}

// New makes the block in reset state.
func New(name string) *ZL1 {
	b := &ZL1{BlockBase: wires.NewBlockBase(name)}
	b.P.DRQ.Init(regs.BlockZL1, &b.S.DRQ)
	return b
}

// Tick evaluates one cycle.
func (b *ZL1) Tick(uint64) wires.Activity {
	switch b.S.Phase {
	case Normal:
		return b.normal()
	case DiscardDepth, EndDepth:
		return b.dropDepth()
	case DiscardPlanes, EndPlanes:
		return b.dropPlanes()
	case DiscardTiles:
		return b.dropTiles()
	}
	return b.token()
}

func (b *ZL1) normal() wires.Activity {
	if !b.P.Tiles.Valid() {
		return b.P.Tiles.Starved()
	}
	e := b.P.Tiles.Head()
	switch e.Kind {
	case pipe.Tri:
		b.S.Started = false
	case pipe.TriEnd:
		return b.triEnd()
	case pipe.Tile:
		return b.tile(e)
	case pipe.TGInt:
		b.S.Phase = DiscardDepth
	case pipe.IntEnd:
		b.S.Phase = EndDepth
		return wires.Busy
	default:
		if !b.P.Out.Ready() {
			return b.P.Out.Blocked()
		}
		b.send(&e.Cmd)
	}
	b.P.Tiles.Drop()
	return wires.Busy
}

func (b *ZL1) send(c *pipe.Cmd) *pipe.AttributeEntry {
	o := b.P.Out.Slot()
	o.Cmd = *c
	o.A = pipe.AttributePlanes{}
	b.P.Out.Push()
	return o
}

// tile sends the triangle's attribute planes before its first tile, then the tile's
// depth work and the call for it.
func (b *ZL1) tile(e *pipe.TileEntry) wires.Activity {
	if !b.P.Out.Ready() {
		return b.P.Out.Blocked()
	}
	if !b.S.Started {
		if !b.P.Planes.Valid() {
			return b.P.Planes.Starved()
		}
		o := b.P.Out.Slot()
		o.Cmd = e.Cmd
		o.Kind = pipe.Planes
		o.A = *b.P.Planes.Head()
		b.P.Out.Push()
		b.S.Started = o.A.Last
		b.P.Planes.Drop()
		return wires.Busy
	}
	if !b.P.Depth.Valid() {
		return b.P.Depth.Starved()
	}
	if !b.P.ZOut.Ready() {
		return b.P.ZOut.Blocked()
	}
	z := b.P.ZOut.Slot()
	*z = pipe.TileDepth{Kind: pipe.Tile, Slot: e.Slot, X: e.X, Y: e.Y, Mask: e.Mask, Depth: *b.P.Depth.Head()}
	b.P.ZOut.Push()
	b.send(&e.Cmd)
	b.P.Tiles.Drop()
	return wires.Busy
}

// triEnd takes the triangle's planes from the side FIFOs.
func (b *ZL1) triEnd() wires.Activity {
	if !b.S.Started {
		if !b.P.Planes.Valid() {
			return b.P.Planes.Starved()
		}
		b.S.Started = b.P.Planes.Head().Last
		b.P.Planes.Drop()
		return wires.Busy
	}
	if !b.P.Depth.Valid() {
		return b.P.Depth.Starved()
	}
	b.P.Depth.Drop()
	b.P.Tiles.Drop()
	b.S.Started = false
	return wires.Busy
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
	if !b.S.OutSent && b.P.Out.Ready() {
		b.send(&e.Cmd)
		b.S.OutSent, moved = true, true
	}
	switch {
	case b.S.ZSent && b.S.OutSent:
		b.P.Tiles.Drop()
		b.S = State{DRQ: b.S.DRQ}
		return wires.Busy
	case moved:
		return wires.Busy
	case !b.S.ZSent:
		return b.P.ZOut.Blocked()
	}
	return b.P.Out.Blocked()
}

// Line prints the phase.
func (b *ZL1) Line() string {
	return fmt.Sprintf("ZL1 %s", [...]string{"run", "dZ", "dA", "dT", "eZ", "eA", "tok"}[b.S.Phase])
}
