package mxu

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"tilemark/hw/hard"
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
)

// pageEnd draws a byte address at an end of a page, or beside it.
func pageEnd(rt *rapid.T, name string) uint64 {
	return uint64(int64(rapid.Uint32Range(1, 5).Draw(rt, name))<<16 + int64(rapid.IntRange(-2, 2).Draw(rt, name+" beside")))
}

// From any page on, the first page of an area is that of its bytes, row by row: rows that begin and end with a page, and beside it.
func TestFirstPagePropertyAtEndsOfPages(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		for range 20 {
			a := area{
				Start: pageEnd(rt, "start"), Rows: rapid.Uint32Range(0, 5).Draw(rt, "rows"),
				Bytes:  rapid.OneOf(rapid.SampledFrom([]uint32{0, 1, 2, 65535, 65536, 65537, 131072}), rapid.Uint32Range(1, 200000)).Draw(rt, "bytes"),
				Stride: rapid.OneOf(rapid.SampledFrom([]uint32{0, 1, 2, 65535, 65536, 65537, 131071, 131072, 196608}), rapid.Uint32Range(0, 300000)).Draw(rt, "stride"),
			}
			for page := range uint32(28) {
				want, there := uint32(0), false
				for row := range uint64(a.Rows) {
					if a.Bytes == 0 {
						break
					}
					from := a.Start + row*uint64(a.Stride)
					first, last := uint32(from/65536), uint32((from+uint64(a.Bytes)-1)/65536)
					if p := max(first, page); p <= last && (!there || p < want) {
						want, there = p, true
					}
				}
				got, ok := a.from(page)
				require.Equal(rt, there, ok, "%+v from page %d", a, page)
				if there {
					require.Equal(rt, want, got, "%+v from page %d", a, page)
				}
			}
		}
	})
}

// Every kind of request needs the pages of its bytes and no others: tiles of wide and narrow surfaces at the ends of pages, textures,
// words, and rectangles whose two sides differ in all that can differ.
func TestRequestsPropertyNeedThePagesOfTheirBytes(t *testing.T) {
	check := func(rt *rapid.T) {
		m := New("MXU", Config{TLB: 4, Sets: 1, MemoryMiB: 16})
		r := pipe.PinRequest{Slot: rapid.Uint8Range(0, pipe.Slots-1).Draw(rt, "slot")}
		g := &m.S.Regs[r.Slot]
		other := &m.S.Regs[(r.Slot+1)%pipe.Slots]
		for i := range g {
			g[i], other[i] = hard.Word().Draw(rt, "register"), rapid.Uint32().Draw(rt, "of the other slot")
		}
		pages := func(at uint64, n uint64) (list []uint32) {
			for page := at >> 16; n > 0 && page <= (at+n-1)>>16; page++ {
				list = append(list, uint32(page))
			}
			return list
		}
		var want []uint32
		switch rapid.IntRange(0, 3).Draw(rt, "kind") {
		case 0:
			x, y := uint16(hard.Below(2048).Draw(rt, "x")), uint16(hard.Below(2048).Draw(rt, "y"))
			r = pipe.PinTile(r.Slot, x, y)
			f := regs.MXUSurfaceFormatFields{ColorWide: rapid.Bool().Draw(rt, "wide"), DepthNarrow: rapid.Bool().Draw(rt, "narrow")}
			pitch := regs.MXUSurfacePitchFields{Color: hard.Below(1<<16).Draw(rt, "pitch"), Depth: hard.Below(1<<16).Draw(rt, "pitch of depth")}
			g[regs.MXUSurfaceFormat], g[regs.MXUSurfacePitch] = f.Pack(), pitch.Pack()
			color, depth := uint64(256), uint64(256)
			if f.ColorWide {
				color = 512
			}
			if f.DepthNarrow {
				depth = 128
			}
			at := func(base, pitch uint32, bytes uint64) uint64 {
				aligned := base / 256 * 256
				if bytes == 512 {
					aligned = base / 512 * 512
				}
				return uint64(uint32(uint64(aligned) + bytes*(uint64(y)*uint64(pitch)+uint64(x))))
			}
			// The base such that the tile begins with a page, or ends before it.
			place := func(reg int, pitch uint32, bytes uint64) {
				if rapid.Bool().Draw(rt, "at a page's end") {
					g[reg] += uint32(65536 - at(g[reg], pitch, bytes)%65536 - bytes*uint64(rapid.IntRange(0, 1).Draw(rt, "before")))
				}
				want = append(want, pages(at(g[reg], pitch, bytes), bytes)...)
			}
			place(regs.MXUColorBase, pitch.Color, color)
			place(regs.MXUDepthBase, pitch.Depth, depth)
		case 1:
			r.Kind = pipe.Draw
			k := &m.S.Bind[r.Slot]
			for _, at := range []int{regs.BINDPixelKernel, regs.BINDBinding7Base, regs.BINDTexture0Base, regs.BINDTexture7Base} { // the last ones, too
				k[at], k[at+1] = uint32(pageEnd(rt, "binding")), rapid.SampledFrom([]uint32{0, 1, 2, 65535, 65536, 65537}).Draw(rt, "bytes")
				want = append(want, pages(uint64(k[at]), uint64(k[at+1]))...)
			}
		case 2:
			at := uint32(pageEnd(rt, "word"))
			r = pipe.PinWord(rapid.SampledFrom([]pipe.Kind{pipe.Fence, pipe.Query}).Draw(rt, "word"), r.Slot, at)
			want = pages(uint64(at), 1)
		default:
			r = pipe.PinBlit(r.Slot, rapid.Uint8Range(pipe.BlitFill, pipe.BlitCopy).Draw(rt, "copy"))
			c := &m.S.C2D[r.Slot]
			w, h := rapid.OneOf(rapid.Uint32Range(0, 20), rapid.SampledFrom([]uint32{7, 8, 16})).Draw(rt, "width"), rapid.Uint32Range(0, 9).Draw(rt, "height")
			c[regs.C2DExtent] = h<<16 | w
			side := func(base, layout, origin int) {
				f, tiled := rapid.Uint32Range(0, 7).Draw(rt, "format"), rapid.Bool().Draw(rt, "tiled")
				pitch := rapid.OneOf(rapid.Uint32Range(0, 9), hard.Below(1<<16)).Draw(rt, "pitch")
				x, y := rapid.OneOf(rapid.SampledFrom([]uint32{0, 1, 8}), rapid.Uint32Range(0, 20), hard.Below(1<<16)).Draw(rt, "x"), rapid.OneOf(rapid.Uint32Range(0, 20), hard.Below(1<<16)).Draw(rt, "y")
				c[base] = uint32(pageEnd(rt, "base") - uint64(rapid.SampledFrom([]uint32{0, 64, 128, 255, 256, 511, 512, 4096}).Draw(rt, "before")))
				c[layout] = regs.C2DDstLayoutFields{Pitch: pitch, Format: f, Tiled: tiled}.Pack()
				c[origin] = y<<16 | x
				if w == 0 || h == 0 {
					return
				}
				set := map[uint32]bool{}
				x1, y1 := x+w, y+h
				if tiled {
					x, y, x1, y1 = x/8*8, y/8*8, (x1+7)/8*8, (y1+7)/8*8
				}
				if rapid.Bool().Draw(rt, "to a page's end") { // the last pixel is the last one of its page, or the first one the first
					align, first := uint32(64), pixelAt(c[base], pitch, f, tiled, x, y)
					if tiled {
						align = 512
					}
					if rapid.Bool().Draw(rt, "first") {
						c[base] -= uint32(first % 65536)
					} else {
						last := pixelAt(c[base], pitch, f, tiled, x1-1, y1-1) + pixelAt(0, 1, f, false, 1, 0)
						c[base] += uint32(65536 - last%65536)
					}
					c[base] = c[base]&^(align-1) | rapid.SampledFrom([]uint32{0, 1, 63, 255}).Draw(rt, "low bits")&(align-1)
				}
				for py := y; py < y1; py++ {
					for px := x; px < x1; px++ {
						set[uint32(pixelAt(c[base], pitch, f, tiled, px, py)>>16)] = true
					}
				}
				var list []uint32
				for page := range set {
					list = append(list, page)
				}
				slices.Sort(list)
				want = append(want, list...)
			}
			side(regs.C2DDstBase, regs.C2DDstLayout, regs.C2DDstOrigin)
			n := len(want)
			side(regs.C2DSrcBase, regs.C2DSrcLayout, regs.C2DSrcOrigin)
			if r.Blit() == pipe.BlitFill {
				want = want[:n]
			}
		}
		var buf [boundAreas]area
		a := m.needs(&r, &buf)
		if len(want) == 0 {
			require.Empty(rt, pagesOf(a))
			return
		}
		require.Equal(rt, want, pagesOf(a), "%s", r.Kind)
	}
	rapid.Check(t, func(rt *rapid.T) {
		for range 12 {
			check(rt)
		}
	})
}
