package format

import (
	"math"

	"tilemark/hw/regs"
)

// Clamp returns c within [0, 1]; NaN and -0 give 0.
func Clamp(c float32) float32 {
	switch {
	case c > 1:
		return 1
	case c > 0:
		return c
	}
	return 0
}

// Byte returns RNE of c·255 with c clamped to [0, 1]; the product is rounded first.
func Byte(c float32) uint32 {
	const whole = 1 << 23 // float32 values from here on are integers: the sum is RNE of the product
	return math.Float32bits(float32(Clamp(c)*255)+whole) & 0xFF
}

// Unit returns float(byte)/255.
func Unit(b uint32) float32 { return float32(b) / 255 }

// Linear returns the linear value of an sRGB byte.
func Linear(b uint32) float32 { return math.Float32frombits(regs.SRGBLinear[b]) }

// Encode returns the sRGB byte of a linear value, clamped to [0, 1]: how many of the
// thresholds are not above it. Patterns of positive numbers are in their order.
func Encode(c float32) (b uint32) {
	pattern := math.Float32bits(Clamp(c))
	for step := uint32(128); step > 0; step >>= 1 {
		if regs.SRGBStep[b+step-1] <= pattern {
			b += step
		}
	}
	return b
}
