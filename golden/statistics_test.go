package golden

import (
	"encoding/binary"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/regs"
)

// count switches statistics on or off, and zeroes those above the break point.
func (w *world) count(on uint32) {
	w.set(regs.BlockTSU, regs.TSUStatisticsControl, on)
	w.set(regs.BlockBP, regs.BPIaVerticesLo, make([]uint32, 10)...)
	w.set(regs.BlockPS, regs.PSStatisticsControl, on)
}

// queries writes all counters to memory.
func (w *world) queries() {
	for i := range uint32(regs.CounterLimit) {
		w.command(regs.CommandQueryWrite, i, fenceAddr+8*i)
	}
}

func (w *world) counted() (c counters) {
	for i := range c {
		c[i] = binary.LittleEndian.Uint64(w.mem[fenceAddr+8*i:])
	}
	return c
}

func TestStatisticsOfTopologies(t *testing.T) {
	const all = 0xffff
	for _, c := range []struct {
		topology  uint32
		indices   []uint32
		instances uint32
		want      statistics // vertices, primitives, vertex runs, clip in, clip out
	}{
		{regs.CSPTopologyTriangleList, []uint32{0, 1, 2, 0, 1, 2, 0}, 1, statistics{6, 2, 6, 2, 2}},
		{regs.CSPTopologyTriangleStrip, []uint32{0, 1, 2, 3}, 2, statistics{8, 4, 12, 4, 4}},
		{regs.CSPTopologyTriangleFan, []uint32{0, 1, 2, 3, all, 0, 1, all, 3, 2, 1}, 1, statistics{7, 3, 9, 3, 3}},
		{regs.CSPTopologyTriangleList, []uint32{0, 1, all, 0, 1, 2, 3}, 1, statistics{3, 1, 3, 1, 1}},
		{regs.CSPTopologyTriangleList, []uint32{0, 1}, 9, statistics{}},
	} {
		w := newWorld(8, 8)
		w.vertices(w.at(0, 0, 0), w.at(8, 0, 0), w.at(0, 8, 0), w.at(8, 8, 0))
		w.set(regs.BlockCSP, regs.CSPTopology, c.topology)
		w.set(regs.BlockTSU, regs.TSUCull, 3) // culled triangles count
		w.indices(restart, c.indices...)
		w.count(1)
		w.command(regs.CommandDraw, 0, uint32(len(c.indices)), c.instances, 0, 1)
		w.count1(0)
		w.command(regs.CommandDraw, 0, uint32(len(c.indices)), c.instances, 0, 1) // not counted
		w.queries()
		w.run(t)
		got := w.counted()
		require.Equal(t, c.want, statistics(got[regs.CounterIaVertices:regs.CounterPsInvocations]), "%+v", c)
	}
}

// count1 switches statistics above the break point without touching the counters.
func (w *world) count1(on uint32) { w.set(regs.BlockTSU, regs.TSUStatisticsControl, on) }

func TestStatisticsOfPatches(t *testing.T) {
	w := newWorld(8, 8)
	w.set(regs.BlockCSP, regs.CSPTopology, regs.CSPTopologyPatchList)
	w.set(regs.BlockEUP, regs.EUPTessellation, 3)
	w.count(1)
	w.draw(16, 2, w.vertices(w.flatPatch(0, 0, 8, 8)...))
	w.queries()
	w.run(t)
	require.Equal(t, counters{0, 32, 2, 2 * 54, 36, 36, 128}, w.counted())
}

func TestStatisticsOfClipping(t *testing.T) {
	w := newWorld(8, 8)
	w.count(1)
	outside := corner{pos: [3]float32{-3, 0, 0}}
	w.triangles(outside, outside, outside)                    // rejected: none
	w.triangles(w.at(0, 0, 0), w.at(12, 0, 0), w.at(0, 8, 0)) // a corner cut off: two
	w.queries()
	w.run(t)
	require.Equal(t, statistics{6, 2, 6, 2, 2}, statistics(w.counted().above()))
}

func (c counters) above() []uint64 { return c[regs.CounterIaVertices:regs.CounterPsInvocations] }

func TestRunsOfThePixelProgram(t *testing.T) {
	// The test fails for all; early they are not shaded, late they are. Half is killed.
	for control, want := range map[uint32]uint64{1 | funcNever<<2: 0, 1 | funcNever<<2 | late: 64, late: 64, 0: 64} {
		w := killWorld(control, kill)
		w.dma = append([]uint32{header(regs.CommandSetState, regs.BlockPS, 2), regs.PSStatisticsControl, 1}, w.dma...)
		w.queries()
		trace := w.run(t)
		require.Equal(t, want, w.counted()[regs.CounterPsInvocations], "%#x", control)
		require.Equal(t, want, trace.Events[len(trace.Events)-1].PixelRuns)
	}
}

func TestUnknownCounter(t *testing.T) {
	w := newWorld(8, 8)
	w.command(regs.CommandQueryWrite, 7, fenceAddr)
	w.load()
	_, err := runAll(w.mem)
	require.ErrorContains(t, err, "QUERY_WRITE of a counter below 7, found 7")
}

// Inside a draw the save area has the counts of the primitives before the cursor's,
// also where a marker has moved the cursor.
func TestStatisticsStandAsOfTheCursor(t *testing.T) {
	const n, instances = 5, 3
	w := newWorld(64, 8)
	w.draw(3, 2, 0) // not counted
	w.count(1)
	w.set(regs.BlockBP, regs.BPIaVerticesLo, 0xffffffff, 7)
	w.set(regs.BlockCSP, regs.CSPTopology, regs.CSPTopologyTriangleStrip)
	w.draw(n+2, instances, w.vertices(w.strip(n)...))
	w.count1(0)
	w.draw(n+2, 1, 0)
	trace := w.run(t)
	counted := trace.kinds(KindDraw)[1].Cursor
	vertices := func(primitives int) uint64 { // 3 for the first of an instance, 1 for the others
		return uint64(0x7ffffffff + primitives + 2*((primitives+n-1)/n))
	}
	area := make([]byte, regs.SaveRoomBytes)
	saved := func(i int, at Cursor) (uint64, uint64) {
		trace.SaveAreaAt(i, at, area)
		bp := int(4 * regs.SaveOffset[regs.BlockBP])
		return uint64(dword(area, bp+regs.BPIaVerticesLo)) | uint64(dword(area, bp+regs.BPIaVerticesHi))<<32,
			uint64(dword(area, bp+regs.BPIaPrimitivesLo))
	}
	inside := 0
	for i, e := range trace.Events {
		v, p := saved(i+1, e.Cursor)
		switch {
		case e.Kind == KindHead || e.Kind == KindInterruptible || e.Kind == KindState:
		case e.Cursor.Offset < counted.Offset:
			require.Zero(t, p)
		case e.Cursor.Offset > counted.Offset:
			require.Equal(t, [2]uint64{vertices(n * instances), n * instances}, [2]uint64{v, p})
		default:
			inside++
			done := int(e.Cursor.Instance*n + e.Cursor.Primitive)
			require.Equal(t, [2]uint64{vertices(done), uint64(done)}, [2]uint64{v, p})
			for later := done + 1; later <= n*instances; later++ {
				at := e.Cursor
				at.Instance, at.Primitive, at.Triangle, at.Tile = uint32(later/n), uint32(later%n), 0, 0
				v, p := saved(i+1, at)
				require.Equal(t, [2]uint64{vertices(later), uint64(later)}, [2]uint64{v, p})
			}
		}
	}
	require.Greater(t, inside, n*instances)
}
