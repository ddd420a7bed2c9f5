//go:build faults

package directed

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"tilemark/tb/bugs"
	"tilemark/tb/cosim"
	"tilemark/tb/cosim/sweep"
)

var places = []string{"tg", "zl1"}

// Each fault, put into the machine one at a time, is caught by the vectors that are named
// for it, at each break point at which they are.
func TestFaultsAreCaught(t *testing.T) {
	for _, bug := range bugs.List() {
		t.Run(bug.Name, func(t *testing.T) {
			for _, place := range places {
				named := vectorsAt(bug.Name, place)
				if len(named) == 0 {
					continue
				}
				by, rule, err := kill(t, bug.Name, place, named)
				require.NotEmpty(t, rule, "%s: no check notices that %s (%.300s)", place, bug.What, err)
				t.Logf("%s: %s by %s: %.200s", place, rule, by, err)
			}
		})
	}
}

// Every fault has a vector, or a reason why none notices it.
func TestFaultsHaveVectors(t *testing.T) {
	names := Names()
	for _, bug := range bugs.List() {
		require.NotEqual(t, len(Killers[bug.Name]) > 0, Survivors[bug.Name] != "", bug.Name)
		for _, k := range Killers[bug.Name] {
			name, _, _ := strings.Cut(k, "/")
			require.Contains(t, names, name, bug.Name)
		}
	}
}

// vectorsAt are the vectors named for a fault at a break point.
func vectorsAt(bug, place string) (names []string) {
	for _, k := range Killers[bug] {
		if name, only, some := strings.Cut(k, "/"); !some || only == place {
			names = append(names, name)
		}
	}
	return names
}

// kill returns the first of some vectors that notices a fault, and the rule.
func kill(t *testing.T, bug, place string, names []string) (by, rule string, err error) {
	bugs.Use(bug)
	defer func() { bugs.Use(bugs.None) }()
	for _, name := range names {
		v, bad := Load(name)
		require.NoError(t, bad)
		v.At(place)
		err = within(t, v.Try)
		if rule, ok := Kill(err); ok {
			return name, rule, err
		}
	}
	return "", "", err
}

// late are faults whose damage shows long after the cut, when a run may have come into a
// state that is known, and a scene in which it does.
var late = []struct {
	bug    string
	damage string
	vector string
	every  uint64
}{
	{"last-register-lost", "a register that nothing reads before the context's end is saved", "every-register-restored", 3},
	{"blit-registers-lost", "registers of a block that sleeps until the last draw is over", "blit-last", 11},
	{"counter-not-restored", "a counter that is written at the end of the draws", "query-across-cuts", 61},
	{"stray-word", "a word of memory that nothing reads", "blending", 7},
}

// A sweep with convergence and shared futures finds faults that show late: the state
// differs all the while, so no cut run is taken for one that held. As many cuts fail as
// when each is run to its end.
func TestSweepFindsWhatShowsLate(t *testing.T) {
	for _, f := range late {
		for _, place := range places {
			t.Run(f.bug+"/"+place, func(t *testing.T) {
				v, err := Load(f.vector)
				require.NoError(t, err)
				v.At(place)
				cfg, cv, err := v.Build()
				require.NoError(t, err)
				sweepOf := func(full int) *sweep.Report {
					r, err := (&sweep.Sweep{Config: cfg, Vector: cv, Every: f.every, Jobs: 1, Full: full}).Run()
					require.NoError(t, err)
					return r
				}
				r := sweepOf(0)
				require.Nil(t, r.First)
				require.Positive(t, r.Converged, "no cut converged: the test shows nothing")
				bugs.Use(f.bug)
				defer func() { bugs.Use(bugs.None) }()
				r = sweepOf(0)
				require.NotNil(t, r.First, "%s: %s", f.damage, r)
				full := sweepOf(1)
				require.Equal(t, full.Tried, full.Confirmed)
				require.Equal(t, full.Different, r.Different)
				require.NotContains(t, full.First.Err.Error(), "the sweep is wrong")
				t.Logf("%s: %s; %.200s", f.damage, r, r.First.Err)
			})
		}
	}
}

// A fault that needs two cuts, a restore that is aborted and leaves something behind: no
// single cut shows it, pairs do, and the pair that is reported is the smallest one.
func TestPairsFindWhatNeedsTwoCuts(t *testing.T) {
	for _, place := range places {
		v, err := Parse([]byte("covers: pairs\nsize: [8, 8]\ncontexts: [{scene: one-triangle}]"))
		require.NoError(t, err)
		v.At(place)
		cfg, cv, err := v.Build()
		require.NoError(t, err)
		bugs.Use("load-place-kept")
		defer func() { bugs.Use(bugs.None) }()
		r, err := (&sweep.Sweep{Config: cfg, Vector: cv, Jobs: 2, Full: 1}).Run()
		require.NoError(t, err)
		require.Nil(t, r.First, "%s: %s", place, r)
		r, err = (&sweep.Sweep{Config: cfg, Vector: cv, Pairs: true, From: 400, To: 404, Jobs: 2, Full: 50}).Run()
		require.NoError(t, err)
		require.NotNil(t, r.First, "%s: %s", place, r)
		first := func() (uint64, uint64, error) {
			for c1 := uint64(400); c1 < 404; c1++ {
				for c2 := c1 + 1; ; c2++ {
					s, err := cosim.NewSession(cfg, cv, true)
					require.NoError(t, err)
					if err := s.Run(cosim.Plan{At: []uint64{c1, c2}}, nil); err != nil {
						return c1, c2, err
					}
					if s.M.Cycle() < c2 {
						break
					}
				}
			}
			return 0, 0, nil
		}
		c1, c2, err := first()
		require.Error(t, err)
		require.Equal(t, c1, r.First.Cycle, place)
		require.Equal(t, c2, r.First.Second, place)
		t.Logf("%s: %s; %d and %d: %.200s", place, r, c1, c2, r.First.Err)
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
