package cosim

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw"
	"tilemark/tb/cosim/cosimtest"
	"tilemark/tb/cosim/vector"
	"tilemark/tb/sched"
)

// What contexts have run, together, is no more than the whole run; turns are starts; none
// starts before it is there.
func TestAccountAddsUp(t *testing.T) {
	for _, p := range sched.Policies {
		v := cosimtest.Scenes(t, 16, 16, "six-draws", "blend", "one-triangle")
		v.Schedule = &vector.Schedule{Policy: p, Slice: 600, Latency: 20}
		v.Schedule.Jobs[1].Arrives = 900
		s, err := NewSession(hw.DefaultConfig(), v, true)
		require.NoError(t, err)
		log, account := s.Log(), s.Account()
		require.NoError(t, s.Run(Plan{}, nil))
		ran, turns := uint64(0), 0
		for i, c := range account.Contexts() {
			require.Equal(t, v.Schedule.Jobs[i].Arrives, c.Arrived, p.Name())
			require.Greater(t, c.Started, c.Arrived, p.Name())
			require.Greater(t, c.Ended, c.Started+c.Ran, p.Name())
			require.LessOrEqual(t, c.Ended, s.M.Cycle(), p.Name())
			require.Positive(t, c.Ran, p.Name())
			ran, turns = ran+c.Ran, turns+c.Turns
		}
		require.Less(t, ran, s.M.Cycle(), p.Name())
		require.Equal(t, log.Starts(), turns, p.Name())
	}
}

// A machine that has nothing to do sleeps until a context comes.
func TestAccountHasTheCycleOfArrival(t *testing.T) {
	v := cosimtest.Scenes(t, 8, 8, "one-triangle", "one-triangle")
	v.Schedule = &vector.Schedule{Policy: sched.RoundRobin{}, Slice: 600}
	v.Schedule.Jobs[1].Arrives = 1_000_000
	s, err := NewSession(hw.DefaultConfig(), v, true)
	require.NoError(t, err)
	account := s.Account()
	require.NoError(t, s.Run(Plan{}, nil))
	c := account.Contexts()
	require.Equal(t, v.Schedule.Jobs[1].Arrives, c[1].Arrived)
	require.Greater(t, c[1].Started, c[1].Arrived)
	require.Less(t, s.M.Evaluated(), uint64(100_000))
}
