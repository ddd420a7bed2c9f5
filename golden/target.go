package golden

import "tilemark/hw/regs"

// colorFormat is a format of a colour surface.
type colorFormat uint32

const (
	formatRGBA8   colorFormat = regs.WBUColorFormatRgba8
	formatSRGB8   colorFormat = regs.WBUColorFormatSrgb8
	formatRGBA16F colorFormat = regs.WBUColorFormatRgba16f
)

// newColorFormat decodes COLOR_FORMAT of PS and WBU, which have the same field.
func newColorFormat(word uint32) colorFormat {
	f := colorFormat(field(word, regs.WBUColorFormatShift, regs.WBUColorFormatMask))
	if f > formatRGBA16F {
		return formatRGBA8
	}
	return f
}

func (f colorFormat) bytes() uint32 {
	if f == formatRGBA16F {
		return 8
	}
	return 4
}

// shade puts a colour of the pixel program into the surface's pixel old: sections 6
// and 8.
func (b *blendState) shade(color *[4]float32, old uint64) uint64 {
	switch b.format {
	case formatRGBA16F:
		s, d := fromHalves(toHalves(color)), fromHalves(old)
		mixed := b.mix(&s, &d)
		return b.masked(toHalves(&mixed), old, 16)
	case formatSRGB8:
		var s [4]float32
		for k := range s {
			s[k] = fromHalf(toHalf(clamp(color[k], 0, 1)))
		}
		d := fromSRGB(uint32(old))
		mixed := b.mix(&s, &d)
		return b.masked(uint64(toSRGB(&mixed)), old, 8)
	}
	return uint64(b.pixel(toBytes(color), unpack(uint32(old))).word())
}

// masked takes the channels that are written from result, the others from old, bit by
// bit.
func (b *blendState) masked(result, old uint64, bits int) uint64 {
	var mask uint64
	for k, write := range b.write {
		if write {
			mask |= (1<<bits - 1) << (k * bits)
		}
	}
	return result&mask | old&^mask
}
