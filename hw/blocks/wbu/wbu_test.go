package wbu

import (
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
	b    *WBU
	in   *blocktest.Source[pipe.ColorEntry]
	ans  *blocktest.Source[pipe.MemAnswer]
	req  *blocktest.Sink[pipe.MemRequest]
	path *blocktest.Sink[pipe.Report]
}

func newBench(t *testing.T) *bench {
	b := New("WBU", Config{Ahead: 8, Cache: cache.Config{Lines: 4}})
	k := &bench{Bench: blocktest.New(t, b), b: b}
	k.in = blocktest.In(k.Bench, &b.P.WBFifo, "WB_FIFO", 8)
	k.ans = blocktest.In(k.Bench, &b.P.CAns, "ANS", 8)
	k.req = blocktest.Out(k.Bench, &b.P.CReq, "REQ", 4)
	k.path = blocktest.Datapath(k.Bench, &b.P.DatapathB)
	b.S.Regs[regs.WBUColorPitch] = 1
	b.S.Regs[regs.WBUWriteMask] = 15
	return k
}

func colors(kinds ...pipe.Kind) []pipe.ColorEntry {
	return blocktest.Entries(func(k pipe.Kind) pipe.ColorEntry {
		return pipe.ColorEntry{Cmd: pipe.Cmd{Kind: k}, Mask: 1, Color: [4]pipe.Color{0x11223344}}
	}, kinds...)
}

// An entry that comes into an empty queue is the block's main work, though nothing is written yet.
func TestTakingTheFirstEntryIsTheMainWork(t *testing.T) {
	k := newBench(t)
	k.Step(2)
	k.in.Queue = colors(pipe.Head)
	k.Step(1)
	require.True(t, k.in.F.View().Arrived() > 0)
	require.Equal(t, k.b.P.WBFifo.Starved(), k.MainActivity(k.b))
	k.Step(1)
	require.False(t, k.in.F.View().Arrived() > 0)
	require.Equal(t, wires.Busy, k.MainActivity(k.b))
}

// Dirty lines go out first; INT_END is acknowledged only when memory has answered (P5).
func TestTokenIsAcknowledgedWhenEverythingIsInMemory(t *testing.T) {
	k := newBench(t)
	k.in.Queue = colors(pipe.Quad, pipe.IntEnd)
	k.Step(5)
	k.ans.Queue = []pipe.MemAnswer{{Op: pipe.Read}}
	k.Step(9)
	require.Empty(t, k.path.Got)
	k.ans.Queue = []pipe.MemAnswer{{Op: pipe.Write}}
	k.Step(4)
	require.Equal(t, `1 WBU q00 w0
2 WBU q01 w0, REQ: READ
3 WBU q02 w0
4 WBU q02 w0
5 WBU q02 w0
6 WBU q02 w0
7 WBU q01 w0
8 WBU q01 w0
9 WBU q01 w1, REQ: WRITE
10 WBU q01 w1
11 WBU q01 w1
12 WBU q01 w1
13 WBU q01 w1
14 WBU q01 w1
15 WBU q01 w1
16 WBU q00 w0, DP: DRAINED
17 WBU q00 w0
18 WBU q00 w0
`, k.Wave())
	require.EqualValues(t, 0x11223344, k.req.Got[1].Data[0])
	require.True(t, k.req.Got[1].Evict)
}

// TG_INT writes the cache back and ends there; INT_END is acknowledged, and finds nothing to write.
func TestTGIntWritesTheCacheBack(t *testing.T) {
	k := newBench(t)
	k.in.Queue = colors(pipe.Quad, pipe.TGInt)
	k.Step(5)
	k.ans.Queue = []pipe.MemAnswer{{Op: pipe.Read}}
	k.Step(6)
	require.Equal(t, pipe.Write, k.req.Got[len(k.req.Got)-1].Op)
	require.Positive(t, k.b.S.Queue.Len())
	k.ans.Queue = []pipe.MemAnswer{{Op: pipe.Write}}
	k.Step(6)
	require.Zero(t, k.b.S.Queue.Len())
	require.Empty(t, k.path.Got)
	requests := len(k.req.Got)
	k.in.Queue = colors(pipe.IntEnd)
	k.Step(8)
	require.Len(t, k.path.Got, 1)
	require.Len(t, k.req.Got, requests)
}

// Bits of the register after the four channels are reserved: what they say writes no pixel, and reads no line.
func TestReservedBitsOfTheWriteMaskReadNoLine(t *testing.T) {
	for mask, lines := range map[uint32]int{0: 0, 0x10: 0, 0xfffffff0: 0, 0xfffffff8: 1, 1: 1} {
		k := newBench(t)
		k.b.S.Regs[regs.WBUWriteMask] = mask
		k.in.Queue = colors(pipe.Quad)
		k.Step(5)
		require.Len(t, k.req.Got, lines, "mask %#x", mask)
		k.ans.Queue = make([]pipe.MemAnswer, lines)
		k.Step(5)
		require.Zero(t, k.b.S.Queue.Len(), "mask %#x", mask)
		for i := range k.b.S.Cache.Lines {
			require.Zero(t, k.b.S.Cache.Lines[i].Users, "mask %#x: the line stays in use for ever", mask)
		}
	}
}

func TestFenceWritesBehindTheCache(t *testing.T) {
	k := newBench(t)
	k.in.Queue = colors(pipe.Quad, pipe.Fence)
	k.in.Queue[1].Cmd = pipe.FenceWrite{Addr: 0x1004, Value: 7}.Cmd(0, pipe.Cursor{})
	k.ans.Queue = nil
	k.Step(4)
	k.ans.Queue = []pipe.MemAnswer{{Op: pipe.Read}}
	k.Step(8)
	require.Len(t, k.req.Got, 2, "read, write of the dirty line; the fence waits for its answer")
	k.ans.Queue = []pipe.MemAnswer{{Op: pipe.Write}}
	k.Step(5)
	require.Len(t, k.req.Got, 3)
	f := &k.req.Got[2]
	require.EqualValues(t, 0x1000, f.Addr)
	require.EqualValues(t, 0xf0, f.Mask)
	require.EqualValues(t, 7, f.Data[1])
}
