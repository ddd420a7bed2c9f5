package golden

import (
	"math/bits"

	"tilemark/hw/regs"
)

// tile is the part of a triangle in one tile.
type tile struct {
	*draw
	shader *shader // or nil
	planes *attributePlanes
	front  bool
	x, y   int // in tiles
	mask   uint64

	depthWords, colorWords image // nil: not looked at

	haveDetail bool // of quad detailAt
	detailAt   [2]int
	lastDetail int
}

// tile draws the fragments of a tile, in order.
func (r *renderer) tile(t *tile) error {
	if err := t.findMemory(r.mem); err != nil {
		return err
	}
	r.next()
	r.shader.tile()
	first := len(r.trace.Fragments)
	r.trace.Fragments = room(r.trace.Fragments, bits.OnesCount64(t.mask))
	for _, bit := range fragmentOrder {
		if t.mask>>bit&1 != 0 {
			r.fragment(t, int(bit)%tileSize, int(bit)/tileSize)
		}
	}
	if err := r.shader.failure(); err != nil {
		return err
	}
	count := len(r.trace.Fragments) - first
	r.trace.Stats.Tiles++
	r.trace.Stats.Fragments += uint64(count)
	t.at.Tile++
	r.emit(Event{
		Kind: KindTile, Cursor: t.at, X: uint16(t.x), Y: uint16(t.y), Mask: t.mask,
		Color: t.bytes(&t.color.surface, t.colorWords), Depth: t.bytes(&t.depth.surface, t.depthWords),
		First: int32(first), Count: int32(count),
	})
	return nil
}

// bytes says where the tile's pixels are in a surface of which words are looked at.
func (t *tile) bytes(s *surface, words image) Bytes {
	if words == nil {
		return Bytes{}
	}
	return Bytes{Tile: uint32(s.tileAddr(t.x, t.y)), Pixel: uint8(s.pixelBytes)}
}

// findMemory finds the tile's bytes in the two surfaces.
func (t *tile) findMemory(mem image) (err error) {
	if err := t.pixels.check(); err != nil {
		return err
	}
	if t.depth.enabled() {
		if t.depthWords, err = t.depth.checkedTile(mem, t.x, t.y, "depth"); err != nil {
			return err
		}
	}
	if t.color.writes() {
		if t.pixels.format != t.color.format {
			return expected(t.color.tileAddr(t.x, t.y), "PS.COLOR_FORMAT and WBU.COLOR_FORMAT to say the same, found %d and %d", t.pixels.format, t.color.format)
		}
		t.colorWords, err = t.color.checkedTile(mem, t.x, t.y, "colour")
		return err
	}
	// Nothing is written, so the surface need not exist: it is only reported.
	t.colorWords = t.color.tileWords(mem, t.x, t.y)
	return nil
}

// checkedTile is tileWords of a surface that must exist.
func (s surface) checkedTile(mem image, x, y int, name string) (image, error) {
	words := s.tileWords(mem, x, y)
	if words == nil {
		return nil, expected(s.tileAddr(x, y), "tile (%d, %d) of the %s surface inside the memory of %#x bytes", x, y, name, len(mem))
	}
	return words, nil
}

// fragment draws pixel (x, y) of a tile.
func (r *renderer) fragment(t *tile, x, y int) {
	px, py := tileSize*t.x+x, tileSize*t.y+y
	f := Fragment{X: uint16(px), Y: uint16(py)}
	dx, dy := t.planes.offset(px, py)
	z, n := t.planes.depth.at(dx, dy), pixelNumber(x, y)
	var color [4]float32
	kept := true
	if t.depth.late {
		r.shaded(t)
	}
	if t.depth.late && t.runsProgram() {
		color, kept = t.program(px, py, dx, dy)
		if t.pixels.writeDepth {
			z = t.pixels.depth(&color)
		}
	}
	if f.Tested = kept; kept {
		t.test(&f, n, z)
	}
	if f.Pass {
		r.trace.Stats.Passed++
		if t.depth.query {
			r.counters[regs.CounterOcclusion]++
		}
		if !t.depth.late {
			r.shaded(t)
			if t.runsProgram() {
				color, kept = t.program(px, py, dx, dy)
			}
		}
		if f.Colored = kept; kept {
			t.writeColor(&f, n, &color)
		}
	}
	r.trace.Fragments = append(r.trace.Fragments, f)
}

// shaded counts a pixel that is given to the pixel program.
func (r *renderer) shaded(t *tile) {
	if t.pixels.counted {
		r.counters[regs.CounterPsInvocations]++
	}
}

// runsProgram tells whether the pixel program's results are of any use.
func (t *tile) runsProgram() bool {
	return t.color.writes() || t.pixels.kill || t.depth.late && t.pixels.writeDepth
}

// program runs the pixel program of pixel (px, py), which lies at an offset from vertex 0.
func (t *tile) program(px, py int, dx, dy float32) (color [4]float32, kept bool) {
	detail := 0
	if t.pixels.textured && t.pixels.needsDetail() {
		detail = t.detail(px&^1, py&^1)
	}
	attr := t.planes.at(dx, dy)
	color = t.pixels.color(&attr, detail)
	kept = t.pixels.keeps(&color)
	t.shader.pixelOf(t, px, py, &color, kept)
	return color, kept
}

// detail is the texture's level of detail in the quad whose first pixel is (px, py). It
// is computed once for the quad's pixels, which follow one another.
func (t *tile) detail(px, py int) int {
	if place := [2]int{px, py}; !t.haveDetail || t.detailAt != place {
		p := t.planes
		t.lastDetail = t.pixels.texture.detail(p.texcoords(px, py), p.texcoords(px+1, py), p.texcoords(px, py+1))
		t.detailAt, t.haveDetail = place, true
	}
	return t.lastDetail
}

// test does the depth and stencil test of a fragment, pixel n of the tile's memory.
func (t *tile) test(f *Fragment, n int, z float32) {
	if t.depthWords != nil {
		f.ZOld = uint32(t.depth.surface.pixel(t.depthWords, n))
	}
	f.ZNew, f.Pass = t.depth.fragment(f.ZOld, z, t.front)
	if t.depthWords != nil {
		t.depth.setPixel(t.depthWords, n, uint64(f.ZNew))
	}
}

// writeColor blends a colour into the colour surface.
func (t *tile) writeColor(f *Fragment, n int, color *[4]float32) {
	if t.colorWords == nil {
		return
	}
	old := t.color.surface.pixel(t.colorWords, n)
	f.COld, f.CNew = old, old
	if t.color.writes() {
		f.CNew = t.color.shade(color, old)
		t.color.setPixel(t.colorWords, n, f.CNew)
	}
}
