// Package asu is the attribute setup unit: it computes the plane equations of depth
// and attributes, sends them to ZL1 on the ASU_ZL1_FIFO and the AFIFO, and then the
// triangle's edges to SG. On the interrupt line it discards the TSU_FIFO up to INT_END
// and forwards INT_END into all three outputs (spec chapter 2, step 5).
package asu

import (
	"fmt"

	"tilemark/hw/blocks/drq"
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
	"tilemark/hw/wires"
)

// Config of ASU.
type Config struct {
	PlaneLatency int `cfg:"plane_latency" default:"0" min:"0" max:"32" unit:"cycles" doc:"Stages of the plane equations: the planes of a triangle are sent so many cycles later; another one may enter in each."`
}

// Ports of ASU.
type Ports struct {
	Int        wires.LineIn
	TSUFifo    wires.In[pipe.Triangle]    // TSU_FIFO
	ASUFifo    wires.Out[pipe.Edges]      // ASU_FIFO
	ASUZL1Fifo wires.Out[pipe.DepthPlane] // ASU_ZL1_FIFO
	AFifo      wires.Out[pipe.AttributePlanes]
	DPTSU      wires.In[pipe.Report] `waits:"DPASU"`
	DPASU      wires.Out[pipe.Report]
}

// Phase is the state of the block's state machine.
type Phase uint8

// Phases.
const (
	Normal  Phase = iota
	Discard       // throws the TSU_FIFO away up to INT_END
	Token         // puts INT_END into each output as soon as that has room
	Report        // tells the back-end parser that all outputs have it
)

// State is everything that a clock edge changes.
type State struct {
	Phase     Phase
	Regs      regs.ASURegs
	DepthSent bool  // the triangle's, or the token, is in the ASU_ZL1_FIFO
	EdgesSent bool  // the token is in the ASU_FIFO
	Planes    uint8 // entries of the triangle, or the token, in the AFIFO
	DRQ       drq.State
	Setup     wires.Stages[pipe.Triangle] // entries of the TSU_FIFO in the stages of the plane equations
}

// ASU is the block.
type ASU struct {
	wires.BlockBase
	P   Ports
	S   State
	drq drq.Unit
	tsu wires.DelayedIn[pipe.Triangle] // the TSU_FIFO, after the stages of the plane equations
}

// New makes the block in reset state.
func New(name string, cfg Config) *ASU {
	b := &ASU{BlockBase: wires.NewBlockBase(name)}
	b.S.Regs.Reset()
	b.drq.Init(regs.BlockASU, &b.S.DRQ, &b.P.DPASU, &b.P.DPTSU, nil)
	b.tsu.Init(&b.P.TSUFifo, &b.S.Setup, cfg.PlaneLatency)
	return b
}

// Parts implements wires.Block.
func (b *ASU) Parts() (ports, state any) { return &b.P, &b.S }

// Tick evaluates one cycle.
func (b *ASU) Tick(cycle uint64) wires.Activity {
	b.drq.Begin()
	b.tsu.Begin(cycle)
	if b.P.Int.High() {
		b.S.Phase = Discard
		b.S.DepthSent, b.S.Planes = false, 0
		b.drq.Cancel()
		b.drq.DiscardAll(b.tsu.Cut())
	}
	return b.tsu.End(b.drq.End(&b.BlockBase, b.step()))
}

func (b *ASU) step() wires.Activity {
	switch {
	case b.S.Phase == Token:
		return b.token()
	case b.S.Phase == Report:
		return b.report()
	case !b.tsu.Valid():
		return b.tsu.Starved()
	}
	t := b.tsu.Head()
	if t.Kind == pipe.IntEnd {
		if a, done := b.drq.EndContext(t.Slot, drq.Counters{}); !done {
			return a
		}
		b.S.Phase = Token
		return b.token()
	}
	if b.S.Phase == Discard {
		b.drq.Discard()
		b.tsu.Drop()
		return wires.Busy
	}
	if t.Kind == pipe.Tri {
		return b.triangle(t)
	}
	return b.pass(t)
}

// pass applies and forwards state and markers.
func (b *ASU) pass(t *pipe.Triangle) wires.Activity {
	if !b.P.ASUFifo.Ready() {
		return b.P.ASUFifo.Blocked()
	}
	switch {
	case t.Writes(regs.BlockASU):
		w := t.RegWrite()
		regs.Write(b.S.Regs[:], w.Reg, w.Value)
	case t.Kind == pipe.Interruptible:
		if a, done := b.drq.Dump(t.Slot, b.S.Regs[:]); !done {
			return a
		}
	}
	e := b.P.ASUFifo.Slot()
	e.Cmd, e.X, e.Y = t.Cmd, [3]int32{}, [3]int32{}
	b.P.ASUFifo.Push()
	b.tsu.Drop()
	return wires.Busy
}

// triangle writes all planes, then the edges.
func (b *ASU) triangle(t *pipe.Triangle) wires.Activity {
	s := &b.S
	n := attributes(&s.Regs)
	if s.DepthSent && s.Planes == planeEntries(n) {
		if !b.P.ASUFifo.Ready() {
			return b.P.ASUFifo.Blocked()
		}
		orient(t, b.P.ASUFifo.Slot())
		b.P.ASUFifo.Push()
		b.tsu.Drop()
		s.DepthSent, s.Planes = false, 0
		return wires.Busy
	}
	moved := false
	if !s.DepthSent && b.P.ASUZL1Fifo.Ready() {
		depthPlane(t, &s.Regs, b.P.ASUZL1Fifo.Slot())
		b.P.ASUZL1Fifo.Push()
		s.DepthSent, moved = true, true
	}
	if s.Planes < planeEntries(n) && b.P.AFifo.Ready() {
		attributePlanes(t, b.P.AFifo.Slot(), s.Planes, n, s.Regs.AttributesFlat())
		b.P.AFifo.Push()
		s.Planes++
		moved = true
	}
	switch {
	case moved:
		return wires.Busy
	case !s.DepthSent:
		return b.P.ASUZL1Fifo.Blocked()
	}
	return b.P.AFifo.Blocked()
}

// token puts INT_END into each output, each on its own.
func (b *ASU) token() wires.Activity {
	s := &b.S
	t := b.tsu.Head()
	moved := false
	if !s.DepthSent && b.P.ASUZL1Fifo.Ready() {
		b.P.ASUZL1Fifo.Put(pipe.DepthPlane{Kind: pipe.IntEnd, Slot: t.Slot})
		s.DepthSent, moved = true, true
	}
	if s.Planes == 0 && b.P.AFifo.Ready() {
		b.P.AFifo.Put(pipe.AttributePlanes{Kind: pipe.IntEnd, Slot: t.Slot, Last: true})
		s.Planes, moved = 1, true
	}
	if !s.EdgesSent && b.P.ASUFifo.Ready() {
		e := b.P.ASUFifo.Slot()
		e.Cmd, e.X, e.Y = t.Cmd, [3]int32{}, [3]int32{}
		b.P.ASUFifo.Push()
		s.EdgesSent, moved = true, true
	}
	switch {
	case s.DepthSent && s.Planes == 1 && s.EdgesSent:
		s.Phase = Report
		return wires.Busy
	case moved:
		return wires.Busy
	case !s.DepthSent:
		return b.P.ASUZL1Fifo.Blocked()
	case s.Planes == 0:
		return b.P.AFifo.Blocked()
	}
	return b.P.ASUFifo.Blocked()
}

func (b *ASU) report() wires.Activity {
	s := &b.S
	if !b.drq.Ready() {
		return b.P.DPASU.Blocked()
	}
	b.drq.Send(pipe.Report{Kind: pipe.TokenOut, Slot: b.tsu.Head().Slot})
	b.tsu.Drop()
	b.tsu.Through()
	b.drq.Return(&s.Regs)
	s.DepthSent, s.Planes, s.EdgesSent = false, 0, false
	s.Phase = Normal
	return wires.Busy
}

// Line prints the phase.
func (b *ASU) Line() string {
	return fmt.Sprintf("ASU %s", [...]string{"run", "dis", "tok", "rep"}[b.S.Phase])
}
