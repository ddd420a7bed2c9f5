package golden

import (
	"slices"

	"tilemark/hw/regs"
)

// Footprint says which pages a context needs at once: those that a run must find which
// begins at a cursor and comes to the next one (docs/commands.md, "What must be in memory
// at once"). What such a run reads is what lies before it in its DMA buffer, the words that
// WAITs before it look at, the indices and vertices of one primitive, and what the next
// thing to pass the break point has pinned.
type Footprint struct {
	always pages            // header, ring and save area
	events []eventFootprint // of each event of the trace
	draws  []drawFootprint
	prims  map[Cursor][]span // indices and vertices of a primitive, by its cursor
	trace  *Trace
	inDraw bool
	waits  pages  // words that WAITs have looked at since the last event
	buffer uint32 // DMA buffer; 0: none
	until  uint32 // DWORDs of it that have been read
	stop   pages  // read after the last event, up to a malformed command
}

// eventFootprint is what an event needs on top of what is always needed.
type eventFootprint struct {
	read   pages // its DMA buffer up to its command, and words that are waited for
	pinned pages
	draw   int // within a draw: which; otherwise -1
}

// drawFootprint is a draw: with restart all indices are looked at for the end of an instance,
// if there is one.
type drawFootprint struct {
	primitives uint32 // of an instance
	indices    pages  // with restart: all of them
}

// span is a range of bytes.
type span struct{ addr, bytes uint64 }

// pages are page numbers, rising.
type pages []uint32

func (p *pages) add(addr, bytes uint64) {
	if bytes == 0 {
		return
	}
	for n := addr >> regs.PageTableEntryFrameShift; n <= (addr+bytes-1)>>regs.PageTableEntryFrameShift; n++ {
		if at, found := slices.BinarySearch(*p, uint32(n)); !found {
			*p = slices.Insert(*p, at, uint32(n))
		}
	}
}

func (p *pages) join(q pages) {
	for _, n := range q {
		p.add(uint64(n)<<regs.PageTableEntryFrameShift, 1)
	}
}

func (p *pages) spans(list []span) {
	for _, l := range list {
		p.add(l.addr, l.bytes)
	}
}

// Footprints runs contexts as RunTogether does, on a copy of mem, and says what each needs.
// Errors are those of RunTogether; a context that stops at something malformed needs what
// comes before, and that.
func Footprints(mem []byte, starts []Start, primitives uint64) ([]*Footprint, error) {
	var out []*Footprint
	for _, c := range together(slices.Clone(mem), starts, primitives, true) {
		if stops(c.err) {
			c.r.foot.stops()
		} else if c.err != nil {
			return nil, c.err
		}
		c.r.finish()
		out = append(out, c.r.foot)
	}
	return out, nil
}

// stops notes what is read from the last event on up to a malformed command.
func (f *Footprint) stops() {
	f.stop = f.waits
	f.stop.add(uint64(f.buffer), 4*uint64(f.until))
}

// open notes the header, which is pinned while it is read: an empty context, and one that is
// refused, needs no more.
func (f *Footprint) open(r *renderer) {
	if f != nil {
		f.always.add(r.ctx, regs.ContextHeaderBytes)
	}
}

// begin notes what else is pinned while a context runs.
func (f *Footprint) begin(r *renderer) {
	if f == nil {
		return
	}
	f.always.add(r.ctx+regs.ContextHeaderBytes, 4*uint64(r.header(regs.ContextHeaderRingSize)))
	f.always.add(uint64(r.header(regs.ContextHeaderSaveArea)), regs.SaveRoomBytes)
	if s := r.headerScratch(); s.lines > 0 {
		f.always.add(s.at, s.bytes(r))
	}
}

// enter notes a DMA buffer; read, how much of it has been read.
func (f *Footprint) enter(base uint32) {
	if f != nil {
		f.buffer, f.until = base, 0
	}
}

func (f *Footprint) read(dwords uint32) {
	if f != nil {
		f.until = dwords
	}
}

// wait notes a word that a WAIT looks at.
func (f *Footprint) wait(addr uint64) {
	if f != nil {
		f.waits.add(addr, 4)
	}
}

// event notes what an event needs.
func (f *Footprint) event(r *renderer, e *Event) {
	if f == nil {
		return
	}
	own := eventFootprint{read: f.waits, draw: -1}
	f.waits = nil
	until := f.until
	if e.Kind == KindState {
		until = e.Cursor.Offset
	}
	own.read.add(uint64(f.buffer), 4*uint64(until))
	if f.inDraw {
		own.draw = len(f.draws) - 1
	}
	switch e.Kind {
	case KindTile:
		own.tile(r, e)
	case KindFence, KindQuery:
		own.pinned.add(uint64(e.Addr), 1)
	case KindBlit:
		own.rectangle(newBlitSurface(r.regs, regs.C2DDstBase), r)
		if e.Copy {
			own.rectangle(newBlitSurface(r.regs, regs.C2DSrcBase), r)
		}
	case KindEndDraw:
		f.inDraw = false
	case KindHead:
		if e.Cursor.Buffer == 0 { // after the buffer
			f.buffer, f.until = 0, 0
		}
	}
	f.events = append(f.events, own)
}

// tile adds what a tile has pinned: its pages of both surfaces, whether they are used or
// not, and the draw's pixel kernel with what it binds.
func (own *eventFootprint) tile(r *renderer, e *Event) {
	mxu := func(reg int) uint32 { return r.regs.word(regs.BlockMXU, reg) }
	pitch, format := mxu(regs.MXUSurfacePitch), mxu(regs.MXUSurfaceFormat)
	color, depth := uint32(4), uint32(4)
	if flag(format, regs.MXUSurfaceFormatColorWideShift) {
		color = 8
	}
	if flag(format, regs.MXUSurfaceFormatDepthNarrowShift) {
		depth = 2
	}
	for _, s := range []surface{
		newSurface(mxu(regs.MXUColorBase), field(pitch, regs.MXUSurfacePitchColorShift, regs.MXUSurfacePitchColorMask), color),
		newSurface(mxu(regs.MXUDepthBase), field(pitch, regs.MXUSurfacePitchDepthShift, regs.MXUSurfacePitchDepthMask), depth),
	} {
		own.pinned.add(s.tileAddr(int(e.X), int(e.Y)), 1)
	}
	own.pinned.add(uint64(r.regs.word(regs.BlockBIND, regs.BINDPixelKernel)), uint64(r.regs.word(regs.BlockBIND, regs.BINDPixelKernelBytes)))
	b := pixelBindings(r.mem, r.regs)
	own.pinned.spans(b.buffers)
	own.pinned.spans(b.textures)
}

// rectangle adds the memory of a fill or copy in one surface: whole rows of pixels, or of tiles.
func (own *eventFootprint) rectangle(s blitSurface, r *renderer) {
	extent := r.regs.word(regs.BlockC2D, regs.C2DExtent)
	width := int(field(extent, regs.C2DExtentWidthShift, regs.C2DExtentWidthMask))
	height := int(field(extent, regs.C2DExtentHeightShift, regs.C2DExtentHeightMask))
	if width == 0 || height == 0 {
		return
	}
	for y := 0; y < height; y++ {
		first, end := s.addr(0, y), s.addr(width-1, y)+uint64(s.pixelBytes)
		if s.tiled {
			x0, x1, row := s.x0/tileSize, (s.x0+width-1)/tileSize, (s.y0+y)/tileSize
			first, end = s.tileAddr(x0, row), s.tileAddr(x1, row)+s.tileBytes()
		}
		own.pinned.add(first, end-first)
	}
}

// draw notes a draw, whose primitives follow.
func (f *Footprint) draw(d *draw) {
	if f == nil {
		return
	}
	n := drawFootprint{primitives: d.primitives()}
	if d.restart && d.count >= 3 && d.instances > 0 {
		n.indices.add(d.vertices.indexPlace(0), d.vertices.indexBytes*uint64(d.count))
	}
	f.draws, f.inDraw = append(f.draws, n), true
}

// primitive notes the indices and vertices of a primitive.
func (f *Footprint) primitive(d *draw) error {
	if f == nil {
		return nil
	}
	at := d.at
	at.Triangle, at.Tile = 0, 0
	list := slices.Clone(d.read) // by the kernels above the break point
	v := &d.vertices
	records := func(n uint32, count uint64) {
		for i := range count {
			if k := uint64(n) + i; uint64(uint32(k)) == k && k < uint64(v.count) {
				list = append(list, span{uint64(v.base) + recordBytes*k, recordBytes})
			}
		}
	}
	if d.topology == regs.CSPTopologyPatchList {
		first, err := v.patchRecord(at.Primitive)
		if err != nil {
			return err
		}
		if d.indexed {
			list = append(list, span{v.indexPlace(at.Primitive), v.indexBytes})
		}
		records(first, patchVertices)
		f.prims[at] = list
		return nil
	}
	for _, k := range d.corners(at.Primitive) {
		n, err := v.number(k)
		if err != nil {
			return err
		}
		switch {
		case d.restart:
			list = append(list, span{v.indexPlace(0), v.indexBytes * uint64(k+1)})
		case d.indexed:
			list = append(list, span{v.indexPlace(k), v.indexBytes})
		}
		records(n, 1)
	}
	f.prims[at] = list
	return nil
}

// indexPlace is the address of index k of the draw.
func (s *vertexSource) indexPlace(k uint32) uint64 {
	return uint64(s.indexBase) + s.indexBytes*uint64(s.first+k)
}

// Pages returns the pages that a run needs which begins at a cursor after the first n
// events of the trace, rising. Within a draw the first primitive ends with a marker, so the
// cursor moves then at the latest.
func (f *Footprint) Pages(n int, at Cursor) []uint32 {
	need := slices.Clone(f.always)
	for ; ; n++ {
		if n >= len(f.events) {
			need.join(f.stop)
			if f.inDraw { // a kernel cannot go on for the next primitive
				f.next(&need, len(f.draws)-1, at)
			}
			break
		}
		e, own := &f.trace.Events[n], &f.events[n]
		need.join(own.read)
		if own.draw >= 0 {
			p := f.next(&need, own.draw, at)
			if e.Kind == KindEndDraw || e.Cursor.Instance != p.Instance || e.Cursor.Primitive != p.Primitive {
				break
			}
		}
		need.join(own.pinned)
		if e.Cursor != at {
			break
		}
	}
	return need
}

// next adds the indices and vertices of the primitive that a run begins with within a draw, and returns its cursor.
func (f *Footprint) next(need *pages, draw int, at Cursor) Cursor {
	d, p := &f.draws[draw], at
	p.Triangle, p.Tile = 0, 0
	if at.Primitive >= d.primitives {
		need.join(d.indices)
		p.Instance, p.Primitive = p.Instance+1, 0
	}
	need.spans(f.prims[p])
	return p
}

// Most returns the most pages that a run of the context needs, wherever it begins, and that
// are pinned at once when an event passes: with fewer the context cannot come to its end
// even when others make it lose no page.
func (f *Footprint) Most() (needed, pinned int) {
	needed, pinned = len(f.always), len(f.always)
	at := f.trace.cursor(0)
	for n := range f.events {
		needed = max(needed, len(f.Pages(n, at)))
		all := slices.Clone(f.always)
		all.join(f.events[n].pinned)
		pinned = max(pinned, len(all))
		at = f.trace.Events[n].Cursor
	}
	return max(needed, len(f.Pages(len(f.events), at))), pinned
}
