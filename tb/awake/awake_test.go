package awake

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/blocks/csp"
	"tilemark/tb/cosim"
	"tilemark/tb/directed"
	"tilemark/tb/random"
)

// compared counts the vectors that were run twice.
type compared struct{ n atomic.Int64 }

// same compares the events of the CSP, with their cycles. It passes over vectors that take too long, and those in which software
// looks whether the machine is at rest, since one that is evaluated in every cycle is not.
func (c *compared) same(t *testing.T, open func() *directed.Vector, longest, seed uint64) {
	t.Helper()
	if v := open(); v.Paging != nil || v.Driver != nil {
		return
	}
	want, ok := run(t, open(), longest, func(*cosim.Session) {})
	if !ok {
		return
	}
	got, ok := run(t, open(), longest, func(s *cosim.Session) {
		s.M.SetOrder(rand.New(rand.NewPCG(seed, 0)).Perm(len(s.M.Blocks())))
		s.Look = func(cycle uint64) uint64 {
			if !s.Idle() { // or it would never come to rest
				for _, b := range s.M.Blocks() {
					s.M.Wake(b)
				}
			}
			return cycle + 1
		}
	})
	require.True(t, ok, "it takes longer when it is evaluated more")
	require.NotEmpty(t, want)
	require.Equal(t, want, got)
	c.n.Add(1)
}

// run returns what the CSP has told; ok is false when the run takes too long.
func run(t *testing.T, v *directed.Vector, longest uint64, watch func(*cosim.Session)) (events []string, ok bool) {
	t.Helper()
	v.Most = longest
	_, _, err := v.Play(func(s *cosim.Session) {
		s.M.CSP.P.Events.Watch(func(e *csp.Event) { events = append(events, fmt.Sprintf("%d %+v", s.M.Cycle(), *e)) })
		watch(s)
	})
	if errors.Is(err, directed.ErrLong) {
		return nil, false
	}
	require.NoError(t, err)
	return events, true
}

// Each directed vector is taken at one break point; at least half of them are short enough.
func TestEvaluatingMoreDoesNotShowInDirectedVectors(t *testing.T) {
	var c compared
	names := directed.Names()
	t.Run("vectors", func(t *testing.T) {
		for n, name := range names {
			place := []string{"tg", "zl1"}[n%2]
			t.Run(name+"/"+place, func(t *testing.T) {
				t.Parallel()
				c.same(t, func() *directed.Vector {
					v, err := directed.Load(name)
					require.NoError(t, err)
					v.At(place)
					return v
				}, 30_000, uint64(n))
			})
		}
	})
	require.GreaterOrEqual(t, int(c.n.Load()), len(names)/2, "vectors that were compared")
}

// Random vectors have connections that hold entries back. Most of them have paging or a driver, or are long.
func TestEvaluatingMoreDoesNotShowInRandomVectors(t *testing.T) {
	const each, least = 14, 30 // vectors of a recipe; of all that must be compared
	var c compared
	t.Run("vectors", func(t *testing.T) {
		for _, recipe := range random.Names() {
			for seed := range uint64(each) {
				name := fmt.Sprintf("random/%s:%d", recipe, seed+1)
				t.Run(name, func(t *testing.T) {
					t.Parallel()
					c.same(t, func() *directed.Vector {
						v, _, err := random.Open(name)
						require.NoError(t, err)
						return v
					}, 600_000, seed)
				})
			}
		}
	})
	require.GreaterOrEqual(t, int(c.n.Load()), least, "vectors that were compared")
}
