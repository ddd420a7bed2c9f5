//go:build faults

package regress

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/tb/regress/store"
)

// A run of mutants that was stopped has not passed, whatever it has tried; what has failed by then stays so.
func TestAStoppedRunOfMutantsIsIncomplete(t *testing.T) {
	killed, survived := store.Mutant{Name: "a", Test: "t"}, store.Mutant{Name: "b", How: Unexplained}
	for _, c := range []struct {
		run     string
		ended   Ended
		mutants []store.Mutant
		unsound int
		want    string
	}{
		{"quick", AllRun, []store.Mutant{killed}, 0, "PASSED"},
		{"quick", Cancelled, []store.Mutant{killed}, 0, "INCOMPLETE"},
		{"quick", Cancelled, nil, 0, "INCOMPLETE"},
		{"quick", Cancelled, []store.Mutant{survived}, 0, "INCOMPLETE"},
		{"quick", AllRun, []store.Mutant{survived}, 0, "FAILED"},
		{"quick", AllRun, nil, 0, "FAILED"},
		{"nightly", Cancelled, []store.Mutant{survived}, 0, "FAILED"},
		{"quick", Cancelled, []store.Mutant{killed}, 1, "FAILED"},
	} {
		s := &MutantSummary{Run: store.Run{Regression: c.run + mutantsOf, Shards: 1}, Mutants: c.mutants, Unsound: make([]store.Case, c.unsound), Ended: c.ended, Bar: bars[c.run]}
		require.Regexp(t, "^"+c.want+": ", s.Verdict(), c)
		require.Equal(t, c.want == "PASSED", s.Held(), c)
	}
}
