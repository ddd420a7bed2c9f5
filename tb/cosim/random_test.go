package cosim

import (
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw"
	"tilemark/hw/blocks/csp"
	"tilemark/tb/cosim/cosimtest"
	"tilemark/tb/cosim/vector"
)

// randomRuns is how many runs the test makes; each takes some milliseconds.
const randomRuns = 200

// Interrupts at random, nested in any way, with time slices, one to three contexts,
// depths, latencies and stalls at random: every image is golden's and every rule holds.
func TestRandomInterruptsAreEqual(t *testing.T) {
	vectors := []*vector.Vector{
		cosimtest.Scenes(t, 32, 32, "query", "blend"), cosimtest.Scenes(t, 32, 32, "stencil"),
		cosimtest.Scenes(t, 32, 32, "clipped", "textured-cube", "one-triangle"), cosimtest.Scenes(t, 32, 32, "six-draws", "instancing"),
		cosimtest.Scenes(t, 24, 24, "late-stencil", "late-kill"), cosimtest.Scenes(t, 24, 24, "late-depth", "rgba16f"), cosimtest.Scenes(t, 24, 24, "statistics"),
		cosimtest.Scenes(t, 24, 24, "restart", "srgb", "depth-d16"), cosimtest.Scenes(t, 24, 24, "patches", "viewports"), cosimtest.Scenes(t, 16, 16, "mip-levels"),
		cosimtest.Scenes(t, 24, 24, "fill-copy", "blits-only"),
	}
	bases := cosimtest.Configs(t)
	for seed := range uint64(randomRuns) {
		rng := rand.New(rand.NewPCG(seed, 0))
		cfg := randomConfig(t, rng, bases)
		plan := randomPlan(rng)
		s, err := NewSession(cfg, vectors[rng.IntN(len(vectors))], true)
		require.NoError(t, err)
		require.NoError(t, s.Run(plan, nil), "seed %d, plan %+v, time slice %d", seed, plan, cfg.CSP.TimeSlice)
	}
}

func randomConfig(t *testing.T, rng *rand.Rand, bases map[string]hw.Config) hw.Config {
	cfg := bases[[]string{"default", "least depths", "stalls"}[rng.IntN(3)]]
	for _, p := range cfg.Params() {
		if !strings.HasPrefix(p.Key, "fifo.") || rng.IntN(8) != 0 {
			continue
		}
		least, err := strconv.Atoi(p.Min)
		require.NoError(t, err)
		require.NoError(t, p.Set(strconv.Itoa(least+rng.IntN(6))))
	}
	if rng.IntN(3) == 0 {
		cfg.CSP.TimeSlice = 50 + rng.IntN(1500)
	}
	cfg.CSP.WaitClear = []string{csp.ClearWBU, csp.ClearBreakPoint, csp.ClearNone, csp.ClearNone, csp.ClearNone, csp.ClearNone}[rng.IntN(6)]
	if rng.IntN(2) == 0 {
		cfg.BreakPoint = "zl1"
	}
	cfg.Seed = rng.Uint64()
	return cfg
}

func randomPlan(rng *rand.Rand) (p Plan) {
	if rng.IntN(2) == 0 {
		p.Every = uint64(1 + rng.IntN(600))
	}
	at := uint64(0)
	for range rng.IntN(40) {
		at += uint64(1 + rng.IntN(400))
		p.At = append(p.At, at)
	}
	return p
}

// Blocks sleep when they can do nothing: evaluated in every cycle, they do the same, under
// random interrupts, depths, latencies and stalls.
func TestSleepingDoesNotShowAtRandom(t *testing.T) {
	vectors := []*vector.Vector{
		cosimtest.Scenes(t, 16, 16, "query", "blend"), cosimtest.Scenes(t, 16, 16, "late-depth", "six-draws"), cosimtest.Scenes(t, 16, 16, "fill-copy", "few-large"),
		cosimtest.Scenes(t, 16, 16, "patches", "textured-cube", "one-triangle"), cosimtest.Scenes(t, 16, 16, "stencil", "late-kill"),
	}
	for seed := range uint64(30) {
		rng := rand.New(rand.NewPCG(seed, 9))
		cfg := randomConfig(t, rng, cosimtest.Configs(t))
		v := vectors[seed%uint64(len(vectors))]
		sleeps, awake := newBare(t, cfg, v), newBare(t, cfg, v)
		awake.M.SetAlwaysAwake(true)
		for at := uint64(0); sleeps.M.Cycle() < 8000 && !sleeps.Idle(); {
			if sleeps.M.Cycle() >= at {
				at = sleeps.M.Cycle() + 200 + rng.Uint64N(900)
				require.NoError(t, sleeps.M.Interrupt())
				require.NoError(t, awake.M.Interrupt())
			}
			require.NoError(t, sleeps.RunTo(sleeps.M.Cycle()+1+rng.Uint64N(100)))
			require.NoError(t, awake.RunTo(sleeps.M.Cycle()))
			names, want := awake.M.Digests()
			_, got := sleeps.M.Digests()
			for i := range want {
				require.Equal(t, want[i], got[i], "seed %d, %s in cycle %d\n%s", seed, names[i], sleeps.M.Cycle(), sleeps.M.Trace())
			}
		}
	}
}

func newBare(t *testing.T, cfg hw.Config, v *vector.Vector) *Session {
	s, err := NewSession(cfg, v, false)
	require.NoError(t, err)
	return s
}
