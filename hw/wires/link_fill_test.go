package wires

import (
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"
)

// A histogram has all cycles: the empty ones first, the full ones last, and between them seven parts of about the same size.
func TestFillIsBookedInItsPart(t *testing.T) {
	for _, depth := range []int{1, 2, 3, 8, 9, 11, 64, 1023, 65_536} {
		l := link{depth: uint32(depth), fill: newFillStats(depth)}
		for fill := range depth + 1 {
			l.fill.note(uint32(fill), l.fill.since+1)
		}
		bins := l.Fill(l.fill.since)
		require.Equal(t, uint64(1), bins[0], depth)
		require.Equal(t, uint64(1), bins[fillBins-1], depth)
		between := uint64(0)
		for _, n := range bins[1 : fillBins-1] {
			between += n
			require.LessOrEqual(t, n, uint64(depth+fillBins-3)/(fillBins-2), depth)
		}
		require.Equal(t, uint64(depth-1), between, depth)
	}
}

// What a cycle uses of a FIFO fills two lines of a processor's cache.
func TestAFifoIsTwoLines(t *testing.T) {
	require.LessOrEqual(t, unsafe.Sizeof(Fifo[[10]uint64]{}), uintptr(128))
}
