package wbu

import (
	"tilemark/hw/format"
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
)

// components are a pixel's r, g, b, a in binary32.
type components [4]float32

// widened reads a pixel of four binary16.
func widened(p uint64) (c components) {
	for ch := range c {
		c[ch] = format.Widen(uint16(p >> (16 * ch)))
	}
	return c
}

// float16 writes a colour to a pixel of RGBA16F and returns it.
func float16(r *regs.WBURegs, src pipe.Color, dst uint64) uint64 {
	if r.BlendEnable() {
		s, d := widened(src), widened(dst)
		t := blendFloat(r, &s, &d)
		src = 0
		for ch, v := range t {
			src |= uint64(format.Half(v)) << (16 * ch)
		}
	}
	mask := uint64(0)
	for ch := range 4 {
		mask |= uint64(r[regs.WBUWriteMask]>>ch&1*0xffff) << (16 * ch)
	}
	return dst&^mask | src&mask
}

// srgb returns the bytes of a colour after blending with a pixel of SRGB8.
func srgb(r *regs.WBURegs, src pipe.Color, dst uint32) (out uint32) {
	t := widened(src)
	if r.BlendEnable() {
		d := components{3: format.Unit(dst >> 24)}
		for ch := range 3 {
			d[ch] = format.Linear(dst >> (8 * ch) & 255)
		}
		t = blendFloat(r, &t, &d)
	}
	for ch := range 3 {
		out |= format.Encode(t[ch]) << (8 * ch)
	}
	return out | format.Byte(t[3])<<24
}

// blendFloat blends in binary32 (docs/arithmetic.md, section 8).
func blendFloat(r *regs.WBURegs, s, d *components) (t components) {
	constant := r[regs.WBUBlendConstant]
	alpha := format.Unit(constant >> 24)
	saturate := 1 - d[3]
	if s[3] < saturate {
		saturate = s[3]
	}
	for ch := range t {
		f := floatFactors{s[ch], d[ch], s[3], d[3], format.Unit(constant >> (8 * ch) & 255), alpha}
		sf, df, eq := r.BlendSrcColor(), r.BlendDstColor(), r.BlendColorEquation()
		if ch == 3 {
			sf, df, eq = r.BlendSrcAlpha(), r.BlendDstAlpha(), r.BlendAlphaEquation()
			saturate = 1
		}
		t[ch] = combineFloat(eq, s[ch], d[ch], f.factor(sf, saturate), f.factor(df, saturate))
	}
	return t
}

// floatFactors are what factors 2, 4, 6 and so on are.
type floatFactors [6]float32

func (v *floatFactors) factor(f uint32, saturate float32) float32 {
	switch {
	case f == 0 || f == 15:
		return 0
	case f == 1:
		return 1
	case f == 14:
		return saturate
	case f&1 != 0:
		return 1 - v[f>>1-1]
	}
	return v[f>>1-1]
}

func combineFloat(eq uint32, s, d, fs, fd float32) float32 {
	a, b := float32(s*fs), float32(d*fd)
	switch eq {
	case regs.WBUBlendColorEquationSubtract:
		return a - b
	case regs.WBUBlendColorEquationReverseSubtract:
		return b - a
	case regs.WBUBlendColorEquationMin:
		if s < d {
			return s
		}
		return d
	case regs.WBUBlendColorEquationMax:
		if s > d {
			return s
		}
		return d
	}
	return a + b
}
