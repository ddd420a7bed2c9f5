package directed

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

// A DWORD of the first DMA buffer is spoiled wherever the ring wraps.
func TestPokeFindsTheFirstBuffer(t *testing.T) {
	for start := range 20 {
		v, err := Parse([]byte(fmt.Sprintf(`covers: x
size: [8, 8]
contexts: [{scene: blend, draws_per_buffer: 1, ring_size: 20, ring_start: %d, poke: [{in: buffer, dword: 0, value: 0xe5000000}]}]
status: ["context 0: invalid (unknown command)", idle]
`, start)))
		require.NoError(t, err)
		s, err := v.Run()
		require.NoError(t, err, "ring_start: %d", start)
		require.Less(t, s.M.Cycle(), uint64(1500), "ring_start: %d: it stops in the first buffer", start)
	}
}
