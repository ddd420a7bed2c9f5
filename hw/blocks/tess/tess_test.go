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

// bench has the tessellator, and stands for the dispatcher: it answers each question once, some time after it has taken it, whatever the cancel line has done meanwhile.
type bench struct {
	*blocktest.Bench
	b      *Tess
	in     *blocktest.Source[pipe.VertexThread]
	out    *blocktest.Sink[pipe.VertexThread]
	levels *blocktest.Source[pipe.PatchLevel]
	cancel *wires.LineOut
	delay  uint64                        // from a question to its answer
	says   func(primitive uint32) uint32 // of the hull kernel
	seen   int                           // entries of out that were looked at
	due    []answer
}

type answer struct {
	at uint64
	pipe.PatchLevel
}

func newBench(t testing.TB) *bench {
	b := New("TESS", Config{})
	k := &bench{Bench: blocktest.New(t, b), b: b, delay: 3, says: func(n uint32) uint32 { return n }}
	k.in = blocktest.In(k.Bench, &b.P.VFTess, "VF_TESS", 4)
	k.out = blocktest.Out(k.Bench, &b.P.TessEU, "TESS_EU", 2).As(func(e *pipe.VertexThread) string {
		return fmt.Sprintf("%s %d.%d", e.Kind, e.At.Primitive, e.At.Triangle/8+uint32(e.Part))
	})
	k.levels = blocktest.In(k.Bench, &b.P.EUTess, "EU_TESS", 2)
	k.cancel = k.Line(&b.P.EUPCancel, "CANCEL")
	return k
}

// run runs cycles and answers.
func (k *bench) run(cycles int) {
	for range cycles {
		k.Step(1)
		for ; k.seen < len(k.out.Got); k.seen++ {
			if e := &k.out.Got[k.seen]; e.Hull {
				k.due = append(k.due, answer{k.Cycle() + k.delay, pipe.PatchLevel{Slot: e.Slot, Segments: k.says(e.At.Primitive)}})
			}
		}
		if len(k.due) > 0 && k.due[0].at <= k.Cycle() {
			k.levels.Queue = append(k.levels.Queue, k.due[0].PatchLevel)
			k.due = k.due[1:]
		}
	}
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

// write writes a register of EUP.
func write(slot uint8, reg uint16, v uint32) pipe.VertexThread {
	e := mark(pipe.State, slot)
	e.SetRegWrite(pipe.RegWrite{Block: regs.BlockEUP, Reg: reg, Value: v})
	return e
}

// level writes TESSELLATION.
func level(slot uint8, n uint32) pipe.VertexThread { return write(slot, regs.EUPTessellation, n) }

// hull writes the size of the hull kernel.
func hull(slot uint8, bytes uint32) pipe.VertexThread {
	return write(slot, regs.EUPHullKernelBytes, bytes)
}

// patchOf are the parts of a patch whose control records count from a number.
func patchOf(slot uint8, n uint32, x float32) (parts []pipe.VertexThread) {
	for part := range uint8(pipe.PatchParts) {
		e := mark(pipe.Patch, slot)
		e.At.Primitive, e.Part = n, part
		e.SetAssembly(pipe.Assembly{Vertices: 16})
		for i := range e.In {
			for w := range e.In[i] {
				e.In[i][w] = x + float32(48*int(part)+16*i+w)
			}
		}
		parts = append(parts, e)
	}
	return parts
}

// splitOf is what a patch's parts become.
func splitOf(parts []pipe.VertexThread, segs uint32, asks bool) (out []pipe.VertexThread) {
	out = append(out, parts...)
	out[len(out)-1].Hull = asks
	n := uint16(segs)
	for t := range 2 * n * n {
		e := pipe.VertexThread{Cmd: parts[0].Cmd, Domain: true}
		e.Kind, e.At.Triangle = pipe.Prim, 8*uint32(t)
		made := pipe.Assembly{Vertices: 16, More: 2*n*n - 1 - t}
		if t > 0 {
			made.Vertices = 0
		}
		e.SetAssembly(made)
		for c := range e.In {
			i, j := corner(t, c, uint8(n))
			e.In[c][0], e.In[c][1] = float32(i)/float32(n), float32(j)/float32(n)
		}
		out = append(out, e)
	}
	return out
}

func join(entries ...[]pipe.VertexThread) (all []pipe.VertexThread) {
	for _, e := range entries {
		all = append(all, e...)
	}
	return all
}

func one(e pipe.VertexThread) []pipe.VertexThread { return []pipe.VertexThread{e} }

// A patch comes out as its parts and its triangles, in order, before the vertex work that follows it.
func TestPatchBecomesItsTriangles(t *testing.T) {
	k := newBench(t)
	k.in.Queue = join(one(level(0, 2)), patchOf(0, 5, 7), one(prim(0, 6)))
	k.run(60)
	require.Equal(t, join(one(level(0, 2)), splitOf(patchOf(0, 5, 7), 2, false), one(prim(0, 6))), k.out.Got)
	first := &k.out.Got[7]
	require.Equal(t, [3][2]float32{{0, 0}, {0.5, 0}, {0, 0.5}}, [3][2]float32{[2]float32(first.In[0][:]), [2]float32(first.In[1][:]), [2]float32(first.In[2][:])})
	require.Equal(t, State{Level: 2}, k.b.S)
}

// With a hull kernel the segments are what it says, between 1 and 32, and LEVEL does not matter; without it they are those of LEVEL again.
func TestHullKernelSaysTheSegments(t *testing.T) {
	k := newBench(t)
	k.says = func(n uint32) uint32 { return []uint32{0, 3, 32, 33, 1<<32 - 1}[n] }
	k.in.Queue = join(one(level(0, 2)), one(hull(0, 64)))
	want := join(one(level(0, 2)), one(hull(0, 64)))
	for n, segs := range []uint32{1, 3, 32, 32, 32} {
		k.in.Queue = append(k.in.Queue, patchOf(0, uint32(n), 0)...)
		want = append(want, splitOf(patchOf(0, uint32(n), 0), segs, true)...)
	}
	k.in.Queue = join(k.in.Queue, one(hull(0, 0)), patchOf(0, 9, 0))
	want = join(want, one(hull(0, 0)), splitOf(patchOf(0, 9, 0), 2, false))
	k.run(7000)
	require.Equal(t, want, k.out.Got)
	require.Equal(t, State{Level: 2}, k.b.S)
}

// An entry leaves a cycle, those of patches too, and waits for room; a patch with a hull kernel waits for the answer.
func TestTrianglesLeaveACycleEach(t *testing.T) {
	k := newBench(t)
	k.in.Queue = join(patchOf(0, 3, 0), one(hull(0, 8)), patchOf(0, 1, 0), one(prim(0, 4)))
	k.run(6)
	k.Wave()
	k.run(14)
	k.out.Shut = true
	k.run(6)
	require.Equal(t, `7 TES spl t0000, TESS_EU: PATCH 3.5
8 TES spl t0001, TESS_EU: PRIM 3.0
9 TES pas t0000, TESS_EU: PRIM 3.1
10 TES pas t0000, TESS_EU: STATE 0.0
11 TES gat t0000, TESS_EU: PATCH 1.0
12 TES gat t0000, TESS_EU: PATCH 1.1
13 TES gat t0000, TESS_EU: PATCH 1.2
14 TES gat t0000, TESS_EU: PATCH 1.3
15 TES gat t0000, TESS_EU: PATCH 1.4
16 TES ask t0000, TESS_EU: PATCH 1.5
17 TES ask t0000
18 TES ask t0000
19 TES ask t0000
20 TES ask t0000
21 TES ask t0000
22 TES spl t0001, TESS_EU: PRIM 1.0
23 TES pas t0000, TESS_EU: PRIM 1.1
24 TES pas t0000
25 TES pas t0000
26 TES pas t0000
`, k.Wave())
	require.Equal(t, "blocked by TESS_EU", k.Waits(), "the primitive has no room")
}

// Cancelled in any cycle, a patch leaves nothing: what follows INT_END comes out as if it had never been, with the registers of the reset state. With hull kernels, an answer to a patch that
// was cancelled is not taken for that of a later one in the same slot, however late it comes.
func TestCancelInAnyCycleLeavesTheNextContextAlone(t *testing.T) {
	for _, bytes := range []uint32{0, 64} {
		for _, delay := range []uint64{0, 1, 5, 30, 100} {
			for at := range 60 {
				k := newBench(t)
				k.delay, k.says = delay, func(n uint32) uint32 { return map[uint32]uint32{1: 2, 2: 2, 7: 3}[n] }
				k.in.Queue = join(one(level(0, 2)), one(hull(0, bytes)), one(prim(0, 0)), patchOf(0, 1, 3), patchOf(0, 2, 4))
				k.run(at)
				k.cancel.Raise()
				k.run(1)
				before := len(k.out.Got) + k.out.F.Len()
				next := join(one(hull(0, bytes)), patchOf(0, 7, 9), one(mark(pipe.EndDraw, 0)))
				end := mark(pipe.IntEnd, 0)
				end.Discarded = 100 // by VF
				k.in.Queue = join(k.in.Queue, one(end), next)
				k.run(300)
				left := uint32(5) // of the first five entries, those that have not left with all their triangles
				for i := range before {
					if e := &k.out.Got[i]; e.Kind == pipe.State || e.Kind == pipe.Prim && e.Assembly().More == 0 {
						left--
					}
				}
				end.Discarded += left
				segs := map[uint32]uint32{0: 1, 64: 3}[bytes]
				want := join(one(end), next[:1], splitOf(next[1:1+pipe.PatchParts], segs, bytes != 0), next[1+pipe.PatchParts:])
				require.Equal(t, want, k.out.Got[before:], "cancelled after cycle %d, answers after %d", at, delay)
				require.Equal(t, State{Level: 1, Hull: bytes != 0}, k.b.S)
			}
		}
	}
}

// Several contexts in turn are cancelled while their questions are on their way: each answer that comes late is that of an earlier one.
func TestAnswersToSeveralCancelledPatches(t *testing.T) {
	k := newBench(t)
	k.delay, k.says = 100, func(n uint32) uint32 { return n }
	for n := range uint32(3) {
		k.in.Queue = join(k.in.Queue, one(hull(0, 8)), patchOf(0, 5+n, 0))
		k.run(20)
		require.Equal(t, Asking, k.b.S.Phase)
		k.cancel.Raise()
		k.run(1)
		k.in.Queue = append(k.in.Queue, mark(pipe.IntEnd, 0))
	}
	k.run(5)
	require.EqualValues(t, 3, k.b.S.Stale)
	before := len(k.out.Got)
	k.in.Queue = join(one(hull(0, 8)), patchOf(0, 2, 0))
	k.run(200)
	require.Equal(t, join(one(hull(0, 8)), splitOf(patchOf(0, 2, 0), 2, true)), k.out.Got[before:])
	require.Equal(t, State{Level: 1, Hull: true}, k.b.S)
}

// A context that is restored within a patch sends the patch again from its beginning: all of it comes out, with the hull kernel's segments, and TESS is in the state of a run that was not cut.
func TestRestoreWithinAPatch(t *testing.T) {
	whole := newBench(t)
	work := join(one(level(0, 3)), one(hull(0, 8)), patchOf(0, 2, 1), patchOf(0, 3, 1))
	whole.in.Queue = join(work)
	whole.run(100)
	for at := 12; at < 40; at++ {
		k := newBench(t)
		k.in.Queue = join(work)
		k.run(at)
		k.cancel.Raise()
		k.run(1)
		k.in.Queue = join(k.in.Queue, one(mark(pipe.IntEnd, 0)))
		k.run(20)
		before := len(k.out.Got)
		k.in.Queue = join(work)
		k.run(100)
		require.Equal(t, whole.out.Got, k.out.Got[before:], "cut after cycle %d", at)
		require.Equal(t, whole.b.S, k.b.S)
	}
}

// Whatever comes and however slow the neighbours are: primitives and markers pass as they are, each patch becomes the triangles of the level that was set before it, or that the hull kernel says,
// and all keeps its order.
func TestTessellatorPropertyKeepsTheOrder(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		k := newBench(t)
		k.delay = rapid.Uint64Range(0, 20).Draw(rt, "delay")
		k.says = func(n uint32) uint32 { return n % 4 }
		var want []pipe.VertexThread
		segs, asks := uint32(1), false
		send := func(e pipe.VertexThread) {
			k.in.Queue, want = append(k.in.Queue, e), append(want, e)
		}
		for n := range uint32(rapid.IntRange(1, 20).Draw(rt, "entries")) {
			switch rapid.IntRange(0, 5).Draw(rt, "what") {
			case 0:
				segs = rapid.SampledFrom([]uint32{0, 1, 2, 3, 5}).Draw(rt, "level")
				send(level(0, segs))
			case 1:
				asks = !asks
				send(hull(0, map[bool]uint32{true: rapid.SampledFrom([]uint32{8, 1 << 31}).Draw(rt, "bytes")}[asks]))
			case 2, 3:
				parts := patchOf(0, n, 0)
				for i := range parts {
					for c := range parts[i].In {
						for w := range parts[i].In[c] {
							parts[i].In[c][w] = math.Float32frombits(rapid.Uint32Range(0x3e000000, 0x40000000).Draw(rt, "word"))
						}
					}
				}
				k.in.Queue = append(k.in.Queue, parts...)
				most := segs
				if asks {
					most = k.says(n)
				}
				want = append(want, splitOf(parts, max(most, 1), asks)...)
			case 4:
				send(write(0, regs.EUPTransform0, n))
			default:
				send(prim(0, n))
			}
		}
		k.Hesitate(rapid.Uint64().Draw(rt, "seed"), rapid.SampledFrom([]int{0, 50, 90}).Draw(rt, "hesitate"))
		for n := 0; len(k.out.Got) < len(want); n++ {
			require.Less(rt, n, 20_000, "it does not end: %s", k.b.Line())
			k.run(1)
		}
		k.Open()
		k.run(30)
		require.Equal(rt, want, k.out.Got)
	})
}
