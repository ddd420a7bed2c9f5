package arith

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// finiteHalves calls f with triples of finite numbers: random ones, sums that cancel, sums whose least part decides.
func finiteHalves(count int, f func(a, b, c uint16)) {
	random := rand.New(rand.NewPCG(13, 14))
	finite := func() uint16 {
		for {
			if h := uint16(random.Uint32()); h&0x7c00 != 0x7c00 {
				return h
			}
		}
	}
	for range count {
		a, b := finite(), finite()
		f(a, b, finite())
		f(a, b, finite()&0x83ff)
		product := halfNearest(exactProduct(halfNumber(a), halfNumber(b)))
		if c := product ^ 0x8000 + uint16(random.IntN(3)) - 1; c&0x7c00 != 0x7c00 {
			f(a, b, c)
		}
		// A product of two denormal numbers is up to 2^-48, below the last bit of binary64 of a great sum.
		f(finite()&0x8007, finite()&0x8007, finite())
		f(a&0x8fff, b&0x83ff, finite())
	}
}

func TestBinary16AgainstExactSums(t *testing.T) {
	finiteHalves(6000, func(a, b, c uint16) {
		x, y, z := halfNumber(a), halfNumber(b), halfNumber(c)
		compare := func(name string, got, want uint16) {
			t.Helper()
			if got != want {
				t.Fatalf("%s of 0x%04x, 0x%04x, 0x%04x: 0x%04x, not 0x%04x", name, a, b, c, got, want)
			}
		}
		product := halfNearest(exactProduct(x, y))
		compare("add", AddHF(a, c), halfNearest(exactSum(exactNumber(x), exactNumber(z))))
		compare("mul", MulHF(a, b), product)
		compare("fma", FmaHF(a, b, c), halfNearest(exactSum(exactProduct(x, y), exactNumber(z))))
		if product&0x7fff < infinityHF {
			compare("mad", MadHF(a, b, c), halfNearest(exactSum(exactNumber(halfNumber(product)), exactNumber(z))))
		}
		if y != 0 {
			compare("div", DivHF(a, b), oracleDiv(x, y).binary16(t))
		}
	})
}

// TestFmaHFAtMidpoints has sums that are midpoints, or lie next to them by the last bit of the product or of c.
func TestFmaHFAtMidpoints(t *testing.T) {
	const (
		one, above, below = 0x3c00, 0x3c01, 0x3bfe // 1, 1 + 2^-10, 1 - 2^-10
		even, odd, next   = 0x6800, 0x6801, 0x6802 // 2048, 2050, 2052
		a, b, least       = 0x63e0, 0x5410, 0x0001 // 1008, 65, 2^-24
	)
	wantHF(t, "2048 + 1", FmaHF(one, one, even), even)
	wantHF(t, "2050 + 1", FmaHF(one, one, odd), next)
	wantHF(t, "2050 + 1 - 2^-20", FmaHF(above, below, odd), odd)
	wantHF(t, "2048 + 1 + 2^-9", FmaHF(above, above, even), odd)
	wantHF(t, "2048 + 2^-48", FmaHF(least, least, even), even)
	wantHF(t, "65520", FmaHF(a, b, 0), 0x7c00)
	wantHF(t, "65520 - 2^-24", FmaHF(a, b, least|0x8000), 0x7bff)
	wantHF(t, "2^-24·1/2", FmaHF(least, 0x3800, 0), 0)
	wantHF(t, "2^-24·1/2 + 2^-48", FmaHF(least, 0x3801, 0), least)
	wantHF(t, "2^-24 - 2^-48", FmaHF(least, least|0x8000, least), least)
}

func TestMinAndMaxOfHalvesAreThoseOfNumbers(t *testing.T) {
	random := rand.New(rand.NewPCG(15, 16))
	values := []uint16{0, 0x8000, 1, 0x8001, 0x3c00, 0x7bff, 0x7c00, 0xfc00, 0x7c01, 0x7e00, 0xfe00, 0xffff}
	for range 100 {
		values = append(values, uint16(random.Uint32()))
	}
	isNaN := func(h uint16) bool { return h&0x7fff > 0x7c00 }
	order := func(h uint16) int { // -0 is before 0
		if h>>15 != 0 {
			return -1 - int(h&0x7fff)
		}
		return int(h)
	}
	for _, a := range values {
		for _, b := range values {
			least, greatest := a, b
			switch {
			case isNaN(a) && isNaN(b):
				least, greatest = 0x7e00, 0x7e00
			case isNaN(a):
				least = b
			case isNaN(b):
				greatest = a
			case order(a) > order(b):
				least, greatest = b, a
			}
			wantHF(t, "min", MinHF(a, b), least)
			wantHF(t, "max", MaxHF(a, b), greatest)
		}
	}
}

// TestRoundingOfAllHalves compares with integers of units of 2^-24.
func TestRoundingOfAllHalves(t *testing.T) {
	const unit = 1 << 24
	for h := range 1 << 16 {
		a := uint16(h)
		x := halfNumber(a)
		if x-x != 0 {
			continue
		}
		units := int64(math.Ldexp(x, 24))
		down, rest := units>>24, units&(unit-1)
		up, nearest, towards0, saturated := down, down, down, a
		if rest != 0 {
			up++
		}
		if rest > unit/2 || rest == unit/2 && down&1 != 0 {
			nearest = up
		}
		if x < 0 {
			towards0 = up
		}
		if x > 1 {
			saturated = 0x3c00
		} else if x <= 0 {
			saturated = 0
		}
		is := func(name string, got uint16, want int64) {
			t.Helper()
			wantHF(t, name, got, halfNearest(new(big.Float).SetInt64(want))&0x7fff|a&0x8000)
		}
		is("rndd", RnddHF(a), down)
		is("rndu", RnduHF(a), up)
		is("rndz", RndzHF(a), towards0)
		is("rnde", RndeHF(a), nearest)
		wantHF(t, "frc", FrcHF(a), halfNearest(exactNumber(math.Ldexp(float64(rest), -24))))
		wantHF(t, "sat", SatHF(a), saturated)
		if t.Failed() {
			t.Fatalf("of 0x%04x", a)
		}
	}
}

func TestSpecialHalves(t *testing.T) {
	for _, nan := range []uint16{0x7c01, 0x7e00, 0x7fff, 0xfc01, 0xfe00, 0xffff} {
		for name, f := range map[string]func(uint16) uint16{
			"rcp": RcpHF, "sqrt": SqrtHF, "rsqrt": RsqrtHF, "exp2": Exp2HF, "log2": Log2HF, "sin": SinHF, "cos": CosHF,
			"rndd": RnddHF, "rndu": RnduHF, "rndz": RndzHF, "rnde": RndeHF, "frc": FrcHF,
		} {
			wantHF(t, name, f(nan), 0x7e00)
		}
		wantHF(t, "sat", SatHF(nan), 0)
		wantHF(t, "add", AddHF(nan, 0), 0x7e00)
		wantHF(t, "fma", FmaHF(0, 0, nan), 0x7e00)
		wantHF(t, "mad", MadHF(0, nan, 0), 0x7e00)
	}
	wantHF(t, "∞ - ∞", AddHF(0x7c00, 0xfc00), 0x7e00)
	wantHF(t, "0·∞", MulHF(0x8000, 0x7c00), 0x7e00)
	wantHF(t, "0/0", DivHF(0, 0x8000), 0x7e00)
	wantHF(t, "1/-0", DivHF(0x3c00, 0x8000), 0xfc00)
	wantHF(t, "1/-∞", RcpHF(0xfc00), 0x8000)
	wantHF(t, "2^32 - ∞", FmaHF(0x7bff, 0x7bff, 0xfc00), 0xfc00)
	wantHF(t, "∞ - ∞", MadHF(0x7bff, 0x7bff, 0xfc00), 0x7e00)
	for _, f := range []func(uint16) uint16{RnddHF, RnduHF, RndzHF, RndeHF} {
		wantHF(t, "rnd of -∞", f(0xfc00), 0xfc00)
	}
	wantHF(t, "frc of ∞", FrcHF(0x7c00), 0x7e00)
	wantHF(t, "sat of ∞", SatHF(0x7c00), 0x3c00)
	wantHF(t, "sat of -∞", SatHF(0xfc00), 0)
}
