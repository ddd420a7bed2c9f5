package regtest_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw"
	"tilemark/hw/regs"
	"tilemark/regmap/table"
	"tilemark/tb/regtest"
)

func tables(t testing.TB) []table.Block {
	t.Helper()
	sources, err := table.EmbeddedSources(regs.Tables, "hw/regs")
	require.NoError(t, err)
	blocks, errs, err := table.LoadSources(sources)
	require.NoError(t, err)
	require.Empty(t, errs)
	return blocks
}

// Every register of the tables is tested on the machine, at both break points: the
// subtests have the names by which documents call them.
func TestRegisters(t *testing.T) {
	for _, place := range []string{"tg", "zl1"} {
		t.Run(place, func(t *testing.T) {
			cfg := hw.DefaultConfig()
			cfg.BreakPoint = place
			results, err := regtest.Run(cfg, tables(t))
			require.NoError(t, err)
			for _, r := range results {
				t.Run(r.Name(), func(t *testing.T) {
					require.Empty(t, r.Failure)
					require.Positive(t, r.Samples, "values that were compared")
				})
			}
		})
	}
}
