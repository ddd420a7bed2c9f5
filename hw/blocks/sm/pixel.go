package sm

import (
	"tilemark/hw/format"
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
)

// pixelProgram is docs/arithmetic.md, section 6.
type pixelProgram struct{ cycles int }

func (p pixelProgram) Cycles() int { return p.cycles }

func (p pixelProgram) Run(t *Thread, _ *regs.EUPRegs) {
	e := &t.Pixel
	for k := range 4 {
		if e.Mask>>k&1 == 0 {
			continue
		}
		var c [4]float32
		copy(c[:], e.A[k][:])
		if e.Texture {
			for ch := range c {
				c[ch] *= t.Texel[k][ch]
			}
		}
		if e.Kill && !(c[3] >= e.AlphaRef) {
			continue
		}
		t.Kept |= 1 << k
		t.Color[k] = color(&c, e.Format)
		if e.WriteDepth {
			t.Depth[k] = format.Clamp(e.DepthOffset + float32(e.DepthFactor*c[3]))
		}
	}
}

// color converts components to a format of PS.COLOR_FORMAT.
func color(c *[4]float32, to uint8) pipe.Color {
	switch to {
	case regs.PSColorFormatRgba16f:
		return halves(c[0], c[1], c[2], c[3])
	case regs.PSColorFormatSrgb8:
		return halves(format.Clamp(c[0]), format.Clamp(c[1]), format.Clamp(c[2]), format.Clamp(c[3]))
	}
	return pipe.Color(format.Byte(c[0]) | format.Byte(c[1])<<8 | format.Byte(c[2])<<16 | format.Byte(c[3])<<24)
}

func halves(r, g, b, a float32) pipe.Color {
	return pipe.Color(format.Half(r)) | pipe.Color(format.Half(g))<<16 | pipe.Color(format.Half(b))<<32 | pipe.Color(format.Half(a))<<48
}
