package arith

import (
	"math"
	"math/big"
)

// function is a function of one number to which binary64 only comes near. Its methods round it correctly.
type function struct {
	// special is the result, exact or rounded to binary64, where near is not used: for NaN, ±∞, ±0, for results that are
	// out of range, and wherever the result may be the midpoint of two neighbours in binary32 or binary16.
	special func(x float64) (y float64, ok bool)

	// near is the result with a relative error below 2^-50; it is not 0. Bounds in the comments of these functions
	// count in u = 2^-53, the relative error of one operation in binary64, and leave out terms below u/100.
	near func(x float64) float64

	// exact is the result in units of 2^-p, as exact.go has it.
	exact func(x float64, p uint) *big.Int
}

// margin is the relative error that is allowed for: 2^-50 as promised, and as much for the operations of the test.
const margin = 0x1p-49

// ofF is f(a). If all numbers within the margin round to the same one, it is that (Ziv's test).
func (f *function) ofF(a float32) float32 {
	x := float64(a)
	if y, ok := f.special(x); ok {
		return nearestF(y)
	}
	y := f.near(x)
	least, most := float32(y-margin*math.Abs(y)), float32(y+margin*math.Abs(y))
	if least != most && f.isAbove(x, midpoint(float64(least), float64(most))) {
		return most
	}
	return least
}

// ofHF is f(a). Binary16 has so few numbers that none of them comes within the margin (TestHalvesAreFarFromMidpoints).
func (f *function) ofHF(a uint16) uint16 {
	x := valueHF(a)
	if y, ok := f.special(x); ok {
		return nearestHF(y)
	}
	return nearestHF(f.near(x))
}

// midpoint is exact for two neighbours. They are finite: no function here has a result that near to an overflow.
func midpoint(least, most float64) float64 { return (least + most) / 2 }
