package alu

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// nearF are normal numbers whose exponents are near to each other, or near to the ends, with significands of few or many ones.
func nearF(r *rand.Rand, base int) uint32 {
	field := base + r.IntN(60) - 30
	switch r.IntN(8) {
	case 0:
		field = 1 + r.IntN(30)
	case 1:
		field = fieldF - 1 - r.IntN(30)
	}
	field = min(max(field, 1), fieldF-1)
	f := r.Uint32()
	switch r.IntN(4) {
	case 0:
		f = 1 << r.IntN(24)
	case 1:
		f = -(1 << r.IntN(24))
	case 2:
		f &= 0xff
	}
	return r.Uint32()&signF | uint32(field)<<fractionF | f&(leadingF-1)
}

// What normal numbers take gives what the long way gives.
func TestNormalNumbersTakeAShorterWay(t *testing.T) {
	tries := 400_000
	if testing.Short() {
		tries = 100_000
	}
	r := rand.New(rand.NewPCG(3, 0))
	taken := [3]int{}
	for range tries {
		base := 1 + r.IntN(fieldF-1)
		a, b, c := nearF(r, base), nearF(r, base), nearF(r, base)
		require.True(t, normalF(a) && normalF(b) && normalF(c))
		if v, ok := sumF(a, b); ok {
			taken[0]++
			if want := binary32.add(a, b); v != want {
				require.Equal(t, want, v, "%#x + %#x", a, b)
			}
		}
		b = nearF(r, 2*biasF-base)
		if v, ok := productF(a, b); ok {
			taken[1]++
			if want := binary32.mul(a, b); v != want {
				require.Equal(t, want, v, "%#x · %#x", a, b)
			}
		}
		c = nearF(r, biasF)
		if v, ok := fusedF(a, b, c); ok {
			taken[2]++
			if want := binary32.fma(a, b, c); v != want {
				require.Equal(t, want, v, "%#x · %#x + %#x", a, b, c)
			}
		}
	}
	for n := range taken {
		require.Greater(t, taken[n], tries/2, "function %d", n)
	}
}

// Numbers that are not normal are told from those that are.
func TestNormal(t *testing.T) {
	for _, a := range []uint32{0, signF, 1, 0x7fffff, 0x807fffff, 0x7f800000, 0xff800000, 0x7f800001, 0xffffffff} {
		require.False(t, normalF(a), "%#x", a)
	}
	for _, a := range []uint32{0x800000, 0x80800000, 0x7f7fffff, 0xff7fffff, 0x3f800000} {
		require.True(t, normalF(a), "%#x", a)
	}
}

// What has a shorter way gives what the long way gives, for numbers of all kinds.
func TestShortWaysOfAllNumbers(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 0))
	hard := []uint32{0, signF, 1, 0x80000001, 0x7fffff, 0x800000, 0x80800000, 0x3f800000, 0xbf800000, 0x7f7fffff, 0xff7fffff, 0x7f800000, 0xff800000, 0x7f800001, 0x7fc00000, 0xffffffff,
		0x3f000000, 0x3f7fffff, 0x3f800001, 0x4b000000, 0x00ffffff, 0x01000000, 0x7f000000, 0x7effffff}
	numbers := func() uint32 {
		switch r.IntN(3) {
		case 0:
			return hard[r.IntN(len(hard))]
		case 1:
			return nearF(r, 1+r.IntN(fieldF-1))
		}
		return r.Uint32()
	}
	tries := 150_000
	if testing.Short() {
		tries = 50_000
	}
	for range tries {
		a, b, c := numbers(), numbers(), numbers()
		for name, v := range map[string][2]uint32{
			"add": {AddF(a, b), binary32.add(a, b)}, "mul": {MulF(a, b), binary32.mul(a, b)}, "fma": {FmaF(a, b, c), binary32.fma(a, b, c)}, "mad": {MadF(a, b, c), binary32.mad(a, b, c)},
			"min": {MinF(a, b), binary32.min(a, b)}, "max": {MaxF(a, b), binary32.max(a, b)},
		} {
			if v[0] != v[1] {
				require.Equal(t, v[1], v[0], "%s %#x %#x %#x", name, a, b, c)
			}
		}
		for cond := Eq; cond <= Un; cond++ {
			if CompareF(cond, a, b) != binary32.compare(cond, a, b) {
				t.Fatalf("condition %d of %#x, %#x", cond, a, b)
			}
		}
	}
}

// Eight lanes at once give what each gives alone.
func TestLanesAreOperationsOfALane(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 0))
	hard := []uint32{0, signF, 1, 0x7fffff, 0x800000, 0x3f800000, 0xbf800000, 0x7f7fffff, 0xff7fffff, 0x7f800000, 0xff800000, 0x7fc00000, 0x00ffffff, 0x3f7fffff}
	tries := 100_000
	if testing.Short() {
		tries = 30_000
	}
	for range tries {
		var x [3][Lanes]uint32
		base := 1 + r.IntN(fieldF-1)
		for n := range x {
			for k := range x[n] {
				if x[n][k] = nearF(r, base); r.IntN(8) == 0 {
					x[n][k] = hard[r.IntN(len(hard))]
				}
				if r.IntN(16) == 0 && n > 0 {
					x[n][k] = x[0][k] ^ signF
				}
			}
		}
		y := [3]*[Lanes]uint32{&x[0], &x[1], &x[2]}
		for _, o := range laneOperations {
			var got [Lanes]uint32
			o.lanes(y[0], y[1], y[2], &got)
			for k := range got {
				if want := o.lane(x[0][k], x[1][k], x[2][k]); got[k] != want {
					require.Equal(t, want, got[k], "%s %#x %#x %#x", o.name, x[0][k], x[1][k], x[2][k])
				}
			}
		}
		for _, o := range laneConditions {
			for k, set := 0, o.lanes(y[0], y[1]); k < Lanes; k++ {
				if want := binary32.compare(o.condition, x[0][k], x[1][k]); set>>k&1 != 0 != want {
					require.Equal(t, want, !want, "condition %d of %#x %#x", o.condition, x[0][k], x[1][k])
				}
			}
		}
	}
}

var laneOperations = []struct {
	name  string
	lanes func(a, b, c, out *[Lanes]uint32)
	lane  func(a, b, c uint32) uint32
}{
	{"add", func(a, b, _, out *[Lanes]uint32) { AddLanesF(a, b, out) }, func(a, b, _ uint32) uint32 { return binary32.add(a, b) }},
	{"sub", func(a, b, _, out *[Lanes]uint32) { SubLanesF(a, b, out) }, func(a, b, _ uint32) uint32 { return binary32.add(a, b^signF) }},
	{"mul", func(a, b, _, out *[Lanes]uint32) { MulLanesF(a, b, out) }, func(a, b, _ uint32) uint32 { return binary32.mul(a, b) }},
	{"min", func(a, b, _, out *[Lanes]uint32) { MinLanesF(a, b, out) }, func(a, b, _ uint32) uint32 { return binary32.min(a, b) }},
	{"max", func(a, b, _, out *[Lanes]uint32) { MaxLanesF(a, b, out) }, func(a, b, _ uint32) uint32 { return binary32.max(a, b) }},
	{"mad", MadLanesF, binary32.mad},
	{"fma", FmaLanesF, binary32.fma},
}

var laneConditions = []struct {
	condition Cond
	lanes     func(a, b *[Lanes]uint32) uint32
}{{Eq, EqualLanesF}, {Lt, LessLanesF}, {Le, LessOrEqualLanesF}, {Un, UnorderedLanesF}}
