package ps

import (
	"tilemark/hw/format"
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
)

// color converts components to a format of PS.COLOR_FORMAT (docs/arithmetic.md, section 6).
func color(c *[4]float32, to uint8) pipe.Color {
	switch to {
	case regs.PSColorFormatRgba16f:
		return halves(c)
	case regs.PSColorFormatSrgb8:
		return halves(&[4]float32{format.Clamp(c[0]), format.Clamp(c[1]), format.Clamp(c[2]), format.Clamp(c[3])})
	}
	return pipe.Color(format.Byte(c[0]) | format.Byte(c[1])<<8 | format.Byte(c[2])<<16 | format.Byte(c[3])<<24)
}

func halves(c *[4]float32) pipe.Color {
	return pipe.Color(format.Half(c[0])) | pipe.Color(format.Half(c[1]))<<16 | pipe.Color(format.Half(c[2]))<<32 | pipe.Color(format.Half(c[3]))<<48
}
