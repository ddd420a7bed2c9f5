package texture

import (
	"math/bits"

	"tilemark/golden/exec"
	"tilemark/hw/isa"
)

// Unit executes messages to textures over an image of memory. Textures and samplers are by their numbers; others are all zeros.
type Unit struct {
	Image    []byte // address 0 is its first byte; what lies beyond its end is 0
	Textures [][TextureWords]uint32
	Samplers [][SamplerWords]uint32
}

var _ exec.Sampler = (*Unit)(nil)

func (u *Unit) call(r *exec.Request) call {
	var t [TextureWords]uint32
	var s [SamplerWords]uint32
	if r.Binding < len(u.Textures) {
		t = u.Textures[r.Binding]
	}
	if r.Sampler < len(u.Samplers) {
		s = u.Samplers[r.Sampler]
	}
	return call{r, readTexture(t), readSampler(s)}
}

// Sample implements exec.Sampler.
func (u *Unit) Sample(r *exec.Request) error {
	c := u.call(r)
	for set := r.Lanes; set != 0; set &= set - 1 {
		lane := bits.TrailingZeros32(set)
		list := c.samples(lane)
		if r.Message == isa.MessageTexelStore {
			c.store(u.Image, lane, list)
			continue
		}
		var v values
		for level := range list {
			for n, s := range list[level].texels {
				if s.Wanted && s.Present {
					v[level][n] = c.texture.format.take(bytesAt(u.Image, s))
				}
			}
		}
		c.reply(lane, c.answer(lane, list, &v))
	}
	return nil
}

// reply puts the components of a lane where the thread finds them.
func (c *call) reply(lane int, a [4]uint32) {
	for k := range a {
		c.request.Answer[k][lane] = a[k]
	}
}

// store writes the texel of a lane.
func (c *call) store(image []byte, lane int, list []sample) {
	if len(list) == 0 || !list[0].texels[0].Present || c.request.Helpers>>lane&1 != 0 {
		return
	}
	s := list[0].texels[0]
	var components [4]uint32
	for k := range c.request.Components {
		components[k] = c.request.Data[k][lane]
	}
	for k, b := range c.texture.format.put(components) {
		if at := uint64(s.Address) + uint64(k); at < uint64(len(image)) {
			image[at] = b
		}
	}
}

func bytesAt(image []byte, s spot) []byte {
	b := make([]byte, s.Bytes)
	if uint64(s.Address) < uint64(len(image)) {
		copy(b, image[s.Address:])
	}
	return b
}
