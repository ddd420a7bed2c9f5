package zl1

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/blocks/blocktest"
	"tilemark/hw/blocks/breakpoint"
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
)

type bench struct {
	*blocktest.Bench
	b      *ZL1
	back   *blocktest.Source[pipe.DepthRange]
	tiles  *blocktest.Source[pipe.TileEntry]
	depth  *blocktest.Source[pipe.DepthPlane]
	planes *blocktest.Source[pipe.AttributePlanes]
	z      *blocktest.Sink[pipe.TileDepth]
	out    *blocktest.Sink[pipe.AttributeEntry]
	path   *blocktest.Sink[pipe.Report]
}

func newBench(t testing.TB) *bench { return newBenchAt(t, breakpoint.AtTG) }

func newBenchAt(t testing.TB, place breakpoint.Place) *bench {
	b := New("ZL1", Config{HiZ: true, Tiles: 256, BreakPoint: place})
	k := &bench{Bench: blocktest.New(t, b), b: b}
	k.back = blocktest.In(k.Bench, &b.P.ZLBack, "ZL_BACK", 4)
	k.tiles = blocktest.In(k.Bench, &b.P.TGFifo, "TG", 8)
	k.depth = blocktest.In(k.Bench, &b.P.ASUZL1Fifo, "ASU_ZL1", 8)
	k.planes = blocktest.In(k.Bench, &b.P.AFifo, "AFIFO", 8)
	k.z = blocktest.Out(k.Bench, &b.P.ZFifo, "ZFIFO", 2)
	k.out = blocktest.Out(k.Bench, &b.P.ZL1Fifo, "ZL1_FIFO", 2)
	k.path = blocktest.Datapath(k.Bench, &b.P.DP)
	return k
}

func tiles(kinds ...pipe.Kind) []pipe.TileEntry {
	return blocktest.Entries(func(k pipe.Kind) pipe.TileEntry { return pipe.TileEntry{Cmd: pipe.Cmd{Kind: k}, Mask: 1} }, kinds...)
}

func depths(kinds ...pipe.Kind) []pipe.DepthPlane {
	return blocktest.Entries(func(k pipe.Kind) pipe.DepthPlane { return pipe.DepthPlane{Kind: k} }, kinds...)
}

// planes makes AFIFO entries: two a triangle.
func planes(kinds ...pipe.Kind) (out []pipe.AttributePlanes) {
	for i, k := range kinds {
		out = append(out, pipe.AttributePlanes{Kind: k, Last: i%2 == 1 || k == pipe.IntEnd})
	}
	return out
}

func TestTriangleWithoutTilesTakesItsPlanesToo(t *testing.T) {
	k := newBench(t)
	k.tiles.Queue = tiles(pipe.Tri, pipe.TriEnd, pipe.Tri, pipe.Tile, pipe.TriEnd)
	k.depth.Queue = depths(pipe.Planes, pipe.Planes)
	k.planes.Queue = planes(pipe.Planes, pipe.Planes, pipe.Planes, pipe.Planes)
	k.Step(12)
	require.Equal(t, `1 ZL1 run
2 ZL1 run
3 ZL1 run
4 ZL1 run
5 ZL1 run
6 ZL1 run
7 ZL1 run, ZL1_FIFO: PLANES
8 ZL1 run, ZL1_FIFO: PLANES
9 ZL1 run, ZFIFO: TILE, ZL1_FIFO: TILE
10 ZL1 run
11 ZL1 run
12 ZL1 run
`, k.Wave())
	require.Zero(t, k.depth.F.Len()+k.planes.F.Len())
}

// After TG_INT the three inputs are discarded to INT_END, one after the other, and the
// next context's entries stay (T3).
func TestTGIntDiscardsThreeFifosInOrder(t *testing.T) {
	k := newBench(t)
	k.tiles.Queue = tiles(pipe.Tri, pipe.TGInt, pipe.TriEnd, pipe.IntEnd, pipe.Tri)
	k.depth.Queue = depths(pipe.Planes, pipe.Planes, pipe.IntEnd, pipe.Planes)
	k.planes.Queue = planes(pipe.Planes, pipe.Planes, pipe.IntEnd, pipe.Planes)
	k.Step(14)
	require.Equal(t, `1 ZL1 run
2 ZL1 run
3 ZL1 dZ
4 ZL1 dZ
5 ZL1 dZ
6 ZL1 dA
7 ZL1 dA
8 ZL1 dA
9 ZL1 dT
10 ZL1 dT
11 ZL1 tok
12 ZL1 run, ZFIFO: INT_END, ZL1_FIFO: INT_END, DP: DISCARDED
13 ZL1 run
14 ZL1 run
`, k.Wave())
	require.Equal(t, 1, k.depth.F.Len())
	require.Equal(t, 1, k.planes.F.Len())
}

// TG_INT goes on before the discards where a parameter says so, as soon as there is room, and nothing is discarded before.
func TestTGIntGoesOnWhereItIsForwarded(t *testing.T) {
	for _, forwards := range []bool{false, true} {
		k := newBench(t)
		k.b.cfg.ForwardTGInt = forwards
		k.tiles.Queue = tiles(pipe.State, pipe.State, pipe.TGInt, pipe.IntEnd)
		k.tiles.Queue[0].SetRegWrite(pipe.RegWrite{Block: regs.BlockZL2})
		k.tiles.Queue[1].SetRegWrite(pipe.RegWrite{Block: regs.BlockPS})
		k.depth.Queue, k.planes.Queue = depths(pipe.Planes, pipe.IntEnd), planes(pipe.Planes, pipe.IntEnd)
		k.out.Shut = true
		k.Step(8)
		require.Equal(t, forwards, k.b.S.Phase == Normal, "the ZL1_FIFO is full")
		require.Equal(t, forwards, k.depth.F.Len() == 2)
		k.out.Shut = false
		k.Step(15)
		want := []pipe.Kind{pipe.State, pipe.State, pipe.TGInt, pipe.IntEnd}
		if !forwards {
			want = []pipe.Kind{pipe.State, pipe.State, pipe.IntEnd}
		}
		var got []pipe.Kind
		for i := range k.out.Got {
			got = append(got, k.out.Got[i].Kind)
		}
		require.Equal(t, want, got)
	}
}

func TestDiscardWaitsForTokensThatComeLate(t *testing.T) {
	k := newBench(t)
	k.tiles.Queue = tiles(pipe.TGInt)
	k.Step(3)
	k.planes.Queue = planes(pipe.IntEnd)
	k.tiles.Queue = tiles(pipe.IntEnd)
	k.Step(3)
	require.Empty(t, k.out.Got)
	k.depth.Queue = depths(pipe.IntEnd)
	k.Step(8)
	require.Equal(t, pipe.IntEnd, k.out.Got[0].Kind)
	require.Equal(t, pipe.IntEnd, k.z.Got[0].Kind)
}

func TestTokenGoesIntoEachOutputOnItsOwn(t *testing.T) {
	k := newBench(t)
	k.out.Shut = true
	k.tiles.Queue = tiles(pipe.State, pipe.State, pipe.IntEnd)
	k.tiles.Queue[0].SetRegWrite(pipe.RegWrite{Block: regs.BlockZL2})
	k.tiles.Queue[1].SetRegWrite(pipe.RegWrite{Block: regs.BlockPS})
	k.depth.Queue, k.planes.Queue = depths(pipe.IntEnd), planes(pipe.IntEnd)
	k.Step(12)
	require.Equal(t, pipe.IntEnd, k.z.Got[0].Kind, "ZFIFO has room")
	k.out.Shut = false
	k.Step(5)
	require.Len(t, k.z.Got, 1)
	require.Equal(t, pipe.IntEnd, k.out.Got[2].Kind)
}

// At the break point, the end of a context reports the counters one a cycle, also while
// ZFIFO has no room for its token.
func TestCountersAreReportedWhileZfifoIsFull(t *testing.T) {
	b := New("ZL1", Config{HiZ: true, Tiles: 256, BreakPoint: breakpoint.AtZL1})
	k := &bench{Bench: blocktest.New(t, b), b: b}
	k.back = blocktest.In(k.Bench, &b.P.ZLBack, "ZL_BACK", 4)
	k.tiles = blocktest.In(k.Bench, &b.P.TGFifo, "TG", 8)
	k.depth = blocktest.In(k.Bench, &b.P.ASUZL1Fifo, "ASU_ZL1", 8)
	k.planes = blocktest.In(k.Bench, &b.P.AFifo, "AFIFO", 8)
	k.z = blocktest.Out(k.Bench, &b.P.ZFifo, "ZFIFO", 1)
	k.out = blocktest.Out(k.Bench, &b.P.ZL1Fifo, "ZL1_FIFO", 2)
	blocktest.In(k.Bench, &b.P.MXUBP, "PINNED", 2)
	blocktest.Out(k.Bench, &b.P.BPMXU, "PIN", 2)
	k.Line(&b.P.Int, "INT")
	path := blocktest.Out(k.Bench, &b.P.DP, "DP", 32)
	path.Shut, k.z.Shut = true, true
	b.P.ZFifo.Put(pipe.TileDepth{Kind: pipe.Tile})
	k.tiles.Queue, k.depth.Queue, k.planes.Queue = tiles(pipe.IntEnd), depths(pipe.IntEnd), planes(pipe.IntEnd)
	k.Step(10 + len(b.S.Gate.Counts.Regs))
	require.Equal(t, 1+len(b.S.Gate.Counts.Regs), path.F.Len(), "the cursor and every counter:\n%s", k.Wave())
	require.Equal(t, pipe.Dumped, path.F.Peek(path.F.Len()-1).Kind)
}
