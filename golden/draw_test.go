package golden

import (
	"encoding/binary"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/regs"
)

// strip returns the zigzag of a strip over n cells of 8×8 pixels.
func (w *world) strip(n int) (corners []corner) {
	for i := range n + 2 {
		corners = append(corners, w.at(float32(i/2*8), float32(i%2*8), 0))
	}
	return corners
}

func TestStripKeepsItsWinding(t *testing.T) {
	const n = 8
	w := newWorld(64, 8)
	w.countCovers()
	w.set(regs.BlockCSP, regs.CSPTopology, regs.CSPTopologyTriangleStrip)
	// (0,0) (0,8) (8,0) runs counterclockwise in the picture.
	w.set(regs.BlockTSU, regs.TSUCull, 1<<regs.TSUCullCullBackShift)
	w.draw(n+2, 1, w.vertices(w.strip(n)...))
	trace := w.run(t)
	require.EqualValues(t, n, trace.Stats.Triangles)
	for i, v := range w.colors() {
		want := uint32(0)
		if i%64 < 4*n { // two triangles a cell
			want = 1
		}
		require.Equal(t, want, v, "pixel %d", i)
	}
	for i, e := range trace.kinds(KindTriangle) {
		require.Equal(t, uint32(i), e.Cursor.Primitive)
	}
}

func TestPrimitivesAndTheirVertices(t *testing.T) {
	list, strip, fan := uint32(regs.CSPTopologyTriangleList), uint32(regs.CSPTopologyTriangleStrip), uint32(regs.CSPTopologyTriangleFan)
	for _, c := range []struct {
		topology, count uint32
		want            [][3]uint32
	}{
		{list, 0, nil},
		{list, 2, nil},
		{list, 8, [][3]uint32{{0, 1, 2}, {3, 4, 5}}},
		{strip, 0, nil},
		{strip, 2, nil},
		{strip, 5, [][3]uint32{{0, 1, 2}, {2, 1, 3}, {2, 3, 4}}},
		{fan, 1, nil},
		{fan, 5, [][3]uint32{{0, 1, 2}, {0, 2, 3}, {0, 3, 4}}},
	} {
		d := assembly{topology: c.topology, count: c.count}
		var got [][3]uint32
		for i := range d.primitives() {
			got = append(got, d.corners(i))
		}
		require.Equal(t, c.want, got, "%+v", c)
	}
}

func TestInstancesStepAside(t *testing.T) {
	w := newWorld(64, 16)
	w.setFloats(regs.BlockEUP, regs.EUPInstanceStepX, 2*8.0/64, 2*8.0/16, 0)
	w.draw(3, 3, w.vertices(w.at(0, 0, 0), w.at(8, 0, 0), w.at(0, 8, 0)))
	trace := w.run(t)
	tiles := trace.kinds(KindTile)
	require.Len(t, tiles, 2, "the third leaves the target at the bottom")
	for i, e := range tiles {
		require.Equal(t, [2]uint16{uint16(i), uint16(i)}, [2]uint16{e.X, e.Y})
		require.Equal(t, uint32(i), e.Cursor.Instance)
	}
	require.EqualValues(t, 3, trace.Stats.Primitives)
	require.EqualValues(t, 2, trace.Stats.Triangles)
}

func TestNoInstancesDrawNothing(t *testing.T) {
	w := newWorld(8, 8)
	w.draw(3, 0, 0)
	w.draw(0, math.MaxUint32, 0)
	trace := w.run(t)
	require.Zero(t, trace.Stats)
	require.Len(t, trace.kinds(KindDraw, KindEndDraw), 4)
}

func TestVertexPastTheCountReadsAsZeros(t *testing.T) {
	w := newWorld(16, 16)
	w.set(regs.BlockEUP, regs.EUPVertexProgram, 1<<regs.EUPVertexProgramUseVertexColorShift)
	white := [4]float32{1, 1, 1, 1}
	a, b, c := w.at(0, 0, 0), w.at(16, 0, 0), w.at(3, 14, 0)
	a.color, b.color, c.color = white, white, white
	w.set(regs.BlockEUPFront, regs.EUPFrontVertexCount, 2)
	w.triangles(a, b, c)
	w.run(t)
	got := w.colors()
	// The same with a record of zeros: the picture's centre, black and transparent.
	explicit := newWorld(16, 16)
	explicit.set(regs.BlockEUP, regs.EUPVertexProgram, 1<<regs.EUPVertexProgramUseVertexColorShift)
	explicit.triangles(a, b, corner{})
	explicit.run(t)
	require.Equal(t, explicit.colors(), got)
	require.NotZero(t, got[2*16+8])
	require.Zero(t, got[10*16+4])
}

func TestIndicesOfBothWidths(t *testing.T) {
	for format, width := range []int{2, 4} {
		w := newWorld(8, 8)
		first := w.vertices(w.at(0, 0, 0), corner{}, w.at(8, 0, 0), w.at(0, 8, 0))
		require.Zero(t, first)
		for i, index := range []uint32{77, 0, 2, 3} { // drawn from number 1 on
			at := w.mem[indexAddr+i*width:]
			if width == 2 {
				binary.LittleEndian.PutUint16(at, uint16(index))
			} else {
				binary.LittleEndian.PutUint32(at, index)
			}
		}
		w.set(regs.BlockCSP, regs.CSPIndexBase, indexAddr, uint32(format))
		w.command(regs.CommandDraw, 0, 3, 1, 1, 1)
		trace := w.run(t)
		require.EqualValues(t, 28, trace.Stats.Fragments)
	}
}

func TestFirstVertexWrapsAround(t *testing.T) {
	w := newWorld(8, 8)
	w.vertices(w.at(0, 0, 0), w.at(8, 0, 0), w.at(0, 8, 0))
	// Vertex numbers 2^32-2, 2^32-1 (zeros), then 0, 1, 2, 3.
	w.draw(6, 1, math.MaxUint32-1)
	trace := w.run(t)
	require.EqualValues(t, 2, trace.Stats.Primitives)
}

func TestOcclusionCountsPassingFragments(t *testing.T) {
	w := newWorld(8, 8)
	quad := func(z float32) {
		a, b, c, d := w.at(0, 0, z), w.at(8, 0, z), w.at(8, 8, z), w.at(0, 8, z)
		w.triangles(a, b, c, a, c, d)
	}
	w.fill(depthAddr, 0xffffff)
	w.set(regs.BlockZL2, regs.ZL2DepthControl, 1|1<<1|funcLess<<2)
	quad(0.9)                                         // no query
	w.set(regs.BlockZL2, regs.ZL2OcclusionLo, 0, 0)   // begin
	w.set(regs.BlockZL2, regs.ZL2QueryControl, 1)     //
	quad(0.5)                                         // 64 pass
	quad(0.7)                                         // none passes
	w.command(regs.CommandQueryWrite, 0, fenceAddr)   // end
	w.set(regs.BlockZL2, regs.ZL2QueryControl, 0)     //
	quad(0.1)                                         // no query
	w.command(regs.CommandQueryWrite, 0, fenceAddr+8) // the counter stays
	w.set(regs.BlockZL2, regs.ZL2OcclusionLo, 0xfffffff0, 1)
	w.set(regs.BlockZL2, regs.ZL2QueryControl, 1)
	quad(0.05) // carries into the high half
	w.command(regs.CommandQueryWrite, 0, fenceAddr+16)
	trace := w.run(t)
	read := func(addr int) uint64 { return binary.LittleEndian.Uint64(w.mem[addr:]) }
	require.EqualValues(t, 64, read(fenceAddr))
	require.EqualValues(t, 64, read(fenceAddr+8))
	require.EqualValues(t, uint64(0x1fffffff0)+64, read(fenceAddr+16))
	require.Equal(t, []uint32{0x30, 2}, trace.FinalRegs[regs.BlockZL2][regs.ZL2OcclusionLo:regs.ZL2OcclusionHi+1])
	queries := trace.kinds(KindQuery)
	require.EqualValues(t, 64, queries[0].Data)
	require.EqualValues(t, fenceAddr, queries[0].Addr)
	running := uint64(0)
	for _, e := range trace.kinds(KindTile) {
		if e.Cursor.Offset < queries[0].Cursor.Offset {
			require.GreaterOrEqual(t, e.Occlusion, running)
			running = e.Occlusion
		}
	}
	require.EqualValues(t, 64, running)
}

// Blending that is not idempotent shows the order of primitives.
func TestPrimitivesBlendInOrder(t *testing.T) {
	w := newWorld(8, 8)
	// d' = s·s + d·(1-s): use SRC_COLOR and ONE_MINUS_SRC_COLOR.
	w.set(regs.BlockWBU, regs.WBUBlend, 1|factorSrcColor<<4|factorOneMinusSrcColor<<8)
	expected := 0
	for i, s := range []int{200, 30, 110, 5} {
		w.color(float32(s)/255, 0, 0, 1)
		w.triangles(w.at(0, 0, 0), w.at(8, 0, 0), w.at(0, 8, 0))
		expected = int(math.Round(float64(s*s+expected*(255-s)) / 255))
		require.NotZero(t, expected, "layer %d", i)
	}
	trace := w.run(t)
	require.EqualValues(t, expected, w.colors()[0]&0xff)
	require.EqualValues(t, 4*28, trace.Stats.Passed)
}
