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
	require.EqualError(t, wrong[0], "OFFSET_10 of block 0: reset value 0xe2; 0xe3, the packing of the tables, was expected")
	require.EqualError(t, wrong[1], "LENGTH_4 of block 0: reset value 0x11030000; 0x15030000, the packing of the tables, was expected")
}
