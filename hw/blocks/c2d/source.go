package c2d

import (
	"tilemark/hw/pipe"
)

// sourceLine returns the address of the source line that holds the first of some pixels
// of a destination line, and which of them it holds.
func (b *C2D) sourceLine(l *line, pixels uint32) (addr uint32, served uint32) {
	d, src := b.destination(), b.source()
	for k := range d.pixels() {
		if pixels>>k&1 == 0 {
			continue
		}
		p := b.sourcePixel(l, &d, k)
		a, ok := src.address(p)
		switch {
		case !ok:
			b.outside(&src, p)
		case served == 0:
			addr, served = a&^(pipe.LineBytes-1), 1<<k
		case a&^(pipe.LineBytes-1) == addr:
			served |= 1 << k
		}
	}
	return addr, served
}

// sourcePixel returns the source pixel of pixel k of a destination line.
func (b *C2D) sourcePixel(l *line, d *surface, k int) point {
	g := &b.S.Regs[b.S.Slot]
	p := d.pixel(l.First, k)
	p.X += int32(g.SrcOriginX()) - int32(g.DstOriginX())
	p.Y += int32(g.SrcOriginY()) - int32(g.DstOriginY())
	return p
}
