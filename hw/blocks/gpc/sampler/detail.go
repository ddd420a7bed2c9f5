package sampler

import (
	"math/bits"

	"tilemark/hw/alu"
	"tilemark/hw/isa"
	"tilemark/hw/regs"
)

// Levels of detail are integers in 1/256 level.

// detail is the level of detail of a lane, in a quad of which a squared length is given for messages that use it.
func (b *Sampler) detail(side int, q *quad, n int, length uint32) int32 {
	e := &b.entries[side][q.Entry]
	f := &e.Sampler
	lod := int32(f.Bias)
	switch e.Head.Code {
	case isa.MessageSampleCompareLevel:
		return 0
	case isa.MessageSampleLevel:
		lod += steps(b.last(side, q, n), 64)
	case isa.MessageSampleBias:
		lod += log2(length) + steps(b.last(side, q, n), 16)
	case isa.MessageSampleGradient:
		lod += log2(b.gradientLength(side, q, n))
	default:
		lod += log2(length)
	}
	return min(max(lod, int32(f.Least)), int32(f.Most))
}

// steps is a number of levels in 1/256, which is clamped before.
func steps(p uint32, most int32) int32 {
	if isNaN(p) {
		return 0
	}
	return floorOf(p, 8, most)
}

// log2 is floor(128·log2 r) of a pattern; the least number unless r > 0, 32767 of infinity.
func log2(r uint32) int32 {
	switch {
	case r > infinityF, r == 0: // negative numbers and NaN, too
		return -32768
	case r == infinityF:
		return 32767
	}
	e, m := int32(r>>23), r&0x7fffff
	if e == 0 { // denormal: the leading one moves to its place
		shift := bits.LeadingZeros32(m) - 8
		e, m = 1-int32(shift), m<<shift&0x7fffff
	}
	m |= oneF
	i := int32(0)
	for step := int32(64); step > 0; step >>= 1 {
		if regs.Log2Step[i+step] <= m {
			i += step
		}
	}
	return 128*(e-127) + i
}

func sub(a, b uint32) uint32 { return alu.AddF(a, b^signF) }

// greater is the greater of two squared lengths, the second unless the first is greater.
func greater(across, down uint32) uint32 {
	if alu.CompareF(alu.Gt, across, down) {
		return across
	}
	return down
}

// square is the squared length of a difference of coordinates, in texels of level 0.
func (t *texture) square(d *[3]uint32) uint32 {
	sum := uint32(0)
	for k := range t.directions() {
		x := alu.MulF(d[k], float(t.Size[k]))
		if x = alu.MulF(x, x); k == 0 {
			sum = x
		} else {
			sum = alu.AddF(sum, x)
		}
	}
	return sum
}

// quadLength is the greater squared length of the differences between a quad's first three lanes, whichever of them are active.
func (b *Sampler) quadLength(side int, q *quad) uint32 {
	t := &b.entries[side][q.Entry].Texture
	var at [3][3]uint32
	for n := range at {
		at[n] = b.direction(side, q, n)
	}
	if t.Dimension == cube {
		f := faceOf(&at[0])
		for n := range at {
			uv := onFace(f, &at[n])
			at[n] = [3]uint32{uv[0], uv[1]}
		}
	}
	var d [2][3]uint32
	for n := range d {
		for k := range d[n] {
			d[n][k] = sub(at[n+1][k], at[0][k])
		}
	}
	return greater(t.square(&d[0]), t.square(&d[1]))
}

// gradientLength is the greater squared length of a lane's gradients.
func (b *Sampler) gradientLength(side int, q *quad, n int) uint32 {
	e := &b.entries[side][q.Entry]
	t := &e.Texture
	sets := min(e.sets(), 3)
	var d [2][3]uint32
	for k := range min(sets, t.coordinates()) {
		d[0][k], d[1][k] = b.word(side, q, coordinateRegisters, k, n), b.word(side, q, coordinateRegisters, sets+k, n)
	}
	if t.Dimension == cube {
		p := b.direction(side, q, n)
		f := faceOf(&p)
		from := onFace(f, &p)
		for k := range d {
			for c := range p {
				d[k][c] = alu.AddF(p[c], d[k][c])
			}
			to := onFace(f, &d[k])
			d[k] = [3]uint32{sub(to[0], from[0]), sub(to[1], from[1])}
		}
	}
	return greater(t.square(&d[0]), t.square(&d[1]))
}
