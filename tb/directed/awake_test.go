package directed

import (
	"fmt"
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/blocks/csp"
	"tilemark/tb/cosim"
)

// A vector does the same, in the same cycles, when every block is evaluated in every cycle, in any order: no block sleeps while it
// could go on. Long vectors are left out, and those in which software looks whether the machine is at rest; the others are taken at one
// break point each.
func TestEvaluatingMoreDoesNotShow(t *testing.T) {
	const longest = 20_000
	for n, name := range Names() {
		for k, place := range []string{"tg", "zl1"} {
			if n%2 != k {
				continue
			}
			t.Run(name+"/"+place, func(t *testing.T) {
				t.Parallel()
				run := func(watch func(*cosim.Session)) (events []string) {
					v, err := Load(name)
					require.NoError(t, err)
					v.At(place)
					if v.Most = longest; v.Paging != nil || v.Driver != nil {
						t.Skip("software looks whether the machine is at rest")
					}
					_, _, err = v.Play(func(s *cosim.Session) {
						s.M.Taps().Events.Watch(func(e *csp.Event) { events = append(events, fmt.Sprintf("%d %+v", s.M.Cycle(), *e)) })
						watch(s)
					})
					if err == ErrLong {
						t.Skip("long")
					}
					require.NoError(t, err)
					return events
				}
				want := run(func(*cosim.Session) {})
				got := run(func(s *cosim.Session) {
					s.M.SetOrder(rand.New(rand.NewSource(int64(n))).Perm(len(s.M.Blocks())))
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
