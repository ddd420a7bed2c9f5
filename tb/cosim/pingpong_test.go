package cosim

import (
	"flag"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw"
	"tilemark/tb/cosim/cosimtest"
)

var periods = flag.Uint64("periods", 0, "interrupt every k cycles for every k from 1 to this; 0: for some")

// Contexts that are interrupted every k cycles come to their ends with golden's images, for
// every k from 1 on: an interrupt waits until the context has made progress since its
// restore. Two, four and eight of them.
func TestPingPong(t *testing.T) {
	scenes := []string{"query", "blend", "one-triangle", "stencil", "textured-cube", "instancing", "late-kill", "fill-copy"}
	some := []uint64{1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377, 610, 987, 1597}
	if *periods > 0 {
		some = some[:0]
		for k := range *periods {
			some = append(some, k+1)
		}
	}
	for _, n := range []int{2, 4, 8} {
		v := cosimtest.Scenes(t, 8, 8, scenes[:n]...)
		for _, place := range []string{"tg", "zl1"} {
			t.Run(fmt.Sprint(n, " ", place), func(t *testing.T) {
				t.Parallel()
				cfg := hw.DefaultConfig()
				cfg.BreakPoint = place
				cuts := 0
				for _, k := range some {
					s, err := NewSession(cfg, v, true)
					require.NoError(t, err)
					require.NoError(t, pingPong(s, k), "every %d cycles", k)
					cuts += s.Cuts()
					if k < 100 { // nearly each time that something has passed the break point
						require.Greater(t, s.Cuts(), 10*n, "every %d cycles", k)
					}
				}
				t.Logf("%d periods, %d cuts", len(some), cuts)
			})
		}
	}
}

// pingPong interrupts every k cycles, whatever the machine does.
func pingPong(s *Session, k uint64) error {
	for !s.Idle() {
		if err := s.RunTo(s.M.Cycle() + k); err != nil {
			return err
		}
		if s.M.CSP.Idle() { // all have ended
			continue
		}
		if err := s.Interrupt(); err != nil {
			return err
		}
	}
	if err := s.Finish(); err != nil {
		return err
	}
	return s.Check()
}
