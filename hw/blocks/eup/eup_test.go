package eup

import (
	"fmt"
	"math/bits"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"tilemark/hw/pipe"
)

// Cancelled at any point of its life, a thread leaves nothing behind, and what follows
// its INT_END comes out as if it had never been.
func TestCancelInAnyCycleLeavesTheNextContextAlone(t *testing.T) {
	for at := range 30 {
		k := newBench(t, 2)
		k.in.Queue = []pipe.VertexThread{prim(0, 1, 100), prim(0, 2, 200), prim(0, 3, 300)}
		k.Step(at)
		k.cancel.Raise()
		k.in.Queue = append(k.in.Queue, mark(pipe.IntEnd, 0), prim(1, 7, 700), prim(1, 8, 800), mark(pipe.EndDraw, 1))
		before := len(k.out.Got)
		k.Step(90)
		var got []string
		for i := range k.out.Got[before:] {
			if e := &k.out.Got[before+i]; e.Slot == 1 || e.Kind == pipe.IntEnd {
				got = append(got, fmt.Sprint(e.Kind, e.At.Primitive, e.V[0].Clip[0]*float32(e.Slot)))
			}
		}
		require.Len(t, got, 4, "cancelled behind cycle %d", at)
		require.Equal(t, []string{"PRIM 7 700", "PRIM 8 800"}, got[1:3])
		k.empty(t)
	}
}

func TestOneThreadStaysFreeForPixels(t *testing.T) {
	k := newBench(t, 1)
	k.out.Shut = true
	for n := range uint32(12) {
		k.in.Queue = append(k.in.Queue, prim(0, n, 0))
	}
	k.Step(60)
	require.Equal(t, 3, k.b.S.Vertices.Tickets.Len())
	require.Equal(t, 1, bits.OnesCount64(k.b.S.Free))
	k.pixels.Queue = []pipe.PixelThread{pixel(0, 1, 0), pixel(0, 0, 0)}
	k.Step(20)
	require.Len(t, k.results.Got, 2)
	require.EqualValues(t, 255, k.results.Got[0].Color[0])
	require.Equal(t, 3, k.b.S.Vertices.Tickets.Len())
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
	require.Equal(t, "starved by SM_PIX", k.Waits())
	k.samples.Queue = []pipe.SampleAnswer{sampled(k.asked.Got[1], 0)}
	k.Step(6)
	require.Len(t, k.results.Got, 3)
	require.Equal(t, pipe.PixelResult{Kind: pipe.Invalidate, Slot: 1}, k.results.Got[2])
	k.samples.Queue = []pipe.SampleAnswer{sampled(k.asked.Got[2], 9)}
	k.Step(8)
	require.Equal(t, []pipe.Color{7, 255, 0, 9}, []pipe.Color{k.results.Got[0].Color[0], k.results.Got[1].Color[0], k.results.Got[2].Color[0], k.results.Got[3].Color[0]})
	k.empty(t)
}

// A thread that has its result waits for older ones; markers keep their places.
func TestRetirementIsInOrderWhateverThreadsTake(t *testing.T) {
	k := newBench(t, 4)
	k.out.Shut = true
	k.in.Queue = []pipe.VertexThread{prim(0, 1, 5), mark(pipe.Mark, 0), prim(0, 2, 0)}
	k.Step(6) // all four threads find a place
	k.pixels.Queue = []pipe.PixelThread{pixel(0, 1, 0x40), pixel(0, 0.2, 0)}
	k.Step(20)
	require.Equal(t, 1, bits.OnesCount64(k.sm.S.Done), "the younger quad is done")
	require.Empty(t, k.results.Got)
	k.samples.Queue = []pipe.SampleAnswer{sampled(k.asked.Got[0], 0x80)}
	k.out.Shut = false
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
			e := prim(0, n, float32(rapid.IntRange(-9, 9).Draw(rt, "x")))
			if rapid.IntRange(0, 3).Draw(rt, "marker") == 0 {
				e = mark(pipe.Mark, 0)
			}
			vertices = append(vertices, fmt.Sprint(e.Kind, e.At.Primitive, e.In[0][0]))
			k.in.Queue = append(k.in.Queue, e)
		}
		for range rapid.IntRange(0, 12).Draw(rt, "pixels") {
			at := rapid.Uint32Range(0, 7).Draw(rt, "texture")
			e := pixel(0, 1, 64*at)
			red := 255 - 155*min(at, 1) + min(at, 1)*at // textures hold 100 and their number
			k.pixels.Queue = append(k.pixels.Queue, e)
			colors = append(colors, fmt.Sprint(red))
		}
		served := 0
		for range 600 {
			k.out.Shut = rapid.IntRange(0, 3).Draw(rt, "out") == 0
			k.results.Shut = k.out.Shut
			k.Step(1)
			if rapid.IntRange(0, 2).Draw(rt, "memory") > 0 {
				continue
			}
			if served < len(k.asked.Got) {
				r := k.asked.Got[served]
				k.samples.Queue = append(k.samples.Queue, sampled(r, float32(100+r.Base/64)))
				served++
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
