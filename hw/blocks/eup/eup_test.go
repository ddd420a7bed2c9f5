package eup

import (
	"fmt"
	"math/bits"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"tilemark/hw/pipe"
	"tilemark/hw/regs"
)

// The slot of a cancelled thread is not used again before its answers are in, so that
// no new thread takes them for its own.
func TestCancelledThreadStaysAZombieUntilItsAnswersAreIn(t *testing.T) {
	k := newBench(t, 2)
	k.in.Queue = []pipe.Thread{prim(0, 1, 0x1000, 0)}
	k.Step(8)
	require.Len(t, k.req.Got, 3)
	old := k.req.Got
	k.req.Got = nil
	k.cancel.Raise()
	k.in.Queue = []pipe.Thread{mark(pipe.IntEnd, 0), prim(1, 9, 0x2000, 0)}
	k.Step(8)
	require.Len(t, k.req.Got, 3)
	young := k.req.Got
	require.Equal(t, 1, bits.OnesCount64(k.b.S.Zombie))
	for _, r := range young {
		require.NotEqual(t, old[0].Tag>>2, r.Tag>>2, "the zombie's slot")
	}
	for i, r := range old {
		require.NotZero(t, k.b.S.Zombie, "%d answers are in", i)
		k.ans.Queue = append(k.ans.Queue, record(r, -100))
		k.Step(2)
	}
	require.Zero(t, k.b.S.Zombie)
	for i, r := range young {
		k.ans.Queue = append(k.ans.Queue, record(r, float32(1+i)))
	}
	k.Step(14)
	require.Equal(t, []string{"INT_END", "PRIM"}, k.kinds())
	e := &k.out.Got[1]
	require.EqualValues(t, 1, e.Slot)
	require.EqualValues(t, 9, e.At.Primitive)
	require.Equal(t, [3]float32{1, 2, 3}, [3]float32{e.V[0].Clip[0], e.V[1].Clip[0], e.V[2].Clip[0]})
	k.empty(t)
	require.Equal(t, []pipe.Report{pipe.DiscardReport(0, 1).From(regs.BlockEUP)}, k.path.Got)
}

// Cancelled at any point of its life, a thread leaves nothing behind, and what follows
// its INT_END comes out as if it had never been.
func TestCancelInAnyCycleLeavesTheNextContextAlone(t *testing.T) {
	for at := range 30 {
		k := newBench(t, 2)
		k.in.Queue = []pipe.Thread{prim(0, 1, 0x1000, 0), prim(0, 2, 0x1100, 7), prim(0, 3, 0x1200, 5)}
		served := 0
		step := func(n int) {
			for range n {
				k.Step(1)
				if k.Cycle()%3 != 0 || served == len(k.req.Got) { // memory is slow
					continue
				}
				r := k.req.Got[served]
				served++
				k.ans.Queue = append(k.ans.Queue, record(r, float32(r.Addr)))
			}
		}
		step(at)
		k.cancel.Raise()
		k.in.Queue = append(k.in.Queue, mark(pipe.IntEnd, 0), prim(1, 7, 0x2000, 0), prim(1, 8, 0x2100, 0), mark(pipe.EndDraw, 1))
		before := len(k.out.Got)
		step(1)
		step(90)
		var got []string
		for i := range k.out.Got[before:] {
			if e := &k.out.Got[before+i]; e.Slot == 1 || e.Kind == pipe.IntEnd {
				got = append(got, fmt.Sprint(e.Kind, e.At.Primitive, e.V[0].Clip[0]*float32(e.Slot)))
			}
		}
		require.Len(t, got, 4, "cancelled behind cycle %d", at)
		require.Equal(t, []string{"PRIM 7 8192", "PRIM 8 8448"}, got[1:3])
		k.empty(t)
	}
}

func TestOneThreadStaysFreeForPixels(t *testing.T) {
	k := newBench(t, 1)
	for n := range uint32(5) {
		k.in.Queue = append(k.in.Queue, prim(0, n, 0x1000*n, 0)) // never answered
	}
	k.Step(20)
	require.Equal(t, 3, k.b.S.Vertices.Len())
	require.Equal(t, 1, bits.OnesCount64(k.b.S.Free))
	k.pixels.Queue = []pipe.PixelThread{pixel(0, 1, 0), pixel(0, 0, 0)}
	k.Step(20)
	require.Len(t, k.results.Got, 2)
	require.EqualValues(t, 255, k.results.Got[0].Color[0])
	require.Equal(t, 3, k.b.S.Vertices.Len())
	require.Equal(t, 1, bits.OnesCount64(k.b.S.Free))
}

// The sampler is asked in order, and an INVALIDATE goes back when it has answered that and all
// older quads are out.
func TestInvalidatePassesByTheSamplerBehindOlderPixels(t *testing.T) {
	k := newBench(t, 1)
	k.pixels.Queue = []pipe.PixelThread{pixel(1, 1, 0x40), pixel(0, 1, 0), {Kind: pipe.Invalidate, Slot: 1}, pixel(1, 1, 0x80)}
	k.Step(12)
	require.Empty(t, k.results.Got)
	require.Len(t, k.asked.Got, 3)
	require.Equal(t, pipe.SampleRequest{Kind: pipe.Quad, Slot: 1, Thread: k.asked.Got[0].Thread, Mask: 1, Width: 1, Height: 1, Base: 0x40}, k.asked.Got[0])
	require.Equal(t, pipe.SampleRequest{Kind: pipe.Invalidate, Slot: 1}, k.asked.Got[1])
	k.samples.Queue = []pipe.SampleAnswer{sampled(k.asked.Got[0], 7)}
	k.Step(12)
	require.Len(t, k.results.Got, 2, "the older ones")
	require.Equal(t, "starved by TEX_EU", k.Waits())
	k.samples.Queue = []pipe.SampleAnswer{sampled(k.asked.Got[1], 0)}
	k.Step(4)
	require.Len(t, k.results.Got, 3)
	require.Equal(t, pipe.PixelResult{Kind: pipe.Invalidate, Slot: 1}, k.results.Got[2])
	k.samples.Queue = []pipe.SampleAnswer{sampled(k.asked.Got[2], 9)}
	k.Step(8)
	require.Equal(t, []pipe.Color{7, 255, 0, 9}, []pipe.Color{k.results.Got[0].Color[0], k.results.Got[1].Color[0], k.results.Got[2].Color[0], k.results.Got[3].Color[0]})
	k.empty(t)
}

// Vertices and a pixel share a unit: the pixel, which comes while the first vertex runs,
// goes before the others that wait.
func TestPixelsAreIssuedBeforeVertices(t *testing.T) {
	k := newBench(t, 1)
	k.in.Queue = []pipe.Thread{prim(0, 1, 0, 7), prim(0, 2, 0, 7), prim(0, 3, 0, 7)}
	k.Step(2)
	k.pixels.Queue = []pipe.PixelThread{pixel(0, 1, 0)}
	k.Step(18)
	require.Equal(t, `1 EUP v00 p00 run00 z0
2 EUP v01 p00 run00 z0
3 EUP v02 p00 run01 z0
4 EUP v02 p01 run01 z0
5 EUP v02 p01 run01 z0
6 EUP v02 p01 run01 z0
7 EUP v02 p01 run01 z0, EUP_FIFO: PRIM 1
8 EUP v02 p01 run01 z0
9 EUP v02 p00 run01 z0, EU_PS: QUAD ff
10 EUP v02 p00 run01 z0
11 EUP v02 p00 run01 z0
12 EUP v02 p00 run01 z0
13 EUP v01 p00 run01 z0, EUP_FIFO: PRIM 2
14 EUP v01 p00 run01 z0
15 EUP v01 p00 run01 z0
16 EUP v01 p00 run01 z0
17 EUP v00 p00 run00 z0, EUP_FIFO: PRIM 3
18 EUP v00 p00 run00 z0
19 EUP v00 p00 run00 z0
20 EUP v00 p00 run00 z0
`, k.Wave())
}

// A thread that has its result waits for older ones; markers keep their places.
func TestRetirementIsInOrderWhateverThreadsTake(t *testing.T) {
	k := newBench(t, 4)
	k.in.Queue = []pipe.Thread{prim(0, 1, 0x1000, 6), mark(pipe.Mark, 0), prim(0, 2, 0, 7)}
	k.Step(6) // all four threads find a place
	k.pixels.Queue = []pipe.PixelThread{pixel(0, 1, 0x40), pixel(0, 0.2, 0)}
	k.Step(20)
	require.Equal(t, 2, bits.OnesCount64(k.b.S.Done), "the younger of each are done")
	require.Empty(t, k.out.Got)
	require.Empty(t, k.results.Got)
	k.samples.Queue = []pipe.SampleAnswer{sampled(k.asked.Got[0], 0x80)}
	k.ans.Queue = []pipe.MemAnswer{record(k.req.Got[0], 5)}
	k.Step(14)
	require.Equal(t, []string{"PRIM", "MARK", "PRIM"}, k.kinds())
	require.EqualValues(t, 5, k.out.Got[0].V[0].Clip[0])
	require.Equal(t, []pipe.Color{0x80, 51}, []pipe.Color{k.results.Got[0].Color[0], k.results.Got[1].Color[0]})
	k.empty(t)
}

// Whatever is fed and however slow memory and neighbours are, each output carries the
// results of what was fed, in order.
func TestAnyMixOfThreadsComesOutInOrder(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		k := newBench(t, rapid.IntRange(1, 4).Draw(rt, "units"))
		var vertices, colors []string
		for n := range uint32(rapid.IntRange(0, 12).Draw(rt, "vertices")) {
			e := prim(0, n, 0x1000+256*n, rapid.Uint16Range(0, 7).Draw(rt, "null"))
			if rapid.IntRange(0, 3).Draw(rt, "marker") == 0 {
				e = mark(pipe.Mark, 0)
			}
			x := float32(0)
			if e.Kind == pipe.Prim && e.Null&1 == 0 {
				x = float32(e.Fetch[0])
			}
			vertices = append(vertices, fmt.Sprint(e.Kind, e.At.Primitive, x))
			k.in.Queue = append(k.in.Queue, e)
		}
		for range rapid.IntRange(0, 12).Draw(rt, "pixels") {
			at := rapid.Uint32Range(0, 7).Draw(rt, "texture")
			e := pixel(0, 1, 64*at)
			red := 255 - 155*min(at, 1) + min(at, 1)*at // textures hold 100 and their number
			k.pixels.Queue = append(k.pixels.Queue, e)
			colors = append(colors, fmt.Sprint(red))
		}
		served, texServed := 0, 0
		for range 600 {
			k.out.Shut = rapid.IntRange(0, 3).Draw(rt, "out") == 0
			k.results.Shut = k.out.Shut
			k.Step(1)
			if rapid.IntRange(0, 2).Draw(rt, "memory") > 0 {
				continue
			}
			if served < len(k.req.Got) {
				r := k.req.Got[served]
				k.ans.Queue = append(k.ans.Queue, record(r, float32(r.Addr)))
				served++
			}
			if texServed < len(k.asked.Got) {
				r := k.asked.Got[texServed]
				k.samples.Queue = append(k.samples.Queue, sampled(r, float32(100+r.Base/64)))
				texServed++
			}
			if len(k.out.Got) == len(vertices) && len(k.results.Got) == len(colors) {
				break
			}
		}
		var got, gotColors []string
		for i := range k.out.Got {
			e := &k.out.Got[i]
			x := e.V[0].Clip[0]
			if e.Kind != pipe.Prim {
				x = 0
			}
			got = append(got, fmt.Sprint(e.Kind, e.At.Primitive, x))
		}
		for i := range k.results.Got {
			gotColors = append(gotColors, fmt.Sprint(k.results.Got[i].Color[0]))
		}
		require.Equal(rt, vertices, got)
		require.Equal(rt, colors, gotColors)
		k.empty(t)
	})
}

// A primitive of the next context that waits for the slot of a cancelled thread is no reason
// to say that EUP_IN is empty.
func TestPoolThatWaitsForAZombieSaysSo(t *testing.T) {
	k := newBench(t, 2) // four thread slots
	k.in.Queue = []pipe.Thread{prim(0, 1, 0x1000, 0), prim(0, 2, 0x2000, 0), prim(0, 3, 0x3000, 0)}
	k.Step(16)
	k.cancel.Raise()
	k.in.Queue = []pipe.Thread{mark(pipe.IntEnd, 0), prim(1, 9, 0x4000, 0)}
	k.Step(16)
	require.Nil(t, k.Overslept())
}
