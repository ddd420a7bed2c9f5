package emit_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/regs"
	"tilemark/regmap/emit"
)

// The offset and length registers hold the packing of the tables after reset; a table that grows without them is an error.
func TestResetValuesOfThePackingAreThoseOfTheTables(t *testing.T) {
	m, errs, err := emit.LoadFolder("../../hw/regs")
	require.NoError(t, err)
	require.Empty(t, errs)
	require.Len(t, m.PackingRegisters(), regs.PackingCount)
	require.Equal(t, regs.SaveRoomBytes, emit.RoomBytes)
	require.Empty(t, m.CheckPacking())
	for i := range m.Blocks {
		if m.Blocks[i].Name == "ZL1" {
			m.Blocks[i].Length += 4
		}
	}
	m.Layout = emit.NewLayout(m.Blocks)
	wrong := m.CheckPacking()
	require.Len(t, wrong, 2)
	require.EqualError(t, wrong[0], "../../hw/regs/csp.yaml:119:54: packing: OFFSET_10.LOW is 260, expected 261 as the tables pack the save area")
	require.EqualError(t, wrong[1], "../../hw/regs/csp.yaml:169:58: packing: LENGTH_4.FOURTH is 17, expected 21 as the tables pack the save area")
	require.Equal(t, "261", wrong[0].Fix)
}
