package wires

// held stands in for a block that is held: it keeps the block's place in the clock's list
// and does nothing.
type held struct{ Block }

// Tick implements Block.
func (held) Tick(uint64) Activity { return Waiting }

// Hold has a block not evaluated until Release, as if its clock were gated: its registers
// stand, what comes for it stays in its FIFOs, and a pulse of a line passes it by. It is for
// experiments, between two cycles. A snapshot does not know of it. The clock does not look
// whether blocks are held, so it costs nothing where none is.
func (d *Domain) Hold(b Block) { d.ticks[b.base().index] = held{b} }

// Release ends Hold; the block is evaluated in the next cycle.
func (d *Domain) Release(b Block) {
	bb := b.base()
	d.ticks[bb.index] = b
	d.clk.awake |= bb.bit()
}
