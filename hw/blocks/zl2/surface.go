package zl2

import (
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
)

// Where a tile's pixels lie: docs/arithmetic.md, section 9.

func (b *ZL2) usesDepth() bool {
	r := &b.S.Regs
	return r.DepthControlTestEnable() || r.StencilControlEnable()
}

// narrow tells whether a pixel of the depth surface has two bytes.
func (b *ZL2) narrow() bool { return b.S.Regs.DepthControlFormat() == regs.ZL2DepthControlFormatD16 }

// lines returns how many cache lines a tile has: each holds two rows of pixels, of D16
// four.
func (b *ZL2) lines() uint8 {
	if b.narrow() {
		return 2
	}
	return 4
}

// lineOf returns the line of a tile in which a quad lies.
func (b *ZL2) lineOf(quad uint8) uint8 {
	if b.narrow() {
		return quad >> 3
	}
	return quad >> 2
}

// covers tells whether a tile has covered pixels in one of its lines.
func (b *ZL2) covers(t *pipe.TileDepth, line uint8) bool {
	if b.narrow() {
		return uint32(t.Mask>>(32*line)) != 0
	}
	return uint16(t.Mask>>(16*line)) != 0
}

func (b *ZL2) tileAddr(t *pipe.TileDepth) uint32 {
	bytes := pipe.LineBytes * uint32(b.lines())
	return b.S.Regs.DepthBase()&^255 + bytes*(uint32(t.Y)*b.S.Regs.DepthPitch()+uint32(t.X))
}

// quads is the number of quads of a tile.
const quads = 16

// nextQuad returns the first quad of a tile, from one on, that has covered pixels.
func nextQuad(mask uint64, quad uint8) uint8 {
	for quad < quads && quadMask(mask, quad) == 0 {
		quad++
	}
	return quad
}

// quadMask returns the four pixels of a quad, bit 2y+x, from a tile's mask.
func quadMask(m uint64, quad uint8) uint8 {
	q := m >> (16*(quad>>2) + 2*(quad&3))
	return uint8(q&3 | q>>6&12)
}
