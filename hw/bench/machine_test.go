package bench

import (
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw"
	"tilemark/tb/cosim"
	"tilemark/tb/driver"
	"tilemark/tb/scene"
)

// teapot is the machine's benchmark: the teapot at 640x480.
func teapot(t testing.TB) *cosim.Vector {
	s, err := scene.Load("teapot")
	require.NoError(t, err)
	im := &driver.Image{}
	_, err = im.Add(s, driver.Options{Width: 640, Height: 480})
	require.NoError(t, err)
	v, err := cosim.NewVector(im)
	require.NoError(t, err)
	return v
}

// BenchmarkMachine runs the teapot from start to end, uninterrupted. Rates are per second
// of processor time, so that they repeat on a busy machine.
func BenchmarkMachine(b *testing.B) {
	v := teapot(b)
	fragments := float64(v.Traces[0].Stats.Fragments)
	for _, monitors := range []bool{false, true} {
		name := "monitors=off"
		if monitors {
			name = "monitors=on"
		}
		b.Run(name, func(b *testing.B) {
			var cycles, allocs uint64
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
			}
			b.ReportMetric(float64(cycles)/spent, "cycles/s")
			b.ReportMetric(fragments*float64(b.N)/spent, "fragments/s")
			b.ReportMetric(float64(allocs)/float64(cycles), "allocs/cycle")
			b.ReportMetric(float64(cycles)/float64(b.N), "cycles")
			b.ReportMetric(0, "ns/op")
		})
	}
}
