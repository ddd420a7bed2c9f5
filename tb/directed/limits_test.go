package directed

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/tb/cosim/bounds"
)

// A switch with pixel kernels near their limit stays below the bound that counts what they execute, at both break points and wherever it is cut.
func TestBoundCountsTheLimits(t *testing.T) {
	for _, place := range []string{"tg", "zl1"} {
		for _, every := range []uint64{400, 777, 1234} {
			v, err := Load("kernels-near-their-limits")
			require.NoError(t, err)
			v.At(place)
			v.Every = every
			s, log, err := v.Play()
			require.NoError(t, err, place)
			own, all := bounds.OfHeight(&s.M.Config, 24), bounds.Of(s.V, &s.M.Config)
			longest := uint64(0)
			for _, w := range log.Switches {
				require.LessOrEqual(t, w.Discarded, all.Discard)
				require.LessOrEqual(t, w.Saved, all.Total())
				longest = max(longest, w.Saved)
			}
			t.Logf("%s, every %d: longest of %d switches %d cycles; bound %d, for the driver's kernels %d", place, every, len(log.Switches), longest, all.Total(), own.Total())
			require.Greater(t, longest, uint64(1200), "a thread's instructions are in it")
			require.Greater(t, all.Drain, 10*own.Drain)
		}
	}
}
