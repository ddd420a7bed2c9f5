package ps

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/blocks/blocktest"
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
)

type bench struct {
	*blocktest.Bench
	b       *PS
	in      *blocktest.Source[pipe.QuadEntry]
	threads *blocktest.Sink[pipe.PixelThread]
	results *blocktest.Source[pipe.PixelResult]
	out     *blocktest.Sink[pipe.ColorEntry]
	path    *blocktest.Sink[pipe.Report]
	lateZ   *blocktest.Sink[pipe.LateQuad]
	late    *blocktest.Source[pipe.LateAnswer]
}

func newBench(t testing.TB) *bench {
	b := New("PS", Config{InFlight: 4})
	k := &bench{Bench: blocktest.New(t, b), b: b}
	k.in = blocktest.In(k.Bench, &b.P.PSFifo, "PS_FIFO", 8)
	k.results = blocktest.In(k.Bench, &b.P.EUPS, "EU_PS", 4)
	k.threads = blocktest.Out(k.Bench, &b.P.PSEU, "PS_EU", 4)
	k.out = blocktest.Out(k.Bench, &b.P.WBFifo, "WB_FIFO", 4).As(func(e *pipe.ColorEntry) string {
		return fmt.Sprintf("%s %d", e.Kind, e.X)
	})
	k.lateZ = blocktest.Out(k.Bench, &b.P.LateZ, "LATE_Z", 1).As(func(e *pipe.LateQuad) string { return fmt.Sprint(e.Kept) })
	k.late = blocktest.In(k.Bench, &b.P.LateAns, "LATE_ANS", 4)
	k.path = blocktest.Datapath(k.Bench, &b.P.DPPS)
	return k
}

func mark(kind pipe.Kind) pipe.QuadEntry { return pipe.QuadEntry{Cmd: pipe.Cmd{Kind: kind, Slot: 1}} }

func quad(x uint16) pipe.QuadEntry {
	e := mark(pipe.Quad)
	e.X, e.Mask = x, 1
	return e
}

// planes is what comes before a triangle's quads: 1/w, one component of the colour, and texture coordinates
// u = 1 + x and v = 2 + y in pixels.
func planes(o, red float32) (first, last pipe.QuadEntry) {
	first, last = mark(pipe.Planes), mark(pipe.Planes)
	first.A.Count, first.A.P = 4, [4]pipe.Plane{{Q: o}, {Q: red}}
	last.A.Count, last.A.P = 3, [4]pipe.Plane{{}, {Q: 1, GX: 1.0 / 256}, {Q: 2, GY: 1.0 / 256}}
	last.A.Last = true
	return first, last
}

func state(block uint8, reg uint16, value uint32) pipe.QuadEntry {
	e := mark(pipe.State)
	e.SetRegWrite(pipe.RegWrite{Block: block, Reg: reg, Value: value})
	return e
}

// A block waits for what its oldest entry waits for, not for the next one.
func TestOldestEntrySaysWhatIsWaitedFor(t *testing.T) {
	k := newBench(t)
	k.Step(2)
	require.Equal(t, "starved by PS_FIFO", k.Waits())
	for n := range 2 {
		k.in.Queue = append(k.in.Queue, quad(uint16(n)))
		k.Step(6)
		require.Equal(t, "starved by EU_PS", k.Waits(), "%d quads", n+1)
	}
}

// answer has the pool answer what it was asked with a colour.
func (k *bench) answer(color pipe.Color) {
	k.results.Queue = append(k.results.Queue, pipe.PixelResult{Kind: pipe.Quad, Kept: 1, Color: [4]pipe.Color{color}})
}

func (k *bench) sent() (out []string) {
	for i := range k.out.Got {
		e := &k.out.Got[i]
		out = append(out, fmt.Sprintf("%s %d %d", e.Kind, e.X, e.Color[0]))
	}
	return out
}

// A marker stays between the quads that it came between, though the pool does not see
// it; colours belong to the quads in order.
func TestMarkersKeepTheirPlaceAmongQuads(t *testing.T) {
	k := newBench(t)
	k.in.Queue = []pipe.QuadEntry{quad(2), mark(pipe.Head), quad(4), mark(pipe.EndDraw)}
	k.Step(8)
	require.Len(t, k.threads.Got, 2)
	k.answer(70)
	k.Step(4)
	k.answer(71)
	k.Step(5)
	require.Equal(t, `1 PS q00
2 PS q01, PS_EU: QUAD
3 PS q02
4 PS q03, PS_EU: QUAD
5 PS q04
6 PS q04
7 PS q04
8 PS q04
9 PS q04
10 PS q03, WB_FIFO: QUAD 2
11 PS q02, WB_FIFO: HEAD 0
12 PS q02
13 PS q02
14 PS q01, WB_FIFO: QUAD 4
15 PS q00, WB_FIFO: END_DRAW 0
16 PS q00
17 PS q00
`, k.Wave())
	require.Equal(t, []string{"QUAD 2 70", "HEAD 0 0", "QUAD 4 71", "END_DRAW 0 0"}, k.sent())
}

func TestQuadsInFlightAreLimited(t *testing.T) {
	k := newBench(t)
	for x := range uint16(7) {
		k.in.Queue = append(k.in.Queue, quad(x))
	}
	k.Step(12)
	require.Len(t, k.threads.Got, 4)
	k.answer(1)
	k.Step(4)
	require.Len(t, k.threads.Got, 5)
}

// A fence and the end of a context have the pool drop the slot's texels, and wait for
// it; nothing is dispatched behind them before they have left.
func TestNothingIsDispatchedBehindAFenceOrTokenUntilThePoolAnswers(t *testing.T) {
	for _, kind := range []pipe.Kind{pipe.Fence, pipe.IntEnd} {
		k := newBench(t)
		k.in.Queue = []pipe.QuadEntry{quad(2), mark(kind), quad(4)}
		k.Step(8)
		require.Len(t, k.threads.Got, 2)
		require.Equal(t, pipe.Invalidate, k.threads.Got[1].Kind)
		require.EqualValues(t, 1, k.threads.Got[1].Slot)
		k.answer(70)
		k.Step(8)
		require.Len(t, k.out.Got, 1, "%s waits for the pool", kind)
		require.Len(t, k.threads.Got, 2, "a quad was dispatched behind %s", kind)
		k.out.Shut = true
		k.results.Queue = []pipe.PixelResult{{Kind: pipe.Invalidate, Slot: 1}}
		k.Step(8)
		require.Len(t, k.threads.Got, 3)
		k.out.Shut = false
		k.answer(71)
		k.Step(8)
		require.Equal(t, []string{"QUAD 2 70", kind.String() + " 0 0", "QUAD 4 71"}, k.sent())
	}
}

// The pool is not asked for a marker of another kind, and colours of an earlier quad do
// not stay on it.
func TestPassedEntriesAskThePoolNothing(t *testing.T) {
	k := newBench(t)
	for _, kind := range []pipe.Kind{pipe.Head, pipe.Draw, pipe.TileEnd, pipe.EndDraw, pipe.Query, pipe.TGInt} {
		k.in.Queue = append(k.in.Queue, mark(kind))
	}
	k.in.Queue = append(k.in.Queue, state(regs.BlockWBU, 3, 5))
	k.Step(20)
	require.Empty(t, k.threads.Got)
	require.Len(t, k.out.Got, 7)
	require.EqualValues(t, 5, k.out.Got[6].RegWrite().Value, "state of a block behind passes")
}

// The registers are copied as they stand where INTERRUPTIBLE stands: what comes behind
// it is not taken before.
func TestInterruptibleCopiesRegistersBeforeAnythingBehindIt(t *testing.T) {
	k := newBench(t)
	k.in.Queue = []pipe.QuadEntry{
		state(regs.BlockPS, regs.PSTextureBase, 640), mark(pipe.Interruptible), state(regs.BlockPS, regs.PSTextureBase, 1280), quad(2),
	}
	k.path.Shut = true
	k.Step(10)
	require.Equal(t, "blocked by DP", k.Waits())
	require.Empty(t, k.out.Got)
	require.Empty(t, k.threads.Got)
	require.EqualValues(t, 640, k.b.S.Regs.TextureBase())
	k.path.Shut = false
	k.Step(10 + len(k.b.S.Regs))
	require.Len(t, k.path.Got, len(k.b.S.Regs))
	for i, r := range k.path.Got {
		want := regs.ResetValue(regs.BlockPS, i)
		if i == regs.PSTextureBase {
			want = 640
		}
		require.Equal(t, pipe.RegisterReport(pipe.Dumped, 1, uint16(i), want).From(regs.BlockPS), r)
	}
	require.Equal(t, []string{"INTERRUPTIBLE 0 0"}, k.sent())
	require.EqualValues(t, 1280, k.b.S.Regs.TextureBase())
	require.Len(t, k.threads.Got, 1)
}

func TestStateHoldsForTheQuadsBehindItAndEndsWithItsContext(t *testing.T) {
	k := newBench(t)
	k.in.Queue = []pipe.QuadEntry{
		quad(2), state(regs.BlockPS, regs.PSPixelProgram, 1), state(regs.BlockPS, regs.PSTextureBase, 640), quad(4), mark(pipe.IntEnd), quad(6),
	}
	for i := range pipe.Color(4) {
		k.answer(70 + i)
	}
	k.Step(20)
	require.Len(t, k.threads.Got, 4)
	var textures []string
	for _, e := range k.threads.Got {
		textures = append(textures, fmt.Sprint(e.Kind, e.Texture, e.Base))
	}
	require.Equal(t, []string{"QUAD false 0", "QUAD true 640", "INVALIDATE false 0", "QUAD false 0"}, textures)
	require.Zero(t, k.b.S.Queue.Len())
}

// Planes hold from a triangle's to the next one's and are evaluated at the pixels of the
// mask only.
func TestQuadIsInterpolatedWithThePlanesBeforeIt(t *testing.T) {
	k := newBench(t)
	first, last := planes(0.5, 0.25)
	second, end := planes(0.5, 0.125)
	q := quad(2)
	q.Mask = 9
	k.in.Queue = []pipe.QuadEntry{first, last, q, second, end, q}
	k.Step(10)
	require.Len(t, k.threads.Got, 2)
	require.Equal(t, [4][6]float32{{0.5, 0, 0, 0, 6, 4}, {}, {}, {0.5, 0, 0, 0, 8, 6}}, k.threads.Got[0].A)
	require.EqualValues(t, 0.25, k.threads.Got[1].A[0][0])
}

// The colour of a dropped pixel is not written; a quad that has no other goes no further.
func TestDroppedPixelsLeaveTheirQuad(t *testing.T) {
	k := newBench(t)
	a, b := quad(2), quad(4)
	a.Mask, b.Mask = 15, 15
	k.in.Queue = []pipe.QuadEntry{
		state(regs.BlockPS, regs.PSPixelProgram, 2), state(regs.BlockPS, regs.PSAlphaRef, math.Float32bits(0.5)), a, b, mark(pipe.TileEnd),
	}
	k.results.Queue = []pipe.PixelResult{{Kind: pipe.Quad}, {Kind: pipe.Quad, Kept: 5, Color: [4]pipe.Color{7, 0, 8}}}
	k.Step(16)
	require.True(t, k.threads.Got[0].Kill)
	require.EqualValues(t, 0.5, k.threads.Got[0].AlphaRef)
	require.Equal(t, []string{"QUAD 4 7", "TILE_END 0 0"}, k.sent())
	require.EqualValues(t, 5, k.out.Got[0].Mask)
}

// Each pixel that is given to the program counts, and the number that a query takes is
// the one of its place. It is reported at the end of the context.
func TestInvocationsAreCounted(t *testing.T) {
	k := newBench(t)
	q := quad(2)
	q.Mask = 11
	query, other := mark(pipe.Query), mark(pipe.Query)
	query.Cmd = pipe.QueryWrite{Counter: regs.CounterPsInvocations}.Cmd(query.Slot, query.At)
	other.Cmd = pipe.QueryWrite{Counter: regs.CounterOcclusion, Count: 99}.Cmd(other.Slot, other.At)
	k.in.Queue = []pipe.QuadEntry{
		state(regs.BlockPS, regs.PSPsInvocationsLo, math.MaxUint32), q, state(regs.BlockPS, regs.PSStatisticsControl, 1), q, query, other, q, mark(pipe.IntEnd),
	}
	for range 4 {
		k.answer(1)
	}
	k.Step(30)
	require.Len(t, k.out.Got, 6)
	require.EqualValues(t, 1<<32|2, k.out.Got[2].QueryWrite().Count)
	require.EqualValues(t, 99, k.out.Got[3].QueryWrite().Count, "counted elsewhere")
	require.Equal(t, []pipe.Report{
		pipe.RegisterReport(pipe.Dumped, 1, regs.PSPsInvocationsLo, 5).From(regs.BlockPS),
		pipe.RegisterReport(pipe.Dumped, 1, regs.PSPsInvocationsHi, 1).From(regs.BlockPS),
	}, k.path.Got)
	require.Zero(t, k.b.S.Regs.PsInvocationsLo())
}

// A late quad goes to its test when its colours are there, past markers and ahead of its
// turn; it goes on, with the pixels that passed, when its turn and the answer have come.
func TestLateQuadsAreTestedBehindThePool(t *testing.T) {
	k := newBench(t)
	a, b := quad(2), quad(4)
	a.Late, b.Late = true, true
	a.Mask, b.Mask = 15, 15
	k.in.Queue = []pipe.QuadEntry{quad(0), a, mark(pipe.TileEnd), b, quad(6)}
	k.answer(70)
	k.results.Queue = append(k.results.Queue,
		pipe.PixelResult{Kind: pipe.Quad, Slot: 1, Kept: 7, Color: [4]pipe.Color{71, 0, 72}, WriteDepth: true, Depth: [4]float32{0.5}},
		pipe.PixelResult{Kind: pipe.Quad, Slot: 1})
	k.answer(73)
	k.Step(20)
	require.Equal(t, []pipe.LateQuad{{Slot: 1, Kept: 7, WriteDepth: true, Depth: [4]float32{0.5}}, {Slot: 1}}, k.lateZ.Got)
	require.Equal(t, []string{"QUAD 0 70"}, k.sent())
	k.late.Queue = []pipe.LateAnswer{{Slot: 1, Pass: 5}, {Slot: 1}}
	k.Step(12)
	require.Equal(t, []string{"QUAD 0 70", "QUAD 2 71", "TILE_END 0 0", "QUAD 6 73"}, k.sent())
	require.EqualValues(t, 5, k.out.Got[1].Mask)
	require.EqualValues(t, 72, k.out.Got[1].Color[2])
	require.Zero(t, k.b.S.Shaded+k.b.S.Unsent)
}

// A filter that chooses a level by the differences within a quad gets the texture
// coordinates of pixels that are not covered too; nothing else of them.
func TestLevelsNeedTheCoordinatesOfAWholeQuad(t *testing.T) {
	k := newBench(t)
	first, color := planes(1, 0.25)
	k.in.Queue = []pipe.QuadEntry{
		first, color, state(regs.BlockPS, regs.PSPixelProgram, 1), state(regs.BlockPS, regs.PSTextureFilter, 3), quad(2),
		state(regs.BlockPS, regs.PSTextureFilter, 2), quad(2),
	}
	k.Step(12)
	require.Len(t, k.threads.Got, 2)
	require.Equal(t, [4][6]float32{{0.25, 0, 0, 0, 3, 2}, {}, {}, {}}, k.threads.Got[0].A)
	require.Equal(t, [4][6]float32{{0.25, 0, 0, 0, 3, 2}, {4: 4, 5: 2}, {4: 3, 5: 3}, {4: 4, 5: 3}}, k.threads.Got[1].A)
	require.EqualValues(t, 2, k.threads.Got[1].Filter)
}
