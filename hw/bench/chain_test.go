package bench

import (
	"runtime"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

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

// BenchmarkRatio measures the chains in turn. Their ratio depends on the processor, which the benchmark's output names.
func BenchmarkRatio(b *testing.B) {
	beats := map[string]uint64{"stock": 40_000, "clocked": 4_000_000}
	rates := map[string][]float64{}
	var ratios []float64
	allocs := 0.0
	turn := func() {
		for _, c := range Chains() {
			s, _ := measure(c, beats[c.Name])
			rates[c.Name] = append(rates[c.Name], s.rate)
			if c.Name == "clocked" {
				allocs = max(allocs, s.allocs)
			}
		}
	}
	turn() // warms up
	clear(rates)
	for b.Loop() {
		turn()
	}
	for i := range rates["clocked"] {
		ratios = append(ratios, rates["clocked"][i]/rates["stock"][i])
	}
	slices.Sort(ratios)
	median := ratios[len(ratios)/2]
	for name, v := range rates {
		slices.Sort(v)
		b.ReportMetric(v[len(v)/2]/1e6, name+"-Mcycles/s")
	}
	b.ReportMetric(median, "ratio")
	b.ReportMetric(ratios[0], "least-ratio")
	b.ReportMetric(ratios[len(ratios)-1], "greatest-ratio")
	b.ReportMetric(0, "ns/op")
	require.Less(b, allocs, 0.01, "allocations a cycle")
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
