// Package awaketest runs a vector twice: once as it is, and once with every block evaluated in every cycle, in another order. Both
// must do the same in the same cycles, or a block sleeps while it could go on, or sees what another one does in the same cycle.
package awaketest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/blocks/csp"
	"tilemark/tb/cosim"
	"tilemark/tb/directed"
)

// Same compares the events of the CSP, with their cycles. It skips vectors that take too long, and those in which software
// looks whether the machine is at rest, since one that is evaluated in every cycle is not.
func Same(t *testing.T, v func() *directed.Vector, longest, seed uint64) {
	t.Helper()
	want := run(t, v(), longest, func(*cosim.Session) {})
	got := run(t, v(), longest, func(s *cosim.Session) {
		s.M.SetOrder(rand.New(rand.NewPCG(seed, 0)).Perm(len(s.M.Blocks())))
		s.Look = func(cycle uint64) uint64 {
			for _, b := range s.M.Blocks() {
				s.M.Wake(b)
			}
			return cycle + 1
		}
	})
	require.Equal(t, want, got)
}

func run(t *testing.T, v *directed.Vector, longest uint64, watch func(*cosim.Session)) (events []string) {
	t.Helper()
	if v.Paging != nil || v.Driver != nil {
		t.Skip("software looks whether the machine is at rest")
	}
	v.Most = longest
	_, _, err := v.Play(func(s *cosim.Session) {
		s.M.Taps().Events.Watch(func(e *csp.Event) { events = append(events, fmt.Sprintf("%d %+v", s.M.Cycle(), *e)) })
		watch(s)
	})
	if errors.Is(err, directed.ErrLong) {
		t.Skip("long")
	}
	require.NoError(t, err)
	return events
}
