package vector

import (
	"cmp"
	"slices"

	"tilemark/golden"
	"tilemark/hw/regs"
)

// Blit is what golden writes for a fill or copy.
type Blit struct {
	Writes []golden.Write // by address; those of one address in their order
	Sum    uint64         // of all pixels' marks
	Size   BlitSize
}

// Mark is a pixel's part of a sum that does not depend on the order of the pixels.
func Mark(addr uint32, value uint64) uint64 {
	h := (value ^ uint64(addr)<<20 ^ 0x9e3779b97f4a7c15) * 0xff51afd7ed558ccd
	return (h ^ h>>32) * 0xc4ceb9fe1a85ec53
}

// blitInfos collects the fills and copies of a trace, by event.
func blitInfos(t *golden.Trace) map[int]*Blit {
	out := map[int]*Blit{}
	var reg regs.C2DRegs
	for k := range t.Events {
		e := &t.Events[k]
		switch e.Kind {
		case golden.KindState:
			if e.Block == regs.BlockC2D {
				regs.Write(reg[:], e.Reg, e.Value)
			}
		case golden.KindBlit:
			b := &Blit{Writes: slices.Clone(t.Writes[e.First : e.First+e.Count]), Size: SizeOfBlit(&reg, e.Copy)}
			slices.SortStableFunc(b.Writes, func(x, y golden.Write) int { return cmp.Compare(x.Addr, y.Addr) })
			for _, w := range b.Writes {
				b.Sum += Mark(w.Addr, w.Value)
			}
			out[k] = b
		}
	}
	return out
}

// BlitSize is the work of a fill or copy.
type BlitSize struct {
	Lines uint64 // destination lines of 64 bytes that are written
	Reads uint64 // source lines, at most, each as often as a destination line needs it
}

// SizeOfBlit bounds the lines of a fill or copy, however its rectangles lie.
func SizeOfBlit(g *regs.C2DRegs, isCopy bool) BlitSize {
	width, height := uint64(g.ExtentWidth()), uint64(g.ExtentHeight())
	if width == 0 || height == 0 {
		return BlitSize{}
	}
	w, h := blockOf(g.DstLayoutFormat(), g.DstLayoutTiled())
	s := BlitSize{Lines: touched(width, w) * touched(height, h)}
	if isCopy {
		fromW, fromH := blockOf(g.SrcLayoutFormat(), g.SrcLayoutTiled())
		s.Reads = s.Lines * touched(min(w, width), fromW) * touched(min(h, height), fromH)
	}
	return s
}

// blockOf returns width and height of the pixels of a line (docs/arithmetic.md, sections 9
// and 11).
func blockOf(format uint32, tiled bool) (w, h uint64) {
	switch {
	case format == regs.C2DDstLayoutFormatRgba16f && tiled:
		return 4, 2
	case format == regs.C2DDstLayoutFormatRgba16f:
		return 8, 1
	case format == regs.C2DDstLayoutFormatD16 && tiled:
		return 8, 4
	case format == regs.C2DDstLayoutFormatD16:
		return 32, 1
	case tiled:
		return 8, 2
	}
	return 16, 1
}

// touched returns the most blocks of a size that so many pixels in a row touch.
func touched(pixels, block uint64) uint64 { return (pixels+block-2)/block + 1 }

// BlitsBefore returns the number of a context's fills and copies before an event.
func (v *Vector) BlitsBefore(context, event int) int {
	n, _ := slices.BinarySearch(v.BlitAt[context], event)
	return n
}
