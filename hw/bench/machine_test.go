package bench

import (
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw"
	"tilemark/tb/cosim"
	"tilemark/tb/cosim/cosimtest"
	"tilemark/tb/cosim/vector"
)

// load lays a scene out at 640x480.
func load(t testing.TB, name string) *vector.Vector { return cosimtest.Scenes(t, 640, 480, name) }

// teapot is the machine's benchmark: the teapot at 640x480.
func teapot(t testing.TB) *vector.Vector { return load(t, "teapot") }

// BenchmarkMachine runs scenes from start to end, uninterrupted: a model, many small
// triangles, few large ones, heavy blending. Rates are per second of processor time, so
// that they repeat on a busy machine.
func BenchmarkMachine(b *testing.B) {
	for _, name := range []string{"teapot", "many-small", "few-large", "blend"} {
		v := load(b, name)
		b.Run(name+"/monitors=off", func(b *testing.B) { machine(b, v, false) })
		b.Run(name+"/monitors=on", func(b *testing.B) { machine(b, v, true) })
	}
}

func machine(b *testing.B, v *vector.Vector, monitors bool) {
	fragments := float64(v.Traces[0].Stats.Fragments)
	var cycles, allocs, issues uint64
	var spent float64 // seconds of processor time
	for range b.N {
		s, err := cosim.NewSession(hw.DefaultConfig(), v, monitors)
		require.NoError(b, err)
		runtime.GC()
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		from, start := s.M.Evaluated(), processorTime()
		require.NoError(b, s.Finish())
		spent += processorTime() - start
		runtime.ReadMemStats(&after)
		cycles += s.M.Evaluated() - from
		allocs += after.Mallocs - before.Mallocs
		for _, c := range s.M.Clusters {
			for _, sm := range c.SMs {
				issues += sm.Issues()
			}
		}
	}
	b.ReportMetric(float64(cycles)/spent, "cycles/s")
	b.ReportMetric(fragments*float64(b.N)/spent, "fragments/s")
	b.ReportMetric(float64(issues)/spent, "issues/s")
	b.ReportMetric(float64(allocs)/float64(cycles), "allocs/cycle")
	b.ReportMetric(float64(cycles)/float64(b.N), "cycles")
	b.ReportMetric(fragments*float64(b.N)/float64(cycles), "fragments/cycle")
	b.ReportMetric(0, "ns/op")
}
