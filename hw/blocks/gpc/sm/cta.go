package sm

import (
	"tilemark/hw/eu"
	"tilemark/hw/wires"
)

// CTA is what the multiprocessor knows of a CTA.
type CTA struct {
	Live     uint8 // threads that have not ended, also those that are not here yet
	Arrived  uint8 // threads at the barrier
	Waits    Bits  // their slots
	Stopped  uint8 // threads that have stopped, to enter a handler
	Returned uint8 // threads whose handler has ended
}

// arrive comes to a barrier. What the thread has sent is in memory then, so that the others find it.
func (b *SM) arrive(n uint8, t *Thread, o *eu.Op) bool {
	s := &b.S
	if t.Answers > 0 {
		return b.park(n)
	}
	pc := t.Control.PC
	lanes := o.Executing(&t.Control)
	t.Control.PC += uint32(o.Bytes)
	b.issued(n, t, pc, o, lanes)
	if lanes == 0 || t.Head.Threads == 0 {
		return true
	}
	c := &b.ctas[t.Head.CTA]
	s.Runs.remove(n)
	t.Barrier = pc
	s.Waits.add(n)
	c.Waits.add(n)
	c.Arrived++
	b.open(c)
	return true
}

// open lets threads go on when all that have not ended have arrived.
func (b *SM) open(c *CTA) {
	if c.Arrived == 0 || c.Arrived < c.Live {
		return
	}
	s := &b.S
	for i, w := range c.Waits {
		s.Runs[i] |= w
		s.Waits[i] &^= w
	}
	c.Arrived, c.Waits = 0, Bits{}
}

// removeThread takes a thread that has ended out of its CTA. The last one clears the shared memory.
func (b *SM) removeThread(t *Thread) {
	if t.Head.Threads == 0 {
		return
	}
	c := &b.ctas[t.Head.CTA]
	if c.Live--; c.Live > 0 {
		if !t.Saves() {
			b.open(c)
			b.enterAll(c, t.Head.CTA)
			b.returnAll(c, t.Head.CTA)
		}
		return
	}
	c.Stopped, c.Returned = 0, 0
	for row := range uint32(t.Head.SharedSize) {
		if n := uint32(t.Head.Shared) + row; *b.shared.Row(n) != ([wires.RowWords]uint32{}) {
			*b.shared.Edit(n) = [wires.RowWords]uint32{}
		}
	}
}
