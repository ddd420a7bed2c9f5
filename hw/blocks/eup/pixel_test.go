package eup

import (
	"math"
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"tilemark/hw/pipe"
)

func TestToByteClampsAndRoundsToEven(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		c := rapid.Float32Range(-0.5, 1.5).Draw(rt, "c")
		got := toByte(c)
		clamped := min(max(c, 0), 1)
		d := new(big.Rat).SetFloat64(float64(float32(clamped * 255)))
		d.Sub(d, big.NewRat(int64(got), 1))
		require.LessOrEqual(t, d.Abs(d).Cmp(big.NewRat(1, 2)), 0)
		if d.Cmp(big.NewRat(1, 2)) == 0 {
			require.Zero(t, got&1)
		}
	})
	for c, want := range map[float32]uint32{
		float32(math.Inf(1)): 255, float32(math.Inf(-1)): 0, -0.1: 0, 2: 255, 1: 255, 0: 0,
	} {
		require.Equal(t, want, toByte(c), "%g", c)
	}
	require.Zero(t, toByte(float32(math.NaN())))
}

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
