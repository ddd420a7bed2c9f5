package cosim

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw"
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
)

func TestBoundOfABlitGrowsWithItsLinesAndWithMemory(t *testing.T) {
	c := hw.DefaultConfig()
	s := BlitSize{Lines: 1000, Reads: 2000}
	one := BlitBound(&c, s)
	require.Greater(t, BlitBound(&c, BlitSize{Lines: 2000, Reads: 2000}), one)
	require.Positive(t, BlitBound(&c, BlitSize{}), "it is acknowledged")
	require.Less(t, BlitMillion(&c), uint64(40_000_000))
	require.NoError(t, c.Set("c2d.in_flight", "1"))
	require.Greater(t, BlitBound(&c, s), one)
	one = BlitBound(&c, s)
	require.NoError(t, c.Set("memory.latency", "200"))
	require.Greater(t, BlitBound(&c, s), one)
}

// The lines of every rectangle of some layouts are counted by hand, pixel by pixel.
func TestLinesOfABlitAreNotMoreThanItsSizeSays(t *testing.T) {
	for format := range uint32(6) {
		for _, tiled := range []bool{false, true} {
			w, h := blockOf(format, tiled)
			for width := range uint64(40) {
				g := regs.C2DRegs{regs.C2DDstLayout: regs.C2DDstLayoutFields{Format: format, Tiled: tiled}.Pack(), regs.C2DExtent: 3<<16 | uint32(width+1)}
				most := uint64(0)
				for x := range w {
					for y := range h {
						most = max(most, ((x+width)/w+1)*((y+2)/h+1))
					}
				}
				require.Equal(t, most, blitSize(&g, false).Lines)
			}
		}
	}
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
			v := blitVector(t)
			s, err := NewSession(cfg, v, true)
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
				bound := BlitBound(&s.M.Config, v.blits[0][event].size)
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
