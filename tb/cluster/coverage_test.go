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
	for seed := range uint64(60) {
		require.NoError(t, c.Random(seed), "seed %d", seed)
	}
	require.NoError(t, c.Counts().Check())
	for _, g := range c.Counts().Holes() {
		for _, bin := range g.Holes {
			t.Errorf("%s/%s: nothing has hit it", g.Name, bin)
		}
	}
	_, bins := c.Counts().Total()
	t.Logf("%d bins", bins)
}
