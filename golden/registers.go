package golden

import (
	"math"

	"tilemark/hw/regs"
)

// registers holds the registers of a context. Reserved ones stay 0.
type registers [regs.NumBlocks][]uint32

func newRegisters() *registers {
	r := new(registers)
	for block := range r {
		r[block] = make([]uint32, regs.BlockLength[block])
	}
	for _, s := range regs.SaveList {
		r[s.Block][s.Reg] = resetValue(s.Block, s.Reg)
	}
	return r
}

func (r *registers) word(block, reg int) uint32 { return r[block][reg] }

func (r *registers) float(block, reg int) float32 { return math.Float32frombits(r[block][reg]) }

func resetValue(block uint8, reg uint16) uint32 { return regs.ResetValue(int(block), int(reg)) }

// isSaved tells that a register exists and stands in the save area. Writes to a
// block's reserved registers are legal and change nothing.
func isSaved(block uint8, reg uint16) bool { return saved[regs.SaveItem{Block: block, Reg: reg}] }

var saved = func() map[regs.SaveItem]bool {
	items := make(map[regs.SaveItem]bool, len(regs.SaveList))
	for _, item := range regs.SaveList {
		items[item] = true
	}
	return items
}()

// written says what a write of software does: which register holds something else then,
// and what (docs/commands.md, "What a write does").
func (r *registers) written(block uint8, reg uint16, value uint32) (uint16, uint32) {
	if block == regs.BlockEUP && (reg == regs.EUPScratchBase || reg == regs.EUPScratchBytes) { // the context's header says them
		return reg, r.word(regs.BlockEUP, int(reg))
	}
	if block != regs.BlockWBU {
		return reg, value
	}
	const channels = 15
	mask, locks := r.word(regs.BlockWBU, regs.WBUWriteMask), r.word(regs.BlockWBU, regs.WBUSurfaceLock)
	switch reg {
	case regs.WBUWriteMaskSet:
		return regs.WBUWriteMask, mask | value&channels
	case regs.WBUWriteMaskClear:
		return regs.WBUWriteMask, mask &^ (value & channels)
	case regs.WBUSurfaceLock:
		return reg, locks | value&1
	case regs.WBUColorBase, regs.WBUColorPitch, regs.WBUColorFormat:
		if flag(locks, regs.WBUSurfaceLockColorShift) {
			return reg, r.word(regs.BlockWBU, int(reg))
		}
	}
	return reg, value
}

// field returns a field of a register.
func field(word uint32, shift int, mask uint32) uint32 { return word >> shift & mask }

// flag returns a field of one bit.
func flag(word uint32, shift int) bool { return word>>shift&1 != 0 }
