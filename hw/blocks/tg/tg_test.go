package tg

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"tilemark/hw/blocks/blocktest"
	"tilemark/hw/blocks/breakpoint"
	"tilemark/hw/pipe"
	"tilemark/hw/wires"
)

type bench struct {
	*blocktest.Bench
	b      *TG
	in     *blocktest.Source[pipe.SpanEntry]
	pinned *blocktest.Source[pipe.PinAnswer]
	out    *blocktest.Sink[pipe.TileEntry]
	pin    *blocktest.Sink[pipe.PinRequest]
	path   *blocktest.Sink[pipe.Report]
	line   *wires.LineOut
}

func newBench(t testing.TB) *bench {
	b := New("TG", Config{BreakPoint: breakpoint.AtTG})
	b.S.Gate.PinDraw = false
	k := &bench{Bench: blocktest.New(t, b), b: b}
	k.in = blocktest.In(k.Bench, &b.P.SGTG, "IN", 8)
	k.pinned = blocktest.In(k.Bench, &b.P.MXUBP, "PINNED", 2)
	k.out = blocktest.Out(k.Bench, &b.P.TGFifo, "TG_FIFO", 4).As(func(e *pipe.TileEntry) string {
		if e.Kind == pipe.Tile {
			return fmt.Sprintf("TILE %d", e.At.Tile)
		}
		return e.Kind.String()
	})
	k.pin = blocktest.Out(k.Bench, &b.P.BPMXU, "PIN", 4).As(func(e *pipe.PinRequest) string {
		if e.Back {
			return "back"
		}
		return e.Kind.String()
	})
	k.line = k.Line(&b.P.Int, "INT")
	k.path = blocktest.Datapath(k.Bench, &b.P.DP)
	return k
}

func at(primitive uint32) pipe.Cursor { return pipe.Cursor{Offset: 40, Primitive: primitive} }

func mark(kind pipe.Kind, primitive uint32) pipe.SpanEntry {
	return pipe.SpanEntry{Cmd: pipe.Cmd{Kind: kind, At: at(primitive)}}
}

func row(primitive uint32, y, x0, x1 int32) pipe.SpanEntry {
	e := mark(pipe.Span, primitive)
	e.Y, e.X0, e.X1 = y, x0, x1
	return e
}

func TestTilesOfABandAreSentLeftToRightWhenPinned(t *testing.T) {
	k := newBench(t)
	k.in.Queue = []pipe.SpanEntry{mark(pipe.Tri, 3), row(3, 0, 4, 20), mark(pipe.TriEnd, 3)}
	k.pinned.Queue = []pipe.PinAnswer{{Kind: pipe.Tile}, {Kind: pipe.Tile}, {Kind: pipe.Tile}}
	k.Step(12)
	require.Equal(t, `1 TG run 0:0:0:0:0
2 TG run 40:0:3:0:0, TG_FIFO: TRI
3 TG run 40:0:3:0:0
4 TG pTi 40:0:3:0:0, PIN: TILE
5 TG til 40:0:3:0:1, TG_FIFO: TILE 0
6 TG pTi 40:0:3:0:1, PIN: TILE
7 TG til 40:0:3:0:2, TG_FIFO: TILE 1
8 TG pTi 40:0:3:0:2, PIN: TILE
9 TG til 40:0:3:0:3, TG_FIFO: TILE 2
10 TG run 40:0:3:0:3
11 TG run 40:0:3:0:3, TG_FIFO: TRI_END
12 TG run 40:0:3:0:3
`, k.Wave())
	require.Equal(t, [3]uint64{0xf0, 0xff, 0x0f}, [3]uint64{k.out.Got[1].Mask, k.out.Got[2].Mask, k.out.Got[3].Mask})
}

// TG_INT goes out at once, before anything else; at most the tile being written gets
// into the TG_FIFO after the pulse; the cursor names it (rules T6, T1).
func TestPulseSendsTGIntFirstThenTheCursorThenDiscards(t *testing.T) {
	k := newBench(t)
	k.in.Queue = []pipe.SpanEntry{mark(pipe.Tri, 3), row(3, 0, 4, 20), mark(pipe.TriEnd, 3), mark(pipe.EndDraw, 0), mark(pipe.IntEnd, 0), mark(pipe.Tri, 9)}
	k.pinned.Queue = []pipe.PinAnswer{{Kind: pipe.Tile}}
	k.Step(6) // one tile is out, the second waits for its pin
	k.line.Raise()
	k.Step(5)
	k.pinned.Queue = []pipe.PinAnswer{{Kind: pipe.Tile}} // the answer to what was asked before
	k.Step(21)
	require.Equal(t, `1 TG run 0:0:0:0:0
2 TG run 40:0:3:0:0, TG_FIFO: TRI
3 TG run 40:0:3:0:0
4 TG pTi 40:0:3:0:0, PIN: TILE
5 TG til 40:0:3:0:1, TG_FIFO: TILE 0
6 TG pTi 40:0:3:0:1, PIN: TILE
7 TG pTi 40:0:3:0:1
8 TG cut 40:0:3:0:1, TG_FIFO: TG_INT
9 TG bak 40:0:3:0:1, DP: CUT_AT
10 TG bak 40:0:3:0:1
11 TG bak 40:0:3:0:1
12 TG bak 40:0:3:0:1
13 TG dis 40:0:3:0:1, PIN: back
14 TG dis 40:0:3:0:1
15 TG dis 40:0:3:0:1
16 TG tok 40:0:3:0:1, DP: DISCARDED
17 TG tok 40:0:3:0:1, DP: DUMPED
18 TG tok 40:0:3:0:1, DP: DUMPED
19 TG tok 40:0:3:0:1, DP: DUMPED
20 TG tok 40:0:3:0:1, DP: DUMPED
21 TG tok 40:0:3:0:1, DP: DUMPED
22 TG tok 40:0:3:0:1, DP: DUMPED
23 TG tok 40:0:3:0:1, DP: DUMPED
24 TG tok 40:0:3:0:1, DP: DUMPED
25 TG tok 40:0:3:0:1, DP: DUMPED
26 TG tok 40:0:3:0:1, DP: DUMPED
27 TG lef 40:0:3:0:1, TG_FIFO: INT_END, PIN: INT_END
28 TG run 0:0:0:0:0, DP: TOKEN_LEFT
29 TG run 40:0:9:0:0, TG_FIFO: TRI
30 TG run 40:0:9:0:0
31 TG run 40:0:9:0:0
32 TG run 40:0:9:0:0
`, k.Wave())
	require.Equal(t, pipe.Cursor{Offset: 40, Primitive: 3, Tile: 1}, k.path.Got[0].At)
}

// With no room in the TG_FIFO, TG_INT waits for it and nothing else goes out.
func TestTGIntPassesUnderBackPressure(t *testing.T) {
	k := newBench(t)
	k.out.Shut = true
	for range 5 {
		k.in.Queue = append(k.in.Queue, mark(pipe.Tri, 1))
	}
	k.Step(8)
	k.line.Raise()
	k.in.Queue = append(k.in.Queue, mark(pipe.IntEnd, 0))
	k.Step(6)
	k.out.Shut = false
	k.Step(24)
	var kinds []string
	for i := range k.out.Got {
		kinds = append(kinds, k.out.Got[i].Kind.String())
	}
	require.Equal(t, []string{"TRI", "TRI", "TRI", "TRI", "TG_INT", "INT_END"}, kinds)
}

// The cut of a context of which nothing has come yet is reported for its own slot.
func TestCutOfAnEmptyContextNamesItsSlot(t *testing.T) {
	k := newBench(t)
	end := mark(pipe.IntEnd, 0)
	end.Slot = 1
	k.Step(2)
	k.line.Raise()
	k.Step(3)
	k.in.Queue = []pipe.SpanEntry{end}
	k.Step(8)
	require.NotEmpty(t, k.path.Got)
	require.Equal(t, pipe.CutAt, k.path.Got[0].Kind)
	require.EqualValues(t, 1, k.path.Got[0].Slot)
}

func TestContextThatEndsSendsNoTGInt(t *testing.T) {
	k := newBench(t)
	k.in.Queue = []pipe.SpanEntry{mark(pipe.EndDraw, 0), mark(pipe.IntEnd, 0)}
	k.Step(20)
	require.Len(t, k.out.Got, 2)
	require.Equal(t, pipe.IntEnd, k.out.Got[1].Kind)
}

// A restore sends no tile below its cursor and numbers the rest as before (S7, S8).
func TestRestoreSkipsTilesBelowTheCursor(t *testing.T) {
	for skip := uint32(0); skip < 5; skip++ {
		k := newBench(t)
		resume := mark(pipe.Resume, 3)
		resume.At.Tile = skip
		k.in.Queue = []pipe.SpanEntry{resume, mark(pipe.Draw, 0), mark(pipe.Tri, 3), row(3, 0, 0, 32), mark(pipe.TriEnd, 3), mark(pipe.EndDraw, 0)}
		k.in.Queue[5].At.Offset = 45
		k.pinned.Queue = []pipe.PinAnswer{{Kind: pipe.Draw}}
		for range 4 {
			k.pinned.Queue = append(k.pinned.Queue, pipe.PinAnswer{Kind: pipe.Tile})
		}
		k.Step(40)
		var sent []uint32
		for i := range k.out.Got {
			if e := &k.out.Got[i]; e.Kind == pipe.Tile {
				sent = append(sent, e.At.Tile)
				require.EqualValues(t, e.At.Tile, e.X)
			}
		}
		require.Equal(t, []uint32{0, 1, 2, 3}[skip:min(skip, 4)+max(0, 4-skip)], append([]uint32{}, sent...), "cursor at tile %d", skip)
		require.Equal(t, pipe.Cursor{Offset: 45}, k.b.S.Gate.At)
	}
}

func TestBandMaskHasThePixelsOfItsSpans(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		var d band
		for i := range d.X0 {
			d.X0[i] = rapid.Int32Range(0, 40).Draw(rt, "x0")
			d.X1[i] = rapid.Int32Range(0, 40).Draw(rt, "x1")
		}
		for column := range int32(5) {
			m := d.mask(column)
			for i := range 64 {
				x, y := column*8+int32(i&7), i>>3
				require.Equal(t, x >= d.X0[y] && x < d.X1[y], m>>i&1 != 0)
			}
		}
	})
}
