package bench

import (
	"flag"
	"fmt"
	"runtime"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

var runs = flag.Int("runs", 0, "measure the chains in turn that many times and print the ratio")

func TestChainsEndWithTheSameChecksumInTheSameCycle(t *testing.T) {
	const beats = 3000
	stock, clocked := runStock(beats), runClocked(beats)
	require.Equal(t, stock, clocked)
	sum := uint64(0)
	for seq := range uint64(beats) {
		b := makeBeat(seq)
		for range stages {
			b = pass(b)
		}
		sum = fold(sum, b)
	}
	require.Equal(t, sum, clocked.Sum)
}

func TestClockedChainAllocatesNothingPerCycle(t *testing.T) {
	c := buildClocked(1 << 60)
	require.NoError(t, c.Run(100))
	require.Zero(t, testing.AllocsPerRun(5, func() { require.NoError(t, c.Run(c.Cycle()+2000)) }))
}

// sample is a run: cycles a second of processor time, and allocations a cycle.
type sample struct{ rate, allocs float64 }

func measure(c Chain, beats uint64) (sample, Result) {
	runtime.GC()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	start := processorTime()
	r := c.Run(beats)
	spent := processorTime() - start
	runtime.ReadMemStats(&after)
	n := float64(r.Cycles)
	return sample{n / spent, float64(after.Mallocs-before.Mallocs) / n}, r
}

// TestRatio prints what `make bench` shows: the chains measured in turn. It fails below
// the bar of 80.
func TestRatio(t *testing.T) {
	if *runs == 0 {
		t.Skip("only with -runs")
	}
	beats := map[string]uint64{"stock": 40_000, "clocked": 4_000_000}
	all := map[string][]sample{}
	var ratios []float64
	for n := range *runs + 1 {
		got := map[string]sample{}
		for _, c := range Chains() {
			got[c.Name], _ = measure(c, beats[c.Name])
		}
		if n == 0 {
			continue // warms up
		}
		for name, s := range got {
			all[name] = append(all[name], s)
		}
		ratios = append(ratios, got["clocked"].rate/got["stock"].rate)
	}
	fmt.Printf("chain of %d stages, %d runs in turn, per second of processor time\n", stages, *runs)
	for _, c := range Chains() {
		v := all[c.Name]
		slices.SortFunc(v, func(a, b sample) int { return int(a.rate - b.rate) })
		fmt.Printf("%-8s %9.3f M cycles/s (%.3f to %.3f)  %.3f allocations/cycle\n", c.Name,
			v[len(v)/2].rate/1e6, v[0].rate/1e6, v[len(v)-1].rate/1e6, v[len(v)/2].allocs)
	}
	slices.Sort(ratios)
	fmt.Printf("ratio    %9.1f (%.1f to %.1f)\n", ratios[len(ratios)/2], ratios[0], ratios[len(ratios)-1])
	require.GreaterOrEqual(t, ratios[len(ratios)/2], 80.0, "the bar is 80 times stock Akita")
	require.Less(t, all["clocked"][0].allocs, 0.01)
}

func BenchmarkChain(b *testing.B) {
	for _, c := range Chains() {
		b.Run(c.Name, func(b *testing.B) {
			b.ReportAllocs()
			s, _ := measure(c, max(uint64(b.N), 1))
			b.ReportMetric(s.rate, "cycles/s")
			b.ReportMetric(s.allocs, "allocs/cycle")
			b.ReportMetric(0, "ns/op")
		})
	}
}
