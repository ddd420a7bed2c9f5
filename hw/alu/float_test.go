package alu

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// kind is a float type with the operations of more than one source, as functions of uint32 patterns.
type kind struct {
	layout
	name                    string
	add, mul, div, min, max func(a, b uint32) uint32
	mad, fma                func(a, b, c uint32) uint32
	dp                      [3]func(a, b *[4]uint32) uint32 // dp2, dp3, dp4
	dph                     func(a, b *[4]uint32) uint32
	compare                 func(c Cond, a, b uint32) bool
}

var kinds = []kind{
	{
		binary32, "f", AddF, MulF, DivF, MinF, MaxF, MadF, FmaF,
		[3]func(a, b *[4]uint32) uint32{Dp2F, Dp3F, Dp4F}, DphF, CompareF,
	},
	{
		binary16, "hf", ofTwo(AddHF), ofTwo(MulHF), ofTwo(DivHF), ofTwo(MinHF), ofTwo(MaxHF), ofThree(MadHF), ofThree(FmaHF),
		[3]func(a, b *[4]uint32) uint32{ofLanes(Dp2HF), ofLanes(Dp3HF), ofLanes(Dp4HF)}, ofLanes(DphHF),
		func(c Cond, a, b uint32) bool { return CompareHF(c, uint16(a), uint16(b)) },
	},
}

func ofTwo(f func(a, b uint16) uint16) func(a, b uint32) uint32 {
	return func(a, b uint32) uint32 { return uint32(f(uint16(a), uint16(b))) }
}

func ofThree(f func(a, b, c uint16) uint16) func(a, b, c uint32) uint32 {
	return func(a, b, c uint32) uint32 { return uint32(f(uint16(a), uint16(b), uint16(c))) }
}

func ofLanes(f func(a, b *[4]uint16) uint16) func(a, b *[4]uint32) uint32 {
	cut := func(v *[4]uint32) *[4]uint16 {
		return &[4]uint16{uint16(v[0]), uint16(v[1]), uint16(v[2]), uint16(v[3])}
	}
	return func(a, b *[4]uint32) uint32 { return uint32(f(cut(a), cut(b))) }
}

// hard are patterns where something changes, of both signs.
func (l layout) hard() (list []uint32) {
	around := func(p uint32) {
		for d := range uint32(3) {
			list = append(list, (p+d-1)&^l.sign(), (p+d-1)|l.sign())
		}
	}
	around(1)
	around(l.infinity())
	around(l.nan())
	around(l.sign() - 2)
	for e := 0; e < 1<<l.exponent; e += max(1, 1<<l.exponent/64) {
		around(uint32(e) << l.fraction)
		around(uint32(e)<<l.fraction | 1<<(l.fraction-1))
	}
	for e := -l.fraction - 2; e < l.fraction+3; e += 3 {
		around(uint32(e+l.bias()) << l.fraction)
	}
	return list
}

// number64 is the value of a pattern; binary64 has all of them.
func (l layout) number64(p uint32) float64 {
	switch m := p &^ l.sign(); {
	case m > l.infinity():
		return math.NaN()
	case m == l.infinity():
		return math.Inf(1 - 2*int(p>>(l.fraction+l.exponent)))
	}
	x, _ := l.value(p).Float64()
	return x
}

func finite(x ...float64) bool {
	for _, x := range x {
		if math.IsInf(x, 0) || math.IsNaN(x) {
			return false
		}
	}
	return true
}

func exact(x float64) *big.Float { return new(big.Float).SetPrec(800).SetFloat64(x) }

// wantFma is a·b + c, rounded once. Where sources are not finite, binary64 has the right result.
func (l layout) wantFma(a, b, c uint32) uint32 {
	x, y, z := l.number64(a), l.number64(b), l.number64(c)
	if !finite(x, y, z) {
		return l.of(x*y + z)
	}
	product := exact(0).Mul(exact(x), exact(y))
	return l.nearest(exact(0).Add(product, exact(z)))
}

func (l layout) wantMul(a, b uint32) uint32 {
	x, y := l.number64(a), l.number64(b)
	if !finite(x, y) {
		return l.of(x * y)
	}
	return l.nearest(exact(0).Mul(exact(x), exact(y)))
}

func (l layout) wantAdd(a, b uint32) uint32 { return l.wantFma(a, l.of(1), b) }

func (l layout) wantDiv(a, b uint32) uint32 {
	x, y := l.number64(a), l.number64(b)
	if !finite(x, y) || y == 0 {
		return l.of(x / y)
	}
	return l.nearest(exact(0).Quo(exact(x), exact(y)))
}

// wantLess is the lesser number; less tells whether its first argument is the better one.
func (l layout) wantLess(a, b uint32, less func(x, y float64) bool) uint32 {
	x, y := l.number64(a), l.number64(b)
	switch {
	case x != x && y != y:
		return l.of(nan)
	case x != x || less(y, x):
		return b
	}
	return a
}

func (k *kind) checkTwo(t *testing.T, a, b uint32) {
	equal := func(op string, want, got uint32) {
		if want != got {
			t.Fatalf("%s %s of %#x, %#x: %#x, want %#x", op, k.name, a, b, got, want)
		}
	}
	equal("add", k.wantAdd(a, b), k.add(a, b))
	equal("mul", k.wantMul(a, b), k.mul(a, b))
	equal("div", k.wantDiv(a, b), k.div(a, b))
	below := func(x, y float64) bool { return x < y || x == y && math.Signbit(x) && !math.Signbit(y) }
	equal("min", k.wantLess(a, b, below), k.min(a, b))
	equal("max", k.wantLess(a, b, func(x, y float64) bool { return below(y, x) }), k.max(a, b))
	x, y := k.number64(a), k.number64(b)
	for c, want := range []bool{Eq: x == y, Ne: x != y, Lt: x < y, Le: x <= y, Gt: x > y, Ge: x >= y, Un: x != x || y != y} {
		if k.compare(Cond(c), a, b) != want {
			t.Fatalf("%s: condition %d of %#x, %#x: want %v", k.name, c, a, b, want)
		}
	}
}

func (k *kind) checkThree(t *testing.T, a, b, c uint32) {
	if want, got := k.wantFma(a, b, c), k.fma(a, b, c); want != got {
		t.Fatalf("fma %s of %#x, %#x, %#x: %#x, want %#x", k.name, a, b, c, got, want)
	}
	if want, got := k.wantAdd(k.wantMul(a, b), c), k.mad(a, b, c); want != got {
		t.Fatalf("mad %s of %#x, %#x, %#x: %#x, want %#x", k.name, a, b, c, got, want)
	}
}

// arbitrary returns a pattern: any, a hard one, or one of a moderate size.
func (l layout) arbitrary(list []uint32) uint32 {
	switch rand.IntN(4) {
	case 0:
		return list[rand.IntN(len(list))]
	case 1:
		return rand.Uint32() & (l.sign()<<1 - 1)
	}
	return l.nearest(floatOf(rand.NormFloat64() * math.Ldexp(1, rand.IntN(8))))
}

func TestFloatsWithTwoSources(t *testing.T) {
	t.Parallel()
	for _, k := range kinds {
		list := k.hard()
		for range 30_000 {
			k.checkTwo(t, list[rand.IntN(len(list))], list[rand.IntN(len(list))])
			k.checkTwo(t, k.arbitrary(list), k.arbitrary(list))
		}
	}
}

func TestFloatsWithThreeSources(t *testing.T) {
	t.Parallel()
	for _, k := range kinds {
		list := k.hard()
		for range 30_000 {
			a, b := k.arbitrary(list), k.arbitrary(list)
			k.checkThree(t, a, b, k.arbitrary(list))
			product := k.mul(a, b)
			near := product&(k.sign()<<1-1) + uint32(rand.IntN(3)) - 1
			k.checkThree(t, a, b, near&^k.sign()|^product&k.sign()) // nearly all bits cancel
			tiny := uint32(rand.IntN(3)) | uint32(rand.IntN(2))*k.sign()
			k.checkThree(t, a, b, tiny) // it decides ties
		}
	}
}

func TestSumsOfProducts(t *testing.T) {
	for _, k := range kinds {
		list := k.hard()
		for range 3000 {
			var a, b [4]uint32
			for i := range a {
				a[i], b[i] = k.arbitrary(list), k.arbitrary(list)
			}
			want := k.wantMul(a[0], b[0])
			for n, dp := range k.dp {
				want = k.wantAdd(want, k.wantMul(a[n+1], b[n+1]))
				require.Equal(t, want, dp(&a, &b), "dp%d %s of %#x, %#x", n+2, k.name, a, b)
			}
			want = k.wantAdd(k.dp[1](&a, &b), b[3])
			require.Equal(t, want, k.dph(&a, &b), "dph %s of %#x, %#x", k.name, a, b)
		}
	}
}
