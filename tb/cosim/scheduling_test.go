package cosim

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw"
	"tilemark/tb/sched"
)

const slice = 600 // cycles

func scheduled(t *testing.T, p sched.Policy, depth int, names ...string) *Session {
	t.Helper()
	v := vectorOf(t, 16, 16, names...)
	v.Schedule = &Schedule{Policy: p, Slice: slice, Depth: depth, Latency: 20}
	s, err := NewSession(hw.DefaultConfig(), v, true)
	require.NoError(t, err)
	return s
}

func TestEveryPolicyFinishesEveryContext(t *testing.T) {
	names := []string{"six-draws", "blend", "one-triangle", "query", "stencil", "six-draws", "fill-copy", "blend", "one-triangle", "instancing", "query", "blend"}
	for _, p := range sched.Policies {
		for _, depth := range []int{1, 3, 4} {
			s := scheduled(t, p, depth, names...)
			log := s.Log()
			require.NoError(t, s.Run(Plan{}, nil), "%s %d", p.Name(), depth)
			if p.Turn(slice) == 0 { // nobody comes later
				require.Zero(t, s.Cuts(), p.Name())
				require.Equal(t, len(names), log.Starts(), p.Name())
			} else {
				require.GreaterOrEqual(t, s.Cuts(), len(names), "%s: turns of %d cycles", p.Name(), p.Turn(slice))
			}
		}
	}
}

// Contexts that say that they wait for each other are a circle of priorities, and no reason
// to go round for ever.
func TestUrgencyOfACircleHasAnEnd(t *testing.T) {
	v := vectorOf(t, 8, 8, "one-triangle", "query", "blend")
	v.Schedule = &Schedule{Policy: sched.Priority{}, Slice: slice}
	v.Schedule.Jobs = [MaxContexts]ScheduledJob{{After: 2}, {After: 1, Priority: 3}, {After: 2, Priority: 5}}
	s, err := NewSession(hw.DefaultConfig(), v, true)
	require.NoError(t, err)
	require.Equal(t, 5, s.driver.urgency(0, 3), "by way of the second, which the third waits for")
	require.NoError(t, s.Run(Plan{}, nil))
}
