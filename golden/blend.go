package golden

import "tilemark/hw/regs"

// Blend factors.
const (
	factorZero = iota
	factorOne
	factorSrcColor
	factorOneMinusSrcColor
	factorDstColor
	factorOneMinusDstColor
	factorSrcAlpha
	factorOneMinusSrcAlpha
	factorDstAlpha
	factorOneMinusDstAlpha
	factorConstantColor
	factorOneMinusConstantColor
	factorConstantAlpha
	factorOneMinusConstantAlpha
	factorSrcAlphaSaturate
)

// Blend equations; 5 to 7 count as ADD.
const (
	equationAdd = iota
	equationSubtract
	equationReverseSubtract
	equationMin
	equationMax
)

const (
	alpha = 3   // index of the alpha channel
	full  = 255 // a byte's 1.0
)

// blendChannel is the equation of colour or of alpha.
type blendChannel struct{ src, dst, equation uint32 }

// blendState is what WBU knows (section 8).
type blendState struct {
	surface
	format   colorFormat
	enable   bool
	channels [4]blendChannel
	constant rgba
	write    [4]bool
}

func newBlendState(r *registers) (b blendState) {
	const block = regs.BlockWBU
	b.format = newColorFormat(r.word(block, regs.WBUColorFormat))
	b.surface = newSurface(r.word(block, regs.WBUColorBase),
		field(r.word(block, regs.WBUColorPitch), regs.WBUColorPitchShift, regs.WBUColorPitchMask), b.format.bytes())
	word := r.word(block, regs.WBUBlend)
	b.enable = flag(word, regs.WBUBlendEnableShift)
	color := blendChannel{
		src:      field(word, regs.WBUBlendSrcColorShift, regs.WBUBlendSrcColorMask),
		dst:      field(word, regs.WBUBlendDstColorShift, regs.WBUBlendDstColorMask),
		equation: field(word, regs.WBUBlendColorEquationShift, regs.WBUBlendColorEquationMask),
	}
	b.channels = [4]blendChannel{color, color, color, {
		src:      field(word, regs.WBUBlendSrcAlphaShift, regs.WBUBlendSrcAlphaMask),
		dst:      field(word, regs.WBUBlendDstAlphaShift, regs.WBUBlendDstAlphaMask),
		equation: field(word, regs.WBUBlendAlphaEquationShift, regs.WBUBlendAlphaEquationMask),
	}}
	b.constant = unpack(r.word(block, regs.WBUBlendConstant))
	mask := r.word(block, regs.WBUWriteMask)
	b.write = [4]bool{
		flag(mask, regs.WBUWriteMaskRShift), flag(mask, regs.WBUWriteMaskGShift),
		flag(mask, regs.WBUWriteMaskBShift), flag(mask, regs.WBUWriteMaskAShift),
	}
	return b
}

// writes tells whether any channel is written.
func (b *blendState) writes() bool { return b.write != [4]bool{} }

// pixel returns the new colour of an RGBA8 pixel that holds d, for source s.
func (b *blendState) pixel(s, d rgba) rgba {
	result := d
	for k, write := range b.write {
		switch {
		case !write:
		case b.enable:
			result[k] = b.blend(k, s, d)
		default:
			result[k] = s[k]
		}
	}
	return result
}

// blend is the equation of channel k.
func (b *blendState) blend(k int, s, d rgba) uint8 {
	c := &b.channels[k]
	switch c.equation {
	case equationMin:
		return min(s[k], d[k])
	case equationMax:
		return max(s[k], d[k])
	}
	source := int(s[k]) * int(b.factor(c.src, k, s, d))
	destination := int(d[k]) * int(b.factor(c.dst, k, s, d))
	t := source + destination
	switch c.equation {
	case equationSubtract:
		t = source - destination
	case equationReverseSubtract:
		t = destination - source
	}
	t = min(max(t, 0), full*full)
	return uint8((t + full/2) / full) // 255 is odd: the nearest is unique
}

// factor is a blend factor for channel k. A colour factor is the channel's own, so for
// alpha it is the alpha.
func (b *blendState) factor(factor uint32, k int, s, d rgba) uint8 {
	switch factor {
	case factorOne:
		return full
	case factorSrcColor:
		return s[k]
	case factorOneMinusSrcColor:
		return full - s[k]
	case factorDstColor:
		return d[k]
	case factorOneMinusDstColor:
		return full - d[k]
	case factorSrcAlpha:
		return s[alpha]
	case factorOneMinusSrcAlpha:
		return full - s[alpha]
	case factorDstAlpha:
		return d[alpha]
	case factorOneMinusDstAlpha:
		return full - d[alpha]
	case factorConstantColor:
		return b.constant[k]
	case factorOneMinusConstantColor:
		return full - b.constant[k]
	case factorConstantAlpha:
		return b.constant[alpha]
	case factorOneMinusConstantAlpha:
		return full - b.constant[alpha]
	case factorSrcAlphaSaturate:
		if k == alpha {
			return full
		}
		return min(s[alpha], full-d[alpha])
	}
	return 0 // factorZero, and 15
}
