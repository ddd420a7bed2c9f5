package asu

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/pipe"
)

// The planes of a triangle come so many cycles later, others' right after them, and what passes keeps its place.
func TestStagesOfPlanesTakeTheirCycles(t *testing.T) {
	run := func(latency int) (k *bench, first, last uint64) {
		k = newBenchOf(t, Config{PlaneLatency: latency})
		k.depth.F.OnPut(func(cycle uint64, _ *pipe.DepthPlane) {
			if first == 0 {
				first = cycle
			}
		})
		k.edges.F.OnPut(func(cycle uint64, _ *pipe.Edges) { last = cycle })
		k.in.Queue = []pipe.Triangle{entry(pipe.Tri), entry(pipe.State), entry(pipe.Tri), entry(pipe.Tri), entry(pipe.EndDraw)}
		for i := range k.in.Queue {
			k.in.Queue[i].At.Primitive = uint32(i)
		}
		k.Step(100)
		require.Zero(t, k.b.S.Setup.Len())
		return k, first, last
	}
	want, first, last := run(0)
	for _, n := range []int{1, 2, 7, 32} {
		k, f, l := run(n)
		require.Equal(t, want.edges.Got, k.edges.Got)
		require.Equal(t, want.depth.Got, k.depth.Got)
		require.Equal(t, want.planes.Got, k.planes.Got)
		require.EqualValues(t, n, f-first)
		require.EqualValues(t, n, l-last, "a triangle takes several cycles: the stages are never empty then")
	}
}

// A cut drops what is in the stages and counts it. INT_END goes past them, and what comes then through them.
func TestStagesOfPlanesAreCut(t *testing.T) {
	k := newBenchOf(t, Config{PlaneLatency: 5})
	k.in.Queue = []pipe.Triangle{entry(pipe.Tri), entry(pipe.Tri), entry(pipe.State)}
	k.Step(5)
	require.Equal(t, 3, k.b.S.Setup.Len())
	k.line.Raise()
	k.Step(3)
	require.Zero(t, k.b.S.Setup.Len())
	require.EqualValues(t, 3, k.b.S.DRQ.Discarded)
	k.Wave()
	k.in.Queue = []pipe.Triangle{entry(pipe.Tri), entry(pipe.IntEnd), entry(pipe.EndDraw)}
	k.Step(12)
	require.Equal(t, `9 ASU dis
10 ASU dis
11 ASU rep, ASU_FIFO: INT_END, ASU_ZL1: INT_END, AFIFO: INT_END, DP: DISCARDED
12 ASU run, DP: TOKEN_OUT
13 ASU run
14 ASU run
15 ASU run
16 ASU run
17 ASU run
18 ASU run, ASU_FIFO: END_DRAW
19 ASU run
20 ASU run
`, k.Wave())
	require.Equal(t, New("ASU", Config{}).S.DRQ, k.b.S.DRQ)
}

// The INT_END of a context that ends has no cut before it: it goes through the stages, and into each output when it is at
// their end.
func TestTokenPassesTheStagesInOrder(t *testing.T) {
	k := newBenchOf(t, Config{PlaneLatency: 3})
	k.in.Queue = []pipe.Triangle{entry(pipe.EndDraw), entry(pipe.IntEnd), entry(pipe.State)}
	k.Step(14)
	require.Equal(t, `1 ASU run
2 ASU run
3 ASU run
4 ASU run
5 ASU run, ASU_FIFO: END_DRAW
6 ASU tok, ASU_ZL1: INT_END, AFIFO: INT_END
7 ASU rep, ASU_FIFO: INT_END
8 ASU run, DP: TOKEN_OUT
9 ASU run, ASU_FIFO: STATE
10 ASU run
11 ASU run
12 ASU run
13 ASU run
14 ASU run
`, k.Wave())
}
