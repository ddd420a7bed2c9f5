package runs

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/tb/cosim/bounds"
	"tilemark/tb/request"
)

func smallRun(t *testing.T, o RunOptions) *Result {
	if o.Contexts == 0 {
		o.Contexts = 1
	}
	o.Monitors = true
	if o.Size == (request.Size{}) {
		o.Size = request.Size{Width: 24, Height: 24}
	}
	r, err := Run(o)
	require.NoError(t, err)
	return r
}

func TestSamplerLosesNoCycle(t *testing.T) {
	r := smallRun(t, RunOptions{Input: request.Input{Scene: "one-triangle"}})
	s := r.Plain.Whole
	for len(s.Bins) > 3 {
		s.halve()
	}
	for i, b := range r.Plain.Session.M.Blocks() {
		total := uint64(0)
		for _, bin := range s.Bins {
			for _, n := range bin.Blocks[i] {
				total += n
			}
		}
		require.Equal(t, r.Plain.Session.M.Cycle()-s.From, total, b.Name())
	}
}

func TestSwitchesAreMeasured(t *testing.T) {
	r := smallRun(t, RunOptions{Input: request.Input{Scene: "six-draws"}, Every: 600})
	for _, s := range r.Cut.Log.Switches {
		if s.Aborted {
			continue
		}
		require.Positive(t, s.TGInt)
		require.Greater(t, s.Discarded, uint64(0))
		require.Greater(t, s.Drained, s.Discarded)
		require.Greater(t, s.Saved, s.Drained)
		require.LessOrEqual(t, s.Saved, r.Bound.Total())
		require.GreaterOrEqual(t, s.SaveWords, uint32(8), "the cursor is written")
		require.Positive(t, s.Restore)
		require.LessOrEqual(t, s.Spans, s.Above)
	}
	require.Equal(t, r.Plain.Work[stageTiles], r.Cut.Work[stageTiles], "no tile is committed twice")
	require.Greater(t, r.Cut.Work[stageShaded], r.Plain.Work[stageShaded])
}

func TestFailingSwitchIsOneAboveTheBound(t *testing.T) {
	r := smallRun(t, RunOptions{Input: request.Input{Scene: "many-small"}, Every: 600})
	require.Empty(t, r.Failures)
	r.Bound = bounds.Bound{Discard: 1}
	r.checkBound()
	require.Len(t, r.Failures, 1)
	require.ErrorContains(t, r.Failures[0].Err, "the bound is 1")
}
