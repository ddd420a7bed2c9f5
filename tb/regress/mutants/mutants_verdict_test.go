//go:build faults

package mutants

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/tb/regress"
	"tilemark/tb/regress/store"
)

// A run of mutants that was stopped has not passed, whatever it has tried; what has failed by then stays so.
func TestAStoppedRunOfMutantsIsIncomplete(t *testing.T) {
	killed, survived := store.Mutant{Name: "a", Test: "t"}, store.Mutant{Name: "b", How: regress.Unexplained}
	for _, c := range []struct {
		run     string
		ended   regress.Ended
		mutants []store.Mutant
		unsound int
		want    string
	}{
		{"quick", regress.AllRun, []store.Mutant{killed}, 0, "PASSED"},
		{"quick", regress.Cancelled, []store.Mutant{killed}, 0, "INCOMPLETE"},
		{"quick", regress.Cancelled, nil, 0, "INCOMPLETE"},
		{"quick", regress.Cancelled, []store.Mutant{survived}, 0, "INCOMPLETE"},
		{"quick", regress.AllRun, []store.Mutant{survived}, 0, "FAILED"},
		{"quick", regress.AllRun, nil, 0, "FAILED"},
		{"nightly", regress.Cancelled, []store.Mutant{survived}, 0, "FAILED"},
		{"quick", regress.Cancelled, []store.Mutant{killed}, 1, "FAILED"},
	} {
		s := &MutantSummary{Run: store.Run{Regression: c.run + regress.MutantsOf, Shards: 1}, Mutants: c.mutants, Unsound: make([]store.Case, c.unsound), Ended: c.ended, Bar: regress.Bars[c.run]}
		require.Regexp(t, "^"+c.want+": ", s.Verdict(), c)
		require.Equal(t, c.want == "PASSED", s.Held(), c)
	}
}
