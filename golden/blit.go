package golden

import (
	"math"

	"tilemark/hw/regs"
)

// pixelFormat is a format of a surface of a fill or copy (section 11).
type pixelFormat uint32

const (
	pixelRGBA8   pixelFormat = regs.C2DDstLayoutFormatRgba8
	pixelSRGB8   pixelFormat = regs.C2DDstLayoutFormatSrgb8
	pixelRGBA16F pixelFormat = regs.C2DDstLayoutFormatRgba16f
	pixelD24S8   pixelFormat = regs.C2DDstLayoutFormatD24s8
	pixelD32F    pixelFormat = regs.C2DDstLayoutFormatD32f
	pixelD16     pixelFormat = regs.C2DDstLayoutFormatD16
)

func (f pixelFormat) isDepth() bool { return f >= pixelD24S8 }

func (f pixelFormat) bytes() uint32 {
	switch f {
	case pixelRGBA16F:
		return 8
	case pixelD16:
		return 2
	}
	return 4
}

// blitSurface is the source or the destination of a fill or copy.
type blitSurface struct {
	surface
	format pixelFormat
	tiled  bool
	x0, y0 int // first pixel of the rectangle
}

// newBlitSurface reads the three registers from first on.
func newBlitSurface(r *registers, first int) (s blitSurface) {
	const block = regs.BlockC2D
	base, layout, origin := r.word(block, first), r.word(block, first+1), r.word(block, first+2)
	s.format = pixelFormat(field(layout, regs.C2DDstLayoutFormatShift, regs.C2DDstLayoutFormatMask))
	if s.format > pixelD16 {
		s.format = pixelRGBA8
	}
	s.tiled = flag(layout, regs.C2DDstLayoutTiledShift)
	pitch := field(layout, regs.C2DDstLayoutPitchShift, regs.C2DDstLayoutPitchMask)
	s.surface = surface{base &^ 63, pitch, s.format.bytes()}
	if s.tiled {
		s.surface = newSurface(base, pitch, s.format.bytes())
	}
	s.x0 = int(field(origin, regs.C2DDstOriginXShift, regs.C2DDstOriginXMask))
	s.y0 = int(field(origin, regs.C2DDstOriginYShift, regs.C2DDstOriginYMask))
	return s
}

// addr returns the address of pixel (x, y) of the rectangle.
func (s *blitSurface) addr(x, y int) uint64 {
	x, y = x+s.x0, y+s.y0
	if s.tiled {
		return s.tileAddr(x/tileSize, y/tileSize) + uint64(s.pixelBytes)*uint64(pixelNumber(x%tileSize, y%tileSize))
	}
	return uint64(s.base) + uint64(s.pixelBytes)*(uint64(y)*uint64(s.pitch)+uint64(x))
}

// pixelBytesAt is the memory of a pixel of the rectangle.
func (s *blitSurface) pixelBytesAt(mem image, x, y int, name string) (image, error) {
	addr := s.addr(x, y)
	if !mem.has(addr, uint64(s.pixelBytes)) {
		return nil, expected(addr, "pixel (%d, %d) of the %s surface inside the memory of %#x bytes", x+s.x0, y+s.y0, name, len(mem))
	}
	return mem[addr:], nil
}

// blit executes FILL or COPY: rows from the top, pixels from the left.
func (r *renderer) blit(c *command) error {
	const block = regs.BlockC2D
	from, to := newBlitSurface(r.regs, regs.C2DSrcBase), newBlitSurface(r.regs, regs.C2DDstBase)
	extent := r.regs.word(block, regs.C2DExtent)
	width := int(field(extent, regs.C2DExtentWidthShift, regs.C2DExtentWidthMask))
	height := int(field(extent, regs.C2DExtentHeightShift, regs.C2DExtentHeightMask))
	pixel := uint64(r.regs.word(block, regs.C2DFillLo)) | uint64(r.regs.word(block, regs.C2DFillHi))<<32
	pixel &= math.MaxUint64 >> (64 - 8*to.pixelBytes)
	r.next()
	first := len(r.trace.Writes)
	for y := range height {
		for x := range width {
			if c.opcode == regs.CommandCopy {
				source, err := from.pixelBytesAt(r.mem, x, y, "source")
				if err != nil {
					return err
				}
				pixel = convert(from.format, to.format, from.pixel(source, 0))
			}
			target, err := to.pixelBytesAt(r.mem, x, y, "destination")
			if err != nil {
				return err
			}
			to.setPixel(target, 0, pixel)
			r.trace.Writes = append(room(r.trace.Writes, 1), Write{Addr: uint32(to.addr(x, y)), Bytes: uint8(to.pixelBytes), Value: pixel})
		}
	}
	r.emit(Event{
		Kind: KindBlit, Cursor: r.offset(c.next), Copy: c.opcode == regs.CommandCopy,
		First: int32(first), Count: int32(len(r.trace.Writes) - first),
	})
	return nil
}

// depthPixel is a pixel of a depth surface between reading and writing: the binary32
// pattern of its depth, and its stencil.
type depthPixel struct{ z, stencil uint32 }

// convert turns a pixel of one format into one of another.
func convert(from, to pixelFormat, pixel uint64) uint64 {
	if from == to {
		return pixel
	}
	if from.isDepth() {
		d := from.readDepth(uint32(pixel))
		if to.isDepth() {
			return to.writeDepth(d)
		}
		z := math.Float32frombits(d.z)
		return to.writeColor(&[4]float32{z, z, z, 1})
	}
	c := from.readColor(pixel)
	if !to.isDepth() {
		return to.writeColor(&c)
	}
	d := depthPixel{z: math.Float32bits(c[0])}
	if from == pixelRGBA16F {
		d.z = halfBits(uint16(pixel)) // a NaN keeps its bits
	}
	return to.writeDepth(d)
}

func (f pixelFormat) readColor(pixel uint64) (c [4]float32) {
	switch f {
	case pixelRGBA16F:
		return fromHalves(pixel)
	case pixelSRGB8:
		return fromSRGB(uint32(pixel))
	}
	for k, b := range unpack(uint32(pixel)) {
		c[k] = div(float32(b), full)
	}
	return c
}

func (f pixelFormat) writeColor(c *[4]float32) uint64 {
	switch f {
	case pixelRGBA16F:
		return toHalves(c)
	case pixelSRGB8:
		return uint64(toSRGB(c))
	}
	return uint64(toBytes(c).word())
}

func (f pixelFormat) readDepth(word uint32) depthPixel {
	switch f {
	case pixelD24S8:
		return depthPixel{math.Float32bits(div(float32(word&depthMask), depthScale24)), word >> stencilShift}
	case pixelD16:
		return depthPixel{math.Float32bits(div(float32(word), depthScale16)), 0}
	}
	return depthPixel{word, 0}
}

func (f pixelFormat) writeDepth(d depthPixel) uint64 {
	z := clamp(math.Float32frombits(d.z), 0, 1)
	switch f {
	case pixelD24S8:
		return uint64(fixedDepth(z, depthScale24) | d.stencil<<stencilShift)
	case pixelD16:
		return uint64(fixedDepth(z, depthScale16))
	}
	return uint64(d.z)
}
