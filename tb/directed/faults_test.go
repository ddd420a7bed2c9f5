//go:build faults

package directed

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"tilemark/hw/fault"
	"tilemark/tb/cosim"
)

// judges are the quick checks that must catch every fault: vectors, and a sweep of a
// small one at every 7th cycle.
var judges = []string{
	"draw4-instance4-tile4", "last-tile-of-triangle", "clipped-in-the-middle", "query-across-cuts", "state-between-draws", "blending",
	"ping-pong-2", "during-skip", "isolation", "least-depths", "scissor-cull", "wide-indices", "first-tile-of-draw", "in-fence", "every-register-restored", "cut-above-blit", "cut-in-blit", "statistics", "statistics-in-a-patch", "depth-ranges",
}

var places = []string{"tg", "zl1"}

// Each fault, put into the machine one at a time, is caught by the quick checks, at
// both break points.
func TestFaultsAreCaught(t *testing.T) {
	for id := fault.None + 1; id < fault.Count; id++ {
		for _, place := range places {
			if id == fault.TGIntLate && place == "zl1" {
				continue // no TG_INT is sent there
			}
			t.Run(id.String()+"/"+place, func(t *testing.T) {
				fault.Active = id
				defer func() { fault.Active = fault.None }()
				by, err := firstToFail(t, place)
				require.Error(t, err, "no check notices the fault")
				t.Logf("caught by %s: %.200s", by, err.Error())
			})
		}
	}
}

// The same checks pass without a fault, so that what they catch is the fault.
func TestWithoutFaultAllPass(t *testing.T) {
	for _, place := range places {
		by, err := firstToFail(t, place)
		require.NoError(t, err, by)
	}
}

func firstToFail(t *testing.T, place string) (string, error) {
	for _, name := range judges {
		v, err := Load(name)
		require.NoError(t, err)
		v.At(place)
		if err := within(t, func() error { _, err := v.Run(); return err }); err != nil {
			return name, err
		}
	}
	v, err := Load("blending")
	require.NoError(t, err)
	v.At(place)
	cfg, cv, err := v.Build()
	require.NoError(t, err)
	err = within(t, func() error {
		r, err := (&cosim.Sweep{Config: cfg, Vector: cv, Every: 7, Jobs: 1}).Run()
		if err == nil && r.First != nil {
			err = r.First.Err
		}
		if err == nil && r.Cut == 0 {
			err = errNoCut
		}
		return err
	})
	return "sweep of blending", err
}

// A sweep with convergence and shared futures finds a fault that shows only at the end
// of a run: a restore loses the last register of the save area, which nothing reads
// before the context's end is saved. The state differs all the while, so no cut run is
// taken for one that held.
func TestSweepFindsWhatShowsLate(t *testing.T) {
	for _, place := range places {
		v, err := Load("every-register-restored")
		require.NoError(t, err)
		v.At(place)
		cfg, cv, err := v.Build()
		require.NoError(t, err)
		sweep := func() *cosim.Report {
			r, err := (&cosim.Sweep{Config: cfg, Vector: cv, Every: 3, Jobs: 1}).Run()
			require.NoError(t, err)
			return r
		}
		r := sweep()
		require.Nil(t, r.First)
		require.Positive(t, r.Converged, "no cut converged: the test shows nothing")
		fault.Active = fault.LastRegisterLost
		r = sweep()
		fault.Active = fault.None
		require.NotNil(t, r.First, "%s: %s", place, r)
	}
}

// within turns a run that does not end into an error.
func within(t *testing.T, run func() error) error {
	done := make(chan error, 1)
	go func() { done <- run() }()
	select {
	case err := <-done:
		return err
	case <-time.After(time.Minute):
		t.Fatal("a run did not end: the watchdog should have stopped it")
		return nil
	}
}
