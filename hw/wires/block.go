package wires

import (
	"math/bits"

	"github.com/sarchlab/akita/v3/sim"
)

// Block is a hardware block: an Akita component with a next-state function.
type Block interface {
	sim.Component
	// Tick evaluates one cycle and says what the block did. A cycle in which
	// nothing can change must change nothing: blocks are evaluated more often
	// than needed, never less.
	Tick(cycle uint64) Activity
	// Line prints the block's state in a few characters.
	Line() string
	// Parts are pointers to the block's ports, a struct of In, Out, LineIn, LineOut, Probe and arrays
	// of them (nil: it has none), and to its state, plain data.
	Parts() (ports, state any)
	base() *BlockBase
}

// BlockBase carries what every block needs to be an Akita component in a domain.
type BlockBase struct {
	*sim.ComponentBase
	dom         *Domain
	index       int
	connections []string // by the number of a port that is joined
	ports       []Port
	main        Activity // see Main
	hasMain     bool
}

// NewBlockBase makes the base of a block with the given Akita name.
func NewBlockBase(name string) BlockBase {
	return BlockBase{ComponentBase: sim.NewComponentBase(name)}
}

func (b *BlockBase) base() *BlockBase { return b }

// Domain returns the domain of the block.
func (b *BlockBase) Domain() *Domain { return b.dom }

// Break stops the run because a rule is broken in this block.
func (b *BlockBase) Break(rule, format string, args ...any) {
	b.dom.Break(rule, b.Name(), format, args...)
}

// WakeAt has the block evaluated in the given cycle, which must be a later one.
// A block has one wake-up cycle; the earliest asked for is kept.
func (b *BlockBase) WakeAt(cycle uint64) {
	c, m := &b.dom.clk, &b.dom.marks
	if !m.timers.Has(b.index) || cycle < m.wakeAt[b.index] {
		m.timers.Add(b.index)
		m.wakeAt[b.index] = cycle
		c.nextTimer = min(c.nextTimer, cycle)
	}
}

// NoWake forgets the wake-up cycle, whatever it was asked for: the caller knows that nothing is due any more. A wake-up that is
// left keeps a machine at rest from sleeping.
func (b *BlockBase) NoWake() {
	c, m := &b.dom.clk, &b.dom.marks
	if !m.timers.Has(b.index) {
		return
	}
	m.timers.Remove(b.index)
	m.wakeAt[b.index] = 0
	c.nextTimer = never
	for w, set := range m.timers {
		for ; set != 0; set &= set - 1 {
			c.nextTimer = min(c.nextTimer, m.wakeAt[w<<6|bits.TrailingZeros64(set)])
		}
	}
}

func (b *BlockBase) wake() { b.dom.marks.awake.set(b.index) }

// Handle takes an ordinary Akita event as a wake-up call.
func (b *BlockBase) Handle(sim.Event) error { b.wake(); return nil }

// TickLater wakes the block; Akita's monitor has a button for it.
func (b *BlockBase) TickLater(sim.VTimeInSec) { b.wake() }

// NotifyRecv wakes the block when a stock port got a message.
func (b *BlockBase) NotifyRecv(sim.VTimeInSec, sim.Port) { b.wake() }

// NotifyPortFree wakes the block when a stock connection can send again.
func (b *BlockBase) NotifyPortFree(sim.VTimeInSec, sim.Port) { b.wake() }

// addPort adds a port of a connection and returns its number; what waits for it is booked under the
// connection's name.
func (b *BlockBase) addPort(name string, p sim.Port) int {
	b.AddPort(name, p)
	b.connections = append(b.connections, name)
	b.dom.meter.addPort(b.index)
	return len(b.connections) - 1
}
