package ps

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/pipe"
	"tilemark/hw/regs"
)

// The pool gets a quad so many cycles later, others right after it, with what it is told between them in its place.
func TestStagesOfInterpolationTakeTheirCycles(t *testing.T) {
	run := func(latency int) (k *bench, first, last uint64) {
		k = newBenchOf(t, Config{InFlight: 8, InterpolationLatency: latency})
		k.threads.F.OnPut(func(cycle uint64, _ *pipe.QuadThread) {
			if last = cycle; first == 0 {
				first = cycle
			}
		})
		one, two := planes(1, 0.5)
		k.in.Queue = []pipe.QuadEntry{one, two, quad(2), quad(4), mark(pipe.TileEnd), mark(pipe.Head), quad(6), mark(pipe.EndDraw)}
		k.Step(80)
		require.Zero(t, k.b.S.Stages.Len())
		require.Equal(t, "starved by EU_PS", k.Waits())
		return k, first, last
	}
	want, first, last := run(0)
	for _, n := range []int{1, 2, 7, 32} {
		k, f, l := run(n)
		require.Equal(t, want.threads.Got, k.threads.Got)
		require.EqualValues(t, n, f-first)
		require.EqualValues(t, n, l-last)
	}
}

// A register is written when the stages are empty: what leaves them is of the registers as they stand.
func TestRegistersWaitForTheStages(t *testing.T) {
	k := newBenchOf(t, Config{InFlight: 8, InterpolationLatency: 5})
	late := 0
	k.threads.F.OnPut(func(_ uint64, e *pipe.QuadThread) {
		if e.Kind == pipe.Quad && k.b.S.Changed {
			late++
		}
	})
	k.in.Queue = []pipe.QuadEntry{quad(2), quad(4), state(regs.BlockPS, regs.PSPixelNos0, 7), quad(6)}
	k.Step(40)
	require.Zero(t, late)
	require.Equal(t, []pipe.Kind{pipe.Quad, pipe.Quad, pipe.State, pipe.Quad}, k.kinds())
	require.EqualValues(t, 7, k.threads.Got[2].State()[0])
}

// A quad in the stages is what PS works on, a quad that the pool does not take is what it waits for; INT_END waits until the pool
// has answered, so none is left in the stages when registers are reset.
func TestStagesOfInterpolationDrain(t *testing.T) {
	k := newBenchOf(t, Config{InFlight: 8, InterpolationLatency: 6})
	k.threads.Shut = true
	k.in.Queue = []pipe.QuadEntry{quad(2), quad(4), quad(6), quad(8), quad(10), mark(pipe.IntEnd)}
	k.Step(4)
	require.Positive(t, k.b.S.Stages.Len())
	require.Empty(t, k.Waits(), "it interpolates")
	k.Step(20)
	require.Equal(t, 2, k.b.S.Stages.Len())
	require.Equal(t, "starved by EU_PS", k.Waits())
	k.threads.Shut = false
	k.Step(12)
	require.Zero(t, k.b.S.Stages.Len())
	require.Equal(t, []pipe.Kind{pipe.Quad, pipe.Quad, pipe.Quad, pipe.Quad, pipe.Quad, pipe.Invalidate}, k.kinds())
	for range 6 {
		k.answer(9)
	}
	k.Step(30)
	require.Equal(t, []string{"QUAD 2 9", "QUAD 4 9", "QUAD 6 9", "QUAD 8 9", "QUAD 10 9", "INT_END 0 9"}, k.sent())
}
