package sweep

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/tb/cosim/monitor"
)

func TestLastLineOfASweepWritesNumbersAsAllDo(t *testing.T) {
	r := &Report{Cuts: 12345, Equal: 12344, Different: 1, Converged: 1000}
	r.Missed[monitor.MissEnded] = 2000
	require.Equal(t, "12,345 cuts: 12,344 equal, 1 different, 1,000 converged early; 2,000 interrupts found nothing to cut", r.String())
	require.Contains(t, r.MissText(), "2,000 interrupts found nothing to cut: 2,000 ")
	r.Uncut[monitor.HoldStopped] = 1500
	require.Contains(t, r.UncutText(), "1,500 passed ")
}
