package cluster

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/golden/exec"
	"tilemark/hw/blocks/gpc/l15"
	"tilemark/hw/blocks/gpc/lsu"
	"tilemark/hw/blocks/gpc/pm"
	"tilemark/hw/blocks/gpc/sm"
	"tilemark/hw/blocks/mxu"
	"tilemark/hw/isa"
	"tilemark/hw/isa/asm"
	"tilemark/hw/pipe"
	"tilemark/tb/kernels"
)

var (
	tries = flag.Int("kernels", 300, "random kernels")
	first = flag.Uint64("first", 0, "seed of the first one")
)

// randomConfig is a cluster with enough registers for random kernels, or a multiprocessor alone.
func randomConfig(r *rand.Rand) Config {
	pick := func(list ...int) int { return list[r.IntN(len(list))] }
	c := Config{
		SMs: 1 + r.IntN(4), Depth: 1 + r.IntN(5), Alone: r.IntN(3) == 0,
		SM: sm.Config{
			Threads: pick(3, 4, 8, 16, 70, 128), Lanes: pick(4, 8, 16, 32), MathLanes: pick(1, 2, 8, 32), ALULatency: 1 + r.IntN(9), MathLatency: 1 + r.IntN(20), FlowLatency: 1 + r.IntN(4),
			Shared: 64 * pick(4, 16, 512), Banks: pick(1, 2, 16, 32), SharedLatency: 1 + r.IntN(9), Select: []string{"round_robin", "greedy"}[r.IntN(2)],
		},
		PM:  pm.Config{Tasks: 3},
		LSU: lsu.Config{Entries: pick(1, 2, 4, 16), Accesses: pick(1, 2, 16, 64), Sets: 3, Bindings: 4, Scratch: 4},
		L15: l15.Config{Lines: pick(1, 2, 8, 64, 256), Ways: pick(1, 2, 4, 16), Misses: pick(1, 2, 8, 32), Held: pick(1, 2, 16, 64)},
	}
	if c.Alone {
		c.SMs = 1
	}
	if !c.Alone && r.IntN(2) == 0 {
		c.Mapped = true
		c.MXU = mxu.Config{TLB: pick(1, 2, 16, 64), Sets: 8, Atomics: pick(1, 2, 4, 16)}
	}
	c.SM.Registers = c.SM.Threads * 128
	if !c.Alone && r.IntN(2) == 0 { // threads have to wait for registers
		c.SM.Registers = max(3*128, c.SM.Registers/pick(2, 4, 8))
	}
	if !c.Alone {
		c.Stall = pick(0, 0, 20, 70)
	}
	if c.Mapped {
		c.Clusters = pick(1, 1, 2, 3)
		c.SMs = (c.SMs + c.Clusters - 1) / c.Clusters
	}
	return c
}

// disturb has contexts be cut, pages be missing and moved.
func disturb(b *Bench, r *rand.Rand) {
	if b.cfg.Alone || !b.cfg.Mapped && r.IntN(2) == 0 {
		return
	}
	b.around.every, b.around.most, b.around.absent = 1+r.IntN(1+r.IntN(2000)), r.IntN(6), []int{0, 30, 100}[r.IntN(3)]
	if b.system != nil {
		b.system.every, b.system.most = 1+r.IntN(1+r.IntN(3000)), r.IntN(9)
	}
}

// load loads a program. With an MXU work above the break point has a slot of its own, since pages of what is below are pinned.
func load(t *testing.T, b *Bench, p *Program) {
	if b.cfg.Mapped {
		p.Slot = 1
		if p.Kernel.Stage == isa.StageVertex {
			p.Slot = 0
		}
	}
	require.NoError(t, b.Load(p))
}

// preempt has CTAs be saved and brought back.
func preempt(t *testing.T, b *Bench, r *rand.Rand) {
	if b.cfg.Alone || len(b.mates)*b.cfg.SMs*b.cfg.SM.Threads > 512 || r.IntN(2) == 0 { // the context buffer has room for so many threads
		return
	}
	trap, restore, err := kernels.RandomHandlers(r)
	require.NoError(t, err)
	require.NoError(t, b.takeHandlers(trap, restore))
	for _, m := range b.mates {
		m.around.within, m.around.left = 1+r.IntN(1+r.IntN(3000)), 1+r.IntN(4)
	}
}

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
		preempt(t, b, r)
		texts := ""
		for n := range 1 + r.IntN(3) {
			p, text := randomProgram(t, r, fmt.Sprintf("random-%d", n))
			texts += text
			load(t, b, p)
		}
		err = b.Run(3_000_000)
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

// randomProgram is a program of a random kernel: of compute, or of vertices, whose threads are above the break point.
func randomProgram(t *testing.T, r *rand.Rand, name string) (p *Program, text string) {
	if r.IntN(3) == 0 {
		text = kernels.RandomVertex(r)
	} else {
		text = kernels.Random(r)
	}
	k, errs := asm.Assemble(name+".tka", text)
	require.Empty(t, errs)
	k.Name = name
	k.Scratch += isa.RegisterSize * rand.New(rand.NewPCG(uint64(len(text)), 1)).IntN(32) // threads side by side have more and less of it
	if k.Stage == isa.StageCompute {                                                     // so many arguments that most registers begin with something
		k.Args = 256
		k.Registers = max(k.Registers, 1+3*isa.RegisterSet(k.Lanes, 4)+k.Args/pipe.RegisterWords)
	}
	data := make([]byte, 512)
	for i := range data {
		data[i] = byte(r.Uint32())
	}
	p = &Program{
		Kernel: k, Slot: uint8(r.IntN(2)), Grid: [3]int{1 + r.IntN(6), 1, 1}, Threads: 1 + r.IntN(20), Bindings: []exec.Binding{{Data: data, Write: true}},
		Prepare: func(g *exec.Thread) {
			for w := 8 * 16; w < 8*min(80, k.Registers); w++ {
				g.Registers[w] = r.Uint32()
			}
		},
	}
	for range k.Args {
		p.Args = append(p.Args, r.Uint32())
	}
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
func busyBench(t *testing.T, cfg Config, seed uint64, r *rand.Rand, program func(*testing.T, *rand.Rand, string) (*Program, string)) *Bench {
	b, err := NewBench(cfg, seed)
	require.NoError(t, err)
	b.pace(20, 40, 10)
	disturb(b, r)
	preempt(t, b, r)
	for n := range 2 {
		p, _ := program(t, r, fmt.Sprintf("random-%d", n))
		load(t, b, p)
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
