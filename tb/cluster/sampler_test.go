package cluster

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/golden/exec"
	"tilemark/golden/texture"
	"tilemark/hw/blocks/gpc/sampler"
	"tilemark/hw/isa"
	"tilemark/hw/isa/asm"
	"tilemark/hw/pipe"
	"tilemark/tb/kernels"
)

// randomSamplerConfig is a sampler of any size, with enough room for the programs' sets and textures.
func randomSamplerConfig(r *rand.Rand) sampler.Config {
	pick := func(list ...int) int { return list[r.IntN(len(list))] }
	return sampler.Config{
		Entries: pick(1, 2, 4, 16), Quads: pick(1, 2, 4, 16), Rate: pick(1, 2, 16), Lookups: pick(1, 2, 4, 32), Lines: pick(1, 2, 16, 64), Ways: pick(1, 2, 4, 16),
		Misses: pick(1, 2, 8, 32), Sets: 3, Textures: 5,
	}
}

// randomSampling is a program of a random kernel with textures: of vertices, pixels or compute.
func randomSampling(t *testing.T, r *rand.Rand, name string) (p *Program, text string) {
	switch r.IntN(3) {
	case 0:
		text = kernels.RandomVertexSamples(r)
	case 1:
		text = kernels.RandomPixel(r)
	default:
		text = kernels.RandomSamples(r)
	}
	k, errs := asm.Assemble(name+".tka", text)
	require.Empty(t, errs, text)
	k.Name = name
	if k.Args > 0 {
		k.Args = 256
		k.Registers = max(k.Registers, 1+3*isa.RegisterSet(k.Lanes, 4)+k.Args/pipe.RegisterWords)
	}
	p = &Program{
		Kernel: k, Slot: uint8(r.IntN(2)), Grid: [3]int{1 + r.IntN(4), 1, 1}, Threads: 1 + r.IntN(10), Bindings: []exec.Binding{{Data: bytesOf(r, 512), Write: true}},
		Prepare: func(g *exec.Thread) {
			for w := 8 * 16; w < 8*min(80, k.Registers); w++ {
				g.Registers[w] = r.Uint32()
			}
			if active := g.Active & (r.Uint32() | r.Uint32()); active != 0 {
				g.Active = active
			}
			g.Helpers = g.Active & r.Uint32() & r.Uint32()
		},
	}
	for range k.Args {
		p.Args = append(p.Args, r.Uint32())
	}
	bytes := []int{128, 256, 1 << 14}[r.IntN(3)] // threads meet in the lines of small ones
	for n := 1; n <= 4; n++ {
		p.Textures = append(p.Textures, Texture{Number: n, Words: randomTexture(r, 0, bytes), Data: bytesOf(r, bytes)})
		w := randomSampler(r)
		p.Samplers = append(p.Samplers, [texture.SamplerWords]uint32(w[:]))
	}
	return p, text
}

func bytesOf(r *rand.Rand, count int) []byte {
	list := make([]byte, count)
	for n := range list {
		list[n] = byte(r.Uint32())
	}
	return list
}

// Random kernels that sample, gather, read and write textures do on random clusters what they do on the simulator, beside kernels that do not, also when contexts are cut
// and pages are missing.
func TestRandomSamples(t *testing.T) {
	issues, cycles, messages, missing, saved := uint64(0), uint64(0), 0, 0, 0
	for n := range uint64(*tries) {
		seed := *first + n
		r := rand.New(rand.NewPCG(seed, 78))
		cfg := randomConfig(r)
		cfg.TEX = randomSamplerConfig(r)
		b, err := NewBench(cfg, seed)
		require.NoError(t, err)
		b.pace(r.IntN(60), 1+r.IntN(1+r.IntN(300)), r.IntN(1+r.IntN(60)))
		disturb(b, r)
		preempt(t, b, r)
		if b.TEX != nil {
			b.TEX.P.Answered.Watch(func(e *sampler.Took) {
				messages++
				if e.Missing {
					missing++
				}
			})
		}
		texts := ""
		for n := range 1 + r.IntN(3) {
			p, text := randomSampling(t, r, fmt.Sprintf("sampling-%d", n))
			if r.IntN(4) == 0 {
				p, text = randomProgram(t, r, fmt.Sprintf("random-%d", n))
			}
			texts += text
			load(t, b, p)
		}
		err = b.Run(3_000_000)
		require.NoError(t, err, fmt.Sprintf("seed %d, %+v\n%s", seed, cfg, texts))
		issues, cycles = issues+b.Issues, cycles+b.Cycle()
		saved += b.around.preempts.saved
	}
	if *tries >= 300 {
		require.Positive(t, messages)
		require.Positive(t, missing)
		require.Positive(t, saved)
	}
	t.Log(issues, "issues", cycles, "cycles", messages, "messages,", missing, "without their pages")
}

// Clusters with textures are in the same state in each cycle, in whatever order their blocks are evaluated, and whether they sleep or not.
func TestOrderOfEvaluationDoesNotShowInSamples(t *testing.T) {
	for seed := range uint64(4) {
		orderDoesNotShow(t, seed, func() *Bench {
			r := rand.New(rand.NewPCG(seed, 14))
			cfg := randomConfig(r)
			cfg.TEX, cfg.Alone = randomSamplerConfig(r), false
			return busyBench(t, cfg, seed, r, randomSampling)
		})
	}
}

// Rows of messages to the sampler and to the load/store unit end with their own answers, in any order, and so do those of handlers.
func TestKanataOfSamplesAndHandlers(t *testing.T) {
	saved := 0
	for seed := uint64(0); saved < 3 && seed < 100; seed++ {
		r := rand.New(rand.NewPCG(seed, 80))
		cfg := config()
		cfg.TEX = randomSamplerConfig(r)
		b, err := NewBench(cfg, seed)
		require.NoError(t, err)
		b.pace(20, 1+r.IntN(200), 10)
		require.NoError(t, b.loadHandlers())
		b.around.within, b.around.left = 1+r.IntN(500), 3
		var log strings.Builder
		kanata := NewKanata(b, &log)
		p, text := randomSampling(t, r, "sampling")
		load(t, b, p)
		require.NoError(t, b.Run(3_000_000), text)
		require.NoError(t, kanata.Close())
		begun, ended := strings.Count(log.String(), "\nI\t"), strings.Count(log.String(), "\nR\t")
		require.Equal(t, begun, ended, "seed %d\n%s", seed, text)
		if b.around.preempts.saved > 0 {
			require.Contains(t, log.String(), "send.context_store")
			saved++
		}
	}
	require.Equal(t, 3, saved)
}
