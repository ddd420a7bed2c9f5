package tess

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"tilemark/hw/blocks/blocktest"
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
	"tilemark/hw/wires"
)

type bench struct {
	*blocktest.Bench
	b      *Tess
	in     *blocktest.Source[pipe.VertexThread]
	out    *blocktest.Sink[pipe.VertexThread]
	cancel *wires.LineOut
}

func newBench(t testing.TB) *bench {
	b := New("TESS", Config{Cycles: 2})
	k := &bench{Bench: blocktest.New(t, b), b: b}
	k.in = blocktest.In(k.Bench, &b.P.VFTess, "VF_TESS", 4)
	k.out = blocktest.Out(k.Bench, &b.P.TessEU, "TESS_EU", 2).As(func(e *pipe.VertexThread) string {
		return fmt.Sprintf("%s %d.%d", e.Kind, e.At.Primitive, e.At.Triangle/8)
	})
	k.cancel = k.Line(&b.P.EUPCancel, "CANCEL")
	return k
}

func mark(kind pipe.Kind, slot uint8) pipe.VertexThread {
	return pipe.VertexThread{Cmd: pipe.Cmd{Kind: kind, Slot: slot}}
}

func prim(slot uint8, n uint32) pipe.VertexThread {
	e := mark(pipe.Prim, slot)
	e.At.Primitive = n
	e.In[2][11] = float32(n)
	return e
}

// level writes TESSELLATION.
func level(slot uint8, n uint32) pipe.VertexThread {
	e := mark(pipe.State, slot)
	e.SetRegWrite(pipe.RegWrite{Block: regs.BlockEUP, Reg: regs.EUPTessellation, Value: n})
	return e
}

// flat are the parts of a patch that lies in the plane of z, its sides from 0 to 1.
func flat(slot uint8, n uint32, z float32) (parts []pipe.VertexThread) {
	for part := range uint8(pipe.PatchParts) {
		e := mark(pipe.Patch, slot)
		e.At.Primitive, e.Part = n, part
		e.SetAssembly(pipe.Assembly{Vertices: 16})
		for i := range e.In {
			if c := 3*int(part) + i; c < 16 {
				e.In[i][0], e.In[i][1], e.In[i][2] = float32(c&3)/3, float32(c>>2)/3, z
			}
		}
		parts = append(parts, e)
	}
	return parts
}

func join(entries ...[]pipe.VertexThread) (all []pipe.VertexThread) {
	for _, e := range entries {
		all = append(all, e...)
	}
	return all
}

func one(e pipe.VertexThread) []pipe.VertexThread { return []pipe.VertexThread{e} }

// The triangles of a patch come out in order, as if their vertices had been fetched, before the
// vertex work that follows it.
func TestPatchBecomesItsTriangles(t *testing.T) {
	k := newBench(t)
	k.in.Queue = join(one(level(0, 2)), flat(0, 5, 7), one(prim(0, 6)))
	k.Step(60)
	require.Len(t, k.out.Got, 10)
	require.Equal(t, level(0, 2), k.out.Got[0], "the pool has the register")
	for i := range 8 {
		e := &k.out.Got[1+i]
		require.Equal(t, pipe.Prim, e.Kind)
		require.Equal(t, pipe.Cursor{Primitive: 5, Triangle: 8 * uint32(i)}, e.At)
		require.EqualValues(t, 7-i, e.Assembly().More, "triangles that follow")
		require.Equal(t, i == 0, e.Assembly().Vertices == 16)
		for c := range e.In {
			x, y := corner(uint16(i), c, 2)
			require.InDelta(t, float64(x)/2, e.In[c][0], 1e-6)
			require.InDelta(t, float64(y)/2, e.In[c][1], 1e-6)
			require.InDelta(t, 7, e.In[c][2], 1e-5)
		}
	}
	require.Equal(t, prim(0, 6), k.out.Got[9])
	require.Equal(t, State{Level: 2}, k.b.S)
}

// A triangle takes its time, and waits for room.
func TestTrianglesLeaveAtTheirTimes(t *testing.T) {
	k := newBench(t)
	k.in.Queue = join(flat(0, 3, 0), one(prim(0, 4)))
	k.Step(8)
	k.Wave()
	k.out.Shut = true
	k.Step(6)
	require.Equal(t, `9 TES spl t0001, TESS_EU: PRIM 3.0
10 TES spl t0001
11 TES pas t0000, TESS_EU: PRIM 3.1
12 TES pas t0000
13 TES pas t0000
14 TES pas t0000
`, k.Wave())
}

// Cancelled in any cycle, a patch leaves nothing behind: what follows INT_END comes out as if it
// had never been, with the level of the reset state.
func TestCancelInAnyCycleLeavesTheNextContextAlone(t *testing.T) {
	for at := range 60 {
		k := newBench(t)
		k.in.Queue = join(one(level(0, 2)), one(prim(0, 0)), flat(0, 1, 3), flat(0, 2, 4))
		k.Step(at)
		k.cancel.Raise()
		k.Step(1)
		before := len(k.out.Got) + k.out.F.Len()
		k.in.Queue = append(k.in.Queue, join(one(mark(pipe.IntEnd, 0)), flat(1, 7, 9), one(mark(pipe.EndDraw, 1)))...)
		k.Step(120)
		got := k.out.Got[before:]
		require.Len(t, got, 4, "cancelled behind cycle %d", at)
		require.Equal(t, pipe.IntEnd, got[0].Kind)
		left := uint32(4) // of the first four entries, those that have not left with all their triangles
		for i := range before {
			if k.out.Got[i].Assembly().More == 0 || k.out.Got[i].Kind == pipe.State {
				left--
			}
		}
		require.Equal(t, left, got[0].Discarded)
		for i := range 2 {
			require.Equal(t, pipe.Cursor{Primitive: 7, Triangle: 8 * uint32(i)}, got[1+i].At)
			require.InDelta(t, 9, got[1+i].In[0][2], 1e-5)
		}
		require.Equal(t, pipe.EndDraw, got[3].Kind)
		require.Equal(t, State{Level: 1}, k.b.S)
	}
}

// Whatever comes and however slow the neighbours are: primitives and markers pass as they are, each
// patch becomes the triangles of the level that was set before it, and all keeps its order.
func TestTessellatorPropertyKeepsTheOrder(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		k := newBench(t)
		var want []pipe.VertexThread
		segs := uint32(1)
		for n := range uint32(rapid.IntRange(1, 20).Draw(rt, "entries")) {
			switch rapid.IntRange(0, 4).Draw(rt, "what") {
			case 0:
				segs = rapid.SampledFrom([]uint32{0, 1, 2, 3, 5}).Draw(rt, "level")
				k.in.Queue = append(k.in.Queue, level(0, segs))
				want = append(want, level(0, segs))
				segs = max(segs, 1)
			case 1:
				parts := flat(0, n, 0)
				var p patch
				p.Level, p.Cmd = uint8(segs), parts[0].Cmd
				for i := range parts {
					for c := range parts[i].In {
						for w := range parts[i].In[c] {
							parts[i].In[c][w] = math.Float32frombits(rapid.Uint32Range(0x3e000000, 0x40000000).Draw(rt, "word"))
						}
						if at := 3*i + c; at < 16 {
							copy(p.Control[at][:], parts[i].In[c][:])
						}
					}
				}
				k.in.Queue = append(k.in.Queue, parts...)
				for p.Triangle = range p.triangles() {
					e := pipe.VertexThread{Cmd: parts[0].Cmd}
					e.Kind, e.At.Triangle = pipe.Prim, 8*uint32(p.Triangle)
					made := pipe.Assembly{Vertices: 16, More: p.triangles() - 1 - p.Triangle}
					if p.Triangle > 0 {
						made.Vertices = 0
					}
					e.SetAssembly(made)
					for c := range e.In {
						p.point(c, (*[recWords]float32)(e.In[c][:]))
					}
					want = append(want, e)
				}
			case 2:
				other := mark(pipe.State, 0)
				other.SetRegWrite(pipe.RegWrite{Block: regs.BlockEUP, Reg: regs.EUPTransform0, Value: n})
				k.in.Queue = append(k.in.Queue, other)
				want = append(want, other)
			default:
				k.in.Queue = append(k.in.Queue, prim(0, n))
				want = append(want, prim(0, n))
			}
		}
		k.Hesitate(rapid.Uint64().Draw(rt, "seed"), rapid.SampledFrom([]int{0, 50, 90}).Draw(rt, "hesitate"))
		for n := 0; len(k.out.Got) < len(want); n++ {
			require.Less(rt, n, 20_000, "it does not end: %s", k.b.Line())
			k.Step(1)
		}
		k.Open()
		k.Step(20)
		require.Equal(rt, want, k.out.Got)
	})
}
