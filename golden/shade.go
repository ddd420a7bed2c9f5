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
	mem           image
	texture, kill bool
	alphaRef      float32
	writeDepth    bool
	depthOffset   float32
	depthFactor   float32
	format        colorFormat // of the colours sent to WBU
	base          uint32
	width, height int
	wrapU, wrapV  uint32
}

func newPixelProgram(mem image, r *registers) pixelProgram {
	const block = regs.BlockPS
	size, wrap := r.word(block, regs.PSTextureSize), r.word(block, regs.PSTextureWrap)
	switches := r.word(block, regs.PSPixelProgram)
	return pixelProgram{
		mem:         mem,
		texture:     flag(switches, regs.PSPixelProgramTextureShift),
		kill:        flag(switches, regs.PSPixelProgramKillShift),
		alphaRef:    r.float(block, regs.PSAlphaRef),
		writeDepth:  flag(switches, regs.PSPixelProgramWriteDepthShift),
		depthOffset: r.float(block, regs.PSProgramDepthOffset),
		depthFactor: r.float(block, regs.PSProgramDepthFactor),
		format:      newColorFormat(r.word(block, regs.PSColorFormat)),
		base:        r.word(block, regs.PSTextureBase),
		width:       int(field(size, regs.PSTextureSizeWidthShift, regs.PSTextureSizeWidthMask)),
		height:      int(field(size, regs.PSTextureSizeHeightShift, regs.PSTextureSizeHeightMask)),
		wrapU:       field(wrap, regs.PSTextureWrapUShift, regs.PSTextureWrapUMask),
		wrapV:       field(wrap, regs.PSTextureWrapVShift, regs.PSTextureWrapVMask),
	}
}

// check finds a texture that cannot be read.
func (p *pixelProgram) check() error {
	if !p.texture {
		return nil
	}
	base, bytes := uint64(p.base), 4*uint64(p.width)*uint64(p.height)
	switch {
	case bytes == 0:
		return expected(base, "a texture of at least one texel, found %d×%d", p.width, p.height)
	case base%64 != 0:
		return expected(base, "a texture aligned to 64 bytes")
	case !p.mem.has(base, bytes):
		return expected(base, "a texture of %#x bytes inside the memory of %#x bytes", bytes, len(p.mem))
	}
	return nil
}

// color is the colour of a pixel with these attributes.
func (p *pixelProgram) color(attr *[attributes]float32) (c [4]float32) {
	copy(c[:], attr[:])
	if p.texture {
		texel := p.texel(attr[4], attr[5])
		for k := range c {
			c[k] = mul(c[k], div(float32(texel[k]), 255))
		}
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

// texel is the nearest texel.
func (p *pixelProgram) texel(u, v float32) rgba {
	column := wrap(texelNumber(u, p.width), p.width, p.wrapU)
	row := wrap(texelNumber(v, p.height), p.height, p.wrapV)
	return unpack(p.mem.word(uint64(p.base) + 4*(uint64(row)*uint64(p.width)+uint64(column))))
}

// texelNumber is the unwrapped column or row of a texture coordinate.
func texelNumber(coordinate float32, size int) int {
	f := mul(coordinate, float32(size))
	if !finite(f) {
		f = 0
	}
	return int(math.Floor(float64(clamp(f, -1<<30, 1<<30))))
}

// wrap brings a column or row into the texture.
func wrap(n, size int, mode uint32) int {
	switch mode {
	case regs.PSTextureWrapUClamp:
		return min(max(n, 0), size-1)
	case regs.PSTextureWrapUMirror:
		m := modulo(n, 2*size)
		if m >= size {
			m = 2*size - 1 - m
		}
		return m
	}
	return modulo(n, size) // repeat; the document gives mode 3 no meaning
}

// modulo is n modulo size, never negative.
func modulo(n, size int) int {
	m := n % size
	if m < 0 {
		m += size
	}
	return m
}
