package tsu

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/blocks/blocktest"
	"tilemark/hw/pipe"
	"tilemark/hw/wires"
)

type bench struct {
	*blocktest.Bench
	b   *TSU
	csp *blocktest.Source[pipe.Cmd]
	eup *blocktest.Source[pipe.Shaded]
	out *blocktest.Sink[pipe.Triangle]
	int *wires.LineOut
}

func newBench(t *testing.T) *bench { return newBenchOf(t, Config{}) }

func newBenchOf(t *testing.T, cfg Config) *bench {
	b := unitOf(cfg)
	k := &bench{Bench: blocktest.New(t, b), b: b}
	k.csp = blocktest.In(k.Bench, &b.P.CSPFifo, "CSP", 8)
	k.eup = blocktest.In(k.Bench, &b.P.EUPFifo, "EUP", 8)
	k.out = blocktest.Out(k.Bench, &b.P.TSUFifo, "OUT", 4)
	k.int = k.Line(&b.P.Int, "INT")
	blocktest.Datapath(k.Bench, &b.P.DPTSU)
	return k
}

func commands(kinds ...pipe.Kind) []pipe.Cmd {
	return blocktest.Entries(func(k pipe.Kind) pipe.Cmd { return pipe.Cmd{Kind: k} }, kinds...)
}

// shaded makes entries of the EUP_FIFO; a primitive covers the middle, or is culled.
func shaded(kinds ...pipe.Kind) (out []pipe.Shaded) {
	for i, k := range kinds {
		e := pipe.Shaded{Cmd: pipe.Cmd{Kind: k}}
		e.At.Primitive = uint32(i)
		e.V[0].Clip, e.V[1].Clip, e.V[2].Clip = [4]float32{-0.5, -0.5, 0.5, 1}, [4]float32{0.5, -0.5, 0.5, 1}, [4]float32{0, 0.5, 0.5, 1}
		out = append(out, e)
	}
	return out
}

func TestDrawHeaderComesBeforeItsTriangles(t *testing.T) {
	k := newBench(t)
	k.eup.Queue = shaded(pipe.Prim, pipe.Prim, pipe.EndDraw)
	k.Step(3)
	k.csp.Queue = commands(pipe.Draw, pipe.Fence)
	k.Step(7)
	require.Equal(t, `1 TSU run p0
2 TSU run p0
3 TSU run p0
4 TSU run p0
5 TSU drw p0, OUT: DRAW
6 TSU drw p0, OUT: TRI
7 TSU drw p0, OUT: TRI
8 TSU run p0, OUT: END_DRAW
9 TSU run p0, OUT: FENCE
10 TSU run p0
`, k.Wave())
}

// The EUP_FIFO is discarded to INT_END first, then the CSP_FIFO; one INT_END goes on.
func TestPulseDiscardsEupThenCspThenForwardsOneToken(t *testing.T) {
	k := newBench(t)
	k.csp.Queue = commands(pipe.Draw, pipe.State, pipe.Draw, pipe.IntEnd, pipe.State)
	k.eup.Queue = shaded(pipe.Prim, pipe.Prim)
	k.Step(3)
	k.int.Raise()
	k.Step(3)
	k.eup.Queue = shaded(pipe.EndDraw, pipe.IntEnd)
	k.Step(9)
	require.Equal(t, `1 TSU run p0
2 TSU drw p0, OUT: DRAW
3 TSU drw p0, OUT: TRI
4 TSU drw p0, OUT: TRI
5 TSU dEU p0
6 TSU dEU p0
7 TSU dEU p0
8 TSU dEU p0
9 TSU dCS p0
10 TSU dCS p0
11 TSU dCS p0
12 TSU eCS p0
13 TSU run p0, OUT: INT_END, DP: DISCARDED
14 TSU run p0, OUT: STATE
15 TSU run p0
`, k.Wave())
}

func TestContextThatEndsDrawsEverythingBeforeTheToken(t *testing.T) {
	k := newBench(t)
	k.csp.Queue = commands(pipe.Draw, pipe.IntEnd)
	k.eup.Queue = shaded(pipe.Prim, pipe.EndDraw, pipe.IntEnd)
	k.Step(12)
	var got []pipe.Kind
	for i := range k.out.Got {
		got = append(got, k.out.Got[i].Kind)
	}
	require.Equal(t, []pipe.Kind{pipe.Draw, pipe.Tri, pipe.EndDraw, pipe.IntEnd}, got)
}

// A marker comes after every 64th culled primitive, so that the cursor moves.
func TestMarkerBehindCulledPrimitives(t *testing.T) {
	k := newBench(t)
	k.csp.Queue = commands(pipe.Draw)
	for i := range 2*MarkEvery + 3 {
		e := shaded(pipe.Prim)[0]
		e.At.Primitive = uint32(i)
		e.V[2] = e.V[1] // no area
		k.eup.Queue = append(k.eup.Queue, e)
	}
	k.Step(400)
	require.Len(t, k.out.Got, 3)
	for i, want := range []uint32{MarkEvery, 2 * MarkEvery} {
		m := &k.out.Got[1+i]
		require.Equal(t, pipe.Mark, m.Kind)
		require.Equal(t, want, m.At.Primitive)
	}
}

// A restore sends no triangle of the saved primitive below the saved one (S7).
func TestRestoreSkipsTrianglesOfTheSavedPrimitive(t *testing.T) {
	k := newBench(t)
	k.csp.Queue = commands(pipe.Resume, pipe.Draw)
	k.csp.Queue[0].At = pipe.Cursor{Primitive: 1, Triangle: 1}
	clipped := shaded(pipe.None, pipe.Prim, pipe.Prim, pipe.EndDraw)[1:]
	for i := range clipped[:2] {
		clipped[i].V[0].Clip[2] = -0.5 // cut by the near plane: two triangles
	}
	k.eup.Queue = clipped
	k.Step(20)
	var ids [][2]uint32
	for i := range k.out.Got {
		if e := &k.out.Got[i]; e.Kind == pipe.Tri {
			ids = append(ids, [2]uint32{e.At.Primitive, e.At.Triangle})
		}
	}
	require.Equal(t, [][2]uint32{{1, 1}, {2, 0}, {2, 1}}, ids)
}

// The end of its draw ends what a restore skips: a draw after it that has the same numbers, at the same offset of another DMA buffer, is drawn
// whole.
func TestSkippingEndsWithItsDraw(t *testing.T) {
	k := newBench(t)
	k.b.S.Skips, k.b.S.Skip = true, pipe.Cursor{Triangle: 1}
	k.csp.Queue = commands(pipe.Draw, pipe.Draw)
	k.eup.Queue = shaded(pipe.Prim)
	k.eup.Queue = append(k.eup.Queue, shaded(pipe.EndDraw)...)
	k.eup.Queue = append(k.eup.Queue, shaded(pipe.Prim)...)
	k.Step(30)
	var kinds []pipe.Kind
	for i := range k.out.Got {
		kinds = append(kinds, k.out.Got[i].Kind)
	}
	require.Equal(t, []pipe.Kind{pipe.Draw, pipe.EndDraw, pipe.Draw, pipe.Tri}, kinds)
}
