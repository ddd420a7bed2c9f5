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
	InFlight             int `cfg:"in_flight" default:"32" min:"1" max:"64" unit:"entries" doc:"Quads and other entries between dispatch and collection."`
	InterpolationLatency int `cfg:"interpolation_latency" default:"0" min:"0" max:"32" unit:"cycles" doc:"Stages of interpolation: a quad is sent to the pool so many cycles later; another one may enter in each."`
}

// Ports of PS.
type Ports struct {
	PSFifo  wires.In[pipe.QuadEntry]
	PSEU    wires.Out[pipe.QuadThread] // PS_EU
	EUPS    wires.In[pipe.QuadResult]  `waits:"WBFifo LateZ DPPS"` // EU_PS
	WBFifo  wires.Out[pipe.ColorEntry] // WB_FIFO
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
	// Format is that of the surface, as in PS.COLOR_FORMAT: the register may be written before the colours come.
	Format uint8
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
	Barrier bool  // a token or copy is in the queue: nothing is dispatched after it
	Changed bool  // the pool has not got the kernel and its constants as they are
	Set     uint8 // pin set of the draw whose quads come
	DRQ     drq.State
	Stages  wires.Stages[pipe.QuadThread] // entries for PS_EU in the stages of interpolation
}

// PS is the block.
type PS struct {
	wires.BlockBase
	cfg Config
	P   Ports
	S   State
	drq drq.Unit
	eu  wires.DelayedOut[pipe.QuadThread] // PS_EU, before the stages of interpolation
}

// New makes the block in reset state.
func New(name string, cfg Config) *PS {
	b := &PS{BlockBase: wires.NewBlockBase(name), cfg: cfg}
	b.S.Regs.Reset()
	b.S.Changed = true
	b.drq.Init(regs.BlockPS, &b.S.DRQ, &b.P.DPPS, &b.P.DPZL2, nil)
	b.eu.Init(&b.P.PSEU, &b.S.Stages, cfg.InterpolationLatency)
	return b
}

// Parts implements wires.Block.
func (b *PS) Parts() (ports, state any) { return &b.P, &b.S }

// Tick evaluates one cycle.
func (b *PS) Tick(cycle uint64) wires.Activity {
	b.drq.Begin()
	b.eu.Begin(cycle)
	a, collected := b.collect()
	collected = b.shade() || collected
	d, dispatched := b.dispatch()
	if b.S.Stages.Len() > 0 && b.interpolates() {
		a = b.eu.End(a)
	}
	forwarded := b.drq.End(&b.BlockBase, oldest(a, collected, d, dispatched)) == wires.Busy
	switch {
	case forwarded || collected || dispatched || b.eu.Moves():
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

// interpolates tells whether the oldest entry that waits for the pool is still in the stages of interpolation: all that
// do are.
func (b *PS) interpolates() bool {
	s := &b.S
	asked, inside := 0, 0
	for i := int(s.Shaded); i < s.Queue.Len(); i++ {
		if asksPool(s.Queue.At(i).Cmd.Kind) {
			asked++
		}
	}
	for i := range s.Stages.Len() {
		if k := s.Stages.At(i).Kind; k == pipe.Quad || k == pipe.Invalidate {
			inside++
		}
	}
	return asked == inside
}

// barrier tells whether nothing is dispatched after an entry before it is collected.
func barrier(k pipe.Kind) bool {
	return k == pipe.IntEnd || k == pipe.Interruptible || k == pipe.Fence || k == pipe.Blit || k == pipe.Flush
}

// asksPool tells whether the pool answers: to a quad with its colours, to a fence, blit,
// flush or token when caches have nothing of the slot.
func asksPool(k pipe.Kind) bool {
	return k == pipe.Quad || k == pipe.IntEnd || k == pipe.Fence || k == pipe.Blit || k == pipe.Flush
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
		if !b.eu.Empty() { // what leaves the stages is of the registers as they are
			return b.eu.Blocked(), false
		}
		w := e.RegWrite()
		regs.Write(s.Regs[:], w.Reg, w.Value)
		s.Changed = true
		b.P.PSFifo.Drop()
		return 0, true
	case asksPool(e.Kind) || e.Kind == pipe.TileEnd:
		if !b.eu.Ready() {
			return b.eu.Blocked(), false
		}
		if e.Kind == pipe.Quad && (s.Changed || e.PinSet() != s.Set) {
			b.sendKernel(e)
			return 0, true
		}
		b.send(e)
	}
	s.Barrier = barrier(e.Kind)
	p := s.Queue.Add()
	*p = pending{Cmd: e.Cmd, X: e.X, Y: e.Y, Mask: e.Mask, Format: uint8(s.Regs.ColorFormat()), Late: e.Late}
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

// sendKernel says in the pool which kernel the quads that follow have, and with which constants.
func (b *PS) sendKernel(e *pipe.QuadEntry) {
	s := &b.S
	r := &s.Regs
	s.Changed, s.Set = false, e.PinSet()
	k := pipe.ThreadKernel{
		Kernel: r.PixelKernel(), Bytes: r.PixelKernelBytes(), Limit: r.PixelLimit(), Registers: uint8(r.PixelKernelNeedsRegisters()), Lanes: pipe.LanesOf(r.PixelKernelNeedsLanes()),
		Inputs: uint8(r.PixelKernelNeedsInputs()), Varyings: uint8(min(r.PixelAttributes(), pipe.Attributes)), Set: s.Set, Scratch: uint8(r.PixelKernelNeedsScratch()), Table: uint8(r.PixelKernelNeedsPatchTable()),
	}
	if s.Set == 0 { // BIND names nothing, so the draw has no kernel: set 0 is the vertex stage's
		k.Bytes = 0
	}
	b.eu.Slot().SetKernel(e.Slot, k, (*[pipe.PixelConstants]uint32)(r[:]), (*[pipe.StateWords]uint32)(r[regs.PSPixelNos0:]))
	b.eu.Push()
}

// send gives the pool a quad, has it drop what caches have of the slot's context, or says that a tile has ended.
func (b *PS) send(e *pipe.QuadEntry) {
	t := b.eu.Slot()
	*t = pipe.QuadThread{Kind: e.Kind, Slot: e.Slot, Mask: e.Mask, Front: e.Front}
	switch e.Kind {
	case pipe.TileEnd:
	case pipe.Quad:
		b.interpolate(e, t)
	default:
		t.Kind = pipe.Invalidate
		t.SetKeeps(e.Keeps())
	}
	b.eu.Push()
}

// interpolate evaluates the planes at the quad's pixels, covered or not: kernels take differences between them (docs/arithmetic.md, section 5).
func (b *PS) interpolate(e *pipe.QuadEntry, t *pipe.QuadThread) {
	first := &b.S.Planes[0]
	to := b.attributes()
	t.SetPlace(e.X, e.Y)
	for k := range 4 {
		dx := float32(int32(e.X)<<8 + int32(k&1)<<8 - first.X0)
		dy := float32(int32(e.Y)<<8 + int32(k>>1)<<8 - first.Y0)
		o := first.P[0].At(dx, dy) // 1/w
		w := 1 / o
		var a [pipe.Attributes]float32
		for i := range to {
			e, n := &b.S.Planes[(1+i)/pipe.PlanesPerEntry], (1+i)%pipe.PlanesPerEntry
			if e.Flat>>n&1 != 0 {
				a[i] = e.P[n].Q
				continue
			}
			a[i] = e.P[n].At(dx, dy) * w
		}
		t.SetPixel(k, e.Z[k], o, &a)
	}
}

// attributes is the number that the triangle has planes of.
func (b *PS) attributes() uint {
	for n := range b.S.Planes {
		if e := &b.S.Planes[n]; e.Last {
			return uint(n)*pipe.PlanesPerEntry + uint(e.Count) - 1
		}
	}
	return 0
}

// Line prints the entries in flight.
func (b *PS) Line() string { return fmt.Sprintf("PS q%02d", b.S.Queue.Len()) }
