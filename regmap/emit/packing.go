package emit

import (
	"fmt"
	"strconv"

	"tilemark/regmap/table"
)

// PackingBlock is the block whose offset and length registers say how the save area is packed: its own place is fixed.
const PackingBlock = 0

// RoomBytes is what a save area may take, whatever its packing.
const RoomBytes = 126 * 64

// PackingRegister names the k-th register of a packing of all block IDs: offset registers, then length registers.
func PackingRegister(k int) string {
	if offsets := (NumBlocks + 1) / 2; k >= offsets {
		return fmt.Sprintf("LENGTH_%d", k-offsets)
	}
	return fmt.Sprintf("OFFSET_%d", k)
}

// PackingRegisters are the offset and length registers of the tables, in their order; nil where the tables do not have
// all of them.
func (m *Map) PackingRegisters() (out []*table.Register) {
	for k := range (NumBlocks+1)/2 + (NumBlocks+3)/4 {
		r := m.packingRegister(PackingRegister(k))
		if r == nil {
			return nil
		}
		out = append(out, r)
	}
	return out
}

func (m *Map) packingRegister(name string) *table.Register {
	for i := range m.Blocks {
		if b := &m.Blocks[i]; b.ID == PackingBlock {
			for k := range b.Registers {
				if r := &b.Registers[k]; r.Name == name && r.Class == "save" && r.Count == 1 {
					return r
				}
			}
		}
	}
	return nil
}

// CheckPacking tells which fields of offset and length registers do not have the packing of the tables as their reset value.
func (m *Map) CheckPacking() (errs []table.Error) {
	want := append(m.Layout.OffsetRegisters(), m.Layout.LengthRegisters()...)
	for k, r := range m.PackingRegisters() {
		if k >= len(want) || r.Reset() == want[k] {
			continue
		}
		for i := range r.Fields {
			f := &r.Fields[i]
			mask := int64(1)<<(f.Hi-f.Lo+1) - 1
			if is := int64(want[k]) >> f.Lo & mask; is != f.Reset {
				errs = append(errs, f.Wrong("reset", "packing", strconv.FormatInt(is, 10), "%s.%s is %d, expected %d as the tables pack the save area", r.Name, f.Name, f.Reset, is))
			}
		}
	}
	return errs
}
