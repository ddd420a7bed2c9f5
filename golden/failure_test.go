package golden

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/isa/asm"
	"tilemark/hw/regs"
)

// failing is a world of 16x8 pixels with one triangle that covers two tiles, whose pixel kernel loops as often as the pixel's column says.
func failing(t *testing.T, block uint32, register uint32, limit uint32, text string) *world {
	w := newWorld(16, 8)
	k, errs := asm.Assemble("kernel", text)
	require.Empty(t, errs)
	const at = 0x7000
	bytes := uint32(copy(w.mem[at:], k.Bytes()))
	w.set(block, register, at, bytes, regs.EUPVertexKernelNeedsFields{Registers: uint32(k.Registers - 1), Inputs: uint32(k.Inputs)}.Pack(), limit)
	if block == regs.BlockPS {
		w.set(regs.BlockBIND, regs.BINDPixelKernel, at, bytes)
		w.set(block, regs.PSPixelAttributes, uint32(k.Attributes))
	}
	w.color(1, 1, 1, 1)
	w.setFloats(regs.BlockTSU, regs.TSUGuardBand, 8)
	w.triangles(w.at(0, 0, 0.5), w.at(32, 0, 0.5), w.at(0, 32, 0.5))
	w.load()
	return w
}

const columns = `
.kernel columns
.stage pixel
.lanes 8
.inputs 12
mov r20:ud, 0:ud
loop
add r20:ud, r20:ud, 1:ud
cmp.lt.f0 null:ud, r20:ud, r1:ud
(f0) while
send.color.4 r6 {last}
`

// A pixel thread at its limit draws nothing, also of its other quads, and the rest of the draw is as ever.
func TestFailingPixelThreadsAreDiscarded(t *testing.T) {
	const limit = 1 + 1 + 3*12 + 1 // columns 0 to 12
	w := failing(t, regs.BlockPS, regs.PSPixelKernel, limit, columns)
	start := []Start{{Header: ctxAddr}}
	mem := append(image(nil), w.mem...)
	traces, err := RunTogether(mem, start, 0)
	require.NoError(t, err)
	f := traces[0].Failures
	require.Len(t, f, 1, "of those without a packing the first one is noted")
	require.Equal(t, regs.ReasonInstructions, int(f[0].Reason))
	require.True(t, f[0].Below())
	require.Equal(t, f[0].Event, traces[0].Doubt())
	require.Equal(t, KindTile, traces[0].Events[f[0].Event].Kind)
	require.Equal(t, uint16(1), traces[0].Events[f[0].Event].X, "columns 8 to 15")

	drawn := func(quads ...uint8) (columns []int, failures int) {
		mem := append(image(nil), w.mem...)
		start[0].Threads = &Threads{Quads: quads}
		traces, errs := RunTogetherUntil(mem, start)
		require.NoError(t, errs[0])
		for x, c := range readSurface(mem, colorAddr, 2, 16, 8)[:16] {
			if c != 0 {
				columns = append(columns, x)
			}
		}
		return columns, len(traces[0].Failures)
	}
	some, n := drawn()
	require.Equal(t, []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, some)
	require.Equal(t, 8, n, "two quads of each of four rows")
	pairs := []uint8{2, 2, 2, 2, 2, 2, 2, 2, 1, 2, 1}
	some, n = drawn(pairs...)
	require.Equal(t, []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, some, "columns 10 and 11 share a thread with 12 and 13")
	require.Equal(t, 2+6, n)

	start[0].Threads = &Threads{Quads: []uint8{2, 2, 2, 2, 2, 2, 2, 1, 2}}
	_, errs := RunTogetherUntil(append(image(nil), w.mem...), start)
	require.ErrorContains(t, errs[0], "the tile (0, 0) ends before", "no thread has quads of two tiles")
}

// A vertex thread that fails stops its context at its first primitive.
func TestFailingVertexThreadStopsItsContext(t *testing.T) {
	w := failing(t, regs.BlockEUP, regs.EUPVertexKernel, 5, `
.kernel endless
.stage vertex
.lanes 8
.inputs 12
again:
jmp again
`)
	trace, err := Run(w.mem, ctxAddr)
	require.NoError(t, err)
	require.ErrorContains(t, trace.Stopped, "an instruction of the vertex kernel that can go on: the thread has executed 5 instructions")
	require.Nil(t, trace.Stop, "nothing of it passes the break point")
	require.Len(t, trace.Failures, 1)
	require.Equal(t, uint32(0x7000), trace.Failures[0].At)
	require.Empty(t, trace.kinds(KindTile, KindEndDraw))
}
