package golden

import "encoding/binary"

// The surface layout of docs/arithmetic.md, section 9.
const (
	tileSize  = 8   // pixels along a side
	tileBytes = 256 // a tile of 4-byte pixels
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
	base  uint32 // byte address of tile 0
	pitch uint32 // tiles in a row
}

// tileAddr returns the address of a tile; x and y count tiles.
func (s surface) tileAddr(x, y int) uint64 {
	return uint64(s.base) + tileBytes*(uint64(y)*uint64(s.pitch)+uint64(x))
}

// pixelOffset returns where pixel (x, y) of a tile lies in the tile's bytes: the tile
// holds quads of four pixels, in rows of four quads.
func pixelOffset(x, y int) int {
	return 64*(y>>1) + 16*(x>>1) + 4*(2*(y&1)+(x&1))
}

// tileWords is the tile's part of the image, nil when it does not lie inside.
func (s surface) tileWords(m image, x, y int) image {
	addr := s.tileAddr(x, y)
	if !m.has(addr, tileBytes) {
		return nil
	}
	return m[addr : addr+tileBytes]
}

// ReadSurface returns the words of a depth or colour surface, row by row from the
// top. Pixels whose tile lies outside mem read as 0.
func ReadSurface(mem []byte, base uint32, pitchTiles, width, height int) []uint32 {
	s := surface{base: base, pitch: uint32(pitchTiles)}
	words := make([]uint32, 0, width*height)
	for y := range height {
		for x := range width {
			var w uint32
			if tile := s.tileWords(mem, x/tileSize, y/tileSize); tile != nil {
				w = tile.word(uint64(pixelOffset(x%tileSize, y%tileSize)))
			}
			words = append(words, w)
		}
	}
	return words
}
