// Code generated from hw/regs/*.yaml by "go run ./regmap/gen" (make regs). DO NOT EDIT.

package regs

// Write is a write of software to block EUP: locks stop it, an alias changes its register's bits, and access
// types say what becomes of them. It returns the register that holds something else now, and its word.
func (r *EUPRegs) Write(reg uint16, value uint32) (target uint16, word uint32) {
	switch reg {
	case 98: // SCRATCH_BASE
		held := r[98] // SCRATCH_BASE
		reg, value = 98, held&0xffffffff
	case 99: // SCRATCH_BYTES
		held := r[99] // SCRATCH_BYTES
		reg, value = 99, held&0xffffffff
	}
	if int(reg) < len(r) {
		r[reg] = value
	}
	return reg, value
}

// Write is a write of software to block WBU: locks stop it, an alias changes its register's bits, and access
// types say what becomes of them. It returns the register that holds something else now, and its word.
func (r *WBURegs) Write(reg uint16, value uint32) (target uint16, word uint32) {
	switch reg {
	case 0: // COLOR_BASE
		if r[8]&0x1 != 0 { // SURFACE_LOCK.COLOR
			return 0, r[0]
		}
	case 1: // COLOR_PITCH
		if r[8]&0x1 != 0 { // SURFACE_LOCK.COLOR
			return 1, r[1]
		}
	case 5: // COLOR_FORMAT
		if r[8]&0x1 != 0 { // SURFACE_LOCK.COLOR
			return 5, r[5]
		}
	case 6: // WRITE_MASK_SET
		held := r[4] // WRITE_MASK
		reg, value = 4, held&^0xf|(held|value)&0xf
	case 7: // WRITE_MASK_CLEAR
		held := r[4] // WRITE_MASK
		reg, value = 4, held&^0xf|held&^value&0xf
	case 8: // SURFACE_LOCK
		held := r[8] // SURFACE_LOCK
		reg, value = 8, held&^0x1|(held|value)&0x1
	}
	if int(reg) < len(r) {
		r[reg] = value
	}
	return reg, value
}

// Access holds the registers of the blocks in which a write of software is not always simply stored.
type Access struct {
	EUP EUPRegs
	WBU WBURegs
}

// Reset sets every register to its reset value.
func (a *Access) Reset() {
	a.EUP.Reset()
	a.WBU.Reset()
}

// Load stores a word as it was saved: neither locks nor access types count.
func (a *Access) Load(block uint8, reg uint16, word uint32) {
	switch block {
	case BlockEUP:
		if int(reg) < len(a.EUP) {
			a.EUP[reg] = word
		}
	case BlockWBU:
		if int(reg) < len(a.WBU) {
			a.WBU[reg] = word
		}
	}
}

// Write is a write of software. It returns the register that holds something else now, and its word.
func (a *Access) Write(block uint8, reg uint16, value uint32) (target uint16, word uint32) {
	switch block {
	case BlockEUP:
		return a.EUP.Write(reg, value)
	case BlockWBU:
		return a.WBU.Write(reg, value)
	}
	return reg, value
}
