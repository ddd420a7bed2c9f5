package zl1

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/blocks/blocktest"
	"tilemark/hw/blocks/breakpoint"
	"tilemark/hw/pipe"
)

// As the break point ZL1 keeps a tile whose page is not there above it: its planes wait with
// it, nothing after it passes, and the cut names exactly it.
func TestTileWithoutItsPageDoesNotPassZL1(t *testing.T) {
	k := newBenchAt(t, breakpoint.AtZL1)
	pinned := blocktest.In(k.Bench, &k.b.P.MXUBP, "PINNED", 2)
	pin := blocktest.Out(k.Bench, &k.b.P.BPMXU, "PIN", 4)
	line := k.Line(&k.b.P.Int, "INT")

	k.tiles.Queue = tiles(pipe.Tri, pipe.Tile, pipe.Tile, pipe.TriEnd, pipe.IntEnd)
	for i := range k.tiles.Queue {
		k.tiles.Queue[i].At = pipe.Cursor{Offset: 40, Primitive: 7}
	}
	k.tiles.Queue[2].At.Tile = 1
	k.depth.Queue = depths(pipe.Planes, pipe.IntEnd)
	k.planes.Queue = planes(pipe.Planes, pipe.Planes, pipe.IntEnd)
	pinned.Queue = []pipe.PinAnswer{{Kind: pipe.Tile}, {Kind: pipe.Tile, Fault: true}}
	k.Step(14)
	require.Len(t, k.z.Got, 1, "the first tile")
	require.Contains(t, k.Wave(), "14 ZL1 flt 40:0:7:0:1")
	require.EqualValues(t, 1, k.tiles.F.Peek(0).At.Tile, "the tile waits")

	line.Raise()
	k.Step(30)
	require.Equal(t, pipe.CutAt, k.path.Got[0].Kind)
	require.Equal(t, pipe.Cursor{Offset: 40, Primitive: 7, Tile: 1}, k.path.Got[0].At)
	require.Len(t, k.z.Got, 2)
	require.Equal(t, pipe.IntEnd, k.z.Got[1].Kind)
	require.Len(t, pin.Got, 3, "two tiles and INT_END, none taken back")
	require.Equal(t, pipe.IntEnd, pin.Got[2].Kind)
}
