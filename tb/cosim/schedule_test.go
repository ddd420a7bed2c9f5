package cosim

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw"
	"tilemark/hw/pipe"
)

// Each finding of the scheduler's model fails a check of its own.
func TestEachFindingOfTheSchedulerHasACheck(t *testing.T) {
	seen := map[Check]bool{}
	for _, c := range scheduleChecks {
		require.True(t, strings.HasPrefix(c.String(), "schedule-"), c)
		require.False(t, seen[c], c)
		seen[c] = true
	}
	for _, c := range Checks() {
		require.Equal(t, strings.HasPrefix(c.String(), "schedule-"), seen[c], c)
	}
}

// What the CSP does a cycle late, or not at all, is noticed though nothing follows from it.
func TestTheSchedulerModelNoticesWhatDoesNotCome(t *testing.T) {
	for name, spoil := range map[string]func(s *Session){
		"must be looked at":      func(s *Session) { s.Mon.State().Schedule.Model.Times.NextLook = s.M.Cycle() + 1 },
		"must be cut in cycle":   func(s *Session) { s.Mon.State().Schedule.Model.Times.SliceEnd = s.M.Cycle() + 1 },
		"is cut in cycle":        func(s *Session) { s.Mon.schedule.seen, s.Mon.schedule.cycle.Cut = true, true },
		"asks for fewer pins":    func(s *Session) { s.M.CSP.P.CSPMXU.Put(pipe.MXUCommand{Kind: pipe.UnpinPages}) },
		"a command of the CPU (": func(s *Session) { s.Mon.State().Schedule.Offered = true; s.Mon.schedule.seen = true },
	} {
		t.Run(name, func(t *testing.T) {
			s, err := NewSession(hw.DefaultConfig(), vectorOf(t, 16, 16, "one-triangle"), true)
			require.NoError(t, err)
			for s.Mon.held() != HoldNone {
				require.NoError(t, s.Advance(s.M.Cycle()+1))
			}
			s.Mon.State().Schedule.Model.Slice = 1000
			spoil(s)
			s.Mon.State().Schedule.Model.Times.Due = s.M.Cycle() + 1
			require.ErrorContains(t, s.Finish(), name)
		})
	}
}
