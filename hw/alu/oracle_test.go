package alu

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// The oracle of this test is math/big: series with 180 bits, reductions with 500.
const (
	precision = 180
	reduction = 500
	terms     = 40 // of a series
)

func newFloat() *big.Float             { return new(big.Float).SetPrec(precision) }
func floatOf(x float64) *big.Float     { return newFloat().SetFloat64(x) }
func times(a, b *big.Float) *big.Float { return newFloat().Mul(a, b) }
func plus(a, b *big.Float) *big.Float  { return newFloat().Add(a, b) }
func over(a, b *big.Float) *big.Float  { return newFloat().Quo(a, b) }

// The coefficients of series: 1/n! and 1/(2n + 1).
var factorials, odds = coefficients()

func coefficients() (factorials, odds []*big.Float) {
	f := floatOf(1)
	for n := range terms {
		factorials = append(factorials, f)
		odds = append(odds, over(floatOf(1), floatOf(float64(2*n+1))))
		f = over(f, floatOf(float64(n+1)))
	}
	return factorials, odds
}

// series returns the sum of c[first + step·k] · x^k, until terms are too small to count.
func series(c []*big.Float, first, step int, x *big.Float) *big.Float {
	s, p := newFloat().Set(c[first]), newFloat().Set(x)
	for n := first + step; n < len(c); n += step {
		t := times(c[n], p)
		if t.Sign() == 0 || t.MantExp(nil) < s.MantExp(nil)-precision {
			break
		}
		s.Add(s, t)
		p.Mul(p, x)
	}
	return s
}

var (
	oraclePi  = machin()
	oracleLn2 = times(floatOf(2), arctanh(over(floatOf(1), floatOf(3))))
)

// machin returns π = 16·arctan(1/5) - 4·arctan(1/239).
func machin() *big.Float {
	arctan := func(n int64) *big.Float {
		one := func() *big.Float { return new(big.Float).SetPrec(2 * reduction).SetInt64(1) }
		s, p := one().SetInt64(0), one().Quo(one(), one().SetInt64(n))
		square := one().SetInt64(-n * n)
		for k := int64(1); p.MantExp(nil) > -2*reduction; k += 2 {
			s.Add(s, one().Quo(p, one().SetInt64(k)))
			p.Quo(p, square)
		}
		return s
	}
	a, b := arctan(5), arctan(239)
	a.Mul(a, floatOf(16))
	return a.Sub(a, b.Mul(b, floatOf(4)))
}

func arctanh(w *big.Float) *big.Float { return times(w, series(odds, 0, 1, times(w, w))) }

func oracleExp2(x *big.Float) *big.Float {
	n := nearestInteger(x)
	f := newFloat().Sub(x, newFloat().SetInt(n))
	e := series(factorials, 0, 1, times(f, oracleLn2))
	return e.SetMantExp(e, int(n.Int64()))
}

func oracleLog2(x *big.Float) *big.Float {
	m := newFloat()
	e := x.MantExp(m)
	if m.Cmp(floatOf(math.Sqrt2/2)) < 0 {
		m.SetMantExp(m, 1)
		e--
	}
	w := over(newFloat().Sub(m, floatOf(1)), plus(m, floatOf(1)))
	return plus(floatOf(float64(e)), over(times(floatOf(2), arctanh(w)), oracleLn2))
}

func oracleSin(x *big.Float) *big.Float { return oracleSine(x, 0) }
func oracleCos(x *big.Float) *big.Float { return oracleSine(x, 1) }

// oracleSine returns the sine of x and some quarter turns.
func oracleSine(x *big.Float, quarters int64) *big.Float {
	wide := func() *big.Float { return new(big.Float).SetPrec(reduction) }
	quarter := wide().Quo(oraclePi, floatOf(2))
	n := nearestInteger(wide().Quo(x, quarter))
	r := newFloat().Set(wide().Sub(x, wide().Mul(wide().SetInt(n), quarter)))
	quadrant := new(big.Int).And(n, big.NewInt(3)).Int64() + quarters
	square := times(r, r)
	square.Neg(square)
	s := newFloat()
	if quadrant&1 != 0 {
		s = alternating(0, square)
	} else {
		s = times(r, alternating(1, square))
	}
	if quadrant&2 != 0 {
		s.Neg(s)
	}
	return s
}

// alternating is the series of the cosine or, first being 1, of the sine over x; square is -x².
func alternating(first int, square *big.Float) *big.Float {
	return series(factorials, first, 2, square)
}

func nearestInteger(x *big.Float) *big.Int {
	n, _ := new(big.Float).SetPrec(reduction).Add(x, floatOf(math.Copysign(0.5, float64(x.Sign())))).Int(nil)
	return n
}

func oracleSqrt(x *big.Float) *big.Float  { return newFloat().Sqrt(x) }
func oracleRcp(x *big.Float) *big.Float   { return over(floatOf(1), x) }
func oracleRsqrt(x *big.Float) *big.Float { return over(floatOf(1), oracleSqrt(x)) }

// value returns the value of a finite pattern, by the definition of the types.
func (l layout) value(p uint32) *big.Float {
	field, fraction := int(p&^l.sign()>>l.fraction), int64(p&(1<<l.fraction-1))
	if field == 0 {
		field = 1
	} else {
		fraction |= 1 << l.fraction
	}
	x := newFloat().SetInt64(fraction)
	x.SetMantExp(x, field-l.bias()-l.fraction)
	if p&l.sign() != 0 {
		x.Neg(x)
	}
	return x
}

// nearest returns the pattern that is nearest to x, ties to even, of 0 the one with x's sign.
func (l layout) nearest(x *big.Float) uint32 {
	sign := uint32(0)
	if x.Signbit() {
		sign = l.sign()
	}
	if x.Sign() == 0 {
		return sign
	}
	step := max(x.MantExp(nil)-1, 1-l.bias()) - l.fraction // the exponent of a step from number to number
	steps := new(big.Float).SetMantExp(x, -step)
	whole, _ := steps.Abs(steps).Int(nil)
	rest := steps.Sub(steps, new(big.Float).SetInt(whole)).Cmp(big.NewFloat(0.5))
	n := whole.Uint64()
	if rest > 0 || rest == 0 && n&1 != 0 {
		n++
	}
	p := uint64(step+l.bias()+l.fraction-1)<<l.fraction + n
	return sign | uint32(min(p, uint64(l.infinity())))
}

func TestTheOracleAgreesWithPackageMath(t *testing.T) {
	for range 2000 {
		x := math.Ldexp(rand.Float64()+0.5, rand.IntN(12)-8)
		for _, c := range []struct {
			got  *big.Float
			want float64
		}{
			{oracleExp2(floatOf(x)), math.Exp2(x)},
			{oracleExp2(floatOf(-x)), math.Exp2(-x)},
			{oracleLog2(floatOf(x)), math.Log2(x)},
			{oracleSin(floatOf(-x)), math.Sin(-x)},
			{oracleCos(floatOf(x)), math.Cos(x)},
		} {
			got, _ := c.got.Float64()
			require.InDelta(t, c.want, got, 1e-15*max(1, math.Abs(c.want)), x)
		}
		f := float32(x) * 0x1p-140
		require.Equal(t, math.Float32bits(f), binary32.nearest(floatOf(float64(f))))
		rounded, _ := floatOf(x).Float32()
		require.Equal(t, math.Float32bits(rounded), binary32.nearest(floatOf(x)))
	}
}
