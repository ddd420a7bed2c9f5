package cluster_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/tb/cover"
)

// Random kernels show every state and move of the state machines of clusters, each connection empty, between and full, and each reason for which a multiprocessor waits.
func TestRandomKernelsCoverClusters(t *testing.T) {
	c, err := cover.NewClusters()
	require.NoError(t, err)
	seeds := uint64(0)
	for ; seeds < 60 || seeds < 300 && holes(c) > 0; seeds++ { // rare bins hang on luck
		require.NoError(t, c.Random(seeds), "seed %d", seeds)
	}
	require.NoError(t, c.Counts().Check())
	for _, g := range c.Counts().Holes() {
		for _, bin := range g.Holes {
			t.Errorf("%s/%s: nothing has hit it", g.Name, bin)
		}
	}
	_, bins := c.Counts().Total()
	t.Logf("%d bins after %d seeds", bins, seeds)
}

// holes is the number of bins that nothing has hit.
func holes(c *cover.Clusters) (n int) {
	for _, g := range c.Counts().Holes() {
		n += len(g.Holes)
	}
	return n
}
