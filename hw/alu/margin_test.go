package alu

import (
	"flag"
	"math"
	"math/bits"
	"testing"

	"github.com/stretchr/testify/require"
)

var all = flag.Bool("all", false, "measure how near results of all arguments of binary32 come to a tie (minutes)")

// A result is decided where the exact one is farther from a tie than the error. This measures both what the argument about errors needs: the
// least distance of a result from a tie, relative to it, and that of an angle from a multiple of π/2. Negative arguments are those of other
// functions or have the same sizes of results.
func TestResultsAreDecided(t *testing.T) {
	step := uint32(1)
	if !*all {
		step = 40009
	}
	for _, c := range []struct {
		name  string
		sign  uint32
		bound float64
		f     func(number) number
	}{
		{"exp2", 0, -60, power},
		{"exp2 below 0", 1 << 31, -60, power},
		{"log2", 0, -60, logarithm},
		{"sin", 0, -60, func(x number) number {
			if x.exponent < smallAngle {
				return sineOfSmall(x)
			}
			return reduce(x).sine()
		}},
		{"cos", 0, -60, func(x number) number {
			if x.exponent < smallAngle {
				return number{false, 0, 1 << 63}
			}
			a := reduce(x)
			a.quarters++
			return a.sine()
		}},
		{"distance of angles from multiples of π/2", 0, -30, nil},
	} {
		least, at := math.Inf(1), uint32(0)
		for p := uint32(1); p < binary32.infinity(); p += step {
			x := binary32.unpack(p | c.sign)
			d := 1.0
			switch {
			case c.f != nil:
				d = binary32.distance(c.f(x))
			case x.exponent >= smallAngle:
				d = float64(reduce(x).fraction.high) * 0x1p-64
			}
			if d < least {
				least, at = d, p|c.sign
			}
		}
		t.Logf("%s: 2^%.1f, of %#08x", c.name, math.Log2(least), at)
		require.Greater(t, math.Log2(least), c.bound, c.name)
	}
}

// distance returns how far the number is from the nearest tie, relative to it, at most 1.
func (l layout) distance(n number) float64 {
	drop := 63 - l.fraction + max(0, 1-l.bias()-n.exponent)
	if drop > 64 {
		return 1
	}
	rest := n.significand & (1<<drop - 1)
	half := uint64(1) << (drop - 1)
	d := max(rest, half) - min(rest, half)
	if d == 0 && bits.OnesCount64(n.significand) == 1 {
		return 1 // an exact result, half of the least number
	}
	return float64(d) * 0x1p-64
}
