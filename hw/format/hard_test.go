package format

import (
	"math"
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"tilemark/hw/hard"
	"tilemark/hw/regs"
)

func TestClampPropertyLeavesOnlyZeroToOne(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		for range 50 {
			c := rapid.OneOf(hard.Float(), hard.Share()).Draw(rt, "c")
			want := uint32(0) // +0, also for NaN and -0
			switch {
			case c >= 1:
				want = 0x3f800000
			case c > 0:
				want = math.Float32bits(c)
			}
			require.Equal(rt, want, math.Float32bits(Clamp(c)), "%g", c)
		}
	})
	require.Zero(t, math.Float32bits(Clamp(float32(math.Copysign(0, -1)))))
}

func TestUnitOfEveryByteIsTheNearest(t *testing.T) {
	for b := range uint32(256) {
		want, _ := big.NewRat(int64(b), 255).Float32()
		require.Equal(t, want, Unit(b))
		require.Equal(t, math.Float32frombits(regs.SRGBLinear[b]), Linear(b))
		require.Equal(t, b, Byte(Unit(b)), "it comes back")
	}
}

// Around each place where a byte, or a depth, gives way to the next one.
func TestIntegersChangeHalfwayBetweenThem(t *testing.T) {
	clamped := func(c float32) float32 { return min(max(c, 0), 1) }
	for b := range 255 {
		for s := -2; s <= 2; s++ {
			c := hard.Beside((float32(b)+0.5)/255, s)
			requireRounded(t, float64(hard.Mul(clamped(c), 255)), 1, Byte(c))
		}
	}
	for _, steps := range []int64{1<<16 - 1, 1<<24 - 1} {
		for k := range int64(2000) {
			for _, n := range []int64{k, steps/2 - 1000 + k, steps - 1 - k} {
				for s := -1; s <= 1; s++ {
					z := clamped(hard.Beside(float32((float64(n)+0.5)/float64(steps)), s))
					got := D16(z)
					if steps > 1<<16 {
						got = D24(z)
					}
					r := float64(z) * float64(steps) // exact: 24 bits by 24
					require.LessOrEqual(t, math.Abs(r-float64(got)), 0.5, "%g", z)
					if math.Abs(r-float64(got)) == 0.5 {
						require.Zero(t, got&1, "%g", z)
					}
				}
			}
		}
	}
	require.EqualValues(t, 1<<15, D16(0.5), "32767.5 to the even one")
	require.EqualValues(t, 1<<23, D24(0.5), "8388607.5 to the even one")
	require.Zero(t, D16(math.SmallestNonzeroFloat32))
}

// Every pattern of binary16, the middle to the next one, and what lies beside them, of both signs.
func TestHalfOfEveryMiddleIsTheEvenOne(t *testing.T) {
	for h := range uint16(0x7c00) {
		middle := float32((halfValue(h) + halfValue(h+1)) / 2) // exact
		down, up := Half(hard.Beside(middle, -1)), Half(hard.Beside(middle, 1))
		require.Equal(t, []uint16{h, h + 1, h + h&1}, []uint16{down, up, Half(middle)}, "%#x", h)
		require.Equal(t, 0x8000|Half(middle), Half(-middle))
	}
	for _, f := range []float32{math.MaxFloat32, 0x1p16, 65520} {
		require.EqualValues(t, 0x7c00, Half(f))
		require.EqualValues(t, 0xfc00, Half(-f))
	}
	for _, f := range []float32{0, math.SmallestNonzeroFloat32, 0x1p-126, 0x1p-25} {
		require.EqualValues(t, 0, Half(f))
		require.EqualValues(t, 0x8000, Half(-f))
	}
}

// Of every threshold, and of every byte's own value, one step either way.
func TestEncodePropertyCountsThresholds(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		for range 20 {
			c := rapid.OneOf(hard.Share(), hard.Float()).Draw(rt, "c")
			want := uint32(0)
			for _, s := range regs.SRGBStep {
				if v := math.Float32frombits(s); v <= min(c, 1) { // NaN is above none
					want++
				}
			}
			require.Equal(rt, want, Encode(c), "%g", c)
		}
	})
}

// The bits of a NaN that is not converted to binary16 stay, and one that is becomes the one that there is.
func TestEveryNaNIsOne(t *testing.T) {
	for _, pattern := range []uint32{0x7f800001, 0x7fbfffff, 0x7fc00000, 0x7fffffff} {
		for _, sign := range []uint32{0, 1 << 31} {
			require.EqualValues(t, 0x7e00, Half(math.Float32frombits(pattern|sign)), "%#x", pattern|sign)
		}
	}
	for m := uint32(1); m < 0x400; m++ {
		for _, sign := range []uint32{0, 1} {
			require.Equal(t, sign<<31|0xff<<23|m<<13, math.Float32bits(Widen(uint16(sign<<15|0x1f<<10|m))))
		}
	}
}
