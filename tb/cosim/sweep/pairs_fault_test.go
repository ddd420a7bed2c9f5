//go:build faults

package sweep

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw"
	"tilemark/tb/bugs"
	"tilemark/tb/cosim/cosimtest"
)

// Pairs that are known from another first cut fail like those that are tried, the smallest
// of them at the same cycle.
func TestFaultsOfKnownPairsAreReportedLikeTriedOnes(t *testing.T) {
	bugs.Use("load-place-kept")
	defer func() { bugs.Use(bugs.None) }()
	try := func(first ...uint64) (last Report) {
		w, err := (&Sweep{Config: hw.DefaultConfig(), Vector: cosimtest.Scenes(t, 8, 8, "one-triangle"), Pairs: true}).newWorker()
		require.NoError(t, err)
		for _, c1 := range first {
			last = Report{}
			require.NoError(t, w.base.RunTo(c1))
			w.base.Save(&w.cut)
			require.NoError(t, w.pairs(c1, &last))
		}
		return last
	}
	tried, known := try(402), try(400, 401, 402)
	require.NotNil(t, tried.First)
	require.NotNil(t, known.First)
	require.Less(t, tried.Shared, known.Shared, "nothing was known from other first cuts: the test shows nothing")
	require.Equal(t, tried.First.Second, known.First.Second)
	require.Equal(t, tried.Cuts, known.Cuts)
	require.Equal(t, tried.Different, known.Different)
	require.Equal(t, tried.Missed, known.Missed)
}
