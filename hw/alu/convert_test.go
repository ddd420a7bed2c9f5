package alu

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestEveryHalfKeepsItsValue(t *testing.T) {
	for p := range uint32(1 << 16) {
		f := HFToF(uint16(p))
		require.Equal(t, binary32.of(binary16.number64(p)), f)
		want := p
		if binary16.isNaN(p) {
			want = binary16.nan()
		}
		require.Equal(t, uint16(want), FToHF(f))
	}
}

func TestHalvesAreTheNearest(t *testing.T) {
	check := func(p uint32) {
		want := binary16.nan()
		if x := binary32.number64(p); x == x {
			want = binary16.of(x)
		}
		if got := FToHF(p); uint32(got) != want {
			t.Fatalf("%#08x: %#04x, want %#04x", p, got, want)
		}
	}
	for p := range binary16.infinity() {
		tie := (binary16.number64(p) + binary16.number64(min(p+1, binary16.infinity()-1))) / 2
		for d := range uint32(3) {
			check(math.Float32bits(float32(tie)) + d - 1)
			check((math.Float32bits(float32(tie)) + d - 1) ^ 1<<31)
		}
	}
	check(0x477fefff) // 65519.996: the last that is finite
	check(0x477ff000)
	for range 10_000 {
		check(rand.Uint32())
	}
}

// integersToTry are numbers around the limits of all types, and of the bits that floats have.
func integersToTry() (list []float64) {
	for e := -2; e < 66; e++ {
		for _, x := range []float64{1, 1 - 0x1p-24, 1 + 0x1p-23, 1 - 0x1p-11, 1 + 0x1p-10, 1.5} {
			list = append(list, math.Ldexp(x, e), -math.Ldexp(x, e))
		}
	}
	for n := range 20 {
		for _, limit := range []float64{127, 255, 32767, 65535, 2048, 1 << 24} {
			list = append(list, limit+float64(n-10)/4, -limit-float64(n-10)/4)
		}
	}
	return append(list, 0, minus0, infinity, -infinity, 1e30, -1e30)
}

func TestFloatsBecomeIntegers(t *testing.T) {
	t.Parallel()
	want := func(to Int, x float64) uint64 {
		if math.IsNaN(x) {
			return 0
		}
		x = max(min(x, 1e20), -1e20)
		n, _ := big.NewFloat(x).Int(nil)
		return naiveOf(to).clamped(n)
	}
	for _, to := range types {
		for p := range uint32(1 << 16) {
			require.Equal(t, want(to, binary16.number64(p)), HFToInt(to, uint16(p)), "%v %#04x", to, p)
		}
		for _, x := range integersToTry() {
			p := math.Float32bits(float32(x))
			require.Equal(t, want(to, binary32.number64(p)), FToInt(to, p), "%v %#08x", to, p)
		}
		for range 5000 {
			p := math.Float32bits(float32(rand.NormFloat64() * math.Ldexp(1, rand.IntN(66))))
			require.Equal(t, want(to, binary32.number64(p)), FToInt(to, p), "%v %#08x", to, p)
		}
		require.Zero(t, FToInt(to, 0x7f800001))
	}
}

func TestIntegersBecomeFloats(t *testing.T) {
	t.Parallel()
	check := func(from Int, v uint64) {
		x := new(big.Float).SetPrec(64).SetInt(naiveOf(from).value(v))
		require.Equal(t, binary32.nearest(x), IntToF(from, v), "%v %#x", from, v)
		require.Equal(t, uint16(binary16.nearest(x)), IntToHF(from, v), "%v %#x", from, v)
	}
	list := edges()
	for e := range 64 { // ties, and what is beside them
		for _, bits := range []int{10, 11, 12, 23, 24, 25} {
			for _, d := range []uint64{0, 1, ^uint64(0)} {
				list = append(list, 1<<e+1<<max(e-bits, 0)+d, 1<<e+3<<max(e-bits, 0)+d)
			}
		}
	}
	for v := uint64(65500); v < 65540; v++ {
		list = append(list, v, -v)
	}
	for _, from := range types {
		for _, v := range list {
			check(from, v)
			check(from, -v)
		}
		for range 3000 {
			check(from, rand.Uint64()>>rand.IntN(64))
		}
	}
}
