package cluster

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

var (
	tries = flag.Int("kernels", 300, "random kernels")
	first = flag.Uint64("first", 0, "seed of the first one")
)

// Random kernels on random clusters do what they do on the simulator, instruction by instruction, access by access, also when contexts are cut and pages are missing.
func TestRandomKernels(t *testing.T) {
	issues, cycles, moves, faults, saved, mates, results, cancels := uint64(0), uint64(0), 0, 0, 0, 0, 0, 0
	for n := range uint64(*tries) {
		seed := *first + n
		r := rand.New(rand.NewPCG(seed, 77))
		cfg := randomConfig(r)
		b, err := NewBench(cfg, seed)
		require.NoError(t, err)
		b.pace(r.IntN(60), 1+r.IntN(1+r.IntN(300)), r.IntN(1+r.IntN(60)))
		disturb(b, r)
		require.NoError(t, preempt(b, r))
		texts := ""
		for n := range 1 + r.IntN(3) {
			p, text := made(t, randomProgram, r, fmt.Sprintf("random-%d", n))
			texts += text
			require.NoError(t, load(b, r, p))
		}
		err = b.Run(60_000_000)
		require.NoError(t, err, fmt.Sprintf("seed %d, %+v\n%s", seed, cfg, texts))
		issues, cycles = issues+b.Issues, cycles+b.Cycle()
		if b.system != nil {
			moves, faults = moves+b.system.moved, faults+b.system.faults
		}
		for _, m := range b.mates {
			saved, results, cancels = saved+m.around.preempts.saved, results+m.results, cancels+m.cancels
			if m != b {
				mates += m.around.preempts.saved
			}
		}
	}
	if *tries >= 300 { // else the seeds may have none
		for what, n := range map[string]int{"pages moved": moves, "faults": faults, "CTAs saved": saved, "CTAs saved in another cluster": mates, "results": results, "cancelled threads": cancels} {
			require.Positive(t, n, what)
		}
	}
	t.Log(issues, "issues", cycles, "cycles", moves, "pages moved", faults, "faults", saved, "CTAs saved", results, "results")
}

// made is a random program.
func made(t *testing.T, program maker, r *rand.Rand, name string) (p *Program, text string) {
	p, text, err := program(r, name)
	require.NoError(t, err, text)
	return p, text
}

// A cluster is in the same state in each cycle, in whatever order its blocks are evaluated, and whether they sleep or not.
func TestOrderOfEvaluationDoesNotShow(t *testing.T) {
	for seed := range uint64(5) {
		orderDoesNotShow(t, seed, func() *Bench {
			r := rand.New(rand.NewPCG(seed, 13))
			return busyBench(t, randomConfig(r), seed, r, randomProgram)
		})
	}
}

// busyBench has two random programs, cuts and missing pages.
func busyBench(t *testing.T, cfg Config, seed uint64, r *rand.Rand, program maker) *Bench {
	b, err := NewBench(cfg, seed)
	require.NoError(t, err)
	b.pace(20, 40, 10)
	disturb(b, r)
	require.NoError(t, preempt(b, r))
	for n := range 2 {
		p, _ := made(t, program, r, fmt.Sprintf("random-%d", n))
		require.NoError(t, load(b, r, p))
	}
	return b
}

// orderDoesNotShow compares the digests of a bench's first cycles in several orders of evaluation.
func orderDoesNotShow(t *testing.T, seed uint64, build func() *Bench) {
	digests := func(change func(b *Bench)) (list []uint64) {
		b := build()
		change(b)
		b.watch = func() {
			if len(list) < 4000 {
				list = append(list, b.Digest())
			}
		}
		require.NoError(t, b.Run(3_000_000))
		return list
	}
	want := digests(func(*Bench) {})
	require.Greater(t, len(want), 20)
	for k := range uint64(2) {
		require.Equal(t, want, digests(func(b *Bench) {
			b.SetOrder(rand.New(rand.NewPCG(seed, 100+k)).Perm(len(b.Blocks())))
			b.SetAlwaysAwake(k == 1)
		}))
	}
}
