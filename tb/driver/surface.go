package driver

import (
	"encoding/binary"
	"math"

	"tilemark/hw/regs"
)

// Surface is a depth or colour surface in memory: tiles of 8 by 8 pixels (docs/arithmetic.md, section 9).
type Surface struct {
	Base          uint32
	Pitch         int // tiles in a row
	Width, Height int
	Bytes         int // of a pixel: 2, 4 or 8
}

// Pixels returns the pixels by rows from the top, each in the surface's format; read returns a word of memory.
func (s *Surface) Pixels(read func(addr uint32) uint32) []uint64 {
	out := make([]uint64, 0, s.Width*s.Height)
	for y := range s.Height {
		for x := range s.Width {
			at := s.Address(x, y)
			v := uint64(read(at &^ 3))
			switch s.Bytes {
			case 2:
				v = v >> (8 * (at & 2)) & 0xffff
			case 8:
				v |= uint64(read(at+4)) << 32
			}
			out = append(out, v)
		}
	}
	return out
}

// Address returns where a pixel is.
func (s *Surface) Address(x, y int) uint32 {
	tile, pixel := (y/8)*s.Pitch+x/8, 2*(y%2)+x%2
	if s.Bytes == 2 {
		return s.Base + uint32(128*tile+64*(y%8/4)+32*(y%4/2)+8*(x%8/2)+2*pixel)
	}
	return s.Base + uint32(s.Bytes*(64*tile+16*(y%8/2)+4*(x%8/2)+pixel))
}

// size is its bytes.
func (s *Surface) size() int { return 64 * s.Bytes * s.Pitch * ((s.Height + 7) / 8) }

// clearColor gives a cleared pixel and its bytes.
func clearColor(format uint32, c [4]uint8) (pixel uint64, bytes int) {
	if format != regs.WBUColorFormatRgba16f {
		return uint64(binary.LittleEndian.Uint32(c[:])), 4
	}
	for k, v := range c {
		pixel |= uint64(half(float64(v)/255)) << (16 * k)
	}
	return pixel, 8
}

// half is the binary16 nearest to a number from 0 to 1, ties to even.
func half(v float64) uint16 {
	if v < 1.0/(1<<14) {
		return uint16(math.RoundToEven(v * (1 << 24))) // denormal, or the least normal number
	}
	fraction, exponent := math.Frexp(v) // fraction is 0.5 to 1
	return uint16((exponent+14-1)<<10) + uint16(math.RoundToEven(fraction*(1<<11)))
}

// clearDepth gives a cleared pixel and its bytes.
func clearDepth(format uint32, z float32, stencil uint8) (pixel uint64, bytes int) {
	switch format {
	case regs.ZL2DepthControlFormatD32f:
		return uint64(math.Float32bits(z)), 4
	case regs.ZL2DepthControlFormatD16:
		return uint64(math.RoundToEven(float64(z) * (1<<16 - 1))), 2
	}
	return uint64(math.RoundToEven(float64(z)*(1<<24-1))) | uint64(stencil)<<24, 4
}

// surface allocates a surface full of one pixel.
func (b *builder) surface(pixel uint64, bytes int) Surface {
	s := Surface{Pitch: (b.o.Width + 7) / 8, Width: b.o.Width, Height: b.o.Height, Bytes: bytes}
	n := s.size()
	s.Base = b.allocPart(b.o.Lends.Surfaces, n, 4096)
	if b.err == nil {
		b.changes(s.Base, n)
		to := b.at(s.Base)
		for i := 0; i < n; i += bytes {
			for k := range bytes {
				to[i+k] = byte(pixel >> (8 * k))
			}
		}
	}
	return s
}
