package golden

import "math"

// binary16: one sign bit, five of the exponent, ten of the mantissa.
const (
	halfSign     = 1 << 15
	halfInfinity = 0x1f << halfMantissa
	halfNaN      = 0x7e00
	halfMantissa = 10
	halfBias     = 15
	halfLeast    = -14 // exponent of the least normal number
	halfOverflow = 65520
)

// toHalf is the binary16 nearest to x, ties to even.
func toHalf(x float32) uint16 {
	sign := uint16(math.Float32bits(x) >> 31 << 15)
	size := math.Abs(float64(x))
	switch {
	case x != x:
		return halfNaN
	case size >= halfOverflow: // half a step past the greatest number
		return sign | halfInfinity
	case size == 0:
		return sign
	}
	exponent := max(math.Ilogb(size), halfLeast)
	steps := uint16(math.RoundToEven(math.Ldexp(size, halfMantissa-exponent)))
	// The hidden bit, when there is one, adds 1 to the exponent below it; so does a
	// mantissa that was rounded up to the next power of two.
	return sign | (uint16(exponent-halfLeast)<<halfMantissa + steps)
}

// halfBits is the binary32 pattern of the same value; a NaN keeps sign and payload.
func halfBits(h uint16) uint32 {
	sign, exponent, mantissa := uint32(h>>15)<<31, uint32(h>>halfMantissa)&0x1f, uint32(h)&(1<<halfMantissa-1)
	switch exponent {
	case 0:
		return sign | math.Float32bits(float32(math.Ldexp(float64(mantissa), halfLeast-halfMantissa)))
	case 0x1f:
		return sign | 0xff<<23 | mantissa<<(23-halfMantissa)
	}
	return sign | (exponent+127-halfBias)<<23 | mantissa<<(23-halfMantissa)
}

func fromHalf(h uint16) float32 { return math.Float32frombits(halfBits(h)) }

// toHalves and fromHalves convert the channels of a pixel, R lowest.
func toHalves(c *[4]float32) (pixel uint64) {
	for k := range c {
		pixel |= uint64(toHalf(c[k])) << (16 * k)
	}
	return pixel
}

func fromHalves(pixel uint64) (c [4]float32) {
	for k := range c {
		c[k] = fromHalf(uint16(pixel >> (16 * k)))
	}
	return c
}
