package arith

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

func TestHalfOfBinary32AtAllMidpoints(t *testing.T) {
	for k, m := range halfMidpoints {
		low := uint16(k)
		x := float32(m)
		toEven := low + low&1
		for _, c := range []struct {
			x    float32
			want uint16
		}{
			{math.Nextafter32(x, 0), low},
			{x, toEven},
			{math.Nextafter32(x, infinity), low + 1},
			{float32(halves[k]), low},
		} {
			wantHF(t, "f to hf", FToHF(c.x), c.want)
			wantHF(t, "f to hf", FToHF(-c.x), c.want|0x8000)
		}
	}
	for _, x := range nans {
		wantHF(t, "f to hf of NaN", FToHF(x), 0x7e00)
	}
	wantHF(t, "∞", FToHF(infinity), 0x7c00)
	wantHF(t, "greatest", FToHF(-math.MaxFloat32), 0xfc00)
	wantHF(t, "least", FToHF(-0x1p-149), 0x8000)
}

func TestBinary32OfAllHalves(t *testing.T) {
	for h := range 1 << 16 {
		a := uint16(h)
		want := float32(halfNumber(a))
		if want != want {
			want = nans[0]
		}
		wantF(t, "hf to f", HFToF(a), want)
		if want == want {
			wantHF(t, "and back", FToHF(HFToF(a)), a)
		}
	}
}

// Numbers and infinities are as they were; of NaN there is one.
func TestConversionsToTheSameType(t *testing.T) {
	random := rand.New(rand.NewPCG(24, 25))
	patterns := append(hardNumbers(), 0x7f800000, 0xff800000, 0x7f7fffff, 0x80000001, 0x80000000)
	for range 4000 {
		patterns = append(patterns, random.Uint32())
	}
	for _, p := range patterns {
		want := p
		if p&0x7fffffff > 0x7f800000 {
			want = 0x7fc00000
		}
		wantF(t, "f to f", SameF(math.Float32frombits(p)), math.Float32frombits(want))
	}
	for h := range 1 << 16 {
		want := uint16(h)
		if want&0x7fff > 0x7c00 {
			want = 0x7e00
		}
		wantHF(t, "hf to hf", SameHF(uint16(h)), want)
	}
}

func TestIntegersToFloats(t *testing.T) {
	integersToFloats[int8](t)
	integersToFloats[uint8](t)
	integersToFloats[int16](t)
	integersToFloats[uint16](t)
	integersToFloats[int32](t)
	integersToFloats[uint32](t)
	integersToFloats[int64](t)
	integersToFloats[uint64](t)
}

func integersToFloats[T Int](t *testing.T) {
	m := newNaive[T]()
	random := rand.New(rand.NewPCG(22, uint64(m.n)))
	values := edges[T]()
	for range 5000 {
		// Of 26 bits at most, which may be midpoints or lie next to them, at all places.
		v := uint64(random.Uint32()>>(6+random.IntN(26))) << random.IntN(m.n)
		values = append(values, T(v), T(v+1), T(v-1), -T(v), T(random.Uint64()))
	}
	for size := 26; size <= m.n; size++ { // midpoints between numbers of 24 bits, and next to them: from 54 bits on binary64 does not have all of these
		for _, low := range []uint64{0, 1, 2, 1<<23 - 2, 1<<23 - 1, random.Uint64N(1 << 23)} {
			v := 1<<(size-1) | low<<(size-24) | 1<<(size-25)
			values = append(values, T(v), T(v+1), T(v-1), -T(v), -T(v+1), -T(v-1))
		}
	}
	overflow := uint64(65520) // of binary16
	for v := T((overflow - 20) & (1<<(m.n-1) - 1)); v > 0 && uint64(v) < overflow+20; v++ {
		values = append(values, v, -v)
	}
	for _, v := range values {
		exact := new(big.Float).SetInt(m.integer(v))
		wantF(t, "to f", ToF(v), nearest32(exact))
		wantHF(t, "to hf", ToHF(v), halfNearest(exact))
		if t.Failed() {
			t.Fatalf("of %d", v)
		}
	}
}

func TestFloatsToIntegers(t *testing.T) {
	floatsToIntegers[int8](t)
	floatsToIntegers[uint8](t)
	floatsToIntegers[int16](t)
	floatsToIntegers[uint16](t)
	floatsToIntegers[int32](t)
	floatsToIntegers[uint32](t)
	floatsToIntegers[int64](t)
	floatsToIntegers[uint64](t)
}

func floatsToIntegers[T Int](t *testing.T) {
	m := newNaive[T]()
	want := func(x float64) T {
		switch {
		case x != x:
			return 0
		case math.IsInf(x, 0):
			x = math.Copysign(0x1p100, x)
		}
		whole, _ := new(big.Float).SetFloat64(x).Int(nil) // towards 0
		return m.clamped(whole)
	}
	random := rand.New(rand.NewPCG(23, uint64(m.n)))
	patterns := hardNumbers()
	for k := range 70 { // around the ends of all ranges
		for step := range uint32(9) {
			p := math.Float32bits(float32(math.Ldexp(1, k))) + step - 4
			patterns = append(patterns, p, p|1<<31)
		}
	}
	for range 4000 {
		patterns = append(patterns, random.Uint32(), random.Uint32N(70<<23)+122<<23)
	}
	for _, p := range patterns {
		x := math.Float32frombits(p)
		same(fails(t, x, m.n), "f to integer", FTo[T](x), want(float64(x)))
	}
	for h := range 1 << 16 {
		x := halfNumber(uint16(h))
		same(fails(t, x, m.n), "hf to integer", HFTo[T](uint16(h)), want(x))
	}
}

func TestIntegersToIntegers(t *testing.T) {
	fromInteger[int8](t)
	fromInteger[uint8](t)
	fromInteger[int16](t)
	fromInteger[uint16](t)
	fromInteger[int32](t)
	fromInteger[uint32](t)
	fromInteger[int64](t)
	fromInteger[uint64](t)
}

func fromInteger[From Int](t *testing.T) {
	toInteger[int8, From](t)
	toInteger[uint8, From](t)
	toInteger[int16, From](t)
	toInteger[uint16, From](t)
	toInteger[int32, From](t)
	toInteger[uint32, From](t)
	toInteger[int64, From](t)
	toInteger[uint64, From](t)
}

func toInteger[To, From Int](t *testing.T) {
	from, to := newNaive[From](), newNaive[To]()
	for _, v := range edges[From]() {
		same(fails(t, v), "clamp", ClampInt[To](v), to.clamped(from.integer(v)))
	}
}
