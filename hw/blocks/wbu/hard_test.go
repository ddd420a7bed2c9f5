package wbu

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"tilemark/hw/blocks/cache"
	"tilemark/hw/format"
	"tilemark/hw/hard"
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
)

// hardBytes draws four bytes, the ends and the middle often.
func hardBytes() *rapid.Generator[uint32] {
	return rapid.Custom(func(rt *rapid.T) (w uint32) {
		b := rapid.OneOf(rapid.SampledFrom([]uint32{0, 1, 127, 128, 254, 255}), rapid.Uint32Range(0, 255))
		for ch := range 4 {
			w |= b.Draw(rt, "byte") << (8 * ch)
		}
		return w
	})
}

// Every pair of factors with every equation, of colour and of alpha.
func TestBlendingPropertyOfEveryFactorAndEquation(t *testing.T) {
	var r regs.WBURegs
	rapid.Check(t, func(rt *rapid.T) {
		r[regs.WBUBlendConstant] = hardBytes().Draw(rt, "constant")
		r[regs.WBUWriteMask] = rapid.OneOf(rapid.Just(uint32(15)), rapid.Uint32Range(0, 15), rapid.Uint32()).Draw(rt, "mask")
		r[regs.WBUColorFormat] = rapid.SampledFrom([]uint32{0, 3}).Draw(rt, "format")
		src, dst := hardBytes().Draw(rt, "source"), hardBytes().Draw(rt, "destination")
		for control := range uint32(8 * 16 * 16) {
			eq, f := control>>8, control&255
			// Colour and alpha have the same factors, in a word that says to blend in half of the rounds.
			r[regs.WBUBlend] = eq<<20 | eq<<23 | f<<4 | f<<12 | control&1
			got := word(&r, pipe.Color(src)|0xabcd<<32, dst)
			for ch := range 4 {
				want := src >> (8 * ch) & 255
				if control&1 != 0 {
					want = wanted(r[regs.WBUBlend], r[regs.WBUBlendConstant], src, dst, ch)
				}
				if r[regs.WBUWriteMask]>>ch&1 == 0 {
					want = dst >> (8 * ch) & 255
				}
				if got>>(8*ch)&255 != want {
					require.Equal(rt, want, got>>(8*ch)&255, "channel %d, equation %d, factors %#x", ch, eq, f)
				}
			}
		}
	})
}

// Products of all bytes are divided to the nearest, and differences below zero are zero.
func TestProductsOfAllBytesAreDividedToTheNearest(t *testing.T) {
	for s := range uint32(256) {
		for f := range uint32(256) {
			for _, c := range [][2]uint32{{0, 0}, {255, 255}, {128, 3}, {f, s}} { // of the destination
				a, b := int(s*f), int(c[0]*c[1])
				for eq, v := range []int{a + b, a - b, b - a} {
					v = min(max(v, 0), 65025)
					got := int(combine(uint32(eq), s, c[0], f, c[1]))
					if max(255*got-v, v-255*got) > 127 {
						require.Fail(t, "not the nearest", "equation %d of %d·%d and %d·%d is %d", eq, s, f, c[0], c[1], got)
					}
				}
			}
			require.Equal(t, [2]uint32{min(s, f), max(s, f)}, [2]uint32{combine(3, s, f, 9, 9), combine(4, s, f, 9, 9)})
		}
	}
}

// hardHalf draws a pattern of binary16: NaN, infinities, denormal and equal numbers often.
func hardHalf(rt *rapid.T, name string) uint64 {
	return rapid.OneOf(
		rapid.SampledFrom([]uint64{0, 0x8000, 0x3c00, 0x3bff, 0x3c01, 0xbc00, 1, 0x8001, 0x3ff, 0x400, 0x7bff, 0xfbff, 0x7c00, 0xfc00, 0x7e00, 0x7c01, 0x3800}),
		rapid.Custom(func(rt *rapid.T) uint64 { return half(rt, name) }),
	).Draw(rt, name)
}

// blendedHard is docs/arithmetic.md, section 8, each step rounded, for one channel of two colours in binary32.
func blendedHard(blend, constant uint32, s, d [4]float32, ch int) float32 {
	k := func(i int) float32 { return hard.Div(float32(constant>>(8*i)&255), 255) }
	saturate := hard.Sub(1, d[3])
	if s[3] < saturate {
		saturate = s[3]
	}
	sf, df, eq := blend>>4&15, blend>>8&15, blend>>20&7
	if ch == 3 {
		saturate = 1
		sf, df, eq = blend>>12&15, blend>>16&15, blend>>23&7
	}
	factor := func(n uint32) float32 {
		v := [8]float32{0, s[ch], d[ch], s[3], d[3], k(ch), k(3)}[n/2]
		switch {
		case n == 0 || n == 15:
			return 0
		case n == 1:
			return 1
		case n == 14:
			return saturate
		case n%2 == 1:
			return hard.Sub(1, v)
		}
		return v
	}
	a, b := hard.Mul(s[ch], factor(sf)), hard.Mul(d[ch], factor(df))
	switch eq {
	case 1:
		return hard.Sub(a, b)
	case 2:
		return hard.Sub(b, a)
	case 3:
		if s[ch] < d[ch] {
			return s[ch]
		}
		return d[ch]
	case 4:
		if s[ch] > d[ch] {
			return s[ch]
		}
		return d[ch]
	}
	return hard.Add(a, b)
}

// Colours of four binary16, and those of SRGB8, of every factor and equation: infinities, NaN, zeros of both signs and equal numbers.
func TestFloatBlendingPropertyOfEveryFactorAndEquation(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		var r regs.WBURegs
		r[regs.WBUBlendConstant], r[regs.WBUWriteMask] = hardBytes().Draw(rt, "constant"), rapid.OneOf(rapid.Just(uint32(15)), rapid.Uint32Range(0, 15)).Draw(rt, "mask")
		var src, dst uint64
		for ch := range 4 {
			src |= hardHalf(rt, "src") << (16 * ch)
			dst |= hardHalf(rt, "dst") << (16 * ch)
		}
		if rapid.IntRange(0, 3).Draw(rt, "equal") == 0 {
			dst = src
		}
		s, d := unpacked(src), unpacked(dst)
		coded := uint32(dst >> 8)
		linear := [4]float32{3: hard.Div(float32(coded>>24), 255)}
		for ch := range 3 {
			linear[ch] = math.Float32frombits(regs.SRGBLinear[coded>>(8*ch)&255])
		}
		start := rapid.Uint32Range(0, 2047).Draw(rt, "first")
		for n := range uint32(200) {
			control := (start + n*11) % 2048
			eq, f := control>>8, control&255
			r[regs.WBUBlend] = eq<<20 | eq<<23 | f<<4 | f<<12 | n>>1&1
			on := n>>1&1 != 0
			got := float16(&r, src, dst)
			r[regs.WBUColorFormat] = regs.WBUColorFormatSrgb8
			bytes := word(&r, src, coded)
			for ch := range 4 {
				want, v := uint16(src>>(16*ch)), s[ch]
				if on {
					want = format.Half(blendedHard(r[regs.WBUBlend], r[regs.WBUBlendConstant], s, d, ch))
					v = blendedHard(r[regs.WBUBlend], r[regs.WBUBlendConstant], s, linear, ch)
				}
				encoded := format.Byte(v)
				if ch < 3 {
					encoded = format.Encode(v)
				}
				if r[regs.WBUWriteMask]>>ch&1 == 0 {
					want, encoded = uint16(dst>>(16*ch)), coded>>(8*ch)&255
				}
				require.Equal(rt, want, uint16(got>>(16*ch)), "channel %d, equation %d, factors %#x", ch, eq, f)
				require.Equal(rt, encoded, bytes>>(8*ch)&255, "sRGB, channel %d, equation %d, factors %#x", ch, eq, f)
			}
		}
	})
}

// pixelAt is a pixel's byte address (docs/arithmetic.md, section 9).
func pixelAt(base, pitch uint32, wide bool, x, y uint64) uint32 {
	tile := y/8*uint64(pitch) + x/8
	if wide {
		return base/512*512 + uint32(512*tile+128*(y&7>>1)+32*(x&7>>1)+8*(2*(y&1)+x&1))
	}
	return base/256*256 + uint32(256*tile+64*(y&7>>1)+16*(x&7>>1)+4*(2*(y&1)+x&1))
}

// A quad of each format at any place of any surface: the line that is asked for, the bytes of it that change and those that do not, what
// the probe shows, and what is given back with the tile.
func TestQuadsPropertyAreWrittenInTheirPlaces(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		k := newBench(t)
		r := &k.b.S.Regs
		for i := range r {
			r[i] = rapid.Uint32().Draw(rt, "register")
		}
		r[regs.WBUColorFormat] = rapid.Uint32Range(0, 3).Draw(rt, "format")
		r[regs.WBUColorBase], r[regs.WBUColorPitch] = hard.Word().Draw(rt, "base"), hard.Below(1<<16).Draw(rt, "pitch")
		r[regs.WBUWriteMask] = rapid.OneOf(rapid.Just(uint32(15)), rapid.Uint32Range(0, 15)).Draw(rt, "mask")
		wide := r.ColorFormat() == regs.WBUColorFormatRgba16f
		e := pipe.ColorEntry{Cmd: pipe.Cmd{Kind: pipe.Quad, Slot: rapid.Uint8Range(0, pipe.Slots-1).Draw(rt, "slot")}}
		e.X, e.Y = uint16(2*hard.Below(8192).Draw(rt, "x")), uint16(2*hard.Below(8192).Draw(rt, "y"))
		e.Mask = rapid.Uint8Range(0, 15).Draw(rt, "pixels")
		for i := range e.Color {
			e.Color[i] = rapid.Uint64().Draw(rt, "colour")
		}
		end := pipe.ColorEntry{Cmd: pipe.Cmd{Kind: pipe.TileEnd, Slot: e.Slot}, X: e.X / 8, Y: e.Y / 8}
		var seen, want []Pixel
		k.b.P.Blended.Watch(func(p *Pixel) { seen = append(seen, *p) })
		k.in.Queue = []pipe.ColorEntry{e, end}
		k.Step(4)
		writes := r[regs.WBUWriteMask]&15 != 0
		at := pixelAt(r[regs.WBUColorBase], r[regs.WBUColorPitch], wide, uint64(e.X), uint64(e.Y))
		var before, after [16]uint32
		if writes {
			require.Len(rt, k.req.Got, 1)
			require.Equal(rt, pipe.MemRequest{Op: pipe.Read, Slot: e.Slot, Tag: k.req.Got[0].Tag, Addr: at &^ 63}, k.req.Got[0])
			for i := range before {
				before[i] = rapid.Uint32().Draw(rt, "memory")
			}
			k.ans.Queue = []pipe.MemAnswer{{Op: pipe.Read, Tag: k.req.Got[0].Tag, Data: before}}
			after = before
			for p := range uint64(4) {
				if e.Mask>>p&1 == 0 {
					continue
				}
				x, y := uint64(e.X)+p&1, uint64(e.Y)+p>>1
				n := pixelAt(r[regs.WBUColorBase], r[regs.WBUColorPitch], wide, x, y) % 64 / 4
				pixel := Pixel{Slot: e.Slot, X: uint16(x), Y: uint16(y), Old: uint64(after[n])}
				if wide {
					pixel.Old |= uint64(after[n+1]) << 32
					pixel.New = float16(r, e.Color[p], pixel.Old)
					after[n+1] = uint32(pixel.New >> 32)
				} else {
					pixel.New = uint64(word(r, e.Color[p], after[n]))
				}
				after[n] = uint32(pixel.New)
				want = append(want, pixel)
			}
		}
		k.Step(6)
		require.Equal(rt, want, seen)
		n := len(k.req.Got) - 1
		tile := pixelAt(r[regs.WBUColorBase], r[regs.WBUColorPitch], wide, uint64(e.X)&^7, uint64(e.Y)&^7)
		require.Equal(rt, pipe.MemRequest{Op: pipe.Unpin, Slot: e.Slot, Addr: tile}, k.req.Got[n])
		if writes {
			require.Equal(rt, 1, n)
			require.Equal(rt, after, k.b.S.Cache.Lines[k.req.Got[0].Tag].Data)
			require.True(rt, k.b.S.Cache.Lines[k.req.Got[0].Tag].Dirty)
		}
		for i := range k.b.S.Cache.Lines {
			require.Zero(rt, k.b.S.Cache.Lines[i].Users)
		}
	})
}

// Fences write one word, queries two, in any place of their line; what follows waits for memory.
func TestStoresPropertyWriteTheirWordsOnly(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		k := newBench(t)
		slot, value, high := rapid.Uint8Range(0, pipe.Slots-1).Draw(rt, "slot"), hard.Word().Draw(rt, "value"), hard.Word().Draw(rt, "high half")
		at := hard.Word().Draw(rt, "line")&^63 | 4*rapid.Uint32Range(0, 15).Draw(rt, "word")
		c := pipe.FenceWrite{Addr: at, Value: value}.Cmd(slot, pipe.Cursor{})
		query := rapid.Bool().Draw(rt, "query")
		if query {
			at &^= 7
			c = pipe.QueryWrite{Addr: at, Count: uint64(high)<<32 | uint64(value)}.Cmd(slot, pipe.Cursor{})
		}
		var stores []Store
		k.b.P.Written.Watch(func(s *Store) { stores = append(stores, *s) })
		k.in.Queue = []pipe.ColorEntry{{Cmd: c}, {Cmd: pipe.QueryWrite{Addr: 8}.Cmd(0, pipe.Cursor{})}}
		k.Step(8)
		require.Len(rt, k.req.Got, 1, "the second one waits")
		require.EqualValues(rt, 1, k.b.S.Cache.Writes)
		want := pipe.MemRequest{Op: pipe.Write, Evict: true, Slot: c.Slot, Addr: at &^ 63}
		store := Store{Slot: slot, Query: query, Addr: at, Value: uint64(value)}
		put := func(addr, v uint32) {
			want.Data[addr%64/4] = v
			for i := range uint32(4) {
				want.Mask |= 1 << (addr%64 + i)
			}
		}
		put(at, value)
		if query {
			put(at+4, high)
			store.Value |= uint64(high) << 32
		}
		require.Equal(rt, want, k.req.Got[0])
		require.Equal(rt, []Store{store}, stores)
		k.ans.Queue = []pipe.MemAnswer{{Op: pipe.Write}}
		k.Step(6)
		require.Len(rt, k.req.Got, 2)
		require.EqualValues(rt, 1, k.b.S.Cache.Writes)
	})
}

// Before a fill or copy the cache is written back, and the report comes when memory has all of it.
func TestFillsAndCopiesWaitForTheCache(t *testing.T) {
	for _, kind := range []uint8{pipe.BlitFill, pipe.BlitCopy} {
		k := newBench(t)
		k.b.cache.Init(cache.Config{Lines: 4}, &k.b.S.Cache, &k.b.P.CReq, &k.b.P.CAns)
		k.in.Queue = colors(pipe.Quad, pipe.Blit)
		k.in.Queue[1].Cmd = pipe.BlitCmd(1, kind, k.in.Queue[1].At)
		k.Step(4)
		k.ans.Queue = []pipe.MemAnswer{{Op: pipe.Read}}
		k.Step(8)
		require.Empty(t, k.path.Got)
		k.ans.Queue = []pipe.MemAnswer{{Op: pipe.Write}}
		k.Step(4)
		require.Equal(t, []pipe.Report{pipe.BlitReport(1, kind).From(regs.BlockWBU)}, k.path.Got)
	}
}

// The same holds of a flush.
func TestFlushesWaitForTheCache(t *testing.T) {
	k := newBench(t)
	k.b.cache.Init(cache.Config{Lines: 4}, &k.b.S.Cache, &k.b.P.CReq, &k.b.P.CAns)
	k.in.Queue = colors(pipe.Quad, pipe.Flush)
	k.in.Queue[1].Cmd = pipe.FlushCmd(1, true, k.in.Queue[1].At)
	k.Step(4)
	k.ans.Queue = []pipe.MemAnswer{{Op: pipe.Read}}
	k.Step(8)
	require.Empty(t, k.path.Got)
	k.ans.Queue = []pipe.MemAnswer{{Op: pipe.Write}}
	k.Step(4)
	require.Equal(t, []pipe.Report{{Kind: pipe.Flushed, Slot: 1, Block: regs.BlockWBU}}, k.path.Got)
}

// One that asks for no write-backs is over when what came before it has ended; the line stays.
func TestFlushesThatKeepWhatWasWritten(t *testing.T) {
	k := newBench(t)
	k.b.cache.Init(cache.Config{Lines: 4}, &k.b.S.Cache, &k.b.P.CReq, &k.b.P.CAns)
	k.in.Queue = colors(pipe.Quad, pipe.Flush)
	k.in.Queue[1].Cmd = pipe.FlushCmd(1, false, k.in.Queue[1].At)
	k.Step(4)
	require.Empty(t, k.path.Got, "the quad waits for its line")
	k.ans.Queue = []pipe.MemAnswer{{Op: pipe.Read}}
	k.Step(20)
	require.Equal(t, []pipe.Report{{Kind: pipe.Flushed, Slot: 1, Block: regs.BlockWBU}}, k.path.Got)
	for _, r := range k.req.Got {
		require.NotEqual(t, pipe.Write, r.Op)
	}
}

// Alpha of -0 is not less than what 1 leaves of itself: the factor is +0, and so is its sum with -0.
func TestSaturateOfEqualNumbersIsTheSecond(t *testing.T) {
	var r regs.WBURegs
	r[regs.WBUBlend] = regs.WBUBlendFields{Enable: true, SrcColor: 14, DstColor: 1, SrcAlpha: 0, DstAlpha: 1}.Pack()
	r[regs.WBUWriteMask] = 15
	require.EqualValues(t, 0x3c00_0000_0000_0000, float16(&r, 0x8000_3c00_3c00_3c00, 0x3c00_8000_8000_8000))
}

// The end of a draw gives its pin set up, when it has one.
func TestEndOfADrawGivesItsPinSetUp(t *testing.T) {
	for set, want := range map[uint8]int{0: 0, 1: 1, 16: 1} {
		k := newBench(t)
		k.in.Queue = colors(pipe.EndDraw)
		k.in.Queue[0].Slot = 1
		k.in.Queue[0].SetPinSet(set)
		k.Step(5)
		require.Len(t, k.req.Got, want)
		require.Zero(t, k.b.S.Queue.Len())
		if want > 0 {
			require.Equal(t, pipe.MemRequest{Op: pipe.UnpinSet, Slot: 1, Set: set}, k.req.Got[0])
		}
	}
}
