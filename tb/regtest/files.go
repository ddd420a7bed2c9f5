package regtest

import (
	"tilemark/hw"
	"tilemark/hw/regs"
)

// file is a register file in the machine.
type file struct {
	where string
	words []uint32
}

// files returns all register files of a block that belong to a context slot: several
// blocks of the machine keep registers that others have too.
func files(m *hw.Machine, block int, slot uint8) []file {
	switch block {
	case regs.BlockCSP:
		return []file{{"CSP", m.CSP.S.Front.Regs[:]}}
	case regs.BlockC2D:
		return []file{{"C2D", m.C2D.S.Regs[slot][:]}, {"MXU", m.MXU.S.C2D[slot][:]}}
	case regs.BlockMXU:
		return []file{{"MXU", m.MXU.S.Regs[slot][:]}}
	case regs.BlockTSU:
		return []file{{"TSU", m.TSU.S.Regs[:]}}
	case regs.BlockEUPFront:
		return []file{{"EUP_FRONT", m.EUPFront.S.Regs[:]}}
	case regs.BlockEUP:
		return []file{{"EUP", m.EUP.S.Regs[slot][:]}}
	case regs.BlockASU:
		return []file{{"ASU", m.ASU.S.Regs[:]}}
	case regs.BlockPS:
		return []file{{"PS", m.PS.S.Regs[:]}}
	case regs.BlockWBU:
		return []file{{"WBU", m.WBU.S.Regs[:]}}
	case regs.BlockSGTG:
		return []file{{"SG", m.SG.S.Regs[:]}, {"TG", m.TG.S.Regs[:]}}
	case regs.BlockZL1:
		return []file{{"ZL1", m.ZL1.S.Regs[:]}}
	case regs.BlockZL2:
		return []file{{"ZL2", m.ZL2.S.Regs[:]}}
	}
	return nil
}
