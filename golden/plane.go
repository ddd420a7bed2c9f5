package golden

import "tilemark/hw/regs"

// anchor is what all planes of a triangle share (section 5).
type anchor struct {
	x0, y0             int64
	dx1, dy1, dx2, dy2 float32
	area               float32
}

func newAnchor(t *triangle) anchor {
	v := &t.v
	return anchor{
		x0: v[0].x, y0: v[0].y,
		dx1: float32(v[1].x - v[0].x), dy1: float32(v[1].y - v[0].y),
		dx2: float32(v[2].x - v[0].x), dy2: float32(v[2].y - v[0].y),
		area: float32(t.area),
	}
}

// offset is a pixel's distance from vertex 0, in sub-pixels.
func (a *anchor) offset(px, py int) (dx, dy float32) {
	return float32(subPixels*int64(px) - a.x0), float32(subPixels*int64(py) - a.y0)
}

// plane is a value over the picture.
type plane struct{ q0, gx, gy float32 }

// plane goes through the three values at the vertices.
func (a *anchor) plane(q0, q1, q2 float32) plane {
	dq1, dq2 := sub(q1, q0), sub(q2, q0)
	return plane{
		q0: q0,
		gx: div(sub(mul(dq1, a.dy2), mul(dq2, a.dy1)), a.area),
		gy: div(sub(mul(dq2, a.dx1), mul(dq1, a.dx2)), a.area),
	}
}

// at is the value at an offset from vertex 0.
func (p *plane) at(dx, dy float32) float32 {
	return add(p.q0, add(mul(p.gx, dx), mul(p.gy, dy)))
}

// varyings are what a draw's pixels have of attributes: how many planes there are, how many of them a thread of the pixel kernel is given, and which are those of the provoking vertex.
type varyings struct {
	count, given int
	planar, cut  flats // registers of ASU, of TSU
}

// flats are attributes, a bit each.
type flats uint32

func (f flats) has(k int) bool { return f>>k&1 != 0 }

func newVaryings(r *registers) varyings {
	asu := r.word(regs.BlockASU, regs.ASUAttributes)
	return varyings{
		count:  int(min(attributes, field(asu, regs.ASUAttributesCountShift, regs.ASUAttributesCountMask))),
		given:  int(min(attributes, field(r.word(regs.BlockPS, regs.PSPixelAttributes), regs.PSPixelAttributesShift, regs.PSPixelAttributesMask))),
		planar: flats(field(asu, regs.ASUAttributesFlatShift, regs.ASUAttributesFlatMask)),
		cut:    flats(field(r.word(regs.BlockTSU, regs.TSUFlat), regs.TSUFlatShift, regs.TSUFlatMask)),
	}
}

// flatten gives a primitive the flat attributes of one of its corners.
func (v *varyings) flatten(prim *[3]vertex, corner int) {
	for k := range attributes {
		if v.cut.has(k) {
			value := prim[corner][firstAttribute+k]
			for n := range prim {
				prim[n][firstAttribute+k] = value
			}
		}
	}
}

// attributePlanes are the planes of a triangle.
type attributePlanes struct {
	anchor
	depth, reciprocal plane
	attr              [attributes]plane // divided by w; of flat ones q0 is the value
	*varyings
}

func newAttributePlanes(t *triangle, shown *varyings) (p attributePlanes) {
	p.anchor, p.varyings = newAnchor(t), shown
	v := &t.v
	p.depth = p.plane(v[0].z, v[1].z, v[2].z)
	p.reciprocal = p.plane(v[0].o, v[1].o, v[2].o)
	for k := range p.count {
		if p.planar.has(k) {
			p.attr[k].q0 = v[0].attr[k]
			continue
		}
		p.attr[k] = p.plane(mul(v[0].attr[k], v[0].o), mul(v[1].attr[k], v[1].o), mul(v[2].attr[k], v[2].o))
	}
	return p
}

// at returns the attributes at an offset from vertex 0.
func (p *attributePlanes) at(dx, dy float32) (attr [attributes]float32) {
	w := div(1, p.reciprocal.at(dx, dy))
	for k := range p.count {
		if p.planar.has(k) {
			attr[k] = p.attr[k].q0
			continue
		}
		attr[k] = mul(p.attr[k].at(dx, dy), w)
	}
	return attr
}
