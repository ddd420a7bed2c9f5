package wbu

import (
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
)

// quad blends a quad's pixels into its cached line.
func (b *WBU) quad(i *item) {
	s := &b.S
	e := &i.Entry
	if !b.writes() {
		return
	}
	l := b.cache.Line(int(i.Line))
	first := b.quadAddr(e) / 4 % 16 // word of the line
	wide := b.wide()
	for k := range uint16(4) {
		if e.Mask>>k&1 == 0 {
			continue
		}
		p := Pixel{Slot: e.Slot, X: e.X + k&1, Y: e.Y + k>>1}
		if wide {
			w := l.Data[first+2*uint32(k):][:2]
			p.Old = uint64(w[1])<<32 | uint64(w[0])
			p.New = float16(&s.Regs, e.Color[k], p.Old)
			w[0], w[1] = uint32(p.New), uint32(p.New>>32)
		} else {
			w := &l.Data[first+uint32(k)]
			p.Old = uint64(*w)
			*w = word(&s.Regs, e.Color[k], *w)
			p.New = uint64(*w)
		}
		if b.P.Blended.On() {
			b.P.Blended.Emit(&p)
		}
	}
	l.Dirty = true
	b.cache.Done(int(i.Line))
}

// word writes a colour to a pixel of four bytes and returns it.
func word(r *regs.WBURegs, src pipe.Color, dst uint32) uint32 {
	c := uint32(src)
	if r.ColorFormat() == regs.WBUColorFormatSrgb8 {
		c = srgb(r, src, dst)
	} else if r.BlendEnable() {
		c = blend(r, c, dst)
	}
	m := channelMask(r[regs.WBUWriteMask])
	return dst&^m | c&m
}

// channelMask spreads four bits over the bytes of a word.
func channelMask(m uint32) uint32 {
	return m&1*0xff | m>>1&1*0xff00 | m>>2&1*0xff0000 | m>>3&1*0xff000000
}

// alpha is the alpha channel of a colour's four bytes.
const alpha = 0xff << 24

// blend is docs/arithmetic.md, section 8, for RGBA8. Factors are made for all four channels at once, a byte each.
func blend(r *regs.WBURegs, src, dst uint32) (out uint32) {
	constant := r[regs.WBUBlendConstant]
	f := factors{src, dst, spread(src >> 24), spread(dst >> 24), constant, spread(constant >> 24)}
	saturate := spread(min(src>>24, 255-dst>>24)) | alpha
	fs := f.of(r.BlendSrcColor(), saturate)&^alpha | f.of(r.BlendSrcAlpha(), saturate)&alpha
	fd := f.of(r.BlendDstColor(), saturate)&^alpha | f.of(r.BlendDstAlpha(), saturate)&alpha
	eq := r.BlendColorEquation()
	for sh := 0; sh < 24; sh += 8 {
		out |= combine(eq, src>>sh&255, dst>>sh&255, fs>>sh&255, fd>>sh&255) << sh
	}
	return out | combine(r.BlendAlphaEquation(), src>>24, dst>>24, fs>>24, fd>>24)<<24
}

// spread puts a byte into all four channels.
func spread(b uint32) uint32 { return b * 0x01010101 }

// factors are what blend factors 2, 4, 6 and so on are.
type factors [6]uint32

// of returns a blend factor: pairs of x and 255-x from number 2 on.
func (v *factors) of(f, saturate uint32) uint32 {
	switch f {
	case 1:
		return ^uint32(0)
	case 14:
		return saturate
	case 0, 15:
		return 0
	}
	if f&1 != 0 {
		return ^v[f>>1-1]
	}
	return v[f>>1-1]
}

func combine(eq, s, d, fs, fd uint32) uint32 {
	a, b := int32(s*fs), int32(d*fd)
	var t int32
	switch eq {
	case regs.WBUBlendColorEquationSubtract:
		t = a - b
	case regs.WBUBlendColorEquationReverseSubtract:
		t = b - a
	case regs.WBUBlendColorEquationMin:
		return min(s, d)
	case regs.WBUBlendColorEquationMax:
		return max(s, d)
	default:
		t = a + b
	}
	t = min(max(t, 0), 255*255)
	return (uint32(t) + 127) / 255
}
