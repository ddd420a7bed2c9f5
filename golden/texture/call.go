package texture

import (
	"tilemark/golden/exec"
	"tilemark/hw/isa"
)

// call is a message with the descriptors that it names.
type call struct {
	request *exec.Request
	texture texture
	sampler sampler
}

// coordinate is a set of coordinates of the texture in a lane; 0 when the message does not have it.
func (c *call) coordinate(n, lane int) uint32 {
	sets := c.request.Sets
	if !lastIsNone(c.request) {
		sets--
	}
	if n >= sets {
		return 0
	}
	return c.request.Coordinates[n][lane]
}

// last is the set that is no coordinate of the texture.
func (c *call) last(lane int) uint32 { return c.request.Coordinates[c.request.Sets-1][lane] }

// place is where in the texture a lane samples.
func (c *call) place(lane int) (d direction) {
	for k := range c.texture.coordinates() {
		d[k] = ofPattern(c.coordinate(k, lane))
	}
	return d
}

// layer is the layer that a lane samples, clamped to those that there are.
func (c *call) layer(lane int) int {
	if !c.texture.array {
		return 0
	}
	return min(max(int(int32(c.coordinate(c.texture.coordinates(), lane))), 0), c.texture.layers-1)
}

// sample is a level's part of what a lane reads.
type sample struct {
	weight   int  // in 1/256
	linear   bool // else the first texel alone
	fraction [3]int
	texels   [8]spot // bit 0 of the number is the column, bit 1 the row, bit 2 the slice of the neighbour
}

// samples are the levels that a lane reads: none, one or two.
func (c *call) samples(lane int) []sample {
	t := &c.texture
	if t.empty {
		return nil
	}
	switch c.request.Message {
	case isa.MessageDimensions:
		return nil
	case isa.MessageTexel:
		level := c.last(lane)
		if level >= uint32(t.levels) {
			return nil
		}
		return c.single(lane, int(level))
	case isa.MessageTexelStore:
		if t.format.sharesExponent() {
			return nil
		}
		return c.single(lane, 0)
	case isa.MessageGather, isa.MessageGatherCompare:
		return []sample{c.gathered(lane)}
	}
	lod := c.detail(lane)
	linear := c.sampler.magnify
	if lod > 0 {
		linear = c.sampler.minify
	}
	const nearestLevel, linearLevels = 1, 2
	mip, at := c.sampler.mip, 0
	if t.format.integer() {
		linear = false
		if mip == linearLevels {
			mip = nearestLevel
		}
	}
	switch {
	case lod <= 0:
	case mip == nearestLevel:
		at = 256 * min((lod+127)>>8, t.levels-1)
	case mip == linearLevels:
		at = min(lod, 256*(t.levels-1))
	}
	list := []sample{c.filtered(lane, at>>8, linear)}
	if q := at & 255; q != 0 {
		list = append(list, c.filtered(lane, at>>8+1, linear))
		list[1].weight = q
	}
	list[0].weight = 256 - at&255
	return list
}

// single is the texel that integer coordinates name; none beyond the edges.
func (c *call) single(lane, level int) []sample {
	t := &c.texture
	var at [3]int
	size := t.level(level)
	for k := range t.directions() {
		n := c.coordinate(k, lane)
		if n >= uint32(size[k]) {
			return nil
		}
		at[k] = int(n)
	}
	layer := uint32(0)
	if t.array {
		layer = c.coordinate(t.coordinates(), lane)
	}
	if layer >= uint32(t.layers) {
		return nil
	}
	n := int(layer)
	if t.dimension == cube {
		f := c.coordinate(2, lane)
		if f > 5 {
			return nil
		}
		n = 6*n + int(f)
	}
	s := sample{weight: 256}
	s.texels[0] = t.spot(n, level, at)
	return []sample{s}
}

// onFace is where a lane samples, and the layer, or the face of one.
func (c *call) onFace(lane int) (at direction, layer int) {
	at, layer = c.place(lane), c.layer(lane)
	if c.texture.dimension == cube {
		f := faceOf(at)
		uv := at.on(f)
		return direction{uv[0], uv[1]}, 6*layer + f
	}
	return at, layer
}

// neighbour finds a texel that may lie beyond the edges.
func (c *call) neighbour(layer, level int, at [3]int) spot {
	t := &c.texture
	size := t.level(level)
	if t.dimension == cube {
		f, i, j := across(layer%6, at[0], at[1], size[0])
		return t.spot(layer/6*6+f, level, [3]int{i, j, 0})
	}
	for k := range t.directions() {
		at[k] = wrapped(at[k], size[k], c.sampler.wrap[k])
	}
	return t.spot(layer, level, at)
}

// moved is the number of texels that the message adds in a direction.
func (c *call) moved(k int) int {
	if c.texture.dimension == cube {
		return 0
	}
	return c.request.Texels[k]
}

// filtered is what a lane reads of a level.
func (c *call) filtered(lane, level int, linear bool) sample {
	t := &c.texture
	at, layer := c.onFace(lane)
	s := sample{linear: linear}
	size := t.level(level)
	var first [3]int
	for k := range t.directions() {
		if !linear {
			if first[k] = nearestTexel(at[k], size[k]) + c.moved(k); t.dimension == cube {
				first[k] = min(max(first[k], 0), size[k]-1)
			}
			continue
		}
		x := linearPlace(at[k], size[k])
		first[k], s.fraction[k] = x>>8+c.moved(k), x&255
	}
	for n := range s.texels {
		place, weightless := first, false
		for k := range place {
			if n>>k&1 != 0 {
				place[k]++
				weightless = weightless || s.fraction[k] == 0
			}
		}
		if !weightless {
			s.texels[n] = c.neighbour(layer, level, place)
		}
	}
	return s
}

// gathered is what a gather reads: the four neighbours of a linear filter.
func (c *call) gathered(lane int) sample {
	t := &c.texture
	at, layer := c.onFace(lane)
	size := t.level(0)
	var first [3]int
	for k := range min(t.directions(), 2) {
		first[k] = linearPlace(at[k], size[k])>>8 + c.moved(k)
	}
	if t.dimension == threeD {
		first[2] = nearestTexel(at[2], size[2]) + c.moved(2)
	}
	s := sample{linear: true, weight: 256}
	for n := range 4 {
		place := [3]int{first[0] + n&1, first[1], first[2]}
		if t.directions() > 1 {
			place[1] += n >> 1
		}
		s.texels[n] = c.neighbour(layer, 0, place)
	}
	return s
}
