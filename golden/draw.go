package golden

import "tilemark/hw/regs"

// drawFlagIndexed is bit 0 of a DRAW's flags.
const drawFlagIndexed = 0

// draw is a draw in progress: its state, and where it stands.
type draw struct {
	at        Cursor
	topology  uint32
	vertices  vertexSource
	program   vertexProgram
	view      viewState
	clip      rect
	texcoord  bool
	bias      depthBias
	pixels    pixelProgram
	depth     depthState
	color     blendState
	instances uint32
	count     uint32 // vertices
}

// newDraw takes the state of the registers as it stands.
func (r *renderer) newDraw(c *command) draw {
	count, instances, first, flags := c.operands[0], c.operands[1], c.operands[2], c.operands[3]
	return draw{
		at: r.offset(c.offset),
		topology: field(r.regs.word(regs.BlockCSP, regs.CSPTopology),
			regs.CSPTopologyShift, regs.CSPTopologyMask),
		vertices:  newVertexSource(r.mem, r.regs, first, flag(flags, drawFlagIndexed)),
		program:   newVertexProgram(r.regs),
		view:      newViewState(r.regs),
		clip:      newClipRect(r.regs),
		texcoord:  flag(r.regs.word(regs.BlockASU, regs.ASUAttributes), regs.ASUAttributesTexcoordShift),
		bias:      newDepthBias(r.regs),
		pixels:    newPixelProgram(r.mem, r.regs),
		depth:     newDepthState(r.regs),
		color:     newBlendState(r.regs),
		instances: instances,
		count:     count,
	}
}

// primitives is the number of primitives of an instance.
func (d *draw) primitives() uint32 {
	if d.topology == regs.CSPTopologyTriangleList {
		return d.count / 3
	}
	return max(d.count, 2) - 2
}

// corners lists the vertices of a primitive.
func (d *draw) corners(primitive uint32) [3]uint32 {
	i := primitive
	switch {
	case d.topology == regs.CSPTopologyTriangleFan:
		return [3]uint32{0, i + 1, i + 2}
	case d.topology == regs.CSPTopologyTriangleStrip && i%2 == 0:
		return [3]uint32{i, i + 1, i + 2}
	case d.topology == regs.CSPTopologyTriangleStrip:
		return [3]uint32{i + 1, i, i + 2}
	}
	return [3]uint32{3 * i, 3*i + 1, 3*i + 2}
}

func (r *renderer) draw(c *command) error {
	d := r.newDraw(c)
	if d.topology > regs.CSPTopologyTriangleFan {
		return expected(c.addr, "a list, strip or fan in CSP.TOPOLOGY when DRAW is reached, found %d", d.topology)
	}
	r.emit(Event{Kind: KindDraw, Cursor: d.at})
	if n := d.primitives(); n > 0 {
		for d.at.Instance = 0; d.at.Instance < d.instances; d.at.Instance++ {
			for d.at.Primitive = 0; d.at.Primitive < n; d.at.Primitive++ {
				if err := r.primitive(&d); err != nil {
					return err
				}
			}
		}
	}
	r.emit(Event{Kind: KindEndDraw, Cursor: r.offset(c.next)})
	return nil
}

// primitive shades and clips a primitive and draws its triangles.
func (r *renderer) primitive(d *draw) error {
	r.trace.Stats.Primitives++
	var prim [3]vertex
	for i, k := range d.corners(d.at.Primitive) {
		rec, err := d.vertices.record(k)
		if err != nil {
			return err
		}
		prim[i] = d.program.run(&rec, d.at.Instance)
	}
	if rejected(&prim) {
		return nil
	}
	polygon := r.clipper.clip(&prim, d.view.guardBand)
	for i := 2; i < len(polygon); i++ {
		t, visible := d.view.setup(&polygon[0], &polygon[i-1], &polygon[i])
		if !visible {
			continue
		}
		d.at.Triangle, d.at.Tile = uint32(i-2), 0
		if err := r.triangle(d, &t); err != nil {
			return err
		}
	}
	return nil
}

// triangle draws the tiles of a triangle in order.
func (r *renderer) triangle(d *draw, t *triangle) error {
	r.trace.Stats.Triangles++
	r.emit(Event{Kind: KindTriangle, Cursor: d.at})
	box := t.bounds().intersect(d.clip)
	if box.empty() {
		return nil
	}
	edges, planes := t.edges(), newAttributePlanes(t, d.texcoord)
	planes.depth.q0 = add(planes.depth.q0, d.bias.of(t, &planes.depth))
	for y := box.minY / tileSize; y*tileSize < box.maxY; y++ {
		for x := box.minX / tileSize; x*tileSize < box.maxX; x++ {
			mask := edges.tileMask(x, y, box)
			if mask == 0 {
				continue
			}
			tile := tile{draw: d, planes: &planes, front: t.front, x: x, y: y, mask: mask}
			if err := r.tile(&tile); err != nil {
				return err
			}
		}
	}
	return nil
}
