package golden

import (
	"math"
	"sort"

	"tilemark/hw/regs"
)

// fromSRGB decodes a pixel of an SRGB8 surface; alpha is not encoded (section 8).
func fromSRGB(pixel uint32) (c [4]float32) {
	bytes := unpack(pixel)
	for k, b := range bytes[:alpha] {
		c[k] = math.Float32frombits(regs.SRGBLinear[b])
	}
	c[alpha] = div(float32(bytes[alpha]), full)
	return c
}

// toSRGB encodes a colour.
func toSRGB(c *[4]float32) uint32 {
	var bytes rgba
	for k := range alpha {
		bytes[k] = encode(clamp(c[k], 0, 1))
	}
	bytes[alpha] = toByte(c[alpha])
	return bytes.word()
}

// encode is the number of thresholds that x has reached.
func encode(x float32) uint8 {
	return uint8(sort.Search(len(regs.SRGBStep), func(i int) bool { return math.Float32frombits(regs.SRGBStep[i]) > x }))
}
