package cosim

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw"
)

func TestBoundOfABlitGrowsWithItsPixelsAndWithMemory(t *testing.T) {
	c := hw.DefaultConfig()
	one, two := BlitBound(&c, 1000), BlitBound(&c, 2000)
	require.Greater(t, two, one)
	require.Positive(t, BlitBound(&c, 0), "it is acknowledged")
	require.NoError(t, c.Set("memory.latency", "200"))
	require.GreaterOrEqual(t, BlitBound(&c, 1000)-one, uint64(2000*(200-hw.DefaultConfig().Memory.Latency)))
}
