package ps

import (
	"tilemark/hw/format"
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
	"tilemark/hw/wires"
)

// sendKernel tells the pool which kernel the quads that follow have, and with which constants.
func (b *PS) sendKernel(slot uint8) {
	s := &b.S
	r := &s.Regs
	var constants [pipe.PixelConstants]uint32
	copy(constants[:], r[:])
	b.P.PSPool.Slot().SetKernel(slot, pipe.ThreadKernel{
		Kernel: r.PixelKernel(), Bytes: r.PixelKernelBytes(), Limit: r.PixelLimit(), Registers: uint8(r.PixelKernelNeedsRegisters()), Lanes: 8 << min(r.PixelKernelNeedsLanes(), 2),
		Inputs: uint8(r.PixelKernelNeedsInputs()), Set: s.Set,
	}, &constants)
	b.P.PSPool.Push()
	s.Changed = false
}

// sendQuad gives the pool a quad, or has it drop what caches have of the slot's context; or says that a tile has ended.
func (b *PS) sendQuad(e *pipe.QuadEntry) {
	t := b.P.PSPool.Slot()
	switch *t = (pipe.QuadThread{Kind: e.Kind, Slot: e.Slot, Mask: e.Mask}); e.Kind {
	case pipe.TileEnd:
	case pipe.Quad:
		t.SetPlace(e.X, e.Y)
		first := &b.S.Planes[0]
		for k := range 4 {
			dx := float32(int32(e.X)<<8 + int32(k&1)<<8 - first.X0)
			dy := float32(int32(e.Y)<<8 + int32(k>>1)<<8 - first.Y0)
			w := 1 / first.P[0].At(dx, dy)
			var a [pipe.Attributes]float32
			to := uint(texcoord)
			if b.textured() {
				to = pipe.Attributes
			}
			for i := range to {
				a[i] = b.attribute(i).At(dx, dy) * w
			}
			t.SetPixel(k, 0, first.P[0].At(dx, dy), &a)
		}
	default:
		t.Kind = pipe.Invalidate
	}
	b.P.PSPool.Push()
}

// resultThere tells whether the pool's next answer is there.
func (b *PS) resultThere() bool {
	if b.cfg.Kernels {
		return b.P.PoolPS.Valid()
	}
	return b.P.EUPS.Valid()
}

func (b *PS) starved() wires.Activity {
	if b.cfg.Kernels {
		return b.P.PoolPS.Starved()
	}
	return b.P.EUPS.Starved()
}

// takeResult takes the pool's next answer, with colours in the format of the surface.
func (b *PS) takeResult() pipe.PixelResult {
	if !b.cfg.Kernels {
		return b.P.EUPS.Take()
	}
	q := b.P.PoolPS.Take()
	r := pipe.PixelResult{Kind: q.Kind, Slot: q.Slot, Kept: q.Kept, WriteDepth: q.Depth, Depth: q.Z}
	to := uint8(b.S.Regs.ColorFormat())
	for k := range r.Color {
		if q.Kept>>k&1 != 0 {
			r.Color[k] = color(&q.Color[k], to)
		} else {
			r.Depth[k] = 0
		}
	}
	return r
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
