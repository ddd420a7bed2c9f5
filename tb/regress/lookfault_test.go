//go:build faults

package regress

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/tb/bugs"
	"tilemark/tb/cosim"
)

// A run that fails is the same whether somebody looks at it in every cycle or not.
func TestLookingChangesNoFailure(t *testing.T) {
	defer bugs.Use(bugs.None)
	tests := New("nightly").Select("random/faults")
	require.Len(t, tests, 1)
	failed := 0
	for i := range 60 {
		seed := Seed("nightly", tests[0].Name, i)
		bugs.Use("restore-fault-invalid")
		plain := Execute(tests[0], seed, nil)
		bugs.Use("restore-fault-invalid")
		looked := Execute(tests[0], seed, func(s *cosim.Session) {
			s.Look = func(cycle uint64) uint64 { return cycle + 1 }
		})
		require.NoError(t, differ(&plain, &looked), "case %d", i)
		if plain.Failure != nil {
			failed++
		}
	}
	require.Positive(t, failed)
	t.Log(failed)
}
