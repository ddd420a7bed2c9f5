package golden

import "math/bits"

// tile is the part of a triangle in one tile.
type tile struct {
	*draw
	planes *attributePlanes
	front  bool
	x, y   int // in tiles
	mask   uint64

	depthWords, colorWords image // nil: not looked at
}

// tile draws the fragments of a tile, in order.
func (r *renderer) tile(t *tile) error {
	if err := t.findMemory(r.mem); err != nil {
		return err
	}
	first := len(r.trace.Fragments)
	r.trace.Fragments = room(r.trace.Fragments, bits.OnesCount64(t.mask))
	for _, bit := range fragmentOrder {
		if t.mask>>bit&1 != 0 {
			r.fragment(t, int(bit)%tileSize, int(bit)/tileSize)
		}
	}
	count := len(r.trace.Fragments) - first
	r.trace.Stats.Tiles++
	r.trace.Stats.Fragments += uint64(count)
	t.at.Tile++
	r.emit(Event{
		Kind: KindTile, Cursor: t.at, X: uint16(t.x), Y: uint16(t.y), Mask: t.mask,
		First: int32(first), Count: int32(count),
	})
	return nil
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
		t.colorWords, err = t.color.checkedTile(mem, t.x, t.y, "colour")
		return err
	}
	// Nothing is written, so the surface need not exist: it is only reported.
	t.colorWords = t.color.tileWords(mem, t.x, t.y)
	return nil
}

// checkedTile is tileWords of a surface that must exist.
func (s surface) checkedTile(mem image, x, y int, name string) (image, error) {
	addr, words := s.tileAddr(x, y), s.tileWords(mem, x, y)
	switch {
	case addr%tileBytes != 0:
		return nil, expected(addr, "a %s surface aligned to %d bytes", name, tileBytes)
	case words == nil:
		return nil, expected(addr, "tile (%d, %d) of the %s surface inside the memory of %#x bytes", x, y, name, len(mem))
	}
	return words, nil
}

// fragment draws pixel (x, y) of a tile.
func (r *renderer) fragment(t *tile, x, y int) {
	px, py := tileSize*t.x+x, tileSize*t.y+y
	f := Fragment{X: uint16(px), Y: uint16(py)}
	dx, dy := t.planes.offset(px, py)
	place := uint64(pixelOffset(x, y))
	if t.depthWords != nil {
		f.ZOld = t.depthWords.word(place)
	}
	f.ZNew, f.Pass = t.depth.fragment(f.ZOld, t.planes.depth.at(dx, dy), t.front)
	if t.depthWords != nil {
		t.depthWords.setWord(place, f.ZNew)
	}
	if f.Pass {
		r.trace.Stats.Passed++
		if t.depth.query {
			r.occlusion++
		}
		f.COld, f.CNew = t.writeColor(place, dx, dy)
	}
	r.trace.Fragments = append(r.trace.Fragments, f)
}

// writeColor shades a pixel and blends it into the colour surface.
func (t *tile) writeColor(place uint64, dx, dy float32) (before, after uint32) {
	if t.colorWords == nil {
		return 0, 0
	}
	before = t.colorWords.word(place)
	if !t.color.writes() {
		return before, before
	}
	attr := t.planes.at(dx, dy)
	after = t.color.pixel(t.pixels.color(&attr), unpack(before)).word()
	t.colorWords.setWord(place, after)
	return before, after
}
