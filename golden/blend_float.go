package golden

// Blending of RGBA16F and SRGB8 in binary32 (section 8).

// mix returns the new colour of a pixel that holds d, for source s. Channels that are
// not written are d.
func (b *blendState) mix(s, d *[4]float32) [4]float32 {
	result := *d
	for k, write := range b.write {
		switch {
		case !write:
		case b.enable:
			result[k] = b.mixChannel(k, s, d)
		default:
			result[k] = s[k]
		}
	}
	return result
}

// mixChannel is the equation of channel k.
func (b *blendState) mixChannel(k int, s, d *[4]float32) float32 {
	c := &b.channels[k]
	switch {
	case c.equation == equationMin && s[k] < d[k], c.equation == equationMax && s[k] > d[k]:
		return s[k]
	case c.equation == equationMin || c.equation == equationMax:
		return d[k]
	}
	source, destination := mul(s[k], b.floatFactor(c.src, k, s, d)), mul(d[k], b.floatFactor(c.dst, k, s, d))
	switch c.equation {
	case equationSubtract:
		return sub(source, destination)
	case equationReverseSubtract:
		return sub(destination, source)
	}
	return add(source, destination)
}

// floatFactor is a blend factor for channel k.
func (b *blendState) floatFactor(factor uint32, k int, s, d *[4]float32) float32 {
	constant := func(k int) float32 { return div(float32(b.constant[k]), full) }
	switch factor {
	case factorOne:
		return 1
	case factorSrcColor:
		return s[k]
	case factorOneMinusSrcColor:
		return sub(1, s[k])
	case factorDstColor:
		return d[k]
	case factorOneMinusDstColor:
		return sub(1, d[k])
	case factorSrcAlpha:
		return s[alpha]
	case factorOneMinusSrcAlpha:
		return sub(1, s[alpha])
	case factorDstAlpha:
		return d[alpha]
	case factorOneMinusDstAlpha:
		return sub(1, d[alpha])
	case factorConstantColor:
		return constant(k)
	case factorOneMinusConstantColor:
		return sub(1, constant(k))
	case factorConstantAlpha:
		return constant(alpha)
	case factorOneMinusConstantAlpha:
		return sub(1, constant(alpha))
	case factorSrcAlphaSaturate:
		return saturate(k, s[alpha], sub(1, d[alpha]))
	}
	return 0 // factorZero, and 15
}

func saturate(k int, source, rest float32) float32 {
	switch {
	case k == alpha:
		return 1
	case source < rest:
		return source
	}
	return rest
}
