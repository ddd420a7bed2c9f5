package template_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"tilemark/hw/blocks/blocktest"
	"tilemark/hw/blocks/template"
	"tilemark/hw/pipe"
)

type bench struct {
	*blocktest.Bench
	b    *template.Block
	in   *blocktest.Source[pipe.AttributeEntry]
	up   *blocktest.Source[pipe.Report]
	out  *blocktest.Sink[pipe.AttributeEntry]
	path *blocktest.Sink[pipe.Report]
}

func newBench(t testing.TB, most int) *bench {
	b := template.New("Unit", template.Config{Most: most})
	k := &bench{Bench: blocktest.New(t, b), b: b}
	k.in = blocktest.In(k.Bench, &b.P.In, "IN", 8)
	k.up = blocktest.In(k.Bench, &b.P.DPIn, "UP", 2)
	k.out = blocktest.Out(k.Bench, &b.P.Out, "OUT", 4)
	k.path = blocktest.Datapath(k.Bench, &b.P.DP)
	return k
}

func entry(c pipe.Cmd) pipe.AttributeEntry { return pipe.AttributeEntry{Cmd: c} }

func delay(cycles uint32) pipe.AttributeEntry {
	return entry(pipe.RegWrite{Block: template.ID, Reg: template.Delay, Value: cycles}.Cmd(0, pipe.Cursor{}))
}

// The entry after a write of DELAY is the first that is held back.
func TestEntriesAreHeldBack(t *testing.T) {
	k := newBench(t, 100)
	k.in.Queue = []pipe.AttributeEntry{delay(3), entry(pipe.Cmd{Kind: pipe.TileEnd}), entry(pipe.Cmd{Kind: pipe.IntEnd}), entry(pipe.Cmd{Kind: pipe.TileEnd})}
	k.Step(11)
	require.Equal(t, `1 TEMPLATE next 0
2 TEMPLATE next 3, OUT: STATE
3 TEMPLATE hold 3
4 TEMPLATE hold 3
5 TEMPLATE hold 3
6 TEMPLATE next 3, OUT: TILE_END
7 TEMPLATE hold 3
8 TEMPLATE hold 3
9 TEMPLATE hold 3
10 TEMPLATE next 0, OUT: INT_END
11 TEMPLATE next 0, OUT: TILE_END
`, k.Wave())
}

// At INTERRUPTIBLE the register is copied; reports of the neighbour before it go on meanwhile.
func TestRegisterIsCopied(t *testing.T) {
	k := newBench(t, 100)
	k.up.Queue = []pipe.Report{{Kind: pipe.Dumped, Block: 1}, {Kind: pipe.Dumped, Block: 2}}
	k.in.Queue = []pipe.AttributeEntry{delay(2), entry(pipe.Cmd{Kind: pipe.Interruptible, Slot: 1})}
	k.Step(20)
	require.ElementsMatch(t, []pipe.Report{
		{Kind: pipe.Dumped, Block: 1},
		{Kind: pipe.Dumped, Block: 2},
		pipe.RegisterReport(pipe.Dumped, 1, template.Delay, 2).From(template.ID),
	}, k.path.Got)
}

// Whatever comes, and however neighbours hesitate: all of it goes on, unchanged and in order, none before its delay.
func TestPropertyEntriesKeepTheirOrder(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		most := rapid.IntRange(1, 9).Draw(rt, "most")
		k := newBench(t, most)
		k.Hesitate(rapid.Uint64().Draw(rt, "seed"), rapid.SampledFrom([]int{0, 30, 70}).Draw(rt, "percent"))
		var sent []pipe.AttributeEntry
		held := uint64(0) // cycles that all of it takes at least
		now := uint32(0)
		for i := range rapid.IntRange(1, 20).Draw(rt, "entries") {
			e := entry(pipe.Cmd{Kind: rapid.SampledFrom([]pipe.Kind{pipe.TileEnd, pipe.IntEnd, pipe.Interruptible, pipe.Fence}).Draw(rt, "kind"), At: pipe.Cursor{Offset: uint32(i)}})
			if rapid.IntRange(0, 3).Draw(rt, "writes") == 0 {
				e = delay(rapid.Uint32Range(0, 12).Draw(rt, "delay"))
			}
			held += 1 + uint64(min(now, uint32(most)))
			switch e.Kind {
			case pipe.State:
				now = e.RegWrite().Value
			case pipe.IntEnd:
				now = 0
			}
			sent = append(sent, e)
		}
		k.in.Queue = append(k.in.Queue, sent...)
		last := uint64(0)
		k.out.F.OnPut(func(cycle uint64, _ *pipe.AttributeEntry) { last = cycle })
		k.Step(400)
		k.Open()
		k.Step(400)
		require.Equal(rt, sent, k.out.Got)
		require.Greater(rt, last, held)
		require.Equal(rt, now, k.b.S.Regs[template.Delay])
	})
}
