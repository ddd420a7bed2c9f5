package figures

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw"
	"tilemark/hw/blocks/csp"
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
	"tilemark/tb/cosim"
	"tilemark/tb/directed"
)

// session is the machine of a vector with a parameter set. Its steps are not done.
func session(t *testing.T, vector, key string, value any) *cosim.Session {
	t.Helper()
	v, err := directed.Load(vector)
	require.NoError(t, err)
	cfg, built, err := v.Build()
	require.NoError(t, err)
	require.NoError(t, cfg.Set(key, fmt.Sprint(value)))
	s, err := cosim.NewSession(cfg, built, false)
	require.NoError(t, err)
	return s
}

// untilEvent runs to the first event of a kind and returns its cycle.
func untilEvent(t *testing.T, s *cosim.Session, kind csp.EventKind) (cycle uint64) {
	s.M.CSP.P.Events.Watch(func(e *csp.Event) {
		if e.Kind == kind && cycle == 0 {
			cycle = e.Cycle
			s.M.Stop()
		}
	})
	require.NoError(t, s.RunTo(100_000))
	require.NotZero(t, cycle, "event %s", kind)
	return cycle
}

func TestSliceIsOverAfterItsCycles(t *testing.T) {
	cut := func(slice int) uint64 {
		return untilEvent(t, session(t, "time-slice", "csp.time_slice", slice), csp.EventCut)
	}
	const least = 600 // before that, registers are still copied, and the cut waits for them
	first := cut(least)
	for _, slice := range []int{601, 717, 1100} {
		require.EqualValues(t, slice-least, cut(slice)-first, "a slice of %d cycles", slice)
	}
}

func TestTailIsWatchedForItsTime(t *testing.T) {
	ended := func(wait int) uint64 {
		return untilEvent(t, session(t, "in-fence", "csp.tail_wait", wait), csp.EventEnded)
	}
	// A look takes its way to memory and back and csp.tail_poll cycles, so the end comes with the first look after the time. All that
	// was sent is committed by then.
	first := ended(20_000)
	for _, more := range []int{500, 4000} {
		require.InDelta(t, more, ended(20_000+more)-first, 80, "watched for %d cycles", 20_000+more)
	}
}

// pollDistances returns how far apart the looks at the tail of a ring are, which is watched for long: those that wait for nothing else at
// memory.
func pollDistances(t *testing.T, poll int) (apart uint64) {
	s := session(t, "between-draws", "csp.tail_poll", poll)
	cfg := s.M.Config
	require.NoError(t, cfg.Set("csp.tail_wait", "5000"))
	s, err := cosim.NewSession(cfg, s.V, false)
	require.NoError(t, err)
	at := s.V.Image.Contexts[0].Header + 4*regs.ContextHeaderTail
	var before uint64
	s.M.CSP.P.CSPDMA.Tap().OnPut(func(cycle uint64, e *pipe.Fetch) {
		if e.Addr != at {
			return
		}
		if d := cycle - before; before != 0 && (apart == 0 || d < apart) {
			apart = d
		}
		before = cycle
	})
	require.NoError(t, s.Finish())
	return apart
}

func TestLooksAreSoFarApart(t *testing.T) {
	first := pollDistances(t, 16)
	for _, poll := range []int{1, 3, 50, 200} {
		require.EqualValues(t, poll-16, int64(pollDistances(t, poll))-int64(first), "a look each %d cycles", poll)
	}
}

func TestWaitYieldsAfterItsTime(t *testing.T) {
	stalled := func(yield int) (cycle uint64) {
		text, err := directed.Text("lonely-waiter")
		require.NoError(t, err)
		v, err := directed.Parse(bytes.ReplaceAll(text, []byte("wait_yield: 100"), fmt.Appendf(nil, "wait_yield: %d", yield)))
		require.NoError(t, err)
		v.Steps[0].Cycle = 20_000
		_, _, err = v.Play(func(s *cosim.Session) {
			s.M.CSP.P.Events.Watch(func(e *csp.Event) {
				if e.Kind == csp.EventStalled {
					cycle = e.Cycle
				}
			})
		})
		require.NoError(t, err)
		return cycle
	}
	first := stalled(500)
	for _, yield := range []int{1000, 4000} {
		// It is told with the second yield, since one is due anyhow to a context that waits alone; each is a look late at most.
		require.InDelta(t, 2*(yield-500), stalled(yield)-first, 160, "yields after %d cycles", yield)
	}
}

// An interrupt that waits for a restore to make progress is taken at its limit, if there was none.
func TestARestoreHoldsInterruptsBackForItsTime(t *testing.T) {
	cut := func(limit int) (cycle uint64) {
		text, err := directed.Text("progress-limit")
		require.NoError(t, err)
		v, err := directed.Parse(bytes.ReplaceAll(text, []byte("progress_limit: 1000"), fmt.Appendf(nil, "progress_limit: %d", limit)))
		require.NoError(t, err)
		_, _, err = v.Play(func(s *cosim.Session) {
			s.M.CSP.P.Events.Watch(func(e *csp.Event) {
				if e.Kind == csp.EventCut && e.Cause&regs.CauseNoProgress != 0 && cycle == 0 {
					cycle = e.Cycle
				}
			})
		})
		require.NoError(t, err)
		return cycle
	}
	first := cut(1000)
	for _, limit := range []int{1001, 1100, 1234} {
		require.EqualValues(t, limit-1000, cut(limit)-first, "a limit of %d cycles", limit)
	}
}

// What the next context waits for: nothing, the break point, or the whole save.
func TestTheNextContextWaitsUntilItIsClear(t *testing.T) {
	for _, place := range []string{"tg", "zl1"} {
		for _, clear := range []string{csp.ClearNone, csp.ClearBreakPoint, csp.ClearWBU} {
			s := session(t, "wait-drain", "csp.wait_clear", clear)
			cfg := s.M.Config
			require.NoError(t, cfg.Set("break_point", place))
			s, err := cosim.NewSession(cfg, s.V, true)
			require.NoError(t, err)
			tokens, saving := 0, false
			asked := map[string]int{}
			s.M.CSP.P.Events.Watch(func(e *csp.Event) {
				switch e.Kind {
				case csp.EventCut, csp.EventEnded:
					tokens, saving = 2, true
				case csp.EventSaved:
					saving = false
				}
			})
			s.M.CSP.P.DatapathA.Tap().OnTake(func(_ uint64, r *pipe.Report) {
				if r.Kind == pipe.TokenLeft || r.Kind == pipe.TokenOut {
					tokens--
				}
			})
			s.M.CSP.P.CSPMXU.Tap().OnPut(func(_ uint64, e *pipe.MXUCommand) {
				if e.Kind != pipe.SetSpace {
					return
				}
				switch {
				case tokens > 0:
					asked["above"]++
				case saving:
					asked["below"]++
				default:
					asked["saved"]++
				}
			})
			require.NoError(t, s.Run(cosim.Plan{Every: 200}, nil))
			what := fmt.Sprintf("%s at %s: %v", clear, place, asked)
			require.Equal(t, clear == csp.ClearNone, asked["above"] > 0, what)
			require.Equal(t, clear == csp.ClearBreakPoint, asked["below"] > 0 && asked["above"] == 0, what)
			require.Equal(t, clear == csp.ClearWBU, asked["above"]+asked["below"] == 0, what)
		}
	}
}

// With TG as the break point it sends TG_INT into the TG_FIFO at a cut; with ZL1 there is none.
func TestBreakPointIsWhereItIsSet(t *testing.T) {
	for place, sends := range map[string]bool{"tg": true, "zl1": false} {
		s := session(t, "wait-drain", "break_point", place)
		pulses := 0
		s.M.TG.P.TGFifo.Tap().OnPut(func(_ uint64, e *pipe.TileEntry) {
			if e.Kind == pipe.TGInt {
				pulses++
			}
		})
		require.NoError(t, s.Run(cosim.Plan{Every: 300}, nil))
		require.Equal(t, sends, pulses > 0, place)
		require.Positive(t, s.M.CSP.S.Stats.Cuts)
	}
}

func TestClockSetsTheTimeOfACycle(t *testing.T) {
	for _, mhz := range []int{1, 500, 2000} {
		cfg := hw.DefaultConfig()
		require.NoError(t, cfg.Set("clock", fmt.Sprint(mhz)))
		m, err := hw.Build(cfg)
		require.NoError(t, err)
		require.InEpsilon(t, 1/(float64(mhz)*1e6), float64(m.Freq.Period()), 1e-9)
	}
}
