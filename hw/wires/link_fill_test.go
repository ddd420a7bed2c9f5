package wires

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// An entry's part of the histogram is that which the division gives, for every depth that a FIFO can have.
func TestFillIsBookedInItsPart(t *testing.T) {
	for _, depth := range []uint32{1, 2, 3, 5, 6, 7, 8, 9, 11, 13, 16, 48, 63, 64, 100, 512, 1023, 40_000, 65_535, 65_536} {
		s := fillStats{}
		for fill := uint32(1); fill < depth; fill++ {
			want := 1 + (fill-1)*(fillBins-2)/depth
			before := s.cycles
			s.note(fill, depth, partOf(depth), s.since+1)
			before[want]++
			require.Equal(t, before, s.cycles, "%d of %d", fill, depth)
		}
	}
}
