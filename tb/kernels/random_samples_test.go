package kernels

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/golden/exec"
	"tilemark/golden/texture"
	"tilemark/hw/isa"
	"tilemark/hw/isa/asm"
	"tilemark/hw/isa/kernel"
)

// sampled executes a random kernel of compute or pixels with textures, and returns what it leaves in its buffer and textures.
func sampled(t *testing.T, k *kernel.Kernel, seed uint64, spoil bool) []byte {
	r, spoiled := rand.New(rand.NewPCG(seed, 4)), rand.New(rand.NewPCG(seed, 5))
	u := &texture.Unit{Image: make([]byte, 1<<12), Textures: make([][texture.TextureWords]uint32, randomTextures+1), Samplers: make([][texture.SamplerWords]uint32, randomSamplers)}
	for n := range u.Image {
		u.Image[n] = byte(r.Uint32())
	}
	for n := 1; n <= randomTextures; n++ {
		const formats = 45
		size := func() uint32 { return uint32(1 + r.IntN(9)) }
		u.Textures[n] = [texture.TextureWords]uint32{uint32(n-1) << 10, 1 << 10, 256, size() | size()<<16, size() | size()<<16 | uint32(r.IntN(8))<<20 | uint32(r.IntN(formats))<<24}
	}
	for n := range u.Samplers {
		u.Samplers[n] = [texture.SamplerWords]uint32{r.Uint32(), uint32(r.IntN(256)), 0x7fff0000}
	}
	before := func(th *exec.Thread) {
		if spoil && spoiled.IntN(4) == 0 {
			spoilDead(k, th, spoiled)
		}
	}
	if k.Stage == isa.StageCompute {
		data, err := RunRandom(k, seed, exec.Options{Sampler: u}, before)
		require.NoError(t, err)
		return append(data, u.Image...)
	}
	p, err := exec.Load(Program(k))
	require.NoError(t, err)
	m := &exec.Memory{Bindings: []exec.Binding{{Data: make([]byte, 512), Write: true}}}
	th := exec.NewThread(p, m, &exec.Options{Sampler: u, Limit: randomLimit})
	for w := range 8 * (firstFree + freeCount) {
		th.Registers[w] = r.Uint32()
	}
	th.Helpers = r.Uint32() & r.Uint32()
	for th.State == exec.Running {
		before(th)
		th.Step()
	}
	require.Equal(t, exec.Ended, th.State, th.Fault)
	return append(m.Bindings[0].Data, u.Image...)
}

// Random kernels with textures are assembled, end, come back from their disassembly, and do the same whatever stands in registers that are not live.
func TestRandomKernelsWithTextures(t *testing.T) {
	messages, different := map[uint8]bool{}, map[string]bool{}
	for seed := range uint64(*kernelCount) {
		r := rand.New(rand.NewPCG(seed, 6))
		text := RandomSamples(r)
		if seed%2 == 0 {
			text = RandomPixel(r)
		}
		k, errs := asm.Assemble("random.tka", text)
		require.Empty(t, errs, text)
		again, errs := asm.Assemble("random.tka", asm.Disassemble(k, false))
		require.Empty(t, errs)
		require.Equal(t, k.Bytes(), again.Bytes())
		for i := range k.Code {
			if in := isa.Decode(k.Code[i].Native); in.Op == isa.OpSend {
				messages[in.Message.Code] = true
			}
		}
		want := sampled(t, k, seed, false)
		different[string(want)] = true
		require.Equal(t, want, sampled(t, k, seed, true), "seed %d: registers that are not live\n%s", seed, text)

		_, errs = asm.Assemble("random.tka", RandomVertexSamples(r))
		require.Empty(t, errs)
	}
	for code := range isa.Messages {
		if m := &isa.Messages[code]; m.Name != "" && m.Unit == isa.UnitSampler {
			require.True(t, messages[uint8(code)], m.Name)
		}
	}
	require.Greater(t, len(different), *kernelCount*9/10)
}
