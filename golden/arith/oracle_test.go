package arith

import (
	"math"
	"math/big"
	"sort"
	"testing"
)

// The oracles compute with 288 bits, in other ways than the package: 2^x as a product of roots of 2, the logarithm by repeated
// squares, sine and cosine after a division by 2π with π of the arithmetic-geometric mean.
const (
	oracleBits = 288
	oracleUnit = 120 // results are within 2^-120 of their size
)

func number(x float64) *big.Float { return new(big.Float).SetPrec(oracleBits).SetFloat64(x) }

func zero() *big.Float { return new(big.Float).SetPrec(oracleBits) }

// value is what an oracle gives: a number, exact or within 2^-120 of its size, or NaN.
type value struct {
	*big.Float
	exact, nan bool
}

func exactly(x float64) value {
	if x != x {
		return value{nan: true}
	}
	return value{Float: number(x), exact: true}
}

// binary32 is the value, rounded.
func (v value) binary32(t *testing.T) uint32 {
	if v.nan {
		return patternNaNF
	}
	return rounded(t, v, func(x *big.Float) uint32 {
		y, _ := x.Float32()
		return math.Float32bits(y)
	})
}

// binary16 is the value, rounded.
func (v value) binary16(t *testing.T) uint16 {
	if v.nan {
		return patternNaNHF
	}
	return rounded(t, v, halfNearest)
}

// rounded rounds the ends of what the exact value can be, which must agree.
func rounded[T uint16 | uint32](t *testing.T, v value, round func(*big.Float) T) T {
	if v.exact {
		return round(v.Float)
	}
	away := zero().SetMantExp(v.Float, -oracleUnit)
	one, other := round(zero().Add(v.Float, away)), round(zero().Sub(v.Float, away))
	if one != other {
		t.Fatalf("%g is too near to a midpoint", v.Float)
	}
	return one
}

// halves are the positive numbers of binary16 in order, halfMidpoints what is between them and above the last.
var halves, halfMidpoints = func() (numbers, midpoints []float64) {
	for h := range 0x7c00 {
		if exponent := h >> 10; exponent > 0 {
			numbers = append(numbers, math.Ldexp(float64(h&0x3ff|0x400), exponent-25))
		} else {
			numbers = append(numbers, math.Ldexp(float64(h), -24))
		}
	}
	for k, x := range numbers[1:] {
		midpoints = append(midpoints, (numbers[k]+x)/2)
	}
	return numbers, append(midpoints, 65520)
}()

// halfNearest is the pattern of the binary16 nearest to x, found by search.
func halfNearest(x *big.Float) uint16 {
	size := new(big.Float).Abs(x)
	up := func(k int) bool { // to k+1, because midpoint k is not below x; a tie goes to the even one
		order := size.Cmp(new(big.Float).SetFloat64(halfMidpoints[k]))
		return order < 0 || order == 0 && k%2 == 0
	}
	h := uint16(sort.Search(len(halfMidpoints), up))
	if x.Signbit() {
		h |= 0x8000
	}
	return h
}

// halfNumber is the number of a pattern.
func halfNumber(h uint16) float64 {
	x := math.NaN()
	switch k := int(h & 0x7fff); {
	case k < len(halves):
		x = halves[k]
	case k == len(halves):
		x = math.Inf(1)
	}
	return math.Copysign(x, float64(int16(h)))
}

var pi = func() *big.Float { // Gauss and Legendre
	const precision = 640
	number := func(x float64) *big.Float { return new(big.Float).SetPrec(precision).SetFloat64(x) }
	zero := func() *big.Float { return number(0) }
	a, b, t := number(1), zero().Sqrt(number(0.5)), number(0.25)
	for k := range 10 {
		mean := zero().Mul(zero().Add(a, b), number(0.5))
		b = zero().Sqrt(zero().Mul(a, b))
		step := zero().Sub(a, mean)
		t.Sub(t, step.Mul(step, step).Mul(step, number(math.Ldexp(1, k))))
		a = mean
	}
	sum := zero().Add(a, b)
	return sum.Mul(sum, sum).Quo(sum, t.Mul(t, number(4)))
}()

// roots are 2^(1/2), 2^(1/4) and so on.
var roots = func() (roots [150]*big.Float) {
	x := number(2)
	for k := range roots {
		x = zero().Sqrt(x)
		roots[k] = x
	}
	return roots
}()

func oracleExp2(x float64) value {
	switch {
	case x != x || math.IsInf(x, 1):
		return exactly(x)
	case math.IsInf(x, -1):
		return exactly(0)
	}
	size := math.Abs(x)
	power := number(1)
	rest := size - math.Trunc(size)
	exact := rest == 0
	for k := 0; rest > 0; k++ {
		if rest *= 2; rest >= 1 {
			power.Mul(power, roots[k])
			rest--
		}
	}
	scale := int(min(math.Trunc(size), 1e6))
	power.SetMantExp(power, scale)
	if x < 0 {
		power.Quo(number(1), power)
	}
	return value{Float: power, exact: exact}
}

func oracleLog2(x float64) value {
	switch {
	case x == 0:
		return exactly(math.Inf(-1))
	case x != x || x < 0:
		return exactly(math.NaN())
	case math.IsInf(x, 1):
		return exactly(x)
	}
	fraction, exponent := math.Frexp(x)
	y := number(2 * fraction)
	if fraction == 0.5 {
		return exactly(float64(exponent - 1))
	}
	two, digits := number(2), new(big.Int)
	const count = oracleUnit + 30 // near 1 the result is as little as 2^-24
	for range count {
		digits.Lsh(digits, 1)
		if y.Mul(y, y).Cmp(two) >= 0 {
			digits.SetBit(digits, 0, 1)
			y.SetMantExp(y, -1)
		}
	}
	sum := zero().SetInt(digits)
	sum.SetMantExp(sum, -count)
	return value{Float: sum.Add(sum, number(float64(exponent-1)))}
}

func oracleSin(x float64) value {
	switch {
	case x == 0:
		return exactly(x)
	case x-x != 0:
		return exactly(math.NaN())
	}
	return value{Float: circle(x, 1)}
}

func oracleCos(x float64) value {
	switch {
	case x == 0:
		return exactly(1)
	case x-x != 0:
		return exactly(math.NaN())
	}
	return value{Float: circle(x, 0)}
}

// circle is the series of the cosine, which begins with power 0, or of the sine, which begins with power 1.
func circle(x float64, first int) *big.Float {
	y := withoutTurns(x)
	square := zero().Mul(y, y)
	term, sum := number(1), zero()
	if first == 1 {
		term.Set(y)
	}
	for k := first; sum.Sign() == 0 || term.MantExp(nil) > sum.MantExp(nil)-oracleUnit-8; k += 2 {
		sum.Add(sum, term)
		term.Mul(term, square)
		term.Quo(term, number(float64(-(k+1)*(k+2))))
	}
	return sum
}

// withoutTurns is x less the nearest multiple of 2π.
func withoutTurns(x float64) *big.Float {
	turn := new(big.Float).SetMantExp(pi, 1)
	exact := new(big.Float).SetPrec(640).SetFloat64(x)
	turns := new(big.Float).Quo(exact, turn)
	half := number(math.Copysign(0.5, x))
	whole, _ := turns.Add(turns, half).Int(nil)
	if whole.Sign() != 0 {
		back := new(big.Float).SetPrec(640).SetInt(whole)
		exact.Sub(exact, back.Mul(back, turn))
	}
	return zero().Set(exact)
}

func oracleRsqrt(x float64) value {
	switch {
	case x == 0:
		return exactly(math.Copysign(math.Inf(1), x))
	case math.IsInf(x, 1):
		return exactly(0)
	case !(x > 0):
		return exactly(math.NaN())
	}
	root := zero().Sqrt(number(x))
	return value{Float: root.Quo(number(1), root)}
}

func oracleSqrt(x float64) value {
	switch {
	case x == 0 || math.IsInf(x, 1):
		return exactly(x)
	case !(x > 0):
		return exactly(math.NaN())
	}
	return value{Float: zero().Sqrt(number(x))}
}

func oracleRcp(x float64) value { return oracleDiv(1, x) }

func oracleDiv(a, b float64) value {
	if a == 0 || b == 0 || a-a != 0 || b-b != 0 {
		return exactly(a / b) // nothing is rounded
	}
	y := zero().Quo(number(a), number(b))
	return value{Float: y, exact: y.Acc() == big.Exact}
}
