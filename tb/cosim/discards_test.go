package cosim

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw"
)

// The inputs that are discarded at a cut are those of the table of connections, of each block one after the other; the pool's are not watched.
func TestDiscardedInputsAreThoseOfTheTable(t *testing.T) {
	for _, place := range []string{"tg", "zl1"} {
		cfg := hw.DefaultConfig()
		require.NoError(t, cfg.Set("break_point", place))
		m, err := hw.Build(cfg)
		require.NoError(t, err)
		require.Equal(t, []discardedInput{
			{"VERTEX", none, false}, {"EUP_FIFO", none, false}, {"CSP_FIFO", 1, false}, {"TSU_FIFO", none, false},
			{"ASU_ZL1_FIFO", none, true}, {"AFIFO", 4, true}, {"TG_FIFO", 5, true}, {"SG_TG", none, false},
		}, discardedInputs(m))
	}
}
