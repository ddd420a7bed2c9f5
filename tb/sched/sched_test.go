package sched

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestPoliciesOrderJobs(t *testing.T) {
	jobs := []Job{
		{Context: 0, Priority: 1, Ran: 500, Turn: 4, Left: 30},
		{Context: 1, Priority: 3, Ran: 900, Turn: 5, Left: 90},
		{Context: 2, Priority: 2, Ran: 700, Turn: 3, Left: 10},
		{Context: 3, Priority: 3, Ran: 400, Turn: 6, Left: 40},
	}
	for name, want := range map[string]int{"round-robin": 2, "fair": 3, "priority": 1, "shortest-remaining": 2} {
		p, err := Named(name)
		require.NoError(t, err)
		require.Equal(t, want, jobs[First(p, jobs)].Context, name)
	}
	require.Equal(t, -1, First(Fair{}, nil))
}

// An order must be one, or a driver would not know what it wants: never both ways, and
// whoever outranks comes first.
func TestPoliciesAgreeWithThemselves(t *testing.T) {
	jobs := []Job{{Priority: 1, Left: 3}, {Priority: 2, Left: 3, Ran: 5}, {Priority: 2, Left: 1, Turn: 7}, {}, {Ran: 5, Turn: 7}}
	for _, p := range Policies {
		for i := range jobs {
			for k := range jobs {
				a, b := &jobs[i], &jobs[k]
				require.Equal(t, p.Order(a, b), -p.Order(b, a), p.Name())
				if p.Outranks(a, b) {
					require.Negative(t, p.Order(a, b), p.Name())
				}
			}
		}
	}
}

func TestUnknownPolicyIsNamed(t *testing.T) {
	_, err := Named("fifo")
	require.EqualError(t, err, `policy "fifo"; one of round-robin, fair, priority, shortest-remaining was expected`)
}
