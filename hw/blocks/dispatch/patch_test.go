package dispatch

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"tilemark/hw/blocks/blocktest"
	"tilemark/hw/blocks/tess"
	"tilemark/hw/isa"
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
)

// at is the place of a patch.
func at(instance, primitive uint32) pipe.Cursor {
	return pipe.Cursor{Instance: instance, Primitive: primitive}
}

// partsOf are the parts of a patch whose first word is given; the others count from it.
func partsOf(slot uint8, place pipe.Cursor, first float32) (parts []pipe.VertexThread) {
	for part := range uint8(pipe.PatchParts) {
		e := mark(pipe.Patch, slot)
		e.At, e.Part = place, part
		e.SetAssembly(pipe.Assembly{Vertices: 16})
		for i := range e.In {
			for w := range e.In[i] {
				e.In[i][w] = first + float32(100*(3*int(part)+i)+w)
			}
		}
		parts = append(parts, e)
	}
	return parts
}

// asked has TESS wait for the segments of a patch.
func asked(parts []pipe.VertexThread) []pipe.VertexThread {
	parts[len(parts)-1].Hull = true
	return parts
}

// trianglesOf are the primitives of a patch, with numbers for u and v.
func trianglesOf(slot uint8, place pipe.Cursor, count uint32) (prims []pipe.VertexThread) {
	for n := range count {
		e := mark(pipe.Prim, slot)
		e.At, e.Domain = place, true
		e.At.Triangle = 8 * n
		e.SetAssembly(pipe.Assembly{More: uint16(count - 1 - n)})
		for c := range e.In {
			e.In[c][0], e.In[c][1] = float32(n)+float32(c)/4, float32(place.Primitive)+float32(c)/8
		}
		prims = append(prims, e)
	}
	return prims
}

// requirePoints checks that a thread has the patch's points from a register on, and the constants after them.
func requirePoints(t *testing.T, q *request, place pipe.Cursor, from int, first float32) {
	t.Helper()
	require.Equal(t, [8]uint32{place.Instance, place.Primitive}, q.regs[0])
	for k := range 16 {
		var want [16]uint32
		for w := range 12 {
			want[w] = math.Float32bits(first + float32(100*k+w))
		}
		require.Equal(t, [8]uint32(want[:8]), q.regs[from+2*k], "point %d", k)
		require.Equal(t, [8]uint32(want[8:]), q.regs[from+2*k+1], "point %d", k)
	}
	require.Len(t, q.regs, from+32+4)
	require.Equal(t, math.Float32bits(1), q.regs[from+32][0], "TRANSFORM_0")
	require.EqualValues(t, 77, q.regs[from+32+3][1], "VERTEX_PROGRAM")
	require.EqualValues(t, 9, q.regs[from+32+3][5], "TESSELLATION, the last one")
}

// Triangles of a patch share threads of the domain kernel, with u and v of each lane, and the patch's control points; those of two patches never do, nor do they share one with primitives.
func TestTrianglesOfAPatchShareThreads(t *testing.T) {
	for field, most := range []int{2, 5, 10} { // of a thread
		set := 1 << field
		cfg := small
		cfg.Order = 64
		k := newPool(t, cfg)
		k.kernels()
		k.b.S.Regs[0][regs.EUPVertexProgram] = 77
		k.b.S.Regs[0][regs.EUPDomainKernelNeeds] = regs.EUPDomainKernelNeedsFields{Registers: 104, Lanes: uint32(field), Inputs: uint32(37 + 2*set)}.Pack()
		patches := []struct {
			place pipe.Cursor
			count uint32
			first float32
		}{{at(0, 5), 18, 1}, {at(0, 6), 2, 2}, {at(1, 6), 2, 3}, {at(1, 7), 8, 4}}
		k.in.Queue = append(k.in.Queue, prim(0, 4, 9))
		var want []pipe.Cmd
		for _, p := range patches {
			prims := trianglesOf(0, p.place, p.count)
			k.in.Queue = append(append(k.in.Queue, partsOf(0, p.place, p.first)...), prims...)
			for _, e := range prims {
				want = append(want, e.Cmd)
			}
		}
		k.in.Queue = append(k.in.Queue, prim(0, 8, 9), mark(pipe.EndDraw, 0))
		k.run(1500)
		require.Len(t, k.out.Got, len(want)+3)
		n := 1
		for _, p := range patches {
			for tri := range p.count {
				e := &k.out.Got[n]
				require.Equal(t, want[n-1], e.Cmd, "with what it is made of")
				for c := range e.V {
					require.Equal(t, [2]float32{float32(tri) + float32(c)/4, float32(p.place.Primitive) + float32(c)/8}, [2]float32{e.V[c].Clip[0], e.V[c].Clip[1]})
				}
				n++
			}
		}
		threads := map[pipe.Cursor][]*request{}
		for _, q := range k.began {
			if q.head.Stage == isa.StageDomain {
				place := at(q.regs[0][0], q.regs[0][1])
				threads[place] = append(threads[place], q)
				require.Equal(t, []any{uint32(0x3000), uint32(128), uint32(1000), uint8(104), uint8(8 * set)}, []any{q.head.Kernel, q.head.Bytes, q.head.Limit, q.head.Registers, q.head.Lanes})
			} else {
				require.EqualValues(t, []any{isa.StageVertex, 7}, []any{int(q.head.Stage), int(q.head.Active)})
			}
		}
		for _, p := range patches {
			require.Len(t, threads[p.place], (int(p.count)+most-1)/most)
			lanes := 0
			for _, q := range threads[p.place] {
				requirePoints(t, q, p.place, 1+2*set, p.first)
				for active := q.head.Active; active != 0; active &= active - 1 {
					lanes++
				}
			}
			require.EqualValues(t, 3*p.count, lanes)
		}
		k.empty(t)
	}
}

// A thread that is filled with triangles takes no primitive of the same group of numbers: that has another kernel.
func TestThreadsOfDifferentKernelsDoNotMix(t *testing.T) {
	k := newPool(t, small)
	k.kernels()
	k.in.Queue = append(k.in.Queue, trianglesOf(0, at(0, 0), 8)[0], prim(0, 1, 1), mark(pipe.EndDraw, 0))
	k.run(300)
	require.Len(t, k.out.Got, 3)
	stages := map[uint8]uint32{}
	for _, q := range k.began {
		stages[q.head.Stage] = q.head.Active
	}
	require.Equal(t, map[uint8]uint32{isa.StageDomain: 7, isa.StageVertex: 7}, stages)
	k.empty(t)
}

// The place that a thread of a patch takes follows from the numbers of patch and triangle, not from what ran before.
func TestThreadsOfAPatchTakeTheirPlaces(t *testing.T) {
	place := func(before int) (out []uint16) {
		k := newPool(t, small)
		k.kernels()
		for n := range before {
			k.in.Queue = append(append(k.in.Queue, partsOf(0, at(0, uint32(n)), 1)...), trianglesOf(0, at(0, uint32(n)), 2)...)
		}
		k.run(400)
		k.began = nil
		k.in.Queue = append(partsOf(0, at(0, 13), 1), trianglesOf(0, at(0, 13), 4)...)
		k.run(300)
		for _, q := range k.began {
			out = append(out, q.head.Work*2+uint16(q.cluster))
		}
		return out
	}
	require.Equal(t, []uint16{5, 6}, place(0))
	require.Equal(t, []uint16{5, 6}, place(3))
}

// A hull thread has the patch's points in one lane. Its result goes to TESS as soon as it is there, though earlier primitives have not retired; a thread that fails says one segment.
func TestHullThreadAnswersTess(t *testing.T) {
	k := newPool(t, small)
	k.kernels()
	k.b.S.Regs[1][regs.EUPVertexProgram] = 77
	k.out.Shut = true
	k.in.Queue = append([]pipe.VertexThread{prim(1, 0, 1), prim(1, 1, 1), prim(1, 2, 1)}, asked(partsOf(1, at(4, 5), 7))...)
	k.run(300)
	require.Equal(t, []pipe.PatchLevel{{Slot: 1, Segments: math.Float32bits(7)}}, k.levels.Got)
	require.Equal(t, question{}, k.b.S.Hull)
	q := k.began[len(k.began)-1]
	require.Equal(t, pipe.ThreadHead{Slot: 1, Stage: isa.StageHull, Lanes: 8, Registers: 37, Kernel: 0x4000, Bytes: 192, Limit: 500, Active: 1, Work: q.head.Work}, q.head)
	requirePoints(t, q, at(4, 5), 1, 7)
	k.fault = 3
	k.in.Queue = append(append(k.in.Queue, trianglesOf(1, at(4, 5), 2)...), asked(partsOf(1, at(4, 6), 7))...)
	k.out.Shut = false
	k.run(300)
	require.Equal(t, pipe.PatchLevel{Slot: 1, Segments: 1}, k.levels.Got[1])
	k.in.Queue = trianglesOf(1, at(4, 6), 2)
	k.run(300)
	require.Len(t, k.out.Got, 7)
	for _, e := range k.out.Got[5:] {
		require.Equal(t, pipe.KernelFault{Code: 3, At: 0x4018}, e.Fault)
	}
	k.empty(t)
}

// What the vertex stage binds is there before a hull thread.
func TestBindingsComeBeforeAHullThread(t *testing.T) {
	k := newPool(t, small)
	k.kernels()
	write := pipe.VertexThread{Cmd: pipe.RegWrite{Block: regs.BlockEUP, Reg: regs.EUPBinding0Bytes, Value: 48}.Cmd(0, pipe.Cursor{})}
	for c := range k.done {
		k.done[c].Shut = true
	}
	k.in.Queue = append([]pipe.VertexThread{write}, asked(partsOf(0, at(0, 0), 7))...)
	k.run(200)
	require.Empty(t, k.began)
	for c := range k.done {
		require.Len(t, k.ctrl[c].Got, 1+int(bindings.Steps()))
		k.done[c].Shut = false
	}
	k.run(200)
	require.Len(t, k.levels.Got, 1)
}

// A buffer holds all results of 32 lanes, up to the last register. What the next thread in it does not give is 0.
func TestResultsOf32Lanes(t *testing.T) {
	cfg := small
	cfg.Results = 1
	k := newPool(t, cfg)
	k.kernels()
	k.b.S.Regs[0][regs.EUPDomainKernelNeeds] = regs.EUPDomainKernelNeedsFields{Registers: 104, Lanes: 2, Inputs: 45}.Pack()
	k.in.Queue = append(partsOf(0, at(0, 0), 1), trianglesOf(0, at(0, 0), 10)...)
	k.run(600)
	k.long = -2
	k.in.Queue = append(partsOf(0, at(0, 1), 1), trianglesOf(0, at(0, 1), 10)...)
	k.run(600)
	require.Len(t, k.out.Got, 20)
	last := func(n int) float32 { return k.out.Got[n].V[0].A[pipe.Attributes-1] }
	require.Equal(t, []float32{1509, 0}, []float32{last(8), last(18)}) // from word 8 on of point 15, which the fake kernel gives last
	require.Equal(t, []float32{1401, 1401}, []float32{last(0), last(10)})
	k.empty(t)
}

// A kernel may give more registers than the dispatcher has room for: those of other threads stay as they are.
func TestResultsBeyondTheBufferAreDropped(t *testing.T) {
	k := newPool(t, small)
	k.kernels()
	k.b.S.Regs[0][regs.EUPVertexKernelNeeds] = regs.EUPVertexKernelNeedsFields{Registers: 127, Inputs: 64}.Pack()
	k.long = 100
	k.in.Queue = []pipe.VertexThread{prim(0, 0, 1), prim(0, 2, 2), mark(pipe.EndDraw, 0)}
	k.run(600)
	require.Len(t, k.out.Got, 3)
	for n := range 2 {
		require.Equal(t, float32(1+n), k.out.Got[n].V[0].Clip[0])
	}
	k.empty(t)
}

// end ends the context of slot 0, which was cancelled. What follows comes at once, or in the same slot when INT_END has left.
func (k *pool) end(next uint8) {
	k.in.Queue = append(k.in.Queue, mark(pipe.IntEnd, 0))
	for n := 0; next == 0 && (len(k.out.Got) == 0 || k.out.Got[len(k.out.Got)-1].Kind != pipe.IntEnd); n++ {
		require.Less(k.t, n, 1000, "INT_END does not come: %s", k.b.Line())
		k.run(1)
	}
	if next == 0 {
		k.kernels() // the registers are those of the reset state
	}
}

// Cancelled in any cycle, each patch of which TESS has asked gets one answer, and what follows INT_END comes out as if nothing had been, in the other slot and in the same one.
func TestCancelInAnyCycleWithAHullThread(t *testing.T) {
	for slot := range uint8(2) {
		for cycle := range 130 {
			k := newPool(t, small)
			k.kernels()
			k.in.Queue = append([]pipe.VertexThread{prim(0, 0, 1), prim(0, 2, 1)}, asked(partsOf(0, at(0, 3), 7))...)
			k.run(cycle)
			taken := len(k.in.Queue) == 0 // TESS has asked
			if !taken {
				for n := range k.in.Queue { // it goes on with what it has, but to ask no more
					k.in.Queue[n].Hull = false
				}
			}
			k.cut.Raise()
			k.run(1)
			before := len(k.out.Got)
			k.end(slot)
			k.in.Queue = append(append(k.in.Queue, asked(partsOf(slot, at(0, 3), 9))...), trianglesOf(slot, at(0, 3), 2)...)
			k.run(500)
			got := k.levels.Got
			if taken {
				require.NotEmpty(t, got, "cancelled after cycle %d", cycle)
				require.Contains(t, []pipe.PatchLevel{{}, {Segments: math.Float32bits(7)}}, got[0])
				got = got[1:]
			}
			require.Equal(t, []pipe.PatchLevel{{Slot: slot, Segments: math.Float32bits(9)}}, got, "cancelled after cycle %d", cycle)
			var kinds []string
			for _, e := range k.out.Got[before:] {
				if e.Kind != pipe.Prim || e.At.Primitive == 3 {
					kinds = append(kinds, fmt.Sprint(e.Kind, e.At.Triangle))
				}
			}
			require.Equal(t, []string{"INT_END 0", "PRIM 0", "PRIM 8"}, kinds, "cancelled after cycle %d", cycle)
			k.empty(t)
		}
	}
}

// The fault of a hull thread ends with its context: patches of the next one in the slot, which has no hull kernel, have their domain threads.
func TestTheFaultOfAHullThreadEndsWithACut(t *testing.T) {
	k := newPool(t, small)
	k.kernels()
	k.fault = 3
	k.in.Queue = asked(partsOf(0, at(0, 3), 7))
	k.run(200)
	require.Equal(t, []pipe.PatchLevel{{Segments: 1}}, k.levels.Got)
	k.cut.Raise()
	k.run(1)
	k.end(0)
	k.in.Queue = append(append(k.in.Queue, partsOf(0, at(0, 3), 9)...), trianglesOf(0, at(0, 3), 2)...)
	k.run(300)
	require.Len(t, k.out.Got, 3)
	for _, e := range k.out.Got[1:] {
		require.Zero(t, e.Fault)
	}
	k.empty(t)
}

// Primitives of a patch whose hull thread has failed have no thread, and a cut discards them like others.
func TestACutDiscardsFailedPrimitives(t *testing.T) {
	k := newPool(t, small)
	k.kernels()
	k.fault = 3
	k.in.Queue = asked(partsOf(0, at(0, 3), 7))
	k.run(200)
	k.out.Shut = true
	k.in.Queue = append(k.in.Queue, trianglesOf(0, at(0, 3), 8)...)
	k.run(50)
	k.cut.Raise()
	k.run(1)
	k.out.Shut = false
	k.end(0)
	require.Equal(t, []pipe.Report{pipe.DiscardReport(0, 4).From(regs.BlockEUP)}, k.path.Got, "four were in the EUP_FIFO")
}

// pair is the dispatcher with the tessellator before it.
type pair struct {
	*pool
	tess *tess.Tess
}

// newPair joins them: answers take so many cycles.
func newPair(t testing.TB, cfg Config, latency int) *pair {
	k := &pair{newClusters(t, cfg), tess.New("TESS", tess.Config{})}
	k.Add(k.tess)
	k.in = blocktest.In(k.Bench, &k.tess.P.VFTess, "VF_TESS", 4)
	blocktest.Between(k.Bench, "TESS_EU", &k.tess.P.TessEU, &k.b.P.TessEU, 4, 1, true)
	blocktest.Between(k.Bench, "EU_TESS", &k.b.P.EUTess, &k.tess.P.EUTess, 1, latency, false)
	k.cut = k.Line(&k.b.P.EUPCancel, "CANCEL", &k.tess.P.EUPCancel)
	return k
}

// hull writes the size of the hull kernel.
func hull(slot uint8, bytes uint32) pipe.VertexThread {
	return pipe.VertexThread{Cmd: pipe.RegWrite{Block: regs.BlockEUP, Reg: regs.EUPHullKernelBytes, Value: bytes}.Cmd(slot, pipe.Cursor{})}
}

// segmented is a patch whose hull thread says so many segments: the fake kernel gives the first word.
func segmented(slot uint8, place pipe.Cursor, segments uint32) []pipe.VertexThread {
	return partsOf(slot, place, math.Float32frombits(segments))
}

// With tessellator and dispatcher together, a patch of a context that is cancelled in any cycle, however long its answer takes, changes nothing of that of the next one: it has the triangles that its
// own hull thread says.
func TestNoAnswerIsTakenForAnotherPatch(t *testing.T) {
	for _, latency := range []int{1, 2, 7, 12, 25, 60} {
		for cycle := range 180 {
			slot := uint8(cycle % 2)
			k := newPair(t, small, latency)
			k.kernels()
			k.in.Queue = append(append([]pipe.VertexThread{hull(0, 192)}, segmented(0, at(0, 3), 2)...), prim(0, 4, 1))
			k.run(cycle / 2)
			k.cut.Raise()
			k.run(1)
			before := len(k.out.Got)
			k.end(slot)
			k.in.Queue = append(append(append(k.in.Queue, hull(slot, 192)), segmented(slot, at(0, 3), 3)...), mark(pipe.EndDraw, slot))
			k.run(600)
			got := k.out.Got[before:]
			for len(got) > 0 && got[0].Kind != pipe.IntEnd { // what had left in the cycle of the line
				got = got[1:]
			}
			require.Len(t, got, 20, "latency %d, cancelled after cycle %d: %s, %s", latency, cycle/2, k.tess.Line(), k.b.Line())
			for n := range 18 {
				e := &got[1+n]
				require.EqualValues(t, []any{pipe.Prim, 8 * uint32(n), 17 - n}, []any{e.Kind, e.At.Triangle, int(e.Assembly().More)})
			}
			require.Equal(t, tess.State{Level: 1, Hull: true}, k.tess.S)
			k.empty(t)
		}
	}
}

// Whatever comes, and however slow the neighbours are: all triangles of all patches come out in order, of the hull kernel's number of segments, and nothing is left.
func TestPatchesPropertyComeOutWhole(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		cfg := small
		cfg.Order, cfg.Fills, cfg.Results = rapid.SampledFrom([]int{2, 16}).Draw(rt, "order"), rapid.IntRange(2, 4).Draw(rt, "fills"), rapid.IntRange(1, 3).Draw(rt, "results")
		cfg.Places, cfg.FillWait = rapid.SampledFrom([]int{2, 4}).Draw(rt, "places"), rapid.SampledFrom([]int{1, 8}).Draw(rt, "fill_wait")
		k := newPair(t, cfg, rapid.SampledFrom([]int{1, 9}).Draw(rt, "latency"))
		k.kernels()
		k.in.Queue = append(k.in.Queue, hull(0, 192))
		var want []string
		for n := range uint32(rapid.IntRange(1, 8).Draw(rt, "entries")) {
			if rapid.Bool().Draw(rt, "patch") {
				segments := rapid.Uint32Range(1, 4).Draw(rt, "segments")
				k.in.Queue = append(k.in.Queue, segmented(0, at(0, n), segments)...)
				for tri := range 2 * segments * segments {
					want = append(want, fmt.Sprintf("%d.%d", n, tri))
				}
				continue
			}
			k.in.Queue = append(k.in.Queue, prim(0, n, 1))
			want = append(want, fmt.Sprintf("%d.0", n))
		}
		k.Hesitate(rapid.Uint64().Draw(rt, "seed"), rapid.SampledFrom([]int{0, 50, 80}).Draw(rt, "hesitate"))
		for n := 0; len(k.out.Got) < len(want); n++ {
			require.Less(rt, n, 200_000, "it does not end: %s, %s", k.tess.Line(), k.b.Line())
			k.run(1)
		}
		k.Open()
		k.run(200)
		var got []string
		for _, e := range k.out.Got {
			got = append(got, fmt.Sprintf("%d.%d", e.At.Primitive, e.At.Triangle/8))
		}
		require.Equal(rt, want, got)
		k.empty(t)
	})
}
