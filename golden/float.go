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
