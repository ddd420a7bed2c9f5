package random

import (
	"fmt"
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/blocks/csp"
	"tilemark/tb/cosim"
	"tilemark/tb/directed"
)

// Random vectors do the same, in the same cycles, when every block is evaluated in every cycle, in any order: as TestEvaluatingMoreDoesNotShow
// of tb/directed, with connections that hold entries back.
func TestEvaluatingMoreDoesNotShow(t *testing.T) {
	const longest, each = 600_000, 16
	for _, recipe := range Names() {
		for seed := range each {
			name := fmt.Sprintf("random/%s:%d", recipe, seed+1)
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				run := func(watch func(*cosim.Session)) (events []string) {
					v, _, err := Open(name)
					require.NoError(t, err)
					if v.Most = longest; v.Paging != nil || v.Driver != nil {
						t.Skip("software looks whether the machine is at rest")
					}
					_, _, err = v.Play(func(s *cosim.Session) {
						s.M.Taps().Events.Watch(func(e *csp.Event) { events = append(events, fmt.Sprintf("%d %+v", s.M.Cycle(), *e)) })
						watch(s)
					})
					if err == directed.ErrLong {
						t.Skip("long")
					}
					require.NoError(t, err)
					return events
				}
				want := run(func(*cosim.Session) {})
				got := run(func(s *cosim.Session) {
					s.M.SetOrder(rand.New(rand.NewSource(int64(seed))).Perm(len(s.M.Blocks())))
					s.Look = func(cycle uint64) uint64 {
						for _, b := range s.M.Blocks() {
							s.M.Wake(b)
						}
						return cycle + 1
					}
				})
				require.Equal(t, want, got)
			})
		}
	}
}
