package alu

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// operation is one with a source: what it gives for +0, -0, +∞ and -∞, and the exact result for other numbers, nil for NaN.
type operation struct {
	name    string
	f       func(uint32) uint32
	hf      func(uint16) uint16
	special [4]float64
	exact   func(*big.Float) *big.Float
}

var infinity, nan, minus0 = math.Inf(1), math.NaN(), math.Copysign(0, -1)

var unary = []operation{
	{"rcp", RcpF, RcpHF, [4]float64{infinity, -infinity, 0, minus0}, oracleRcp},
	{"sqrt", SqrtF, SqrtHF, [4]float64{0, minus0, infinity, nan}, ofPositive(oracleSqrt)},
	{"rsqrt", RsqrtF, RsqrtHF, [4]float64{infinity, -infinity, 0, nan}, ofPositive(oracleRsqrt)},
	{"exp2", Exp2F, Exp2HF, [4]float64{1, 1, infinity, 0}, limited(oracleExp2)},
	{"log2", Log2F, Log2HF, [4]float64{-infinity, -infinity, infinity, nan}, ofPositive(oracleLog2)},
	{"sin", SinF, SinHF, [4]float64{0, minus0, nan, nan}, oracleSin},
	{"cos", CosF, CosHF, [4]float64{1, 1, nan, nan}, oracleCos},
	{"rndd", RnddF, RnddHF, [4]float64{0, minus0, infinity, -infinity}, rounding(math.Floor)},
	{"rndu", RnduF, RnduHF, [4]float64{0, minus0, infinity, -infinity}, rounding(math.Ceil)},
	{"rndz", RndzF, RndzHF, [4]float64{0, minus0, infinity, -infinity}, rounding(math.Trunc)},
	{"rnde", RndeF, RndeHF, [4]float64{0, minus0, infinity, -infinity}, rounding(math.RoundToEven)},
	{"frc", FrcF, FrcHF, [4]float64{0, 0, nan, nan}, oracleFrc},
	{"sat", SatF, SatHF, [4]float64{0, 0, 1, 0}, oracleSat},
}

func ofPositive(f func(*big.Float) *big.Float) func(*big.Float) *big.Float {
	return func(x *big.Float) *big.Float {
		if x.Sign() < 0 {
			return nil
		}
		return f(x)
	}
}

// limited keeps exponents small that are far out of every range.
func limited(f func(*big.Float) *big.Float) func(*big.Float) *big.Float {
	return func(x *big.Float) *big.Float {
		if x.MantExp(nil) > 10 {
			return f(floatOf(float64(x.Sign() * 1000)))
		}
		return f(x)
	}
}

func rounding(f func(float64) float64) func(*big.Float) *big.Float {
	return func(x *big.Float) *big.Float {
		exact, _ := x.Float64()
		return floatOf(f(exact))
	}
}

func oracleFrc(x *big.Float) *big.Float {
	return newFloat().Sub(x, rounding(math.Floor)(x))
}

func oracleSat(x *big.Float) *big.Float {
	if x.Sign() < 0 {
		return floatOf(0)
	}
	if x.Cmp(floatOf(1)) > 0 {
		return floatOf(1)
	}
	return x
}

// of returns the pattern of 0, 1, an infinity or NaN.
func (l layout) of(x float64) uint32 {
	switch {
	case math.IsNaN(x):
		return l.nan()
	case math.IsInf(x, 0):
		return l.nearest(new(big.Float).SetMantExp(floatOf(math.Copysign(1, x)), 1000))
	}
	return l.nearest(floatOf(x))
}

// want returns what an operation should give.
func (o *operation) want(l layout, p uint32) uint32 {
	for i, special := range []uint32{0, l.sign(), l.infinity(), l.infinity() | l.sign()} {
		if p == special {
			return l.of(o.special[i])
		}
	}
	if p&^l.sign() > l.infinity() {
		if o.name == "sat" {
			return 0
		}
		return l.nan()
	}
	x := o.exact(l.value(p))
	if x == nil {
		return l.nan()
	}
	return l.nearest(x)
}

func TestEveryHalfHasTheNearestResult(t *testing.T) {
	t.Parallel()
	for _, o := range unary {
		for p := range uint32(1 << 16) {
			if got, want := o.hf(uint16(p)), o.want(binary16, p); uint32(got) != want {
				t.Fatalf("%s of %#04x: %#04x, want %#04x", o.name, p, got, want)
			}
		}
	}
}

func TestSinglesHaveTheNearestResult(t *testing.T) {
	t.Parallel()
	patterns := hardSingles()
	for range 4000 {
		patterns = append(patterns, rand.Uint32(), math.Float32bits(float32(rand.NormFloat64()*20)))
	}
	for _, o := range unary {
		for _, p := range patterns {
			if got, want := o.f(p), o.want(binary32, p); got != want {
				t.Fatalf("%s of %#08x: %#08x, want %#08x", o.name, p, got, want)
			}
		}
	}
}

// hardSingles are patterns of binary32 where functions go wrong.
func hardSingles() (list []uint32) {
	around := func(p uint32) {
		for d := range uint32(5) {
			list = append(list, p+d-2, (p+d-2)^0x80000000)
		}
	}
	aroundValue := func(x float64) { around(math.Float32bits(float32(x))) }
	for e := -149; e < 129; e++ {
		aroundValue(math.Ldexp(1, e))
		aroundValue(math.Ldexp(1.5, e))
	}
	around(0x7fc00000)
	around(0x7fffffff)
	around(16367173&0x7fffff | (72+150)<<23) // 16367173·2^72, of all the nearest to a multiple of π/2
	for k := 1; k < 300; k++ {
		aroundValue(float64(k) * math.Pi / 2)
		aroundValue(math.Ldexp(float64(k)*math.Pi/2, rand.IntN(100)))
	}
	for n := -152.0; n < 130; n++ { // powers, down to denormal numbers, and what overflows
		aroundValue(n)
		aroundValue(n + 0.5)
	}
	for range 300 { // logarithms near 0
		aroundValue(1 + math.Ldexp(rand.Float64()-0.5, -rand.IntN(20)))
	}
	return list
}

func BenchmarkUnary(b *testing.B) {
	for _, o := range unary {
		b.Run(o.name, func(b *testing.B) {
			a, s := uint32(0), uint32(0)
			for b.Loop() {
				a += 0x9e3779b9 // runs through all patterns
				s ^= o.f(a)
			}
			sink = s
		})
	}
}

var sink uint32
