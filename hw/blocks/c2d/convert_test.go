package c2d

import (
	"math"
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/regs"
)

const rgba8 = regs.C2DDstLayoutFormatRgba8

func TestBytesComeBackThroughEveryColourFormat(t *testing.T) {
	for i := range uint64(256) {
		v := i | (255-i)<<8 | i<<16 | i<<24
		for _, f := range []uint32{rgba8, srgb8} {
			require.Equal(t, v, convertPixel(convertPixel(v, f, rgba16f), rgba16f, f)&0xffffffff, "format %d, byte %d", f, i)
			require.Equal(t, v, convertPixel(v, f, f))
		}
		alpha := convertPixel(v, rgba8, srgb8) >> 24
		require.Equal(t, i, alpha, "alpha is not encoded")
	}
}

func TestDepthsComeBackWhereTheFormatIsWideEnough(t *testing.T) {
	for i := range uint64(1 << 16) {
		for _, f := range []uint32{d24s8, d32f} {
			require.Equal(t, i, convertPixel(convertPixel(i, d16, f), f, d16), "format %d", f)
		}
	}
	for range 100000 {
		v := uint64(rand.Uint32())
		require.Equal(t, v&0xffffff, convertPixel(convertPixel(v, d24s8, d32f), d32f, d24s8))
		require.Equal(t, v, convertPixel(v, d24s8, d24s8), "the stencil stays")
		require.Equal(t, v, convertPixel(v, d32f, d32f), "bit by bit")
	}
}

func TestCornersOfDepthAndColour(t *testing.T) {
	f := func(v float32) uint64 { return uint64(math.Float32bits(v)) }
	for _, c := range []struct {
		v        uint64
		from, to uint32
		want     uint64
	}{
		{f(-1), d32f, d24s8, 0}, {f(2), d32f, d24s8, 0xffffff}, {0x7fc00000, d32f, d24s8, 0}, {0xff800000, d32f, d16, 0},
		{f(0.5), d32f, d16, 32768}, {f(0.5), d32f, d24s8, 0x800000}, // 32767.5 and 8388607.5: to the even one
		{f(0.25), d32f, rgba8, 0xff404040}, {f(0.25), d32f, rgba16f, 0x3c00_3400_3400_3400},
		{0xaa00ffff, d24s8, d16, 256}, {0x12ffffff, d24s8, d32f, f(1)}, {0xffff, d16, d24s8, 0xffffff},
		{0xff0000ff, rgba8, d32f, f(1)}, {0xffffff00, rgba8, d16, 0}, {0x3c00_3c00_3c00_7d55, rgba16f, d32f, 0x7faaa000},
		{0x7fa00000, d32f, rgba16f, 0x3c00_7e00_7e00_7e00}, {0x3c00_fc00_7e00_7c00, rgba16f, rgba8, 0xff0000ff},
		{0x80808080, srgb8, rgba8, 0x80373737}, {0x80808080, rgba8, srgb8, 0x80bcbcbc},
		{f(0.25), d32f, srgb8, 0xff898989}, {7, 6, 7, 7}, {9, 7, rgba8, 9},
	} {
		require.Equal(t, c.want, convertPixel(c.v, c.from, c.to), "%x from %d to %d", c.v, c.from, c.to)
	}
}
