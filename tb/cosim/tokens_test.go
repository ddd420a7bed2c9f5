package cosim

import (
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw"
)

// The blocks that see the line send nothing more in the next cycle, the pool, which EUP_FRONT tells, in the one after it.
func TestLagsFollowFromTheLines(t *testing.T) {
	atTG := map[string]uint64{"EUP_IN": 1, "VF_TESS": longestLag, "TESS_EU": longestLag, "EUP_FIFO": longestLag, "TSU_FIFO": 1, "ASU_FIFO": 1, "ASU_ZL1_FIFO": 1, "AFIFO": 1}
	atZL1 := maps.Clone(atTG)
	maps.Copy(atZL1, map[string]uint64{"TG_FIFO": 1, "ZFIFO": 1, "ZL1_FIFO": 1})
	for place, want := range map[string]map[string]uint64{"tg": atTG, "zl1": atZL1} {
		cfg := hw.DefaultConfig()
		require.NoError(t, cfg.Set("break_point", place))
		s, err := NewSession(cfg, vectorOf(t, 8, 8, "one-triangle"), true)
		require.NoError(t, err)
		got := map[string]uint64{}
		for _, f := range s.Mon.fifos {
			if f.lag > 0 {
				got[f.Name()] = f.lag
			}
		}
		require.Equal(t, want, got)
	}
}

// C2D keeps the registers of a slot until INT_END comes: each end of a context brings it one.
func TestTokensToC2DAreCounted(t *testing.T) {
	s, err := NewSession(hw.DefaultConfig(), vectorOf(t, 8, 8, "one-triangle", "one-triangle"), true)
	require.NoError(t, err)
	require.NoError(t, s.Run(Plan{Every: 60}, nil))
	k := slices.IndexFunc(s.Mon.fifos, func(f tokenFifo) bool { return f.aside })
	require.Equal(t, "CSP_C2D", s.Mon.fifos[k].Name())
	require.Greater(t, s.Mon.State().Ended, uint32(2))
	s.Mon.State().Tokens[k].Count--
	require.ErrorContains(t, s.guard(s.Mon.checkTokens), "rule T1 broken at CSP_C2D")
}
