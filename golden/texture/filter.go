package texture

import (
	"math"

	"tilemark/hw/isa"
)

// values are the texels that were read, by level and number; nil: absent, or not read.
type values [2][8]texel

// answer is what a lane gets.
func (c *call) answer(lane int, list []sample, v *values) (a [4]uint32) {
	t := &c.texture
	f := &t.format
	if c.request.Message == isa.MessageDimensions {
		return c.dimensions(lane)
	}
	if len(list) == 0 { // an empty texture, or a texel beyond the edges
		return a
	}
	switch c.request.Message {
	case isa.MessageTexel:
		for k := range a {
			a[k] = f.value(v[0][0], k)
		}
		return a
	case isa.MessageGather, isa.MessageGatherCompare:
		return c.gather(lane, v)
	case isa.MessageSampleCompare, isa.MessageSampleCompareLevel:
		a = [4]uint32{0, 0, 0, math.Float32bits(1)}
		if !f.integer() {
			sum := sums(list, func(level, n int) int64 { return c.holds(lane, v[level][n]) })
			a[0] = math.Float32bits(float32(sum) / 65536)
		}
		return a
	}
	for k := range a {
		switch {
		case f.width(k) == 0:
			a[k] = f.lacking(k)
		case f.integer():
			a[k] = f.value(v[0][0], k)
		case f.fixed():
			sum := sums(list, func(level, n int) int64 { return f.part(v[level][n], k) })
			a[k] = math.Float32bits(float32(sum) / float32(f.full(k)*65536))
		default:
			a[k] = floats(list, func(level, n int) uint32 { return f.value(v[level][n], k) })
		}
	}
	return a
}

// sums is the sum of weighted texels, with a weight of 65536 in all.
func sums(list []sample, part func(level, n int) int64) int64 {
	var levels [2]int64
	for level := range list {
		s := &list[level]
		weights := [3][2]int64{}
		for k, f := range s.fraction {
			weights[k] = [2]int64{256 - int64(f), int64(f)}
		}
		var slices [2]int64
		for n := range s.texels {
			slices[n>>2] += weights[0][n&1] * weights[1][n>>1&1] * part(level, n) * int64(one(s.texels[n].Wanted))
		}
		levels[level] = slices[0]
		if h := weights[2]; h[1] != 0 {
			levels[level] = (slices[0]*h[0] + slices[1]*h[1] + 128) >> 8
		}
	}
	if len(list) == 1 {
		return levels[0]
	}
	return (levels[0]*int64(list[0].weight) + levels[1]*int64(list[1].weight) + 128) >> 8
}

func one(b bool) int {
	if b {
		return 1
	}
	return 0
}

// floats is the same of texels of binary32.
func floats(list []sample, value func(level, n int) uint32) uint32 {
	mix := func(a, b float32, weight int) float32 {
		w := float32(weight) / 256
		return float32(float32(a*(1-w)) + float32(b*w))
	}
	var levels [2]float32
	for level := range list {
		s := &list[level]
		if !s.linear {
			if len(list) == 1 {
				return value(level, 0)
			}
			levels[level] = ofPattern(value(level, 0))
			continue
		}
		at := func(n int) float32 { return ofPattern(value(level, n)) }
		f := s.fraction
		slice := func(n int) float32 { return mix(mix(at(n), at(n+1), f[0]), mix(at(n+2), at(n+3), f[0]), f[1]) }
		levels[level] = mix(slice(0), slice(4), f[2])
	}
	r := levels[0]
	if len(list) == 2 {
		r = mix(r, levels[1], list[1].weight)
	}
	if r != r {
		return 0x7fc00000
	}
	return math.Float32bits(r)
}

// holds is 1 when the comparison of the reference with a texel holds, 0 otherwise.
func (c *call) holds(lane int, x texel) int64 {
	f := &c.texture.format
	reference, stored := ofPattern(c.last(lane)), ofPattern(f.value(x, 0))
	if f.kind == unorm || f.kind == srgb {
		if reference != reference {
			reference = 0
		}
		reference = min(max(reference, 0), 1)
	}
	return int64(one([8]bool{
		false, reference < stored, reference == stored, reference <= stored, reference > stored, reference != stored, reference >= stored, true,
	}[c.sampler.compare]))
}

// gather answers a component of four texels, or what their comparison gives.
func (c *call) gather(lane int, v *values) (a [4]uint32) {
	f := &c.texture.format
	for k, n := range [4]int{2, 3, 1, 0} {
		switch {
		case c.request.Message == isa.MessageGather:
			a[k] = f.value(v[0][n], int(c.last(lane)&3))
		case !f.integer():
			a[k] = math.Float32bits(float32(c.holds(lane, v[0][n])))
		}
	}
	return a
}

// dimensions are the size of a level, and the number of levels.
func (c *call) dimensions(lane int) (a [4]uint32) {
	t := &c.texture
	if t.empty {
		return a
	}
	a[3] = uint32(t.levels)
	if level := c.last(lane); level < uint32(t.levels) {
		s := t.level(int(level))
		a[0], a[1], a[2] = uint32(s[0]), uint32(s[1]), uint32(s[2])
		if t.dimension != threeD {
			a[2] = uint32(t.layers)
		}
	}
	return a
}
