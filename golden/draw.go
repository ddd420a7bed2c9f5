package golden

import "tilemark/hw/regs"

// draw is a draw in progress: its state, and where it stands.
type draw struct {
	assembly
	at        Cursor
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
	segments  int  // of a patch's side
	counted   bool // in the pipeline statistics
}

// newDraw takes the state of the registers as it stands.
func (r *renderer) newDraw(c *command) draw {
	count, instances, first := c.operand(regs.CommandDrawCount), c.operand(regs.CommandDrawInstances), c.operand(regs.CommandDrawFirst)
	indexed := flag(c.operand(regs.CommandDrawFlags), regs.CommandDrawFlagsIndexedShift)
	return draw{
		assembly:  newAssembly(r.regs, count, indexed),
		at:        r.offset(c.offset),
		vertices:  newVertexSource(r.mem, r.regs, first, indexed),
		program:   newVertexProgram(r.regs),
		view:      newViewState(r.regs),
		clip:      newClipRect(r.regs),
		texcoord:  flag(r.regs.word(regs.BlockASU, regs.ASUAttributes), regs.ASUAttributesTexcoordShift),
		bias:      newDepthBias(r.regs),
		pixels:    newPixelProgram(r.mem, r.regs),
		depth:     newDepthState(r.regs),
		color:     newBlendState(r.regs),
		instances: instances,
		segments:  segments(r.regs),
		counted:   r.regs.counts(),
	}
}

func (r *renderer) draw(c *command) error {
	d := r.newDraw(c)
	r.emit(Event{Kind: KindDraw, Cursor: d.at})
	if err := r.shader.draw(&d, r.regs); err != nil {
		return err
	}
	if d.instances > 0 {
		if err := d.walk(&d.vertices); err != nil {
			return err
		}
	}
	r.foot.draw(&d)
	if d.counted {
		r.trace.draws = append(r.trace.draws, drawNote{len(r.trace.Events) - 1, d.primitives()})
	}
	if n := d.primitives(); n > 0 {
		if all := uint64(n) * uint64(d.instances); r.within > 0 && all > r.within-r.trace.Stats.Primitives {
			return expected(c.addr, "a context of at most %d primitives: the draw has %d", r.within, all)
		}
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

// patchTriangles is the distance between the IDs of the triangles of a patch: one cut by
// clipping takes up to seven.
const patchTriangles = 8

// primitive draws a primitive and counts it.
func (r *renderer) primitive(d *draw) error {
	r.trace.Stats.Primitives++
	clipped, err := uint64(0), r.foot.primitive(d)
	if err != nil {
		return err
	}
	if d.topology == regs.CSPTopologyPatchList {
		clipped, err = r.patch(d)
	} else {
		clipped, err = r.single(d)
	}
	if err == nil {
		r.complete(d, clipped)
	}
	return err
}

// single shades the three vertices of a primitive and draws it. It returns the
// triangles that clipping left.
func (r *renderer) single(d *draw) (clipped uint64, err error) {
	var records [3]record
	var prim [3]vertex
	for i, k := range d.corners(d.at.Primitive) {
		if records[i], err = d.vertices.record(k); err != nil {
			return 0, err
		}
		prim[i] = d.program.run(&records[i], d.at.Instance)
	}
	if err := r.shader.vertices(d, records[:], prim[:]); err != nil {
		return 0, err
	}
	return r.clipped(d, &prim, 0)
}

// clipped clips a triangle and draws what is left, numbered from id. It returns the
// number of triangles, with culled ones.
func (r *renderer) clipped(d *draw, prim *[3]vertex, id uint32) (uint64, error) {
	r.trace.Stats.Given++
	if rejected(prim) {
		return 0, nil
	}
	inView := uint64(0)
	polygon := r.clipper.clip(prim, d.view.guardBand)
	for i := 2; i < len(polygon); i++ {
		t, visible := d.view.setup(&polygon[0], &polygon[i-1], &polygon[i])
		if !visible {
			continue
		}
		inView = 1
		d.at.Triangle, d.at.Tile = id+uint32(i-2), 0
		if err := r.triangle(d, &t); err != nil {
			return 0, err
		}
	}
	r.trace.Stats.InView += inView
	return uint64(max(len(polygon), 2) - 2), nil
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
			tile := tile{draw: d, shader: r.shader, planes: &planes, front: t.front, x: x, y: y, mask: mask}
			if err := r.tile(&tile); err != nil {
				return err
			}
		}
	}
	return nil
}
