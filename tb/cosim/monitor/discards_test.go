package monitor_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw"
	"tilemark/tb/cosim/monitor"
	"tilemark/tb/cosim/vector"
)

// The inputs that are discarded at a cut are those of the table of connections, of each block one after the other; the pool's are not watched.
func TestDiscardedInputsAreThoseOfTheTable(t *testing.T) {
	in := monitor.NewDiscardedInput
	for _, place := range []string{"tg", "zl1"} {
		cfg := hw.DefaultConfig()
		require.NoError(t, cfg.Set("break_point", place))
		m, err := hw.Build(cfg)
		require.NoError(t, err)
		require.Equal(t, []monitor.DiscardedInput{
			in("VERTEX", vector.None, false), in("EUP_FIFO", vector.None, false), in("CSP_FIFO", 1, false), in("TSU_FIFO", vector.None, false),
			in("ASU_ZL1_FIFO", vector.None, true), in("AFIFO", 4, true), in("TG_FIFO", 5, true), in("SG_TG", vector.None, false),
		}, monitor.DiscardedInputs(m))
	}
}
