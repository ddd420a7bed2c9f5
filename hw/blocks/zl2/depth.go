package zl2

import (
	"math"

	"tilemark/hw/blocks/cache"
	"tilemark/hw/format"
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
)

// quad tests the pixels of a quad against the cached line and updates it. It returns
// the pixels that pass (docs/arithmetic.md, section 7). depth, unless it is nil, is
// tested instead of the plane.
func (b *ZL2) quad(i *item, quad, mask uint8, depth *[4]float32) (pass uint8) {
	px := int32(i.Tile.X)<<3 + int32(quad&3)<<1
	py := int32(i.Tile.Y)<<3 + int32(quad>>2)<<1
	var line *cache.Line
	if b.usesDepth() {
		line = b.cache.Line(int(i.Lines[b.lineOf(quad)]))
	}
	for k := range uint8(4) {
		if mask>>k&1 == 0 {
			continue
		}
		x, y := px+int32(k&1), py+int32(k>>1)
		f := Fragment{Slot: i.Tile.Slot, Pass: true, X: uint16(x), Y: uint16(y)}
		if line != nil {
			d := &i.Tile.Depth
			var z float32
			if depth != nil {
				z = depth[k]
			} else {
				z = depthAt(d, x, y)
			}
			b.update(z, d.Front, line, quad<<2|k, &f)
		}
		if f.Pass {
			pass |= 1 << k
		}
		if b.P.Tested.On() {
			b.P.Tested.Emit(&f)
		}
	}
	b.count(pass)
	return pass
}

// depthAt evaluates the plane at a pixel.
func depthAt(d *pipe.DepthPlane, x, y int32) float32 {
	return format.Clamp(d.Plane.At(float32(x<<8-d.X0), float32(y<<8-d.Y0)))
}

// update tests a pixel of a tile, by its number among the quads' pixels, against its word
// or half-word of a line, and writes it.
func (b *ZL2) update(z float32, front bool, line *cache.Line, pixel uint8, f *Fragment) {
	word, shift, mask := pixel&15, uint8(0), uint32(math.MaxUint32)
	if b.narrow() {
		word, shift, mask = pixel>>1&15, pixel&1<<4, math.MaxUint16
	}
	w := &line.Data[word]
	f.Old = *w >> shift & mask
	f.New, f.Pass = b.fragment(z, front, f.Old)
	if f.New != f.Old {
		*w = *w&^(mask<<shift) | f.New<<shift
		line.Dirty = true
	}
}

// count adds the pixels that pass to the occlusion counter.
func (b *ZL2) count(pass uint8) {
	r := &b.S.Regs
	if !r.QueryControlEnable() {
		return
	}
	n := uint32(pass&1 + pass>>1&1 + pass>>2&1 + pass>>3&1)
	lo := r[regs.ZL2OcclusionLo]
	r[regs.ZL2OcclusionLo] = lo + n
	if lo+n < lo {
		r[regs.ZL2OcclusionHi]++
	}
}

// fragment tests one pixel: old is the word, or half-word, in the depth buffer.
func (b *ZL2) fragment(z float32, front bool, old uint32) (word uint32, pass bool) {
	switch b.S.Regs.DepthControlFormat() {
	case regs.ZL2DepthControlFormatD32f:
		return b.float(math.Float32bits(z), old)
	case regs.ZL2DepthControlFormatD16:
		return b.plain(format.D16(z), old)
	}
	return b.fixed(format.D24(z), front, old)
}

// plain tests D16, which has no stencil.
func (b *ZL2) plain(z, old uint32) (uint32, bool) {
	r := &b.S.Regs
	switch {
	case !r.DepthControlTestEnable():
		return old, true
	case !compare(r.DepthControlFunc(), int64(z), int64(old)):
		return old, false
	case r.DepthControlWriteEnable():
		return z, true
	}
	return old, true
}

// float tests D32F.
func (b *ZL2) float(z, old uint32) (uint32, bool) {
	r := &b.S.Regs
	if !r.DepthControlTestEnable() {
		return old, true
	}
	if !compareFloat(r.DepthControlFunc(), math.Float32frombits(z), math.Float32frombits(old)) {
		return old, false
	}
	if r.DepthControlWriteEnable() {
		return z, true
	}
	return old, true
}

// compareFloat compares as IEEE 754 does: with a stored NaN only NOTEQUAL and ALWAYS
// pass.
func compareFloat(fn uint32, a, b float32) bool {
	if b != b {
		return fn&5 == 5
	}
	return fn&1 != 0 && a < b || fn&2 != 0 && a == b || fn&4 != 0 && a > b
}

// fixed tests D24S8.
func (b *ZL2) fixed(z uint32, front bool, old uint32) (uint32, bool) {
	r := &b.S.Regs
	stencil := old >> 24
	depthPass := !r.DepthControlTestEnable() || compare(r.DepthControlFunc(), int64(z), int64(old&0xffffff))
	pass := depthPass
	if r.StencilControlEnable() {
		f := b.face(front)
		var op uint32
		switch {
		case !compare(f.fn, int64(f.ref&f.read), int64(stencil&f.read)):
			op, pass = f.fail, false
		case !depthPass:
			op = f.zfail
		default:
			op = f.pass
		}
		stencil = stencil&^f.write | operate(op, stencil, f.ref)&f.write
	}
	word := old & 0xffffff
	if pass && r.DepthControlTestEnable() && r.DepthControlWriteEnable() {
		word = z
	}
	return word | stencil<<24, pass
}

// face is the stencil state of one side.
type face struct{ fn, fail, zfail, pass, ref, read, write uint32 }

func (b *ZL2) face(front bool) face {
	r := &b.S.Regs
	if front {
		return face{
			r.StencilFrontFunc(), r.StencilFrontFail(), r.StencilFrontZfail(), r.StencilFrontPass(),
			r.StencilRefFront(), r.StencilMasksReadFront(), r.StencilMasksWriteFront(),
		}
	}
	return face{
		r.StencilBackFunc(), r.StencilBackFail(), r.StencilBackZfail(), r.StencilBackPass(),
		r.StencilRefBack(), r.StencilMasksReadBack(), r.StencilMasksWriteBack(),
	}
}

// compare is one of the eight compare functions, bit by bit: less, equal, greater.
func compare(fn uint32, a, b int64) bool {
	return fn&1 != 0 && a < b || fn&2 != 0 && a == b || fn&4 != 0 && a > b
}

func operate(op, s, ref uint32) uint32 {
	switch op {
	case 1:
		return 0
	case 2:
		return ref
	case 3:
		return min(s+1, 255)
	case 4:
		return max(s, 1) - 1
	case 5:
		return ^s & 255
	case 6:
		return (s + 1) & 255
	case 7:
		return (s - 1) & 255
	}
	return s
}
