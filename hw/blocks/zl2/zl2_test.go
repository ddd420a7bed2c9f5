package zl2

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/blocks/blocktest"
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
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
}

func newBench(t *testing.T) *bench {
	b := New("ZL2", Config{Ahead: 8, Lines: 4})
	k := &bench{Bench: blocktest.New(t, b, &b.S), b: b}
	k.in = blocktest.In[pipe.AttributeEntry](k.Bench, "ZL1_FIFO", 8)
	k.tiles = blocktest.In[pipe.TileDepth](k.Bench, "ZFIFO", 8)
	k.ans = blocktest.In[pipe.MemAnswer](k.Bench, "ANS", 8)
	k.out = blocktest.Out(k.Bench, "PS_FIFO", 4, func(e *pipe.QuadEntry) string { return e.Kind.String() })
	k.req = blocktest.Out(k.Bench, "REQ", 4, func(r *pipe.MemRequest) string {
		return [...]string{"", "read", "write", "release", "unpin"}[r.Op]
	})
	b.P.In, b.P.Tiles, b.P.Out, b.P.Cache.Req, b.P.Cache.Ans = k.in.F, k.tiles.F, k.out.F, k.req.F, k.ans.F
	k.path = blocktest.Datapath(k.Bench, &b.P.DRQ)
	b.S.Regs[regs.ZL2DepthControl] = 7<<2 | 3 // ALWAYS, test and write
	b.S.Regs[regs.ZL2DepthPitch] = 1
	b.S.Regs[regs.ZL2QueryControl] = 1
	return k
}

func entries(kinds ...pipe.Kind) (out []pipe.AttributeEntry) {
	for _, k := range kinds {
		out = append(out, pipe.AttributeEntry{Cmd: pipe.Cmd{Kind: k}})
	}
	return out
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
	require.Equal(t, []uint32{1, 0}, []uint32{k.path.Got[0].Value, k.path.Got[1].Value}, "the counter")
	require.False(t, k.b.S.Regs.QueryControlEnable(), "registers are reset")
}
