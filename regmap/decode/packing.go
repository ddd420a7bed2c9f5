package decode

import "tilemark/regmap/emit"

// packed says where the blocks and the tail of a save area begin, in DWORDs.
type packed struct {
	begin []int
	tail  int
}

// packed reads the offset and length registers of a save area, which lie in block 0; of tables without them, or
// where they do not lie in the dump, it is the packing of the tables.
func (t *Tables) packed(d *Dump) packed {
	l := &t.Map.Layout
	p := packed{tail: int(l.Tail)}
	for _, unit := range l.Offset {
		p.begin = append(p.begin, 4*int(unit))
	}
	list := t.Map.PackingRegisters()
	first := p.begin[emit.PackingBlock]
	if list == nil || first+list[len(list)-1].Offset >= d.DWords() {
		return p
	}
	p.tail = 0
	lengths := (emit.NumBlocks + 1) / 2
	for block := range emit.NumBlocks {
		offset, length := d.Word(first+list[block/2].Offset), d.Word(first+list[lengths+block/4].Offset)
		p.begin[block] = 4 * int(offset>>(16*(block%2))&0xffff)
		n := int(length >> (8 * (block % 4)) & 0xff)
		if n == 0xff {
			n = int(l.Length[block])
		}
		if n > 0 {
			p.tail = max(p.tail, p.begin[block]+(n+3)&^3)
		}
	}
	return p
}

// end is the first DWORD after everything that is read.
func (t *Tables) end(p packed) int {
	end := p.tail + int(t.Map.Layout.DWords()-t.Map.Layout.Tail)
	for i := range t.Map.Blocks {
		b := &t.Map.Blocks[i]
		end = max(end, p.begin[b.ID]+b.Length)
	}
	return end
}
