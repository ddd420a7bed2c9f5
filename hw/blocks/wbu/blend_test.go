package wbu

import (
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"tilemark/hw/regs"
)

// wanted is docs/arithmetic.md, section 8, in exact fractions.
func wanted(blend, constant, src, dst uint32, ch int) uint32 {
	b := func(v uint32, c int) int64 { return int64(v >> (8 * c) & 255) }
	f := func(n uint32) int64 {
		v := [16]int64{
			0, 255, b(src, ch), 255 - b(src, ch), b(dst, ch), 255 - b(dst, ch), b(src, 3), 255 - b(src, 3), b(dst, 3), 255 - b(dst, 3),
			b(constant, ch), 255 - b(constant, ch), b(constant, 3), 255 - b(constant, 3), min(b(src, 3), 255-b(dst, 3)), 0,
		}
		if n == 14 && ch == 3 {
			return 255
		}
		return v[n]
	}
	s, d := b(src, ch), b(dst, ch)
	at, eq := uint(4), blend>>20&7
	if ch == 3 {
		at, eq = 12, blend>>23&7
	}
	x, y := s*f(blend>>at&15), d*f(blend>>(at+4)&15)
	var t int64
	switch eq {
	case 1:
		t = x - y
	case 2:
		t = y - x
	case 3:
		return uint32(min(s, d))
	case 4:
		return uint32(max(s, d))
	default:
		t = x + y
	}
	r := big.NewRat(min(max(t, 0), 255*255), 255)
	r.Add(r, big.NewRat(1, 2))
	return uint32(new(big.Int).Div(r.Num(), r.Denom()).Uint64())
}

func TestBlendingIsExact(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		b := New("WBU", Config{Ahead: 4})
		control, constant := rapid.Uint32().Draw(rt, "blend"), rapid.Uint32().Draw(rt, "constant")
		b.S.Regs[regs.WBUBlend], b.S.Regs[regs.WBUBlendConstant] = control, constant
		for range 20 {
			src, dst := rapid.Uint32().Draw(rt, "source"), rapid.Uint32().Draw(rt, "destination")
			got := blend(&b.S.Regs, src, dst)
			for ch := range 4 {
				require.Equal(t, wanted(control, constant, src, dst, ch), got>>(8*ch)&255, "channel %d", ch)
			}
		}
	})
}

func TestChannelMaskSpreadsBitsOverBytes(t *testing.T) {
	for m := range uint32(64) {
		for ch := range 4 {
			want := uint32(0)
			if m>>ch&1 != 0 {
				want = 255
			}
			require.Equal(t, want, channelMask(m)>>(8*ch)&255)
		}
	}
}
