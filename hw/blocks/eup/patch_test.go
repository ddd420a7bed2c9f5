package eup

import (
	"math"
	"math/bits"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"tilemark/hw/pipe"
	"tilemark/hw/regs"
)

// flatPatch is a patch whose control records lie from addr on; served by serve it is
// flat.
func flatPatch(slot uint8, n, addr uint32) pipe.Thread {
	e := mark(pipe.Patch, slot)
	e.At.Primitive = n
	e.SetAssembly(pipe.Assembly{Vertices: 16})
	e.Fetch[0] = addr
	return e
}

// serve answers requests for control records; the patch lies at its address in z.
func (k *bench) serve(from int) int {
	for ; from < len(k.req.Got); from++ {
		r := k.req.Got[from]
		a := pipe.MemAnswer{Op: pipe.Read, Slot: r.Slot, Tag: r.Tag}
		c := r.Addr >> 6 & 15
		a.Data[0], a.Data[1] = math.Float32bits(float32(c&3)/3), math.Float32bits(float32(c>>2)/3)
		a.Data[2] = math.Float32bits(float32(r.Addr &^ 0x3ff))
		k.ans.Queue = append(k.ans.Queue, a)
	}
	return from
}

func (k *bench) level(slot uint8, n uint32) { k.b.S.Regs[slot][regs.EUPTessellation] = n }

// The triangles of a patch come out in order, as if their vertices had been fetched,
// before the vertex work behind it.
func TestPatchBecomesItsTriangles(t *testing.T) {
	k := newBench(t, 2)
	k.level(0, 2)
	k.in.Queue = []pipe.Thread{flatPatch(0, 5, 0x400), prim(0, 6, 0, 7)}
	served := 0
	for range 120 {
		k.Step(1)
		served = k.serve(served)
	}
	require.Len(t, k.req.Got, 16)
	require.Len(t, k.out.Got, 9)
	for i := range 8 {
		e := &k.out.Got[i]
		require.Equal(t, pipe.Prim, e.Kind)
		require.Equal(t, pipe.Cursor{Primitive: 5, Triangle: 8 * uint32(i)}, e.At)
		made := e.Assembly()
		require.EqualValues(t, 7-i, made.More, "triangles that follow")
		require.Equal(t, i == 0, made.Vertices == 16)
		for c := range e.V {
			x, y := corner(uint16(i), c, 2)
			require.InDelta(t, float64(x)/2, e.V[c].Clip[0], 1e-6)
			require.InDelta(t, float64(y)/2, e.V[c].Clip[1], 1e-6)
			require.InDelta(t, 0x400, e.V[c].Clip[2], 1e-3)
		}
	}
	require.EqualValues(t, 6, k.out.Got[8].At.Primitive)
	k.empty(t)
	require.Equal(t, patch{}, k.b.S.Patch)
}

// Control records past the last vertex are zeros, each on its own.
func TestControlRecordsPastTheLastVertexAreZeros(t *testing.T) {
	k := newBench(t, 2)
	k.level(0, 1)
	e := flatPatch(0, 0, 0x400)
	e.Null = 0xfffe
	k.in.Queue = []pipe.Thread{e}
	k.Step(4)
	k.serve(0)
	k.Step(30)
	require.Len(t, k.req.Got, 1)
	require.Len(t, k.out.Got, 2)
	require.EqualValues(t, 0x400, k.out.Got[0].V[0].Clip[2])
	require.Zero(t, k.out.Got[0].V[1].Clip[2])
	e.Null = 0xffff
	k.in.Queue = []pipe.Thread{e}
	k.Step(30)
	require.Len(t, k.req.Got, 1, "nothing to read")
	require.Len(t, k.out.Got, 4)
	k.empty(t)
}

func TestTessellatorLeavesAThreadForPixels(t *testing.T) {
	k := newBench(t, 1)
	k.level(0, 3)
	k.out.Shut = true
	k.in.Queue = []pipe.Thread{flatPatch(0, 0, 0x400)}
	served := 0
	for range 100 {
		k.Step(1)
		served = k.serve(served)
		require.GreaterOrEqual(t, bits.OnesCount64(k.b.S.Free), 1)
	}
	k.pixels.Queue = []pipe.PixelThread{pixel(0, 1, 0)}
	k.Step(10)
	require.Len(t, k.results.Got, 1)
	k.out.Shut = false
	k.Step(200)
	require.Len(t, k.out.Got, 18)
	k.empty(t)
}

// Cancelled in any cycle a patch leaves nothing behind; a patch of the next context
// takes no answer that is not its own.
func TestCancelledPatchLeavesTheNextContextAlone(t *testing.T) {
	for at := range 80 {
		k := newBench(t, 2)
		k.level(0, 2)
		k.level(1, 1)
		k.in.Queue = []pipe.Thread{prim(0, 0, 0, 7), flatPatch(0, 1, 0x400), flatPatch(0, 2, 0x800)}
		served := 0
		step := func(n int) {
			for range n {
				k.Step(1)
				if k.Cycle()%3 == 0 && served < len(k.req.Got) { // memory is slow
					all := k.req.Got
					k.req.Got = all[:served+1]
					served = k.serve(served)
					k.req.Got = all
				}
			}
		}
		step(at)
		k.cancel.Raise()
		k.in.Queue = append(k.in.Queue, mark(pipe.IntEnd, 0), flatPatch(1, 7, 0xc00), mark(pipe.EndDraw, 1))
		step(300)
		var got []pipe.Shaded
		for i := range k.out.Got {
			if k.out.Got[i].Slot == 1 {
				got = append(got, k.out.Got[i])
			}
		}
		require.Len(t, got, 3, "cancelled behind cycle %d", at)
		for i := range 2 {
			require.Equal(t, pipe.Cursor{Primitive: 7, Triangle: 8 * uint32(i)}, got[i].At)
			require.InDelta(t, 0xc00, got[i].V[0].Clip[2], 1e-3, "cancelled behind cycle %d", at)
		}
		k.empty(t)
		require.Equal(t, patch{}, k.b.S.Patch)
	}
}

// A request ID of a cancelled patch is not used again before its answer is in.
func TestNextPatchWaitsForTheCancelledOnesAnswers(t *testing.T) {
	k := newBench(t, 2)
	k.in.Queue = []pipe.Thread{flatPatch(0, 1, 0x400)}
	k.Step(8)
	asked := len(k.req.Got)
	require.Greater(t, asked, 3)
	k.cancel.Raise()
	k.in.Queue = []pipe.Thread{mark(pipe.IntEnd, 0), mark(pipe.Mark, 1), flatPatch(1, 9, 0x800)}
	k.Step(10)
	require.Equal(t, []string{"INT_END", "MARK"}, k.kinds(), "what is no patch passes")
	asked = len(k.req.Got)
	require.Equal(t, patch{Phase: dropped, Waiting: uint8(asked)}, k.b.S.Patch)
	k.serve(0)
	for range 20 {
		k.Step(1)
	}
	require.Greater(t, len(k.req.Got), asked)
	require.EqualValues(t, 0x800, k.req.Got[asked].Addr)
}

// State behind a patch changes nothing of it.
func TestStateBehindAPatchWaits(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		k := newBench(t, rapid.IntRange(1, 3).Draw(rt, "units"))
		k.level(0, 3)
		set, move := mark(pipe.State, 0), mark(pipe.State, 0)
		set.SetRegWrite(pipe.RegWrite{Block: regs.BlockEUP, Reg: regs.EUPTessellation, Value: 1})
		move.SetRegWrite(pipe.RegWrite{Block: regs.BlockEUP, Reg: regs.EUPTransform0 + 14, Value: math.Float32bits(-1)})
		k.in.Queue = []pipe.Thread{flatPatch(0, 0, 0x400), set, move, flatPatch(0, 1, 0x800)}
		served := 0
		for range 600 {
			k.out.Shut = rapid.IntRange(0, 3).Draw(rt, "out") == 0
			k.Step(1)
			if rapid.IntRange(0, 2).Draw(rt, "memory") == 0 {
				served = k.serve(served)
			}
			if len(k.out.Got) == 20 {
				break
			}
		}
		require.Len(rt, k.out.Got, 20)
		for i := range k.out.Got {
			z := k.out.Got[i].V[0].Clip[2]
			require.InDelta(rt, map[bool]float64{true: 0x400, false: 0x7ff}[i < 18], z, 1e-3)
		}
		k.empty(rt)
	})
}
