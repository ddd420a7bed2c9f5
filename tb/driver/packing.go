package driver

import "tilemark/hw/regs"

// Packing asks for another packing of the save area than the tables'. CSP stays where it is.
type Packing struct {
	Reversed bool              // the other blocks lie in the opposite order
	Gap      int               // units of 128 bits that are left free before each of them
	Longer   int               // DWORDs that are reserved for each of them beside those that its table has
	Set      map[uint32]uint32 // what registers of the CSP get instead, by their numbers
	Late     bool              // it is written again after INTERRUPTIBLE, where it is refused
}

// Words are what the offset and length registers get.
func (p *Packing) Words() []uint32 {
	words := make([]uint32, regs.PackingCount)
	offsets, lengths := words[:regs.OffsetCount], words[regs.OffsetCount:]
	at := regs.SaveAreaHeadDWords
	put := func(b, gap, more int) {
		n := int(regs.BlockLength[b])
		field := n
		if n > 0 {
			at += 4 * gap
			n += more
			field = n
		}
		if field >= regs.LengthOfTable {
			field = regs.LengthOfTable
			n = int(regs.BlockLength[b])
		}
		offsets[b/2] += uint32(at/4) << (b % 2 * 16)
		lengths[b/4] += uint32(field) << (b % 4 * 8)
		at += (n + 3) &^ 3
	}
	put(regs.BlockCSP, 0, 0)
	for i := 1; i < regs.NumBlocks; i++ {
		b := i
		if p.Reversed {
			b = regs.NumBlocks - i
		}
		put(b, p.Gap, p.Longer)
	}
	for reg, v := range p.Set {
		words[reg-regs.PackingFirst] = v
	}
	return words
}

// packing writes a DMA buffer with the packing, and gives the ring command that names it.
func (b *builder) packing() []uint32 {
	words := b.o.Packing.Words()
	buffer := append([]uint32{regs.CommandSetState | regs.BlockCSP<<regs.HeaderSubOpcodeShift | uint32(1+len(words)), regs.PackingFirst}, words...)
	at := b.alloc(4*len(buffer), 64)
	if b.err != nil {
		return nil
	}
	b.put(at, buffer...)
	return []uint32{regs.CommandDmaHeader, at, uint32(len(buffer))}
}
