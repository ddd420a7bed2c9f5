// Package hard draws values at which arithmetic tends to be wrong: ends of ranges and their neighbours, ties, powers of two, zeros of both
// signs, denormal numbers, infinities and NaN. Property tests of the blocks draw from it half of the time. Only tests import it.
package hard

import (
	"math"

	"pgregory.net/rapid"
)

// floats are numbers at which binary32 changes its ways; their negatives are drawn too.
var floats = []float32{
	0, math.SmallestNonzeroFloat32, 0x1p-126, 0x1p-25, 0x1p-24, 0x1p-16, 0x1p-14, 0.25, 0.5, 1, 1.5, 2, 4, 127.5, 128, 255, 256,
	65504, 65520, 0x1p16, 0x1p22, 0x1p23, 0x1p24, 0x1p30, 0x1p31, 0x1p63, math.MaxFloat32,
}

// Beside returns the pattern that lies steps after that of f; of 0 with a step down the least negative number. An infinity is the last.
func Beside(f float32, steps int) float32 {
	for ; steps > 0; steps-- {
		f = math.Nextafter32(f, float32(math.Inf(1)))
	}
	for ; steps < 0; steps++ {
		f = math.Nextafter32(f, float32(math.Inf(-1)))
	}
	return f
}

// Float draws any number of binary32, NaN and infinities among them.
func Float() *rapid.Generator[float32] {
	return rapid.Custom(func(t *rapid.T) float32 {
		switch rapid.IntRange(0, 7).Draw(t, "kind") {
		case 0:
			return math.Float32frombits(rapid.Uint32().Draw(t, "pattern"))
		case 1:
			return math.Float32frombits(rapid.SampledFrom([]uint32{
				0x7f800000, 0xff800000, 0x7fc00000, 0x7f800001, 0xffffffff, 0x007fffff, 0x807fffff, 0x80000000, 0x7f7fffff, 0xff7fffff,
			}).Draw(t, "pattern"))
		}
		return finite(t)
	})
}

// Finite draws any number of binary32 that is neither NaN nor infinite.
func Finite() *rapid.Generator[float32] { return rapid.Custom(finite) }

func finite(t *rapid.T) (f float32) {
	switch rapid.IntRange(0, 3).Draw(t, "kind of number") {
	case 0:
		e := rapid.Uint32Range(0, 254).Draw(t, "biased exponent")
		return math.Float32frombits(rapid.Uint32().Draw(t, "pattern")&0x807fffff | e<<23)
	case 1:
		return float32(rapid.IntRange(-4096, 4096).Draw(t, "numerator")) / float32(int(1)<<rapid.IntRange(0, 12).Draw(t, "denominator"))
	}
	f = rapid.SampledFrom(floats).Draw(t, "number")
	if rapid.Bool().Draw(t, "negative") {
		f = -f
	}
	if b := Beside(f, rapid.IntRange(-1, 1).Draw(t, "beside")); b-b == 0 {
		return b
	}
	return f
}

// Share draws a number that is mostly from 0 to 1, its ends and what lies beside them often: a depth, a colour. It is finite.
func Share() *rapid.Generator[float32] {
	return rapid.Custom(func(t *rapid.T) float32 {
		switch rapid.IntRange(0, 5).Draw(t, "kind") {
		case 0, 1:
			return rapid.Float32Range(0, 1).Draw(t, "share")
		case 2: // beside a byte
			return Beside(float32(rapid.IntRange(0, 255).Draw(t, "byte"))/255, rapid.IntRange(-1, 1).Draw(t, "beside"))
		case 3: // beside a tie of two bytes
			return Beside((float32(rapid.IntRange(0, 254).Draw(t, "byte"))+0.5)/255, rapid.IntRange(-1, 1).Draw(t, "beside"))
		case 4:
			return Beside(rapid.SampledFrom([]float32{0, 1, 0.5, 0.25}).Draw(t, "end"), rapid.IntRange(-1, 1).Draw(t, "beside"))
		}
		return finite(t)
	})
}

// Word draws 32 bits: powers of two and their neighbours, or any.
func Word() *rapid.Generator[uint32] {
	return rapid.Custom(func(t *rapid.T) uint32 {
		switch rapid.IntRange(0, 3).Draw(t, "kind") {
		case 0:
			return rapid.Uint32().Draw(t, "word")
		case 1:
			return rapid.Uint32Range(0, 16).Draw(t, "word")
		case 2:
			return -rapid.Uint32Range(1, 16).Draw(t, "below 2^32")
		}
		return 1<<rapid.IntRange(0, 31).Draw(t, "power") + uint32(rapid.IntRange(-1, 1).Draw(t, "beside"))
	})
}

// Below draws a number from 0 to n-1, the ends often; n is at least 1.
func Below(n uint32) *rapid.Generator[uint32] {
	return rapid.Custom(func(t *rapid.T) uint32 {
		switch rapid.IntRange(0, 3).Draw(t, "kind") {
		case 0:
			return min(rapid.Uint32Range(0, 1).Draw(t, "number"), n-1)
		case 1:
			return n - 1 - min(rapid.Uint32Range(0, 1).Draw(t, "number"), n-1)
		case 2:
			return min(Word().Draw(t, "number")&(1<<16-1), n-1)
		}
		return rapid.Uint32Range(0, n-1).Draw(t, "number")
	})
}

// The operations of docs/arithmetic.md on binary32, computed in binary64, where a product is exact and the others round innocently, and
// then rounded to nearest even.

// Add is a + b.
func Add(a, b float32) float32 { return float32(float64(a) + float64(b)) }

// Sub is a - b.
func Sub(a, b float32) float32 { return float32(float64(a) - float64(b)) }

// Mul is a·b.
func Mul(a, b float32) float32 { return float32(float64(a) * float64(b)) }

// Div is a/b.
func Div(a, b float32) float32 { return float32(float64(a) / float64(b)) }

// Same tells whether two numbers have the same pattern, or are both NaN.
func Same(a, b float32) bool {
	return a != a && b != b || math.Float32bits(a) == math.Float32bits(b)
}
