package golden

import (
	"math"

	"tilemark/hw/regs"
)

// rgba is a colour of one byte a channel.
type rgba [4]uint8

func unpack(word uint32) rgba {
	return rgba{uint8(word), uint8(word >> 8), uint8(word >> 16), uint8(word >> 24)}
}

func (c rgba) word() uint32 {
	return uint32(c[0]) | uint32(c[1])<<8 | uint32(c[2])<<16 | uint32(c[3])<<24
}

// pixelProgram is section 6.
type pixelProgram struct {
	texture
	textured    bool
	kill        bool
	alphaRef    float32
	writeDepth  bool
	depthOffset float32
	depthFactor float32
	counted     bool        // runs are counted
	format      colorFormat // of the colours sent to WBU
}

func newPixelProgram(mem image, r *registers) pixelProgram {
	const block = regs.BlockPS
	switches := r.word(block, regs.PSPixelProgram)
	return pixelProgram{
		texture:     newTexture(mem, r),
		textured:    flag(switches, regs.PSPixelProgramTextureShift),
		kill:        flag(switches, regs.PSPixelProgramKillShift),
		alphaRef:    r.float(block, regs.PSAlphaRef),
		writeDepth:  flag(switches, regs.PSPixelProgramWriteDepthShift),
		depthOffset: r.float(block, regs.PSProgramDepthOffset),
		depthFactor: r.float(block, regs.PSProgramDepthFactor),
		counted:     flag(r.word(block, regs.PSStatisticsControl), regs.PSStatisticsControlEnableShift),
		format:      newColorFormat(r.word(block, regs.PSColorFormat)),
	}
}

// check finds a texture that cannot be read.
func (p *pixelProgram) check() error {
	if !p.textured {
		return nil
	}
	return p.texture.check()
}

// color is the colour of a pixel with these attributes, in a quad with this level of
// detail.
func (p *pixelProgram) color(attr *[attributes]float32, detail int) (c [4]float32) {
	copy(c[:], attr[:])
	if p.textured {
		p.modulate(&c, attr[4], attr[5], detail)
	}
	return c
}

// keeps tells whether a pixel of this colour is kept.
func (p *pixelProgram) keeps(c *[4]float32) bool { return !p.kill || c[alpha] >= p.alphaRef }

// depth is the depth that the program computes, before it is clamped.
func (p *pixelProgram) depth(c *[4]float32) float32 {
	return add(p.depthOffset, mul(p.depthFactor, c[alpha]))
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
