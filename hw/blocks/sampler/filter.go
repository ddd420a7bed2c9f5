package sampler

import (
	"math"
	"math/bits"

	"tilemark/hw/pipe"
	"tilemark/hw/regs"
)

// A sample of a quad is made of up to 32 texels: two levels of four neighbours for each
// of four pixels. Texel number n belongs to pixel n>>3 and level n>>2&1; bit 0 tells the
// column and bit 1 the row of the neighbour.

// sample is a request of the queue.
type sample struct {
	Kind    pipe.Kind // Quad, Invalidate
	Slot    uint8     // context slot
	Thread  uint8     // that asked
	Levels  [2]level
	Places  [4][2]place  // by pixel and level
	Sum     [4][4]uint64 // by pixel and component: weighted texels so far, weights of 2^24 in all
	Encoded bool         // texels are sRGB bytes
	ToFetch uint32       // texels that are not looked up
	OnLine  uint32       // texels that wait for a line
	Line    [32]uint8    // the cache line that each of them waits for
}

// level is a mip level, and its part of the sample in 1/256.
type level struct {
	Base          uint32
	Width, Height uint16
	Part          uint16
}

// place is where a sample lies in a level: columns and rows of the neighbours, and how
// far it is from the first to the second in 1/256.
type place struct {
	X, Y [2]uint16
	F, G uint8
}

const maxLevels = 14

// start chooses levels and texels (docs/arithmetic.md, section 6, "Texture samples").
func (s *sample) start(e *pipe.SampleRequest) {
	linear := s.choose(e)
	s.Encoded = e.Encoded
	for i := range s.Levels {
		l := &s.Levels[i]
		if l.Part == 0 {
			continue
		}
		for set := e.Mask; set != 0; set &= set - 1 {
			k := bits.TrailingZeros8(set)
			p := &s.Places[k][i]
			var neighbours uint32
			if linear {
				neighbours = p.linear(e, l, e.UV[k][0], e.UV[k][1])
			} else {
				neighbours = p.nearest(e, l, e.UV[k][0], e.UV[k][1])
			}
			s.ToFetch |= neighbours << (8*k + 4*i)
		}
	}
}

// choose sets the levels and tells whether the filter within them is linear.
func (s *sample) choose(e *pipe.SampleRequest) (linear bool) {
	f := uint32(e.Filter)
	mag, low := f>>regs.PSTextureFilterMagShift&1 != 0, f>>regs.PSTextureFilterMinShift&1 != 0
	mip := f >> regs.PSTextureFilterMipShift & 3
	lod := int32(0)
	if mag != low || mip != regs.PSTextureFilterMipNone {
		lod = levelOfDetail(e)
	}
	last := min(max(int32(f>>regs.PSTextureFilterLevelsShift&15), 1), maxLevels) - 1
	at := int32(0) // in 1/256 level
	if lod > 0 {
		switch mip {
		case regs.PSTextureFilterMipNearest:
			at = min((lod+127)>>8, last) << 8
		case regs.PSTextureFilterMipLinear:
			at = min(lod, last<<8)
		}
	}
	s.Levels[0] = levelAt(e, at>>8)
	s.Levels[0].Part = uint16(256 - at&255)
	if at&255 != 0 {
		s.Levels[1] = levelAt(e, at>>8+1)
		s.Levels[1].Part = uint16(at & 255)
	}
	if lod > 0 {
		return low
	}
	return mag
}

// levelAt returns size and address of level k: the levels lie one behind the other, each
// aligned to a line.
func levelAt(e *pipe.SampleRequest, k int32) level {
	l := level{Base: e.Base, Width: max(e.Width, 1), Height: max(e.Height, 1)}
	for range k {
		bytes := 4 * uint32(l.Width) * uint32(l.Height)
		l.Base += (bytes + pipe.LineBytes - 1) &^ (pipe.LineBytes - 1)
		l.Width, l.Height = max(l.Width>>1, 1), max(l.Height>>1, 1)
	}
	return l
}

// levelOfDetail returns the level of detail of a quad in 1/256 level.
func levelOfDetail(e *pipe.SampleRequest) int32 {
	w, h := float32(e.Width), float32(e.Height)
	length := func(k int) float32 {
		a := float32((e.UV[k][0] - e.UV[0][0]) * w)
		b := float32((e.UV[k][1] - e.UV[0][1]) * h)
		return float32(a*a) + float32(b*b)
	}
	r := length(2)
	if x := length(1); x > r {
		r = x
	}
	return log2(r)
}

// log2 returns floor(128·log2 r); -1 unless r > 0, 32767 for infinity.
func log2(r float32) int32 {
	pattern := math.Float32bits(r)
	switch {
	case !(r > 0):
		return -1
	case pattern == 0x7f800000:
		return 32767
	}
	e, m := int32(pattern>>23), pattern&0x7fffff
	if e == 0 { // denormal: move the leading one to its place
		shift := bits.LeadingZeros32(m) - 8
		e, m = 1-int32(shift), m<<shift&0x7fffff
	}
	m |= 0x3f800000
	i := int32(0)
	for step := int32(64); step > 0; step >>= 1 {
		if regs.Log2Step[i+step] <= m {
			i += step
		}
	}
	return 128*(e-127) + i
}

// nearest takes the texel that the sample lies in. It returns which neighbours count.
func (p *place) nearest(e *pipe.SampleRequest, l *level, u, v float32) uint32 {
	p.X[0] = wrap(texelIndex(u, l.Width), l.Width, e.Wrap&3)
	p.Y[0] = wrap(texelIndex(v, l.Height), l.Height, e.Wrap>>2&3)
	return 1
}

// linear takes the four texels around the sample. It returns which of them count.
func (p *place) linear(e *pipe.SampleRequest, l *level, u, v float32) uint32 {
	x, y := fixedPlace(u, l.Width), fixedPlace(v, l.Height)
	for i := range int32(2) {
		p.X[i] = wrap(x>>8+i, l.Width, e.Wrap&3)
		p.Y[i] = wrap(y>>8+i, l.Height, e.Wrap>>2&3)
	}
	p.F, p.G = uint8(x), uint8(y)
	switch { // a neighbour of weight 0 is not looked up
	case p.F != 0 && p.G != 0:
		return 0b1111
	case p.G != 0:
		return 0b0101
	case p.F != 0:
		return 0b0011
	}
	return 1
}

// address returns the byte address of a texel.
func (s *sample) address(n int) uint32 {
	l, p := &s.Levels[n>>2&1], &s.Places[n>>3][n>>2&1]
	return l.Base + 4*(uint32(p.Y[n>>1&1])*uint32(l.Width)+uint32(p.X[n&1]))
}

// add adds a texel to its pixel's sum.
func (s *sample) add(n int, texel uint32) {
	p := &s.Places[n>>3][n>>2&1]
	f, g := 256-uint32(p.F), 256-uint32(p.G)
	if n&1 != 0 {
		f = uint32(p.F)
	}
	if n&2 != 0 {
		g = uint32(p.G)
	}
	weight := f * g * uint32(s.Levels[n>>2&1].Part)
	for ch := range 4 {
		s.Sum[n>>3][ch] += uint64(weight) * uint64(s.part(ch, texel>>(8*ch)&255))
	}
}

// part returns a component of a texel: its byte, or what that decodes to in 1/65535.
func (s *sample) part(ch int, b uint32) uint32 {
	switch {
	case !s.Encoded:
		return b
	case ch == 3:
		return 257 * b
	}
	return uint32(regs.SRGBTexel[b])
}

// component returns a component of a pixel's sample when all texels are in. The sums of
// the levels are of 24 bits, of 32 for encoded texels; of their weighted sum the low 8
// are rounded.
func (s *sample) component(pixel, ch int) float32 {
	sum := float32((s.Sum[pixel][ch] + 128) >> 8)
	if s.Encoded {
		return sum / (65535 << 16)
	}
	return sum / (255 << 16)
}

// finite returns v·size, plus a half texel or none, within ±bound; 0 when it is not
// finite.
func finite(f, bound float32) float32 {
	if f != f || math.IsInf(float64(f), 0) {
		return 0
	}
	return min(max(f, -bound), bound)
}

func texelIndex(u float32, size uint16) int32 {
	return int32(math.Floor(float64(finite(float32(u*float32(size)), 1<<30))))
}

// fixedPlace returns a coordinate in 1/256 texel from the centre of the first.
func fixedPlace(u float32, size uint16) int32 {
	f := finite(float32(u*float32(size))-0.5, 1<<22)
	return int32(math.Floor(float64(f * 256)))
}

// wrap brings a column or row into a level.
func wrap(at int32, width uint16, mode uint8) uint16 {
	size := int32(width)
	switch mode {
	case regs.PSTextureWrapUClamp:
		return uint16(min(max(at, 0), size-1))
	case regs.PSTextureWrapUMirror:
		m := at % (2 * size)
		if m < 0 {
			m += 2 * size
		}
		if m >= size {
			m = 2*size - 1 - m
		}
		return uint16(m)
	}
	m := at % size
	if m < 0 {
		m += size
	}
	return uint16(m)
}
