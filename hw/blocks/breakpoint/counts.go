package breakpoint

import (
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
)

// NumCounts is the number of pipeline statistics that are kept above the break point.
const NumCounts = regs.CounterPsInvocations - regs.CounterIaVertices

// Counts are the pipeline statistics as of the cursor. Held are those of primitives
// that are complete, but which the cursor has not passed yet: a cut there draws the
// last of them again, and counts it then.
type Counts struct {
	Regs regs.BPRegs // low and high half of each
	Held [NumCounts]uint32
}

// hold takes the counts that a Stats entry carries.
func (c *Counts) hold(e *pipe.Cmd) {
	for i, n := range e.Stats() {
		c.Held[i] += n
	}
}

// add brings the held counts in.
func (c *Counts) add() {
	if c.Held == [NumCounts]uint32{} {
		return
	}
	for i, n := range c.Held {
		lo := c.Regs[2*i]
		c.Regs[2*i] = lo + n
		if lo+n < lo {
			c.Regs[2*i+1]++
		}
	}
	c.Held = [NumCounts]uint32{}
}

// answer puts a counter into a query write that asks for one of them.
func (c *Counts) answer(e *pipe.Cmd) {
	if i := int(e.QueryWrite().Counter) - regs.CounterIaVertices; i >= 0 && i < NumCounts {
		e.SetCount(uint64(c.Regs[2*i+1])<<32 | uint64(c.Regs[2*i]))
	}
}
