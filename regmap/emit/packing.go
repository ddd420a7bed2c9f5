package emit

import (
	"fmt"

	"tilemark/regmap/table"
)

// PackingBlock is the block whose offset and length registers say how the save area is packed: its own place is fixed.
const PackingBlock = 0

// RoomBytes is what a save area may take, whatever its packing.
const RoomBytes = 62 * 64

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

// CheckPacking tells which offset and length registers do not have the packing of the tables as their reset value.
func (m *Map) CheckPacking() (errs []error) {
	want := append(m.Layout.OffsetRegisters(), m.Layout.LengthRegisters()...)
	for k, r := range m.PackingRegisters() {
		if got := r.Reset(); k < len(want) && got != want[k] {
			errs = append(errs, fmt.Errorf("%s of block %d: reset value %#x; %#x, the packing of the tables, was expected", r.Name, PackingBlock, got, want[k]))
		}
	}
	return errs
}
