package golden

import "tilemark/hw/regs"

// draw is a draw in progress: its state, and where it stands.
type draw struct {
	assembly
	at        Cursor
	vertices  vertexSource
	view      viewState
	clip      rect
	shown     varyings
	bias      depthBias
	vertex    *kernelThread // nil: of patches
	domain    *kernelThread // of patches
	hull      *kernelThread // nil: segments are those of the register
	pixel     *kernelThread
	binds     bindings    // of the pixel kernel
	read      []span      // what kernels above the break point may read: their text, and what they bind
	format    colorFormat // of the colours sent to WBU
	shaded    bool        // runs of the pixel kernel are counted
	depth     depthState
	color     blendState
	instances uint32
	segments  int  // of a patch's side
	counted   bool // in the pipeline statistics
}

// newDraw takes the state of the registers as it stands.
func (r *renderer) newDraw(c *command) (d draw, err error) {
	count, instances, first := c.operand(regs.CommandDrawCount), c.operand(regs.CommandDrawInstances), c.operand(regs.CommandDrawFirst)
	indexed := flag(c.operand(regs.CommandDrawFlags), regs.CommandDrawFlagsIndexedShift)
	d = draw{
		assembly:  newAssembly(r.regs, count, indexed),
		at:        r.offset(c.offset),
		vertices:  newVertexSource(r.mem, r.regs, first, indexed),
		view:      newViewState(r.regs),
		clip:      newClipRect(r.regs),
		shown:     newVaryings(r.regs),
		bias:      newDepthBias(r.regs),
		binds:     pixelBindings(r.mem, r.regs),
		format:    newColorFormat(r.regs.word(regs.BlockPS, regs.PSColorFormat)),
		shaded:    flag(r.regs.word(regs.BlockPS, regs.PSStatisticsControl), regs.PSStatisticsControlEnableShift),
		depth:     newDepthState(r.regs),
		color:     newBlendState(r.regs),
		instances: instances,
		segments:  segments(r.regs),
		counted:   r.regs.counts(),
	}
	return d, r.newKernels(&d)
}

// Values of threads after r0 (docs/isa.md, "A thread"): of vertices number, instance and the components of the record; of pixels x, y, depth, 1/w, whether the primitive faces the
// front, after which its attributes follow.
const (
	vertexValues = 2 + recordValues
	pixelValues  = 5
)

// Registers of EUP and of PS that are constants of kernels.
const (
	eupConstants = regs.EUPTessellation + 1
	psConstants  = 16
)

// newKernels makes the threads of the draw's kernels.
func (r *renderer) newKernels(d *draw) (err error) {
	binds := vertexBindings(r.mem, r.regs)
	make := func(to **kernelThread, b *bindings, s kernelRegisters, values, registers, constants int) {
		if err != nil {
			return
		}
		if *to, err = r.newKernelThread(s, values, registers, constants); err == nil {
			b.bind(*to)
		}
	}
	if err := binds.check(); err != nil {
		return err
	}
	d.read = append(binds.buffers[:boundBuffers:boundBuffers], binds.textures...)
	if err := d.binds.check(); err != nil {
		return err
	}
	if d.topology != regs.CSPTopologyPatchList {
		make(&d.vertex, &binds, vertexStage, vertexValues, 0, eupConstants)
	} else {
		make(&d.domain, &binds, domainStage, domainValues, patchRegisters, eupConstants)
		if r.regs.word(regs.BlockEUP, regs.EUPHullKernelBytes) > 0 {
			make(&d.hull, &binds, hullStage, 0, patchRegisters, eupConstants)
		}
	}
	for _, k := range []*kernelThread{d.vertex, d.domain, d.hull} {
		if k != nil {
			d.read = append(d.read, span{k.text, k.bytes})
		}
	}
	make(&d.pixel, &d.binds, pixelStage, pixelValues+d.shown.given, 0, psConstants)
	return err
}

func (r *renderer) draw(c *command) error {
	d, err := r.newDraw(c)
	if err != nil {
		return err
	}
	r.emit(Event{Kind: KindDraw, Cursor: d.at})
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
	count, last := 1, r.last(d, 0)
	if last != nil {
		count = last.Primitives
	}
	var prim [3]vertex
	if err := r.shadePrimitives(d, count); err != nil {
		return 0, err
	}
	for lane := range prim {
		prim[lane] = d.vertex.vertex(lane)
	}
	d.shown.flatten(&prim, d.provoking(d.at.Primitive))
	return r.clipped(d, &prim, 0)
}

// shadePrimitives runs a thread for so many primitives, from the present one on.
func (r *renderer) shadePrimitives(d *draw, count int) error {
	t := d.vertex
	if corners*count > t.lanes {
		return expected(t.text, "a vertex thread of at most %d primitives, found %d", t.lanes/corners, count)
	}
	t.begin(uint32(1)<<(corners*count)-1, 0)
	instance, primitive := d.at.Instance, d.at.Primitive
	for p := range count {
		if primitive == d.primitives() {
			instance, primitive = instance+1, 0
		}
		for c, k := range d.corners(primitive) {
			lane := corners*p + c
			n, err := d.vertices.number(k)
			if err != nil {
				return err
			}
			record, err := d.vertices.numbered(n)
			if err != nil {
				return err
			}
			t.lane(0, lane, n)
			t.lane(1, lane, instance)
			for i, v := range record {
				t.float(2+i, lane, v)
			}
		}
		primitive++
	}
	return r.above(t)
}

// corners of a primitive, or of a triangle of a patch.
const corners = 3

// above executes a thread above the break point to its end, and notes that it fails.
func (r *renderer) above(t *kernelThread) error {
	err := t.finish()
	if err != nil {
		r.failed(err)
	}
	return err
}

// last is the thread at which the context has ended in a machine, if it begins with the present primitive, or triangle of a patch.
func (r *renderer) last(d *draw, triangle uint32) *Group {
	if r.threads == nil || r.threads.Last == nil {
		return nil
	}
	g := r.threads.Last
	if at := g.At; at.Head != d.at.Head || at.Buffer != d.at.Buffer || at.Offset != d.at.Offset || at.Instance != d.at.Instance || at.Primitive != d.at.Primitive || at.Triangle != triangle {
		return nil
	}
	return g
}

// clipped clips a triangle and draws what is left, numbered from id. It returns the
// number of triangles, with culled ones.
func (r *renderer) clipped(d *draw, prim *[3]vertex, id uint32) (uint64, error) {
	r.trace.Stats.Given++
	if rejected(prim) {
		return 0, nil
	}
	inView := uint64(0)
	polygon := r.clipper.clip(prim, d.view.guardBand, d.shown.cut)
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
	edges, planes := t.edges(), newAttributePlanes(t, &d.shown)
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
