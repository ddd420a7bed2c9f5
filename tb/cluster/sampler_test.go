package cluster

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/blocks/gpc/sampler"
)

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
		require.NoError(t, preempt(b, r))
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
			p, text := made(t, randomSampling, r, fmt.Sprintf("sampling-%d", n))
			if r.IntN(4) == 0 {
				p, text = made(t, randomProgram, r, fmt.Sprintf("random-%d", n))
			}
			texts += text
			require.NoError(t, load(b, r, p))
		}
		err = b.Run(60_000_000)
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
		p, text := made(t, randomSampling, r, "sampling")
		require.NoError(t, load(b, r, p))
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
