package cosim

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw"
)

// What is said of a FIFO's tokens is said of one that has them, and no lag is longer than
// the longest.
func TestLinedFifosCarryTokens(t *testing.T) {
	s, err := NewSession(hw.DefaultConfig(), vectorOf(t, 8, 8, "one-triangle"), true)
	require.NoError(t, err)
	for place, lags := range lined {
		for name, lag := range lags {
			require.LessOrEqual(t, lag, uint64(longestLag), "%v %s", place, name)
			require.True(t, slices.ContainsFunc(s.Mon.fifos, func(f tokenFifo) bool { return f.Name() == name && !f.aside }), "%v %s", place, name)
		}
	}
}

// C2D keeps the registers of a slot until INT_END comes: each end of a context brings it one.
func TestTokensToC2DAreCounted(t *testing.T) {
	s, err := NewSession(hw.DefaultConfig(), vectorOf(t, 8, 8, "one-triangle", "one-triangle"), true)
	require.NoError(t, err)
	require.NoError(t, s.Run(Plan{Every: 60}, nil))
	k := slices.IndexFunc(s.Mon.fifos, func(f tokenFifo) bool { return f.aside })
	require.Equal(t, "CSP_C2D", s.Mon.fifos[k].Name())
	require.Greater(t, s.Mon.s.Ended, uint32(2))
	s.Mon.s.Tokens[k].Count--
	require.ErrorContains(t, s.guard(s.Mon.checkTokens), "rule T1 broken at CSP_C2D")
}
