package monitor_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw"
	"tilemark/hw/pipe"
	"tilemark/tb/cosim"
	"tilemark/tb/cosim/cosimtest"
	"tilemark/tb/cosim/monitor"
)

// Each finding of the scheduler's model fails a check of its own.
func TestEachFindingOfTheSchedulerHasACheck(t *testing.T) {
	seen := map[monitor.Check]bool{}
	for _, c := range monitor.ScheduleChecks {
		require.True(t, strings.HasPrefix(c.String(), "schedule-"), c)
		require.False(t, seen[c], c)
		seen[c] = true
	}
	for _, c := range monitor.Checks() {
		require.Equal(t, strings.HasPrefix(c.String(), "schedule-"), seen[c], c)
	}
}

// What the CSP does a cycle late, or not at all, is noticed though nothing follows from it.
func TestTheSchedulerModelNoticesWhatDoesNotCome(t *testing.T) {
	for name, spoil := range map[string]func(s *cosim.Session){
		"must be looked at":      func(s *cosim.Session) { s.Mon.State().Schedule.Model.Times.NextLook = s.M.Cycle() + 1 },
		"must be cut in cycle":   func(s *cosim.Session) { s.Mon.State().Schedule.Model.Times.SliceEnd = s.M.Cycle() + 1 },
		"is cut in cycle":        func(s *cosim.Session) { s.Mon.Sees(true) },
		"asks for fewer pins":    func(s *cosim.Session) { s.M.CSP.P.CSPMXU.Put(pipe.MXUCommand{Kind: pipe.UnpinPages}) },
		"a command of the CPU (": func(s *cosim.Session) { s.Mon.State().Schedule.Offered = true; s.Mon.Sees(false) },
	} {
		t.Run(name, func(t *testing.T) {
			s, err := cosim.NewSession(hw.DefaultConfig(), cosimtest.Scenes(t, 16, 16, "one-triangle"), true)
			require.NoError(t, err)
			for s.Mon.Held() != monitor.HoldNone {
				require.NoError(t, s.Advance(s.M.Cycle()+1))
			}
			s.Mon.State().Schedule.Model.Slice = 1000
			spoil(s)
			s.Mon.State().Schedule.Model.Times.Due = s.M.Cycle() + 1
			require.ErrorContains(t, s.Finish(), name)
		})
	}
}
