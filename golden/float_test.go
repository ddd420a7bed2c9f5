package golden

import (
	"math"
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// exactFMA is a·b + c in 1000 bits, enough for any three finite values, rounded once.
func exactFMA(a, b, c float32) float32 {
	wide := func(x float32) *big.Float { return new(big.Float).SetPrec(1000).SetFloat64(float64(x)) }
	r, _ := wide(0).Add(wide(0).Mul(wide(a), wide(b)), wide(c)).Float32()
	return r
}

func finiteFloat() *rapid.Generator[float32] {
	return rapid.Custom(func(t *rapid.T) float32 {
		return math.Float32frombits(rapid.Uint32().Draw(t, "bits"))
	}).Filter(finite)
}

func sameFloat(t require.TestingT, want, got float32, args ...any) {
	require.Equal(t, math.Float32bits(want), math.Float32bits(got), args...)
}

func TestFMARoundsOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b, c := finiteFloat().Draw(t, "a"), finiteFloat().Draw(t, "b"), finiteFloat().Draw(t, "c")
		sameFloat(t, exactFMA(a, b, c), fma32(a, b, c))
	})
}

// Sums near the half-way points between two binary32 values, where rounding twice goes
// wrong: c is the product plus or minus something far below.
func TestFMARoundsOnceNearTies(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		mantissa := rapid.Uint32Range(0, 1<<23-1)
		float := func(name string, low, high int) float32 {
			e := rapid.IntRange(low, high).Draw(t, name+"Exponent")
			sign := rapid.Uint32Range(0, 1).Draw(t, name+"Sign")
			m := mantissa.Draw(t, name)
			if rapid.Bool().Draw(t, name+"Sparse") {
				m &= 0x700003
			}
			return math.Float32frombits(sign<<31 | uint32(e+127)<<23 | m)
		}
		a, b, c := float("a", -70, 10), float("b", -70, 10), float("c", -126, 20)
		sameFloat(t, exactFMA(a, b, c), fma32(a, b, c), "%x %x %x", a, b, c)
	})
}

// A sum just beside the middle of two binary32 values: in binary64 it becomes the middle
// itself, and rounding that again goes to the wrong side.
func TestFMADoesNotRoundTwice(t *testing.T) {
	scaled := func(mantissa float64) float32 { return float32(mantissa / (1 << 23)) }
	const half = 1.0 / (1 << 24) // of the step behind 1
	for _, c := range []struct{ a, b, c, want float32 }{
		// (1 + 2^-23)·(1 - 2^-23) = 1 - 2^-46: below the middle of c and the next, even, value.
		{scaled(1<<23 + 1), half * scaled(1<<23-1), scaled(1<<23 + 1), scaled(1<<23 + 1)},
		// (2^23 + 2896)·(2^23 - 2895) = 2^46 + 4688: above the middle of 1 and the next, odd, value.
		{scaled(1<<23 + 2896), half * scaled(1<<23-2895), 1, scaled(1<<23 + 1)},
	} {
		twice := float32(float64(c.a)*float64(c.b) + float64(c.c))
		require.NotEqual(t, c.want, twice, "a case for this test")
		sameFloat(t, exactFMA(c.a, c.b, c.c), c.want)
		sameFloat(t, c.want, fma32(c.a, c.b, c.c))
		sameFloat(t, -c.want, fma32(-c.a, c.b, -c.c))
	}
}

func TestFMAOfSpecialValues(t *testing.T) {
	inf, nan := float32(math.Inf(1)), float32(math.NaN())
	negativeZero := math.Float32frombits(1 << 31)
	sameFloat(t, inf, fma32(inf, 2, 1))
	sameFloat(t, -inf, fma32(inf, -2, 1))
	sameFloat(t, inf, fma32(math.MaxFloat32, 2, 0))
	require.True(t, math.IsNaN(float64(fma32(inf, 0, 1))))
	require.True(t, math.IsNaN(float64(fma32(nan, 0, 1))))
	require.True(t, math.IsNaN(float64(fma32(inf, 1, -inf))))
	sameFloat(t, 0, fma32(1, 2, -2))
	sameFloat(t, negativeZero, fma32(negativeZero, 1, negativeZero))
	sameFloat(t, 0, fma32(negativeZero, 1, 0))
}

func TestClamp(t *testing.T) {
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	for _, c := range []struct{ x, want float32 }{
		{nan, 0}, {-inf, 0}, {inf, 1}, {-1, 0}, {0.25, 0.25}, {1, 1}, {2, 1}, {math.Float32frombits(1 << 31), 0},
	} {
		sameFloat(t, c.want, clamp(c.x, 0, 1), c.x)
	}
}
