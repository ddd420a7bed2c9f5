package c2d

import (
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
)

// point is a pixel of a surface.
type point struct{ X, Y int32 }

// line is a destination line under way. Bit k of a mask is pixel k of the line.
type line struct {
	Addr    uint32 // byte address
	First   point  // pixel 0; it may lie outside the rectangle
	Want    uint32 // pixels that are written
	Ask     uint32 // pixels whose source has not been asked for
	Missing uint32 // pixels whose source is not there
	Data    [16]uint32
}

// surface is a surface as the registers name it.
type surface struct {
	base   uint32 // byte address, aligned
	pitch  int64  // pixels of a row, or tiles of a row
	bytes  uint32 // of a pixel: 2, 4 or 8
	format uint32
	tiled  bool
}

func surfaceOf(base, pitch, format uint32, tiled bool) surface {
	s := surface{base: base &^ 63, pitch: int64(pitch), bytes: bytesOf(format), format: format, tiled: tiled}
	switch {
	case tiled && s.bytes == 8:
		s.base &^= 511
	case tiled:
		s.base &^= 255
	}
	return s
}

// bytesOf returns the bytes of a pixel.
func bytesOf(format uint32) uint32 {
	switch format {
	case regs.C2DDstLayoutFormatRgba16f:
		return 8
	case regs.C2DDstLayoutFormatD16:
		return 2
	}
	return 4
}

// pixels returns the pixels of a line.
func (s *surface) pixels() int { return int(pipe.LineBytes / s.bytes) }

// block returns width and height of the pixels of a line of a tiled surface.
func (s *surface) block() (w, h int32) {
	switch s.bytes {
	case 8:
		return 4, 2
	case 2:
		return 8, 4
	}
	return 8, 2
}

// address returns the byte address of a pixel (docs/arithmetic.md, sections 9 and 11); ok
// tells whether 32 bits hold it.
func (s *surface) address(p point) (addr uint32, ok bool) {
	at, n := int64(s.base), int64(s.bytes)
	if s.tiled {
		tile := int64(p.Y>>3)*s.pitch + int64(p.X>>3)
		quad := int64(p.Y&7>>1)<<2 | int64(p.X&7>>1)
		at += n * (64*tile + 4*quad + int64(p.Y&1<<1|p.X&1))
	} else {
		at += n * (int64(p.Y)*s.pitch + int64(p.X))
	}
	return uint32(at), at>>32 == 0
}

// pixel returns pixel k of the line whose pixel 0 is given.
func (s *surface) pixel(first point, k int) point {
	i := int32(k)
	if !s.tiled {
		return point{first.X + i, first.Y}
	}
	return point{first.X + i>>2&3<<1 + i&1, first.Y + i>>4<<1 + i>>1&1}
}

// first returns the pixel with which a rectangle's first line begins.
func (s *surface) first(g *regs.C2DRegs) point {
	p := point{int32(g.DstOriginX()), int32(g.DstOriginY())}
	if s.tiled {
		w, h := s.block()
		p.X, p.Y = p.X&^(w-1), p.Y&^(h-1)
	}
	return p
}

// line fills a line in that begins at a pixel; ok tells whether it has an address.
func (s *surface) line(g *regs.C2DRegs, at point, l *line) (ok bool) {
	x0, y0 := int32(g.DstOriginX()), int32(g.DstOriginY())
	x1, y1 := x0+int32(g.ExtentWidth()), y0+int32(g.ExtentHeight())
	addr, ok := s.address(at)
	l.Addr, l.First = addr&^(pipe.LineBytes-1), at
	if !s.tiled { // the line may begin before the rectangle
		l.First.X -= int32(addr % pipe.LineBytes / s.bytes)
		x0 = at.X
	}
	for k := range s.pixels() {
		p := s.pixel(l.First, k)
		if p.X >= x0 && p.X < x1 && p.Y >= y0 && p.Y < y1 {
			l.Want |= 1 << k
		}
	}
	return ok
}

// next returns the pixel with which the next line begins: rows from the top, each from the
// left, so that where rows of a surface overlap the last one remains.
func (s *surface) next(g *regs.C2DRegs, at point) (p point, more bool) {
	x1, y1 := int32(g.DstOriginX()+g.ExtentWidth()), int32(g.DstOriginY()+g.ExtentHeight())
	first := s.first(g)
	w, h := s.block()
	if !s.tiled {
		addr, _ := s.address(at)
		w, h = int32((pipe.LineBytes-addr%pipe.LineBytes)/s.bytes), 1
	}
	if p = (point{at.X + w, at.Y}); p.X >= x1 {
		p = point{first.X, at.Y + h}
	}
	return p, p.Y < y1
}

// get reads a pixel of some bytes from a line.
func get(data *[16]uint32, at, bytes uint32) uint64 {
	w := at >> 2
	switch bytes {
	case 8:
		return uint64(data[w+1])<<32 | uint64(data[w])
	case 2:
		return uint64(data[w] >> (8 * (at & 2)) & 0xffff)
	}
	return uint64(data[w])
}

// put writes the low bytes of v into a line.
func put(data *[16]uint32, at, bytes uint32, v uint64) {
	w := at >> 2
	switch bytes {
	case 8:
		data[w], data[w+1] = uint32(v), uint32(v>>32)
	case 2:
		shift := 8 * (at & 2)
		data[w] = data[w]&^(0xffff<<shift) | uint32(v&0xffff)<<shift
	default:
		data[w] = uint32(v)
	}
}

// fill repeats a pixel over a line.
func fill(data *[16]uint32, bytes, lo, hi uint32) {
	for i := uint32(0); i < pipe.LineBytes; i += bytes {
		put(data, i, bytes, uint64(hi)<<32|uint64(lo))
	}
}
