package tsu

import (
	"math"
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// exact computes a·b + c without rounding and rounds once.
func exact(a, b, c float32) float32 {
	x := new(big.Float).SetPrec(2000).SetFloat64(float64(a))
	x.Mul(x, big.NewFloat(float64(b)).SetPrec(2000))
	x.Add(x, new(big.Float).SetPrec(2000).SetFloat64(float64(c)))
	f, _ := x.Float32()
	return f
}

// checkFMA compares with exact, bit by bit.
func checkFMA(t require.TestingT, a, b, c float32) {
	require.Equal(t, math.Float32bits(exact(a, b, c)), math.Float32bits(fma32(a, b, c)), "%x·%x + %x", a, b, c)
}

// number draws any finite number, or one of middling size.
func number(rt *rapid.T, name string) float32 {
	if rapid.Bool().Draw(rt, name+" any") {
		e := rapid.Uint32Range(0, 254).Draw(rt, name+" biased exponent")
		return math.Float32frombits(rapid.Uint32().Draw(rt, name)&0x807fffff | e<<23)
	}
	return float32(rapid.IntRange(-1<<24, 1<<24).Draw(rt, name)) * float32(math.Ldexp(1, rapid.IntRange(-40, 20).Draw(rt, name+" exponent")))
}

func TestFusedMultiplyAddRoundsOnce(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) { checkFMA(rt, number(rt, "a"), number(rt, "b"), number(rt, "c")) })
}

// Sums that lie half-way between two numbers are where rounding twice shows.
func TestFusedMultiplyAddNearHalfWay(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		c := float32(rapid.IntRange(1<<23, 1<<24-1).Draw(rt, "c"))
		tiny := float32(math.Ldexp(float64(rapid.IntRange(-3, 3).Draw(rt, "tiny")), -rapid.IntRange(20, 60).Draw(rt, "scale")))
		half := float32(0.5) + tiny
		scale := float32(math.Ldexp(1, rapid.IntRange(-149, 104).Draw(rt, "place"))) // subnormal to the last before infinity
		checkFMA(rt, half, scale, c*scale)
		checkFMA(rt, -half, scale, c*scale)
		checkFMA(rt, half*half, scale, c*scale)
	})
}

// The middle of two numbers, and far below it what says to which it goes.
func TestFusedMultiplyAddLeavesTheMiddleForTheLeastOfSummands(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		middle := float32(2*rapid.IntRange(2048, 2895).Draw(rt, "a") + 1)
		other := float32(2*rapid.IntRange(2048, 2895).Draw(rt, "b") + 1) // an odd product of 25 bits
		for _, sign := range []float64{-1, 1} {
			checkFMA(rt, middle, other, float32(math.Ldexp(sign, -rapid.IntRange(5, 149).Draw(rt, "below"))))
		}
	})
}

// The product and the other summand nearly, or quite, take each other away.
func TestFusedMultiplyAddWhereBitsCancel(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		a, b := number(rt, "a"), number(rt, "b")
		p := a * b
		if p-p != 0 {
			p = math.MaxFloat32
		}
		steps := rapid.Int32Range(-2, 2).Draw(rt, "steps")
		c := math.Float32frombits(uint32(max(0, int32(math.Float32bits(p)&0x7fffffff)+steps)) | math.Float32bits(p)&(1<<31))
		if c-c == 0 {
			checkFMA(rt, a, b, -c)
		}
	})
}

// Numbers below the normal ones, and sums that are too large, by hand.
func TestFusedMultiplyAddAtTheEndsOfTheRange(t *testing.T) {
	inf, least, most := float32(math.Inf(1)), float32(math.SmallestNonzeroFloat32), float32(math.MaxFloat32)
	smallest := float32(math.Ldexp(1, -126)) // normal
	for _, c := range []struct{ a, b, c, want float32 }{
		{least, 0.5, 0, 0},
		{least, 1.5, 0, 2 * least},
		{least, 0.5, least, 2 * least},
		{least, 0.5, 2 * least, 2 * least},
		{smallest, 1, -least, smallest - least},
		{smallest, 0.5, smallest / 2, smallest},
		{most, 1, float32(math.Ldexp(1, 103)), inf},
		{most, 1, math.Nextafter32(float32(math.Ldexp(1, 103)), 0), most},
		{most, 2, -most, most},
		{most, most, -inf, -inf},
		{inf, 1, -most, inf},
	} {
		require.Equal(t, c.want, fma32(c.a, c.b, c.c), "%x·%x + %x", c.a, c.b, c.c)
		require.Equal(t, -c.want, fma32(-c.a, c.b, -c.c), "%x·%x + %x", -c.a, c.b, -c.c)
	}
	nan := float32(math.NaN())
	for _, x := range []float32{fma32(inf, 0, 1), fma32(inf, 1, -inf), fma32(nan, 1, 1), fma32(1, nan, 1), fma32(1, 1, nan)} {
		require.True(t, x != x)
	}
}
