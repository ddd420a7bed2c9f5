package driver

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/regs"
)

func TestFillsAndCopiesAreCutToTheSurfaces(t *testing.T) {
	l := layOut(t, `depth_format: d16
draws:
  - fill: {surface: depth, rect: [4, 2, 99, 99], value: 1}
  - copy: {from: color, to: x, rect: [0, 3, 9, 9], at: [1, 0]}
  - fill: {surface: color, rect: [16, 0, 20, 1], value: [1, 2, 3, 4]}
  - {mesh: t, restart: true, hiz: false}
`, Options{})
	require.Equal(t, []uint32{regs.CommandFillHeader, regs.CommandCopyHeader}, l.steps)
	d := l.draws[0]
	require.Equal(t, uint32(1), d["ZL1.HIZ_CONTROL"])
	require.Equal(t, uint32(0xffff), d["C2D.FILL_LO"])
	require.Equal(t, l.c.Color.Base, d["C2D.SRC_BASE"])
	require.Equal(t, uint32(3)<<16, d["C2D.SRC_ORIGIN"])
	require.Equal(t, uint32(1<<19|2), d["C2D.SRC_LAYOUT"])
	require.Equal(t, uint32(1<<16|2), d["C2D.DST_LAYOUT"], "a texture in rows of two encoded texels")
	require.Equal(t, uint32(1), d["C2D.DST_ORIGIN"])
	require.Equal(t, uint32(1<<16|1), d["C2D.EXTENT"])
}
