package wires

import (
	"fmt"
	"math/bits"

	"github.com/sarchlab/akita/v3/sim"
)

// clock is the domain's own state, apart from its marks.
type clock struct {
	Cycle     uint64 // the cycle being run, or the last one run
	Evaluated uint64 // cycles in which at least one block was evaluated
	nextTimer uint64 // the earliest of the blocks' wake-up cycles
}

// Domain ticks the blocks that share a clock, each cycle in two phases: every
// awake block reads the registered side of its connections and writes the
// other; then the connections are committed, which finds whom to wake.
type Domain struct {
	Freq sim.Freq

	clk      clock
	marks    marks
	gathered []*ValidBits // by their words of marks.valid
	blocks   []Block
	slots    []slot // the same, for evaluation
	links    []*link
	views    []View // the same FIFOs, for instruments
	lines    []*Line
	regions  []region
	states   []stateSize // by block
	pages    []*Pages
	meter    meter
	edges    []func(evaluated Set)
	guarded  bool // Guard was called

	evaluating Block // with guards: nil between evaluations
	writers    []writer

	order       []int
	alwaysAwake bool
	stop        bool
	seed        uint64
}

// slot is what evaluating a block needs.
type slot struct {
	Block           // or what takes its place: it is held, or its writes are checked
	awake *uint8    // marks.awake
	last  *Activity // meter.last
}

// NewDomain makes an empty domain. The seed drives the stall generators.
func NewDomain(freq sim.Freq, seed uint64) *Domain {
	d := &Domain{Freq: freq, seed: seed}
	d.clk.nextTimer = never
	d.regions = append(d.regions, regionOf("clock", &d.clk, true))
	d.grow()
	return d
}

const never = ^uint64(0)

// Add registers a block: its ports, and the plain data that a clock edge changes. It
// panics when the state is not a pointer to plain data (spec chapter 1, 3).
func (d *Domain) Add(b Block) {
	ports, state := b.Parts()
	bb := b.base()
	bb.dom, bb.index = d, len(d.blocks)
	d.slots = append(d.slots, slot{Block: b})
	d.blocks = append(d.blocks, b)
	d.regions = append(d.regions, regionOf(b.Name(), state, false))
	d.states = append(d.states, stateSize{state: state})
	d.meter.add()
	d.grow()
	d.marks.awake.set(bb.index)
	if ports != nil {
		attachAll(b, ports)
	}
	if s, ok := b.(Storer); ok {
		s.Stores(d)
	}
}

// CheckNames returns an error when two blocks have one name, or one was added twice.
func (d *Domain) CheckNames() error {
	seen := map[string]bool{}
	for _, b := range d.blocks {
		if seen[b.Name()] {
			return fmt.Errorf("two blocks are called %s, or one is added twice; a name of its own was expected", b.Name())
		}
		seen[b.Name()] = true
	}
	return nil
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

// OnEdge has fn called after the clock edge of each cycle that is evaluated, with the blocks
// that were, by their number in the order of Blocks. The set is the domain's.
func (d *Domain) OnEdge(fn func(evaluated Set)) { d.edges = append(d.edges, fn) }

// Wake evaluates a block in the next cycle; for input from outside the domain.
func (d *Domain) Wake(b Block) { d.marks.awake.set(b.base().index) }

// Run runs until the given cycle has been run, Stop is called, or nothing can
// happen any more. It returns the rule that was broken, if one was.
func (d *Domain) Run(until uint64) (err error) {
	defer func() {
		if r := recover(); r != nil {
			v, ok := r.(*Violation)
			if !ok {
				panic(r)
			}
			d.evaluating = nil
			if v.Cycle == 0 { // broken in what does not know its domain
				v = v.At(d.clk.Cycle)
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
	c, m := &d.clk, &d.marks
	if m.awake.any() || m.lines.any() || m.groups.any() || d.alwaysAwake {
		return c.Cycle + 1
	}
	next := c.nextTimer
	for w, set := range m.immature {
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
	d.marks.awake.take(d.marks.run)
	if d.order != nil || d.alwaysAwake {
		d.runSlow()
	} else {
		d.runFast()
	}
	d.commit()
	for _, fn := range d.edges {
		fn(d.marks.run)
	}
}

// runFast evaluates the blocks that are awake.
func (d *Domain) runFast() {
	cycle, slots := d.clk.Cycle, d.slots
	for w, run := range d.marks.run {
		for ; run != 0; run &= run - 1 {
			s := &slots[w<<6|bits.TrailingZeros64(run)]
			a := s.Tick(cycle)
			if a == Busy {
				*s.awake = 1
			}
			if a != *s.last {
				d.meter.note(w<<6|bits.TrailingZeros64(run), a, cycle)
			}
		}
	}
}

func (d *Domain) evaluate(i int) {
	a := d.slots[i].Tick(d.clk.Cycle)
	if a == Busy {
		d.marks.awake.set(i)
	}
	d.meter.note(i, a, d.clk.Cycle)
}

// runSlow evaluates in the order of SetOrder, or all blocks.
func (d *Domain) runSlow() {
	if d.alwaysAwake {
		for i := range d.blocks {
			d.marks.run.Add(i)
		}
	}
	for n := range d.blocks {
		i := n
		if d.order != nil {
			i = d.order[n]
		}
		if d.marks.run.Has(i) {
			d.evaluate(i)
		}
	}
}

// fireTimers wakes the blocks whose wake-up cycle has come.
func (d *Domain) fireTimers() {
	c, m := &d.clk, &d.marks
	c.nextTimer = never
	for w, set := range m.timers {
		for ; set != 0; set &= set - 1 {
			i := w<<6 | bits.TrailingZeros64(set)
			if m.wakeAt[i] <= c.Cycle {
				m.awake.set(i)
				m.timers[w] &^= set & -set
				m.wakeAt[i] = 0
			} else {
				c.nextTimer = min(c.nextTimer, m.wakeAt[i])
			}
		}
	}
}

// commit makes what blocks wrote visible and wakes those who see it.
func (d *Domain) commit() {
	m := &d.marks
	for w, set := range m.immature {
		for ; set != 0; set &= set - 1 {
			d.links[w<<6|bits.TrailingZeros64(set)].touch()
		}
	}
	for g, groups := range m.groups {
		if groups == 0 {
			continue
		}
		m.groups[g] = 0
		for ; groups != 0; groups &= groups - 1 {
			d.commitGroup(g<<3 | bits.TrailingZeros64(groups)>>3)
		}
	}
	for w, set := range m.lines {
		for ; set != 0; set &= set - 1 {
			d.commitLine(d.lines[w<<6|bits.TrailingZeros64(set)])
		}
	}
}

// commitGroup is commit for the FIFOs of a group that have had traffic.
func (d *Domain) commitGroup(group int) {
	links, cycle := d.links[group*groupLinks:], d.clk.Cycle
	for set := d.marks.touched.takeGroup(group); set != 0; set &= set - 1 {
		l := links[bits.TrailingZeros64(set)]
		if l.special {
			l.commitSpecial(d)
		} else {
			l.commit(cycle)
		}
	}
}

func (d *Domain) commitLine(l *Line) {
	raised := l.ctr.next
	l.ctr.now, l.ctr.next = raised, false
	for _, i := range l.readers {
		d.marks.awake.set(i)
	}
	if !l.ctr.now {
		d.marks.lines.Remove(l.index)
	}
	if d.guarded && l.ctr.now != raised {
		d.Break("connection", l.name, "the line is high: %t; that it was raised: %t", l.ctr.now, raised)
	}
}
