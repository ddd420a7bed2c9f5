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
	d.ticks[bb.index] = standIn{b, instead}
	d.clk.awake |= bb.bit()
}

// Release ends Hold; the block is evaluated in the next cycle.
func (d *Domain) Release(b Block) {
	bb := b.base()
	d.ticks[bb.index] = b
	d.clk.awake |= bb.bit()
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
