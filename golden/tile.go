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
	for n := range quadsOfTile {
		if err := r.quad(t, 2*(n%quadsOfRow), 2*(n/quadsOfRow)); err != nil {
			return err
		}
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

// quad draws the covered pixels of a quad, whose first one is (x, y) of the tile. With the late test the kernel runs for all of them and comes first, otherwise for those that
// have passed; the others are helpers.
func (r *renderer) quad(t *tile, x, y int) error {
	var f [quadPixels]Fragment
	covered, passed := uint32(0), uint32(0)
	for k := range quadPixels {
		px, py := x+k&1, y+k>>1
		if t.mask>>(8*py+px)&1 != 0 {
			covered |= 1 << k
		}
		f[k] = Fragment{X: uint16(tileSize*t.x + px), Y: uint16(tileSize*t.y + py)}
	}
	if covered == 0 {
		return nil
	}
	each := func(set uint32, do func(k, n int)) {
		for k := range quadPixels {
			if set>>k&1 != 0 {
				do(k, pixelNumber(x+k&1, y+k>>1))
			}
		}
	}
	test := func(k, n int, z float32) {
		if t.test(&f[k], n, z); f[k].Pass {
			passed |= 1 << k
		}
	}
	kept := covered
	if t.depth.late {
		out, err := r.shade(t, covered, &f)
		if err != nil {
			return err
		}
		kept = out.Lanes & covered
		each(kept, func(k, n int) {
			z := t.planes.depth.at(t.planes.offset(int(f[k].X), int(f[k].Y)))
			if out.Message == isa.MessageColorDepth {
				z = math.Float32frombits(out.Values[outDepth][k])
			}
			f[k].Tested = true
			test(k, n, z)
		})
		each(passed, func(k, n int) { t.colored(&f[k], n, k, out) })
	} else {
		each(covered, func(k, n int) {
			f[k].Tested = true
			test(k, n, t.planes.depth.at(t.planes.offset(int(f[k].X), int(f[k].Y))))
		})
		if passed != 0 {
			out, err := r.shade(t, passed, &f)
			if err != nil {
				return err
			}
			each(passed&out.Lanes, func(k, n int) { t.colored(&f[k], n, k, out) })
		}
	}
	each(covered, func(k, _ int) {
		if f[k].Pass {
			r.trace.Stats.Passed++
			if t.depth.query {
				r.counters[regs.CounterOcclusion]++
			}
		}
		r.trace.Fragments = append(r.trace.Fragments, f[k])
	})
	return nil
}

// outDepth is where depths stand in what a pixel kernel puts out.
const outDepth = 4

// shade runs the pixel kernel for a quad.
func (r *renderer) shade(t *tile, mask uint32, f *[quadPixels]Fragment) (*exec.Output, error) {
	if t.shaded {
		r.counters[regs.CounterPsInvocations] += uint64(bits.OnesCount32(mask))
	}
	k := t.pixel
	k.begin(wholeQuad, wholeQuad&^mask)
	k.word(0, 0, 1) // samples
	for lane := range f {
		px, py := int(f[0].X)+lane&1, int(f[0].Y)+lane>>1
		dx, dy := t.planes.offset(px, py)
		k.lane(0, lane, uint32(px))
		k.lane(1, lane, uint32(py))
		k.float(2, lane, clamp(t.planes.depth.at(dx, dy), 0, 1))
		k.float(3, lane, t.planes.reciprocal.at(dx, dy))
		if t.front {
			k.lane(4, lane, 1)
		}
		for i, v := range t.planes.at(dx, dy) {
			k.float(5+i, lane, v)
		}
	}
	if err := k.finish(); err != nil {
		return nil, err
	}
	return &k.output, nil
}

// colored writes the colour of pixel k of a quad, pixel n of the tile's memory.
func (t *tile) colored(f *Fragment, n, k int, out *exec.Output) {
	var color [4]float32
	for c := range color {
		color[c] = math.Float32frombits(out.Values[c][k])
	}
	f.Colored = true
	t.writeColor(f, n, &color)
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
