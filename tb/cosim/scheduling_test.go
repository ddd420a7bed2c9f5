package cosim

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw"
	"tilemark/tb/cosim/cosimtest"
	"tilemark/tb/sched"
)

func scheduled(t *testing.T, p sched.Policy, depth int, names ...string) *Session {
	t.Helper()
	s, err := NewSession(hw.DefaultConfig(), cosimtest.Scheduled(t, p, depth, names...), true)
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
			if p.Turn(cosimtest.Slice) == 0 { // nobody comes later
				require.Zero(t, s.Cuts(), p.Name())
				require.Equal(t, len(names), log.Starts(), p.Name())
			} else {
				require.GreaterOrEqual(t, s.Cuts(), len(names), "%s: turns of %d cycles", p.Name(), p.Turn(cosimtest.Slice))
			}
		}
	}
}
