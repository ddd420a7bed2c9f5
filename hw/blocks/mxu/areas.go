package mxu

import (
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
)

// area is a part of an address space: rows of bytes at equal distances.
type area struct {
	Start  uint64 // byte address of the first row; it may lie outside
	Bytes  uint32 // of a row
	Rows   uint32
	Stride uint32 // bytes from a row to the next
}

// bytes is the area of a range of bytes.
func bytes(addr, n uint32) area { return area{Start: uint64(addr), Bytes: n, Rows: 1} }

// from returns the area's first page that has at least the given number.
func (a *area) from(page uint32) (first uint32, ok bool) {
	if a.Bytes == 0 || a.Rows == 0 {
		return 0, false
	}
	row, last := uint64(0), a.Start+uint64(a.Bytes)-1
	if at := uint64(page) << pipe.PageShift; at > last {
		if a.Rows == 1 || a.Stride == 0 {
			return 0, false
		}
		if row = (at - last + uint64(a.Stride) - 1) / uint64(a.Stride); row >= uint64(a.Rows) {
			return 0, false
		}
	}
	return max(page, uint32((a.Start+row*uint64(a.Stride))>>pipe.PageShift)), true
}

// areas are what a request needs.
type areas []area

// few is enough room for the areas of what is no draw.
const few = 2

// place is how far a walk over the pages of areas is.
type place struct {
	Area uint8
	Page uint32 // the next one is the first from here on
}

// after returns the next page from a place on, and the place after it.
func (a areas) after(at place) (page uint32, next place, more bool) {
	for ; int(at.Area) < len(a); at = (place{Area: at.Area + 1}) {
		if page, ok := a[at.Area].from(at.Page); ok {
			return page, place{at.Area, page + 1}, true
		}
	}
	return 0, at, false
}

// have tells whether a page is one of them.
func (a areas) have(page uint32) bool {
	for i := range a {
		if first, ok := a[i].from(page); ok && first == page {
			return true
		}
	}
	return false
}

// needs returns the areas that a request of the break point names, in a buffer of as many as a pixel kernel can bind.
func (m *MXU) needs(r *pipe.PinRequest, buf *[boundAreas]area) areas {
	g := &m.S.Regs[r.Slot]
	a := areas(buf[:few])
	switch r.Kind {
	case pipe.Tile:
		color, depth := tileBytes(g)
		x, y := r.Tile()
		a[0] = bytes(tileAddr(g.ColorBase(), g.SurfacePitchColor(), color, x, y), 1)
		a[1] = bytes(tileAddr(g.DepthBase(), g.SurfacePitchDepth(), depth, x, y), 1)
	case pipe.Draw:
		return bound(&m.S.Bind[r.Slot], buf)
	case pipe.Blit:
		m.S.blit(r, a)
	default:
		a[0] = bytes(r.Word(), 1)
	}
	return a
}

// tileAddr returns a tile's address (docs/arithmetic.md, section 9). Tiles do not cross
// pages.
func tileAddr(base, pitch, bytes uint32, x, y uint16) uint32 {
	return base&^(max(bytes, 256)-1) + bytes*(uint32(y)*pitch+uint32(x))
}

// tileBytes returns the bytes of a tile of the colour and of the depth surface.
func tileBytes(g *regs.MXURegs) (color, depth uint32) {
	color, depth = 256, 256
	if g.SurfaceFormatColorWide() {
		color = 512
	}
	if g.SurfaceFormatDepthNarrow() {
		depth = 128
	}
	return color, depth
}

// blit returns what a fill or copy reads and writes, as the registers of C2D say that
// have passed the break point (docs/arithmetic.md, section 11).
func (s *State) blit(r *pipe.PinRequest, a areas) {
	g := &s.C2D[r.Slot]
	w, h := g.ExtentWidth(), g.ExtentHeight()
	a[0] = rectangle(g.DstBase(), g.DstLayoutPitch(), g.DstLayoutFormat(), g.DstLayoutTiled(), g.DstOriginX(), g.DstOriginY(), w, h)
	if r.Blit() == pipe.BlitCopy {
		a[1] = rectangle(g.SrcBase(), g.SrcLayoutPitch(), g.SrcLayoutFormat(), g.SrcLayoutTiled(), g.SrcOriginX(), g.SrcOriginY(), w, h)
	}
}

// rectangle returns the area of a rectangle of a surface: rows of pixels, or of tiles.
func rectangle(base, pitch, format uint32, tiled bool, x, y, w, h uint32) area {
	if w == 0 || h == 0 {
		return area{}
	}
	n := uint32(4)
	switch format {
	case regs.C2DDstLayoutFormatRgba16f:
		n = 8
	case regs.C2DDstLayoutFormatD16:
		n = 2
	}
	base &^= pipe.LineBytes - 1
	if tiled {
		n *= 64
		base &^= max(n, 256) - 1
		w, h = (x+w+7)>>3-x>>3, (y+h+7)>>3-y>>3
		x, y = x>>3, y>>3
	}
	start := uint64(base) + uint64(n)*(uint64(y)*uint64(pitch)+uint64(x))
	return area{Start: start, Bytes: n * w, Rows: h, Stride: n * pitch}
}
