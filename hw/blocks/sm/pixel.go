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
func color(c *[4]float32, to uint8) (out pipe.Color) {
	for ch, v := range c {
		switch to {
		case regs.PSColorFormatRgba16f:
			out |= pipe.Color(format.Half(v)) << (16 * ch)
		case regs.PSColorFormatSrgb8:
			out |= pipe.Color(format.Half(format.Clamp(v))) << (16 * ch)
		default:
			out |= pipe.Color(format.Byte(v)) << (8 * ch)
		}
	}
	return out
}
