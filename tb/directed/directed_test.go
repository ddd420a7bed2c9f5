package directed

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/tb/cosim/bounds"
	"tilemark/tb/cosim/sweep"
)

// Every directed vector holds at both break points: its conditions come true, its cuts
// are as many as it says, and memory is golden's.
func TestDirectedVectors(t *testing.T) {
	for _, name := range Names() {
		for _, place := range []string{"tg", "zl1"} {
			t.Run(name+"/"+place, func(t *testing.T) {
				t.Parallel()
				v, err := Load(name)
				require.NoError(t, err)
				v.At(place)
				_, err = v.Run()
				require.NoError(t, err)
			})
		}
	}
}

// The worst case of a switch of the deliberately slow machine is below two million cycles at
// 1920x1080.
func TestSlowMachineSwitchesInTwoMillionCycles(t *testing.T) {
	v, err := Load("slow-memory")
	require.NoError(t, err)
	cfg, _, err := v.Build()
	require.NoError(t, err)
	require.Less(t, bounds.OfHeight(&cfg, 1080).Total(), uint64(2_000_000))
}

// A driver interrupts by itself, in the uninterrupted run too: a sweep that foretells a run's cuts counts those that are still to come.
func TestSweepKnowsTheDriversOwnCuts(t *testing.T) {
	v, err := Load("driver-fault-in-both-lists")
	require.NoError(t, err)
	cfg, cv, err := v.Build()
	require.NoError(t, err)
	r, err := (&sweep.Sweep{Config: cfg, Vector: cv, Every: 97, Jobs: 1, Full: 1}).Run()
	require.NoError(t, err)
	require.Positive(t, r.Cuts)
	require.Zero(t, r.Different)
}
