package golden

import "math"

// The operations of docs/arithmetic.md. Each conversion to float32 is a rounding that
// the document asks for; it also keeps the compiler from fusing operations.

func mul(a, b float32) float32 { return float32(a * b) }

func add(a, b float32) float32 { return float32(a + b) }

func sub(a, b float32) float32 { return float32(a - b) }

func div(a, b float32) float32 { return float32(a / b) }

// dot3 is (a0·b0 + a1·b1) + a2·b2.
func dot3(a, b [3]float32) float32 {
	return add(add(mul(a[0], b[0]), mul(a[1], b[1])), mul(a[2], b[2]))
}

// fma32 is a·b + c with one rounding. The product of two binary32 values is exact in
// binary64. The sum is rounded to odd there: when it is inexact, its last bit is made
// 1, which marks it as lying between the neighbours, so that rounding it again to the
// much shorter binary32 gives what one rounding of the exact sum gives.
func fma32(a, b, c float32) float32 {
	product := float64(a) * float64(b)
	sum := float64(product + float64(c))
	if math.IsInf(sum, 0) || math.IsNaN(sum) {
		return float32(sum)
	}
	rest := sumError(product, float64(c), sum)
	bits := math.Float64bits(sum)
	if rest != 0 && bits&1 == 0 {
		// The exact sum lies towards rest; of the two binary64 values around it the
		// other one is odd. Bits count away from zero.
		if (rest > 0) == (sum > 0) {
			bits++
		} else {
			bits--
		}
	}
	return float32(math.Float64frombits(bits))
}

// sumError is the exact value of a + b - sum, where sum is a + b rounded (Knuth).
func sumError(a, b, sum float64) float64 {
	bPart := float64(sum - a)
	aPart := float64(sum - bPart)
	return float64(float64(a-aPart) + float64(b-bPart))
}

// clamp puts x between low and high; NaN gives low.
func clamp(x, low, high float32) float32 {
	switch {
	case !(x > low):
		return low // also turns -0 into +0 when low is 0
	case x > high:
		return high
	}
	return x
}

func finite(x float32) bool {
	return !math.IsNaN(float64(x)) && !math.IsInf(float64(x), 0)
}

// scaleToInt is x·scale rounded to the nearest integer, ties to even. The product is
// exact in binary64 when scale has at most 29 significant bits.
func scaleToInt(x float32, scale float64) float64 {
	return math.RoundToEven(float64(x) * scale)
}
