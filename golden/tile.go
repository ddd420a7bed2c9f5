package golden

import (
	"math"
	"math/bits"

	"tilemark/golden/exec"
	"tilemark/hw/isa"
	"tilemark/hw/regs"
)

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
	r.next()
	first := len(r.trace.Fragments)
	r.trace.Fragments = room(r.trace.Fragments, bits.OnesCount64(t.mask))
	if err := r.quadsOf(t); err != nil {
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
	if t.depth.enabled() {
		if t.depthWords, err = t.depth.checkedTile(mem, t.x, t.y, "depth"); err != nil {
			return err
		}
	}
	if t.color.writes() {
		if t.format != t.color.format {
			return expected(t.color.tileAddr(t.x, t.y), "PS.COLOR_FORMAT and WBU.COLOR_FORMAT to say the same, found %d and %d", t.format, t.color.format)
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

// Quads of a tile, in their order row by row.
const (
	quadsOfRow  = tileSize / 2
	quadsOfTile = quadsOfRow * quadsOfRow
	quadPixels  = 4
	wholeQuad   = 1<<quadPixels - 1
)

// quad is the covered pixels of a quad, whose first one is (x, y) of the tile.
type quad struct {
	x, y    int
	f       [quadPixels]Fragment
	covered uint32
	passed  uint32
}

// quadsOf draws a tile's quads, as many in a thread as the packing says. With the late test the kernel runs for all covered pixels and comes first, otherwise for those that
// have passed; the others are helpers. Quads of a tile have no pixel in common, so which of them are in a thread does not count, but where a thread fails.
func (r *renderer) quadsOf(t *tile) error {
	all := r.tileQuads[:0]
	for n := range quadsOfTile {
		if q := t.quad(2*(n%quadsOfRow), 2*(n/quadsOfRow)); q.covered != 0 {
			all = append(all, q)
		}
	}
	r.tileQuads = all
	group := r.group[:0]
	size := 0
	for n := range all {
		q := &all[n]
		if !t.depth.late {
			q.each(q.covered, func(k, at int) {
				q.f[k].Tested = true
				t.test(q, k, at, t.planes.depth.at(t.planes.offset(int(q.f[k].X), int(q.f[k].Y))))
			})
			if q.passed == 0 {
				continue
			}
		}
		if len(group) == 0 {
			size = r.quads()
		}
		if group = append(group, q); len(group) < size {
			continue
		}
		if err := r.thread(t, group); err != nil {
			return err
		}
		group = group[:0]
	}
	if r.group = group; len(group) > 0 {
		return expected(t.pixel.text, "a pixel thread of %d quads at the most, the tile (%d, %d) ends before: found %d", len(group), t.x, t.y, size)
	}
	for n := range all {
		q := &all[n]
		q.each(q.covered, func(k, _ int) {
			if q.f[k].Pass {
				r.trace.Stats.Passed++
				if t.depth.query {
					r.counters[regs.CounterOcclusion]++
				}
			}
			r.trace.Fragments = append(r.trace.Fragments, q.f[k])
		})
	}
	return nil
}

// quad takes the covered pixels of a quad.
func (t *tile) quad(x, y int) (q quad) {
	q.x, q.y = x, y
	for k := range quadPixels {
		px, py := x+k&1, y+k>>1
		if t.mask>>(8*py+px)&1 != 0 {
			q.covered |= 1 << k
		}
		q.f[k] = Fragment{X: uint16(tileSize*t.x + px), Y: uint16(tileSize*t.y + py)}
	}
	return q
}

// each does something for pixels of a set, with their numbers in the quad and in the tile's memory.
func (q *quad) each(set uint32, do func(k, n int)) {
	for k := range quadPixels {
		if set>>k&1 != 0 {
			do(k, pixelNumber(q.x+k&1, q.y+k>>1))
		}
	}
}

// thread runs the pixel kernel for the quads of a thread. When it fails none of their pixels is written, or tested late.
func (r *renderer) thread(t *tile, group []*quad) error {
	out, err := r.shade(t, group)
	if out == nil {
		return err
	}
	for n, q := range group {
		lanes, first := out.Lanes>>(quadPixels*n), quadPixels*n
		if t.depth.late {
			q.each(lanes&q.covered, func(k, at int) {
				z := t.planes.depth.at(t.planes.offset(int(q.f[k].X), int(q.f[k].Y)))
				if out.Message == isa.MessageColorDepth {
					z = math.Float32frombits(out.Values[outDepth][first+k])
				}
				q.f[k].Tested = true
				t.test(q, k, at, z)
			})
			lanes = q.passed
		}
		q.each(q.passed&lanes, func(k, at int) { t.colored(&q.f[k], at, first+k, out) })
	}
	return nil
}

// outDepth is where depths stand in what a pixel kernel puts out.
const outDepth = 4

// shade runs the pixel kernel for some quads; nil: it has failed.
func (r *renderer) shade(t *tile, group []*quad) (*exec.Output, error) {
	k := t.pixel
	if quadPixels*len(group) > k.lanes {
		return nil, expected(k.text, "a pixel thread of at most %d quads, found %d", k.lanes/quadPixels, len(group))
	}
	masks := uint32(0)
	for n, q := range group {
		mask := q.passed
		if t.depth.late {
			mask = q.covered
		}
		if masks |= mask << (quadPixels * n); t.shaded {
			r.counters[regs.CounterPsInvocations] += uint64(bits.OnesCount32(mask))
		}
	}
	if r.threads == nil && len(r.trace.Failures) > 0 { // nothing can be said of what it would find
		return nil, nil
	}
	active := uint32(1)<<(quadPixels*len(group)) - 1
	k.begin(active, active&^masks)
	k.word(0, 0, 1) // samples
	for n, q := range group {
		for p := range q.f {
			lane, px, py := quadPixels*n+p, int(q.f[p].X), int(q.f[p].Y)
			dx, dy := t.planes.offset(px, py)
			k.lane(0, lane, uint32(px))
			k.lane(1, lane, uint32(py))
			k.float(2, lane, clamp(t.planes.depth.at(dx, dy), 0, 1))
			k.float(3, lane, t.planes.reciprocal.at(dx, dy))
			if t.front {
				k.lane(4, lane, 1)
			}
			attr := t.planes.at(dx, dy)
			for i, v := range attr[:t.shown.given] {
				k.float(pixelValues+i, lane, v)
			}
		}
	}
	if err := k.finish(); err != nil {
		r.failed(err)
		return nil, nil
	}
	return &k.output, nil
}

// colored writes the colour of a pixel, which lane k of its thread puts out, pixel n of the tile's memory.
func (t *tile) colored(f *Fragment, n, k int, out *exec.Output) {
	var color [4]float32
	for c := range color {
		color[c] = math.Float32frombits(out.Values[c][k])
	}
	f.Colored = true
	t.writeColor(f, n, &color)
}

// test does the depth and stencil test of pixel k of a quad, pixel n of the tile's memory.
func (t *tile) test(q *quad, k, n int, z float32) {
	f := &q.f[k]
	if t.depthWords != nil {
		f.ZOld = uint32(t.depth.surface.pixel(t.depthWords, n))
	}
	f.ZNew, f.Pass = t.depth.fragment(f.ZOld, z, t.front)
	if t.depthWords != nil {
		t.depth.setPixel(t.depthWords, n, uint64(f.ZNew))
	}
	if f.Pass {
		q.passed |= 1 << k
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
