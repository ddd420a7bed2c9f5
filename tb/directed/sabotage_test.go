//go:build faults

package directed

import (
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw"
	"tilemark/hw/pipe"
	"tilemark/hw/wires"
	"tilemark/tb/cosim"
)

// rides are vectors that together use every connection.
var rides = []string{"ping-pong-2", "two-contexts-blit", "late-kill", "depth-ranges", "faults-and-interrupts", "mip-levels", "messages-of-all-stages"}

// patience is how long, in cycles, a damaged machine may make no progress.
const patience = 200_000

// sabotaged runs a vector whose machine has a damaged connection. It returns how the run
// ended, and what is wrong with the damage, so that it could not be done.
func (v *Vector) sabotaged(damage wires.Sabotage, guard bool) (used bool, err, wrong error) {
	var s *cosim.Session
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
	return false, err, wrong
}

// ride is a vector at a break point, with what passes its connections.
type ride struct {
	name, place string
	entries     map[string]uint32 // and pulses of lines
	tokens      map[string]uint32
}

func (r *ride) load(t *testing.T) *Vector {
	t.Helper()
	v, err := Load(r.name)
	require.NoError(t, err)
	v.At(r.place)
	return v
}

// measured rides once, with nothing damaged. After guards nothing is found then.
func measured(t *testing.T, name, place string) *ride {
	t.Helper()
	r := &ride{name, place, map[string]uint32{}, map[string]uint32{}}
	_, _, err := r.load(t).Play(func(s *cosim.Session) {
		s.M.Guard()
		for _, view := range s.M.Views() {
			at := view.Name()
			_, carries := view.Entry(0).(pipe.Carrier)
			view.Observe(func(_ uint64, e any) {
				if r.entries[at]++; carries && e.(pipe.Carrier).Type() == pipe.IntEnd {
					r.tokens[at]++
				}
			})
		}
		lines := []*wires.Line{s.M.CSP.P.Int.Tap(), s.M.EUPFront.P.EUPCancel.Tap()}
		for c := range s.M.EUP.P.Cancel {
			for slot := range s.M.EUP.P.Cancel[c] {
				if line := s.M.EUP.P.Cancel[c][slot].Tap(); line != nil {
					lines = append(lines, line)
				}
			}
		}
		for _, line := range lines {
			line.OnPulse(func(uint64) { r.entries[line.Name()]++ })
		}
	})
	require.NoError(t, err, "%s at %s", name, place)
	return r
}

// targets are the connections of the machines of both break points, with the classes of
// damage that there are for each.
func targets(t *testing.T) (names []string, classes map[string][]wires.Damage) {
	t.Helper()
	fifos, lines := wires.Classes()
	classes = map[string][]wires.Damage{}
	for _, place := range places {
		cfg, v, err := (&ride{name: rides[0], place: place}).load(t).Build()
		require.NoError(t, err)
		s, err := cosim.NewSession(cfg, v, false)
		require.NoError(t, err)
		for _, c := range s.M.Connections() {
			if classes[c.Name] != nil {
				continue
			}
			names = append(names, c.Name)
			if classes[c.Name] = lines; !c.Line {
				classes[c.Name] = slices.Clone(fifos)
			}
			if !c.Line && !hw.Carries(c.Name, pipe.IntEnd) {
				classes[c.Name] = slices.DeleteFunc(classes[c.Name], func(k wires.Damage) bool { return k == wires.LostToken })
			}
		}
	}
	return names, classes
}

// Every damage to every connection is detected, by name of a rule: by what always watches,
// or else by the guards of connections. Each is done twice: to the first entry, and to any
// one in any ride; at both break points, if both machines have the connection.
func TestSabotageIsDetected(t *testing.T) {
	var all []*ride
	for _, place := range places {
		for _, name := range rides {
			all = append(all, measured(t, name, place))
		}
	}
	names, classes := targets(t)
	for _, name := range names {
		for _, class := range classes[name] {
			t.Run(name+"/"+class.String(), func(t *testing.T) { sabotage(t, all, wires.Sabotage{Connection: name, Class: class}) })
		}
	}
}

// sabotage does two damages, which follow from the test's name.
func sabotage(t *testing.T, all []*ride, damage wires.Sabotage) {
	h := fnv.New64a()
	h.Write([]byte(t.Name()))
	dice := rand.New(rand.NewPCG(h.Sum64(), 0))
	count := func(r *ride) uint32 {
		if damage.Class == wires.LostToken {
			return r.tokens[damage.Connection]
		}
		return r.entries[damage.Connection]
	}
	able := slices.DeleteFunc(slices.Clone(all), func(r *ride) bool { return count(r) == 0 })
	require.NotEmpty(t, able, "nothing passes it in any ride")
	dice.Shuffle(len(able), func(i, k int) { able[i], able[k] = able[k], able[i] })
	first := able[0]
	i := slices.IndexFunc(able, func(r *ride) bool { return r.place != first.place })
	detect(t, first, damage, dice)
	any := able[max(i, 0)]
	damage.N = dice.Uint32N(count(any))
	detect(t, any, damage, dice)
}

// detect does a damage, or, when there is no room for it, one at an entry before.
func detect(t *testing.T, r *ride, damage wires.Sabotage, dice *rand.Rand) {
	damage.Bit = dice.Uint32()
	for _, guard := range []bool{false, true} {
		used, err, wrong := r.load(t).sabotaged(damage, guard)
		require.NoError(t, wrong)
		if !used && damage.N > 0 {
			damage.N /= 2
			detect(t, r, damage, dice)
			return
		}
		require.True(t, used, "%+v was not done in %s at %s", damage, r.name, r.place)
		if rule, ok := Kill(err); ok && rule != expectation {
			t.Logf("rule %s by %s at %s, entry %d, bit %d, guarded %t: %.150s", rule, r.name, r.place, damage.N, damage.Bit, guard, err)
			return
		}
	}
	t.Errorf("nothing detects %+v in %s at %s", damage, r.name, r.place)
}

// C2D hands its token to nobody: T1 alone tells that one was lost on the way there.
func TestT1NoticesATokenThatIsLostOnItsWayToC2D(t *testing.T) {
	for _, place := range places {
		for n := range uint32(3) {
			v, err := Load(rides[0])
			require.NoError(t, err)
			v.At(place)
			used, err, wrong := v.sabotaged(wires.Sabotage{Connection: "CSP_C2D", Class: wires.LostToken, N: n}, false)
			require.NoError(t, wrong)
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
		used, err, wrong := v.sabotaged(never, true)
		require.NoError(t, wrong)
		require.NoError(t, err, name)
		require.False(t, used, name)
	}
}

func TestSabotageOfAnUnknownConnection(t *testing.T) {
	v, err := Load(rides[0])
	require.NoError(t, err)
	used, err, wrong := v.sabotaged(wires.Sabotage{Connection: "TG_FIFFO", Class: wires.Drop}, false)
	require.NoError(t, err)
	require.False(t, used)
	require.ErrorContains(t, wrong, "unknown connection \"TG_FIFFO\"")
	require.ErrorContains(t, wrong, "TG_FIFO")
}

// A CSP that takes no command any more is a hang, though the CPU has more of them than the bus keeps.
func TestAFullBusIsNoEndlessLoop(t *testing.T) {
	var at []string
	for cycle := 500; cycle < 540; cycle++ {
		at = append(at, strconv.Itoa(cycle))
	}
	v, err := Parse([]byte("covers: x\nsize: [8, 8]\ncontexts: [{scene: blend}]\ninterrupts: [" + strings.Join(at, ", ") + "]\n"))
	require.NoError(t, err)
	_, err, wrong := v.sabotaged(wires.Sabotage{Connection: "HOST_CSP", Class: wires.StuckReady, N: 2}, false)
	require.NoError(t, wrong)
	var hang *cosim.HangError
	require.ErrorAs(t, err, &hang)
}
