//go:build faults

package directed

import (
	"cmp"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/wires"
	"tilemark/tb/cosim"
)

// rides are vectors that together use every connection.
var rides = []string{"ping-pong-2", "two-contexts-blit", "late-kill", "depth-ranges", "faults-and-interrupts", "mip-levels"}

// patience is how long, in cycles, a damaged machine may make no progress.
const patience = 200_000

// sabotaged runs a vector whose machine has a damaged connection.
func (v *Vector) sabotaged(damage wires.Sabotage, guard bool) (used bool, err error) {
	var s *cosim.Session
	var wrong error
	defer func() {
		if r := recover(); r != nil {
			err = errPanic
		}
		used = s.M.Damaged(damage.Connection)
	}()
	_, _, err = v.Play(func(started *cosim.Session) {
		s = started
		s.Patience = min(s.Patience, patience)
		if guard {
			s.M.Guard()
		}
		wrong = s.M.Sabotage(damage)
	})
	return false, cmp.Or(wrong, err)
}

// Every damage to every connection is detected, by name of a rule: by what always watches,
// or else by the guards of connections.
func TestSabotageIsDetected(t *testing.T) {
	fifos, lines := wires.Classes()
	v, err := Load(rides[0])
	require.NoError(t, err)
	cfg, cv, err := v.Build()
	require.NoError(t, err)
	s, err := cosim.NewSession(cfg, cv, false)
	require.NoError(t, err)
	seen := map[string]bool{}
	for _, c := range s.M.Connections() {
		classes := fifos
		if c.Line {
			classes = lines
		}
		if seen[c.Name] {
			continue
		}
		seen[c.Name] = true
		for _, class := range classes {
			damage := wires.Sabotage{Connection: c.Name, Class: class, N: 1, Bit: 9}
			if s.M.Sabotage(damage) != nil {
				continue // no tokens
			}
			t.Run(c.Name+"/"+class.String(), func(t *testing.T) { detect(t, damage) })
		}
	}
}

func detect(t *testing.T, damage wires.Sabotage) {
	for _, guard := range []bool{false, true} {
		for _, name := range rides {
			v, err := Load(name)
			require.NoError(t, err)
			used, err := v.sabotaged(damage, guard)
			if rule, ok := Kill(err); ok {
				t.Logf("rule %s by %s, guarded %t: %.150s", rule, name, guard, err)
				return
			}
			if used && !guard {
				break // the guards will tell
			}
		}
	}
	t.Errorf("nothing detects it")
}

// C2D hands its token to nobody: T1 alone tells that one was lost on the way there.
func TestT1NoticesATokenThatIsLostOnItsWayToC2D(t *testing.T) {
	for _, place := range places {
		for n := range uint32(3) {
			v, err := Load(rides[0])
			require.NoError(t, err)
			v.At(place)
			used, err := v.sabotaged(wires.Sabotage{Connection: "CSP_C2D", Class: wires.LostToken, N: n}, false)
			require.True(t, used)
			require.ErrorContains(t, err, "rule T1 broken at CSP_C2D", "%s, token %d", place, n)
		}
	}
}

// Guards find nothing where nothing is damaged, with latencies and stalls too.
func TestGuardsHoldWithoutDamage(t *testing.T) {
	never := wires.Sabotage{Connection: "TG_FIFO", Class: wires.Drop, N: 1 << 31}
	for _, name := range append([]string{"hiz-told-late", "late-stencil", "least-depths", "transfers"}, rides...) {
		v, err := Load(name)
		require.NoError(t, err)
		used, err := v.sabotaged(never, true)
		require.NoError(t, err, name)
		require.False(t, used, name)
	}
}

func TestSabotageOfAnUnknownConnection(t *testing.T) {
	v, err := Load(rides[0])
	require.NoError(t, err)
	_, err = v.sabotaged(wires.Sabotage{Connection: "TG_FIFFO", Class: wires.Drop}, false)
	require.ErrorContains(t, err, "unknown connection \"TG_FIFFO\"")
	require.ErrorContains(t, err, "TG_FIFO")
}
