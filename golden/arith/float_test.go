package arith

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// exactBits are enough for the sum of a product of numbers of binary32 and a third one.
const exactBits = 700

func exactNumber(x float64) *big.Float { return new(big.Float).SetPrec(exactBits).SetFloat64(x) }

func exactSum(a, b *big.Float) *big.Float {
	return new(big.Float).SetPrec(exactBits).Add(a, b)
}

func exactProduct(a, b float64) *big.Float {
	return new(big.Float).SetPrec(exactBits).Mul(exactNumber(a), exactNumber(b))
}

func nearest32(x *big.Float) float32 {
	y, _ := x.Float32()
	return y
}

// triples calls f with finite numbers of binary32: random ones, sums that cancel, products that are midpoints or nearly so.
func triples(count int, f func(a, b, c float32)) {
	random := rand.New(rand.NewPCG(9, 10))
	finite := func() float32 {
		for {
			if x := math.Float32frombits(random.Uint32()); x-x == 0 {
				return x
			}
		}
	}
	moved := func(x float32) float32 {
		y := math.Float32frombits(math.Float32bits(x) + random.Uint32N(5) - 2)
		if y-y != 0 {
			return x
		}
		return y
	}
	for range count {
		a, b := finite(), finite()
		f(a, b, finite())
		near := func() float32 {
			return math.Float32frombits(random.Uint32N(40<<23)+107<<23) * float32(random.IntN(2)*2-1)
		}
		a, b = near(), near()
		f(a, b, near())
		f(a, b, moved(-a*b))
		f(a, b, finite())
		// A product of 25 bits, a midpoint, and something that lies far below it, or nothing.
		a, b = float32(random.IntN(1<<12)|1<<11|1), float32(random.IntN(1<<13)|1<<12|1)
		scale := math.Ldexp(1, random.IntN(60)-172)
		a, b = float32(float64(a)*scale*0x1p90), float32(float64(b)*0x1p-60)
		f(a, b, 0)
		f(a, b, float32(math.Ldexp(float64(random.IntN(3)-1), -149+random.IntN(60))))
		f(a, -b, float32(math.Ldexp(float64(random.IntN(3)-1), -149+random.IntN(60))))
	}
}

func TestBinary32AgainstExactSums(t *testing.T) {
	triples(5000, func(a, b, c float32) {
		x, y, z := float64(a), float64(b), float64(c)
		compare := func(name string, got, want float32) {
			t.Helper()
			if math.Float32bits(got) != math.Float32bits(want) {
				t.Fatalf("%s of %x, %x, %x: %x, not %x", name, a, b, c, got, want)
			}
		}
		product := nearest32(exactProduct(x, y))
		compare("add", AddF(a, c), nearest32(exactSum(exactNumber(x), exactNumber(z))))
		compare("mul", MulF(a, b), product)
		compare("fma", FmaF(a, b, c), nearest32(exactSum(exactProduct(x, y), exactNumber(z))))
		if product-product == 0 {
			compare("mad", MadF(a, b, c), nearest32(exactSum(exactNumber(float64(product)), exactNumber(z))))
		}
		if b != 0 {
			compare("div", DivF(a, b), math.Float32frombits(oracleDiv(x, y).binary32(t)))
		}
		if c != 0 {
			compare("div", DivF(product, c), math.Float32frombits(oracleDiv(float64(product), z).binary32(t)))
		}
	})
}

// TestFmaNextToMidpoints has 1 + a·b with a·b = 2^-24 + d, where d is about the last bit of binary64.
func TestFmaNextToMidpoints(t *testing.T) {
	const lastBit = 1 << 18 // 2^-52, in units of 2^-70
	tried := 0
	for a := int64(1<<23 + 1); a < 1<<23+4000; a++ {
		b := (1<<46 + a/2) / a
		if d := a*b - 1<<46; d < -3*lastBit || d > 3*lastBit {
			continue
		}
		tried++
		x, y := float32(a)*0x1p-35, float32(b)*0x1p-35
		for _, c := range []float32{1, 1 + 0x1p-23, 2 - 0x1p-23} {
			sum := exactSum(exactProduct(float64(x), float64(y)), exactNumber(float64(c)))
			wantF(t, "fma", FmaF(x, y, c), nearest32(sum))
			wantF(t, "fma", FmaF(-x, y, -c), -nearest32(sum))
		}
	}
	if tried < 100 {
		t.Errorf("only %d products are near to a midpoint", tried)
	}
}

// Numbers for the tables below.
var (
	infinity = float32(math.Inf(1))
	minus0   = math.Float32frombits(1 << 31)
	nans     = []float32{
		math.Float32frombits(0x7fc00000), math.Float32frombits(0xffc00000), math.Float32frombits(0x7f800001),
		math.Float32frombits(0xff812345), math.Float32frombits(0x7fffffff),
	}
)

func wantF(t *testing.T, name string, got, want float32) {
	t.Helper()
	if math.Float32bits(got) != math.Float32bits(want) {
		t.Errorf("%s: 0x%08x, not 0x%08x", name, math.Float32bits(got), math.Float32bits(want))
	}
}

func wantHF(t *testing.T, name string, got, want uint16) {
	t.Helper()
	if got != want {
		t.Errorf("%s: 0x%04x, not 0x%04x", name, got, want)
	}
}

func TestNaNOfAnOperationIsOnePattern(t *testing.T) {
	nan := nans[0]
	for _, x := range nans {
		for name, f := range map[string]func(float32) float32{
			"rcp": RcpF, "sqrt": SqrtF, "rsqrt": RsqrtF, "exp2": Exp2F, "log2": Log2F, "sin": SinF, "cos": CosF,
			"rndd": RnddF, "rndu": RnduF, "rndz": RndzF, "rnde": RndeF, "frc": FrcF,
		} {
			wantF(t, name, f(x), nan)
		}
		for _, y := range []float32{0, 1, infinity, x} {
			wantF(t, "add", AddF(x, y), nan)
			wantF(t, "add", AddF(y, x), nan)
			wantF(t, "mul", MulF(x, y), nan)
			wantF(t, "div", DivF(y, x), nan)
			for _, f := range []func(a, b, c float32) float32{MadF, FmaF} {
				wantF(t, "mad", f(x, y, 1), nan)
				wantF(t, "mad", f(1, x, y), nan)
				wantF(t, "mad", f(y, 1, x), nan)
			}
		}
		wantF(t, "min of two", MinF(x, nans[3]), nan)
		wantF(t, "max of two", MaxF(nans[3], x), nan)
		wantF(t, "sat", SatF(x), 0)
	}
	wantF(t, "∞ - ∞", AddF(infinity, -infinity), nan)
	wantF(t, "0·∞", MulF(0, infinity), nan)
	wantF(t, "0/0", DivF(0, minus0), nan)
	wantF(t, "∞/∞", DivF(infinity, -infinity), nan)
	wantF(t, "∞·1 - ∞", FmaF(infinity, 1, -infinity), nan)
	wantF(t, "0·∞ + 1", FmaF(0, infinity, 1), nan)
	wantF(t, "2^200 - ∞", FmaF(0x1p100, 0x1p100, -infinity), -infinity)
	wantF(t, "∞ - ∞", MadF(0x1p100, 0x1p100, -infinity), nan)
	wantF(t, "frc of ∞", FrcF(infinity), nan)
	wantF(t, "frc of -∞", FrcF(-infinity), nan)
}

func TestMinAndMaxMoveBits(t *testing.T) {
	for _, x := range nans {
		for _, y := range []float32{0, minus0, 1, infinity, -infinity, 0x1p-149} {
			wantF(t, "min", MinF(x, y), y)
			wantF(t, "min", MinF(y, x), y)
			wantF(t, "max", MaxF(x, y), y)
			wantF(t, "max", MaxF(y, x), y)
		}
	}
	ordered := []float32{-infinity, -2, -0x1p-149, minus0, 0, 0x1p-149, 2, infinity}
	for i, low := range ordered {
		for _, high := range ordered[i:] {
			wantF(t, "min", MinF(low, high), low)
			wantF(t, "min", MinF(high, low), low)
			wantF(t, "max", MaxF(low, high), high)
			wantF(t, "max", MaxF(high, low), high)
		}
	}
}

func TestSignsOfZero(t *testing.T) {
	wantF(t, "0 - 0", AddF(0, minus0), 0)
	wantF(t, "-0 - 0", AddF(minus0, minus0), minus0)
	wantF(t, "1 - 1", AddF(1, -1), 0)
	wantF(t, "fma 1·1 - 1", FmaF(1, 1, -1), 0)
	wantF(t, "fma -0·1 - 0", FmaF(minus0, 1, minus0), minus0)
	wantF(t, "fma 0·1 - 0", FmaF(0, 1, minus0), 0)
	wantF(t, "fma below the least", FmaF(-0x1p-100, 0x1p-100, 0), minus0)
	wantF(t, "fma below half of the least", FmaF(-0x1p-75, 0x1p-75, minus0), minus0)
	wantF(t, "fma above half of the least", FmaF(0x1p-75, 0x1.000002p-75, 0), 0x1p-149)
	wantF(t, "sqrt", SqrtF(minus0), minus0)
	wantF(t, "rcp", RcpF(minus0), -infinity)
	wantF(t, "rcp", RcpF(-infinity), minus0)
	wantF(t, "rsqrt", RsqrtF(minus0), -infinity)
	wantF(t, "sin", SinF(minus0), minus0)
	wantF(t, "log2 of 1", Log2F(1), 0)
	wantF(t, "log2 of -0", Log2F(minus0), -infinity)
	wantF(t, "sat", SatF(minus0), 0)
	wantF(t, "frc", FrcF(minus0), 0)
	wantF(t, "frc", FrcF(-3), 0)
	wantHF(t, "fma", FmaHF(0x8001, 0x0001, 0), 0x8000)
	wantHF(t, "fma", FmaHF(0x3c00, 0x3c00, 0xbc00), 0)
	wantHF(t, "sat", SatHF(0x8000), 0)
}

// TestRoundingToIntegers compares with integers of units of 2^-149.
func TestRoundingToIntegers(t *testing.T) {
	random := rand.New(rand.NewPCG(11, 12))
	patterns := hardNumbers()
	for range 4000 {
		patterns = append(patterns, random.Uint32(), random.Uint32N(40<<23)+120<<23, random.Uint32N(40<<23)+376<<23)
	}
	unit := one(149)
	for _, a := range patterns {
		x := math.Float32frombits(a)
		if x-x != 0 {
			continue
		}
		units, _ := new(big.Float).SetMantExp(number(float64(x)), 149).Int(nil)
		down, rest := new(big.Int).DivMod(units, unit, new(big.Int))
		up := new(big.Int).Set(down)
		if rest.Sign() != 0 {
			up.Add(up, big.NewInt(1))
		}
		nearest, towards0 := down, down
		if order := new(big.Int).Lsh(rest, 1).Cmp(unit); order > 0 || order == 0 && down.Bit(0) != 0 {
			nearest = up
		}
		if x < 0 {
			towards0 = up
		}
		is := func(name string, got float32, want *big.Int) {
			t.Helper()
			y := nearest32(new(big.Float).SetInt(want))
			wantF(t, name, got, float32(math.Copysign(float64(y), float64(x))))
		}
		is("rndd", RnddF(x), down)
		is("rndu", RnduF(x), up)
		is("rndz", RndzF(x), towards0)
		is("rnde", RndeF(x), nearest)
		fraction := new(big.Float).SetInt(rest)
		wantF(t, "frc", FrcF(x), nearest32(fraction.SetMantExp(fraction, -149)))
		saturated := x
		if x > 1 {
			saturated = 1
		} else if x <= 0 {
			saturated = 0
		}
		wantF(t, "sat", SatF(x), saturated)
		if t.Failed() {
			t.Fatalf("of %x", x)
		}
	}
	for _, f := range []func(float32) float32{RnddF, RnduF, RndzF, RndeF} {
		wantF(t, "rnd of ∞", f(infinity), infinity)
		wantF(t, "rnd of -∞", f(-infinity), -infinity)
	}
	wantF(t, "frc below 0", FrcF(-0x1p-149), 1)
}
