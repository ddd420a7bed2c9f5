package plots

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw"
)

// Boxes stand apart, and every wire ends at the edges of its two.
func TestDiagramsBoxesStandApart(t *testing.T) {
	for _, place := range []string{"tg", "zl1"} {
		cfg := hw.DefaultConfig()
		require.NoError(t, cfg.Set("break_point", place))
		m, err := hw.Build(cfg)
		require.NoError(t, err)
		d := diagramOf(m)
		for i, a := range d.order {
			for _, b := range d.order[:i] {
				apart := a.x+a.w <= b.x || b.x+b.w <= a.x || a.y+a.h <= b.y || b.y+b.h <= a.y
				require.True(t, apart, "%s and %s", a.name, b.name)
			}
		}
		for _, w := range d.wires {
			for _, e := range append([]*end{w.from}, w.to...) {
				if w.side == inLeft || w.side == inRight || w.side == around || w.side == across && e == w.columnEnd() {
					require.True(t, e.y > e.box.y && e.y < e.box.y+e.box.h, "%s at %s", w.name, e.box.name)
				}
			}
		}
	}
}
