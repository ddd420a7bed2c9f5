package golden

import (
	"encoding/binary"
	"math"
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"tilemark/hw/regs"
)

var pixelFormats = []pixelFormat{pixelRGBA8, pixelSRGB8, pixelRGBA16F, pixelD24S8, pixelD32F, pixelD16}

func layout(pitch uint32, format pixelFormat, tiled uint32) uint32 {
	return pitch | uint32(format)<<regs.C2DDstLayoutFormatShift | tiled<<regs.C2DDstLayoutTiledShift
}

func TestFillWritesItsRectangleOnly(t *testing.T) {
	for _, format := range append(pixelFormats, 6, 7) {
		w := newWorld(8, 8)
		w.set(regs.BlockC2D, regs.C2DDstBase, colorAddr+5, layout(20, format, 0), 3|2<<16)
		w.set(regs.BlockC2D, regs.C2DExtent, 4|5<<16, 0x44332211, 0x88776655)
		w.command(regs.CommandFill, 0)
		trace := w.run(t)
		bytes := map[pixelFormat]int{pixelRGBA16F: 8, pixelD16: 2}[format]
		if bytes == 0 {
			bytes = 4
		}
		want := make([]byte, 10*20*bytes)
		for y := 2; y < 7; y++ {
			for x := 3; x < 7; x++ {
				copy(want[bytes*(y*20+x):], []byte{0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 0x88}[:bytes])
			}
		}
		require.Equal(t, want, []byte(w.mem[colorAddr:colorAddr+len(want)]), "format %d", format)
		blits := trace.kinds(KindBlit)
		require.Len(t, blits, 1)
		require.False(t, blits[0].Copy)
		require.EqualValues(t, len(w.dma), blits[0].Cursor.Offset)
		require.EqualValues(t, 20, blits[0].Count)
		require.EqualValues(t, colorAddr+bytes*(2*20+3), trace.Writes[0].Addr)
	}
}

func TestCopyFromRowsToTiles(t *testing.T) {
	w := newWorld(16, 16)
	for i := range 16 * 16 {
		w.mem.setWord(uint64(textureAddr+4*i), uint32(i)|0xab000000)
	}
	w.set(regs.BlockC2D, regs.C2DDstBase, colorAddr+0xff, layout(2, pixelRGBA8, 1), 5|6<<16,
		textureAddr, layout(16, pixelRGBA8, 0), 1|2<<16, 10|9<<16)
	w.command(regs.CommandCopy, 0)
	require.True(t, w.run(t).kinds(KindBlit)[0].Copy)
	for i, v := range w.colors() {
		x, y := i%16, i/16
		want := uint32(0)
		if x >= 5 && x < 15 && y >= 6 && y < 15 {
			want = uint32((y-4)*16+x-4) | 0xab000000
		}
		require.Equal(t, want, v, "(%d, %d)", x, y)
	}
}

func TestEmptyRectangles(t *testing.T) {
	w := newWorld(8, 8)
	w.set(regs.BlockC2D, regs.C2DDstBase, memBytes)
	w.set(regs.BlockC2D, regs.C2DExtent, 100)
	w.command(regs.CommandFill, 0)
	w.set(regs.BlockC2D, regs.C2DExtent, 100<<16)
	w.command(regs.CommandCopy, 0)
	trace := w.run(t)
	require.Len(t, trace.kinds(KindBlit), 2)
	require.Empty(t, trace.Writes)
}

func TestBlitsOutsideMemory(t *testing.T) {
	for _, c := range []struct {
		source, target uint32
		want           string
	}{
		{textureAddr, memBytes - 64, "pixel (16, 0) of the destination surface inside the memory"},
		{memBytes - 64, textureAddr, "pixel (16, 0) of the source surface inside the memory"},
	} {
		w := newWorld(8, 8)
		w.set(regs.BlockC2D, regs.C2DDstBase, c.target, layout(32, pixelRGBA8, 0), 0, c.source, layout(32, pixelRGBA8, 0), 0, 32|1<<16)
		w.command(regs.CommandCopy, 0)
		w.load()
		_, err := Run(w.mem, ctxAddr)
		require.ErrorContains(t, err, c.want)
	}
}

func TestPixelsOfEqualFormatsAreCopiedBitByBit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := rapid.SampledFrom(pixelFormats).Draw(t, "format")
		pixel := rapid.Uint64().Draw(t, "pixel") & (math.MaxUint64 >> (64 - 8*f.bytes()))
		require.Equal(t, pixel, convert(f, f, pixel))
	})
}

// Depths of whole numbers go to the nearest number of the other format, by rationals.
func TestDepthConversions(t *testing.T) {
	nearest := func(number, from, to int64) int64 {
		z, _ := big.NewRat(number, from).Float32()
		exact := new(big.Rat).SetFloat64(float64(z))
		return roundHalfEven(exact.Mul(exact, big.NewRat(to, 1)))
	}
	rapid.Check(t, func(t *rapid.T) {
		small := rapid.Int64Range(0, 65535).Draw(t, "D16")
		large := rapid.Int64Range(0, 1<<24-1).Draw(t, "D24")
		require.EqualValues(t, nearest(small, 65535, 1<<24-1), convert(pixelD16, pixelD24S8, uint64(small)))
		require.EqualValues(t, nearest(large, 1<<24-1, 65535), convert(pixelD24S8, pixelD16, uint64(large)|0x77<<24))
		z, _ := big.NewRat(large, 1<<24-1).Float32()
		require.EqualValues(t, math.Float32bits(z), convert(pixelD24S8, pixelD32F, uint64(large)))
		require.EqualValues(t, uint64(large), convert(pixelD32F, pixelD24S8, uint64(math.Float32bits(z))), "there and back")
	})
}

func TestConversionsByHand(t *testing.T) {
	bits := func(f float32) uint64 { return uint64(math.Float32bits(f)) }
	for _, c := range []struct {
		from, to pixelFormat
		in, out  uint64
	}{
		{pixelRGBA8, pixelRGBA16F, 0xff0000ff, 0x3c00_0000_0000_3c00},
		{pixelRGBA16F, pixelRGBA8, 0x3800_bc00_7e00_7c00, 0x800000ff},
		{pixelRGBA8, pixelSRGB8, 0x80ff0080, 0x80ff00bc}, // 128/255 is encoded as 188
		{pixelSRGB8, pixelRGBA8, 0x80ff00bc, 0x80ff0080},
		{pixelRGBA16F, pixelSRGB8, 0x3800_3c00_0000_7c00, 0x80ff00ff},
		{pixelRGBA8, pixelD16, 0x12345633, 0x3333}, // z = r = 0.2
		{pixelD16, pixelRGBA8, 0x3333, 0xff333333},
		{pixelD24S8, pixelRGBA16F, 0xabffffff, 0x3c00_3c00_3c00_3c00},
		{pixelRGBA16F, pixelD32F, 0x7c01, 0x7f802000}, // a NaN keeps its bits
		{pixelRGBA16F, pixelD32F, 0xc000, bits(-2)},
		{pixelRGBA16F, pixelD16, 0x7e00, 0}, {pixelD32F, pixelD24S8, 0x7fc00000, 0}, {pixelD32F, pixelD16, bits(-1), 0},
		{pixelD32F, pixelD24S8, bits(7), 0xffffff},
		{pixelD32F, pixelRGBA16F, 0x7f800001, 0x3c00_7e00_7e00_7e00},
	} {
		require.Equal(t, c.out, convert(c.from, c.to, c.in), "%d to %d of %#x", c.from, c.to, c.in)
	}
}

// A fill is seen by the draws after it, and it sees those before it.
func TestFillsStandInOrder(t *testing.T) {
	w := newWorld(8, 8)
	w.set(regs.BlockC2D, regs.C2DDstBase, depthAddr, layout(1, pixelD16, 1))
	w.set(regs.BlockC2D, regs.C2DExtent, 8|8<<16, 0x8000)
	w.set(regs.BlockZL2, regs.ZL2DepthControl, lessAndWrite|regs.ZL2DepthControlFormatD16<<5)
	w.quad(0.25)
	w.command(regs.CommandFill, 0)
	w.quad(0.375)
	trace := w.run(t)
	require.EqualValues(t, 64, trace.Stats.Passed, "depth is 0 before the fill")
	require.EqualValues(t, 0x6000, binary.LittleEndian.Uint16(w.mem[depthAddr:]))
}
