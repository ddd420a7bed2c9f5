// Package tsu is the triangle setup unit: it joins draw headers and state from the
// CSP_FIFO with shaded vertices from the EUP_FIFO, clips, culls and snaps, and sends
// triangles to ASU. On the interrupt line it discards the EUP_FIFO up to INT_END, then
// the CSP_FIFO up to INT_END, then runs its DRQ machine, which forwards one INT_END
// (spec chapter 2, step 4).
package tsu

import (
	"fmt"

	"tilemark/hw/blocks/drq"
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
	"tilemark/hw/wires"
)

// MarkEvery is the number of culled primitives, or culled triangles of a patch, after
// which a marker is sent.
const MarkEvery = 64

// trianglesOfClip is the distance of the IDs of a patch's triangles: clipping makes
// fewer of each.
const trianglesOfClip = 8

// Config of TSU.
type Config struct {
	ClipLatency  int `cfg:"clip_latency" default:"0" min:"0" max:"32" unit:"cycles" doc:"Stages of clipping: a primitive is taken so many cycles later; another one may enter in each."`
	SetupLatency int `cfg:"setup_latency" default:"0" min:"0" max:"32" unit:"cycles" doc:"Stages of triangle setup: a triangle is sent so many cycles later; another one may enter in each."`
}

// Ports of TSU.
type Ports struct {
	Int        wires.LineIn
	CSPFifo    wires.In[pipe.Cmd]    // CSP_FIFO
	EUPFifo    wires.In[pipe.Shaded] // EUP_FIFO
	TSUFifo    wires.Out[pipe.Triangle]
	DPEUPFront wires.In[pipe.Report] `waits:"DPTSU"`
	DPTSU      wires.Out[pipe.Report]
}

// Phase is the state of the block's state machine.
type Phase uint8

// Phases.
const (
	Normal     Phase = iota // reads the CSP_FIFO
	InDraw                  // reads the EUP_FIFO up to the draw's end
	InPrim                  // sends the triangles of a primitive
	DiscardEUP              // throws the EUP_FIFO away up to INT_END
	DiscardCSP              // throws the CSP_FIFO away up to INT_END
	EndEUP                  // takes INT_END of a context that ended from the EUP_FIFO
	EndCSP                  // runs the DRQ machine on INT_END at the head of the CSP_FIFO
)

// State is everything that a clock edge changes.
type State struct {
	Phase  Phase
	Regs   regs.TSURegs
	Poly   [maxCorners]pipe.Vertex // the clipped primitive
	Count  uint8                   // its corners
	Next   uint8                   // its next triangle
	Prim   pipe.Cmd                // its IDs
	Sent   bool                    // it had a triangle that was not culled
	Culled uint8                   // primitives, and triangles of patches, culled since something was sent
	Skip   pipe.Cursor             // restore: triangles below are not sent
	Skips  bool
	Marks  bool   // restore: a careful parser waits for a marker after the next primitive
	Begun  counts // of the primitive being done
	Ended  counts // of those completed that are not told
	DRQ    drq.State
	Clip   wires.Stages[pipe.Shaded]   // entries of the EUP_FIFO in the stages of clipping
	Setup  wires.Stages[pipe.Triangle] // entries for the TSU_FIFO in those of triangle setup
}

// counts are what primitives add to the pipeline statistics, in the order of their
// registers.
type counts [5]uint32

// TSU is the block.
type TSU struct {
	wires.BlockBase
	P   Ports
	S   State
	drq drq.Unit
	eup wires.DelayedIn[pipe.Shaded]    // the EUP_FIFO, after the stages of clipping
	out wires.DelayedOut[pipe.Triangle] // the TSU_FIFO, before those of triangle setup
}

// New makes the block in reset state.
func New(name string, cfg Config) *TSU {
	b := &TSU{BlockBase: wires.NewBlockBase(name)}
	b.S.Regs.Reset()
	b.drq.Init(regs.BlockTSU, &b.S.DRQ, &b.P.DPTSU, &b.P.DPEUPFront, nil)
	b.eup.Init(&b.P.EUPFifo, &b.S.Clip, cfg.ClipLatency)
	b.out.Init(&b.P.TSUFifo, &b.S.Setup, cfg.SetupLatency)
	return b
}

// Parts implements wires.Block.
func (b *TSU) Parts() (ports, state any) { return &b.P, &b.S }

// Tick evaluates one cycle.
func (b *TSU) Tick(cycle uint64) wires.Activity {
	b.drq.Begin()
	b.eup.Begin(cycle)
	if b.P.Int.High() {
		b.interrupt()
	}
	b.out.Begin(cycle)
	a := b.out.End(b.step())
	return b.eup.End(b.drq.End(&b.BlockBase, a))
}

// interrupt drops what is being processed; the tokens are after the line.
func (b *TSU) interrupt() {
	s := &b.S
	s.Phase = DiscardEUP
	s.Count, s.Next, s.Sent, s.Culled, s.Skips, s.Marks = 0, 0, false, 0, false, false
	s.Prim, s.Skip = pipe.Cmd{}, pipe.Cursor{}
	s.Begun, s.Ended = counts{}, counts{}
	b.drq.Cancel()
	b.drq.DiscardAll(b.eup.Cut() + b.out.Cut())
	clear(s.Poly[:])
}

func (b *TSU) step() wires.Activity {
	switch b.S.Phase {
	case Normal:
		return b.normal()
	case InDraw:
		return b.draw()
	case InPrim:
		return b.primitive()
	case DiscardEUP, EndEUP:
		return b.drainEUP()
	case DiscardCSP:
		return b.discardCSP()
	}
	return b.endContext()
}

// normal decodes an entry of the CSP_FIFO.
func (b *TSU) normal() wires.Activity {
	if !b.P.CSPFifo.Valid() {
		return b.P.CSPFifo.Starved()
	}
	e := b.P.CSPFifo.Head()
	switch e.Kind {
	case pipe.IntEnd:
		b.S.Phase = EndEUP
		return wires.Busy
	case pipe.Interruptible:
		return b.interruptible(e)
	}
	if !b.out.Ready() {
		return b.out.Blocked()
	}
	switch e.Kind {
	case pipe.State:
		if w := e.RegWrite(); w.Block == regs.BlockTSU {
			regs.Write(b.S.Regs[:], w.Reg, w.Value)
		}
	case pipe.Resume:
		b.S.Skip, b.S.Skips, b.S.Marks = e.At, true, e.Careful()
	case pipe.Draw:
		b.S.Phase = InDraw
		b.S.Culled = 0
	}
	b.send(e)
	b.P.CSPFifo.Drop()
	return wires.Busy
}

func (b *TSU) send(c *pipe.Cmd) *pipe.Triangle {
	t := b.out.Slot()
	t.Cmd = *c
	t.Front, t.Area, t.V = false, 0, [3]pipe.ScreenVertex{}
	b.out.Push()
	return t
}

// interruptible waits for the mark on both inputs, copies the registers and passes on.
func (b *TSU) interruptible(e *pipe.Cmd) wires.Activity {
	switch {
	case !b.eup.Valid():
		return b.eup.Starved()
	case !b.out.Ready():
		return b.out.Blocked()
	}
	if a, done := b.drq.Dump(e.Slot, b.S.Regs[:]); !done {
		return a
	}
	b.send(e)
	b.P.CSPFifo.Drop()
	b.eup.Drop()
	return wires.Busy
}

// draw takes an entry of the EUP_FIFO.
func (b *TSU) draw() wires.Activity {
	if !b.eup.Valid() {
		return b.eup.Starved()
	}
	e := b.eup.Head()
	if e.Kind == pipe.EndDraw {
		if !b.out.Ready() {
			return b.out.Blocked()
		}
		if b.tell(e.Slot) {
			return wires.Busy
		}
		b.send(&e.Cmd)
		b.eup.Drop()
		b.S.Phase, b.S.Skips, b.S.Marks, b.S.Skip = Normal, false, false, pipe.Cursor{}
		return wires.Busy
	}
	if e.Fault.Code != 0 {
		return b.failed(e)
	}
	b.S.Prim = e.Cmd
	if b.S.Skips && (e.At.Offset != b.S.Skip.Offset || e.At.Instance != b.S.Skip.Instance || e.At.Primitive != b.S.Skip.Primitive) {
		b.S.Skips, b.S.Skip = false, pipe.Cursor{} // past the saved primitive
	}
	v := b.flattened(e)
	b.S.Count = uint8(b.clip(&v))
	if b.S.Regs.StatisticsControlEnable() {
		b.count(e)
	}
	b.S.Next, b.S.Sent = 0, false
	b.S.Phase = InPrim
	b.eup.Drop()
	return b.primitive()
}

// failed marks a primitive whose thread could not go on. The context ends there.
func (b *TSU) failed(e *pipe.Shaded) wires.Activity {
	if !b.out.Ready() {
		return b.out.Blocked()
	}
	if b.tell(e.Slot) {
		return wires.Busy
	}
	m := e.Cmd
	m.Plain(pipe.Mark)
	m.SetKernelFault(e.Fault)
	b.send(&m)
	b.eup.Drop()
	return wires.Busy
}

// primitive sends the next triangle of the primitive, one a cycle.
func (b *TSU) primitive() wires.Activity {
	s := &b.S
	for s.Next+2 < s.Count {
		if !b.out.Ready() {
			return b.out.Blocked()
		}
		k := int(s.Next)
		id := s.Prim.At.Triangle + uint32(k)
		if b.skipped(id) {
			s.Next++
			s.Sent = true // it was sent before the cut
			return wires.Busy
		}
		t := b.out.Slot()
		if !b.setUp(t, k) {
			s.Next++
			return wires.Busy
		}
		if b.tell(s.Prim.Slot) {
			return wires.Busy
		}
		t.Cmd = s.Prim
		t.Plain(pipe.Tri)
		t.At.Triangle = id
		b.out.Push()
		s.Next++
		s.Sent, s.Culled = true, 0
		if s.Next+2 < s.Count {
			return wires.Busy
		}
	}
	return b.endPrimitive()
}

// skipped tells whether a triangle lies below a restore's cursor.
func (b *TSU) skipped(id uint32) bool {
	s := &b.S
	return s.Skips && id < s.Skip.Triangle
}

// endPrimitive counts a culled primitive, or triangle of a patch, and marks the place
// now and then, so that the cursor advances where nothing is visible. After a restore
// for a careful parser it marks the end of the first one: no other comes before it has passed.
func (b *TSU) endPrimitive() wires.Activity {
	s := &b.S
	b.complete()
	m := s.Prim
	m.Plain(pipe.Mark)
	within := s.Prim.Assembly().More > 0 // a patch
	if within {
		m.At.Triangle += trianglesOfClip
	} else {
		m.At.Primitive, m.At.Triangle = m.At.Primitive+1, 0
	}
	below := s.Skips && within && m.At.Triangle <= s.Skip.Triangle
	if (!s.Sent || s.Marks) && !below {
		if s.Culled+1 >= MarkEvery || s.Marks {
			if !b.out.Ready() {
				return b.out.Blocked()
			}
			if b.tell(m.Slot) {
				return wires.Busy
			}
			b.send(&m)
			s.Culled, s.Marks = 0, false
		} else {
			s.Culled++
		}
	}
	clear(s.Poly[:s.Count])
	s.Count, s.Next, s.Sent, s.Prim = 0, 0, false, pipe.Cmd{}
	s.Phase = InDraw
	return wires.Busy
}

var phaseNames = [...]string{"run", "drw", "pri", "dEU", "dCS", "eEU", "eCS"}

// Line prints phase and primitive.
func (b *TSU) Line() string {
	return fmt.Sprintf("TSU %s p%d", phaseNames[b.S.Phase], b.S.Prim.At.Primitive)
}
