package wires

import (
	"fmt"
	"math/bits"

	"github.com/sarchlab/akita/v3/sim"

	"tilemark/hw/fault"
)

// MaxBlocks is the number of blocks that a domain can hold.
const MaxBlocks = 64

// maxLinks is the number of FIFOs that a domain can hold.
const maxLinks = 128

// clock is the domain's own state.
type clock struct {
	Cycle     uint64 // the cycle being run, or the last one run
	Evaluated uint64 // cycles in which at least one block was evaluated
	awake     uint64 // blocks to run in the next cycle
	timers    uint64 // blocks that have a wake-up cycle
	wakeAt    [MaxBlocks]uint64
	nextTimer uint64                // the earliest of them
	touched   [maxLinks / 8]uint64  // links with traffic in this cycle, a byte each
	immature  [maxLinks / 64]uint64 // links with entries on their way
	lines     uint64                // lines that change at the next edge
}

// Domain ticks the blocks that share a clock, each cycle in two phases: every
// awake block reads the registered side of its connections and writes the
// other; then the connections are committed, which finds whom to wake.
type Domain struct {
	Freq sim.Freq

	clk     clock
	blocks  []Block
	ticks   [MaxBlocks]Block
	links   []*link
	views   []View // the same FIFOs, for instruments
	lines   []*Line
	regions []region
	states  []stateSize // by block
	pages   []*Pages
	meter   meter
	edges   []func(evaluated uint64)
	guarded bool // Guard was called

	evaluating Block // with guards: nil between evaluations
	writers    []writer

	engine      *Engine
	order       []int
	alwaysAwake bool
	stop        bool
	seed        uint64
}

// NewDomain makes an empty domain. The seed drives the stall generators.
func NewDomain(freq sim.Freq, seed uint64) *Domain {
	d := &Domain{Freq: freq, seed: seed}
	d.clk.nextTimer = never
	d.regions = append(d.regions, regionOf("clock", &d.clk, true))
	return d
}

const never = ^uint64(0)

// Add registers a block with the plain data that a clock edge changes. It
// panics when state is not a pointer to plain data (spec chapter 1, 3).
func (d *Domain) Add(b Block, state any) {
	if len(d.blocks) == MaxBlocks {
		panic(fmt.Sprintf("a domain holds at most %d blocks", MaxBlocks))
	}
	bb := b.base()
	bb.dom, bb.index = d, len(d.blocks)
	d.ticks[bb.index] = b
	d.blocks = append(d.blocks, b)
	d.regions = append(d.regions, regionOf(b.Name(), state, false))
	d.states = append(d.states, stateSize{state: state})
	d.clk.awake |= bb.bit()
}

// Blocks returns the blocks in the order in which they were added.
func (d *Domain) Blocks() []Block { return d.blocks }

// Cycle returns the cycle being run, or the last one run.
func (d *Domain) Cycle() uint64 { return d.clk.Cycle }

// Evaluated returns the number of cycles that were not skipped.
func (d *Domain) Evaluated() uint64 { return d.clk.Evaluated }

// SetOrder makes the domain evaluate blocks in the given order, and AlwaysAwake
// evaluate all of them in every cycle. Both must not show: tests use them.
func (d *Domain) SetOrder(perm []int) { d.order = perm }

// SetAlwaysAwake: see SetOrder.
func (d *Domain) SetAlwaysAwake(on bool) { d.alwaysAwake = on }

// Stop makes Run return at the end of the cycle. Observers call it.
func (d *Domain) Stop() { d.stop = true }

// Stopped tells whether Stop ended the last run.
func (d *Domain) Stopped() bool { return d.stop }

// OnEdge has fn called behind the clock edge of each cycle that is evaluated, with the blocks
// that were, a bit each in the order of Blocks.
func (d *Domain) OnEdge(fn func(evaluated uint64)) { d.edges = append(d.edges, fn) }

// Wake evaluates a block in the next cycle; for input from outside the domain.
func (d *Domain) Wake(b Block) { d.clk.awake |= b.base().bit() }

// Run runs until the given cycle has been run, Stop is called, or nothing can
// happen any more. It returns the rule that was broken, if one was.
func (d *Domain) Run(until uint64) (err error) {
	defer func() {
		if r := recover(); r != nil {
			v, ok := r.(*Violation)
			if !ok {
				panic(r)
			}
			err = v
		}
	}()
	d.stop = false
	for d.clk.Cycle < until && !d.stop {
		next := d.nextCycle()
		if next == never {
			return nil
		}
		if next > until {
			d.clk.Cycle = until
			return nil
		}
		d.clk.Cycle = next - 1
		d.runCycle()
	}
	return nil
}

// Quiet tells whether nothing can happen without input from outside.
func (d *Domain) Quiet() bool { return d.nextCycle() == never }

// Sleep lets time pass until a cycle: for a program outside that does something only then,
// while nothing can happen inside.
func (d *Domain) Sleep(until uint64) {
	if d.Quiet() {
		d.clk.Cycle = max(d.clk.Cycle, until)
	}
}

// nextCycle returns the next cycle in which something can happen.
func (d *Domain) nextCycle() uint64 {
	c := &d.clk
	if c.awake != 0 || c.lines != 0 || d.anyTouched() || d.alwaysAwake {
		return c.Cycle + 1
	}
	next := c.nextTimer
	for w, set := range c.immature {
		for ; set != 0; set &= set - 1 {
			next = min(next, d.links[w<<6|bits.TrailingZeros64(set)].maturesAt())
		}
	}
	if next != never {
		next = max(next, c.Cycle+1)
	}
	return next
}

func (d *Domain) runCycle() {
	c := &d.clk
	c.Cycle++
	c.Evaluated++
	if c.nextTimer <= c.Cycle {
		d.fireTimers()
	}
	run := c.awake
	c.awake = 0
	if d.order != nil || d.alwaysAwake {
		run = d.runSlow(run)
	} else {
		d.runFast(run)
	}
	d.commit()
	for _, fn := range d.edges {
		fn(run)
	}
}

// runFast evaluates the blocks of a set.
func (d *Domain) runFast(run uint64) {
	cycle, busy := d.clk.Cycle, uint64(0)
	for ; run != 0; run &= run - 1 {
		i := bits.TrailingZeros64(run) & (MaxBlocks - 1)
		a := d.ticks[i].Tick(cycle)
		if a == Busy {
			busy |= run & -run
		}
		if d.meter.last[i] != a {
			d.meter.note(i, a, cycle)
		}
	}
	d.clk.awake |= busy
}

func (d *Domain) evaluate(i int) {
	a := d.ticks[i&(MaxBlocks-1)].Tick(d.clk.Cycle)
	if a == Busy {
		d.clk.awake |= 1 << i
	}
	d.meter.note(i, a, d.clk.Cycle)
}

// runSlow evaluates in the order of SetOrder, or all blocks, and returns which.
func (d *Domain) runSlow(run uint64) (evaluated uint64) {
	if d.alwaysAwake {
		run = 1<<len(d.blocks) - 1
	}
	for n := range d.blocks {
		i := n
		if d.order != nil {
			i = d.order[n]
		}
		if run>>i&1 != 0 {
			d.evaluate(i)
		}
	}
	return run
}

// fireTimers wakes the blocks whose wake-up cycle has come.
func (d *Domain) fireTimers() {
	c := &d.clk
	c.nextTimer = never
	for set := c.timers; set != 0; set &= set - 1 {
		i := bits.TrailingZeros64(set)
		if c.wakeAt[i] <= c.Cycle {
			c.awake |= 1 << i
			c.timers &^= 1 << i
			c.wakeAt[i] = 0
		} else {
			c.nextTimer = min(c.nextTimer, c.wakeAt[i])
		}
	}
}

// anyTouched tells whether something outside a cycle used a FIFO.
func (d *Domain) anyTouched() bool {
	var any uint64
	for _, w := range d.clk.touched {
		any |= w
	}
	return any != 0
}

// commit makes what blocks wrote visible and wakes those who see it.
func (d *Domain) commit() {
	c := &d.clk
	for w, set := range c.immature {
		for ; set != 0; set &= set - 1 {
			*d.links[w<<6|bits.TrailingZeros64(set)].touched = 1
		}
	}
	wake := uint64(0)
	for w := range (len(d.links) + 7) / 8 {
		set := c.touched[w]
		if set == 0 {
			continue
		}
		c.touched[w] = 0
		for ; set != 0; set &= set - 1 {
			l := d.links[w<<3|bits.TrailingZeros64(set)>>3]
			if l.special {
				wake |= l.commitSpecial(c)
			} else {
				wake |= l.commit(c.Cycle)
			}
		}
	}
	c.awake |= wake
	for set := c.lines; set != 0; set &= set - 1 {
		i := bits.TrailingZeros64(set)
		l := d.lines[i]
		raised := l.ctr.next
		held := fault.Built && fault.On(fault.PulseHeld) && l.ctr.next && !l.ctr.now
		l.ctr.now, l.ctr.next = l.ctr.next, held
		c.awake |= l.readers
		if !(fault.Built && l.sab.damage(&l.ctr)) && !l.ctr.now {
			c.lines &^= 1 << i
		}
		if d.guarded && l.ctr.now != raised {
			d.Break("connection", l.name, "the line is high: %t; that it was raised: %t", l.ctr.now, raised)
		}
	}
}
