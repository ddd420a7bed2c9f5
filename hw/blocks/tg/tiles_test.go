package tg

import (
	"math/bits"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"tilemark/hw/blocks/blocktest"
	"tilemark/hw/blocks/breakpoint"
	"tilemark/hw/pipe"
)

// lastPixel is the greatest coordinate of a pixel that a target can have.
const lastPixel = 1<<14 - 1

// drawSpans draws the spans of a triangle by rows: rows may have none, and lie apart; ends lie on tiles' edges often.
func drawSpans(rt *rapid.T, primitive uint32) (out []pipe.SpanEntry) {
	y := rapid.SampledFrom([]int32{0, 1, 6, 7, 8, 15, lastPixel - 20}).Draw(rt, "first row")
	left := 8 * rapid.SampledFrom([]int32{0, 1, 2, lastPixel/8 - 5}).Draw(rt, "left")
	for range rapid.IntRange(0, 14).Draw(rt, "rows") {
		if y > lastPixel {
			break
		}
		x0 := left + rapid.Int32Range(0, 39).Draw(rt, "x0")
		if rapid.Bool().Draw(rt, "aligned") {
			x0 &^= 7
		}
		x1 := x0 + rapid.OneOf(rapid.SampledFrom([]int32{1, 7, 8, 9, 16}), rapid.Int32Range(1, 40)).Draw(rt, "pixels")
		if x1 = min(x1, lastPixel+1); rapid.IntRange(0, 3).Draw(rt, "to a tile's end") == 0 {
			x1 = (x1 + 7) &^ 7
		}
		out = append(out, row(primitive, y, x0, x1))
		y += rapid.SampledFrom([]int32{1, 1, 1, 1, 2, 7, 8, 9, 17}).Draw(rt, "down")
	}
	return out
}

// tilesOf are the tiles of spans, pixel by pixel (docs/arithmetic.md, section 4).
func tilesOf(spans []pipe.SpanEntry) (out []pipe.TileEntry) {
	type place struct{ x, y int32 }
	masks := map[place]uint64{}
	var greatest place
	for _, s := range spans {
		for x := s.X0; x < s.X1; x++ {
			masks[place{x / 8, s.Y / 8}] |= 1 << (8*(s.Y%8) + x%8)
			greatest = place{max(greatest.x, x/8), max(greatest.y, s.Y/8)}
		}
	}
	for y := int32(0); y <= greatest.y && len(masks) > len(out); y++ {
		for x := int32(0); x <= greatest.x; x++ {
			if m := masks[place{x, y}]; m != 0 {
				e := pipe.TileEntry{Cmd: spans[0].Cmd, X: uint16(x), Y: uint16(y), Mask: m}
				e.Kind, e.At.Tile = pipe.Tile, uint32(len(out))
				out = append(out, e)
			}
		}
	}
	return out
}

// tiler is a TG that is not the break point.
func tiler(t *testing.T) (*TG, *blocktest.Bench, *blocktest.Source[pipe.SpanEntry], *blocktest.Sink[pipe.TileEntry]) {
	b := New("TG", Config{BreakPoint: breakpoint.AtZL1})
	k := blocktest.New(t, b)
	blocktest.Datapath(k, &b.P.DP)
	k.Line(&b.P.Int, "INT")
	return b, k, blocktest.In(k, &b.P.SGTG, "IN", 4), blocktest.Out(k, &b.P.TGFifo, "TG_FIFO", 4)
}

// Whatever the spans, the tiles are those with a covered pixel, in order and numbered from 0, with all of their pixels.
func TestTilesPropertyAreThoseOfTheSpans(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		b, k, in, out := tiler(t)
		var want []pipe.TileEntry
		for p := range uint32(3) {
			spans := drawSpans(rt, p)
			in.Queue = append(append(append(in.Queue, mark(pipe.Tri, p)), spans...), mark(pipe.TriEnd, p))
			want = append(append(append(want, pipe.TileEntry{Cmd: mark(pipe.Tri, p).Cmd}), tilesOf(spans)...), pipe.TileEntry{Cmd: mark(pipe.TriEnd, p).Cmd})
		}
		for n := 0; n < 2000 && len(out.Got) < len(want); n++ {
			k.Step(1)
		}
		require.Equal(rt, want, out.Got)
		require.Equal(rt, band{}, b.S.Band)
	})
}

// A row of one pixel, wherever it lies in its tile: the mask has one bit, and no other tile is sent.
func TestATileOfOnePixel(t *testing.T) {
	for i := range int32(64) {
		for _, corner := range [][2]int32{{0, 0}, {lastPixel - 7, lastPixel - 7}} {
			_, k, in, out := tiler(t)
			in.Queue = []pipe.SpanEntry{mark(pipe.Tri, 0), row(0, corner[1]+i/8, corner[0]+i%8, corner[0]+i%8+1), mark(pipe.TriEnd, 0)}
			k.Step(8)
			require.Len(t, out.Got, 3)
			e := &out.Got[1]
			require.Equal(t, [3]int{int(corner[0]) / 8, int(corner[1]) / 8, int(i)}, [3]int{int(e.X), int(e.Y), bits.TrailingZeros64(e.Mask)})
			require.Equal(t, 1, bits.OnesCount64(e.Mask))
		}
	}
}

// The gate pins the pages of the tile that is sent: column and row are not exchanged.
func TestTheTilesPlaceIsPinned(t *testing.T) {
	k := newBench(t)
	k.in.Queue = []pipe.SpanEntry{mark(pipe.Tri, 3), row(3, 9, 40, 41), mark(pipe.TriEnd, 3)}
	k.Step(6)
	require.Len(t, k.pin.Got, 1)
	x, y := k.pin.Got[0].Tile()
	require.Equal(t, [2]uint16{5, 1}, [2]uint16{x, y})
}
