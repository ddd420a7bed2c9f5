// Package wbu is the write-back unit, the last block of the pipe: blending, colour
// read-modify-write through a cache, fence and query writes. INT_END writes the cache
// back; when memory has answered every write it is acknowledged on datapath B
// (spec chapter 2, step 9).
package wbu

import (
	"fmt"

	"tilemark/hw/blocks/cache"
	"tilemark/hw/blocks/drq"
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
	"tilemark/hw/wires"
)

// Config of WBU.
type Config struct {
	Ahead int          `cfg:"ahead" default:"32" min:"1" max:"64" unit:"entries" doc:"Entries between the cache lookup and blending."`
	Cache cache.Config `cfg:"cache"`
}

// Ports of WBU.
type Ports struct {
	WBFifo    wires.In[pipe.ColorEntry] // WB_FIFO
	CReq      wires.Out[pipe.MemRequest]
	CAns      wires.In[pipe.MemAnswer]
	DPPS      wires.In[pipe.Report] `waits:"DatapathB"`
	DatapathB wires.Out[pipe.Report]
	// Blended shows each pixel as it is written; Written each fence and query write.
	Blended wires.Probe[Pixel]
	Written wires.Probe[Store]
}

// Pixel is what the probe shows of a pixel: what the surface held and holds, in the
// low four bytes unless it is RGBA16F.
type Pixel struct {
	Slot     uint8
	X, Y     uint16
	Old, New uint64
}

// Store is what the probe shows of a fence or query write.
type Store struct {
	Slot  uint8
	Query bool
	Addr  uint32
	Value uint64
}

type item struct {
	Entry pipe.ColorEntry
	Line  uint8
}

// Phase is the state of a fence, query or token at the queue's head.
type Phase uint8

// Phases.
const (
	Normal   Phase = iota
	Written        // the write is on its way to memory
	Unpinned       // the textures' pins are given back
)

// State is everything that a clock edge changes.
type State struct {
	Phase   Phase
	Regs    regs.WBURegs
	Queue   wires.Queue[item]
	Barrier bool // a fence, token or copy is in the queue: no lookups after it
	Cache   cache.State
	DRQ     drq.State
}

// WBU is the block.
type WBU struct {
	wires.BlockBase
	cfg   Config
	P     Ports
	S     State
	drq   drq.Unit
	cache cache.Cache
}

// New makes the block in reset state.
func New(name string, cfg Config) *WBU {
	b := &WBU{BlockBase: wires.NewBlockBase(name), cfg: cfg}
	b.S.Regs.Reset()
	b.cache.Init(cfg.Cache, &b.S.Cache, &b.P.CReq, &b.P.CAns)
	b.drq.Init(regs.BlockWBU, &b.S.DRQ, &b.P.DatapathB, &b.P.DPPS, nil)
	return b
}

// Parts implements wires.Block.
func (b *WBU) Parts() (ports, state any) { return &b.P, &b.S }

// Tick evaluates one cycle.
func (b *WBU) Tick(uint64) wires.Activity {
	b.drq.Begin()
	_, answered := b.cache.Answer()
	empty := b.S.Queue.Len() == 0
	a := b.execute()
	looked := b.lookUp()
	if empty && looked {
		a = wires.Busy
	}
	if a = b.drq.End(&b.BlockBase, a); answered || looked {
		return wires.Busy
	}
	return a
}

// barrier tells whether no line is looked up after an entry before it is executed.
func barrier(k pipe.Kind) bool {
	return k == pipe.Fence || k == pipe.Query || k == pipe.Blit || k == pipe.Flush || k == pipe.Interruptible || k == pipe.IntEnd || k == pipe.TGInt
}

// lookUp takes an entry into the queue; for a quad it looks its line up.
func (b *WBU) lookUp() bool {
	s := &b.S
	if !b.P.WBFifo.Valid() || s.Barrier || s.Queue.Len() >= b.cfg.Ahead {
		return false
	}
	e := b.P.WBFifo.Head()
	line := 0
	switch e.Kind {
	case pipe.State:
		if s.Queue.Len() > 0 {
			return false
		}
		if w := e.RegWrite(); w.Block == regs.BlockWBU {
			regs.Write(s.Regs[:], w.Reg, w.Value)
		}
		b.P.WBFifo.Drop()
		return true
	case pipe.Quad:
		if !b.writes() {
			break
		}
		var ok, moved bool
		if line, ok, moved = b.cache.Lookup(b.quadAddr(e), e.Slot); !ok {
			return moved
		}
	}
	s.Barrier = barrier(e.Kind)
	i := s.Queue.Add()
	i.Entry, i.Line = *e, uint8(line)
	b.P.WBFifo.Drop()
	return true
}

// writes tells whether any channel is written.
func (b *WBU) writes() bool { return channelMask(b.S.Regs[regs.WBUWriteMask]) != 0 }

// wide tells whether a pixel of the colour surface has eight bytes.
func (b *WBU) wide() bool { return b.S.Regs.ColorFormat() == regs.WBUColorFormatRgba16f }

// quadBytes returns the bytes of a quad. A tile is its sixteen quads, rows from the top
// (docs/arithmetic.md, section 9).
func (b *WBU) quadBytes() uint32 {
	if b.wide() {
		return 32
	}
	return 16
}

func (b *WBU) quadAddr(e *pipe.ColorEntry) uint32 {
	quad := uint32(e.Y&7>>1<<2 | e.X&7>>1)
	return b.tileAddr(uint32(e.X)>>3, uint32(e.Y)>>3) + b.quadBytes()*quad
}

func (b *WBU) tileAddr(x, y uint32) uint32 {
	bytes := 16 * b.quadBytes()
	return b.S.Regs.ColorBase()&^(bytes-1) + bytes*(y*b.S.Regs.ColorPitch()+x)
}

// execute handles the queue's head.
func (b *WBU) execute() wires.Activity {
	s := &b.S
	if s.Queue.Len() == 0 {
		if b.P.WBFifo.Valid() { // it is looked up, or there is no room for the request
			return b.P.CReq.Blocked()
		}
		return b.P.WBFifo.Starved()
	}
	i := s.Queue.Front()
	switch i.Entry.Kind {
	case pipe.Quad:
		if b.writes() && b.cache.Line(int(i.Line)).Pending {
			return b.P.CAns.Starved()
		}
		b.quad(i)
	case pipe.TileEnd:
		if !b.P.CReq.Ready() {
			return b.P.CReq.Blocked()
		}
		at := b.tileAddr(uint32(i.Entry.X), uint32(i.Entry.Y))
		b.P.CReq.Put(pipe.MemRequest{Op: pipe.Unpin, Slot: i.Entry.Slot, Addr: at})
	case pipe.EndDraw:
		if !b.unpinSet(&i.Entry.Cmd) {
			return b.P.CReq.Blocked()
		}
	case pipe.Interruptible:
		if a, done := b.drq.Dump(i.Entry.Slot, s.Regs[:]); !done {
			return a
		}
	case pipe.Fence, pipe.Query:
		if a, done := b.store(&i.Entry.Cmd); !done {
			return a
		}
	case pipe.Blit:
		if a, done := b.startBlit(&i.Entry.Cmd); !done {
			return a
		}
	case pipe.Flush:
		if a, done := b.flush(&i.Entry.Cmd); !done {
			return a
		}
	case pipe.TGInt:
		if a, done := b.cache.Flush(); !done {
			return a
		}
	case pipe.IntEnd:
		if a, done := b.endContext(&i.Entry.Cmd); !done {
			return a
		}
	}
	if barrier(i.Entry.Kind) {
		s.Barrier = false
	}
	s.Queue.Pop()
	return wires.Busy
}

// unpinSet gives up what the draw, or the one that was cut, had pinned.
func (b *WBU) unpinSet(c *pipe.Cmd) bool {
	set := c.PinSet()
	if set == 0 {
		return true
	}
	if !b.P.CReq.Ready() {
		return false
	}
	b.P.CReq.Put(pipe.MemRequest{Op: pipe.UnpinSet, Slot: c.Slot, Set: set})
	return true
}

// endContext is INT_END at the end of the pipe.
func (b *WBU) endContext(c *pipe.Cmd) (a wires.Activity, done bool) {
	s := &b.S
	if s.Phase == Normal {
		if !b.unpinSet(c) {
			return b.P.CReq.Blocked(), false
		}
		s.Phase = Unpinned
		return wires.Busy, false
	}
	if a, ok := b.cache.Flush(); !ok {
		return a, false
	}
	if a, done = b.drq.EndContext(c.Slot, drq.Counters{}); !done {
		return a, false
	}
	if !b.drq.Ready() {
		return b.P.DatapathB.Blocked(), false
	}
	b.drq.Send(pipe.Report{Kind: pipe.Drained, Slot: c.Slot})
	b.drq.Return(&s.Regs)
	s.Phase = Normal
	return 0, true
}

// Line prints queue and dirty state.
func (b *WBU) Line() string { return fmt.Sprintf("WBU q%02d w%d", b.S.Queue.Len(), b.S.Cache.Writes) }
