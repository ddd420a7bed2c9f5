package cluster

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/golden/exec"
	"tilemark/golden/texture"
	"tilemark/hw/blocks/blocktest"
	"tilemark/hw/blocks/gpc/sampler"
	"tilemark/hw/isa"
	"tilemark/hw/pipe"
)

// textureBench is a sampler alone, whose memory is an image, and its reference model.
type textureBench struct {
	*blocktest.Bench
	t           testing.TB
	b           *sampler.Sampler
	image       []byte // what the sampler reads and writes
	unit        texture.Unit
	sm          [2][pipe.Sides]*blocktest.Source[pipe.MessageBeat]
	answers     [2]*blocktest.Sink[pipe.MessageAnswer]
	descriptors *blocktest.Source[pipe.TextureDescriptor]
	drop        *blocktest.Source[pipe.CacheCommand]
	dropped     *blocktest.Sink[pipe.UnitDone]
	req         *blocktest.Client
	hold        bool // memory does not answer
}

var smallSampler = sampler.Config{Entries: 2, Quads: 3, Rate: 2, Lookups: 2, Lines: 8, Ways: 2, Misses: 4, Sets: 2, Textures: 4}

func newTextureBench(t testing.TB, cfg sampler.Config, bytes int) *textureBench {
	k := &textureBench{t: t, b: sampler.New("TEX", cfg), image: make([]byte, bytes)}
	k.Bench = blocktest.New(t, k.b)
	k.unit = texture.Unit{Image: make([]byte, bytes), Textures: make([][texture.TextureWords]uint32, 4), Samplers: make([][texture.SamplerWords]uint32, 16)}
	for n := range k.sm {
		for side, name := range sides {
			k.sm[n][side] = blocktest.In(k.Bench, &k.b.P.SMTex[n][side], fmt.Sprintf("SM%d_%s", n, name), 8)
		}
		k.answers[n] = blocktest.Out(k.Bench, &k.b.P.TexSM[n], fmt.Sprintf("ANSWERS%d", n), 8)
	}
	k.descriptors, k.drop = blocktest.In(k.Bench, &k.b.P.PMTex, "PM", 4), blocktest.In(k.Bench, &k.b.P.PMDrop, "DROP", 2)
	k.dropped = blocktest.Out(k.Bench, &k.b.P.DropPM, "DROPPED", 2)
	blocktest.Out(k.Bench, &k.b.P.TexPM, "BOUND", 2)
	k.req = blocktest.Memory(k.Bench, &k.b.P.TexReq, &k.b.P.TexAns, 4)
	return k
}

// describe sets a texture, or a sampler, of both models.
func (k *textureBench) describe(d pipe.TextureDescriptor) {
	if d.Set = 1; d.Sampler {
		copy(k.unit.Samplers[d.Number][:], d.Words[:])
	} else {
		copy(k.unit.Textures[d.Number][:], d.Words[:])
	}
	k.descriptors.Queue = append(k.descriptors.Queue, d)
	k.cycles(3)
}

// cycles runs the sampler and its memory.
func (k *textureBench) cycles(n int) {
	for range n {
		k.Step(1)
		for !k.hold && len(k.req.Got) > 0 {
			r := k.req.Got[0]
			k.req.Got = k.req.Got[1:]
			k.req.Answer(k.access(&r))
		}
	}
	k.Wave()
}

// access does a request in memory.
func (k *textureBench) access(r *pipe.MemRequest) pipe.MemAnswer {
	a := pipe.MemAnswer{Op: r.Op, Slot: r.Slot, Tag: r.Tag}
	for n := range pipe.LineBytes {
		switch {
		case r.Op == pipe.Read:
			a.Data[n/4] |= uint32(k.image[int(r.Addr)+n]) << (n % 4 * 8)
		case r.Mask>>n&1 != 0:
			k.image[int(r.Addr)+n] = byte(r.Data[n/4] >> (n % 4 * 8))
		}
	}
	return a
}

// send has the sampler get the message that a request of the simulator is.
func (k *textureBench) send(sm, side int, r *exec.Request, lanes, first, count int) {
	h := pipe.MessageHead{
		Thread: 3, Set: 1, Lanes: uint8(lanes), First: uint8(first), Count: uint8(count), Code: uint8(r.Message), Binding: uint8(r.Binding), Type: uint8(r.Sets - 1),
		Components: uint8(r.Components - 1), Operation: uint8(r.Sampler), Answer: 40, Mask: r.Lanes, Helpers: r.Helpers,
		Offset: int16(r.Texels[0]&15 | r.Texels[1]&15<<4 | r.Texels[2]&15<<8),
	}
	step := isa.RegisterSet(lanes, 4)
	data := 0
	switch r.Message {
	case isa.MessageTexelStore:
		data = r.Components
	case isa.MessageSampleGradient:
		data = 2 * min(r.Sets, 3)
	}
	var registers [][8]uint32
	add := func(sets int, values *[32]uint32, of func(n int) *[32]uint32) {
		for n := range sets {
			last := step
			if n == sets-1 {
				last = (count + 7) / 8
			}
			for reg := range last {
				var w [8]uint32
				for i := range w {
					if k := 8*reg + i; k < count && first+k < 32 {
						w[i] = of(n)[first+k]
					} else {
						w[i] = 0xdeadbeef // lanes that the message does not have
					}
				}
				registers = append(registers, w)
			}
		}
	}
	add(r.Sets, nil, func(n int) *[32]uint32 { return &r.Coordinates[n] })
	add(data, nil, func(n int) *[32]uint32 { return &r.Data[n] })
	list := []pipe.MessageBeat{h.Beat(false)}
	for n := range registers {
		list = append(list, pipe.DataBeat(0, &registers[n], n == len(registers)-1))
	}
	k.sm[sm][side].Queue = append(k.sm[sm][side].Queue, list...)
}

// answer takes the answer of a message: components by lanes of the thread, and which of them are written.
func (k *textureBench) answer(sm, lanes, first int) (a [4][32]uint32, written [4]uint32) {
	for n := 0; ; n++ {
		require.Less(k.t, n, 5000, "no answer: %s", k.b.Line())
		if got := k.answers[sm].Got; len(got) > 0 && got[len(got)-1].Last {
			break
		}
		k.cycles(1)
	}
	step := isa.RegisterSet(lanes, 4)
	for _, g := range k.answers[sm].Got {
		for i := range 8 {
			if g.Done || g.Mask>>(4*i)&1 == 0 {
				continue
			}
			reg := int(g.Reg) - 40
			lane := first + reg%step*8 + i
			a[reg/step][lane] = g.Words[i]
			written[reg/step] |= 1 << lane
		}
	}
	k.answers[sm].Got = nil
	return a, written
}

// same sends a message to both models, and compares answers and memory.
func (k *textureBench) same(r *exec.Request, lanes, first, count int, why func() string) {
	k.send(0, pipe.Below, r, lanes, first, count)
	got, written := k.answer(0, lanes, first)
	require.NoError(k.t, k.unit.Sample(r))
	components := r.Components
	switch r.Message {
	case isa.MessageTexelStore:
		require.Equal(k.t, k.unit.Image, k.image, why())
		return
	case isa.MessageDimensions:
		components = 4
	}
	for c := range 4 {
		want := r.Lanes
		if c >= components {
			want = 0
		}
		require.Equal(k.t, want, written[c], why())
		for lane := range 32 {
			if want>>lane&1 != 0 && got[c][lane] != r.Answer[c][lane] {
				require.Failf(k.t, "different", "%s component %d of lane %d is %#x (%g), expected %#x (%g)\n%s", isa.Messages[r.Message].Name, c, lane, got[c][lane],
					math.Float32frombits(got[c][lane]), r.Answer[c][lane], math.Float32frombits(r.Answer[c][lane]), why())
			}
		}
	}
}

// samplerMessages are the codes of all messages to the sampler.
var samplerMessages = func() (list []int) {
	for code := range isa.Messages {
		if m := &isa.Messages[code]; m.Name != "" && m.Unit == isa.UnitSampler {
			list = append(list, code)
		}
	}
	return list
}()

// isFloat tells whether coordinates of a message are numbers of binary32.
func isFloat(message int) bool {
	switch message {
	case isa.MessageTexel, isa.MessageTexelStore, isa.MessageDimensions:
		return false
	}
	return true
}

// coordinate is a number that a message brings: near to a texture, or anything.
func coordinate(r *rand.Rand, float bool) uint32 {
	if r.IntN(12) == 0 {
		return randomWord(r)
	}
	if float && r.IntN(6) > 0 {
		switch r.IntN(3) {
		case 0:
			return math.Float32bits(float32(r.IntN(65)-16) / 32)
		case 1:
			return math.Float32bits(float32(r.Float64()*4 - 2))
		}
		return math.Float32bits(float32(r.Float64()))
	}
	return uint32(r.IntN(1<<r.IntN(6)) - r.IntN(2)*r.IntN(2))
}

// randomRequest is a message that sends something in some lanes.
func randomRequest(r *rand.Rand, message int) (q *exec.Request, lanes, first, count int) {
	lanes = 8 << r.IntN(3)
	count = lanes
	if r.IntN(3) == 0 {
		count = 1 << r.IntN(6)
		first = 8 * r.IntN(4)
		if first+count > lanes {
			first, count = 0, lanes
		}
	}
	q = &exec.Request{Message: message, Binding: r.IntN(4), Sampler: r.IntN(16), Sets: 1 + r.IntN(5), Components: 1 + r.IntN(4)}
	all := uint32(1<<count-1) << first
	q.Lanes = all
	if r.IntN(2) == 0 {
		if q.Lanes &= r.Uint32(); q.Lanes == 0 {
			q.Lanes = all
		}
	}
	q.Helpers = q.Lanes & r.Uint32() & r.Uint32()
	if isa.Messages[message].Uses&isa.UsesTexels != 0 && r.IntN(3) == 0 {
		q.Texels = [3]int{r.IntN(16) - 8, r.IntN(16) - 8, r.IntN(16) - 8}
	}
	if isa.Messages[message].Uses&isa.UsesSampler == 0 {
		q.Sampler = 0
	}
	if isa.Messages[message].Uses&isa.UsesCount == 0 {
		q.Components = 1
	}
	smooth := r.IntN(2) == 0 // coordinates that differ little between lanes
	for n := range q.Sets {
		base := r.Float64()*2 - 0.5
		step := r.Float64() / float64(int(1)<<r.IntN(12))
		for lane := first; lane < first+count; lane++ {
			q.Coordinates[n][lane] = coordinate(r, isFloat(message) && r.IntN(9) > 0)
			if smooth && isFloat(message) && n < 3 {
				q.Coordinates[n][lane] = math.Float32bits(float32(base + step*float64(lane)))
			}
		}
	}
	for n := range q.Data {
		for lane := first; lane < first+count; lane++ {
			if q.Data[n][lane] = coordinate(r, message == isa.MessageSampleGradient || r.IntN(2) == 0); r.IntN(3) > 0 && message == isa.MessageSampleGradient {
				q.Data[n][lane] = math.Float32bits(float32(r.Float64() / float64(int(1)<<r.IntN(12))))
			}
		}
	}
	return q, lanes, first, count
}

// What the sampler answers and writes is what the reference model does: each message, with textures, samplers and coordinates at random.
func TestMessagesToTextures(t *testing.T) {
	const bytes, part = 1 << 20, 1 << 18
	tries := 400
	if testing.Short() {
		tries = 40
	}
	for seed := range uint64(4) {
		r := rand.New(rand.NewPCG(seed, 91))
		cfg := smallSampler
		if seed == 3 { // the least that there can be
			cfg = sampler.Config{Entries: 1, Quads: 1, Rate: 1, Lookups: 1, Lines: 1, Ways: 1, Misses: 1, Sets: 2, Textures: 4}
		}
		k := newTextureBench(t, cfg, bytes)
		k.Hesitate(seed, int(seed)*15)
		for n := range k.image {
			k.image[n] = byte(r.Uint32())
			if seed&1 != 0 && n%4 == 3 { // many numbers of binary32 from 0.5 to 2
				k.image[n] = 0x3f
			}
		}
		copy(k.unit.Image, k.image)
		for n := range tries {
			if n%3 == 0 {
				at := r.IntN(4)
				k.describe(pipe.TextureDescriptor{Number: uint8(at), Words: randomTexture(r, at*part, part)})
				k.describe(pipe.TextureDescriptor{Number: uint8(r.IntN(16)), Sampler: true, Words: randomSampler(r)})
			}
			for _, message := range samplerMessages {
				q, lanes, first, count := randomRequest(r, message)
				if r.IntN(3) > 0 { // a sampler that is described
					q.Sampler = 0
				}
				k.same(q, lanes, first, count, func() string {
					return fmt.Sprintf("seed %d, %d: texture %x, sampler %x, %d sets, texels %v, lanes %x", seed, n, k.unit.Textures[q.Binding], k.unit.Samplers[q.Sampler], q.Sets, q.Texels, q.Lanes)
				})
			}
		}
	}
}
