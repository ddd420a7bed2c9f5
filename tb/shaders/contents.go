package shaders

import (
	"encoding/binary"
	"math"
)

// contents are bytes of a buffer: small integers, floats of any size, special ones, and any bits.
func (g *generator) contents(bytes int) []byte {
	list := make([]byte, 0, bytes+4)
	for len(list) < bytes {
		list = binary.LittleEndian.AppendUint32(list, g.word())
	}
	return list
}

func (g *generator) word() uint32 {
	switch g.IntN(12) {
	case 0, 1, 2, 3:
		return uint32(g.IntN(40)) - 10
	case 4:
		return g.Uint32()
	case 5:
		return 0x3c003800 + g.Uint32()&0x03ff03ff // two of f16
	case 6:
		return []uint32{0, 1 << 31, 0x7f800000, 0xff800000, 0x7fc00000, 1, 0x007fffff, 0x7f7fffff}[g.IntN(8)]
	}
	return g.float()
}

// float is the pattern of a number, more likely near 1.
func (g *generator) float() uint32 {
	x := g.Float64()*4 - 2
	if g.chance(0.3) {
		x = math.Ldexp(x, g.IntN(40)-20)
	}
	return math.Float32bits(float32(x))
}
