package wbu

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"tilemark/hw/format"
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
)

// half draws a pattern of binary16, often a colour.
func half(rt *rapid.T, name string) uint64 {
	if rapid.Bool().Draw(rt, name+" is a colour") {
		return uint64(format.Half(rapid.Float32Range(0, 1).Draw(rt, name)))
	}
	return uint64(rapid.Uint16().Draw(rt, name))
}

// blended is docs/arithmetic.md, section 8, each step computed in binary64, where it is
// exact or rounds innocently, and then rounded.
func blended(r *regs.WBURegs, s, d [4]float32, ch int) float32 {
	step := func(v float64) float64 { return float64(float32(v)) }
	w := func(v [4]float32, i int) float64 { return float64(v[i]) }
	constant := func(i int) float64 { return step(float64(r[regs.WBUBlendConstant]>>(8*i)&255) / 255) }
	saturate := step(1 - w(d, 3))
	if w(s, 3) < saturate {
		saturate = w(s, 3)
	}
	if ch == 3 {
		saturate = 1
	}
	table := [16]float64{1: 1, 2: w(s, ch), 4: w(d, ch), 6: w(s, 3), 8: w(d, 3), 10: constant(ch), 12: constant(3), 14: saturate}
	for i := 3; i <= 13; i += 2 {
		table[i] = step(1 - table[i-1])
	}
	word := r[regs.WBUBlend]
	sf, df, eq := word>>4&15, word>>8&15, word>>20&7
	if ch == 3 {
		sf, df, eq = word>>12&15, word>>16&15, word>>23&7
	}
	a, b := step(w(s, ch)*table[sf]), step(w(d, ch)*table[df])
	t := a + b
	switch eq {
	case 1:
		t = a - b
	case 2:
		t = b - a
	case 3:
		t = w(d, ch)
		if w(s, ch) < t {
			t = w(s, ch)
		}
	case 4:
		t = w(d, ch)
		if w(s, ch) > t {
			t = w(s, ch)
		}
	}
	return float32(t)
}

func unpacked(p uint64) (c [4]float32) {
	for i := range c {
		c[i] = format.Widen(uint16(p >> (16 * i)))
	}
	return c
}

func TestFloatColoursBlendInBinary32(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		var r regs.WBURegs
		r[regs.WBUBlend] = rapid.Uint32().Draw(rt, "blend")
		r[regs.WBUBlendConstant], r[regs.WBUWriteMask] = rapid.Uint32().Draw(rt, "constant"), rapid.Uint32Range(0, 15).Draw(rt, "mask")
		var src, dst uint64
		for ch := range 4 {
			src |= half(rt, "src") << (16 * ch)
			dst |= half(rt, "dst") << (16 * ch)
		}
		got := float16(&r, src, dst)
		s, d := unpacked(src), unpacked(dst)
		for ch := range 4 {
			want := uint16(src >> (16 * ch))
			if r.BlendEnable() {
				want = format.Half(blended(&r, s, d, ch))
			}
			if r[regs.WBUWriteMask]>>ch&1 == 0 {
				want = uint16(dst >> (16 * ch))
			}
			require.Equal(rt, want, uint16(got>>(16*ch)), "channel %d", ch)
		}
	})
}

func TestSRGBColoursBlendLinearly(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		var r regs.WBURegs
		r[regs.WBUColorFormat] = regs.WBUColorFormatSrgb8
		r[regs.WBUBlend] = rapid.Uint32().Draw(rt, "blend")
		r[regs.WBUBlendConstant], r[regs.WBUWriteMask] = rapid.Uint32().Draw(rt, "constant"), rapid.Uint32Range(0, 15).Draw(rt, "mask")
		var src uint64
		for ch := range 4 {
			src |= half(rt, "src") << (16 * ch)
		}
		dst := rapid.Uint32().Draw(rt, "dst")
		got := word(&r, src, dst)
		s := unpacked(src)
		d := [4]float32{3: float32(dst>>24) / 255}
		for ch := range 3 {
			d[ch] = math.Float32frombits(regs.SRGBLinear[dst>>(8*ch)&255])
		}
		for ch := range 4 {
			v := s[ch]
			if r.BlendEnable() {
				v = blended(&r, s, d, ch)
			}
			want := uint32(0)
			if ch == 3 {
				want = uint32(math.RoundToEven(float64(float32(max(min(v, 1), 0) * 255))))
			} else {
				for _, step := range regs.SRGBStep {
					if math.Float32frombits(step) <= v {
						want++
					}
				}
			}
			if v != v {
				want = 0
			}
			if r[regs.WBUWriteMask]>>ch&1 == 0 {
				want = dst >> (8 * ch) & 255
			}
			require.Equal(rt, want, got>>(8*ch)&255, "channel %d", ch)
		}
	})
}

// Each pixel of a tile has its own place where docs/arithmetic.md, section 9, puts it.
func TestPlaceOfAPixel(t *testing.T) {
	for _, wide := range []bool{false, true} {
		for y := range 16 {
			for x := range 16 {
				k := newBench(t)
				k.b.S.Regs[regs.WBUColorBase] = 0x10fff
				k.b.S.Regs[regs.WBUColorPitch] = 2
				want, bytes := 0x10f00+256*(y>>3*2+x>>3)+64*(y&7>>1)+16*(x&7>>1)+4*(2*(y&1)+x&1), 4
				if wide {
					k.b.S.Regs[regs.WBUColorFormat] = regs.WBUColorFormatRgba16f
					want, bytes = 0x10e00+512*(y>>3*2+x>>3)+128*(y&7>>1)+32*(x&7>>1)+8*(2*(y&1)+x&1), 8
				}
				e := pipe.ColorEntry{Cmd: pipe.Cmd{Kind: pipe.Quad}, X: uint16(x &^ 1), Y: uint16(y &^ 1), Mask: 1 << (y&1*2 + x&1)}
				for i := range e.Color {
					e.Color[i] = math.MaxUint64
				}
				k.b.quad(&item{Entry: e})
				require.Equal(t, uint32(want&^63), k.b.quadAddr(&e)&^63)
				for n := range 64 {
					got := uint8(k.b.S.Cache.Lines[0].Data[n>>2] >> (8 * (n & 3)))
					require.Equal(t, n >= want&63 && n < want&63+bytes, got == 255, "pixel (%d, %d), byte %d", x, y, n)
				}
			}
		}
	}
}
