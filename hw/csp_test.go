package hw_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw"
	"tilemark/hw/pipe"
	"tilemark/tb/driver"
	"tilemark/tb/scenefile"
)

// The line comes before the tokens, each FIFO gets one for each cut or end (T1, T2), and
// no second cut is above the break point (T9).
func TestTokensFollowTheLineAndOneCutIsAboveTheBreakPoint(t *testing.T) {
	for _, depth := range []string{"1", "32"} {
		j := scenes(t, 32, "six-draws", "few-large").set(t, "fifo.CSP_FIFO.depth", depth, "fifo.VERTEX.depth", depth, "csp.time_slice", "300")
		m := j.machine(t)
		var pulses, csp, vertex, ends int
		m.CSP.P.Int.Tap().OnPulse(func(cycle uint64) {
			require.Equal(t, 2*(pulses+int(m.CSP.S.Stats.Ends)), ends, "cycle %d: a token is above the break point", cycle)
			require.Equal(t, csp, vertex, "cycle %d", cycle)
			pulses++
		})
		m.CSP.P.CSPFifo.Tap().OnPut(func(_ uint64, e *pipe.Cmd) {
			if e.Kind == pipe.IntEnd {
				csp++
				require.LessOrEqual(t, csp, pulses+int(m.CSP.S.Stats.Ends))
			}
		})
		m.CSP.P.Vertex.Tap().OnPut(func(_ uint64, e *pipe.VertexEntry) {
			if e.Kind == pipe.IntEnd {
				vertex++
			}
		})
		m.CSP.P.DatapathA.Tap().OnTake(func(_ uint64, r *pipe.Report) {
			if r.Kind == pipe.TokenLeft || r.Kind == pipe.TokenOut {
				ends++
			}
		})
		runCutting(t, m, 1000, 300, 301, 302, 700, 701)
		finish(t, m)
		total := pulses + int(m.CSP.S.Stats.Ends)
		require.Greater(t, pulses, 3)
		require.Equal(t, []int{total, total, 2 * total}, []int{csp, vertex, ends})
	}
}

// A command may be split where the ring wraps (rule K5).
func TestCommandSplitByTheRingsWrap(t *testing.T) {
	s, err := scenefile.Load("six-draws")
	require.NoError(t, err)
	build := func(o driver.Options) *job {
		o.Width, o.Height = 32, 32
		j := &job{cfg: hw.DefaultConfig(), im: &driver.Image{}}
		_, err := j.im.Add(s, o)
		require.NoError(t, err)
		return j
	}
	plain := build(driver.Options{DrawsPerBuffer: 2, RingFence: true})
	ref := plain.machine(t)
	finish(t, ref)
	size := int(plain.im.Contexts[0].Tail) + 2
	for start := range size {
		j := build(driver.Options{DrawsPerBuffer: 2, RingFence: true, RingSize: size, RingStart: start})
		m := j.machine(t)
		runCutting(t, m, 900, 500, 800)
		finish(t, m)
		require.Equal(t, surfaces(plain, ref, 0), surfaces(j, m, 0), "the ring begins at DWORD %d of %d", start, size)
		require.Equal(t, j.im.Contexts[0].Tail, m.Memory.ReadWord(j.im.Contexts[0].Header))
	}
}
