package golden

import (
	"math"

	"tilemark/hw/regs"
)

// Limits of a texture (hw/regs, BIND).
const (
	mostTexels = 8192 // of a side
	mostLevels = 14

	encodedTexels = 1 // the format (docs/textures.md)
)

// texture is the texture of a draw and how it is sampled (section 6).
type texture struct {
	mem            image
	levels         []level
	wrapU, wrapV   uint32
	minify, magify bool // by linear filters
	mip            uint32
	encoded        bool // texels are sRGB
}

// level is one mip level.
type level struct {
	addr          uint64
	width, height int
}

func newTexture(mem image, r *registers) texture {
	const block = regs.BlockBIND
	size, format, mode := r.word(block, regs.BINDTexture0Size), r.word(block, regs.BINDTexture0Format), r.word(block, regs.BINDSampler0Mode)
	t := texture{
		mem:    mem,
		wrapU:  field(mode, regs.BINDSampler0ModeWrapUShift, regs.BINDSampler0ModeWrapUMask),
		wrapV:  field(mode, regs.BINDSampler0ModeWrapVShift, regs.BINDSampler0ModeWrapVMask),
		minify: flag(mode, regs.BINDSampler0ModeMinShift),
		magify: flag(mode, regs.BINDSampler0ModeMagShift),
		mip:    field(mode, regs.BINDSampler0ModeMipShift, regs.BINDSampler0ModeMipMask),
	}
	t.encoded = field(format, regs.BINDTexture0FormatFormatShift, regs.BINDTexture0FormatFormatMask) == encodedTexels
	levels := field(format, regs.BINDTexture0FormatLevelsShift, regs.BINDTexture0FormatLevelsMask)
	width := int(field(size, regs.BINDTexture0SizeWidthShift, regs.BINDTexture0SizeWidthMask))
	height := int(field(size, regs.BINDTexture0SizeHeightShift, regs.BINDTexture0SizeHeightMask))
	addr := uint64(r.word(block, regs.BINDTexture0Base))
	if t.mip != regs.BINDSampler0ModeMipNearest && t.mip != regs.BINDSampler0ModeMipLinear {
		levels = 1
	}
	for k := range min(max(levels, 1), mostLevels) {
		l := level{addr: addr, width: max(1, width>>k), height: max(1, height>>k)}
		if k == 0 {
			l.width, l.height = width, height // 0 is found by check
		}
		t.levels = append(t.levels, l)
		addr += (l.bytes() + 63) &^ 63
	}
	return t
}

func (l *level) bytes() uint64 { return 4 * uint64(l.width) * uint64(l.height) }

// needsDetail tells whether the level of detail makes a difference.
func (t *texture) needsDetail() bool { return t.minify != t.magify || len(t.levels) > 1 }

// detail is the level of detail, in 256ths, of a quad whose texture coordinates at
// (0, 0), (1, 0) and (0, 1) are given.
func (t *texture) detail(origin, right, below [2]float32) int {
	size := [2]float32{float32(t.levels[0].width), float32(t.levels[0].height)}
	square := func(end [2]float32) float32 {
		a := mul(sub(end[0], origin[0]), size[0])
		b := mul(sub(end[1], origin[1]), size[1])
		return add(mul(a, a), mul(b, b))
	}
	r := square(below)
	if across := square(right); across > r {
		r = across
	}
	const infinite = 32767
	switch {
	case !(r > 0):
		return -1
	case !finite(r):
		return infinite
	}
	return floorLog(r)
}

// floorLog is floor(128·log2 r). The logarithm is a whole number of 128ths only for
// powers of two, which math.Log2 gets right; no other binary32 comes so near to one
// that the error of binary64 matters.
func floorLog(r float32) int { return int(math.Floor(128 * math.Log2(float64(r)))) }

// The sums of four full texels.
const (
	greatestSum        = 255 << 16
	greatestDecodedSum = 65535 << 16
)

// nearestSample is what a byte of the nearest texel gives.
var nearestSample = func() (samples [256]float32) {
	for b := range samples {
		samples[b] = div(float32(b<<16), greatestSum)
	}
	return samples
}()

// modulate multiplies a colour with the sample at (u, v).
func (t *texture) modulate(c *[4]float32, u, v float32, detail int) {
	if !t.magify && !t.needsDetail() && !t.encoded { // the most frequent case by a shorter way
		l := &t.levels[0]
		texel := t.stored(l, texelNumber(u, l.width), texelNumber(v, l.height))
		for k := range c {
			c[k] = mul(c[k], nearestSample[texel[k]])
		}
		return
	}
	sums, full := t.sums(u, v, detail), float32(greatestSum)
	if t.encoded {
		full = greatestDecodedSum
	}
	for k := range c {
		c[k] = mul(c[k], div(float32(sums[k]), full))
	}
}

// sums returns the sample as four numbers of 24 bits, or of 32 where texels are decoded.
func (t *texture) sums(u, v float32, detail int) [4]uint32 {
	switch {
	case detail <= 0:
		return t.filtered(0, t.magify, u, v)
	case t.mip == regs.BINDSampler0ModeMipNearest:
		return t.filtered(min((detail+127)>>8, len(t.levels)-1), t.minify, u, v)
	case t.mip != regs.BINDSampler0ModeMipLinear:
		return t.filtered(0, t.minify, u, v)
	}
	detail = min(detail, 256*(len(t.levels)-1))
	n, weight := detail>>8, uint64(detail&255)
	sums := t.filtered(n, t.minify, u, v)
	if weight == 0 {
		return sums
	}
	for k, other := range t.filtered(n+1, t.minify, u, v) {
		sums[k] = uint32((uint64(sums[k])*(256-weight) + uint64(other)*weight + 128) >> 8)
	}
	return sums
}

// filtered samples level n.
func (t *texture) filtered(n int, linear bool, u, v float32) (sums [4]uint32) {
	l := &t.levels[n]
	if !linear {
		for k, value := range t.texel(l, texelNumber(u, l.width), texelNumber(v, l.height)) {
			sums[k] = value << 16
		}
		return sums
	}
	x, y := linearPlace(u, l.width), linearPlace(v, l.height)
	i, j, f, g := x>>8, y>>8, uint32(x&255), uint32(y&255)
	for _, corner := range [4]struct {
		i, j   int
		weight uint32
	}{
		{i, j, (256 - f) * (256 - g)}, {i + 1, j, f * (256 - g)}, {i, j + 1, (256 - f) * g}, {i + 1, j + 1, f * g},
	} {
		for k, value := range t.texel(l, corner.i, corner.j) {
			sums[k] += value * corner.weight
		}
	}
	return sums
}

// texel reads a texel: bytes, or what they decode to in 65535ths.
func (t *texture) texel(l *level, column, row int) (values [4]uint32) {
	for k, b := range t.stored(l, column, row) {
		switch {
		case !t.encoded:
			values[k] = uint32(b)
		case k == alpha:
			values[k] = uint32(b) * (65535 / 255)
		default:
			values[k] = uint32(regs.SRGBTexel[b])
		}
	}
	return values
}

// stored reads a texel as it lies in memory; column and row are wrapped.
func (t *texture) stored(l *level, column, row int) rgba {
	column, row = wrap(column, l.width, t.wrapU), wrap(row, l.height, t.wrapV)
	return unpack(t.mem.word(l.addr + 4*(uint64(row)*uint64(l.width)+uint64(column))))
}

// texelNumber is the unwrapped column or row of the nearest texel.
func texelNumber(coordinate float32, size int) int {
	return floorWithin(mul(coordinate, float32(size)), 1<<30, 1)
}

// linearPlace is a texture coordinate in 256ths of a texel, from the centre of texel 0.
func linearPlace(coordinate float32, size int) int {
	return floorWithin(sub(mul(coordinate, float32(size)), 0.5), 1<<22, 256)
}

// floorWithin clamps f to ±most and rounds its product with scale down; what is not
// finite counts as 0.
func floorWithin(f, most float32, scale float64) int {
	if !finite(f) {
		f = 0
	}
	return int(math.Floor(float64(clamp(f, -most, most)) * scale))
}

// wrap brings a column or row into the texture.
func wrap(n, size int, mode uint32) int {
	switch mode {
	case regs.BINDSampler0ModeWrapUClamp:
		return min(max(n, 0), size-1)
	case regs.BINDSampler0ModeWrapUMirror:
		m := modulo(n, 2*size)
		if m >= size {
			m = 2*size - 1 - m
		}
		return m
	}
	return modulo(n, size) // repeat, and 3
}

// modulo is n modulo size, never negative.
func modulo(n, size int) int {
	m := n % size
	if m < 0 {
		m += size
	}
	return m
}
