package golden

import (
	"tilemark/golden/exec"
	textures "tilemark/golden/texture"
	"tilemark/hw/regs"
)

// textureUnit is a sampler for the pixel kernel, whose texture is binding 0 and whose sampler is number 0: docs/textures.md, with the descriptors that say what a
// draw's registers say.
func textureUnit(mem image, r *registers) exec.Sampler {
	const (
		block   = regs.BlockPS
		binding = 0
		twoD    = 1 << 20
		mag     = 6 // bits of the sampler's first word
		min     = 7
		mip     = 8
	)
	wrap, filter := r.word(block, regs.PSTextureWrap), r.word(block, regs.PSTextureFilter)
	levels := field(filter, regs.PSTextureFilterLevelsShift, regs.PSTextureFilterLevelsMask)
	format := field(filter, regs.PSTextureFilterFormatShift, regs.PSTextureFilterFormatMask) // RGBA8 or SRGB8
	u := &textures.Unit{Image: mem, Textures: make([][textures.TextureWords]uint32, binding+1), Samplers: make([][textures.SamplerWords]uint32, 1)}
	u.Textures[binding] = [textures.TextureWords]uint32{
		r.word(block, regs.PSTextureBase), 1<<32 - 1, 0, r.word(block, regs.PSTextureSize), levels<<16 | twoD | format<<24,
	}
	u.Samplers[0] = [textures.SamplerWords]uint32{
		field(wrap, regs.PSTextureWrapUShift, regs.PSTextureWrapUMask) | field(wrap, regs.PSTextureWrapVShift, regs.PSTextureWrapVMask)<<2 |
			filter>>regs.PSTextureFilterMagShift&1<<mag | filter>>regs.PSTextureFilterMinShift&1<<min | field(filter, regs.PSTextureFilterMipShift, regs.PSTextureFilterMipMask)<<mip,
		0, 0xffff0000,
	}
	return u
}
