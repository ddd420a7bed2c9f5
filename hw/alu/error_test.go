package alu

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// asFloat is a word in 2^-point.
func (a wide) asFloat(point int) *big.Float {
	n := new(big.Int).Lsh(new(big.Int).SetUint64(a.high), 64)
	x := newFloat().SetInt(n.Add(n, new(big.Int).SetUint64(a.low)))
	return x.SetMantExp(x, -point)
}

func (n number) asFloat() *big.Float {
	x := newFloat().SetInt(new(big.Int).SetUint64(n.significand))
	return x.SetMantExp(x, n.exponent-63)
}

// away is the logarithm to base 2 of the difference.
func away(got, want *big.Float) float64 {
	d, _ := newFloat().Sub(got, want).Float64()
	return math.Log2(math.Abs(d))
}

// The bounds are those of the comments.
func TestErrorsAreBelowTheirBounds(t *testing.T) {
	worst := map[string]float64{}
	note := func(name string, got, want *big.Float, relative bool) {
		d := away(got, want)
		if relative {
			size, _ := want.Float64()
			d -= math.Log2(size)
		}
		worst[name] = max(worst[name], d+200)
	}
	for n := range 5000 {
		f := wide{rand.Uint64(), rand.Uint64()}
		if n%2 == 0 {
			f.high |= 1<<50 - 1 // the largest rest
		}
		note("exp2", powerOfFraction(f).asFloat(126), oracleExp2(f.asFloat(128)), true)

		y := rand.Uint64N(1<<48/11585) >> rand.IntN(30) // below 2^-13.5
		log := oracleLog2(plus(floatOf(1), wide{0, y}.asFloat(48)))
		note("log2", logarithmNear1(y).asFloat(logPoint), log, false)

		angle := wide{rand.Uint64(), rand.Uint64()}.mul(quarterPi).right(rand.IntN(30))
		x := angle.asFloat(135)
		sine, less := sineAndLess(angle)
		note("sine", sine.asFloat(135), oracleSin(x), true)
		note("less", less.asFloat(142), newFloat().Sub(floatOf(1), oracleCos(x)), false)

		small := binary32.unpack(uint32(n)<<18 + 1 + rand.Uint32N(1<<18))
		if small.exponent < smallAngle {
			x := binary32.value(binary32.pack(small))
			note("sine of small", sineOfSmall(small).asFloat(), oracleSin(x), true)
		}

		a := binary32.value(rand.Uint32() % binary32.infinity())
		if a.MantExp(nil) <= smallAngle {
			continue
		}
		reduced := reduce(binary32.unpack(binary32.nearest(a)))
		turns := new(big.Float).SetPrec(reduction).Quo(a, oraclePi)
		turns.Mul(turns, floatOf(2))
		fraction := turns.Sub(turns, new(big.Float).SetInt(nearestInteger(turns)))
		require.Equal(t, fraction.Sign() < 0, reduced.back == 1)
		note("reduction", reduced.fraction.asFloat(128), fraction.Abs(fraction), false)
	}
	for name, bound := range map[string]float64{
		"exp2": -79, "log2": -101, "sine": -76, "less": -77, "reduction": -127, "sine of small": -62.9, // a number has 64 bits
	} {
		require.Less(t, worst[name]-200, bound, name)
		t.Logf("%s: 2^%.1f", name, worst[name]-200)
	}
}
