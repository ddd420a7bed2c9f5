package kernels

import (
	"fmt"
	"math/rand/v2"

	"tilemark/hw/isa"
	"tilemark/hw/isa/asm"
	"tilemark/hw/isa/draw"
)

// Textures of random kernels are bindings 1 up to this one, samplers 0 up to below the other one.
const (
	randomTextures = 4
	randomSamplers = 4
)

// RandomSamples is Random with messages to the sampler.
func RandomSamples(r *rand.Rand) string {
	k := &randomKernel{r: r, lanes: 8 << r.IntN(3), compute: true, samples: true}
	fmt.Fprintf(&k.b, ".kernel random\n.lanes %d\n.cta %d 1 1\n.shared 256\n.scratch 1024\n.args 2\n.binding 0 buffer read write\n", k.lanes, k.lanes*(1+r.IntN(2)))
	k.textures()
	for range 1 + r.IntN(3) {
		k.block(0, 0)
		if r.IntN(2) == 0 {
			k.line("send.barrier")
		}
	}
	k.line("send.store.ud.4 r1, r%d, b0", firstFree)
	k.end()
	return k.b.String()
}

// RandomPixel makes the text of a pixel kernel with messages to the sampler, also such that find the level of detail from a quad.
func RandomPixel(r *rand.Rand) string {
	k := &randomKernel{r: r, lanes: 8 << r.IntN(3), pixel: true, samples: true}
	fmt.Fprintf(&k.b, ".kernel random\n.stage pixel\n.lanes %d\n.scratch 1024\n.binding 0 buffer read write\n.inputs %d\n", k.lanes, 24)
	k.textures()
	for range 1 + r.IntN(3) {
		k.block(0, 0)
		if r.IntN(3) == 0 {
			k.line("(f%d) discard", r.IntN(mostFlag+1))
		}
	}
	k.line("send.store.ud.4 r1, r%d, b0", firstFree)
	k.endWith([]string{
		"send.end {last}", fmt.Sprintf("send.color.%d r%d {last}", 1+r.IntN(4), firstFree+r.IntN(freeCount-20)), fmt.Sprintf("send.color_depth.4 r%d {last}", firstFree+r.IntN(freeCount-20)),
	}[r.IntN(3)])
	return k.b.String()
}

// RandomVertexSamples is RandomVertex with messages to the sampler.
func RandomVertexSamples(r *rand.Rand) string {
	k := &randomKernel{r: r, lanes: 8 << r.IntN(3), samples: true}
	fmt.Fprintf(&k.b, ".kernel random\n.stage vertex\n.lanes %d\n.scratch 1024\n.binding 0 buffer read\n.inputs %d\n", k.lanes, firstFree)
	k.textures()
	for range 1 + r.IntN(3) {
		k.block(0, 0)
	}
	k.end()
	return k.b.String()
}

func (k *randomKernel) textures() {
	access := "read write"
	if !k.compute && !k.pixel {
		access = "read"
	}
	for n := range randomTextures {
		fmt.Fprintf(&k.b, ".binding %d texture %s\n", n+1, access)
	}
	for n := range randomSamplers {
		fmt.Fprintf(&k.b, ".sampler %d\n", n)
	}
	k.b.WriteByte('\n')
}

// implicit tells whether a message needs the differences of four lanes.
func implicit(message uint8) bool {
	switch message {
	case isa.MessageSample, isa.MessageSampleBias, isa.MessageSampleCompare:
		return true
	}
	return false
}

// sample writes a message to the sampler. Most of its coordinates lie in the texture, or near to it.
func (k *randomKernel) sample() {
	for {
		i := draw.Of(k.r, isa.OpSend)
		if isa.Messages[i.Message.Code].Unit != isa.UnitSampler || !k.fits(&i) {
			continue
		}
		step := isa.RegisterSet(k.lanes, 4)
		for n := range int(i.Message.Type) + 1 {
			if int(i.Message.Address)+(n+1)*step > counters { // of a message of fewer lanes: the rest of the set is not free
				break
			}
			k.coordinate(int(i.Message.Address)+n*step, i.Message.Code, n == int(i.Message.Type))
		}
		patches := k.tag(&i)
		k.line("%s", asm.Tagged(i.Encode(), patches))
		return
	}
}

// coordinate brings a register set into the range of coordinates, or leaves it.
func (k *randomKernel) coordinate(reg int, message uint8, last bool) {
	integer := message == isa.MessageTexel || message == isa.MessageTexelStore || message == isa.MessageDimensions
	switch n := k.r.IntN(4); {
	case n == 0:
	case integer:
		k.line("and r%d:ud, r%d:ud, %d:ud", reg, reg, [...]int{1, 7, 15, 31}[k.r.IntN(4)])
	case n == 1 && last:
		k.line("and r%d:ud, r%d:ud, 0x3fffffff:ud", reg, reg)
	default:
		k.line("and r%d:ud, r%d:ud, 127:ud", reg, reg)
		k.line("cvt r%d:f, r%d:ud", reg, reg)
		k.line("mul r%d:f, r%d:f, %g:f", reg, reg, [...]float64{0.0625, 0.015625, 0.00390625}[k.r.IntN(3)])
	}
}
