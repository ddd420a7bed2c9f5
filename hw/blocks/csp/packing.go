package csp

import "tilemark/hw/regs"

// packing is a context's copy of the offset and length registers: where the blocks' registers lie in its save area (spec chapter 3).
type packing [regs.PackingCount]uint32

const unitDWords = 4 // offsets are in units of 128 bits

// offset is where a block begins, in units.
func (p *packing) offset(block uint32) uint32 { return p[block/2] >> (16 * (block % 2)) & 0xffff }

// length is what is reserved for a block, in DWORDs.
func (p *packing) length(block uint32) uint32 {
	n := p[regs.OffsetCount+block/4] >> (8 * (block % 4)) & 0xff
	if n == regs.LengthOfTable {
		return regs.BlockLength[block]
	}
	return n
}

// place is where a register lies, in bytes from the save area's first.
func (p *packing) place(block uint8, reg uint16) uint32 {
	return p.offset(uint32(block))<<4 + 4*uint32(reg)
}

// end is the first unit after a block.
func (p *packing) end(block uint32) uint32 {
	return p.offset(block) + (p.length(block)+unitDWords-1)/unitDWords
}

// tail is the first DWORD after all blocks: the rest of the cursor lies there.
func (p *packing) tail() uint32 {
	end := uint32(0)
	for block := range uint32(regs.NumBlocks) {
		if p.length(block) > 0 {
			end = max(end, p.end(block))
		}
	}
	return unitDWords * end
}

// field is where a word of the cursor lies that the tables place in their own packing, in DWORDs.
func (p *packing) field(dword uint32) uint32 {
	if dword < regs.SaveAreaHeadDWords {
		return dword
	}
	return dword - regs.SaveTail + p.tail()
}

// wrong finds the first block for which the packing is none, and the register of the CSP
// that is to blame.
func (p *packing) wrong() (reg uint32, found bool) {
	for block := range uint32(regs.NumBlocks) {
		switch {
		case p.length(block) < regs.BlockLength[block]:
			return regs.PackingFirst + regs.OffsetCount + block/4, true
		case p.length(block) > 0 && p.misplaced(block):
			return regs.PackingFirst + block/2, true
		}
	}
	return 0, false
}

// lastEnd is the last unit at which a block may end: the tail follows.
const lastEnd = (regs.SaveRoomDWords - regs.SaveAreaTailDWords) / unitDWords

// misplaced tells whether a block lies in the head, past the end of the save area or over a
// block before it, or is the CSP and has moved: a restore finds the packing in it.
func (p *packing) misplaced(block uint32) bool {
	if p.offset(block) < regs.SaveAreaHeadDWords/unitDWords || p.end(block) > lastEnd {
		return true
	}
	if block == regs.BlockCSP && p.offset(block) != regs.SaveOffset[regs.BlockCSP] {
		return true
	}
	for before := range block {
		if p.length(before) > 0 && p.offset(block) < p.end(before) && p.offset(before) < p.end(block) {
			return true
		}
	}
	return false
}
