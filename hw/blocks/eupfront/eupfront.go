// Package eupfront is EUP_FRONT, the front of the execution-unit pool: it takes
// primitives from the VERTEX connection, works out where their vertex records are,
// and starts vertex threads. On the interrupt line it cancels the threads of the
// old context and throws its input away up to INT_END (spec chapter 2, steps 2, 3).
package eupfront

import (
	"fmt"

	"tilemark/hw/blocks/drq"
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
	"tilemark/hw/wires"
)

// Config of EUP_FRONT, which has no parameters.
type Config struct{}

// Ports of EUP_FRONT.
type Ports struct {
	Int        wires.LineIn  // in
	EUPCancel  wires.LineOut // out: the pool drops its vertex threads
	Vertex     wires.In[pipe.VertexEntry]
	EUPIn      wires.Out[pipe.Thread] // EUP_IN
	DPEUP      wires.In[pipe.Report]  `waits:"DPEUPFront"`
	DPEUPFront wires.Out[pipe.Report]
}

// Phase is the state of the block's state machine.
type Phase uint8

// Phases.
const (
	Normal  Phase = iota
	Discard       // throws the old context away up to INT_END
)

// State is everything that a clock edge changes.
type State struct {
	Phase Phase
	Regs  regs.EUPFrontRegs
	DRQ   drq.State
}

// EUPFront is the block.
type EUPFront struct {
	wires.BlockBase
	P   Ports
	S   State
	drq drq.Unit
}

// New makes the block in reset state.
func New(name string, _ Config) *EUPFront {
	b := &EUPFront{BlockBase: wires.NewBlockBase(name)}
	b.S.Regs.Reset()
	b.drq.Init(regs.BlockEUPFront, &b.S.DRQ, &b.P.DPEUPFront, &b.P.DPEUP, nil)
	return b
}

// Parts implements wires.Block.
func (b *EUPFront) Parts() (ports, state any) { return &b.P, &b.S }

// Tick evaluates one cycle.
func (b *EUPFront) Tick(uint64) wires.Activity {
	b.drq.Begin()
	if b.P.Int.High() {
		b.interrupt()
		return b.drq.End(&b.BlockBase, wires.Busy)
	}
	return b.drq.End(&b.BlockBase, b.next())
}

func (b *EUPFront) interrupt() {
	b.S.Phase = Discard
	b.drq.Cancel()
	b.P.EUPCancel.Raise()
}

func (b *EUPFront) next() wires.Activity {
	if !b.P.Vertex.Valid() {
		return b.P.Vertex.Starved()
	}
	e := b.P.Vertex.Head()
	if e.Kind == pipe.IntEnd {
		return b.endContext(e)
	}
	if b.S.Phase == Discard {
		b.drq.Discard()
		b.P.Vertex.Drop()
		return wires.Busy
	}
	if !b.P.EUPIn.Ready() {
		return b.P.EUPIn.Blocked()
	}
	switch e.Kind {
	case pipe.State:
		if e.Writes(regs.BlockEUPFront) {
			w := e.RegWrite()
			regs.Write(b.S.Regs[:], w.Reg, w.Value)
			b.P.Vertex.Drop()
			return wires.Busy
		}
	case pipe.Interruptible:
		if a, done := b.drq.Dump(e.Slot, b.S.Regs[:]); !done {
			return a
		}
	}
	b.start(e)
	b.P.Vertex.Drop()
	return wires.Busy
}

// start sends a thread, or passes on what is none.
func (b *EUPFront) start(e *pipe.VertexEntry) {
	t := b.P.EUPIn.Slot()
	t.Cmd, t.V, t.Null, t.Fetch = e.Cmd, e.V, 0, [3]uint32{}
	switch e.Kind {
	case pipe.Prim:
		for i, v := range e.V {
			if v >= b.S.Regs.VertexCount() {
				t.Null |= 1 << i
				continue
			}
			t.Fetch[i] = b.S.Regs.VertexBase() + regs.VertexBytes*v
		}
	case pipe.Patch:
		t.Fetch[0] = b.S.Regs.VertexBase() + regs.VertexBytes*e.V[0]
		for i := range uint32(16) {
			if e.V[0]+i >= b.S.Regs.VertexCount() {
				t.Null |= 1 << i
			}
		}
	}
	b.P.EUPIn.Push()
}

// endContext runs the DRQ machine on INT_END and forwards it.
func (b *EUPFront) endContext(e *pipe.VertexEntry) wires.Activity {
	if a, done := b.drq.EndContext(e.Slot, drq.Counters{}); !done {
		return a
	}
	if !b.P.EUPIn.Ready() {
		return b.P.EUPIn.Blocked()
	}
	t := b.P.EUPIn.Slot()
	t.Cmd, t.V, t.Null, t.Fetch = e.Cmd, [3]uint32{}, 0, [3]uint32{}
	b.P.EUPIn.Push()
	b.P.Vertex.Drop()
	b.drq.Return(&b.S.Regs)
	b.S.Phase = Normal
	return wires.Busy
}

// Line prints the phase.
func (b *EUPFront) Line() string { return fmt.Sprintf("EUF %s", [...]string{"run", "dis"}[b.S.Phase]) }
