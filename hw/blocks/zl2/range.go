package zl2

import (
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
)

// infinity is the pattern of binary32's infinity; above it are NaN and numbers with a
// sign, which have no place in the order of depths.
const infinity = 0x7f800000

// tell gives ZL1 the range of depths of a finished tile: of a tile all of whose lines
// are in the cache, since the range must cover what the tile did not touch too.
func (b *ZL2) tell(i *item) {
	t := &i.Tile
	e := pipe.DepthRange{Slot: t.Slot, X: t.X, Y: t.Y, Raises: t.Raises, Lowers: t.Lowers, Whole: true, Min: ^uint32(0)}
	for line := range b.lines() {
		if !b.covers(t, line) {
			e.Whole = false
			break
		}
		b.widen(&e, &b.cache.Line(int(i.Lines[line])).Data)
	}
	if !e.Whole {
		e.Min, e.Max = 0, 0
	}
	b.P.ZLBack.Put(e)
}

// widen takes the depths of a line into a range.
func (b *ZL2) widen(e *pipe.DepthRange, words *[16]uint32) {
	f := b.S.Regs.DepthControlFormat()
	for _, w := range words {
		switch f {
		case regs.ZL2DepthControlFormatD16:
			e.Min, e.Max = min(e.Min, w&0xffff, w>>16), max(e.Max, w&0xffff, w>>16)
			continue
		case regs.ZL2DepthControlFormatD32f:
			e.Whole = e.Whole && w <= infinity
		default:
			w &= 0xffffff
		}
		e.Min, e.Max = min(e.Min, w), max(e.Max, w)
	}
}
