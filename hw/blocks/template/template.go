// Package template is a block to begin with: copy it, and make of it what is wanted. It hands entries on in their order,
// each DELAY cycles after it has come to the head of its input. It is in no machine;
// docs/blocks.md says how one gets a block of its kind.
package template

import (
	"fmt"

	"tilemark/hw/blocks/drq"
	"tilemark/hw/pipe"
	"tilemark/hw/wires"
)

// Config of the block.
type Config struct {
	Most int `cfg:"most" default:"100" min:"1" max:"10000" unit:"cycles" doc:"Longest delay; DELAY counts as this when it says more."`
}

// Ports of the block. In a machine they have the names of their connections.
type Ports struct {
	In   wires.In[pipe.AttributeEntry] // ZL1_FIFO
	Out  wires.Out[pipe.AttributeEntry]
	DPIn wires.In[pipe.Report] `waits:"DP"` // of the neighbour before it on the datapath
	DP   wires.Out[pipe.Report]
}

// ID is the block's, Delay the one register, in cycles. In a machine the table of the block says this, and hw/regs has the names.
const (
	ID    = 99
	Delay = 0
)

// Registers are those of the block.
type Registers [1]uint32

// Reset gives them their reset values.
func (r *Registers) Reset() { *r = Registers{} }

// Phase is the state of the block's state machine.
type Phase uint8

// Phases.
const (
	Next Phase = iota // looks at the head of its input
	Hold              // holds it back
)

// State is everything that a clock edge changes.
type State struct {
	Phase Phase
	Due   wires.Cycle // Hold: when the entry goes on
	Regs  Registers
	DRQ   drq.State
}

// Block is the block.
type Block struct {
	wires.BlockBase
	cfg Config
	P   Ports
	S   State
	drq drq.Unit
}

// New makes the block in reset state.
func New(name string, cfg Config) *Block {
	b := &Block{BlockBase: wires.NewBlockBase(name), cfg: cfg}
	b.drq.Init(ID, &b.S.DRQ, &b.P.DP, &b.P.DPIn, nil)
	return b
}

// Parts implements wires.Block.
func (b *Block) Parts() (ports, state any) { return &b.P, &b.S }

// Tick evaluates one cycle.
func (b *Block) Tick(cycle uint64) wires.Activity {
	b.drq.Begin()
	return b.drq.End(&b.BlockBase, b.step(cycle))
}

// step is the block's work in a cycle.
func (b *Block) step(cycle uint64) wires.Activity {
	s := &b.S
	switch {
	case !b.P.In.Valid():
		return b.P.In.Starved()
	case s.Phase == Next && s.Regs[Delay] > 0:
		s.Phase, s.Due = Hold, wires.Cycle(cycle+uint64(min(s.Regs[Delay], uint32(b.cfg.Most))))
		b.WakeAt(uint64(s.Due))
		return wires.Waiting
	case s.Phase == Hold && cycle < uint64(s.Due):
		b.WakeAt(uint64(s.Due))
		return wires.Waiting
	case !b.P.Out.Ready():
		return b.P.Out.Blocked()
	}
	e := b.P.In.Head()
	switch {
	case e.Writes(ID):
		w := e.RegWrite()
		s.Regs[w.Reg] = w.Value
	case e.Kind == pipe.Interruptible: // the context can be saved from here on: a copy of its registers goes to its save area
		if a, done := b.drq.Dump(e.Slot, s.Regs[:]); !done {
			return a
		}
	case e.Kind == pipe.IntEnd: // the next context finds the block as after reset
		if a, done := b.drq.EndContext(e.Slot, drq.Counters{}); !done {
			return a
		}
		b.drq.Return(&s.Regs)
	}
	*b.P.Out.Slot() = *e
	b.P.Out.Push()
	b.P.In.Drop()
	s.Phase, s.Due = Next, 0
	return wires.Busy
}

// Line prints phase and delay.
func (b *Block) Line() string {
	return fmt.Sprintf("TEMPLATE %s %d", [...]string{"next", "hold"}[b.S.Phase], b.S.Regs[Delay])
}
