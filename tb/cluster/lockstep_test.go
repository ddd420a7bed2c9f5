package cluster

import (
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/golden/exec"
	"tilemark/hw/blocks/gpc/l15"
	"tilemark/hw/blocks/gpc/lsu"
	"tilemark/hw/blocks/gpc/pm"
	"tilemark/hw/blocks/gpc/sm"
	"tilemark/tb/kernels"
)

func config() Config {
	return Config{
		SMs: 2, Depth: 4,
		SM: sm.Config{Threads: 16, Registers: 16 * 128, Lanes: 8, MathLanes: 2, ALULatency: 4, MathLatency: 12, FlowLatency: 2, Shared: 32768, Banks: 16, SharedLatency: 6,
			Select: "round_robin"},
		PM:  pm.Config{Tasks: 4},
		LSU: lsu.Config{Entries: 4, Accesses: 16, Sets: 4, Bindings: 16, Scratch: 16},
		L15: l15.Config{Lines: 256, Ways: 4, Misses: 8, Held: 16, Writes: 16},
	}
}

func TestVectorAdd(t *testing.T) {
	k, err := kernels.Load("vector-add")
	require.NoError(t, err)
	for _, alone := range []bool{true, false} {
		cfg := config()
		if cfg.Alone = alone; alone {
			cfg.SMs = 1
		}
		b, err := NewBench(cfg, 1)
		require.NoError(t, err)
		buffer := func() exec.Binding {
			d := make([]byte, 4096)
			for i := range d {
				d[i] = byte(i * 7)
			}
			return exec.Binding{Data: d}
		}
		out := exec.Binding{Data: make([]byte, 4096), Write: true}
		require.NoError(t, b.Load(&Program{Kernel: k, Grid: [3]int{16, 1, 1}, Args: []uint32{1000}, Bindings: []exec.Binding{buffer(), buffer(), out}}))
		require.NoError(t, b.Run(100_000))
		t.Log(b.Cycle(), b.Issues)
	}
}

// The project's compute kernels, with barriers, shared memory, atomics and divergence, do on clusters what they do on the simulator.
func TestComputeKernels(t *testing.T) {
	for _, name := range []string{"bitonic", "double", "histogram", "mandelbrot", "matrix", "reduce", "transpose", "vector-add"} {
		k, err := kernels.Load(name)
		require.NoError(t, err)
		args := make([]uint32, k.Args)
		for n := range args {
			args[n] = 16
		}
		if name == "mandelbrot" {
			args = []uint32{0xc0000000, 0xbfc00000, 0x3e4ccccd, 16, 16, 99}
		}
		for seed := range uint64(3) {
			r := rand.New(rand.NewPCG(seed, 4))
			cfg := config()
			cfg.L15.Lines = []int{256, 16, 4}[seed]
			cfg.SM.Threads = 32
			cfg.SM.Registers = 32 * 128
			b, err := NewBench(cfg, seed)
			require.NoError(t, err)
			bindings := make([]exec.Binding, 4)
			for n := range bindings {
				bindings[n] = exec.Binding{Data: make([]byte, 4096), Write: true}
				for i := range bindings[n].Data {
					bindings[n].Data[i] = byte(r.Uint32() & 0x3f)
				}
			}
			require.NoError(t, b.Load(&Program{Kernel: k, Grid: [3]int{3, 2, 1}, Args: args, Bindings: bindings}))
			require.NoError(t, b.Run(1_000_000), "%s, seed %d", name, seed)
			t.Log(name, b.Issues, "issues", b.Cycle(), "cycles")
		}
	}
}

// A log for Konata has a row for each instruction, which begins, has its stages in order, and ends once.
func TestKanata(t *testing.T) {
	k, err := kernels.Load("histogram")
	require.NoError(t, err)
	b, err := NewBench(config(), 1)
	require.NoError(t, err)
	var log strings.Builder
	kanata := NewKanata(b, &log)
	bindings := []exec.Binding{{Data: make([]byte, 256)}, {Data: make([]byte, 1024), Write: true}}
	require.NoError(t, b.Load(&Program{Kernel: k, Grid: [3]int{2, 1, 1}, Args: []uint32{64}, Bindings: bindings}))
	require.NoError(t, b.Run(100_000))
	require.NoError(t, kanata.Close())
	lines := strings.Split(strings.TrimSpace(log.String()), "\n")
	require.Equal(t, []string{"Kanata\t0004", "C=\t0"}, lines[:2])
	begun, stages, ended, cycle := map[string]bool{}, map[string]string{}, map[string]bool{}, 0
	for _, line := range lines[2:] {
		f := strings.Split(line, "\t")
		switch f[0] {
		case "C":
			n, err := strconv.Atoi(f[1])
			require.NoError(t, err)
			require.Positive(t, n)
			cycle += n
		case "I":
			require.False(t, begun[f[1]])
			begun[f[1]] = true
		case "L":
			require.Regexp(t, `^GPC\[5\].SM\[[01]\].\d+ 0x[0-9a-f]+: \S`, f[3])
		case "S":
			require.True(t, begun[f[1]] && !ended[f[1]])
			stages[f[1]] += f[3]
		case "R":
			require.False(t, ended[f[1]])
			ended[f[1]] = true
		default:
			t.Fatal(line)
		}
	}
	require.Len(t, begun, int(b.Issues))
	require.Len(t, ended, int(b.Issues))
	for row, s := range stages {
		require.Contains(t, []string{"X", "XW", "MW"}, s, row)
	}
	require.InDelta(t, b.Cycle(), cycle, 2)
}

// The first wrong register stops the run with its instruction, thread and lane, both values, and what happened to its line last.
func TestTheFirstWrongRegisterIsExplained(t *testing.T) {
	k, err := kernels.Load("vector-add")
	require.NoError(t, err)
	b, err := NewBench(config(), 1)
	require.NoError(t, err)
	in := func() exec.Binding { return exec.Binding{Data: make([]byte, 256)} }
	p := &Program{Kernel: k, Grid: [3]int{1, 1, 1}, Args: []uint32{64}, Bindings: []exec.Binding{in(), in(), {Data: make([]byte, 256), Write: true}}}
	require.NoError(t, b.Load(p))
	p.Bindings[1].Data[19*4+2] = 7 // the simulator's alone: lane 3 of thread 2
	require.ErrorContains(t, b.Run(100_000), "GPC[5].SM[0], thread slot 2: byte 0x28 (vector_add, line 16: (f0) send.load.f r12, r10, b1): lane 3, word 3 of r12 is 0x0, expected 0x70000; line 0x4005: filled in cycle ")
}
