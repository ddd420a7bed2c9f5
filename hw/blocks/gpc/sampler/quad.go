package sampler

import (
	"math/bits"

	"tilemark/hw/isa"
	"tilemark/hw/pipe"
)

// quadLanes is the number of lanes that are worked at together; neighbours that of the texels which a lane reads of a level at most.
const (
	quadLanes  = 4
	neighbours = 8
)

// stage is how far a quad is.
type stage uint8

const (
	idle      stage = iota
	levels          // its levels of detail are to be found
	addresses       // the addresses of a level's texels are to be found
	fetching        // texels are looked up, or come from memory
	filtering       // all texels of a level are here
	storing         // texels go to memory
)

// quad is four lanes of a message that are in work.
type quad struct {
	Stage  stage
	Entry  uint8
	Number uint8 // in the message
	Second bool  // the second level is worked at
	Mask   uint8 // lanes that send
	Lanes  [quadLanes]lane
}

// lane is a lane of a quad. Bit n of masks of texels is neighbour n: bit 0 of its number is the column, bit 1 the row, bit 2 the slice.
type lane struct {
	Nothing  bool     // no texel is read: the answer is 0
	Linear   bool     // the filter
	Levels   [2]uint8 // that are filtered
	Part     uint8    // weight of the second one in 1/256; 0: there is none
	Fraction [3]uint8 // of the level that is worked at, in 1/256
	Ask      uint8    // texels that are to be looked up
	Wait     uint8    // that wait for a line
	Have     uint8    // that are here; the others are absent
	Miss     [neighbours]uint8
	Addr     [neighbours]uint32
	Texels   [neighbours][4]uint32 // as they lie in memory
	Sums     [4]int64              // of the first level
}

func lowest(set uint32) int { return bits.TrailingZeros32(set) }

// works tells whether a lane has something to do in the level that is worked at.
func (q *quad) works(lane int) bool {
	return q.Mask>>lane&1 != 0 && (!q.Second || q.Lanes[lane].Part != 0)
}

// each has quads in a stage do something, as many of both sides as the datapath takes in a cycle: what is below the break point first, and the oldest first.
func (b *Sampler) each(of stage, do func(b *Sampler, side, i int)) bool {
	left := b.cfg.Rate
	for side := pipe.Sides - 1; side >= 0; side-- {
		s := &b.S.Sides[side]
		work := s.Work
		for _, i := range work[:s.Works] {
			if b.quads[side][i].Stage != of {
				continue
			}
			do(b, side, int(i))
			if left--; left == 0 {
				return true
			}
		}
	}
	return left < b.cfg.Rate
}

func (b *Sampler) findLevels() bool    { return b.each(levels, (*Sampler).levelsOf) }
func (b *Sampler) findAddresses() bool { return b.each(addresses, (*Sampler).addressesOf) }
func (b *Sampler) filterQuads() bool   { return b.each(filtering, (*Sampler).filterOf) }

// levelsOf finds the levels that the lanes of a quad read.
func (b *Sampler) levelsOf(side, i int) {
	q := &b.quads[side][i]
	e := &b.entries[side][q.Entry]
	t := &e.Texture
	q.Stage = addresses
	length := uint32(0) // squared, in texels, of the quad
	switch e.Head.Code {
	case isa.MessageSample, isa.MessageSampleBias, isa.MessageSampleCompare:
		length = b.quadLength(side, q)
	}
	for set := q.Mask; set != 0; set &= set - 1 {
		n := lowest(uint32(set))
		l := &q.Lanes[n]
		if t.Empty || e.Head.Code == isa.MessageTexelStore && formats[t.Format].sharesExponent() {
			l.Nothing = true
			continue
		}
		switch e.Head.Code {
		case isa.MessageTexel:
			if level := b.last(side, q, n); level < uint32(t.Levels) {
				l.Levels[0] = uint8(level)
			} else {
				l.Nothing = true
			}
		case isa.MessageTexelStore, isa.MessageDimensions, isa.MessageGather, isa.MessageGatherCompare:
		default:
			l.choose(t, &e.Sampler, b.detail(side, q, n, length))
		}
	}
}

// choose finds levels and filter of a lane for a level of detail.
func (l *lane) choose(t *texture, f *filter, lod int32) {
	at, most := int32(0), int32(t.Levels-1)
	mip := f.Mip
	l.Linear = f.Mag
	if lod > 0 {
		l.Linear = f.Min
	}
	if formats[t.Format].integer() {
		l.Linear = false
		if mip == mipLinear {
			mip = mipNearest
		}
	}
	if lod > 0 {
		switch mip {
		case mipNearest:
			at = min((lod+127)>>8, most) << 8
		case mipLinear:
			at = min(lod, most<<8)
		}
	}
	l.Levels = [2]uint8{uint8(at >> 8), uint8(at>>8 + 1)}
	l.Part = uint8(at)
}

// addressesOf finds the texels that a quad reads of a level, or writes.
func (b *Sampler) addressesOf(side, i int) {
	q := &b.quads[side][i]
	e := &b.entries[side][q.Entry]
	asks := false
	for n := range q.Lanes {
		l := &q.Lanes[n]
		if !q.works(n) || l.Nothing {
			continue
		}
		l.Fraction, l.Have = [3]uint8{}, 0
		switch e.Head.Code {
		case isa.MessageDimensions:
		case isa.MessageTexel, isa.MessageTexelStore:
			b.findTexel(side, q, n)
		case isa.MessageGather, isa.MessageGatherCompare:
			b.findGathered(side, q, n)
		default:
			b.findFiltered(side, q, n)
		}
		asks = asks || l.Ask != 0
	}
	switch {
	case e.Head.Code == isa.MessageTexelStore && asks:
		q.Stage = storing
	case e.Head.Code == isa.MessageTexelStore:
		b.endQuad(side, i)
	case asks:
		q.Stage = fetching
	default:
		q.Stage = filtering
	}
}

// ask notes a texel of a layer and level that is to be read, unless it is absent.
func (l *lane) ask(t *texture, n int, layer uint32, k *level, at [3]int32) {
	s := &k.Size
	size := uint64(formats[t.Format].Bytes)
	offset := uint64(layer)*uint64(t.Pitch) + k.At + size*(uint64(s[0])*(uint64(s[1])*uint64(at[2])+uint64(at[1]))+uint64(at[0]))
	if offset+size > uint64(t.Bytes) {
		return
	}
	l.Ask |= 1 << n
	l.Addr[n] = t.Base + uint32(offset)
}

// findTexel finds the texel that integer coordinates name.
func (b *Sampler) findTexel(side int, q *quad, n int) {
	e := &b.entries[side][q.Entry]
	t, l := &e.Texture, &q.Lanes[n]
	if e.Head.Code == isa.MessageTexelStore && e.Head.Helpers>>(int(e.Head.First)+quadLanes*int(q.Number)+n)&1 != 0 {
		return
	}
	k := t.level(l.Levels[0])
	var at [3]int32
	inside := true
	for d := range t.directions() {
		c := b.coordinate(side, q, d, n)
		inside = inside && c < uint32(k.Size[d])
		at[d] = int32(c)
	}
	layer := uint32(0)
	if t.Array {
		layer = b.coordinate(side, q, t.coordinates(), n)
	}
	inside = inside && layer < uint32(t.Layers)
	if t.Dimension == cube {
		face := b.coordinate(side, q, 2, n)
		inside = inside && face < faces
		layer = faces*layer + face
	}
	if l.Nothing = !inside; inside {
		l.ask(t, 0, layer, &k, at)
	}
}

// findFiltered finds the texels that a filter reads of a level.
func (b *Sampler) findFiltered(side int, q *quad, n int) {
	e := &b.entries[side][q.Entry]
	t, l := &e.Texture, &q.Lanes[n]
	p, layer := b.placeOf(side, q, n)
	v := t.level(l.Levels[0])
	if q.Second {
		v = t.level(l.Levels[1])
	}
	size := &v.Size
	var first [3]int32
	for d := range t.directions() {
		if l.Linear {
			x := fixedPlace(p[d], size[d])
			first[d], l.Fraction[d] = x>>8+e.moved(d), uint8(x)
			continue
		}
		first[d] = texelNumber(p[d], size[d]) + e.moved(d)
		if t.Dimension == cube {
			first[d] = min(max(first[d], 0), int32(size[d])-1)
		}
	}
	for k := range neighbours {
		if k&1 != 0 && l.Fraction[0] == 0 || k&2 != 0 && l.Fraction[1] == 0 || k&4 != 0 && l.Fraction[2] == 0 {
			continue // its weight is 0
		}
		e.askNeighbour(l, k, layer, &v, [3]int32{first[0] + int32(k&1), first[1] + int32(k>>1&1), first[2] + int32(k>>2)})
	}
}

// findGathered finds the four texels around a place in level 0.
func (b *Sampler) findGathered(side int, q *quad, n int) {
	e := &b.entries[side][q.Entry]
	t, l := &e.Texture, &q.Lanes[n]
	p, layer := b.placeOf(side, q, n)
	var first [3]int32
	first[0] = fixedPlace(p[0], t.Size[0])>>8 + e.moved(0)
	row := int32(0)
	if t.Dimension != oneD {
		first[1], row = fixedPlace(p[1], t.Size[1])>>8+e.moved(1), 1
	}
	if t.Dimension == threeD {
		first[2] = texelNumber(p[2], t.Size[2]) + e.moved(2)
	}
	v := t.level(0)
	for k := range int32(4) {
		e.askNeighbour(l, int(k), layer, &v, [3]int32{first[0] + k&1, first[1] + k>>1*row, first[2]})
	}
}

// moved is the number of texels that a message adds in a direction; of cubes none.
func (e *entry) moved(d int) int32 {
	if e.Texture.Dimension == cube {
		return 0
	}
	return int32(e.Head.Offset) << (28 - 4*d) >> 28
}

// askNeighbour notes a texel that may lie beyond the edges of its level.
func (e *entry) askNeighbour(l *lane, n int, layer uint32, v *level, at [3]int32) {
	t := &e.Texture
	size := &v.Size
	if t.Dimension == cube {
		face, column, row := overEdge(uint8(layer%faces), at[0], at[1], int32(size[0]))
		l.ask(t, n, layer-layer%faces+uint32(face), v, [3]int32{column, row})
		return
	}
	for d := range t.directions() {
		at[d] = wrap(at[d], size[d], e.Sampler.Wrap[d])
	}
	l.ask(t, n, layer, v, at)
}

// placeOf is where a lane samples: coordinates of a level, and the layer, of a cube the face.
func (b *Sampler) placeOf(side int, q *quad, n int) (p [3]uint32, layer uint32) {
	t := &b.entries[side][q.Entry].Texture
	p = b.direction(side, q, n)
	if t.Array {
		layer = uint32(min(max(int32(b.coordinate(side, q, t.coordinates(), n)), 0), int32(t.Layers)-1))
	}
	if t.Dimension == cube {
		f := faceOf(&p)
		uv := onFace(f, &p)
		p, layer = [3]uint32{uv[0], uv[1]}, faces*layer+uint32(f)
	}
	return p, layer
}

// direction is the texture's coordinates of a lane.
func (b *Sampler) direction(side int, q *quad, n int) (p [3]uint32) {
	for d := range b.entries[side][q.Entry].Texture.coordinates() {
		p[d] = b.coordinate(side, q, d, n)
	}
	return p
}
