package monitor_test

import (
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw"
	"tilemark/tb/cosim"
	"tilemark/tb/cosim/cosimtest"
	"tilemark/tb/cosim/monitor"
)

// The blocks that see the line send nothing more in the next cycle, the pool, which EUP_FRONT tells, in the one after it.
func TestLagsFollowFromTheLines(t *testing.T) {
	atTG := map[string]uint64{"EUP_IN": 1, "VF_TESS": monitor.LongestLag, "TESS_EU": monitor.LongestLag, "EUP_FIFO": monitor.LongestLag, "TSU_FIFO": 1, "ASU_FIFO": 1, "ASU_ZL1_FIFO": 1, "AFIFO": 1}
	atZL1 := maps.Clone(atTG)
	maps.Copy(atZL1, map[string]uint64{"TG_FIFO": 1, "ZFIFO": 1, "ZL1_FIFO": 1})
	for place, want := range map[string]map[string]uint64{"tg": atTG, "zl1": atZL1} {
		cfg := hw.DefaultConfig()
		require.NoError(t, cfg.Set("break_point", place))
		s, err := cosim.NewSession(cfg, cosimtest.Scenes(t, 8, 8, "one-triangle"), true)
		require.NoError(t, err)
		got := map[string]uint64{}
		for _, f := range s.Mon.Fifos() {
			if f.Lag() > 0 {
				got[f.Name()] = f.Lag()
			}
		}
		require.Equal(t, want, got)
	}
}

// C2D keeps the registers of a slot until INT_END comes: each end of a context brings it one.
func TestTokensToC2DAreCounted(t *testing.T) {
	s, err := cosim.NewSession(hw.DefaultConfig(), cosimtest.Scenes(t, 8, 8, "one-triangle", "one-triangle"), true)
	require.NoError(t, err)
	require.NoError(t, s.Run(cosim.Plan{Every: 60}, nil))
	k := slices.IndexFunc(s.Mon.Fifos(), func(f monitor.TokenFifo) bool { return f.Aside() })
	require.Equal(t, "CSP_C2D", s.Mon.Fifos()[k].Name())
	require.Greater(t, s.Mon.State().Ended, uint32(2))
	s.Mon.State().Tokens[k].Count--
	require.ErrorContains(t, s.Guard(s.Mon.CheckTokens), "rule T1 broken at CSP_C2D")
}
