package regress

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"tilemark/hw/pipe"
	"tilemark/tb/cosim"
	"tilemark/tb/cover"
	"tilemark/tb/regress/store"
)

// impossible counts a bin of each case, and one that is excluded.
type impossible struct{}

func (impossible) Attach(*cosim.Session) {}

func (impossible) Take() (map[string]uint64, []cover.Excluded) {
	return map[string]uint64{"a/one": 3, "a/none": 0}, []cover.Excluded{{Bin: "moves/TG A > B", Why: "no path goes there"}, {Bin: "moves/TG B > A", Why: "a joke"}}
}

// A case that holds and hits an excluded bin is an error, which names bin and reason; what it reached does not count.
func TestExcludedBinThatIsHitIsAnError(t *testing.T) {
	reg := &Regression{Name: "quick", Repeats: 1, Tests: []*Test{named("t", text(smallest))}}
	path := filepath.Join(t.TempDir(), "db")
	r := &Recording{Path: path, Options: Options{Regression: reg, Tests: reg.Tests, Jobs: 1, Coverage: func() Coverage { return impossible{} }}}
	s, err := r.Run(context.Background())
	require.NoError(t, err)
	require.False(t, s.Held())
	require.Equal(t, 1, s.Errors)
	f := s.Failures[0].Failure
	require.Equal(t, RuleExcluded, f.Rule)
	require.Equal(t, "moves/TG A > B", f.Place)
	require.Equal(t, "bin moves/TG A > B was hit, which is excluded: no path goes there\nbin moves/TG B > A was hit, which is excluded: a joke", f.Message)
	require.Equal(t, smallest, f.Vector)
	require.Equal(t, Repeat("quick", "t", Seed("quick", "t", 0)), f.Command)
	hit, all := s.Covered()
	require.Equal(t, [2]int{0, 2}, [2]int{hit, all})
	db, err := store.Open(path)
	require.NoError(t, err)
	defer db.Close()
	hits, err := db.Coverage(s.Run.ID)
	require.NoError(t, err)
	require.Equal(t, map[string]uint64{"a/one": 0, "a/none": 0}, hits)
}

// A case that failed keeps the first event that was wrong, and says of excluded bins besides.
func TestFailureKeepsItsFirstEvent(t *testing.T) {
	reg := &Regression{Name: "quick", Tests: []*Test{named("t", text(smallest+"cuts: 5\n"))}}
	o := &Options{Regression: reg, Tests: reg.Tests, Jobs: 1, Coverage: func() Coverage { return impossible{} }}
	o.Done = func(c *store.Case, covered *Covered) error {
		require.Equal(t, "fail expectation", c.Result+" "+c.Failure.Rule)
		require.Contains(t, c.Failure.Message, "\nbin moves/TG A > B was hit, which is excluded: no path goes there\n")
		require.Zero(t, covered.Hits["a/one"])
		return nil
	}
	_, err := o.Run(context.Background())
	require.NoError(t, err)
}

// That the second run of a case does not end is a difference.
func TestSecondRunWithoutEndIsAnError(t *testing.T) {
	free := make(chan struct{})
	defer close(free)
	reg := &Regression{Name: "quick", Repeats: 1, Tests: []*Test{named("t", text(smallest))}}
	runs, told := 0, 0
	o := &Options{Regression: reg, Tests: reg.Tests, Jobs: 1, Limit: 2 * time.Second}
	o.Attach = func(s *cosim.Session) {
		if runs++; runs > 1 {
			s.M.TG.P.TGFifo.Tap().OnPut(func(uint64, *pipe.TileEntry) { <-free })
		}
	}
	o.Done = func(c *store.Case, _ *Covered) error {
		told++
		require.Equal(t, "error flaky", c.Result+" "+c.Failure.Rule)
		require.Contains(t, c.Failure.Message, "two runs of one seed differ: pass in ")
		require.Contains(t, c.Failure.Message, ", then the case has not ended after 2s")
		require.NotEmpty(t, c.Failure.Command)
		return nil
	}
	_, err := o.Run(context.Background())
	require.NoError(t, err)
	require.Equal(t, 1, told)
}
