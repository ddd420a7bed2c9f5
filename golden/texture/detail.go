package texture

import (
	"math"

	"tilemark/golden/exec"
	"tilemark/hw/isa"
)

// detailOf is the level of detail of a squared length in texels, in 1/256 level.
func detailOf(r float32) int {
	switch {
	case !(r > 0):
		return -32768
	case math.IsInf(float64(r), 1):
		return 32767
	}
	// The logarithm is a whole number of 128ths for powers of two only, which math.Log2 gets right; no other binary32 comes so near to one that binary64's
	// error shows.
	return int(math.Floor(128 * math.Log2(float64(r))))
}

// steps is floor(256·x), x clamped to ±most before; of NaN 0.
func steps(x float32, most float64) int {
	if x != x {
		return 0
	}
	return int(math.Floor(256 * min(max(float64(x), -most), most)))
}

// detail is the level of detail of a lane.
func (c *call) detail(lane int) int {
	lod := c.sampler.bias
	switch c.request.Message {
	case isa.MessageSampleCompareLevel, isa.MessageGather, isa.MessageGatherCompare:
		return 0
	case isa.MessageSampleLevel:
		lod += steps(ofPattern(c.last(lane)), 64)
	case isa.MessageSampleBias:
		lod += detailOf(c.quadLength(lane)) + steps(ofPattern(c.last(lane)), 16)
	case isa.MessageSampleGradient:
		lod += detailOf(c.gradientLength(lane))
	default:
		lod += detailOf(c.quadLength(lane))
	}
	return min(max(lod, c.sampler.least), c.sampler.most)
}

// length is the greater of the squared lengths, in texels, of differences of the texture's coordinates.
func (c *call) length(across, down []float32) float32 {
	square := func(d []float32) (sum float32) {
		for k, x := range d {
			x = float32(x * float32(c.texture.size[k]))
			if x = float32(x * x); k == 0 {
				sum = x
			} else {
				sum = float32(sum + x)
			}
		}
		return sum
	}
	r := square(down)
	if a := square(across); a > r {
		r = a
	}
	return r
}

func differences(a, b []float32) (d []float32) {
	for k := range a {
		d = append(d, float32(b[k]-a[k]))
	}
	return d
}

// quadLength is that of the differences between the quad's first three lanes.
func (c *call) quadLength(lane int) float32 {
	first := lane &^ 3
	var at [3][]float32
	for n := range at {
		if p := c.place(first + n); c.texture.dimension == cube {
			uv := p.on(faceOf(c.place(first)))
			at[n] = uv[:]
		} else {
			at[n] = p[:c.texture.directions()]
		}
	}
	return c.length(differences(at[0], at[1]), differences(at[0], at[2]))
}

// gradientLength is that of the lane's gradients.
func (c *call) gradientLength(lane int) float32 {
	count := min(c.request.Sets, 3)
	var d [2]direction
	for n := range d {
		for k := range min(count, c.texture.coordinates()) {
			d[n][k] = ofPattern(c.request.Data[n*count+k][lane])
		}
	}
	if c.texture.dimension != cube {
		n := c.texture.directions()
		return c.length(d[0][:n], d[1][:n])
	}
	p := c.place(lane)
	f := faceOf(p)
	origin := p.on(f)
	var moved [2][2]float32
	for n := range d {
		for k := range p {
			d[n][k] = float32(p[k] + d[n][k])
		}
		moved[n] = d[n].on(f)
	}
	return c.length(differences(origin[:], moved[0][:]), differences(origin[:], moved[1][:]))
}

// lastIsNone tells whether all sets of a message are coordinates of the texture.
func lastIsNone(r *exec.Request) bool {
	switch r.Message {
	case isa.MessageSample, isa.MessageSampleGradient, isa.MessageTexelStore:
		return true
	}
	return false
}
