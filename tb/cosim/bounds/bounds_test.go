package bounds_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw"
	"tilemark/hw/pipe"
	"tilemark/tb/cosim"
	"tilemark/tb/cosim/bounds"
	"tilemark/tb/cosim/cosimtest"
	"tilemark/tb/cosim/vector"
)

func TestBoundOfABlitGrowsWithItsLinesAndWithMemory(t *testing.T) {
	c := hw.DefaultConfig()
	s := vector.BlitSize{Lines: 1000, Reads: 2000}
	one := bounds.Blit(&c, s)
	require.Greater(t, bounds.Blit(&c, vector.BlitSize{Lines: 2000, Reads: 2000}), one)
	require.Positive(t, bounds.Blit(&c, vector.BlitSize{}), "it is acknowledged")
	require.Less(t, bounds.BlitMillion(&c), uint64(40_000_000))
	require.NoError(t, c.Set("c2d.in_flight", "1"))
	require.Greater(t, bounds.Blit(&c, s), one)
	one = bounds.Blit(&c, s)
	require.NoError(t, c.Set("memory.latency", "200"))
	require.Greater(t, bounds.Blit(&c, s), one)
}

// Measured fills and copies stay below their bound, and the bound is not far above the
// longest of them.
func TestBlitsTakeNoLongerThanTheirBound(t *testing.T) {
	for name, pairs := range map[string][]string{
		"default": nil, "one line": {"c2d.in_flight", "1"}, "slow": {"memory.latency", "150", "memory.vary", "200"},
		"stalls": {"stall.percent", "30"}, "least": {hw.AllDepths, "least"}, "narrow": {"memory.in_flight", "1", "memory.interval", "7"},
	} {
		t.Run(name, func(t *testing.T) {
			cfg := hw.DefaultConfig()
			for i := 0; i < len(pairs); i += 2 {
				require.NoError(t, cfg.Set(pairs[i], pairs[i+1]))
			}
			v := cosimtest.Scenes(t, 24, 24, "fill-copy")
			s, err := cosim.NewSession(cfg, v, true)
			require.NoError(t, err)
			began, event, closest := uint64(0), -1, uint64(1<<62)
			s.M.CSP.P.CSPC2D.Tap().OnPut(func(cycle uint64, e *pipe.Cmd) {
				if e.Kind == pipe.Blit {
					began, event = cycle, s.Mon.State().Contexts[0].Blit
				}
			})
			s.M.CSP.P.DatapathA.Tap().OnPut(func(cycle uint64, r *pipe.Report) {
				if r.Kind != pipe.BlitDone {
					return
				}
				bound := bounds.Blit(&s.M.Config, v.Blits[0][event].Size)
				require.LessOrEqual(t, cycle-began, bound)
				closest = min(closest, bound/(cycle-began))
			})
			require.NoError(t, s.Finish())
			require.Positive(t, event)
			t.Logf("the bound is at least %d times what was measured", closest)
			require.Less(t, closest, uint64(60))
		})
	}
}
