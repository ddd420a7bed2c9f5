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
	threads *blocktest.Sink[pipe.QuadThread]
	results *blocktest.Source[pipe.QuadResult]
	out     *blocktest.Sink[pipe.ColorEntry]
	path    *blocktest.Sink[pipe.Report]
	lateZ   *blocktest.Sink[pipe.LateQuad]
	late    *blocktest.Source[pipe.LateAnswer]
}

func newBench(t testing.TB) *bench { return newBenchOf(t, Config{InFlight: 4}) }

func newBenchOf(t testing.TB, cfg Config) *bench {
	b := New("PS", cfg)
	b.S.Changed = false // the pool has the kernel
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

// answer has the pool answer what it was asked with a colour, of which one byte is not 0.
func (k *bench) answer(red uint8) {
	k.results.Queue = append(k.results.Queue, pipe.QuadResult{Kind: pipe.Quad, Kept: 1, Color: [4][4]float32{{float32(red) / 255}}})
}

// kinds are those of what the pool has got.
func (k *bench) kinds() (out []pipe.Kind) {
	for i := range k.threads.Got {
		out = append(out, k.threads.Got[i].Kind)
	}
	return out
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

// A flush says whether caches keep what memory does not have; what else has them drop what they have does not.
func TestTheModeOfAFlushComesToThePool(t *testing.T) {
	for _, c := range []struct {
		entry pipe.Cmd
		keeps bool
	}{{pipe.FlushCmd(1, true, pipe.Cursor{}), false}, {pipe.FlushCmd(1, false, pipe.Cursor{}), true}, {mark(pipe.Fence).Cmd, false}, {pipe.BlitCmd(1, 1, pipe.Cursor{}), false}, {mark(pipe.IntEnd).Cmd, false}} {
		k := newBench(t)
		k.in.Queue = []pipe.QuadEntry{{Cmd: c.entry}}
		k.Step(8)
		require.Len(t, k.threads.Got, 1)
		require.Equal(t, c.keeps, k.threads.Got[0].Keeps(), "%s", c.entry.Kind)
	}
}

// A fence and the end of a context have the pool drop what caches have of the slot's context, and wait for
// it; nothing is dispatched after them before they have left. After the end of a context the pool is told the kernel again.
func TestNothingIsDispatchedBehindAFenceOrTokenUntilThePoolAnswers(t *testing.T) {
	for _, kind := range []pipe.Kind{pipe.Fence, pipe.Blit, pipe.Flush, pipe.IntEnd} {
		k := newBench(t)
		k.in.Queue = []pipe.QuadEntry{quad(2), mark(kind), quad(4)}
		k.Step(8)
		require.Equal(t, []pipe.Kind{pipe.Quad, pipe.Invalidate}, k.kinds())
		require.EqualValues(t, 1, k.threads.Got[1].Slot)
		k.answer(70)
		k.Step(8)
		require.Len(t, k.out.Got, 1, "%s waits for the pool", kind)
		require.Len(t, k.threads.Got, 2, "a quad was dispatched after %s", kind)
		k.out.Shut = true
		k.results.Queue = []pipe.QuadResult{{Kind: pipe.Invalidate, Slot: 1}}
		k.Step(8)
		want := []pipe.Kind{pipe.Quad, pipe.Invalidate, pipe.Quad}
		if kind == pipe.IntEnd {
			want = []pipe.Kind{pipe.Quad, pipe.Invalidate, pipe.State, pipe.Quad}
		}
		require.Equal(t, want, k.kinds())
		k.out.Shut = false
		k.answer(71)
		k.Step(8)
		require.Equal(t, []string{"QUAD 2 70", kind.String() + " 0 0", "QUAD 4 71"}, k.sent())
	}
}

// The pool is asked for nothing by a marker of another kind, though it is told of the end of a tile; and colours of an earlier quad do
// not stay on it.
func TestPassedEntriesAskThePoolNothing(t *testing.T) {
	k := newBench(t)
	for _, kind := range []pipe.Kind{pipe.Head, pipe.Draw, pipe.TileEnd, pipe.EndDraw, pipe.Query, pipe.TGInt} {
		k.in.Queue = append(k.in.Queue, mark(kind))
	}
	k.in.Queue = append(k.in.Queue, state(regs.BlockWBU, 3, 5))
	k.Step(20)
	require.Equal(t, []pipe.QuadThread{{Kind: pipe.TileEnd, Slot: 1}}, k.threads.Got)
	require.Len(t, k.out.Got, 7)
	require.EqualValues(t, 5, k.out.Got[6].RegWrite().Value, "state of a block after passes")
}

// The end of a tile, and the kernel, wait for room in the pool's input as quads do, and keep their places.
func TestWhatThePoolIsToldKeepsItsPlace(t *testing.T) {
	k := newBench(t)
	k.threads.Shut = true
	kernel := state(regs.BlockPS, regs.PSPixelKernel, 640)
	k.in.Queue = []pipe.QuadEntry{kernel, quad(0), quad(2), quad(4), mark(pipe.TileEnd), quad(6), kernel, quad(8)}
	k.Step(12)
	require.Equal(t, 3, k.b.S.Queue.Len(), "the pool's input has the kernel and three quads")
	k.threads.Shut = false
	k.Step(3)
	k.threads.Shut = true
	for n := range uint8(4) {
		k.answer(n)
		k.Step(6)
	}
	k.threads.Shut = false
	k.answer(4)
	k.Step(10)
	require.Equal(t, []pipe.Kind{pipe.State, pipe.Quad, pipe.Quad, pipe.Quad, pipe.TileEnd, pipe.Quad, pipe.State, pipe.Quad}, k.kinds())
	require.Equal(t, []string{"QUAD 0 0", "QUAD 2 1", "QUAD 4 2", "TILE_END 0 0", "QUAD 6 3", "QUAD 8 4"}, k.sent())
}

// The registers are copied as they stand where INTERRUPTIBLE stands: what comes after
// it is not taken before.
func TestInterruptibleCopiesRegistersBeforeAnythingBehindIt(t *testing.T) {
	k := newBench(t)
	k.in.Queue = []pipe.QuadEntry{
		state(regs.BlockPS, regs.PSPixelKernel, 640), mark(pipe.Interruptible), state(regs.BlockPS, regs.PSPixelKernel, 1280), quad(2),
	}
	k.path.Shut = true
	k.Step(10)
	require.Equal(t, "blocked by DP", k.Waits())
	require.Empty(t, k.out.Got)
	require.Empty(t, k.threads.Got)
	require.EqualValues(t, 640, k.b.S.Regs.PixelKernel())
	k.path.Shut = false
	k.Step(10 + len(k.b.S.Regs))
	require.Len(t, k.path.Got, len(k.b.S.Regs))
	for i, r := range k.path.Got {
		want := regs.ResetValue(regs.BlockPS, i)
		if i == regs.PSPixelKernel {
			want = 640
		}
		require.Equal(t, pipe.RegisterReport(pipe.Dumped, 1, uint16(i), want).From(regs.BlockPS), r)
	}
	require.Equal(t, []string{"INTERRUPTIBLE 0 0"}, k.sent())
	require.EqualValues(t, 1280, k.b.S.Regs.PixelKernel())
	require.Equal(t, []pipe.Kind{pipe.State, pipe.Quad}, k.kinds())
}

// kernels are what the pool was told of kernels: place, pin set and the registers.
func (k *bench) kernels(t *testing.T) (out []string) {
	for i := range k.threads.Got {
		if e := &k.threads.Got[i]; e.Kind == pipe.State {
			kernel, constants := e.Kernel()
			out = append(out, fmt.Sprintf("slot %d, %+v, alpha %x", e.Slot, kernel, constants[regs.PSAlphaRef]))
			require.Equal(t, kernel.Kernel, constants[regs.PSPixelKernel])
		}
	}
	return out
}

// The pool is told the kernel with its constants before the first quad after a register has changed, and no more than once, also when several have; what
// comes to an end with its context are the registers.
func TestStateHoldsForTheQuadsBehindItAndEndsWithItsContext(t *testing.T) {
	k := newBench(t)
	needs := regs.PSPixelKernelNeedsFields{Registers: 40, Lanes: 1, Inputs: 14}.Pack()
	of := func(x uint16) pipe.QuadEntry {
		e := quad(x)
		e.SetPinSet(3)
		return e
	}
	k.b.S.Set = 3
	k.in.Queue = []pipe.QuadEntry{
		of(2), state(regs.BlockPS, regs.PSPixelKernel, 640), state(regs.BlockPS, regs.PSPixelKernelBytes, 72), state(regs.BlockPS, regs.PSPixelKernelNeeds, needs),
		state(regs.BlockPS, regs.PSPixelLimit, 99), state(regs.BlockPS, regs.PSAlphaRef, 0x77), of(4), of(6), state(regs.BlockWBU, 0, 1), of(8), mark(pipe.IntEnd), quad(10),
	}
	for i := range uint8(4) {
		k.answer(70 + i)
	}
	k.results.Queue = append(k.results.Queue, pipe.QuadResult{Kind: pipe.Invalidate, Slot: 1})
	k.answer(75)
	k.Step(60)
	require.Equal(t, []pipe.Kind{pipe.Quad, pipe.State, pipe.Quad, pipe.Quad, pipe.Quad, pipe.Invalidate, pipe.State, pipe.Quad}, k.kinds())
	require.Equal(t, []string{
		"slot 1, {Kernel:640 Bytes:72 Limit:99 Registers:40 Lanes:16 Inputs:14 Varyings:6 Set:3 Scratch:0 Table:0}, alpha 77", "slot 1, {Kernel:0 Bytes:0 Limit:0 Registers:0 Lanes:8 Inputs:0 Varyings:6 Set:0 Scratch:0 Table:0}, alpha 0",
	}, k.kernels(t))
	require.Equal(t, []string{"QUAD 2 70", "QUAD 4 71", "QUAD 6 72", "STATE 0 0", "QUAD 8 73", "INT_END 0 0", "QUAD 10 75"}, k.sent())
	require.Zero(t, k.b.S.Queue.Len())
}

// After reset, as after the end of a context, the pool has no kernel of the registers; a draw that has pinned nothing has none, whatever they say.
func TestTheFirstQuadBringsItsKernel(t *testing.T) {
	k := newBench(t)
	k.b.S.Changed = New("PS", Config{InFlight: 4}).S.Changed
	e := quad(4)
	e.SetPinSet(2)
	k.in.Queue = []pipe.QuadEntry{quad(2), state(regs.BlockPS, regs.PSPixelKernelBytes, 72), quad(2), e}
	k.Step(20)
	require.Equal(t, []pipe.Kind{pipe.State, pipe.Quad, pipe.State, pipe.Quad, pipe.State, pipe.Quad}, k.kinds())
	none, _ := k.threads.Got[2].Kernel()
	there, _ := k.threads.Got[4].Kernel()
	require.Equal(t, []uint32{0, 72}, []uint32{none.Bytes, there.Bytes})
}

// The pin set of a draw comes with its quads. The pool is told of another one.
func TestThePoolIsToldOfAnotherPinSet(t *testing.T) {
	k := newBench(t)
	of := func(x uint16, set uint8) pipe.QuadEntry {
		e := quad(x)
		e.SetPinSet(set)
		return e
	}
	k.in.Queue = []pipe.QuadEntry{of(2, 3), of(4, 3), state(regs.BlockPS, regs.PSPixelKernel, 640), of(6, 3), of(8, 5), mark(pipe.IntEnd), of(10, 5)}
	for range 4 {
		k.answer(1)
	}
	k.results.Queue = append(k.results.Queue, pipe.QuadResult{Kind: pipe.Invalidate, Slot: 1})
	k.answer(1)
	k.Step(60)
	require.Equal(t, []pipe.Kind{pipe.State, pipe.Quad, pipe.Quad, pipe.State, pipe.Quad, pipe.State, pipe.Quad, pipe.Invalidate, pipe.State, pipe.Quad}, k.kinds())
	require.Equal(t, []string{
		"slot 1, {Kernel:0 Bytes:0 Limit:0 Registers:0 Lanes:8 Inputs:0 Varyings:6 Set:3 Scratch:0 Table:0}, alpha 0", "slot 1, {Kernel:640 Bytes:0 Limit:0 Registers:0 Lanes:8 Inputs:0 Varyings:6 Set:3 Scratch:0 Table:0}, alpha 0",
		"slot 1, {Kernel:640 Bytes:0 Limit:0 Registers:0 Lanes:8 Inputs:0 Varyings:6 Set:5 Scratch:0 Table:0}, alpha 0", "slot 1, {Kernel:0 Bytes:0 Limit:0 Registers:0 Lanes:8 Inputs:0 Varyings:6 Set:5 Scratch:0 Table:0}, alpha 0",
	}, k.kernels(t))
}

// pixels is what a quad has of its four pixels: depth, 1/w, attributes.
func pixels(e *pipe.QuadThread) (out [4][2 + pipe.Attributes]float32) {
	z, w := e.Depths(), e.Reciprocals()
	for n := range out {
		out[n][0], out[n][1] = math.Float32frombits(z[n]), math.Float32frombits(w[n])
		for i := range pipe.Attributes {
			out[n][2+i] = math.Float32frombits(e.Attribute(i)[n])
		}
	}
	return out
}

// Planes hold from a triangle's to the next one's and are evaluated at all four pixels, covered or not: kernels take differences between them.
func TestQuadIsInterpolatedWithThePlanesBeforeIt(t *testing.T) {
	k := newBench(t)
	first, last := planes(0.5, 0.25)
	second, end := planes(0.25, 0.125)
	end.A.Count = 1 // no texture coordinates
	q := quad(2)
	q.Y, q.Mask, q.Front, q.Z = 6, 8, true, [4]float32{0.1, 0.2, 0.3, 0.4}
	r := quad(4)
	k.in.Queue = []pipe.QuadEntry{first, last, q, second, end, r}
	k.Step(12)
	require.Len(t, k.threads.Got, 2)
	e := &k.threads.Got[0]
	x, y := e.Place()
	require.Equal(t, []any{pipe.Quad, uint8(1), uint8(8), true, uint16(2), uint16(6)}, []any{e.Kind, e.Slot, e.Mask, e.Front, x, y})
	require.Equal(t, [4][2 + pipe.Attributes]float32{{0.1, 0.5, 0.5, 0, 0, 0, 6, 16}, {0.2, 0.5, 0.5, 0, 0, 0, 8, 16}, {0.3, 0.5, 0.5, 0, 0, 0, 6, 18}, {0.4, 0.5, 0.5, 0, 0, 0, 8, 18}}, pixels(e))
	e = &k.threads.Got[1]
	x, y = e.Place()
	require.Equal(t, []any{pipe.Quad, uint8(1), uint8(1), false, uint16(4), uint16(0)}, []any{e.Kind, e.Slot, e.Mask, e.Front, x, y})
	flat := [2 + pipe.Attributes]float32{0, 0.25, 0.5}
	require.Equal(t, [4][2 + pipe.Attributes]float32{flat, flat, flat, flat}, pixels(e))
}

// The colour of a dropped pixel is not written; a quad that has no other goes no further.
func TestDroppedPixelsLeaveTheirQuad(t *testing.T) {
	k := newBench(t)
	a, b, c := quad(2), quad(4), quad(6)
	a.Mask, b.Mask, c.Mask = 15, 15, 6
	k.in.Queue = []pipe.QuadEntry{a, b, c, mark(pipe.TileEnd)}
	k.results.Queue = []pipe.QuadResult{
		{Kind: pipe.Quad}, {Kind: pipe.Quad, Kept: 5, Color: [4][4]float32{{7. / 255}, {9. / 255}, {8. / 255}, {9. / 255}}}, {Kind: pipe.Quad, Kept: 3, Color: [4][4]float32{{1}, {1}, {1}, {1}}},
	}
	k.Step(16)
	require.Equal(t, []string{"QUAD 4 7", "QUAD 6 255", "TILE_END 0 0"}, k.sent())
	require.EqualValues(t, 5, k.out.Got[0].Mask)
	require.Equal(t, [4]pipe.Color{7, 0, 8, 0}, k.out.Got[0].Color)
	require.EqualValues(t, 2, k.out.Got[1].Mask, "of pixels that are covered")
}

// Colours are converted to the format that the surface had when their quad was dispatched, whatever it is when they come.
func TestColorsHaveTheFormatOfTheirQuad(t *testing.T) {
	k := newBench(t)
	format := func(f uint32) pipe.QuadEntry { return state(regs.BlockPS, regs.PSColorFormat, f) }
	k.in.Queue = []pipe.QuadEntry{quad(0), format(regs.PSColorFormatRgba16f), quad(2), format(regs.PSColorFormatSrgb8), quad(4), format(regs.PSColorFormatRgba8)}
	k.Step(14)
	require.Empty(t, k.out.Got)
	for range 3 {
		k.results.Queue = append(k.results.Queue, pipe.QuadResult{Kind: pipe.Quad, Kept: 1, Color: [4][4]float32{{2, -1, 0.5, 1}}})
	}
	k.Step(10)
	require.Len(t, k.out.Got, 3)
	require.Equal(t, pipe.Color(255|128<<16|255<<24), k.out.Got[0].Color[0], "bytes")
	require.Equal(t, pipe.Color(0x4000|0xbc00<<16|0x3800<<32|0x3c00<<48), k.out.Got[1].Color[0], "half floats")
	require.Equal(t, pipe.Color(0x3c00|0<<16|0x3800<<32|0x3c00<<48), k.out.Got[2].Color[0], "half floats from 0 to 1")
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
// turn; it goes on, with the pixels that passed, when its turn and the answer have come. Depths that the kernel has computed are from 0 to 1, and are those of pixels that it kept.
func TestLateQuadsAreTestedBehindThePool(t *testing.T) {
	k := newBench(t)
	a, b := quad(2), quad(4)
	a.Late, b.Late = true, true
	a.Mask, b.Mask = 15, 15
	k.in.Queue = []pipe.QuadEntry{quad(0), a, mark(pipe.TileEnd), b, quad(6)}
	k.answer(70)
	k.results.Queue = append(k.results.Queue,
		pipe.QuadResult{Kind: pipe.Quad, Slot: 1, Kept: 7, Color: [4][4]float32{{71. / 255}, {}, {72. / 255}}, Depth: true, Z: [4]float32{0.5, 1.5, -2, 0.75}},
		pipe.QuadResult{Kind: pipe.Quad, Slot: 1, Z: [4]float32{0.5}})
	k.answer(73)
	k.Step(20)
	require.Equal(t, []pipe.LateQuad{{Slot: 1, Kept: 7, WriteDepth: true, Depth: [4]float32{0.5, 1}}, {Slot: 1}}, k.lateZ.Got)
	require.Equal(t, []string{"QUAD 0 70"}, k.sent())
	k.late.Queue = []pipe.LateAnswer{{Slot: 1, Pass: 5}, {Slot: 1}}
	k.Step(12)
	require.Equal(t, []string{"QUAD 0 70", "QUAD 2 71", "TILE_END 0 0", "QUAD 6 73"}, k.sent())
	require.EqualValues(t, 5, k.out.Got[1].Mask)
	require.EqualValues(t, 72, k.out.Got[1].Color[2])
	require.Zero(t, k.b.S.Shaded+k.b.S.Unsent)
}

// The format of a late quad's colours is that of its dispatch, too.
func TestColorsOfLateQuadsHaveTheFormatOfTheirQuad(t *testing.T) {
	k := newBench(t)
	a := quad(2)
	a.Late = true
	k.in.Queue = []pipe.QuadEntry{state(regs.BlockPS, regs.PSColorFormat, regs.PSColorFormatRgba16f), a, state(regs.BlockPS, regs.PSColorFormat, regs.PSColorFormatRgba8)}
	k.Step(10)
	k.results.Queue = []pipe.QuadResult{{Kind: pipe.Quad, Slot: 1, Kept: 1, Color: [4][4]float32{{2, -1, 0.5, 1}}}}
	k.Step(6)
	require.Len(t, k.lateZ.Got, 1)
	k.late.Queue = []pipe.LateAnswer{{Slot: 1, Pass: 1}}
	k.Step(6)
	require.Len(t, k.out.Got, 1)
	require.Equal(t, pipe.Color(0x4000|0xbc00<<16|0x3800<<32|0x3c00<<48), k.out.Got[0].Color[0])
}

// The fault of a late quad waits for room in the datapath like any other report.
func TestFaultsOfLateQuadsWaitForTheDatapath(t *testing.T) {
	k := newBench(t)
	k.path.Shut = true
	for n := range uint16(3) {
		e := quad(2 * n)
		e.Late = true
		k.in.Queue = append(k.in.Queue, e)
		k.results.Queue = append(k.results.Queue, pipe.QuadResult{Kind: pipe.Quad, Slot: 1, Fault: pipe.KernelFault{Code: 3, At: uint32(n)}})
	}
	k.Step(30)
	require.Len(t, k.lateZ.Got, 2, "two reports fill the datapath")
	k.path.Shut = false
	k.Step(10)
	require.Len(t, k.lateZ.Got, 3)
	require.Len(t, k.path.Got, 3)
}
