package tg

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/stretchr/testify/require"

	"tilemark/hw/blocks/blocktest"
	"tilemark/hw/blocks/breakpoint"
	"tilemark/hw/blocks/gatetest"
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
	"tilemark/hw/wires"
)

// Random contexts in both slots, cut in any cycle and restored, with pages that are missing,
// reports of the neighbours, and neighbours that hesitate: all that TG sends, reports and
// pins is as the model says, and of each context each tile and write passes once.
func TestTGBehavesLikeItsModel(t *testing.T)         { behaves(t, breakpoint.AtTG) }
func TestTGAboveZL1BehavesLikeItsModel(t *testing.T) { behaves(t, breakpoint.AtZL1) }

func behaves(t *testing.T, place breakpoint.Place) {
	rapid.Check(t, func(rt *rapid.T) {
		d := newRig(rt, t, place)
		for range rapid.IntRange(1, 60).Draw(rt, "steps") {
			d.Step()
		}
		d.End()
		require.Equal(rt, New("TG", Config{BreakPoint: place}).S, d.B.(*rig).b.S)
	})
}

// rig is TG with neighbours for a driver.
type rig struct {
	*blocktest.Bench
	b      *TG
	in     *blocktest.Source[pipe.SpanEntry]
	up     *blocktest.Source[pipe.Report]
	pinned *blocktest.Source[pipe.PinAnswer]
	line   *wires.LineOut
}

func newRig(rt *rapid.T, t testing.TB, place breakpoint.Place) *gatetest.Driver {
	b := New("TG", Config{BreakPoint: place})
	k := &rig{Bench: blocktest.New(t, b), b: b}
	d := &gatetest.Driver{T: rt, B: k}
	d.M = gatetest.Model{
		Breaks: place == breakpoint.AtTG, TGInt: true, Block: regs.BlockSGTG, Reset: b.S.Regs[:], Below: func(*pipe.Cmd) bool { return true },
	}
	d.M.Reset = append([]uint32(nil), b.S.Regs[:]...)
	k.in = blocktest.In(k.Bench, &b.P.SGTG, "IN", rapid.SampledFrom([]int{1, 2, 8}).Draw(rt, "input"))
	k.in.F.OnTake(func(_ uint64, e *pipe.SpanEntry) { d.Took(e.Kind) })
	blocktest.Out(k.Bench, &b.P.TGFifo, "TG_FIFO", rapid.SampledFrom([]int{1, 4}).Draw(rt, "output")).F.OnPut(func(_ uint64, e *pipe.TileEntry) {
		d.Out(gatetest.Item{Cmd: e.Cmd, X: e.X, Y: e.Y, Mask: e.Mask})
	})
	if d.M.Breaks {
		d.M.Below = isForBelow
		blocktest.Out(k.Bench, &b.P.BPMXU, "PIN", 2).F.OnPut(func(_ uint64, r *pipe.PinRequest) { d.Pin(*r) })
		k.pinned = blocktest.In(k.Bench, &b.P.MXUBP, "PINNED", 2)
		k.pinned.F.OnTake(func(uint64, *pipe.PinAnswer) { d.Answered() })
	}
	k.line = k.Line(&b.P.Int, "INT")
	k.up = blocktest.In(k.Bench, &b.P.DPASU, "UP", 2)
	blocktest.Datapath(k.Bench, &b.P.DP).F.OnPut(func(_ uint64, r *pipe.Report) { d.Report(*r) })
	d.Begin()
	return d
}

// isForBelow tells which entries are for what is below TG.
func isForBelow(c *pipe.Cmd) bool {
	switch c.Kind {
	case pipe.State:
		block := c.RegWrite().Block
		return block == regs.BlockZL1 || block == regs.BlockZL2 || block == regs.BlockPS || block == regs.BlockWBU
	case pipe.Tri, pipe.TriEnd, pipe.Tile, pipe.EndDraw, pipe.Interruptible, pipe.Fence, pipe.Query, pipe.Blit, pipe.Flush:
		return true
	}
	return false
}

func (k *rig) Step()         { k.Bench.Step(1) }
func (k *rig) Raise()        { k.line.Raise() }
func (k *rig) High() bool    { return k.line.Tap().High() }
func (k *rig) Waiting() int  { return len(k.in.Queue) }
func (k *rig) Keep(n int)    { k.in.Queue = k.in.Queue[:n] }
func (k *rig) State() string { return k.b.Line() }

func (k *rig) AtToken() bool {
	return k.in.F.View().Arrived() > 0 && k.in.F.Peek(0).Kind == pipe.IntEnd
}

func (k *rig) Feed(entries []gatetest.Entry) {
	for _, e := range entries {
		for _, r := range e.Rows {
			s := pipe.SpanEntry{Cmd: pipe.Cmd{Kind: pipe.Span, Slot: e.Slot, At: e.At}, Y: r.Y, X0: r.X0, X1: r.X1}
			k.in.Queue = append(k.in.Queue, s)
		}
		k.in.Queue = append(k.in.Queue, pipe.SpanEntry{Cmd: e.Cmd})
	}
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
