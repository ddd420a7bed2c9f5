package format

import (
	"math"
	"math/big"
	"sort"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"tilemark/hw/regs"
)

// halfValue is a finite binary16 pattern's value by its definition; the pattern of
// infinity stands for 2^16, where rounding to it begins halfway.
func halfValue(h uint16) float64 {
	e, m := int(h>>10&31), float64(h&0x3ff)
	v := math.Ldexp(m, -24)
	if e > 0 {
		v = math.Ldexp(1024+m, e-25)
	}
	if h&0x8000 != 0 {
		return -v
	}
	return v
}

func TestWidenIsExactForEveryPattern(t *testing.T) {
	for i := range 1 << 16 {
		h := uint16(i)
		got := Widen(h)
		switch {
		case h&0x7fff > 0x7c00:
			require.True(t, got != got, "%#x", h)
		case h&0x7fff == 0x7c00:
			require.True(t, math.IsInf(float64(got), 1-2*int(h>>15)), "%#x", h)
		default:
			require.Equal(t, math.Float64bits(math.Copysign(halfValue(h&0x7fff), 1-2*float64(h>>15))), math.Float64bits(float64(got)), "%#x", h)
		}
	}
}

func TestHalfReturnsWhatWidenWidened(t *testing.T) {
	for i := range 1 << 16 {
		if h := uint16(i); h&0x7fff <= 0x7c00 {
			require.Equal(t, h, Half(Widen(h)))
		} else {
			require.EqualValues(t, 0x7e00, Half(Widen(h)))
		}
	}
}

// nearestHalf looks a value's neighbours up among all patterns.
func nearestHalf(f float32) uint16 {
	v := math.Abs(float64(f))
	i := uint16(sort.Search(0x7c00, func(k int) bool { return halfValue(uint16(k)) >= v }))
	if i > 0 {
		below, above := v-halfValue(i-1), halfValue(i)-v // exact: both are short
		if below < above || below == above && i&1 != 0 {
			i--
		}
	}
	if math.Signbit(float64(f)) {
		return i | 0x8000
	}
	return i
}

func TestHalfIsTheNearest(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		f := math.Float32frombits(rapid.Uint32().Draw(rt, "f"))
		switch rapid.IntRange(0, 2).Draw(rt, "kind") {
		case 1: // around the range of binary16
			f = float32(math.Ldexp(rapid.Float64Range(-2, 2).Draw(rt, "m"), rapid.IntRange(-28, 16).Draw(rt, "e")))
		case 2: // halfway, and one step beside it
			h := rapid.Uint16Range(0, 0x7bff).Draw(rt, "h")
			f = float32((halfValue(h) + halfValue(h+1)) / 2)
			f = math.Float32frombits(math.Float32bits(f) + uint32(rapid.IntRange(-1, 1).Draw(rt, "beside")))
		}
		if f != f {
			require.EqualValues(t, 0x7e00, Half(f))
			return
		}
		require.Equal(rt, nearestHalf(f), Half(f), "%g", f)
	})
	require.EqualValues(t, 0x7c00, Half(float32(math.Inf(1))))
	require.EqualValues(t, 0xfc00, Half(float32(math.Inf(-1))))
	require.EqualValues(t, 0x7bff, Half(65519))
	require.EqualValues(t, 0x7c00, Half(65520))
}

func TestByteClampsAndRoundsToEven(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		c := rapid.Float32Range(-0.5, 1.5).Draw(rt, "c")
		requireRounded(rt, float64(float32(min(max(c, 0), 1)*255)), 1, Byte(c))
	})
	for c, want := range map[float32]uint32{
		float32(math.Inf(1)): 255, float32(math.Inf(-1)): 0, -0.1: 0, 2: 255, 1: 255, 0: 0,
	} {
		require.Equal(t, want, Byte(c), "%g", c)
	}
	require.Zero(t, Byte(float32(math.NaN())))
}

func TestDepthRoundsToNearestEven(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		z := rapid.Float32Range(0, 1).Draw(rt, "z")
		requireRounded(rt, float64(z), 1<<24-1, D24(z))
		requireRounded(rt, float64(z), 1<<16-1, D16(z))
	})
	require.EqualValues(t, 1<<24-1, D24(1))
	require.EqualValues(t, 1<<16-1, D16(1))
}

// requireRounded checks that got is v·scale to the nearest, ties to even.
func requireRounded(t require.TestingT, v float64, scale int64, got uint32) {
	r := new(big.Rat).SetFloat64(v)
	r.Mul(r, big.NewRat(scale, 1))
	d := r.Sub(r, big.NewRat(int64(got), 1))
	require.LessOrEqual(t, d.Abs(d).Cmp(big.NewRat(1, 2)), 0)
	if d.Cmp(big.NewRat(1, 2)) == 0 {
		require.Zero(t, got&1)
	}
}

func TestEncodeCountsThresholds(t *testing.T) {
	count := func(c float32) (n uint32) {
		for _, s := range regs.SRGBStep {
			if math.Float32frombits(s) <= c {
				n++
			}
		}
		return n
	}
	for _, s := range regs.SRGBStep {
		for _, p := range []uint32{s - 1, s, s + 1} {
			c := math.Float32frombits(p)
			require.Equal(t, count(c), Encode(c))
		}
	}
	for b := range uint32(256) {
		require.Equal(t, b, Encode(Linear(b)), "what was decoded is encoded again")
	}
	require.EqualValues(t, 255, Encode(2))
	require.EqualValues(t, 0, Encode(-1))
	require.EqualValues(t, 0, Encode(float32(math.NaN())))
}
