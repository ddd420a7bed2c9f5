// Package ps dispatches pixel shading: it interpolates attributes, sends quads to the
// execution-unit pool and collects their colours in order. What else travels in the
// pipe keeps its place among them.
package ps

import (
	"fmt"
	"math/bits"

	"tilemark/hw/blocks/drq"
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
	"tilemark/hw/wires"
)

// Config of PS.
type Config struct {
	Kernels  bool // pixel programs are kernels
	InFlight int `cfg:"in_flight" default:"32" min:"1" max:"64" unit:"entries" doc:"Quads and other entries between dispatch and collection."`
}

// Ports of PS.
type Ports struct {
	PSFifo  wires.In[pipe.QuadEntry]
	PSEU    wires.Out[pipe.PixelThread] `port:"optional"` // PS_EU
	EUPS    wires.In[pipe.PixelResult]  `port:"optional" waits:"WBFifo LateZ DPPS"` // EU_PS
	PSPool  wires.Out[pipe.QuadThread]  `port:"optional"` // PS_EU with kernels
	PoolPS  wires.In[pipe.QuadResult]   `port:"optional" waits:"WBFifo LateZ DPPS"` // EU_PS with kernels
	WBFifo  wires.Out[pipe.ColorEntry]  // WB_FIFO
	LateZ   wires.Out[pipe.LateQuad]
	LateAns wires.In[pipe.LateAnswer] `waits:"WBFifo"`
	DPZL2   wires.In[pipe.Report]     `waits:"DPPS"`
	DPPS    wires.Out[pipe.Report]
}

// pending is an entry between dispatch and collection.
type pending struct {
	Cmd  pipe.Cmd
	X, Y uint16
	Mask uint8
	// Late quads wait for their test twice: for their colours, then with them.
	Late  bool
	Color [4]pipe.Color
}

// State is everything that a clock edge changes.
type State struct {
	Regs    regs.PSRegs
	Planes  [pipe.PlaneEntries]pipe.AttributePlanes // of the current triangle
	Entry   uint8                                   // of them, that comes next
	Queue   wires.Queue[pending]
	Shaded  uint8 // entries at the queue's head that ask the pool for nothing more, when late quads are among them
	Unsent  uint8 // late quads in the queue whose colours are not there
	Barrier bool  // a token or copy is in the queue: nothing is dispatched behind it
	Changed bool  // with kernels: the pool has not got the registers as they are
	Set     uint8 // with kernels: pin set of the draw
	DRQ     drq.State
}

// PS is the block.
type PS struct {
	wires.BlockBase
	cfg Config
	P   Ports
	S   State
	drq drq.Unit
}

// New makes the block in reset state.
func New(name string, cfg Config) *PS {
	b := &PS{BlockBase: wires.NewBlockBase(name), cfg: cfg}
	b.S.Regs.Reset()
	b.drq.Init(regs.BlockPS, &b.S.DRQ, &b.P.DPPS, &b.P.DPZL2, nil)
	return b
}

// Parts implements wires.Block.
func (b *PS) Parts() (ports, state any) { return &b.P, &b.S }

// Tick evaluates one cycle.
func (b *PS) Tick(uint64) wires.Activity {
	b.drq.Begin()
	a, collected := b.collect()
	collected = b.shade() || collected
	d, dispatched := b.dispatch()
	forwarded := b.drq.End(&b.BlockBase, oldest(a, collected, d, dispatched)) == wires.Busy
	switch {
	case forwarded || collected || dispatched:
		return wires.Busy
	case b.S.Queue.Len() > 0:
		return a
	}
	return d
}

// oldest is what became of the oldest entry: the queue's, or when that is empty the next one.
func oldest(a wires.Activity, collected bool, d wires.Activity, dispatched bool) wires.Activity {
	switch {
	case collected || a == wires.Idle && dispatched:
		return wires.Busy
	case a != wires.Idle:
		return a
	}
	return d
}

// barrier tells whether nothing is dispatched behind an entry before it is collected.
func barrier(k pipe.Kind) bool {
	return k == pipe.IntEnd || k == pipe.Interruptible || k == pipe.Fence || k == pipe.Blit
}

// asksPool tells whether the pool answers: to a quad with its colours, to a fence, blit
// or token when the slot's cached texels are dropped.
func asksPool(k pipe.Kind) bool {
	return k == pipe.Quad || k == pipe.IntEnd || k == pipe.Fence || k == pipe.Blit
}

// dispatch takes an entry of the PS_FIFO.
func (b *PS) dispatch() (wires.Activity, bool) {
	s := &b.S
	if !b.P.PSFifo.Valid() {
		return b.P.PSFifo.Starved(), false
	}
	if s.Barrier || s.Queue.Len() >= b.cfg.InFlight {
		return wires.Waiting, false
	}
	e := b.P.PSFifo.Head()
	switch {
	case e.Kind == pipe.Planes:
		b.takePlanes(e)
		b.P.PSFifo.Drop()
		return 0, true
	case e.Writes(regs.BlockPS):
		w := e.RegWrite()
		if w.Reg == pipe.PinSetRegister {
			s.Set = uint8(w.Value)
		} else {
			regs.Write(s.Regs[:], w.Reg, w.Value)
		}
		s.Changed = true
		b.P.PSFifo.Drop()
		return 0, true
	case b.cfg.Kernels && (asksPool(e.Kind) || e.Kind == pipe.TileEnd):
		if !b.P.PSPool.Ready() {
			return b.P.PSPool.Blocked(), false
		}
		if s.Changed && e.Kind == pipe.Quad {
			b.sendKernel(e.Slot)
			return 0, true
		}
		b.sendQuad(e)
	case asksPool(e.Kind):
		if !b.P.PSEU.Ready() {
			return b.P.PSEU.Blocked(), false
		}
		b.send(e)
	}
	s.Barrier = barrier(e.Kind)
	p := s.Queue.Add()
	*p = pending{Cmd: e.Cmd, X: e.X, Y: e.Y, Mask: e.Mask, Late: e.Late}
	if e.Late {
		s.Unsent++
	}
	switch {
	case e.Kind == pipe.Quad:
		b.count(e.Mask)
	case e.Kind == pipe.Query && e.QueryWrite().Counter == regs.CounterPsInvocations:
		p.Cmd.SetCount(uint64(s.Regs.PsInvocationsHi())<<32 | uint64(s.Regs.PsInvocationsLo()))
	}
	b.P.PSFifo.Drop()
	return 0, true
}

func (b *PS) takePlanes(e *pipe.QuadEntry) {
	s := &b.S
	s.Planes[s.Entry] = e.A
	if s.Entry++; e.A.Last {
		s.Entry = 0
	}
}

// count adds the pixels that are given to the program to their counter.
func (b *PS) count(mask uint8) {
	r := &b.S.Regs
	if !r.StatisticsControlEnable() {
		return
	}
	n := uint64(r[regs.PSPsInvocationsHi])<<32 | uint64(r[regs.PSPsInvocationsLo])
	n += uint64(bits.OnesCount8(mask))
	r[regs.PSPsInvocationsLo], r[regs.PSPsInvocationsHi] = uint32(n), uint32(n>>32)
}

// send gives the pool a quad, or has it drop the slot's cached texels.
func (b *PS) send(e *pipe.QuadEntry) {
	t := b.P.PSEU.Slot()
	r := &b.S.Regs
	*t = pipe.PixelThread{Kind: pipe.Quad, Slot: e.Slot, Mask: e.Mask}
	if e.Kind != pipe.Quad {
		t.Kind = pipe.Invalidate
	} else {
		t.Format, t.Kill = uint8(r.ColorFormat()), r.PixelProgramKill()
		if t.Kill {
			t.AlphaRef = r.AlphaRef()
		}
		if r.PixelProgramWriteDepth() {
			t.WriteDepth, t.DepthOffset, t.DepthFactor = true, r.ProgramDepthOffset(), r.ProgramDepthFactor()
		}
		if r.PixelProgramTexture() {
			t.Texture, t.Base = true, r.TextureBase()
			t.Width, t.Height = uint16(r.TextureSizeWidth()), uint16(r.TextureSizeHeight())
			t.Wrap, t.Filter = uint8(r.TextureWrapU()|r.TextureWrapV()<<2), uint8(r[regs.PSTextureFilter])
			t.Encoded = r.TextureFilterFormat() == regs.PSTextureFilterFormatSrgb8
		}
		b.interpolate(e, t)
	}
	b.P.PSEU.Push()
}

// interpolate evaluates the planes at the quad's pixels (docs/arithmetic.md, section 5).
func (b *PS) interpolate(e *pipe.QuadEntry, t *pipe.PixelThread) {
	first := &b.S.Planes[0]
	to := uint(texcoord)
	if b.textured() {
		to = pipe.Attributes
	}
	whole := t.Texture && to > texcoord && b.choosesLevel()
	for k := range 4 {
		covered := e.Mask>>k&1 != 0
		if !covered && !whole {
			continue
		}
		dx := float32(int32(e.X)<<8 + int32(k&1)<<8 - first.X0)
		dy := float32(int32(e.Y)<<8 + int32(k>>1)<<8 - first.Y0)
		w := 1 / first.P[0].At(dx, dy)
		from := uint(0)
		if !covered {
			from = texcoord
		}
		a := &t.A[k]
		for i := from; i < to; i++ {
			a[i] = b.attribute(i).At(dx, dy) * w
		}
	}
}

// texcoord is the first attribute after the colour.
const texcoord = 4

// attribute is the plane of an attribute divided by w.
func (b *PS) attribute(k uint) *pipe.Plane {
	return &b.S.Planes[(1+k)/pipe.PlanesPerEntry].P[(1+k)%pipe.PlanesPerEntry]
}

// textured tells whether the triangle has planes of texture coordinates.
func (b *PS) textured() bool {
	const last = 1 + pipe.Attributes - 1
	return b.S.Planes[last/pipe.PlanesPerEntry].Count > last%pipe.PlanesPerEntry
}

// choosesLevel tells whether the filter depends on the level of detail, and so on the
// texture coordinates of all pixels of a quad.
func (b *PS) choosesLevel() bool {
	r := &b.S.Regs
	return r.TextureFilterMag() != r.TextureFilterMin() || r.TextureFilterMip() != regs.PSTextureFilterMipNone
}

// Line prints the entries in flight.
func (b *PS) Line() string { return fmt.Sprintf("PS q%02d", b.S.Queue.Len()) }
