package hw_test

import (
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"
)

// Cuts at random, also in restores of which nothing has reached the break point yet: the
// cursor must be that of the context that was cut, in whichever slot (rule K1).
func TestCutsNestedAtRandomEndEqual(t *testing.T) {
	j := scenes(t, 16, "few-large", "six-draws", "instancing")
	ref := j.machine(t)
	finish(t, ref)
	for seed := range 60 {
		m := j.machine(t)
		r := rand.New(rand.NewSource(int64(seed)))
		gap := []int{30, 100, 300, 1000}[seed%4]
		for cuts := 0; cuts < 200 && !(m.Idle() && m.Cycle() > 100); cuts++ {
			require.NoError(t, m.Run(m.Cycle()+1+uint64(r.Intn(gap))))
			require.NoError(t, m.Interrupt())
		}
		finish(t, m)
		for i := range j.im.Contexts {
			require.Equal(t, surfaces(j, ref, i), surfaces(j, m, i), "seed %d, context %d", seed, i)
		}
	}
}

// A tail that the CPU moves is seen, whenever the doorbell rings (rule C3).
func TestDoorbellIsNeverLost(t *testing.T) {
	j := scenes(t, 16, "one-triangle")
	x := &j.im.Contexts[0]
	for delay := uint64(1); delay < 140; delay++ {
		m := j.machine(t)
		tail := m.Memory.ReadWord(x.Header + 4)
		m.Memory.WriteWord(x.Header+4, m.Memory.ReadWord(x.Header))
		require.NoError(t, m.Run(delay))
		m.Memory.WriteWord(x.Header+4, tail)
		require.NoError(t, m.Doorbell())
		finish(t, m)
		require.Equal(t, tail, m.Memory.ReadWord(x.Header), "the tail moved in cycle %d", delay)
	}
}

// Caches of any legal size work, with depth, colour and textures.
func TestCachesOfAnyLegalSize(t *testing.T) {
	for _, size := range []struct{ texture, depth, color string }{
		{"1", "4", "1"}, {"2", "4", "2"}, {"4", "8", "4"}, {"64", "64", "64"},
	} {
		for _, scene := range []string{"few-large", "textured-cube"} {
			t.Run(scene+"/"+size.texture, func(t *testing.T) {
				j := scenes(t, 32, scene).set(t, "gpc.sampler.lines", size.texture, "zl2.cache.lines", size.depth, "wbu.cache.lines", size.color)
				m := j.machine(t)
				finish(t, m)
				ref := scenes(t, 32, scene).machine(t)
				finish(t, ref)
				require.Equal(t, surfaces(j, ref, 0), surfaces(j, m, 0))
			})
		}
	}
}
