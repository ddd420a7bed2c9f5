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
	const half = 1.0 / (1 << 24) // of the step after 1
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

// Sums beside the middle of two neighbours, subnormal ones and the last before infinity
// among them: c is that middle less the product, as near as binary32 comes.
func TestFMARoundsOnceBesideTheMiddle(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := finiteFloat().Draw(t, "a"), finiteFloat().Draw(t, "b")
		below := math.Float32frombits(rapid.OneOf(
			rapid.Uint32Range(0, 0x7f7fffff), rapid.Uint32Range(0, 0x00ffffff), rapid.Just(uint32(0x7f7fffff)),
		).Draw(t, "below"))
		above := float64(math.Nextafter32(below, math.MaxFloat32))
		if below == math.MaxFloat32 {
			above = math.Ldexp(1, 128)
		}
		middle := float64(below)/2 + above/2
		if rapid.Bool().Draw(t, "no product") {
			a, b = float32(middle), 1
		}
		c := float32(middle - float64(a)*float64(b))
		if !finite(c) {
			c = float32(middle)
		}
		sameFloat(t, exactFMA(a, b, c), fma32(a, b, c), "%x %x %x", a, b, c)
		sameFloat(t, exactFMA(-a, b, -c), fma32(-a, b, -c), "%x %x %x", -a, b, -c)
	})
}

// A product in the middle of two neighbours, and a sum far below it that says where to go.
func TestFMASeesWhatIsFarBelow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		odd := rapid.Custom(func(t *rapid.T) float32 { return float32(2*rapid.IntRange(2048, 2895).Draw(t, "half") + 1) })
		a, b := odd.Draw(t, "a"), odd.Draw(t, "b") // the product is odd and has 25 bits
		c := float32(math.Ldexp(float64(rapid.IntRange(-9, 9).Draw(t, "c")), -rapid.IntRange(1, 140).Draw(t, "below")))
		sameFloat(t, exactFMA(a, b, c), fma32(a, b, c), "%x %x %x", a, b, c)
		sameFloat(t, exactFMA(a, -b, c), fma32(a, -b, c), "%x %x %x", a, -b, c)
	})
}

// What a product loses when it is rounded is left, exactly.
func TestFMAKeepsWhatAProductLoses(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := finiteFloat().Draw(t, "a"), finiteFloat().Draw(t, "b")
		c := -mul(a, b)
		if !finite(c) {
			c = -a
		}
		sameFloat(t, exactFMA(a, b, c), fma32(a, b, c), "%x %x %x", a, b, c)
	})
}

// By hand: ties go to the even neighbour, also among subnormals and at the end of the
// range.
func TestFMATiesGoToEven(t *testing.T) {
	least := float32(math.SmallestNonzeroFloat32)
	const most, halfStep = float32(math.MaxFloat32), float32(1 << 103) // of the step below infinity
	inf := float32(math.Inf(1))
	for _, c := range []struct{ a, b, c, want float32 }{
		{1, 1 << 24, 1, 1 << 24},
		{1, 1<<24 + 2, 1, 1<<24 + 4},
		{0.5, 0.5, 1 << 22, 1 << 22},
		{0.5, 0.5, 1<<22 + 0.5, 1<<22 + 1},
		{least, 0.5, 0, 0},
		{least, 0.5, least, 2 * least},
		{least, 0.5, 2 * least, 2 * least},
		{least, 1.5, 0, 2 * least},
		{least, 0.75, 0, least},
		{least, least, least, least},
		{least, math.Nextafter32(1.5, 2), -least, least},
		{least, math.Nextafter32(1.5, 1), -least, 0},
		{4097, 4097, 1.0 / (1 << 60), 4097*4097 + 1},
		{4097, 4097, -1.0 / (1 << 60), 4097*4097 - 1},
		{least, -least, least, least},
		{most, 1, halfStep, inf},
		{1 << 70, 1 << 32, most, most},
		{halfStep, 0.99999994, most, most},
		{most, 2, -most, most},
		{most, most, -inf, -inf},
	} {
		sameFloat(t, c.want, fma32(c.a, c.b, c.c), "%x·%x + %x", c.a, c.b, c.c)
		sameFloat(t, c.want, fma32(c.b, c.a, c.c), "%x·%x + %x", c.b, c.a, c.c)
		if c.want != 0 {
			sameFloat(t, -c.want, fma32(c.a, -c.b, -c.c), "%x·%x + %x", c.a, -c.b, -c.c)
		}
	}
}
