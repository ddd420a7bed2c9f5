package cluster

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// excused are bins that random kernels need not hit, with the reason.
var excused = map[string]string{
	"fill/PM_L15 full":   "one command is on its way at a time; TestFullQueues has it at depth 1",
	"fill/L15_PM full":   "as PM_L15",
	"fill/PM_DROP full":  "as PM_L15",
	"fill/DROP_PM full":  "as PM_L15",
	"fill/WDU_CALL full": "one call is on its way at a time; TestFullQueues has it at depth 1",
}

// Random kernels show every state and move of the state machines of clusters, each connection empty, between and full, and each reason for which a multiprocessor waits.
func TestRandomKernelsCoverClusters(t *testing.T) {
	var c Coverage
	var last *Bench
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 81))
		cfg := randomConfig(r)
		if cfg.Alone {
			continue
		}
		cfg.TEX, cfg.Depth = randomSamplerConfig(r), 1+r.IntN(3)
		b, err := NewBench(cfg, seed)
		require.NoError(t, err)
		b.pace(r.IntN(90), 1+r.IntN(1+r.IntN(100)), r.IntN(1+r.IntN(60)))
		disturb(b, r)
		require.NoError(t, preempt(b, r))
		c.Cover(b)
		texts := ""
		for n := range 3 {
			p, text := made(t, randomProgram, r, "random")
			if n > 0 && r.IntN(2) == 0 {
				p, text = made(t, randomSampling, r, "sampling")
			}
			texts += text
			require.NoError(t, load(b, p))
		}
		require.NoError(t, b.Run(3_000_000), "seed %d, %+v\n%s", seed, cfg, texts)
		c.Collect()
		last = b
	}
	holes, err := c.Holes(last)
	require.NoError(t, err)
	for _, bin := range holes {
		if excused[bin] == "" {
			t.Errorf("%s: nothing has hit it", bin)
		}
	}
	for bin := range excused {
		require.Contains(t, c.Hits, bin)
	}
	t.Logf("%d bins", len(c.Hits))
}
