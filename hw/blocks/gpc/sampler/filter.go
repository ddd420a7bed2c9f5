package sampler

import (
	"math"

	"tilemark/hw/alu"
	"tilemark/hw/isa"
)

// filterOf filters a level of a quad. After the last one its part of the answer is there.
func (b *Sampler) filterOf(side, i int) {
	q := &b.quads[side][i]
	e := &b.entries[side][q.Entry]
	if !q.Second {
		for n := range q.Lanes {
			if l := &q.Lanes[n]; q.works(n) && l.Part != 0 {
				b.filterLane(side, q, n, &l.Sums)
				q.Stage = addresses
			}
		}
		if q.Stage == addresses {
			b.answerLanes(side, q, e, false)
			q.Second = true
			return
		}
	}
	b.answerLanes(side, q, e, q.Second)
	b.endQuad(side, i)
}

// answerLanes writes the answers of lanes that are done: those of one level with the first, those of two with the second.
func (b *Sampler) answerLanes(side int, q *quad, e *entry, second bool) {
	for n := range q.Lanes {
		if q.Mask>>n&1 == 0 || (q.Lanes[n].Part != 0) != second {
			continue
		}
		a := b.answerOf(side, q, n)
		k := quadLanes*int(q.Number) + n
		for c := range e.components() {
			b.editRegister(side, int(q.Entry), firstAnswer+c*e.step()+k/8)[k%8] = a[c]
		}
	}
}

// answerOf is what a lane is answered.
func (b *Sampler) answerOf(side int, q *quad, n int) (a [4]uint32) {
	e := &b.entries[side][q.Entry]
	l, t := &q.Lanes[n], &e.Texture
	f := &formats[t.Format]
	if l.Nothing {
		return a
	}
	switch e.Head.Code {
	case isa.MessageDimensions:
		return t.dimensions(b.last(side, q, n))
	case isa.MessageTexel:
		for c := range a {
			a[c] = l.value(f, 0, c)
		}
		return a
	case isa.MessageGather, isa.MessageGatherCompare:
		for k, texel := range [4]int{2, 3, 1, 0} { // from the lower left against the clock
			switch {
			case e.Head.Code == isa.MessageGather:
				a[k] = l.value(f, texel, int(b.last(side, q, n)&3))
			case !f.integer() && e.compare(l, f, texel, b.last(side, q, n)):
				a[k] = oneF
			}
		}
		return a
	}
	var sums [4]int64
	b.filterLane(side, q, n, &sums)
	if l.Part != 0 {
		l.mix(f, compares(e.Head.Code), &sums)
	}
	for c := range a {
		switch {
		case compares(e.Head.Code) && f.integer():
			a[c] = [4]uint32{3: oneF}[c]
		case compares(e.Head.Code) && c == 0:
			a[c] = quotient(sums[0], 1<<16)
		case compares(e.Head.Code):
			a[c] = [4]uint32{3: oneF}[c]
		case f.Width[c] == 0:
			a[c] = f.lacking(c)
		case f.integer(), f.Kind == floating:
			a[c] = uint32(sums[c])
		default:
			a[c] = quotient(sums[c], f.full(c)<<16)
		}
	}
	return a
}

// compares tells whether a message compares texels and filters what comes of it.
func compares(code uint8) bool {
	return code == isa.MessageSampleCompare || code == isa.MessageSampleCompareLevel
}

// value is a component of a neighbour in a register; of one that is absent 0.
func (l *lane) value(f *format, texel, c int) uint32 {
	if l.Have>>texel&1 == 0 {
		return 0
	}
	return f.value(&l.Texels[texel], c)
}

// compare tells whether the comparison of a reference with a neighbour holds.
func (e *entry) compare(l *lane, f *format, texel int, reference uint32) bool {
	if f.Kind == unorm || f.Kind == srgb {
		reference = alu.SatF(reference)
	}
	stored := l.value(f, texel, 0)
	const less, equal, greater = 1, 2, 4 // bits of COMPARE
	switch {
	case isNaN(reference) || isNaN(stored):
		return e.Sampler.Compare == less|greater || e.Sampler.Compare == less|equal|greater
	case alu.CompareF(alu.Lt, reference, stored):
		return e.Sampler.Compare&less != 0
	case alu.CompareF(alu.Eq, reference, stored):
		return e.Sampler.Compare&equal != 0
	}
	return e.Sampler.Compare&greater != 0
}

// filterLane filters the level that is worked at. Sums are integers of which FULL has a weight of 2^16, of floating formats patterns, and of integers the
// nearest texel's value.
func (b *Sampler) filterLane(side int, q *quad, n int, sums *[4]int64) {
	e := &b.entries[side][q.Entry]
	l, f := &q.Lanes[n], &formats[e.Texture.Format]
	if l.Nothing {
		return
	}
	if compares(e.Head.Code) {
		if !f.integer() {
			reference := b.last(side, q, n)
			var parts [neighbours]int64
			for k := range parts {
				if (l.weighs(k)) && e.compare(l, f, k, reference) {
					parts[k] = 1
				}
			}
			sums[0] = l.sum(&parts)
		}
		return
	}
	for c := range sums {
		switch {
		case f.Width[c] == 0:
		case f.integer(), f.Kind == floating && !l.Linear:
			sums[c] = int64(l.value(f, 0, c))
		case f.Kind == floating:
			sums[c] = int64(l.blend(f, c))
		default:
			var parts [neighbours]int64
			for k := range parts {
				if l.Have>>k&1 != 0 {
					parts[k] = f.part(&l.Texels[k], c)
				}
			}
			sums[c] = l.sum(&parts)
		}
	}
}

// weighs tells whether a neighbour has a weight above 0.
func (l *lane) weighs(k int) bool {
	for d, f := range l.Fraction {
		if k>>d&1 != 0 && f == 0 {
			return false
		}
	}
	return true
}

// sum is that of weighted parts.
func (l *lane) sum(t *[neighbours]int64) int64 {
	f, g, h := int64(l.Fraction[0]), int64(l.Fraction[1]), int64(l.Fraction[2])
	slice := func(k int) int64 {
		return ((256-f)*t[k]+f*t[k+1])*(256-g) + ((256-f)*t[k+2]+f*t[k+3])*g
	}
	return mix(slice(0), slice(4), h)
}

// mix is a·(256 - weight) + b·weight in 1/256, rounded.
func mix(a, b, weight int64) int64 { return (a*(256-weight) + b*weight + 128) >> 8 }

// blend is that of weighted numbers.
func (l *lane) blend(f *format, c int) uint32 {
	at := func(k int) uint32 { return l.value(f, k, c) }
	slice := func(k int) uint32 {
		return blendF(blendF(at(k), at(k+1), l.Fraction[0]), blendF(at(k+2), at(k+3), l.Fraction[0]), l.Fraction[1])
	}
	return blendF(slice(0), slice(4), l.Fraction[2])
}

// blendF is a·(1 - weight) + b·weight, the weight in 1/256, each operation rounded.
func blendF(a, b uint32, weight uint8) uint32 {
	w := math.Float32bits(float32(weight) / 256)
	rest := math.Float32bits(float32(256-int(weight)) / 256)
	return alu.AddF(alu.MulF(a, rest), alu.MulF(b, w))
}

// mix brings the first level's sums into those of the second.
func (l *lane) mix(f *format, fixed bool, sums *[4]int64) {
	for c := range sums {
		if f.Kind == floating && !fixed {
			sums[c] = int64(blendF(uint32(l.Sums[c]), uint32(sums[c]), l.Part))
		} else {
			sums[c] = mix(l.Sums[c], sums[c], int64(l.Part))
		}
	}
}

// dimensions are the size of a level, and the number of levels.
func (t *texture) dimensions(level uint32) (a [4]uint32) {
	a[3] = uint32(t.Levels)
	if level >= a[3] {
		return a
	}
	for d, n := range t.size(uint8(level)) {
		a[d] = uint32(n)
	}
	if t.Dimension != threeD {
		a[2] = uint32(t.Layers)
	}
	return a
}
