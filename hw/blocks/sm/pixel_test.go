package sm

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/pipe"
	"tilemark/hw/regs"
)

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
