package cosim

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw"
	"tilemark/hw/blocks/zl2"
	"tilemark/tb/cosim/cosimtest"
)

// Hierarchical Z rejects tiles, at both break points, cut or not, and no image changes:
// each run is compared with golden, which has no hierarchical Z.
func TestHierarchicalZChangesNoImage(t *testing.T) {
	for _, place := range []string{"tg", "zl1"} {
		for _, on := range []string{"true", "false"} {
			rejected := 0
			for _, every := range []uint64{0, 300} {
				cfg := hw.DefaultConfig()
				require.NoError(t, cfg.Set("break_point", place))
				require.NoError(t, cfg.Set("zl1.hiz", on))
				s, err := NewSession(cfg, cosimtest.Scenes(t, 64, 64, "few-large", "six-draws"), true)
				require.NoError(t, err)
				s.M.ZL2.P.Tested.Watch(func(f *zl2.Fragment) {
					if f.Rejected {
						rejected++
					}
				})
				require.NoError(t, s.Run(Plan{Every: every}, nil))
			}
			require.Equal(t, on == "true", rejected > 0, "%s, hierarchical Z %s: %d tiles rejected", place, on, rejected)
		}
	}
}
