package regs_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/regs"
	"tilemark/regmap/table"
)

// ownTables reads the tables that are built in.
func ownTables(t *testing.T) []table.Block {
	t.Helper()
	sources, err := table.EmbeddedSources(regs.Tables, "hw/regs")
	require.NoError(t, err)
	blocks, errs, err := table.LoadSources(sources)
	require.NoError(t, err)
	require.Empty(t, errs)
	return blocks
}

// homes returns where the bits of aliases are, by block ID and index of the alias.
func homes(t *testing.T) map[[2]int]int {
	t.Helper()
	out := map[[2]int]int{}
	for _, b := range ownTables(t) {
		offset := map[string]int{}
		for _, r := range b.Registers {
			offset[r.Name] = r.Offset
		}
		for _, r := range b.Registers {
			if r.Alias != "" {
				out[[2]int{b.ID, r.Offset}] = offset[r.Alias]
			}
		}
	}
	return out
}

// The parser resolves writes where SET_STATE is executed: what only the hardware knows, or
// whether a write came before, it does not know (docs/decisions/0010).
func TestTheParserCanResolveEveryWrite(t *testing.T) {
	for _, b := range ownTables(t) {
		for _, r := range b.Registers {
			for _, f := range r.Fields {
				name, writes := b.Name+"."+r.Name+"."+f.Name, f.Access().Writes
				require.False(t, f.Access().Once(), "%s: the first write of many", name)
				require.False(t, f.HardwareWrites() && writes != table.WriteValue && writes != table.NoWrite, "%s: access %s of what the hardware writes", name, f.SW)
				require.False(t, writes == table.Pulse && r.Class != "none", "%s: a strobe in a register that is saved", name)
			}
			require.False(t, r.Lock != "" && r.HW() == "rw", "%s.%s: a lock on what the hardware writes", b.Name, r.Name)
		}
	}
}

// A restored word is stored whatever a lock or an access type says.
func TestLoadStoresTheWord(t *testing.T) {
	var a regs.Access
	a.Reset()
	reg, word := a.Write(regs.BlockWBU, regs.WBUWriteMaskClear, 0xf6)
	require.Equal(t, [2]uint32{regs.WBUWriteMask, 9}, [2]uint32{uint32(reg), word})
	a.Write(regs.BlockWBU, regs.WBUSurfaceLock, 1)
	a.Load(regs.BlockWBU, regs.WBUColorBase, 0x400)
	reg, word = a.Write(regs.BlockWBU, regs.WBUColorBase, 0x800)
	require.Equal(t, [2]uint32{regs.WBUColorBase, 0x400}, [2]uint32{uint32(reg), word})
	a.Load(regs.BlockWBU, regs.WBUSurfaceLock, 0)
	reg, word = a.Write(regs.BlockWBU, regs.WBUColorBase, 0x800)
	require.Equal(t, [2]uint32{regs.WBUColorBase, 0x800}, [2]uint32{uint32(reg), word})
	reg, word = a.Write(regs.BlockZL2, regs.ZL2QueryClear, 1)
	require.Equal(t, [2]uint32{regs.ZL2QueryClear, 1}, [2]uint32{uint32(reg), word}, "a strobe passes as written")
	require.Zero(t, testing.AllocsPerRun(10, func() { a.Write(regs.BlockWBU, regs.WBUWriteMaskSet, 3) }))
}
