package zl1

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"tilemark/hw/blocks/blocktest"
	"tilemark/hw/blocks/breakpoint"
	"tilemark/hw/blocks/gatetest"
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
	"tilemark/hw/wires"
)

// Random contexts in both slots, cut in any cycle and restored, with pages that are missing,
// reports of the neighbours, and neighbours that hesitate: all that ZL1 sends, reports and
// pins is as the model says, each tile has the planes of its triangle, and of each context
// each tile and write passes once.
func TestZL1BehavesLikeItsModel(t *testing.T)             { behaves(t, breakpoint.AtTG) }
func TestZL1AsBreakPointBehavesLikeItsModel(t *testing.T) { behaves(t, breakpoint.AtZL1) }

func behaves(t *testing.T, place breakpoint.Place) {
	rapid.Check(t, func(rt *rapid.T) {
		d := newRig(rt, t, place)
		for range rapid.IntRange(1, 60).Draw(rt, "steps") {
			d.Step()
		}
		d.End()
		k := d.B.(*rig)
		k.Bench.Step(100)
		require.Equal(rt, d.Lefts, k.tokens, "a token of each context in the ZFIFO")
		require.Equal(rt, New("ZL1", k.b.cfg).S, k.b.S)
	})
}

// rig is ZL1 with neighbours for a driver.
type rig struct {
	*blocktest.Bench
	t      *rapid.T
	d      *gatetest.Driver
	b      *ZL1
	tiles  *blocktest.Source[pipe.TileEntry]
	depth  *blocktest.Source[pipe.DepthPlane]
	planes *blocktest.Source[pipe.AttributePlanes]
	back   *blocktest.Source[pipe.DepthRange]
	up     *blocktest.Source[pipe.Report]
	pinned *blocktest.Source[pipe.PinAnswer]
	line   *wires.LineOut
	of     map[pipe.Cursor]triangle // by its cursor
	at     pipe.Cursor              // of the triangle whose planes go out
	sent   int                      // of them
	number int32                    // of triangles
	depths int                      // tiles in the ZFIFO
	calls  int                      // and in the ZL1_FIFO
	tokens int
	due    bool // INT_END may go
}

// triangle has the planes of one, each with a number.
type triangle struct {
	depth  pipe.DepthPlane
	planes []pipe.AttributePlanes
}

func newRig(rt *rapid.T, t testing.TB, place breakpoint.Place) *gatetest.Driver {
	b := New("ZL1", Config{HiZ: true, Tiles: rapid.SampledFrom([]int{1, 256}).Draw(rt, "ranges"), BreakPoint: place})
	k := &rig{Bench: blocktest.New(t, b), t: rt, b: b, of: map[pipe.Cursor]triangle{}}
	d := &gatetest.Driver{T: rt, B: k}
	k.d = d
	d.M = gatetest.Model{
		Breaks: place == breakpoint.AtZL1, Tiles: true, Block: regs.BlockZL1, Reset: append([]uint32(nil), b.S.Regs[:]...), Below: isForBelow,
	}
	if !d.M.Breaks {
		d.M.Below = isPassedOn
	}
	depth := func() int { return rapid.SampledFrom([]int{1, 2, 8}).Draw(rt, "depth") }
	k.tiles = blocktest.In(k.Bench, &b.P.TGFifo, "TG_FIFO", depth())
	k.depth = blocktest.In(k.Bench, &b.P.ASUZL1Fifo, "ASU_ZL1", depth())
	k.planes = blocktest.In(k.Bench, &b.P.AFifo, "AFIFO", depth())
	k.back = blocktest.In(k.Bench, &b.P.ZLBack, "ZL_BACK", 4)
	k.tiles.F.OnTake(func(_ uint64, e *pipe.TileEntry) { d.Took(e.Kind) })
	k.depth.F.OnTake(func(_ uint64, e *pipe.DepthPlane) { k.took(e.Kind) })
	k.planes.F.OnTake(func(_ uint64, e *pipe.AttributePlanes) { k.took(e.Kind) })
	blocktest.Out(k.Bench, &b.P.ZFifo, "ZFIFO", depth()).F.OnPut(func(_ uint64, e *pipe.TileDepth) { k.depthOut(e) })
	blocktest.Out(k.Bench, &b.P.ZL1Fifo, "ZL1_FIFO", depth()).F.OnPut(func(_ uint64, e *pipe.AttributeEntry) { k.out(e) })
	if d.M.Breaks {
		k.line = k.Line(&b.P.Int, "INT")
		blocktest.Out(k.Bench, &b.P.BPMXU, "PIN", 2).F.OnPut(func(_ uint64, r *pipe.PinRequest) { d.Pin(*r) })
		k.pinned = blocktest.In(k.Bench, &b.P.MXUBP, "PINNED", 2)
		k.pinned.F.OnTake(func(uint64, *pipe.PinAnswer) { d.Answered() })
	}
	k.up = blocktest.In(k.Bench, &b.P.DPTG, "UP", 2)
	blocktest.Datapath(k.Bench, &b.P.DP).F.OnPut(func(_ uint64, r *pipe.Report) { d.Report(*r) })
	d.Begin()
	return d
}

// isPassedOn tells which entries go on where ZL1 is not the break point: all but what ends at ZL1.
func isPassedOn(c *pipe.Cmd) bool {
	return c.Kind != pipe.Tri && c.Kind != pipe.TriEnd && !(c.Kind == pipe.State && c.RegWrite().Block == regs.BlockZL1)
}

// isForBelow tells which entries are for what is below ZL1 as the break point.
func isForBelow(c *pipe.Cmd) bool {
	switch c.Kind {
	case pipe.State:
		block := c.RegWrite().Block
		return block == regs.BlockZL2 || block == regs.BlockPS || block == regs.BlockWBU
	case pipe.Tile, pipe.EndDraw, pipe.Interruptible, pipe.Fence, pipe.Query, pipe.Blit, pipe.Flush:
		return true
	}
	return false
}

// depthOut takes a tile's depth work, with the plane of its triangle.
func (k *rig) depthOut(e *pipe.TileDepth) {
	if e.Kind == pipe.IntEnd {
		require.Equal(k.t, pipe.TileDepth{Kind: pipe.IntEnd, Slot: e.Slot}, *e)
		require.Equal(k.t, k.d.M.Slot, e.Slot)
		require.True(k.t, k.d.M.AtToken)
		k.tokens++
		return
	}
	k.depths++
	i := k.d.M.Items[0]
	require.Equal(k.t, pipe.Tile, i.Kind)
	at := i.At
	at.Tile = 0
	want := pipe.TileDepth{Kind: pipe.Tile, Slot: i.Slot, X: i.X, Y: i.Y, Mask: i.Mask, Depth: k.of[at].depth, Told: e.Told, Raises: e.Raises, Lowers: e.Lowers}
	want.Depth.Slot = e.Depth.Slot
	require.Equal(k.t, want, *e)
	if e.Told {
		k.back.Queue = append(k.back.Queue, pipe.DepthRange{Slot: e.Slot, X: e.X, Y: e.Y, Raises: e.Raises, Lowers: e.Lowers})
	}
}

// out takes an entry of the ZL1_FIFO: before a triangle's first tile its planes.
func (k *rig) out(e *pipe.AttributeEntry) {
	at := e.At
	at.Tile = 0
	switch e.Kind {
	case pipe.Planes:
		if at != k.at {
			k.at, k.sent = at, 0
		}
		want := k.of[at].planes
		require.Less(k.t, k.sent, len(want), "its planes go once")
		require.False(k.t, k.d.M.Skips, "a tile that is skipped needs none")
		e.A.Slot = want[k.sent].Slot
		require.Equal(k.t, want[k.sent], e.A)
		require.Equal(k.t, k.d.M.Slot, e.Cmd.Slot)
		k.sent++
		return
	case pipe.Tile:
		k.calls++
		require.Equal(k.t, len(k.of[at].planes), k.sent, "all planes before the first tile")
		require.Equal(k.t, k.depths, k.calls, "a tile goes both ways at once")
		i := k.d.M.Items[0]
		require.Zero(k.t, e.A)
		k.d.Out(gatetest.Item{Cmd: e.Cmd, X: i.X, Y: i.Y, Mask: i.Mask})
		return
	case pipe.IntEnd:
		k.at, k.sent = pipe.Cursor{}, 0
	}
	require.Zero(k.t, e.A)
	k.d.Out(gatetest.Item{Cmd: e.Cmd})
}

// took counts what is discarded of the planes.
func (k *rig) took(kind pipe.Kind) {
	if kind != pipe.IntEnd && k.d.M.Ending() {
		k.d.Took(kind)
	}
}

// Step runs a cycle. The token goes into the ZFIFO as soon as that has room.
func (k *rig) Step() {
	k.due = k.d.M.AtToken && k.d.M.Ending() && k.d.M.Discarded == 0 && k.tokens == k.d.Lefts && k.b.P.ZFifo.Ready() && (k.due || k.b.S.Phase == Token)
	tokens := k.tokens
	k.Bench.Step(1)
	require.False(k.t, k.due && k.tokens == tokens, "INT_END may go into the ZFIFO")
}

func (k *rig) Raise() {
	if k.line != nil {
		k.line.Raise()
	}
}

func (k *rig) High() bool    { return k.line != nil && k.line.Tap().High() }
func (k *rig) Waiting() int  { return len(k.tiles.Queue) }
func (k *rig) State() string { return k.b.Line() }

// Keep leaves the planes of all triangles that are left, and perhaps of some more.
func (k *rig) Keep(n int) {
	gone := 0
	for _, e := range k.tiles.Queue[n:] {
		if e.Kind == pipe.Tri {
			gone++
		}
	}
	k.tiles.Queue = k.tiles.Queue[:n]
	gone = rapid.IntRange(0, gone).Draw(k.t, "planes gone")
	k.depth.Queue = k.depth.Queue[:max(0, len(k.depth.Queue)-gone)]
	for i := len(k.planes.Queue) - 1; i >= 0 && gone >= 0; i-- {
		if k.planes.Queue[i].Last {
			gone--
		}
		if gone >= 0 {
			k.planes.Queue = k.planes.Queue[:i]
		}
	}
}

func (k *rig) AtToken() bool {
	return k.tiles.F.View().Arrived() > 0 && k.tiles.F.Peek(0).Kind == pipe.IntEnd
}

func (k *rig) Feed(entries []gatetest.Entry) {
	for _, e := range entries {
		switch e.Kind {
		case pipe.Tri:
			k.addPlanes(&e)
		case pipe.IntEnd:
			k.depth.Queue = append(k.depth.Queue, pipe.DepthPlane{Kind: pipe.IntEnd, Slot: e.Slot})
			k.planes.Queue = append(k.planes.Queue, pipe.AttributePlanes{Kind: pipe.IntEnd, Slot: e.Slot, Last: true})
		}
		for _, i := range e.Tiles {
			k.tiles.Queue = append(k.tiles.Queue, pipe.TileEntry{Cmd: i.Cmd, X: i.X, Y: i.Y, Mask: i.Mask})
		}
		k.tiles.Queue = append(k.tiles.Queue, pipe.TileEntry{Cmd: e.Cmd})
	}
}

// addPlanes queues a triangle's planes, which a restore brings again. They are known by the
// triangle's cursor, which two contexts may share: so they depend on nothing else.
func (k *rig) addPlanes(e *gatetest.Entry) {
	x, known := k.of[e.At]
	if !known {
		k.number++
		x.depth = pipe.DepthPlane{Kind: pipe.Planes, X0: k.number, Front: k.number&1 != 0}
		for i := range rapid.IntRange(1, 3).Draw(k.t, "planes") {
			x.planes = append(x.planes, pipe.AttributePlanes{Kind: pipe.Planes, X0: k.number, Y0: int32(i)})
		}
		x.planes[len(x.planes)-1].Last = true
		k.of[e.At] = x
	}
	k.depth.Queue = append(k.depth.Queue, x.depth)
	k.planes.Queue = append(k.planes.Queue, x.planes...)
}

func (k *rig) Valves(t *rapid.T) {
	if shut := rapid.SampledFrom(k.Bench.Valves()).Draw(t, "valve"); rapid.Bool().Draw(t, "shut") {
		*shut = !*shut
	} else {
		k.Open()
		k.Hesitate(rapid.Uint64().Draw(t, "seed"), rapid.SampledFrom([]int{0, 50, 90}).Draw(t, "hesitate"))
	}
}

func (k *rig) Answer(a pipe.PinAnswer) { k.pinned.Queue = append(k.pinned.Queue, a) }
func (k *rig) Neighbour(r pipe.Report) { k.up.Queue = append(k.up.Queue, r) }
