package golden

import (
	"math"
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// halfValue is the value of a finite binary16 pattern without sign, from the format's
// definition.
func halfValue(h uint16) *big.Rat {
	exponent, mantissa := int(h>>10), int64(h&1023)
	if exponent == 0 {
		return big.NewRat(mantissa, 1<<24)
	}
	v := big.NewRat(1024+mantissa, 1<<25)
	return v.Mul(v, new(big.Rat).SetInt(new(big.Int).Lsh(big.NewInt(1), uint(exponent))))
}

func TestHalvesAreWidenedExactly(t *testing.T) {
	for h := range uint32(1 << 16) {
		wide := fromHalf(uint16(h))
		switch magnitude := uint16(h & 0x7fff); {
		case magnitude > halfInfinity:
			require.True(t, wide != wide)
			require.Equal(t, h>>15<<31|0xff<<23|h&1023<<13, halfBits(uint16(h)), "a NaN keeps its bits")
			require.EqualValues(t, halfNaN, toHalf(wide))
			continue
		case magnitude == halfInfinity:
			require.True(t, math.IsInf(float64(wide), 0))
		default:
			require.Zero(t, halfValue(magnitude).Cmp(new(big.Rat).SetFloat64(math.Abs(float64(wide)))), "%#x", h)
		}
		require.Equal(t, h>>15 != 0, math.Signbit(float64(wide)))
		require.EqualValues(t, h, toHalf(wide), "there and back")
	}
}

func TestHalvesAreTheNearest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := math.Float32frombits(rapid.Uint32Range(0, math.Float32bits(70000)).Draw(t, "x"))
		if rapid.Bool().Draw(t, "near a tie") { // between two neighbours, and a little beside
			h := rapid.Uint16Range(0, 0x7bff).Draw(t, "h")
			tie, _ := new(big.Rat).Add(halfValue(h), halfValue(h+1)).Float32()
			x = math.Float32frombits(math.Float32bits(tie/2) + rapid.Uint32Range(0, 2).Draw(t, "d"))
		}
		exact := new(big.Rat).SetFloat64(float64(x))
		// The greatest pattern not above x by bisection; 0x7c00 stands for 65536 here.
		low, high := uint16(0), uint16(halfInfinity)
		for low+1 < high {
			if middle := (low + high) / 2; halfValue(middle).Cmp(exact) <= 0 {
				low = middle
			} else {
				high = middle
			}
		}
		below := new(big.Rat).Sub(exact, halfValue(low))
		above := new(big.Rat).Sub(halfValue(high), exact)
		want := low
		if c := below.Cmp(above); c > 0 || c == 0 && low&1 == 1 {
			want = high
		}
		require.Equal(t, want, toHalf(x))
		require.Equal(t, want|halfSign, toHalf(-x))
	})
}

func TestHalvesAtTheEdges(t *testing.T) {
	for _, c := range []struct {
		x    float32
		want uint16
	}{
		{65519.996, 0x7bff}, {65520, 0x7c00}, {inf32, 0x7c00}, {-inf32, 0xfc00}, {nan32, 0x7e00}, {-nan32, 0x7e00},
		{float32(math.Ldexp(1, -25)), 0}, {float32(math.Ldexp(1.0001, -25)), 1}, {1, 0x3c00}, {-2, 0xc000},
		{math.Float32frombits(1), 0}, {math.Float32frombits(1 << 31), 0x8000},
	} {
		require.Equal(t, c.want, toHalf(c.x), "%v", c.x)
	}
}
