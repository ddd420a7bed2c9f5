package zl2

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/blocks/blocktest"
	"tilemark/hw/blocks/cache"
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
	"tilemark/hw/wires"
)

type bench struct {
	*blocktest.Bench
	b     *ZL2
	in    *blocktest.Source[pipe.AttributeEntry]
	tiles *blocktest.Source[pipe.TileDepth]
	ans   *blocktest.Source[pipe.MemAnswer]
	out   *blocktest.Sink[pipe.QuadEntry]
	req   *blocktest.Sink[pipe.MemRequest]
	path  *blocktest.Sink[pipe.Report]
	lateZ *blocktest.Source[pipe.LateQuad]
	late  *blocktest.Sink[pipe.LateAnswer]
}

func newBench(t *testing.T) *bench {
	b := New("ZL2", Config{Ahead: 8, Lines: 4})
	k := &bench{Bench: blocktest.New(t, b), b: b}
	k.in = blocktest.In(k.Bench, &b.P.ZL1Fifo, "ZL1_FIFO", 8)
	k.tiles = blocktest.In(k.Bench, &b.P.ZFifo, "ZFIFO", 8)
	k.ans = blocktest.In(k.Bench, &b.P.ZAns, "ANS", 8)
	k.out = blocktest.Out(k.Bench, &b.P.PSFifo, "PS_FIFO", 4)
	k.req = blocktest.Out(k.Bench, &b.P.ZReq, "REQ", 4)
	k.lateZ = blocktest.In(k.Bench, &b.P.LateZ, "LATE_Z", 1)
	k.late = blocktest.Out(k.Bench, &b.P.LateAns, "LATE_ANS", 1).As(func(a *pipe.LateAnswer) string { return fmt.Sprint(a.Pass) })
	k.path = blocktest.Datapath(k.Bench, &b.P.DPZL2)
	b.S.Regs[regs.ZL2DepthControl] = 7<<2 | 3 // ALWAYS, test and write
	b.S.Regs[regs.ZL2DepthPitch] = 1
	b.S.Regs[regs.ZL2QueryControl] = 1
	return k
}

func entries(kinds ...pipe.Kind) []pipe.AttributeEntry {
	return blocktest.Entries(func(k pipe.Kind) pipe.AttributeEntry { return pipe.AttributeEntry{Cmd: pipe.Cmd{Kind: k}} }, kinds...)
}

// Nothing is discarded: the tile ahead of INT_END is tested, its line written back, the
// counter reported, and only then does the token go on (P5).
func TestTokenFlushesTheCacheAndReportsTheCounter(t *testing.T) {
	k := newBench(t)
	k.in.Queue = entries(pipe.Tile, pipe.IntEnd, pipe.State)
	k.tiles.Queue = []pipe.TileDepth{{Kind: pipe.Tile, Mask: 1, Depth: pipe.DepthPlane{Plane: pipe.Plane{Q: 1}}}, {Kind: pipe.IntEnd}}
	k.Step(8)
	require.Equal(t, 1, len(k.req.Got), "the read of the tile's only line with pixels")
	k.ans.Queue = []pipe.MemAnswer{{Op: pipe.Read}}
	k.Step(12)
	for i := range k.out.Got {
		require.NotEqual(t, pipe.IntEnd, k.out.Got[i].Kind, "memory has not answered the write")
	}
	k.ans.Queue = []pipe.MemAnswer{{Op: pipe.Write}}
	k.Step(10)
	var got []pipe.Kind
	for i := range k.out.Got {
		got = append(got, k.out.Got[i].Kind)
	}
	require.Equal(t, []pipe.Kind{pipe.Quad, pipe.TileEnd, pipe.IntEnd, pipe.State}, got)
	var ops []pipe.Op
	for i := range k.req.Got {
		ops = append(ops, k.req.Got[i].Op)
	}
	require.Equal(t, []pipe.Op{pipe.Read, pipe.Unpin, pipe.Write}, ops)
	require.EqualValues(t, 0xffffff, k.req.Got[2].Data[0])
	_, lo := k.path.Got[0].Register()
	_, hi := k.path.Got[1].Register()
	require.Equal(t, []uint32{1, 0}, []uint32{lo, hi}, "the counter")
	require.False(t, k.b.S.Regs.QueryControlEnable(), "registers are reset")
}

// An entry that comes into an empty queue is the block's main work, though nothing is tested yet.
func TestTakingTheFirstEntryIsTheMainWork(t *testing.T) {
	k := newBench(t)
	k.Step(2)
	k.in.Queue = entries(pipe.Head)
	k.Step(1)
	require.True(t, k.in.F.View().Arrived() > 0)
	require.Equal(t, k.b.P.ZL1Fifo.Starved(), k.MainActivity(k.b))
	k.Step(1)
	require.False(t, k.in.F.View().Arrived() > 0)
	require.Equal(t, wires.Busy, k.MainActivity(k.b))
}

// lateBench feeds late tiles of two quads each, among other entries.
func lateBench(t *testing.T, kinds ...pipe.Kind) *bench {
	k := newBench(t)
	k.b.S.Regs[regs.ZL2DepthControl] |= 1 << 7
	k.b.cache.Init(cache.Config{Lines: 8}, &k.b.S.Cache, &k.b.P.ZReq, &k.b.P.ZAns) // lines of two tiles
	k.in.Queue = entries(kinds...)
	x := uint16(0)
	for _, kind := range kinds {
		if kind == pipe.Tile {
			k.tiles.Queue = append(k.tiles.Queue, pipe.TileDepth{Kind: pipe.Tile, X: x, Mask: 0x0303_0000_0303, Depth: pipe.DepthPlane{Plane: pipe.Plane{Q: 1}}})
			x++
		}
	}
	return k
}

func (k *bench) sent() (out []pipe.Kind) {
	for i := range k.out.Got {
		out = append(out, k.out.Got[i].Kind)
	}
	return out
}

// Late tiles: the quads of the second are sent before the first is tested; what depends on
// the tests waits for them, what does not goes on.
func TestLateTilesAreSentBeforeTheyAreTested(t *testing.T) {
	k := lateBench(t, pipe.Tile, pipe.Planes, pipe.Tile, pipe.Head, pipe.Query, pipe.Head)
	k.Step(30)
	require.Equal(t, []pipe.Kind{pipe.Quad, pipe.Quad, pipe.TileEnd, pipe.Planes, pipe.Quad, pipe.Quad, pipe.TileEnd, pipe.Head}, k.sent())
	require.EqualValues(t, 15, k.out.Got[0].Mask)
	require.True(t, k.out.Got[0].Late)
	require.False(t, k.out.Got[2].Late)
	require.Len(t, k.req.Got, 4, "their lines are read")
	k.lateZ.Queue = []pipe.LateQuad{{Kept: 15}}
	k.Step(8)
	require.Empty(t, k.late.Got, "the line is not there")
	k.ans.Queue = []pipe.MemAnswer{
		{Op: pipe.Read, Tag: k.req.Got[0].Tag}, {Op: pipe.Read, Tag: k.req.Got[1].Tag},
		{Op: pipe.Read, Tag: k.req.Got[2].Tag}, {Op: pipe.Read, Tag: k.req.Got[3].Tag},
	}
	k.lateZ.Queue = []pipe.LateQuad{{Kept: 5}, {}, {Kept: 1, WriteDepth: true, Depth: [4]float32{0.5}}}
	k.Step(20)
	require.Equal(t, []pipe.LateAnswer{{Pass: 15}, {Pass: 5}, {}, {Pass: 1}}, k.late.Got)
	require.Len(t, k.out.Got, 10)
	require.Equal(t, pipe.Query, k.out.Got[8].Kind)
	require.EqualValues(t, 7, k.out.Got[8].QueryWrite().Count, "dropped pixels do not count")
	require.Equal(t, []pipe.Op{pipe.Unpin, pipe.Unpin}, []pipe.Op{k.req.Got[4].Op, k.req.Got[5].Op})
	require.Zero(t, k.b.S.Issued)
	require.EqualValues(t, 0xffffff, k.b.S.Cache.Lines[k.req.Got[0].Tag].Data[0])
	require.EqualValues(t, 0x800000, k.b.S.Cache.Lines[k.req.Got[3].Tag].Data[0], "the program's depth")
}

// PS does not take a quad before the one ahead is answered: so the answer must not wait
// for room in the PS_FIFO.
func TestLateQuadsAreAnsweredWhileThePipeIsFull(t *testing.T) {
	k := lateBench(t, pipe.Tile, pipe.Tile, pipe.Tile, pipe.Tile)
	k.b.S.Regs[regs.ZL2DepthControl] &^= 3 // no test: no lines
	k.out.Shut = true
	k.Step(20)
	k.lateZ.Queue = []pipe.LateQuad{{Kept: 15}, {Kept: 15}, {Kept: 15}}
	k.Step(10)
	require.Len(t, k.late.Got, 3)
	require.Empty(t, k.out.Got)
}

// A change of state, the early tile after it among them, waits until late tiles are tested.
func TestStateWaitsForLateTests(t *testing.T) {
	k := lateBench(t, pipe.Tile, pipe.State, pipe.Tile)
	k.in.Queue[1].SetRegWrite(pipe.RegWrite{Block: regs.BlockZL2, Reg: regs.ZL2DepthControl, Value: 7 << 2})
	k.Step(20)
	require.Len(t, k.out.Got, 3)
	require.True(t, k.b.S.Regs.DepthControlLate())
	k.ans.Queue = []pipe.MemAnswer{{Op: pipe.Read, Tag: k.req.Got[0].Tag}, {Op: pipe.Read, Tag: k.req.Got[1].Tag}}
	k.lateZ.Queue = []pipe.LateQuad{{Kept: 15}, {Kept: 15}}
	k.Step(20)
	require.Len(t, k.out.Got, 6)
	require.False(t, k.out.Got[3].Late)
}

// TG_INT writes the cache back before INT_END comes, and goes on when memory has answered; the token finds nothing to write.
func TestTGIntWritesTheCacheBack(t *testing.T) {
	k := newBench(t)
	k.in.Queue = entries(pipe.Tile, pipe.TGInt)
	k.tiles.Queue = []pipe.TileDepth{{Kind: pipe.Tile, Mask: 1, Depth: pipe.DepthPlane{Plane: pipe.Plane{Q: 1}}}}
	k.Step(8)
	k.ans.Queue = []pipe.MemAnswer{{Op: pipe.Read}}
	k.Step(12)
	kinds := func() (list []pipe.Kind) {
		for i := range k.out.Got {
			list = append(list, k.out.Got[i].Kind)
		}
		return list
	}
	require.Equal(t, pipe.Write, k.req.Got[len(k.req.Got)-1].Op)
	require.Equal(t, []pipe.Kind{pipe.Quad, pipe.TileEnd}, kinds())
	k.ans.Queue = []pipe.MemAnswer{{Op: pipe.Write}}
	k.Step(6)
	require.Equal(t, []pipe.Kind{pipe.Quad, pipe.TileEnd, pipe.TGInt}, kinds())
	require.Empty(t, k.path.Got, "the counter is reported at INT_END")
	requests := len(k.req.Got)
	k.in.Queue, k.tiles.Queue = entries(pipe.IntEnd), []pipe.TileDepth{{Kind: pipe.IntEnd}}
	k.Step(10)
	require.Equal(t, []pipe.Kind{pipe.Quad, pipe.TileEnd, pipe.TGInt, pipe.IntEnd}, kinds())
	require.Len(t, k.path.Got, 2)
	require.Len(t, k.req.Got, requests)
}

// A flush passes when memory has the depths before it, or, if no write-backs are asked for, when they are tested: then their line stays.
func TestFlushesPassByTheirMode(t *testing.T) {
	for _, writes := range []bool{true, false} {
		k := newBench(t)
		k.in.Queue = entries(pipe.Tile, pipe.Flush)
		k.in.Queue[1].Cmd = pipe.FlushCmd(0, writes, pipe.Cursor{})
		k.tiles.Queue = []pipe.TileDepth{{Kind: pipe.Tile, Mask: 1, Depth: pipe.DepthPlane{Plane: pipe.Plane{Q: 1}}}}
		passed := func() (n int) {
			for i := range k.out.Got {
				if k.out.Got[i].Kind == pipe.Flush {
					require.Equal(t, !writes, k.out.Got[i].Keeps())
					n++
				}
			}
			return n
		}
		k.Step(12)
		require.Zero(t, passed(), "the tile waits for its line")
		k.ans.Queue = []pipe.MemAnswer{{Op: pipe.Read}}
		k.Step(20)
		var wrote int
		for i := range k.req.Got {
			if k.req.Got[i].Op == pipe.Write {
				wrote++
			}
		}
		if !writes {
			require.Equal(t, []int{1, 0}, []int{passed(), wrote})
			continue
		}
		require.Equal(t, []int{0, 1}, []int{passed(), wrote})
		k.ans.Queue = []pipe.MemAnswer{{Op: pipe.Write}}
		k.Step(10)
		require.Equal(t, 1, passed())
	}
}
