// Package zl2 is second-level Z: depth and stencil test by pixel, with read-modify-
// write of the depth buffer through a cache that is looked up ahead of use. It
// discards nothing: INT_END travels after the old context's last quad and writes the
// cache back (spec chapter 2, step 9).
package zl2

import (
	"fmt"

	"tilemark/hw/blocks/cache"
	"tilemark/hw/blocks/drq"
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
	"tilemark/hw/wires"
)

// Config of ZL2.
type Config struct {
	Ahead int `cfg:"ahead" default:"8" min:"1" max:"64" unit:"entries" doc:"Entries between the cache lookup and the depth test."`
	// A tile holds its four lines at once.
	Lines int `cfg:"cache.lines" default:"64" min:"4" max:"64" power:"2" unit:"lines of 64 bytes" doc:"Size of the depth cache, a power of two."`
}

// Ports of ZL2.
type Ports struct {
	ZL1Fifo wires.In[pipe.AttributeEntry] // ZL1_FIFO
	ZFifo   wires.In[pipe.TileDepth]      // ZFIFO
	ZLBack  wires.Out[pipe.DepthRange]    // ZL_BACK
	PSFifo  wires.Out[pipe.QuadEntry]     // PS_FIFO
	// Late quads come back from the pixel program, and are answered.
	LateZ   wires.In[pipe.LateQuad] `waits:"LateAns ZReq"`
	LateAns wires.Out[pipe.LateAnswer]
	ZReq    wires.Out[pipe.MemRequest]
	ZAns    wires.In[pipe.MemAnswer]
	DPZL1   wires.In[pipe.Report] `port:"optional" waits:"DPZL2"`
	DPZL2   wires.Out[pipe.Report]
	// Tested shows each fragment as it is tested.
	Tested wires.Probe[Fragment]
}

// Fragment is what the probe shows of a test.
type Fragment struct {
	Slot     uint8
	Pass     bool
	Rejected bool // no test: the tile at X, Y was rejected by hierarchical Z
	X, Y     uint16
	Old, New uint32 // words of the depth buffer, half-words of D16
}

// item is an entry between lookup and test.
type item struct {
	Entry pipe.AttributeEntry
	Tile  pipe.TileDepth
	Lines [4]uint8 // cache lines, from the top
}

// State is everything that a clock edge changes.
type State struct {
	Regs    regs.ZL2Regs
	Queue   wires.Queue[item]
	Looking [4]uint8 // cache lines of the tile at the head of the ZFIFO
	Row     uint8    // its next line to be looked up
	Barrier bool     // a fence or token is in the queue: no lookups after it
	Issued  uint8    // entries at the queue's head that are sent: a late tile, and others after it
	Quad    uint8    // next quad of the first tile that is not issued
	Late    uint8    // next quad of the late tile at the queue's head to be tested
	Cache   cache.State
	DRQ     drq.State
}

// ZL2 is the block.
type ZL2 struct {
	wires.BlockBase
	cfg   Config
	P     Ports
	S     State
	drq   drq.Unit
	cache cache.Cache
}

// New makes the block in reset state.
func New(name string, cfg Config) *ZL2 {
	b := &ZL2{BlockBase: wires.NewBlockBase(name), cfg: cfg}
	b.S.Regs.Reset()
	b.cache.Init(cache.Config{Lines: cfg.Lines}, &b.S.Cache, &b.P.ZReq, &b.P.ZAns)
	b.drq.Init(regs.BlockZL2, &b.S.DRQ, &b.P.DPZL2, &b.P.DPZL1, nil)
	return b
}

// Parts implements wires.Block.
func (b *ZL2) Parts() (ports, state any) { return &b.P, &b.S }

// Tick evaluates one cycle.
func (b *ZL2) Tick(uint64) wires.Activity {
	b.drq.Begin()
	_, answered := b.cache.Answer()
	tested := b.late()
	empty := b.S.Queue.Len() == int(b.S.Issued)
	a := b.issue()
	looked := b.lookUp()
	if empty && looked {
		a = wires.Busy
	}
	if a = b.drq.End(&b.BlockBase, a); answered || tested || looked {
		return wires.Busy
	}
	return a
}

// barrier tells whether no line is looked up after an entry before it is executed.
func barrier(k pipe.Kind) bool {
	return k == pipe.Fence || k == pipe.Blit || k == pipe.Flush || k == pipe.Interruptible || k == pipe.IntEnd || k == pipe.TGInt
}

// lookUp takes an entry into the queue; for a tile it looks its cache lines up, one a
// cycle, so that memory is asked long before the test.
func (b *ZL2) lookUp() bool {
	s := &b.S
	if !b.P.ZL1Fifo.Valid() || s.Barrier || s.Queue.Len() >= b.cfg.Ahead {
		return false
	}
	e := b.P.ZL1Fifo.Head()
	switch e.Kind {
	case pipe.State:
		if w := e.RegWrite(); w.Block == regs.BlockZL2 {
			return b.write(w)
		}
	case pipe.Tile:
		return b.lookUpTile(e)
	}
	s.Barrier = barrier(e.Kind)
	*s.Queue.Add() = item{Entry: *e}
	b.P.ZL1Fifo.Drop()
	return true
}

// write changes a register when nothing before it is in the queue.
func (b *ZL2) write(w pipe.RegWrite) bool {
	if b.S.Queue.Len() > 0 {
		return false
	}
	if w.Reg == regs.ZL2QueryClear {
		b.clear(w.Value)
		b.P.ZL1Fifo.Drop()
		return true
	}
	regs.Write(b.S.Regs[:], w.Reg, w.Value)
	b.P.ZL1Fifo.Drop()
	return true
}

// clear takes a strobe: nobody keeps what is written.
func (b *ZL2) clear(strobes uint32) {
	if strobes&regs.ZL2QueryClearOcclusionMask == 0 {
		return
	}
	b.S.Regs[regs.ZL2OcclusionLo] = 0
	b.S.Regs[regs.ZL2OcclusionHi] = 0
}

func (b *ZL2) lookUpTile(e *pipe.AttributeEntry) (moved bool) {
	s := &b.S
	if !b.P.ZFifo.Valid() {
		return false
	}
	t := b.P.ZFifo.Head()
	if s.Row < b.lines() && b.usesDepth() && t.Mask != 0 {
		if !b.covers(t, s.Row) {
			s.Row++
			return true
		}
		line, ok, did := b.cache.Lookup(b.tileAddr(t)+pipe.LineBytes*uint32(s.Row), t.Slot)
		if ok {
			s.Looking[s.Row] = uint8(line)
			s.Row++
		}
		return did
	}
	i := s.Queue.Add()
	i.Entry, i.Tile, i.Lines = *e, *t, s.Looking
	s.Row, s.Looking = 0, [4]uint8{}
	b.P.ZL1Fifo.Drop()
	b.P.ZFifo.Drop()
	return true
}

// nothingQueued is what the entry waits for that comes into the queue next.
func (b *ZL2) nothingQueued() wires.Activity {
	switch {
	case !b.P.ZL1Fifo.Valid():
		return b.P.ZL1Fifo.Starved()
	case b.P.ZL1Fifo.Head().Kind == pipe.Tile && !b.P.ZFifo.Valid():
		return b.P.ZFifo.Starved()
	case !b.P.ZReq.Ready():
		return b.P.ZReq.Blocked()
	}
	return b.P.ZAns.Starved()
}

// issue tests and sends the first entry of the queue that is not issued. Late tiles, and
// what passes between them, stay in the queue until the tiles are tested; anything that
// depends on those tests waits.
func (b *ZL2) issue() wires.Activity {
	s := &b.S
	switch {
	case s.Queue.Len() == 0:
		return b.nothingQueued()
	case s.Queue.Len() == int(s.Issued): // late tiles
		return b.lateWaits()
	}
	i := s.Queue.At(int(s.Issued))
	if i.Entry.Kind == pipe.Tile {
		return b.tile(i)
	}
	if s.Issued > 0 && (barrier(i.Entry.Kind) || i.Entry.Kind == pipe.Query) {
		return b.lateWaits()
	}
	if !b.P.PSFifo.Ready() {
		return b.P.PSFifo.Blocked()
	}
	c := i.Entry.Cmd
	switch c.Kind {
	case pipe.Fence, pipe.Blit, pipe.Flush, pipe.IntEnd, pipe.TGInt:
		if a, ok := b.flush(&c); !ok {
			return a
		}
	case pipe.Query:
		if c.QueryWrite().Counter == regs.CounterOcclusion {
			c.SetCount(uint64(s.Regs.OcclusionHi())<<32 | uint64(s.Regs.OcclusionLo()))
		}
	case pipe.Interruptible:
		if a, done := b.drq.Dump(c.Slot, s.Regs[:]); !done {
			return a
		}
	}
	o := b.P.PSFifo.Slot()
	*o = pipe.QuadEntry{Cmd: c, A: i.Entry.A}
	b.P.PSFifo.Push()
	b.next(c.Kind)
	return wires.Busy
}

// next goes on to the next entry of the queue.
func (b *ZL2) next(k pipe.Kind) {
	s := &b.S
	if barrier(k) {
		s.Barrier = false
	}
	if s.Issued > 0 {
		s.Issued++
	} else {
		s.Queue.Pop()
	}
}

// tile tests one quad a cycle and sends what passes; of a late tile it sends all.
func (b *ZL2) tile(i *item) wires.Activity {
	s := &b.S
	late := s.Regs.DepthControlLate()
	s.Quad = nextQuad(i.Tile.Mask, s.Quad)
	switch {
	case s.Quad == quads && late:
		return b.issued(i)
	case s.Quad == quads:
		return b.retire(i)
	case !late && b.usesDepth() && b.cache.Line(int(i.Lines[b.lineOf(s.Quad)])).Pending:
		return b.P.ZAns.Starved()
	case !b.P.PSFifo.Ready():
		return b.P.PSFifo.Blocked()
	}
	pass := quadMask(i.Tile.Mask, s.Quad)
	if !late {
		pass = b.quad(i, s.Quad, pass, nil)
	}
	if pass != 0 {
		o := b.P.PSFifo.Slot()
		o.Cmd, o.A = i.Entry.Cmd, pipe.AttributePlanes{}
		o.Kind, o.Mask, o.Late = pipe.Quad, pass, late
		o.X, o.Y = i.Tile.X<<3+uint16(s.Quad&3)<<1, i.Tile.Y<<3+uint16(s.Quad>>2)<<1
		o.Front = i.Tile.Depth.Front
		for k := range o.Z {
			o.Z[k] = depthAt(&i.Tile.Depth, int32(o.X)+int32(k&1), int32(o.Y)+int32(k>>1))
		}
		b.P.PSFifo.Push()
	}
	s.Quad++
	return wires.Busy
}

// retire marks the end of a tile that is tested, and gives up what it held.
func (b *ZL2) retire(i *item) wires.Activity {
	if !b.P.PSFifo.Ready() {
		return b.P.PSFifo.Blocked()
	}
	if !b.P.ZReq.Ready() {
		return b.P.ZReq.Blocked()
	}
	if i.Tile.Told && !b.P.ZLBack.Ready() {
		return b.P.ZLBack.Blocked()
	}
	b.release(i)
	b.endTile(i)
	b.S.Queue.Pop()
	return wires.Busy
}

// endTile sends the mark after a tile's quads.
func (b *ZL2) endTile(i *item) {
	o := b.P.PSFifo.Slot()
	*o = pipe.QuadEntry{Cmd: i.Entry.Cmd}
	o.Kind, o.X, o.Y = pipe.TileEnd, i.Tile.X, i.Tile.Y
	b.P.PSFifo.Push()
	b.S.Quad = 0
}

// release gives the tile's lines free and its pin back, and tells ZL1 of its depths
// when that waits for them; ZL_BACK has room.
func (b *ZL2) release(i *item) {
	if i.Tile.Told {
		b.tell(i)
	}
	if i.Tile.Mask == 0 && b.P.Tested.On() {
		b.P.Tested.Emit(&Fragment{Slot: i.Tile.Slot, Rejected: true, X: i.Tile.X << 3, Y: i.Tile.Y << 3})
	}
	if b.usesDepth() {
		for line := range b.lines() {
			if b.covers(&i.Tile, line) {
				b.cache.Done(int(i.Lines[line]))
			}
		}
	}
	b.P.ZReq.Put(pipe.MemRequest{Op: pipe.Unpin, Slot: i.Tile.Slot, Addr: b.tileAddr(&i.Tile)})
}

// Line prints the queue and the quad.
func (b *ZL2) Line() string { return fmt.Sprintf("ZL2 q%d:%d", b.S.Queue.Len(), b.S.Quad) }
