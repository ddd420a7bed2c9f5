package c2d

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"tilemark/hw/format"
	"tilemark/hw/hard"
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
)

// exactAddress is a pixel's byte address in a space without an end (docs/arithmetic.md, sections 9 and 11).
func exactAddress(base, pitch, format uint32, tiled bool, x, y uint64) uint64 {
	tile := y/8*uint64(pitch) + x/8
	switch {
	case !tiled:
		return uint64(base/64*64) + uint64(pageBytes(format))*(y*uint64(pitch)+x)
	case format == rgba16f:
		return uint64(base/512*512) + 512*tile + 128*(y&7>>1) + 32*(x&7>>1) + 8*(2*(y&1)+x&1)
	case format == d16:
		return uint64(base/256*256) + 128*tile + 64*(y&7>>2) + 32*(y&3>>1) + 8*(x&7>>1) + 2*(2*(y&1)+x&1)
	}
	return uint64(base/256*256) + 256*tile + 64*(y&7>>1) + 16*(x&7>>1) + 4*(2*(y&1)+x&1)
}

func TestAddressesPropertyAreExactUpToTheEndOfMemory(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		for range 50 {
			base, pitch := hard.Word().Draw(rt, "base"), hard.Below(1<<16).Draw(rt, "pitch")
			f, tiled := rapid.Uint32Range(0, 7).Draw(rt, "format"), rapid.Bool().Draw(rt, "tiled")
			x, y := hard.Below(1<<17).Draw(rt, "x"), hard.Below(1<<17).Draw(rt, "y")
			want := exactAddress(base, pitch, f, tiled, uint64(x), uint64(y))
			if rapid.Bool().Draw(rt, "at the end") { // the base such that the pixel lies at an end of memory, or beside it
				base = uint32(1<<32 - (want - uint64(base)) + 256*uint64(rapid.IntRange(-2, 1).Draw(rt, "beside")))
				want = exactAddress(base, pitch, f, tiled, uint64(x), uint64(y))
			}
			s := surfaceOf(base, pitch, f, tiled)
			got, ok := s.address(point{int32(x), int32(y)})
			require.Equal(rt, want < 1<<32, ok)
			require.Equal(rt, uint32(want), got)
		}
	})
}

// The lines of a rectangle, wherever it lies: each pixel once, in the line and at the place that its address names, rows from the top.
func TestLinesPropertyHoldEachPixelOfTheRectangleOnce(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		var g regs.C2DRegs
		f, tiled := rapid.Uint32Range(0, 7).Draw(rt, "format"), rapid.Bool().Draw(rt, "tiled")
		x0, y0 := hard.Below(1<<16).Draw(rt, "x"), hard.Below(1<<16).Draw(rt, "y")
		w, h := rapid.OneOf(rapid.Uint32Range(1, 3), rapid.Uint32Range(1, 40)).Draw(rt, "width"), rapid.OneOf(rapid.Uint32Range(1, 3), rapid.Uint32Range(1, 20)).Draw(rt, "height")
		pitch := (x0+w)/map[bool]uint32{false: 1, true: 8}[tiled] + rapid.Uint32Range(1, 9).Draw(rt, "pitch") // rows do not overlap
		base := hard.Word().Draw(rt, "base")
		g[regs.C2DDstBase], g[regs.C2DDstOrigin], g[regs.C2DExtent] = base, y0<<16|x0, h<<16|w
		d := surfaceOf(base, pitch, f, tiled)
		n := uint64(pageBytes(f))
		type where struct {
			line uint32
			k    int
		}
		place := map[where]point{}
		for y := y0; y < y0+h; y++ {
			for x := x0; x < x0+w; x++ {
				at := exactAddress(base, pitch, f, tiled, uint64(x), uint64(y))
				place[where{uint32(at) &^ 63, int(at % 64 / n)}] = point{int32(x), int32(y)}
			}
		}
		require.Len(rt, place, int(w*h))
		last := point{-1, -1}
		for at, more := d.first(&g), true; more; at, more = d.next(&g, at) {
			var l line
			_, fits := d.address(at)
			require.Equal(rt, fits, d.line(&g, at, &l))
			require.NotZero(rt, l.Want, "a line for nothing")
			for k := range d.pixels() {
				p, there := place[where{l.Addr, k}]
				want := l.Want>>k&1 != 0
				if want {
					require.True(rt, there, "pixel %d of line %#x", k, l.Addr)
					require.Equal(rt, p, d.pixel(l.First, k))
					delete(place, where{l.Addr, k})
				}
			}
			require.Zero(rt, l.Want>>d.pixels())
			require.True(rt, at.Y > last.Y || at.Y == last.Y && at.X > last.X, "rows from the top, each from the left")
			last = at
		}
		require.Empty(rt, place)
	})
}

// Patterns at which a format gives way to the next number: of every pair of formats.
func TestConversionsPropertyAtHardPatterns(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		for range 6 {
			number := rapid.OneOf(hard.Share(), hard.Float())
			from, to := rapid.Uint32Range(0, 7).Draw(rt, "from"), rapid.Uint32Range(0, 7).Draw(rt, "to")
			v := rapid.Uint64().Draw(rt, "pixel")
			switch from {
			case d32f:
				v = uint64(math.Float32bits(number.Draw(rt, "depth")))
				if rapid.IntRange(0, 3).Draw(rt, "a threshold") == 0 {
					v = uint64(regs.SRGBStep[rapid.IntRange(0, 254).Draw(rt, "step")]) + uint64(rapid.IntRange(-1, 1).Draw(rt, "beside"))
				}
			case rgba16f:
				v = 0
				for i := range 4 {
					v |= uint64(format.Half(number.Draw(rt, "component"))) << (16 * i)
				}
			case d16:
				v = uint64(hard.Below(1<<16).Draw(rt, "depth"))
			case d24s8:
				v = uint64(hard.Word().Draw(rt, "word"))
			default:
				v &= 0xffffffff
			}
			require.Equal(rt, pageConvert(v, from, to), convertPixel(v, from, to), "%#x from %d to %d", v, from, to)
		}
	})
}

// A pixel takes the place of what was in its bytes and of nothing else, and is read as it was written.
func TestPixelsInALineLeaveTheirNeighboursAlone(t *testing.T) {
	for _, bytes := range []uint32{2, 4, 8} {
		for at := uint32(0); at < 64; at += bytes {
			for _, before := range []uint32{0, math.MaxUint32, 0xa5a5_5a5a} {
				var data, want [16]uint32
				for i := range data {
					data[i], want[i] = before, before
				}
				v := uint64(0x0123_4567_89ab_cdef)
				if before == math.MaxUint32 {
					v = 0x3210_7654_ba98_fedc
				}
				for i := range bytes {
					shift := 8 * ((at + i) % 4)
					want[(at+i)/4] = want[(at+i)/4]&^(255<<shift) | uint32(v>>(8*i)&255)<<shift
				}
				put(&data, at, bytes, v)
				require.Equal(t, want, data)
				require.EqualValues(t, v<<(64-8*bytes)>>(64-8*bytes), get(&data, at, bytes))
			}
		}
		var data [16]uint32
		fill(&data, bytes, 0x89abcdef, 0x01234567)
		for at := uint32(0); at < 64; at += bytes {
			require.EqualValues(t, uint64(0x0123_4567_89ab_cdef)<<(64-8*bytes)>>(64-8*bytes), get(&data, at, bytes))
		}
	}
}

// A copy whose source has a pixel without an address stops the run, as one whose destination has.
func TestASourcePixelWithoutAnAddressStopsTheRun(t *testing.T) {
	k := newBench(t, 2)
	k.blit(0, pipe.BlitCopy, &regs.C2DRegs{0: 0x1000, 1: layout(16, rgba8, false), 3: 0xffffffc0, 4: layout(16, rgba8, false), 6: 2<<16 | 16})
	for range 40 {
		if err := k.Run(k.Cycle() + 1); err != nil {
			require.ErrorContains(t, err, "pixel (0, 1) of the surface at 0xffffffc0 lies outside memory")
			return
		}
		if k.in.Out.Ready() && len(k.in.Queue) > 0 {
			k.in.Out.Put(k.in.Queue[0])
			k.in.Queue = k.in.Queue[1:]
		}
		if k.req.In.Valid() {
			k.req.In.Drop()
		}
	}
	require.Fail(t, "the run went on")
}
