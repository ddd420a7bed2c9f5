package mxu

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"tilemark/hw/pipe"
	"tilemark/hw/regs"
)

// pagesOf walks over areas.
func pagesOf(a areas) (out []uint32) {
	for page, at, more := a.after(place{}); more; page, at, more = a.after(at) {
		out = append(out, page)
	}
	return out
}

func TestPagesOfAnAreaAreThoseOfItsBytes(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		a := area{
			Start:  uint64(rapid.Uint32().Draw(rt, "start")),
			Bytes:  rapid.Uint32Range(0, 200_000).Draw(rt, "bytes"),
			Rows:   rapid.Uint32Range(0, 40).Draw(rt, "rows"),
			Stride: rapid.SampledFrom([]uint32{0, 64, 4096, 65535, 65536, 65537, 1 << 20}).Draw(rt, "stride"),
		}
		var want []uint32
		for row := range uint64(a.Rows) {
			from := a.Start + row*uint64(a.Stride)
			for page := from >> 16; a.Bytes > 0 && page <= (from+uint64(a.Bytes)-1)>>16; page++ {
				if n := len(want); n == 0 || want[n-1] < uint32(page) {
					want = append(want, uint32(page))
				}
			}
		}
		require.Equal(t, want, pagesOf(areas{a}))
		require.Equal(t, append(want, want...), pagesOf(areas{a, a}))
		require.Equal(t, want, pagesOf(areas{{}, a}))
	})
}

// A range that ends with a page does not need the next one; with rows, none of them does.
func TestARangeThatEndsWithItsPageIsInIt(t *testing.T) {
	for _, a := range []area{bytes(0x50000, 0x10000), bytes(0x5fffc, 4), {Start: 0x50000, Bytes: 0x10000, Rows: 3, Stride: 0x20000}} {
		for page := range uint32(12) {
			_, ok := a.from(page)
			last := uint32(a.Start+uint64(a.Rows-1)*uint64(a.Stride)+uint64(a.Bytes)-1) >> 16
			require.Equal(t, page <= last, ok, "%+v from page %d", a, page)
		}
	}
	first, ok := (&area{Start: 0x50000, Bytes: 0x10000, Rows: 3, Stride: 0x20000}).from(6)
	require.True(t, ok)
	require.EqualValues(t, 7, first)
}

// Every pixel that C2D touches lies in a page of the rectangle's area, and no page is there
// without cause: where rows are tiles, those of a tile that the rectangle touches.
func TestRectangleHasThePagesOfItsPixels(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		coordinate := rapid.OneOf(rapid.Uint32Range(0, 40), rapid.Uint32Range(0, 0xffff))
		base := rapid.Uint32Range(0, 1<<28).Draw(rt, "base")
		pitch := rapid.OneOf(rapid.Uint32Range(0, 8), rapid.Uint32Range(0, 0xffff)).Draw(rt, "pitch")
		format := rapid.Uint32Range(0, 7).Draw(rt, "format")
		tiled := rapid.Bool().Draw(rt, "tiled")
		x0, y0 := coordinate.Draw(rt, "x"), coordinate.Draw(rt, "y")
		w, h := rapid.Uint32Range(0, 70).Draw(rt, "width"), rapid.Uint32Range(0, 70).Draw(rt, "height")
		want := map[uint32]bool{}
		ax0, ay0, ax1, ay1 := x0, y0, x0+w, y0+h
		if tiled && w > 0 && h > 0 { // all pixels of the tiles
			ax0, ay0, ax1, ay1 = x0&^7, y0&^7, (x0+w+7)&^7, (y0+h+7)&^7
		}
		for y := ay0; y < ay1 && w > 0; y++ {
			for x := ax0; x < ax1; x++ {
				want[uint32(pixelAt(base, pitch, format, tiled, x, y)>>16)] = true
			}
		}
		r := rectangle(base, pitch, format, tiled, x0, y0, w, h)
		got := pagesOf(areas{r})
		require.Len(t, got, len(want))
		for _, page := range got {
			require.True(t, want[page], "page %#x", page)
		}
	})
}

// pixelAt is a pixel's byte address (docs/arithmetic.md, sections 9 and 11).
func pixelAt(base, pitch, format uint32, tiled bool, x, y uint32) uint64 {
	n := uint64(4)
	switch format {
	case regs.C2DDstLayoutFormatRgba16f:
		n = 8
	case regs.C2DDstLayoutFormatD16:
		n = 2
	}
	if !tiled {
		return uint64(base&^63) + n*(uint64(y)*uint64(pitch)+uint64(x))
	}
	base &^= 255
	if n == 8 {
		base &^= 511
	}
	tile, quad := uint64(y>>3)*uint64(pitch)+uint64(x>>3), uint64(y&7>>1<<2|x&7>>1)
	return uint64(base) + n*(64*tile+4*quad+uint64(y&1<<1|x&1))
}

// A fill needs its destination alone, and nothing is needed where there are no pixels.
func TestFillNeedsItsDestinationOnly(t *testing.T) {
	var s State
	g := &s.C2D[1]
	g[regs.C2DDstBase], g[regs.C2DSrcBase], g[regs.C2DExtent] = 0x50000, 0x90000, 1<<16|1
	a := make(areas, few)
	fill := pipe.PinBlit(1, pipe.BlitFill)
	s.blit(&fill, a)
	require.Equal(t, []uint32{5}, pagesOf(a))
	copied := pipe.PinBlit(1, pipe.BlitCopy)
	s.blit(&copied, a)
	require.Equal(t, []uint32{5, 9}, pagesOf(a))
	g[regs.C2DExtent] = 1 << 16
	s.blit(&copied, a)
	require.Empty(t, pagesOf(a))
}
