package cover

import (
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/tb/cosim"
	"tilemark/tb/directed"
)

// session makes one of a directed vector's contexts that has not run.
func session(t testing.TB, name string) *cosim.Session {
	v, err := directed.Load(name)
	require.NoError(t, err)
	cfg, cv, err := v.Build()
	require.NoError(t, err)
	s, err := cosim.NewSession(cfg, cv, true)
	require.NoError(t, err)
	return s
}

const busyVector = "ping-pong-4"

// interrupted runs a session that is interrupted now and then, and returns how often memory was allocated.
func interrupted(t testing.TB, s *cosim.Session) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	require.NoError(t, s.Run(cosim.Plan{Every: 300}, nil))
	runtime.ReadMemStats(&after)
	return after.Mallocs - before.Mallocs
}

func TestCountingDoesNotAllocate(t *testing.T) {
	sp := newSpace(t)
	interrupted(t, session(t, busyVector))
	without := interrupted(t, session(t, busyVector))
	s := session(t, busyVector)
	p := Attach(s, sp)
	with := interrupted(t, s)
	require.Less(t, with, without+100, "allocations of a run of %d cycles", s.M.Cycle())
	require.NoError(t, p.Counts().Check())
}

// BenchmarkRun runs a vector with and without coverage.
func BenchmarkRun(b *testing.B) {
	sp, err := New()
	require.NoError(b, err)
	for name, counted := range map[string]bool{"without": false, "with": true} {
		b.Run(name, func(b *testing.B) {
			for range b.N {
				b.StopTimer()
				s := session(b, busyVector)
				b.StartTimer()
				if counted {
					p := Attach(s, sp)
					interrupted(b, s)
					p.Counts()
				} else {
					interrupted(b, s)
				}
			}
		})
	}
}
