package asu

import (
	"math"

	"tilemark/hw/pipe"
	"tilemark/hw/regs"
)

// bias is how far depth bias moves a depth plane (docs/arithmetic.md, section 5). zmax
// is the greatest |z| of the triangle.
func bias(r *regs.ASURegs, p *pipe.Plane, zmax float32) float32 {
	m := magnitude(p.GY)
	if x := magnitude(p.GX); x > m {
		m = x
	}
	m *= 256
	b := float32(r.DepthBiasSlope()*m) + float32(r.DepthBiasConstant()*leastStep(r.DepthBiasControlFormat(), zmax))
	if b != b {
		b = 0
	}
	switch c := r.DepthBiasClamp(); {
	case c > 0:
		b = min(b, c)
	case c < 0:
		b = max(b, c)
	}
	return b
}

// leastStep is the least difference of two depths that a format can tell, for D32F near
// zmax.
func leastStep(format uint32, zmax float32) float32 {
	switch format {
	case regs.ASUDepthBiasControlFormatD16:
		return 1.0 / (1 << 16)
	case regs.ASUDepthBiasControlFormatD32f:
		e := int(math.Float32bits(zmax)>>23&255) - 127
		return float32(math.Ldexp(1, max(e, -126)-23))
	}
	return 1.0 / (1 << 24)
}

func magnitude(v float32) float32 { return math.Float32frombits(math.Float32bits(v) &^ (1 << 31)) }

func greatestDepth(t *pipe.Triangle) float32 {
	return max(magnitude(t.V[0].Z), magnitude(t.V[1].Z), magnitude(t.V[2].Z))
}
