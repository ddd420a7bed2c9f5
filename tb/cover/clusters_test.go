package cover

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func newClusters(t *testing.T) *Clusters {
	c, err := NewClusters()
	require.NoError(t, err)
	return c
}

func TestSpaceOfClustersIsWellFormed(t *testing.T) {
	c := newClusters(t)
	wellFormed(t, c.sp)
	require.Equal(t, c.sp.names, newClusters(t).sp.names, "names and their order do not change")
	for _, bin := range []string{"states/SM.phase HEADER", "moves/L15.phase SERVE > CLEAN", "fill/SM_LSU_BELOW full", "stalls/missing page"} {
		require.Contains(t, c.sp.names, bin)
	}
	require.True(t, c.sp.Excludes("moves/L15.phase CLEAN > LEAVE"), "the state machine has no such path")
}

// A program that fails counts up to there.
func TestAFailingProgramCounts(t *testing.T) {
	c := newClusters(t)
	c.cycles = 500
	require.ErrorContains(t, c.Random(0), "the threads have not ended by cycle 500")
	require.NotZero(t, hits(t, c.Counts(), "fill/SM_L15_BELOW empty"))
	before, _ := c.Counts().Total()
	require.ErrorContains(t, c.Random(1), "the threads have not ended by cycle 500")
	after, _ := c.Counts().Total()
	require.GreaterOrEqual(t, after, before)
}

// What has no bins is an error, and no hit of others.
func TestUndeclaredPartsOfClustersAreErrors(t *testing.T) {
	c := newClusters(t)
	delete(c.sp.sources[1].(*fills).at, "PM_SM")
	require.EqualError(t, c.Random(0), "coverage: no bins are declared for the connection PM_SM")
	delete(c.sp.sources[0].(*stateMachines).at, "PM.phase")
	require.EqualError(t, c.Random(0), "coverage: no bins are declared for the state machine PM.phase")
	require.Empty(t, c.Counts().Encode())
}
