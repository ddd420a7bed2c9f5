package tg

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/pipe"
	"tilemark/hw/regs"
)

// kinds returns what got out of TG since the bench was made.
func (k *bench) kinds() (out []string) {
	for i := range k.out.Got {
		out = append(out, k.out.Got[i].Kind.String())
	}
	return out
}

// A tile whose page is not there stays above the break point: nothing after it passes, and
// nothing more is asked. The cut names exactly that tile, and takes no pin back.
func TestTileWithoutItsPageDoesNotPass(t *testing.T) {
	k := newBench(t)
	k.in.Queue = []pipe.SpanEntry{mark(pipe.Tri, 3), row(3, 0, 4, 20), mark(pipe.TriEnd, 3), mark(pipe.EndDraw, 0), mark(pipe.IntEnd, 0)}
	k.pinned.Queue = []pipe.PinAnswer{{Kind: pipe.Tile}, {Kind: pipe.Tile, Fault: true}}
	k.Step(12)
	require.Equal(t, `1 TG run 0:0:0:0:0
2 TG run 40:0:3:0:0, TG_FIFO: TRI
3 TG run 40:0:3:0:0
4 TG pTi 40:0:3:0:0, PIN: TILE
5 TG til 40:0:3:0:1, TG_FIFO: TILE 0
6 TG pTi 40:0:3:0:1, PIN: TILE
7 TG flt 40:0:3:0:1
8 TG flt 40:0:3:0:1
9 TG flt 40:0:3:0:1
10 TG flt 40:0:3:0:1
11 TG flt 40:0:3:0:1
12 TG flt 40:0:3:0:1
`, k.Wave())
	k.line.Raise()
	k.Step(4)
	require.Equal(t, `13 TG flt 40:0:3:0:1
14 TG cut 40:0:3:0:1, TG_FIFO: TG_INT
15 TG dis 40:0:3:0:1, DP: CUT_AT
16 TG dis 40:0:3:0:1
`, k.Wave())
	k.Step(16)
	require.Equal(t, pipe.Cursor{Offset: 40, Primitive: 3, Tile: 1}, k.path.Got[0].At)
	require.Equal(t, []string{"TRI", "TILE", "TG_INT", "INT_END"}, k.kinds())
	for _, r := range k.pin.Got {
		require.False(t, r.Back)
	}
	require.False(t, k.b.S.Gate.Fault, "the next context begins anew")
}

// The answer may come when the cut already waits for it.
func TestFaultThatComesBehindTheCutTakesNoPinBack(t *testing.T) {
	for _, fault := range []bool{true, false} {
		k := newBench(t)
		k.in.Queue = []pipe.SpanEntry{mark(pipe.Tri, 3), row(3, 0, 0, 8), mark(pipe.TriEnd, 3), mark(pipe.IntEnd, 0)}
		k.Step(6) // the first tile waits for its pin
		k.line.Raise()
		k.Step(5)
		k.pinned.Queue = []pipe.PinAnswer{{Kind: pipe.Tile, Fault: fault}}
		k.Step(25)
		require.Equal(t, pipe.Cursor{Offset: 40, Primitive: 3}, k.path.Got[0].At)
		require.Equal(t, []string{"TRI", "TG_INT", "INT_END"}, k.kinds())
		backs := 0
		for _, r := range k.pin.Got {
			if r.Back {
				backs++
			}
		}
		require.Equal(t, !fault, backs == 1, "a pin that was not given is not taken back")
	}
}

// Textures of a draw, writes of fences and queries, and fills and copies fault in the same
// way: the cursor stays in front of them.
func TestFaultOfWhateverIsPinnedHoldsIt(t *testing.T) {
	for _, kind := range []pipe.Kind{pipe.Draw, pipe.Fence, pipe.Query, pipe.Blit} {
		k := newBench(t)
		first := mark(kind, 0)
		k.in.Queue = []pipe.SpanEntry{mark(pipe.Tri, 2), first}
		if kind == pipe.Draw {
			k.in.Queue = []pipe.SpanEntry{mark(pipe.Draw, 2), row(3, 0, 0, 8), mark(pipe.TriEnd, 3)}
		} else {
			k.in.Queue[1].At.Offset, k.in.Queue[1].At.Buffer = 45, 64
		}
		k.pinned.Queue = []pipe.PinAnswer{{Kind: kind, Fault: true}}
		k.Step(10)
		require.Len(t, k.pin.Got, 1)
		require.Equal(t, kind, k.pin.Got[0].Kind)
		require.Equal(t, at(2), k.b.S.Gate.At, "%s does not pass", kind)
		k.line.Raise()
		k.in.Queue = []pipe.SpanEntry{mark(pipe.IntEnd, 0)}
		k.Step(30)
		require.Equal(t, at(2), k.path.Got[0].At)
		last := k.out.Got[len(k.out.Got)-1]
		require.Equal(t, pipe.IntEnd, last.Kind)
		require.Zero(t, last.PinSet(), "no set is pinned")
	}
}

// A tile faults, but its draw's textures are pinned: the end of the pipe gives the set up.
func TestPinSetOfACutDrawIsGivenUp(t *testing.T) {
	k := newBench(t)
	k.in.Queue = []pipe.SpanEntry{mark(pipe.Draw, 2), mark(pipe.Tri, 3), row(3, 0, 0, 8), mark(pipe.TriEnd, 3), mark(pipe.IntEnd, 0)}
	k.pinned.Queue = []pipe.PinAnswer{{Kind: pipe.Draw, Set: 5}, {Kind: pipe.Tile, Fault: true}}
	k.Step(12)
	k.line.Raise()
	k.Step(30)
	last := k.out.Got[len(k.out.Got)-1]
	require.Equal(t, pipe.IntEnd, last.Kind)
	require.EqualValues(t, 5, last.PinSet())
}

// What C2D will read and write is pinned before a fill or copy passes, so the MXU is told
// of its registers as they pass.
func TestFillIsPinnedBeforeItPasses(t *testing.T) {
	k := newBench(t)
	extent := mark(pipe.State, 0)
	extent.Slot = 1
	extent.SetRegWrite(pipe.RegWrite{Block: regs.BlockC2D, Reg: regs.C2DExtent, Value: 0x80008})
	blit := mark(pipe.Blit, 0)
	blit.Cmd = pipe.BlitCmd(1, pipe.BlitCopy, blit.At)
	k.in.Queue = []pipe.SpanEntry{extent, blit, mark(pipe.EndDraw, 0)}
	k.Step(8)
	require.Equal(t, []pipe.PinRequest{
		pipe.RegWrite{Block: regs.BlockC2D, Reg: regs.C2DExtent, Value: 0x80008}.Pin(1),
		pipe.PinBlit(1, pipe.BlitCopy),
	}, k.pin.Got)
	require.Empty(t, k.out.Got)
	k.pinned.Queue = []pipe.PinAnswer{{Kind: pipe.Blit, Slot: 1}}
	k.Step(6)
	require.Equal(t, []string{"BLIT", "END_DRAW"}, k.kinds())
}

// At a restore's cursor the fault comes before the cursor has moved: the next restore has
// the same one.
func TestFaultAtARestoresCursorKeepsIt(t *testing.T) {
	k := newBench(t)
	resume := mark(pipe.Resume, 3)
	resume.At.Tile = 1
	k.in.Queue = []pipe.SpanEntry{resume, mark(pipe.Tri, 3), row(3, 0, 0, 32), mark(pipe.TriEnd, 3)}
	k.pinned.Queue = []pipe.PinAnswer{{Kind: pipe.Tile, Fault: true}}
	k.Step(14)
	require.Contains(t, k.Wave(), "TG flt 40:0:3:0:1")
	k.line.Raise()
	k.in.Queue = []pipe.SpanEntry{mark(pipe.IntEnd, 0)}
	k.Step(25)
	var cut pipe.Report
	for _, r := range k.path.Got {
		if r.Kind == pipe.CutAt {
			cut = r
		}
	}
	require.Equal(t, resume.At, cut.At)
	require.True(t, cut.Copied, "the restore had come to its cursor")
}
