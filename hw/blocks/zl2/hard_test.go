package zl2

import (
	"math"
	"math/big"
	"math/bits"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"tilemark/hw/blocks/blocktest"
	"tilemark/hw/blocks/cache"
	"tilemark/hw/hard"
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
)

// steps is what depths from 0 to 1 are multiplied by: RNE of the exact product (docs/arithmetic.md, section 7).
func steps(z float32, n int64) uint32 {
	r := new(big.Rat).Mul(new(big.Rat).SetFloat64(float64(z)), big.NewRat(n, 1))
	down, rest := new(big.Int).QuoRem(r.Num(), r.Denom(), new(big.Int))
	k := uint32(down.Uint64())
	if c := rest.Lsh(rest, 1).Cmp(r.Denom()); c > 0 || c == 0 && k&1 != 0 {
		k++
	}
	return k
}

// depthWord is a depth as a format stores it.
func depthWord(z float32, control uint32) uint32 {
	switch control >> 5 & 3 {
	case regs.ZL2DepthControlFormatD32f:
		return math.Float32bits(z)
	case regs.ZL2DepthControlFormatD16:
		return steps(z, 1<<16-1)
	}
	return steps(z, 1<<24-1)
}

// tested is docs/arithmetic.md, section 7: what a pixel of depth z leaves where old stood.
func tested(r *regs.ZL2Regs, z float32, front bool, old uint32) (word uint32, pass bool) {
	control := r[regs.ZL2DepthControl]
	test, write, fn := control&1 != 0, control&2 != 0, control>>2&7
	now := depthWord(z, control)
	switch control >> 5 & 3 {
	case regs.ZL2DepthControlFormatD32f:
		stored := math.Float32frombits(old)
		ok := fn == 5 || fn == 7
		if stored == stored {
			ok = passes(fn, order(z, stored))
		}
		if pass = !test || ok; pass && test && write {
			return now, pass
		}
		return old, pass
	case regs.ZL2DepthControlFormatD16:
		if pass = !test || passes(fn, order(int64(now), int64(old))); pass && test && write {
			return now, pass
		}
		return old, pass
	}
	depth, s := old&0xffffff, int(old>>24)
	depthPass := !test || passes(fn, order(int64(now), int64(depth)))
	pass = depthPass
	if r[regs.ZL2StencilControl]&1 != 0 {
		ops, ref, masks := r[regs.ZL2StencilFront], r[regs.ZL2StencilRef]&255, r[regs.ZL2StencilMasks]&0xffff
		if !front {
			ops, ref, masks = r[regs.ZL2StencilBack], r[regs.ZL2StencilRef]>>8&255, r[regs.ZL2StencilMasks]>>16
		}
		read, mask := masks&255, masks>>8
		stencilPass := passes(ops&7, order(int64(ref&read), int64(uint32(s)&read)))
		op := ops >> 9 & 7
		switch {
		case !stencilPass:
			op = ops >> 3 & 7
		case !depthPass:
			op = ops >> 6 & 7
		}
		result := [8]int{s, 0, int(ref), min(s+1, 255), max(s-1, 0), 255 - s, (s + 1) % 256, (s + 255) % 256}[op]
		s = s&^int(mask) | result&int(mask)
		pass = stencilPass && depthPass
	}
	if pass && test && write {
		depth = now
	}
	return uint32(s)<<24 | depth, pass
}

// place is where a pixel of a tile lies in it, and its bytes (docs/arithmetic.md, section 9).
func place(x, y int, narrow bool) (at, bytes int) {
	if narrow {
		return 64*(y>>2) + 32*(y&3>>1) + 8*(x>>1) + 2*(2*(y&1)+x&1), 2
	}
	return 64*(y>>1) + 16*(x>>1) + 4*(2*(y&1)+x&1), 4
}

// hardRegs draws the state of the tests: every format, function, operation and mask.
func hardRegs(rt *rapid.T) (r regs.ZL2Regs) {
	for i := range r {
		r[i] = rapid.Uint32().Draw(rt, "register")
	}
	r[regs.ZL2DepthControl] |= rapid.Uint32Range(0, 3).Draw(rt, "test and write")
	if rapid.Bool().Draw(rt, "all bits") {
		r[regs.ZL2StencilMasks] = math.MaxUint32
	}
	byteAt := rapid.SampledFrom([]uint32{0, 1, 0x7f, 0x80, 0xfe, 0xff})
	r[regs.ZL2StencilRef] = byteAt.Draw(rt, "front") | byteAt.Draw(rt, "back")<<8
	r[regs.ZL2OcclusionLo] = hard.Word().Draw(rt, "counter")
	return r
}

// A whole tile, quad by quad: each pixel's words, what passes, what is counted and what the probe shows, at depths that are equal to the
// stored ones and beside them, in every format.
func TestTilesPropertyAreTestedPixelByPixel(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		b := New("ZL2", Config{Ahead: 8, Lines: 4})
		b.S.Regs = hardRegs(rt)
		r := b.S.Regs
		control := r[regs.ZL2DepthControl]
		narrow := control>>5&3 == regs.ZL2DepthControlFormatD16
		uses := control&1 != 0 || r[regs.ZL2StencilControl]&1 != 0
		coordinate := rapid.SampledFrom([]uint16{0, 1, 2, 100, 2047})
		i := item{Lines: [4]uint8{2, 0, 3, 1}}
		i.Tile.Slot, i.Tile.X, i.Tile.Y = uint8(rapid.IntRange(0, 1).Draw(rt, "slot")), coordinate.Draw(rt, "x"), coordinate.Draw(rt, "y")
		d := &i.Tile.Depth
		d.Front = rapid.Bool().Draw(rt, "front")
		d.X0, d.Y0 = int32(i.Tile.X)*2048+rapid.Int32Range(-300, 3000).Draw(rt, "x0"), int32(i.Tile.Y)*2048+rapid.Int32Range(-300, 3000).Draw(rt, "y0")
		d.Plane = pipe.Plane{Q: hard.Share().Draw(rt, "q"), GX: rapid.Float32Range(-0.001, 0.001).Draw(rt, "gx"), GY: rapid.Float32Range(-0.001, 0.001).Draw(rt, "gy")}
		switch rapid.IntRange(0, 5).Draw(rt, "plane") {
		case 0:
			d.Plane = pipe.Plane{Q: hard.Float().Draw(rt, "q"), GX: hard.Float().Draw(rt, "gx"), GY: hard.Float().Draw(rt, "gy")}
		case 1:
			d.Plane.GX, d.Plane.GY = 0, 0
		}
		var program *[4]float32
		if rapid.IntRange(0, 4).Draw(rt, "program") == 0 {
			program = &[4]float32{}
			for k := range program {
				program[k] = min(max(hard.Share().Draw(rt, "depth"), 0), 1)
			}
		}
		depthAt := func(x, y int) float32 {
			if program != nil {
				return program[y&1<<1|x&1]
			}
			px, py := float32(int64(i.Tile.X)*2048+int64(x)*256-int64(d.X0)), float32(int64(i.Tile.Y)*2048+int64(y)*256-int64(d.Y0))
			z := hard.Add(d.Plane.Q, hard.Add(hard.Mul(d.Plane.GX, px), hard.Mul(d.Plane.GY, py)))
			switch {
			case z >= 1:
				return 1
			case z > 0:
				return z
			}
			return 0
		}
		var memory [256]byte
		poke := func(at, n int, v uint32) {
			for k := range n {
				memory[at+k] = byte(v >> (8 * k))
			}
		}
		peek := func(at, n int) (v uint32) {
			for k := range n {
				v |= uint32(memory[at+k]) << (8 * k)
			}
			return v
		}
		kind := rapid.IntRange(0, 2).Draw(rt, "stored")
		for y := range 8 {
			for x := range 8 {
				at, n := place(x, y, narrow)
				old := rapid.Uint32().Draw(rt, "old")
				if kind > 0 {
					w := depthWord(depthAt(x, y), control) + uint32(rapid.IntRange(-1, 1).Draw(rt, "beside"))
					if control>>5&1 == 0 && !narrow { // with a stencil, its ends often
						w = w&0xffffff | rapid.OneOf(rapid.SampledFrom([]uint32{0, 1, 0x7f, 0x80, 0xfe, 0xff}), rapid.Uint32Range(0, 255)).Draw(rt, "stencil")<<24
					}
					old = w
				}
				poke(at, n, old)
			}
		}
		load := func() {
			for n := range 64 {
				b.S.Cache.Lines[i.Lines[n/16]].Data[n%16] = peek(4*n, 4)
			}
		}
		load()
		before := memory
		var seen, want []Fragment
		b.P.Tested.Watch(func(f *Fragment) { seen = append(seen, *f) })
		count := uint64(r[regs.ZL2OcclusionHi])<<32 | uint64(r[regs.ZL2OcclusionLo])
		for quad := range uint8(16) {
			mask := rapid.Uint8Range(0, 15).Draw(rt, "mask")
			var pass uint8
			for k := range 4 {
				if mask>>k&1 == 0 {
					continue
				}
				x, y := int(quad%4)*2+k%2, int(quad/4)*2+k/2
				f := Fragment{Slot: i.Tile.Slot, X: 8*i.Tile.X + uint16(x), Y: 8*i.Tile.Y + uint16(y), Pass: true}
				if uses {
					at, n := place(x, y, narrow)
					f.Old = peek(at, n)
					f.New, f.Pass = tested(&r, depthAt(x, y), d.Front, f.Old)
					poke(at, n, f.New)
				}
				if f.Pass {
					pass |= 1 << k
				}
				want = append(want, f)
			}
			require.Equal(rt, pass, b.quad(&i, quad, mask, program))
			if r[regs.ZL2QueryControl]&1 != 0 {
				count += uint64(bits.OnesCount8(pass))
			}
		}
		require.Equal(rt, want, seen)
		for n := range 64 {
			l := &b.S.Cache.Lines[i.Lines[n/16]]
			require.Equal(rt, peek(4*n, 4), l.Data[n%16], "word %d of format %d", n, control>>5&3)
		}
		for line := range 4 {
			require.Equal(rt, [64]byte(before[64*line:]) != [64]byte(memory[64*line:]), b.S.Cache.Lines[i.Lines[line]].Dirty, "line %d", line)
		}
		r[regs.ZL2OcclusionLo], r[regs.ZL2OcclusionHi] = uint32(count), uint32(count>>32)
		require.Equal(rt, r, b.S.Regs)
	})
}

// A carry, and none, at each sum beside 2^32.
func TestOcclusionCarriesAtTheWrapOnly(t *testing.T) {
	for lo := range uint32(10) {
		for pass := range uint8(16) {
			b := New("ZL2", Config{Ahead: 8})
			b.S.Regs[regs.ZL2QueryControl], b.S.Regs[regs.ZL2OcclusionLo], b.S.Regs[regs.ZL2OcclusionHi] = 1, lo-5, 7
			b.count(pass)
			want := 7<<32 + uint64(lo-5) + uint64(bits.OnesCount8(pass))
			require.Equal(t, want, uint64(b.S.Regs.OcclusionHi())<<32|uint64(b.S.Regs.OcclusionLo()))
		}
	}
}

// What ZL1 is told: the extremes of all stored depths, when all lines of the tile have covered pixels; without the stencil, and no
// range where a word of D32F is above infinity.
func TestRangesPropertyAreThoseOfAllStoredDepths(t *testing.T) {
	check := func(rt *rapid.T) {
		k := newBench(t)
		b, back := k.b, blocktest.Out(k.Bench, &k.b.P.ZLBack, "ZL_BACK", 2)
		format := rapid.Uint32Range(0, 3).Draw(rt, "format")
		b.S.Regs[regs.ZL2DepthControl] = regs.ZL2DepthControlFields{TestEnable: true, Format: format}.Pack()
		i := item{Lines: [4]uint8{1, 3, 0, 2}}
		i.Tile.Slot, i.Tile.X, i.Tile.Y = uint8(rapid.IntRange(0, 1).Draw(rt, "slot")), 5, 9
		i.Tile.Raises, i.Tile.Lowers = rapid.Bool().Draw(rt, "raises"), rapid.Bool().Draw(rt, "lowers")
		i.Tile.Mask = rapid.Uint64().Draw(rt, "mask")
		lines := 4
		if format == regs.ZL2DepthControlFormatD16 {
			lines = 2
		}
		whole := true
		for line := range lines {
			all := uint64(1)<<(64/lines) - 1
			switch rapid.IntRange(0, 9).Draw(rt, "pixels of the line") {
			case 0:
				i.Tile.Mask &^= all << (64 / lines * line)
			case 1, 2: // one pixel of them, the first and last among them
				i.Tile.Mask &^= all << (64 / lines * line)
				i.Tile.Mask |= 1 << (64/lines*line + rapid.SampledFrom([]int{0, 1, 64/lines - 2, 64/lines - 1}).Draw(rt, "pixel"))
			}
			whole = whole && i.Tile.Mask>>(64/lines*line)&all != 0
		}
		least, greatest := uint32(math.MaxUint32), uint32(0)
		words := [64]uint32{}
		for n := range words { // all alike but for a few, which decide
			words[n] = 0x3456_3456
		}
		for range rapid.IntRange(0, 3).Draw(rt, "others") {
			n, w := rapid.IntRange(0, 16*lines-1).Draw(rt, "place"), rapid.OneOf(hard.Word(), rapid.SampledFrom([]uint32{0x7f800000, 0x7f800001, 0x7f7fffff, 0x80000000, 0xff800000, 0xffffff, 0x1000000})).Draw(rt, "word")
			half := rapid.OneOf(rapid.SampledFrom([]uint32{0, 1, 0x3455, 0x3457, 0xfffe, 0xffff}), rapid.Uint32Range(0, 0xffff)).Draw(rt, "half-word")
			switch {
			case format != regs.ZL2DepthControlFormatD16:
				words[n] = w
			case rapid.Bool().Draw(rt, "upper"):
				words[n] = words[n]&0xffff | half<<16
			default:
				words[n] = words[n]&^0xffff | half
			}
		}
		for n := range 16 * lines {
			w := words[n]
			if format == 0 || format == 3 {
				w ^= rapid.Uint32().Draw(rt, "stencil") & 0xff000000
			}
			b.S.Cache.Lines[i.Lines[n/16]].Data[n%16] = w
			switch format {
			case regs.ZL2DepthControlFormatD16:
				least, greatest = min(least, w%65536, w/65536), max(greatest, w%65536, w/65536)
			case regs.ZL2DepthControlFormatD32f:
				f := math.Float32frombits(w)
				whole = whole && !math.Signbit(float64(f)) && f == f
				least, greatest = min(least, w), max(greatest, w)
			default:
				least, greatest = min(least, w%(1<<24)), max(greatest, w%(1<<24))
			}
		}
		for n := 16 * lines; n < 64; n++ { // lines that the tile does not have
			b.S.Cache.Lines[i.Lines[n/16]].Data[n%16] = rapid.SampledFrom([]uint32{0, math.MaxUint32}).Draw(rt, "other")
		}
		want := pipe.DepthRange{Slot: i.Tile.Slot, X: 5, Y: 9, Raises: i.Tile.Raises, Lowers: i.Tile.Lowers}
		if whole {
			want.Whole, want.Min, want.Max = true, least, greatest
		}
		b.tell(&i)
		k.Step(2)
		require.Equal(rt, []pipe.DepthRange{want}, back.Got)
	}
	rapid.Check(t, func(rt *rapid.T) {
		for range 12 {
			check(rt)
		}
	})
}

// The addresses that a tile asks for, line by line, and gives back: those of its covered lines (docs/arithmetic.md, section 9), whatever
// pitch and base, over 2^32 too.
func TestTilesPropertyAskForTheirLines(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		k := newBench(t)
		k.b.cache.Init(cache.Config{Lines: 4}, &k.b.S.Cache, &k.b.P.ZReq, &k.b.P.ZAns)
		format := rapid.Uint32Range(0, 3).Draw(rt, "format")
		k.b.S.Regs[regs.ZL2DepthControl] = regs.ZL2DepthControlFields{TestEnable: true, Func: 7, Format: format}.Pack()
		base, pitch := hard.Word().Draw(rt, "base"), hard.Below(1<<16).Draw(rt, "pitch")
		k.b.S.Regs[regs.ZL2DepthBase], k.b.S.Regs[regs.ZL2DepthPitch] = base, pitch
		x, y := hard.Below(2048).Draw(rt, "x"), hard.Below(2048).Draw(rt, "y")
		mask := rapid.OneOf(rapid.Uint64Range(1, math.MaxUint64), rapid.Custom(func(rt *rapid.T) uint64 { return 1 << rapid.IntRange(0, 63).Draw(rt, "pixel") })).Draw(rt, "mask")
		k.in.Queue = entries(pipe.Tile)
		k.tiles.Queue = []pipe.TileDepth{{Kind: pipe.Tile, X: uint16(x), Y: uint16(y), Mask: mask}}
		narrow := format == regs.ZL2DepthControlFormatD16
		tile := uint64(256)
		if narrow {
			tile = 128
		}
		start := uint64(base)/256*256 + tile*(uint64(y)*uint64(pitch)+uint64(x))
		var want []uint32
		for bit := range 64 { // rows from the top, so that lines come in their order
			at, _ := place(bit%8, bit/8, narrow)
			if line := uint32(start + uint64(at)/64*64); mask>>bit&1 != 0 && (len(want) == 0 || want[len(want)-1] != line) {
				want = append(want, line)
			}
		}
		for range 12 {
			k.Step(1)
		}
		var got []uint32
		for n := range k.req.Got {
			require.Equal(rt, pipe.Read, k.req.Got[n].Op)
			got = append(got, k.req.Got[n].Addr)
			k.ans.Queue = append(k.ans.Queue, pipe.MemAnswer{Op: pipe.Read, Tag: k.req.Got[n].Tag})
		}
		require.Equal(rt, want, got)
		k.Step(40)
		last := k.req.Got[len(k.req.Got)-1]
		require.Equal(rt, pipe.MemRequest{Op: pipe.Unpin, Addr: uint32(start)}, last)
		for n := range k.b.S.Cache.Lines {
			require.Zero(rt, k.b.S.Cache.Lines[n].Users, "a line stays in use for ever")
		}
		quads := 0
		for n := range k.out.Got {
			if e := &k.out.Got[n]; e.Kind == pipe.Quad {
				for p := range 4 {
					bit := 8*(int(e.Y)%8+p/2) + int(e.X)%8 + p%2
					require.Equal(rt, mask>>bit&1, uint64(e.Mask>>p&1))
				}
				require.Equal(rt, [2]uint32{x, y}, [2]uint32{uint32(e.X) / 8, uint32(e.Y) / 8})
				quads += bits.OnesCount8(e.Mask)
			}
		}
		require.Equal(rt, bits.OnesCount64(mask), quads)
	})
}
