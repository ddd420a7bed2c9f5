// Package regs holds the register map: indices, field constants, register
// files with typed accessors, packers, reset image and the layout of the save
// area (chapter 3 of the specification, docs/commands.md).
//
// Everything about single registers stands in the tables hw/regs/*.yaml and is
// generated from them into regs_gen.go by `make regs`; this file holds the
// types of the generated data and the look-ups in it.
package regs

import "fmt"

// EnumValue is one named value of a field of type enum.
type EnumValue struct {
	Name  string
	Value uint32
}

// Field describes a field of a register. Shift and Width are in bits, Reset is
// the field's value (not shifted), Type is uint, sint, bool, enum, address or
// f32.
type Field struct {
	Name        string
	Shift       uint8
	Width       uint8
	Type        string
	Reset       uint32
	Enum        []EnumValue
	Description string
}

// Register describes a register. Index counts DWORDs from the block's first
// register, Class says what a save does with it (save, reset, derived,
// volatile, none), HW whether the hardware writes it (ro or rw), Reset is the
// whole word.
type Register struct {
	Name        string
	Index       int
	Class       string
	HW          string
	Reset       uint32
	Description string
	Fields      []Field
}

// Block describes a block: Length in DWORDs, registers in order of their
// index. An ID without a table has an empty name and length 0.
type Block struct {
	Name        string
	ID          int
	Length      int
	Description string
	Registers   []Register
}

// SaveItem names a register that a save writes.
type SaveItem struct {
	Block uint8
	Reg   uint16
}

// ResetValue returns the word that a register holds after reset; 0 for a
// register that no table describes.
func ResetValue(block, reg int) uint32 {
	if i, ok := flatIndex(block, reg); ok {
		return resetImage[i]
	}
	return 0
}

var savedRegisters = func() []bool {
	out := make([]bool, flatStart[NumBlocks])
	for _, it := range SaveList {
		if i, ok := flatIndex(int(it.Block), int(it.Reg)); ok {
			out[i] = true
		}
	}
	return out
}()

// Saved tells whether a register stands in a save area.
func Saved(block uint8, reg uint16) bool {
	i, ok := flatIndex(int(block), int(reg))
	return ok && savedRegisters[i]
}

// RegisterName names a register for messages: "TSU.CULL", or "TSU[163]" where
// the table has no register, or "BLOCK9[0]" where the block has no table.
func RegisterName(block, reg int) string {
	if i, ok := flatIndex(block, reg); ok && registerNames[i] != "" {
		return registerNames[i]
	}
	if block >= 0 && block < NumBlocks && Blocks[block].Name != "" {
		return fmt.Sprintf("%s[%d]", Blocks[block].Name, reg)
	}
	return fmt.Sprintf("BLOCK%d[%d]", block, reg)
}

// flatIndex finds a register in the arrays that hold the register files of all
// blocks one after the other.
func flatIndex(block, reg int) (int, bool) {
	if block < 0 || block >= NumBlocks || reg < 0 {
		return 0, false
	}
	i := int(flatStart[block]) + reg
	return i, i < int(flatStart[block+1])
}

// Write stores a value in a register file. A write to the reserved space after its
// last register changes nothing.
func Write(file []uint32, reg uint16, value uint32) {
	if int(reg) < len(file) {
		file[reg] = value
	}
}
