package figures

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/pipe"
	"tilemark/hw/wires"
	"tilemark/tb/cosim"
	"tilemark/tb/cosim/cosimtest"
)

// A FIFO's histogram of fill and a block's account are those of an observer who looks in each cycle.
func TestFillAndActivityAreThoseOfEachCycle(t *testing.T) {
	for name, cfg := range machines(t) {
		s, err := cosim.NewSession(cfg, cosimtest.Scenes(t, 24, 24, "six-draws", "textured-cube"), false)
		require.NoError(t, err)
		connections := s.M.Connections()
		fill := make([][]uint64, len(connections))
		for i := range fill {
			fill[i] = make([]uint64, len(connections[i].Fill))
		}
		views := map[string]interface{ Len() int }{}
		for _, v := range s.M.Views() {
			views[v.Name()] = v.(interface{ Len() int })
		}
		spent := make([]map[wires.Activity]uint64, len(s.M.Blocks()))
		for i := range spent {
			spent[i] = map[wires.Activity]uint64{}
		}
		var accounts []wires.Account
		for _, b := range s.M.Blocks() {
			accounts = append(accounts, s.M.Account(b))
		}
		begun := s.M.Connections()
		for s.M.Cycle() < 4000 && !s.Idle() {
			// What the FIFOs hold at an edge they hold during the next cycle.
			for i := range connections {
				c := &connections[i]
				if c.Line {
					continue
				}
				n, bin := views[c.Name].Len(), 0
				switch {
				case n == c.Depth:
					bin = len(fill[i]) - 1
				case n > 0:
					bin = 1 + (n-1)*(len(fill[i])-2)/c.Depth
				}
				fill[i][bin]++
			}
			for i, b := range s.M.Blocks() { // the last cycle is accounted for when the next one has come
				spent[i][s.M.LastActivity(b)]++
			}
			require.NoError(t, s.RunTo(s.M.Cycle()+1))
		}
		for i, c := range s.M.Connections() {
			if !c.Line {
				for k := range fill[i] {
					require.Equal(t, fill[i][k], c.Fill[k]-begun[i].Fill[k], "%s, %s, part %d", name, c.Name, k)
				}
			}
		}
		for i, b := range s.M.Blocks() {
			a := s.M.Account(b)
			was := accounts[i]
			require.Equal(t, spent[i][wires.Busy], a.Busy-was.Busy, "%s, %s busy", name, b.Name())
			require.Equal(t, spent[i][wires.Waiting], a.Waiting-was.Waiting, "%s, %s waiting", name, b.Name())
			require.Equal(t, spent[i][wires.Idle], a.Idle-was.Idle, "%s, %s idle", name, b.Name())
			var starved, blocked uint64
			for what, n := range spent[i] {
				if _, s, k := what.Port(); s {
					starved += n
				} else if k {
					blocked += n
				}
			}
			require.Equal(t, starved, wires.Total(a.Starved)-wires.Total(was.Starved), "%s, %s starved", name, b.Name())
			require.Equal(t, blocked, wires.Total(a.Blocked)-wires.Total(was.Blocked), "%s, %s blocked", name, b.Name())
		}
	}
}

// end is what producer and consumer saw of a FIFO in a cycle.
type end struct{ empty, full bool }

// outstanding pairs the way of requests with the way of their answers: a block that has some under way has something to do.
var outstanding = map[string]string{
	"DMA_RD_REQ": "DMA_RD_ANS", "DMA_WR_REQ": "DMA_WR_ANS", "VTX_REQ": "VTX_ANS", "Z_REQ": "Z_ANS", "C2D_REQ": "C2D_ANS",
	"PS_EU": "EU_PS", "LATE_Z": "LATE_ANS",
}

// asks tells whether an entry is answered.
func asks(e any) bool {
	q, ok := e.(*pipe.QuadThread)
	return !ok || q.Kind == pipe.Quad || q.Kind == pipe.Invalidate
}

// A block that is starved has found that input empty, one that is blocked that output full; one that has sent a request and
// has no answer yet is not idle.
func TestActivityNamesWhatHolds(t *testing.T) {
	for name, cfg := range machines(t) {
		for _, place := range []string{"tg", "zl1"} {
			require.NoError(t, cfg.Set("break_point", place))
			s, err := cosim.NewSession(cfg, cosimtest.Scenes(t, 24, 24, "textured-cube", "transfers", "late-depth"), false)
			require.NoError(t, err)
			views, joins, underWay := map[string]wires.View{}, map[string]wires.Connection{}, map[string]int{}
			for _, v := range s.M.Views() {
				views[v.Name()] = v
			}
			for _, v := range s.M.Views() {
				request := v.Name()
				if answer, has := outstanding[request]; has {
					v.Observe(func(_ uint64, e any) {
						if asks(e) {
							underWay[request]++
						}
					})
					for _, w := range s.M.Views() {
						if w.Name() == answer {
							w.(interface {
								ObserveTakes(func(uint64, any))
							}).ObserveTakes(func(_ uint64, e any) { underWay[request] -= answers(e) })
						}
					}
				}
			}
			for _, c := range s.M.Connections() {
				joins[c.Name] = c
			}
			seen := map[string]end{}
			for n := 0; s.M.Cycle() < 9000 && !s.Idle(); n++ {
				if n%300 == 299 && s.M.CSP.Progressing() {
					require.NoError(t, s.Interrupt())
				}
				for at, v := range views {
					seen[at] = end{v.Arrived() == 0, v.Len() == v.Depth()}
				}
				require.NoError(t, s.RunTo(s.M.Cycle()+1))
				for _, b := range s.M.Blocks() {
					a := s.M.LastActivity(b)
					at := wires.PortName(b, a)
					_, starved, blocked := a.Port()
					c := joins[at]
					switch {
					case starved:
						require.True(t, c.To == b.Name() && seen[at].empty, "%s at %s, cycle %d: %s is starved by %s from %s to %s, %+v", name, place, s.M.Cycle(), b.Name(), at, c.From, c.To, seen[at])
					case blocked:
						require.True(t, c.From == b.Name() && seen[at].full, "%s at %s, cycle %d: %s is blocked by %s from %s to %s, %+v", name, place, s.M.Cycle(), b.Name(), at, c.From, c.To, seen[at])
					case a == wires.Idle:
						for request := range outstanding {
							require.False(t, joins[request].From == b.Name() && underWay[request] > 0, "%s at %s, cycle %d: %s is idle with %d entries of %s under way", name, place, s.M.Cycle(), b.Name(), underWay[request], request)
						}
					}
				}
			}
		}
	}
}

// answers returns how many requests an entry answers.
func answers(e any) int {
	if a, ok := e.(*pipe.MemAnswer); ok {
		return 1 + int(a.More)
	}
	return 1
}
