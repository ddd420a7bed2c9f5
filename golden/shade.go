package golden

import "math"

// rgba is a colour of one byte a channel.
type rgba [4]uint8

func unpack(word uint32) rgba {
	return rgba{uint8(word), uint8(word >> 8), uint8(word >> 16), uint8(word >> 24)}
}

func (c rgba) word() uint32 {
	return uint32(c[0]) | uint32(c[1])<<8 | uint32(c[2])<<16 | uint32(c[3])<<24
}

func toBytes(c *[4]float32) (b rgba) {
	for k := range b {
		b[k] = toByte(c[k])
	}
	return b
}

func toByte(value float32) uint8 {
	return uint8(math.RoundToEven(float64(mul(clamp(value, 0, 1), 255))))
}
