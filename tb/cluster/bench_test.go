package cluster

import (
	"fmt"
	"math"
	"math/bits"
	"runtime"
	"strings"
	"testing"

	"github.com/sarchlab/akita/v3/sim"
	"github.com/stretchr/testify/require"

	"tilemark/golden/exec"
	"tilemark/hw"
	"tilemark/hw/blocks/gpc/sm"
	"tilemark/hw/eu"
	"tilemark/hw/isa/asm"
	"tilemark/hw/isa/kernel"
	"tilemark/hw/wires"
	"tilemark/tb/forks"
	"tilemark/tb/kernels"
)

// busy is a kernel of arithmetic in f with a loop, a load and a store. What it computes with lies in registers that begin with a letter: so many as its lanes need.
const busy = `.kernel busy
.lanes LANES
.cta 128 1 1
.args 1
.binding 0 buffer read write
    shl rA:ud, r0<0>:ud, 7:ud
    shl rB:ud, r0.6<0>:ud, SHIFT:ud
    add rA:ud, rA:ud, rB:ud
    add rA:ud, rA:ud, r1:ud
    shl rA:ud, rA:ud, 2:ud
    send.load.f rC, rA, b0
    mov rE:f, 0.25:f
    mov rF:ud, 0:ud
    loop
    mul rD:f, rC:f, rE:f
    mad rG:f, rD:f, rC:f, rE:f
    add rH:f, rG:f, -rD:f
    mad rI:f, rH:f, rC:f, rD:f
    min rI:f, rI:f, 4.0:f
    mul rJ:f, rI:f, rC:f
    add rI:f, rJ:f, rD:f
    add rF:ud, rF:ud, 1:ud
    cmp.lt.f0 null:ud, rF:ud, rARGS<0>:ud
    (f0) while
    add rI:f, rI:f, rE:f
    send.store.f rA, rI, b0
    send.end {last}
`

// busyKernel is that kernel for so many lanes.
func busyKernel(t testing.TB, lanes int) *kernel.Kernel {
	set := lanes / 8 // registers of an operand
	text := strings.NewReplacer("LANES", fmt.Sprint(lanes), "SHIFT", fmt.Sprint(bits.Len(uint(lanes))-1), "ARGS", fmt.Sprint(1+3*set)).Replace(busy)
	for n := range 10 {
		text = strings.ReplaceAll(text, "r"+string(rune('A'+n)), fmt.Sprintf("r%d", 12+n*set))
	}
	k, errs := asm.Assemble("busy.tka", text)
	require.Empty(t, errs)
	return k
}

// clusters are some that share a clock, each with a grid of its own.
type clusters struct {
	*wires.Domain
	benches []*Bench
	lanes   int // in which instructions of arithmetic have executed; of clusters that are observed
}

// newClusters makes them with a kernel that is about to begin.
func newClusters(t testing.TB, count int, cfg Config, k *kernel.Kernel, args []uint32) *clusters {
	c := &clusters{Domain: wires.NewDomain(1*sim.GHz, 1)}
	for n := range count {
		cfg.Index, cfg.Quiet, cfg.SM.Registers = n, true, 1024
		b, err := newBenchIn(c.Domain, cfg, 1)
		require.NoError(t, err)
		c.benches = append(c.benches, b)
		bindings := make([]exec.Binding, 4)
		for n := range bindings {
			bindings[n] = exec.Binding{Data: make([]byte, 65536), Write: true}
			for at := 0; at < 65536; at += 4 { // numbers from 0.5 to 1
				le.PutUint32(bindings[n].Data[at:], 0x3f000000|uint32(at*40503)&0x7fffff)
			}
		}
		require.NoError(t, b.Load(&Program{Kernel: k, Grid: [3]int{16, 1, 1}, Args: args[:k.Args], Bindings: bindings}))
	}
	for _, b := range c.benches {
		require.NoError(t, b.prepare(100_000))
		c.Wake(b.around)
	}
	return c
}

// observe counts lanes.
func (c *clusters) observe() {
	for _, b := range c.benches {
		for _, m := range b.SMs {
			m.P.Issued.Watch(func(e *sm.Issue) {
				if e.Op.Unit == eu.ALU || e.Op.Unit == eu.Math {
					c.lanes += bits.OnesCount32(e.Lanes)
				}
			})
		}
	}
}

// finish runs until all threads have ended.
func (c *clusters) finish(t testing.TB) {
	for _, b := range c.benches {
		for b.running() {
			require.NoError(t, c.Run(10_000_000))
			require.True(t, c.Stopped())
		}
	}
}

func (c *clusters) issues() (n uint64) {
	for _, b := range c.benches {
		for _, m := range b.SMs {
			n += m.Issues()
		}
	}
	return n
}

// wide is a cluster of four multiprocessors of sixteen lanes.
func wide() Config {
	cfg := config()
	cfg.SMs, cfg.SM.Lanes = 4, 16
	return cfg
}

// Two clusters, as many as the default machine has: the processor time of an issue, all included, of all runs and of the best one.
func BenchmarkCluster(b *testing.B) {
	matrix, err := kernels.Load("matrix")
	require.NoError(b, err)
	for _, c := range []struct {
		name string
		cfg  Config
		k    *kernel.Kernel
		args []uint32
	}{
		{"busy", config(), busyKernel(b, 8), []uint32{200}}, {"busy-wide", wide(), busyKernel(b, 16), []uint32{200}}, {"matrix", config(), matrix, []uint32{64, 64, 64}},
	} {
		b.Run(c.name, func(b *testing.B) {
			observed := newClusters(b, 2, c.cfg, c.k, c.args)
			observed.observe()
			observed.finish(b)
			issues, cycles, spent, best := uint64(0), uint64(0), 0.0, math.Inf(1)
			for b.Loop() {
				b.StopTimer()
				m := newClusters(b, 2, c.cfg, c.k, c.args)
				from := m.Cycle()
				runtime.GC() // of what the last one has left
				b.StartTimer()
				start := processorTime()
				m.finish(b)
				seconds := processorTime() - start
				spent, best = spent+seconds, min(best, seconds/float64(m.issues()))
				issues, cycles = issues+m.issues(), cycles+m.Cycle()-from
			}
			b.ReportMetric(spent/float64(issues)*1e9, "ns/issue")
			b.ReportMetric(best*1e9, "best-ns/issue")
			b.ReportMetric(float64(issues)/float64(cycles), "issues/cycle")
			b.ReportMetric(float64(observed.lanes)*float64(b.N)/spent/1e6, "Mlane-ops/s")
		})
	}
}

// The same kernel on the default machine's clusters with an MXU and memory, compared instruction by instruction, as tilemark exec --machine runs it, and its set-up.
func BenchmarkExecute(b *testing.B) {
	issues, spent, best := uint64(0), 0.0, math.Inf(1)
	for b.Loop() {
		b.StopTimer()
		runtime.GC()
		b.StartTimer()
		start := processorTime()
		l := &kernels.Launch{Kernel: busyKernel(b, 8), Grid: [3]int{32, 1, 1}, Args: []uint32{200}, Limit: 1 << 30, Bindings: []exec.Binding{{Data: make([]byte, 65536), Write: true}}}
		x, err := Execute(hw.DefaultClusters(), l)
		require.NoError(b, err)
		require.NoError(b, x.Run())
		seconds := processorTime() - start
		spent, best = spent+seconds, min(best, seconds/float64(l.Instructions))
		issues += uint64(l.Instructions)
	}
	b.ReportMetric(spent/float64(issues)*1e9, "ns/issue")
	b.ReportMetric(best*1e9, "best-ns/issue")
}

// A fork of two busy clusters is put back or taken, runs for some cycles, and is digested. Nanoseconds, the median of each.
func BenchmarkClusterForks(b *testing.B) {
	c := newClusters(b, 2, config(), busyKernel(b, 8), []uint32{1000})
	require.NoError(b, c.Run(c.Cycle()+2000))
	for _, cycles := range []uint64{0, 1, 70, 1000} {
		b.Run(fmt.Sprintf("cycles=%d", cycles), func(b *testing.B) { forks.Measure(b, c.Domain, cycles) })
	}
}

// A busy cluster allocates nothing per cycle.
func TestBusyClustersAllocateNothing(t *testing.T) {
	c := newClusters(t, 2, config(), busyKernel(t, 8), []uint32{10_000})
	require.NoError(t, c.Run(c.Cycle()+3000)) // all threads are in their loops, and pages are there
	was := c.issues()
	require.Zero(t, testing.AllocsPerRun(5, func() {
		require.NoError(t, c.Run(c.Cycle()+2000))
		require.False(t, c.Stopped())
	}))
	require.Greater(t, c.issues()-was, uint64(30_000))
}
