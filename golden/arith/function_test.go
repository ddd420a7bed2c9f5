package arith

import (
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"
)

// unary is a function of one number in both types, with its oracle.
type unary struct {
	name   string
	f      func(float32) float32
	hf     func(uint16) uint16
	oracle func(float64) value
}

var unaries = []unary{
	{"rcp", RcpF, RcpHF, oracleRcp},
	{"sqrt", SqrtF, SqrtHF, oracleSqrt},
	{"rsqrt", RsqrtF, RsqrtHF, oracleRsqrt},
	{"exp2", Exp2F, Exp2HF, oracleExp2},
	{"log2", Log2F, Log2HF, oracleLog2},
	{"sin", SinF, SinHF, oracleSin},
	{"cos", CosF, CosHF, oracleCos},
}

func TestHalfFunctionsOfAllNumbers(t *testing.T) {
	for _, u := range unaries {
		t.Run(u.name, func(t *testing.T) {
			for h := range 1 << 16 {
				a := uint16(h)
				if got, want := u.hf(a), u.oracle(halfNumber(a)).binary16(t); got != want {
					t.Fatalf("of 0x%04x: 0x%04x, the oracle has 0x%04x", a, got, want)
				}
			}
		})
	}
}

func TestHalvesAreFarFromMidpoints(t *testing.T) {
	for _, f := range inBinary64 {
		for h := range 1 << 16 {
			x := halfNumber(uint16(h))
			if _, ok := f.function.special(x); ok {
				continue
			}
			y := f.function.near(x)
			if nearestHF(y*(1-margin)) != nearestHF(y*(1+margin)) {
				t.Errorf("%s of 0x%04x is near to a midpoint", f.name, h)
			}
		}
	}
}

func TestFunctionsOfHardNumbers(t *testing.T) {
	for _, u := range unaries {
		t.Run(u.name, func(t *testing.T) {
			for _, a := range hardNumbers() {
				u.check(t, a)
			}
		})
	}
}

func TestFunctionsOfRandomNumbers(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, u := range unaries {
		t.Run(u.name, func(t *testing.T) {
			for range 3000 {
				u.check(t, random.Uint32())
				u.check(t, random.Uint32N(30<<23)+112<<23) // of usual sizes
			}
		})
	}
}

func (u *unary) check(t *testing.T, a uint32) {
	t.Helper()
	x := math.Float32frombits(a)
	if got, want := math.Float32bits(u.f(x)), u.oracle(float64(x)).binary32(t); got != want {
		t.Fatalf("of 0x%08x, %g: 0x%08x, the oracle has 0x%08x", a, x, got, want)
	}
}

// hardNumbers are patterns of binary32 where a function can go wrong, with both signs.
func hardNumbers() (patterns []uint32) {
	around := func(x float64) {
		center := math.Float32bits(float32(x))
		for k := range uint32(5) {
			patterns = append(patterns, (center+k-2)&0x7fffffff)
		}
	}
	for k := -149; k <= 128; k++ { // powers of two, the ends of denormal numbers, 0 and ∞ among them
		around(math.Ldexp(1, k))
	}
	for k := 0.0; k < 160; k++ { // results of exp2 that are powers of two, midpoints, denormal, 0, ∞; perfect squares
		around(k)
		around(k + 0.5)
		around(k * k)
		around(k * 256 * k * 256)
	}
	for k := 1.0; k < 1<<20; k = math.Floor(k*1.1) + 1 { // zeros and extremes
		around(k * math.Pi / 4)
		around(k * math.Pi / 2)
	}
	for k := 1; k < 1<<12; k <<= 1 { // near 1
		around(1 + float64(k)*0x1p-23)
		around(1 - float64(k)*0x1p-24)
	}
	around(16367173 * 0x1p72) // nearest to a multiple of π/2 (Muller, "Elementary Functions", 3rd edition, chapter 11)
	patterns = append(patterns, nearMidpoints...)
	patterns = append(patterns, 0x7f800001, 0x7fbfffff, 0x7fc00000, 0x7fc00001, 0x7fffffff, 0x00000000)
	for _, a := range patterns {
		patterns = append(patterns, a^1<<31)
	}
	slices.Sort(patterns)
	return slices.Compact(patterns)
}

// nearMidpoints are the numbers of which a function comes nearest to a midpoint, found by a sweep of all 2^32. Of the first of
// each function binary64 has the midpoint itself, or the number next to it.
var nearMidpoints = []uint32{
	0x3b429d37, 0xb52d1f9a, 0xb8d3d026, 0xbaec2b40, 0xbcf3a937, 0xbe1f29de, 0x3c02a9ad, // exp2
	0x3ea07ab9, 0x002452a4, 0x7f114a90, 0x0048a548, // log2
	0x013a18e3, 0x403a18e3, // rsqrt
	0x46199998, 0x73243f06, 0x4371ade3, 0x67a9242b, 0x55cafb2a, 0x5f208d82, 0x4fb56937, 0x559d5d20, 0x580b297b, // sin
	0x5f18b878, 0x59443c0a, 0x7a4b1a27, 0x6115cb11, 0x39800000, 0x3c107fe6, 0x7908cd73, 0x61703976, 0x52fe6cf7, // cos
}

// inBinary64 are the functions that binary64 comes near to.
var inBinary64 = []struct {
	name     string
	function *function
	oracle   func(float64) value
}{
	{"exp2", &exp2, oracleExp2},
	{"log2", &log2, oracleLog2},
	{"rsqrt", &rsqrt, oracleRsqrt},
	{"sin", &sin, oracleSin},
	{"cos", &cos, oracleCos},
}

// TestNearKeepsItsBound tries what the comments of the functions prove: 2^-50, and how far below it they are.
func TestNearKeepsItsBound(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for _, f := range inBinary64 {
		worst := 0.0
		try := func(a uint32) {
			x := float64(math.Float32frombits(a))
			if _, ok := f.function.special(x); ok {
				return
			}
			want := f.oracle(x).Float
			off := zero().Sub(number(f.function.near(x)), want)
			ratio, _ := off.Quo(off, want).Float64()
			worst = max(worst, math.Abs(ratio))
		}
		for range 2000 {
			try(random.Uint32())
			try(random.Uint32N(30<<23) + 112<<23)
		}
		for _, a := range hardNumbers() {
			try(a)
		}
		t.Logf("%s: relative error up to 2^%.1f", f.name, math.Log2(worst))
		if worst >= 0x1p-50 {
			t.Errorf("%s: relative error %g", f.name, worst)
		}
	}
}

// TestExactKeepsItsTolerance compares what decides where binary64 does not.
func TestExactKeepsItsTolerance(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for _, f := range inBinary64 {
		for k := range 600 {
			a := random.Uint32()
			if k%2 == 0 {
				a = random.Uint32N(30<<23) + 112<<23
			}
			x := float64(math.Float32frombits(a))
			if _, ok := f.function.special(x); ok {
				continue
			}
			got := zero().SetInt(f.function.exact(x, leastPrecision))
			got.SetMantExp(got, -leastPrecision)
			want := f.oracle(x).Float
			allowed := zero().SetInt(tolerance(leastPrecision))
			allowed.SetMantExp(allowed, -leastPrecision)
			allowed.Add(allowed, zero().SetMantExp(new(big.Float).Abs(want), -oracleUnit))
			if off := zero().Sub(got, want); off.Abs(off).Cmp(allowed) > 0 {
				t.Fatalf("%s of %g: %g, the oracle has %g", f.name, x, got, want)
			}
		}
	}
}

// TestExactDecides compares exact and the oracle at midpoints next to results, where the answer is known.
func TestExactDecides(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	for _, f := range inBinary64 {
		for range 300 {
			x := float64(math.Float32frombits(random.Uint32N(24<<23) + 112<<23))
			if _, ok := f.function.special(x); ok {
				continue
			}
			want := f.oracle(x).Float
			y, _ := want.Float32()
			next := math.Nextafter32(y, float32(math.Inf(1)))
			m := midpoint(float64(y), float64(next))
			if got := f.function.isAbove(x, m); got != (want.Cmp(number(m)) > 0) {
				t.Fatalf("%s of %g is above %g: %t", f.name, x, m, got)
			}
		}
	}
}

func TestTwoOverPi(t *testing.T) {
	quotient := new(big.Float).SetPrec(600).Quo(number(2), pi)
	whole, _ := quotient.SetMantExp(quotient, 256).Int(nil)
	for k := range 4 {
		word := new(big.Int).Rsh(whole, uint(192-64*k))
		if got := twoOverPi[k+1]; got != word.And(word, new(big.Int).SetUint64(math.MaxUint64)).Uint64() {
			t.Errorf("word %d is %x, must be %x", k+1, got, word)
		}
	}
}

// TestReductionIsExactEnough proves that m·2^e·2/π is farther than 2^-33 from all integers, for all m below 2^24 and all e of
// numbers from 0.5 on. For each e the nearest is a denominator m of a convergent of the continued fraction of 2^e·2/π.
func TestReductionIsExactEnough(t *testing.T) {
	const fraction = 400
	nearest, where := 1.0, ""
	for e := -24; e <= 127-23; e++ {
		quotient := new(big.Float).SetPrec(600).Quo(number(2), pi)
		a, _ := quotient.SetMantExp(quotient, fraction+e).Int(nil)
		unit := one(fraction)
		a.Mod(a, unit)
		// Euclid's algorithm on 1 and the fraction; distances are those of m·fraction from an integer.
		far, near := new(big.Int).Set(unit), a
		before, m := int64(0), int64(1)
		for m < 1<<24 {
			distance, _ := new(big.Float).SetMantExp(new(big.Float).SetInt(near), -fraction).Float64()
			if distance < nearest {
				nearest, where = distance, new(big.Float).SetMantExp(new(big.Float).SetInt64(m), e).Text('p', 0)
			}
			times, rest := new(big.Int).QuoRem(far, near, new(big.Int))
			far, near = near, rest
			if !times.IsInt64() || times.Int64() > 1<<24 {
				break
			}
			before, m = m, times.Int64()*m+before
		}
	}
	t.Logf("nearest to an integer: 2^%.2f, of %s", math.Log2(nearest), where)
	if nearest < 0x1p-33 {
		t.Errorf("distance %g", nearest)
	}
}
