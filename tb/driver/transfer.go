package driver

import (
	"tilemark/hw/regs"
	"tilemark/tb/scene"
)

// plane is a surface as the 2D block sees it.
type plane struct {
	base, pitch, format uint32
	tiled               bool
	width, height       int
}

func (b *builder) plane(place int) plane {
	switch place {
	case scene.PlaceColor:
		c := &b.c.Color
		return plane{c.Base, uint32(c.Pitch), b.c.ColorFormat, true, c.Width, c.Height} // colour formats have the same numbers
	case scene.PlaceDepth:
		d := &b.c.Depth
		return plane{d.Base, uint32(d.Pitch), regs.C2DDstLayoutFormatD24s8 + b.c.DepthFormat, true, d.Width, d.Height}
	}
	t := &b.s.Textures[place]
	format := uint32(regs.C2DDstLayoutFormatRgba8)
	if t.SRGB {
		format = regs.C2DDstLayoutFormatSrgb8
	}
	return plane{b.textures[place].base, uint32(t.Width), format, false, t.Width, t.Height}
}

func (p *plane) layout() uint32 {
	return regs.C2DDstLayoutFields{Pitch: p.pitch, Format: p.format, Tiled: p.tiled}.Pack()
}

// transfers writes the fills and copies that come before a draw.
func (b *builder) transfers(before int) {
	for i := range b.s.Transfers {
		if t := &b.s.Transfers[i]; t.Before == before && b.err == nil {
			b.transfer(t)
		}
	}
}

// transfer writes a fill or a copy, cut to the surfaces; nothing when nothing is left.
func (b *builder) transfer(t *scene.Transfer) {
	to := b.plane(t.To)
	s, header := state{}, uint32(regs.CommandFillHeader)
	from, at := to, t.At
	if t.Copy {
		header, from = regs.CommandCopyHeader, b.plane(t.From)
	}
	r := [4]int{0, 0, from.width, from.height}
	if t.Rect != nil {
		r = [4]int{t.Rect[0], t.Rect[1], min(r[2], t.Rect[2]), min(r[3], t.Rect[3])}
	}
	if !t.Copy {
		at = [2]int{r[0], r[1]}
	}
	w, h := min(r[2]-r[0], to.width-at[0]), min(r[3]-r[1], to.height-at[1])
	if w <= 0 || h <= 0 {
		return
	}
	s.set(regs.BlockC2D, regs.C2DDstBase, to.base)
	s.set(regs.BlockC2D, regs.C2DDstLayout, to.layout())
	s.set(regs.BlockC2D, regs.C2DDstOrigin, regs.C2DDstOriginFields{X: uint32(at[0]), Y: uint32(at[1])}.Pack())
	s.set(regs.BlockC2D, regs.C2DExtent, regs.C2DExtentFields{Width: uint32(w), Height: uint32(h)}.Pack())
	if t.Copy {
		s.set(regs.BlockC2D, regs.C2DSrcBase, from.base)
		s.set(regs.BlockC2D, regs.C2DSrcLayout, from.layout())
		s.set(regs.BlockC2D, regs.C2DSrcOrigin, regs.C2DSrcOriginFields{X: uint32(r[0]), Y: uint32(r[1])}.Pack())
	} else {
		pixel := b.fillPixel(t)
		s.set(regs.BlockC2D, regs.C2DFillLo, uint32(pixel))
		s.set(regs.BlockC2D, regs.C2DFillHi, uint32(pixel>>32))
	}
	b.write(s)
	b.buffer = append(b.buffer, header)
}

// fillPixel gives the pixel of a fill in the destination's format.
func (b *builder) fillPixel(t *scene.Transfer) uint64 {
	if t.Bits != nil {
		return *t.Bits
	}
	format := uint32(regs.WBUColorFormatRgba8)
	switch t.To {
	case scene.PlaceDepth:
		pixel, _ := clearDepth(b.c.DepthFormat, t.Depth, t.Stencil)
		return pixel
	case scene.PlaceColor:
		format = b.c.ColorFormat
	}
	pixel, _ := clearColor(format, t.Color)
	return pixel
}
