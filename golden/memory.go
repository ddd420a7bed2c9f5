package golden

import "encoding/binary"

// The surface layout of docs/arithmetic.md, section 9.
const (
	tileSize   = 8  // pixels along a side
	tilePixels = 64 // pixels of a tile
)

// image is a flat picture of GPU memory from address 0. Addresses are 64 bits wide
// here, so that base plus offset never wraps round to a low address.
type image []byte

func (m image) has(addr, bytes uint64) bool {
	return addr <= uint64(len(m)) && bytes <= uint64(len(m))-addr
}

// word reads a word inside the image.
func (m image) word(addr uint64) uint32 { return binary.LittleEndian.Uint32(m[addr:]) }

func (m image) setWord(addr uint64, v uint32) { binary.LittleEndian.PutUint32(m[addr:], v) }

// surface is a depth or a colour buffer.
type surface struct {
	base       uint32 // byte address of tile 0, aligned
	pitch      uint32 // tiles in a row
	pixelBytes uint32 // 2, 4 or 8
}

// newSurface leaves out the bits of the base that count as 0: the low 8, and the low 9
// when a tile is larger than that.
func newSurface(base, pitch, pixelBytes uint32) surface {
	align := max(tilePixels*pixelBytes, 256)
	return surface{base &^ (align - 1), pitch, pixelBytes}
}

func (s surface) tileBytes() uint64 { return tilePixels * uint64(s.pixelBytes) }

// tileAddr returns the address of a tile; x and y count tiles.
func (s surface) tileAddr(x, y int) uint64 {
	return uint64(s.base) + s.tileBytes()*(uint64(y)*uint64(s.pitch)+uint64(x))
}

// pixelNumber returns which of a tile's pixels in memory (x, y) is: the tile holds quads
// of four pixels, in rows of four quads.
func pixelNumber(x, y int) int {
	return 16*(y>>1) + 4*(x>>1) + 2*(y&1) + x&1
}

// pixel reads pixel number n of a tile.
func (s surface) pixel(tile image, n int) uint64 {
	switch s.pixelBytes {
	case 2:
		return uint64(binary.LittleEndian.Uint16(tile[2*n:]))
	case 8:
		return binary.LittleEndian.Uint64(tile[8*n:])
	}
	return uint64(binary.LittleEndian.Uint32(tile[4*n:]))
}

// setPixel writes pixel number n of a tile.
func (s surface) setPixel(tile image, n int, v uint64) {
	switch s.pixelBytes {
	case 2:
		binary.LittleEndian.PutUint16(tile[2*n:], uint16(v))
	case 8:
		binary.LittleEndian.PutUint64(tile[8*n:], v)
	default:
		binary.LittleEndian.PutUint32(tile[4*n:], uint32(v))
	}
}

// tileWords is the tile's part of the image, nil when it does not lie inside.
func (s surface) tileWords(m image, x, y int) image {
	addr, bytes := s.tileAddr(x, y), s.tileBytes()
	if !m.has(addr, bytes) {
		return nil
	}
	return m[addr : addr+bytes]
}
