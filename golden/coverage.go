package golden

import "tilemark/hw/regs"

// rect is a set of pixels: minX ≤ x < maxX, minY ≤ y < maxY.
type rect struct{ minX, minY, maxX, maxY int }

func (r rect) empty() bool { return r.minX >= r.maxX || r.minY >= r.maxY }

func (r rect) intersect(s rect) rect {
	return rect{max(r.minX, s.minX), max(r.minY, s.minY), min(r.maxX, s.maxX), min(r.maxY, s.maxY)}
}

// newClipRect returns the pixels inside both target and scissor.
func newClipRect(r *registers) rect {
	const block = regs.BlockSGTG
	size, low, high := r.word(block, regs.SGTGTargetSize), r.word(block, regs.SGTGScissorMin), r.word(block, regs.SGTGScissorMax)
	target := rect{
		maxX: int(field(size, regs.SGTGTargetSizeWidthShift, regs.SGTGTargetSizeWidthMask)),
		maxY: int(field(size, regs.SGTGTargetSizeHeightShift, regs.SGTGTargetSizeHeightMask)),
	}
	scissor := rect{
		minX: int(field(low, regs.SGTGScissorMinXShift, regs.SGTGScissorMinXMask)),
		minY: int(field(low, regs.SGTGScissorMinYShift, regs.SGTGScissorMinYMask)),
		maxX: int(field(high, regs.SGTGScissorMaxXShift, regs.SGTGScissorMaxXMask)),
		maxY: int(field(high, regs.SGTGScissorMaxYShift, regs.SGTGScissorMaxYMask)),
	}
	return target.intersect(scissor)
}

// edge is a directed edge from (xa, ya) by (dx, dy); the triangle lies where its
// function is positive.
type edge struct {
	dx, dy, xa, ya int64
	topLeft        bool
}

func newEdge(a, b *screenVertex) edge {
	dx, dy := b.x-a.x, b.y-a.y
	return edge{dx, dy, a.x, a.y, dy < 0 || dy == 0 && dx > 0}
}

// at is E of section 4 at the centre of a pixel.
func (e *edge) at(px, py int) int64 {
	return e.dx*(subPixels*int64(py)-e.ya) - e.dy*(subPixels*int64(px)-e.xa)
}

// inside tells whether the pixel is covered as far as this edge goes.
func (e *edge) inside(px, py int) bool {
	f := e.at(px, py)
	return f > 0 || f == 0 && e.topLeft
}

type edges [3]edge

// edges returns the triangle's edges in clockwise order.
func (t *triangle) edges() edges {
	a, b, c := &t.v[0], &t.v[1], &t.v[2]
	if t.area < 0 {
		b, c = c, b
	}
	return edges{newEdge(a, b), newEdge(b, c), newEdge(c, a)}
}

// bounds returns the pixels whose centres lie in the triangle's bounding box.
func (t *triangle) bounds() rect {
	minX := min(t.v[0].x, t.v[1].x, t.v[2].x)
	minY := min(t.v[0].y, t.v[1].y, t.v[2].y)
	maxX := max(t.v[0].x, t.v[1].x, t.v[2].x)
	maxY := max(t.v[0].y, t.v[1].y, t.v[2].y)
	const log = 8 // of subPixels; the shift rounds down, also below zero
	return rect{int((minX + subPixels - 1) >> log), int((minY + subPixels - 1) >> log), int(maxX>>log) + 1, int(maxY>>log) + 1}
}

// tileMask returns the covered pixels of a tile inside box, bit 8·y + x for each.
func (e *edges) tileMask(tileX, tileY int, box rect) uint64 {
	x0, y0 := tileX*tileSize, tileY*tileSize
	box = box.intersect(rect{x0, y0, x0 + tileSize, y0 + tileSize})
	if box.empty() || e.misses(box) {
		return 0
	}
	var mask uint64
	for y := box.minY; y < box.maxY; y++ {
		for x := box.minX; x < box.maxX; x++ {
			if e[0].inside(x, y) && e[1].inside(x, y) && e[2].inside(x, y) {
				mask |= 1 << (8*(y-y0) + x - x0)
			}
		}
	}
	return mask
}

// misses tells that one edge function is negative in all pixels of box, since it is in
// the four corners and linear. It only saves time.
func (e *edges) misses(box rect) bool {
	right, bottom := box.maxX-1, box.maxY-1
	for i := range e {
		if e[i].at(box.minX, box.minY) < 0 && e[i].at(right, box.minY) < 0 &&
			e[i].at(box.minX, bottom) < 0 && e[i].at(right, bottom) < 0 {
			return true
		}
	}
	return false
}
