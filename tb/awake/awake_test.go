package awake

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/blocks/csp"
	"tilemark/tb/cosim"
	"tilemark/tb/directed"
	"tilemark/tb/random"
)

// same compares the events of the CSP, with their cycles. It skips vectors that take too long, and those in which software
// looks whether the machine is at rest, since one that is evaluated in every cycle is not.
func same(t *testing.T, v func() *directed.Vector, longest, seed uint64) {
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

// Each directed vector is taken at one break point.
func TestEvaluatingMoreDoesNotShowInDirectedVectors(t *testing.T) {
	for n, name := range directed.Names() {
		place := []string{"tg", "zl1"}[n%2]
		t.Run(name+"/"+place, func(t *testing.T) {
			t.Parallel()
			same(t, func() *directed.Vector {
				v, err := directed.Load(name)
				require.NoError(t, err)
				v.At(place)
				return v
			}, 20_000, uint64(n))
		})
	}
}

// Random vectors have connections that hold entries back. Most of them are skipped.
func TestEvaluatingMoreDoesNotShowInRandomVectors(t *testing.T) {
	const each = 10 // vectors of a recipe
	for _, recipe := range random.Names() {
		for seed := range uint64(each) {
			name := fmt.Sprintf("random/%s:%d", recipe, seed+1)
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				same(t, func() *directed.Vector {
					v, _, err := random.Open(name)
					require.NoError(t, err)
					return v
				}, 600_000, seed)
			})
		}
	}
}
