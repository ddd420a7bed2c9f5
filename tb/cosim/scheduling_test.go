package cosim

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw"
	"tilemark/tb/sched"
)

func scheduled(t *testing.T, p sched.Policy, depth int, names ...string) *Session {
	t.Helper()
	v := vectorOf(t, 16, 16, names...)
	v.Schedule = &Schedule{Policy: p, Slice: 600, Depth: depth, Latency: 20}
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
			t.Log(p.Name(), depth, s.M.Cycle(), log.Starts(), s.Cuts())
		}
	}
}
