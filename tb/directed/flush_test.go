package directed

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/tb/cosim/sweep"
)

// A context with flushes, whose vertex kernels load what pixel kernels store, comes to the same memory wherever it is cut.
func TestFlushesAreEqualWhereverTheirContextIsCut(t *testing.T) {
	for _, place := range []string{"tg", "zl1"} {
		v, err := Load("flush-as-it-passes")
		require.NoError(t, err)
		v.At(place)
		cfg, cv, err := v.Build()
		require.NoError(t, err)
		r, err := (&sweep.Sweep{Config: cfg, Vector: cv, Jobs: 1, Full: 40}).Run()
		require.NoError(t, err)
		if r.First != nil {
			t.Fatalf("%s: %s; first in cycle %d: %v", place, r, r.First.Cycle, r.First.Err)
		}
		require.Greater(t, r.Cuts, 3000)
	}
}
