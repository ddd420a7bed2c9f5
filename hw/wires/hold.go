package wires

// standIn takes the place of a block that is held.
type standIn struct {
	Block
	tick func(cycle uint64) Activity
}

// Tick implements Block.
func (s standIn) Tick(cycle uint64) Activity {
	if s.tick == nil {
		return Waiting
	}
	return s.tick(cycle)
}

// Hold has a block not evaluated until Release, as if its clock were gated: its registers
// stand, what comes for it stays in its FIFOs, and a pulse of a line passes it by. With
// instead, that is evaluated in its place. It is for experiments, between two cycles. A
// snapshot does not know of it. The clock does not look whether blocks are held, so it costs
// nothing where none is.
func (d *Domain) Hold(b Block, instead func(cycle uint64) Activity) {
	bb := b.base()
	d.slots[bb.index].Block = standIn{b, instead}
	bb.wake()
}

// Release ends Hold; the block is evaluated in the next cycle.
func (d *Domain) Release(b Block) {
	bb := b.base()
	d.slots[bb.index].Block = b
	bb.wake()
}

// Step runs the next cycle in which something can happen. When nothing can, it does
// nothing: see Quiet. It returns the rule that was broken, if one was.
func (d *Domain) Step() error {
	next := d.nextCycle()
	if next == never {
		return nil
	}
	return d.Run(next)
}

// Overslept looks, between two cycles, for a block that is not evaluated though what it
// said it waits for is there: an entry in an empty FIFO, or room in a full one. That is a
// lost wake-up.
func (d *Domain) Overslept() *Violation {
	for _, l := range d.links {
		c := &l.ctr
		from, to := l.from, l.to
		switch {
		case !d.marks.awake.has(from) && d.waitsFor(from, l) && c.tail-c.head < l.depth:
			return &Violation{Rule: "wake-up", Where: l.name, Cycle: d.clk.Cycle, Detail: d.blocks[from].Name() + " waits for room, and there is"}
		case !d.marks.awake.has(to) && d.waitsFor(to, l) && c.vis != c.head:
			return &Violation{Rule: "wake-up", Where: l.name, Cycle: d.clk.Cycle, Detail: d.blocks[to].Name() + " waits for an entry, and there is one"}
		}
	}
	return nil
}

// waitsFor tells whether a block has said last that it waits for a FIFO.
func (d *Domain) waitsFor(block int, l *link) bool {
	port, starved, blocked := d.meter.last[block].Port()
	b := d.blocks[block].base()
	return (starved || blocked) && port < len(b.connections) && b.connections[port] == l.name
}
