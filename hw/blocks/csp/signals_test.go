package csp

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/wires"
)

func TestPhasesAreShownUnderTheirNames(t *testing.T) {
	b, s := New("CSP", Config{}), &wires.Signals{}
	b.Signals(s)
	require.Equal(t, "phase", s.List[0].Label)
	for phase, name := range map[Phase]string{Idle: "IDLE", EndDraw: "END_DRAW", Copy: "COPY", Blit: "BLIT", Flush: "FLUSH", Poll: "POLL", Tail: "TAIL", Tokens: "TOKENS"} {
		b.S.Front.Phase = phase
		require.Equal(t, name, s.List[0].Name())
	}
	require.Len(t, phaseNames, int(Tokens)+1)
}
