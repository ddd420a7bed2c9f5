package main

import "tilemark/regmap/table"

const numBlocks = table.MaxBlockID + 1

// layout is the save area (chapter 3, docs/commands.md): unit 0 holds the DMA
// DWORD offset and three reserved DWORDs, then come the blocks, each rounded
// up to whole units, then the tail. A unit is 128 bits.
type layout struct {
	length [numBlocks]uint32 // DWORDs
	offset [numBlocks]uint32 // units
	tail   uint32            // DWORDs
}

const dwordsPerUnit = 4

func newLayout(blocks []table.Block) layout {
	var l layout
	for _, b := range blocks {
		l.length[b.ID] = uint32(b.Length)
	}
	unit := uint32(1)
	for id, n := range l.length {
		l.offset[id] = unit
		unit += (n + dwordsPerUnit - 1) / dwordsPerUnit
	}
	l.tail = unit * dwordsPerUnit
	return l
}

// offsetRegisters packs two 16-bit offsets a register, the even block low.
func (l layout) offsetRegisters() [(numBlocks + 1) / 2]uint32 {
	var words [(numBlocks + 1) / 2]uint32
	for id, unit := range l.offset {
		words[id/2] |= unit << (16 * (id % 2))
	}
	return words
}

// lengthRegisters packs four 8-bit lengths a register; 255 stands for 255 and
// more.
func (l layout) lengthRegisters() [(numBlocks + 3) / 4]uint32 {
	var words [(numBlocks + 3) / 4]uint32
	for id, n := range l.length {
		words[id/4] |= min(n, 0xff) << (8 * (id % 4))
	}
	return words
}
