// Package packing is the reference model of how a save area is packed: it reads the CSP's
// offset and length registers as docs/commands.md describes them, by itself and in another
// way than the machine. The testbench reads save areas by it.
package packing

import (
	"encoding/binary"

	"tilemark/hw/regs"
)

// Packing says where the blocks' registers and the tail of a save area lie. Units are
// DWORDs from its first one.
type Packing struct {
	Begin, Length [regs.NumBlocks]int
	Tail          int
	words         []byte
}

// Registers of a packing: 11 of offsets, in which a block has two bytes, then 6 of lengths,
// in which it has one.
const offsetBytes = 4 * regs.OffsetCount

// Of reads the packing registers, first to last.
func Of(word func(reg int) uint32) *Packing {
	p := &Packing{words: make([]byte, 0, 4*regs.PackingCount)}
	for k := range regs.PackingCount {
		p.words = binary.LittleEndian.AppendUint32(p.words, word(regs.PackingFirst+k))
	}
	for b := range p.Begin {
		p.Begin[b] = 4 * int(binary.LittleEndian.Uint16(p.words[2*b:]))
		if p.Length[b] = int(p.words[offsetBytes+b]); p.Length[b] == 255 {
			p.Length[b] = int(regs.BlockLength[b])
		}
		if n := p.units(b); n > 0 {
			p.Tail = max(p.Tail, p.Begin[b]+4*n)
		}
	}
	return p
}

// Tables is the packing of the tables: what the registers hold after reset.
func Tables() *Packing {
	return Of(func(reg int) uint32 { return regs.ResetValue(regs.BlockCSP, reg) })
}

// In is the packing that a save area holds.
func In(area []byte) *Packing {
	csp := area[16*regs.SaveOffset[regs.BlockCSP]:]
	return Of(func(reg int) uint32 { return binary.LittleEndian.Uint32(csp[4*reg:]) })
}

// units is how many units of 128 bits are reserved for a block.
func (p *Packing) units(block int) (n int) {
	for 4*n < p.Length[block] {
		n++
	}
	return n
}

// Place is where a register lies.
func (p *Packing) Place(block, reg int) int { return p.Begin[block] + reg }

// Field is where a word of head or tail lies, of which the generated constant gives the
// place in the packing of the tables.
func (p *Packing) Field(word int) int {
	if word >= regs.SaveTail {
		return p.Tail + word - regs.SaveTail
	}
	return word
}

// Table gives the word of the tables' packing whose content lies at a word of this one: a word of
// head or tail, or a register; -1 where there is nothing.
func (p *Packing) Table(word int) int {
	switch {
	case word < regs.SaveAreaHeadDWords:
		return word
	case word >= p.Tail && word < p.Tail+regs.SaveAreaTailDWords:
		return regs.SaveTail + word - p.Tail
	}
	for b := range p.Begin {
		if reg := word - p.Begin[b]; reg >= 0 && reg < int(regs.BlockLength[b]) {
			return 4*int(regs.SaveOffset[b]) + reg
		}
	}
	return -1
}

// Wrong tells whether no save area can be packed so, and which register of the CSP is to
// blame: that of the first block for which too little is reserved, or that does not
// find its place free. The blocks take their places in the order of their IDs.
func (p *Packing) Wrong() (reg int, wrong bool) {
	var taken [regs.SaveRoomDWords]bool
	take := func(from, n int) (free bool) {
		free = from+n <= len(taken)
		for k := from; free && k < from+n; k++ {
			free, taken[k] = !taken[k], true
		}
		return free
	}
	take(0, regs.SaveAreaHeadDWords)
	take(len(taken)-regs.SaveAreaTailDWords, regs.SaveAreaTailDWords) // a tail at the most
	for b := range p.Begin {
		if p.Length[b] < int(regs.BlockLength[b]) {
			return regs.PackingFirst + regs.OffsetCount + b/4, true
		}
		moved := b == regs.BlockCSP && p.Begin[b] != regs.SaveAreaHeadDWords
		if n := p.units(b); n > 0 && (moved || !take(p.Begin[b], 4*n)) {
			return regs.PackingFirst + b/2, true
		}
	}
	return 0, false
}
