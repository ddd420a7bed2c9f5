package breakpoint

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/regs"
)

// The counters of a primitive are held until the cursor passes it; then their low halves
// carry into the high ones.
func TestHeldCountsCarryAcross32Bits(t *testing.T) {
	c := Counts{Held: [NumCounts]uint32{0: 2, 3: 1, 4: 5}}
	for i := range NumCounts {
		c.Regs[2*i], c.Regs[2*i+1] = 0xffffffff, uint32(i)
	}
	c.add()
	require.Equal(t, regs.BPRegs{1, 1, 0xffffffff, 1, 0xffffffff, 2, 0, 4, 4, 5}, c.Regs)
	require.Zero(t, c.Held)
}
