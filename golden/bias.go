package golden

import (
	"math"

	"tilemark/hw/regs"
)

// depthBias is the depth bias of section 5.
type depthBias struct {
	enable                 bool
	format                 uint32 // of ASU.DEPTH_BIAS_CONTROL
	constant, slope, limit float32
}

func newDepthBias(r *registers) depthBias {
	const block = regs.BlockASU
	control := r.word(block, regs.ASUDepthBiasControl)
	return depthBias{
		enable:   flag(control, regs.ASUDepthBiasControlEnableShift),
		format:   field(control, regs.ASUDepthBiasControlFormatShift, regs.ASUDepthBiasControlFormatMask),
		constant: r.float(block, regs.ASUDepthBiasConstant),
		slope:    r.float(block, regs.ASUDepthBiasSlope),
		limit:    r.float(block, regs.ASUDepthBiasClamp),
	}
}

// of returns what is added to the depth plane of a triangle.
func (b *depthBias) of(t *triangle, depth *plane) float32 {
	if !b.enable {
		return 0
	}
	gx, steepest := float32(math.Abs(float64(depth.gx))), float32(math.Abs(float64(depth.gy)))
	if gx > steepest {
		steepest = gx
	}
	bias := add(mul(b.slope, mul(steepest, subPixels)), mul(b.constant, b.step(t)))
	switch {
	case bias != bias: // NaN
		return 0
	case b.limit > 0 && bias > b.limit, b.limit < 0 && bias < b.limit:
		return b.limit
	}
	return bias
}

// step is the least step of the depth format; that of floating point depends on the
// vertex farthest from 0.
func (b *depthBias) step(t *triangle) float32 {
	switch b.format {
	case regs.ASUDepthBiasControlFormatD16:
		return 1.0 / (1 << 16)
	case regs.ASUDepthBiasControlFormatD32f:
		const mantissaBits, leastExponent = 23, -126
		var farthest float64
		for i := range t.v {
			farthest = max(farthest, math.Abs(float64(t.v[i].z)))
		}
		exponent := leastExponent
		if farthest > 0 {
			exponent = max(math.Ilogb(farthest), leastExponent)
		}
		return float32(math.Ldexp(1, exponent-mantissaBits))
	}
	return 1.0 / (1 << 24) // D24S8, and 3
}
