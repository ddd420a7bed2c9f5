package eup

import (
	"math"
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"tilemark/hw/pipe"
	"tilemark/hw/regs"
)

func TestWrapModes(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		size := rapid.Int32Range(1, 64).Draw(rt, "size")
		i := rapid.Int32Range(-1<<30, 1<<30).Draw(rt, "i")
		repeat := new(big.Int).Mod(big.NewInt(int64(i)), big.NewInt(int64(size))).Int64()
		require.EqualValues(t, repeat, wrap(i, size, 0))
		require.Equal(t, min(max(i, 0), size-1), wrap(i, size, 1))
		m := new(big.Int).Mod(big.NewInt(int64(i)), big.NewInt(2*int64(size))).Int64()
		if m >= int64(size) {
			m = 2*int64(size) - 1 - m
		}
		require.EqualValues(t, m, wrap(i, size, 2))
	})
	require.Zero(t, wrap(5, 0, 0), "a texture without size")
}

func TestTexelIndexIsTheFloor(t *testing.T) {
	for _, c := range []struct {
		u    float32
		want int32
	}{
		{0, 0}, {0.999, 7}, {-0.01, -1}, {1, 8}, {float32(math.NaN()), 0}, {float32(math.Inf(1)), 0}, {1e30, 1 << 30}, {-1e30, -1 << 30},
	} {
		require.Equal(t, c.want, texelIndex(c.u, 8), "%g", c.u)
	}
}

func TestTexelAddressesStayInsideTheTexture(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		p := &pipe.PixelThread{
			Width: rapid.Uint16Range(1, 300).Draw(rt, "width"), Height: rapid.Uint16Range(1, 300).Draw(rt, "height"),
			Wrap: rapid.SampledFrom([]uint8{0, 1, 2, 4, 5, 6, 8, 9, 10}).Draw(rt, "wrap"), Base: 4096,
		}
		u, v := math.Float32frombits(rapid.Uint32().Draw(rt, "u")), math.Float32frombits(rapid.Uint32().Draw(rt, "v"))
		at := texelAddress(p, u, v)
		require.GreaterOrEqual(t, at, uint32(4096))
		require.Less(t, at, 4096+4*uint32(p.Width)*uint32(p.Height))
	})
}

// Each component is converted on its own, and stands where its format has it.
func TestColoursOfEachFormat(t *testing.T) {
	c := [4]float32{1.5, 0.25, -2, float32(math.NaN())}
	require.EqualValues(t, 0x00_00_40_ff, color(&c, regs.PSColorFormatRgba8))
	require.EqualValues(t, 0x0000_0000_3400_3c00, color(&c, regs.PSColorFormatSrgb8))
	require.EqualValues(t, 0x7e00_c000_3400_3e00, color(&c, regs.PSColorFormatRgba16f))
	require.Equal(t, color(&c, 0), color(&c, 3))
}

// A pixel stays when its alpha is at least the reference; NaN is not.
func TestKillDropsPixelsBelowTheReference(t *testing.T) {
	th := Thread{Pixel: pipe.PixelThread{Mask: 15, Kill: true, AlphaRef: 0.5, WriteDepth: true, DepthOffset: 0.25, DepthFactor: 1}}
	for k, alpha := range []float32{0.5, 0.499, float32(math.NaN()), 2} {
		th.Pixel.A[k] = [6]float32{1, 1, 1, alpha}
	}
	pixelProgram{}.Run(&th, nil)
	require.EqualValues(t, 9, th.Kept)
	require.Equal(t, [4]pipe.Color{math.MaxUint32 - 0x7f<<24, 0, 0, math.MaxUint32}, th.Color)
	require.Equal(t, [4]float32{0.75, 0, 0, 1}, th.Depth, "depth is clamped")
}
