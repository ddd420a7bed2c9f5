package host_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw"
	"tilemark/tb/cosim"
	"tilemark/tb/cosim/cosimtest"
	"tilemark/tb/cosim/vector"
	"tilemark/tb/sched"
)

// Contexts that say that they wait for each other are a circle of priorities, and no reason
// to go round for ever.
func TestUrgencyOfACircleHasAnEnd(t *testing.T) {
	v := cosimtest.Scenes(t, 8, 8, "one-triangle", "query", "blend")
	v.Schedule = &vector.Schedule{Policy: sched.Priority{}, Slice: cosimtest.Slice}
	v.Schedule.Jobs = [vector.MaxContexts]vector.ScheduledJob{{After: 2}, {After: 1, Priority: 3}, {After: 2, Priority: 5}}
	s, err := cosim.NewSession(hw.DefaultConfig(), v, true)
	require.NoError(t, err)
	require.Equal(t, 5, s.Driver.Urgency(0, 3), "by way of the second, which the third waits for")
	require.NoError(t, s.Run(cosim.Plan{}, nil))
}
