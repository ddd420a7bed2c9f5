package cosim

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw"
	"tilemark/tb/cosim/cosimtest"
)

// What a FIFO or queue holds beside its entries, and what an entry holds beside what its
// kind has, is seen by nobody: with the free places overwritten all the time the machine
// has the same digests in every block, cut or not.
func TestDeadPlacesAreSeenByNobody(t *testing.T) {
	for _, place := range []string{"tg", "zl1"} {
		for _, scene := range []string{"late-depth", "patches", "textured-cube", "few-large", "statistics", "fill-copy"} {
			cfg := hw.DefaultConfig()
			require.NoError(t, cfg.Set("break_point", place))
			v := cosimtest.Scenes(t, 24, 24, scene, "few-large")
			r := rand.New(rand.NewPCG(6, 7))
			clean, err := NewSession(cfg, v, false)
			require.NoError(t, err)
			dirty, err := NewSession(cfg, v, false)
			require.NoError(t, err)
			for n := 0; clean.M.Cycle() < 8000 && !clean.Idle(); n++ {
				if n%60 == 59 {
					require.NoError(t, clean.M.Interrupt())
					require.NoError(t, dirty.M.Interrupt())
				}
				dirty.M.FillDead(r)
				require.NoError(t, clean.RunTo(clean.M.Cycle()+7))
				require.NoError(t, dirty.RunTo(dirty.M.Cycle()+7))
				names, want := clean.M.Digests()
				_, got := dirty.M.Digests()
				for i := range want {
					require.Equal(t, want[i], got[i], "%s, %s: %s in cycle %d", scene, place, names[i], clean.M.Cycle())
				}
			}
		}
	}
}
