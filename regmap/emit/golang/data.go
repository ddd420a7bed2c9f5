package golang

import (
	"tilemark/regmap/emit"
	"tilemark/regmap/table"
)

// layout emits the save area.
func (e *emitter) layout() {
	l := e.Layout
	e.printf("\n// BlockLength is the exact length of each block in DWORDs.\nvar BlockLength = [NumBlocks]uint32{")
	e.words(l.Length)
	e.printf("}\n\n// SaveOffset is where each block begins in the save area, in units of 16 bytes.\nvar SaveOffset = [NumBlocks]uint32{")
	e.words(l.Offset)
	e.printf("}\n\n// OffsetRegisters pack SaveOffset: register k holds block 2k low and block 2k+1 high.\n")
	offsets := l.OffsetRegisters()
	e.printf("var OffsetRegisters = [%d]uint32{", len(offsets))
	e.hexWords(offsets)
	e.printf("}\n\n// LengthRegisters pack BlockLength: register k holds blocks 4k to 4k+3, the first lowest, 255 for 255 and more.\n")
	lengths := l.LengthRegisters()
	e.printf("var LengthRegisters = [%d]uint32{", len(lengths))
	e.hexWords(lengths)
	e.printf("}\n")
	e.printf(saveAreaConsts, l.Tail, l.ID)
}

const saveAreaConsts = `
// The save area. Places are DWORD indices in it.
const (
	SaveTail = %d // first DWORD behind the blocks
	SaveAreaDWords = SaveTail + 8
	SaveAreaBytes = 4 * SaveAreaDWords

	SaveDMAOffset = 0 // DWORD offset in the DMA buffer
	SaveContext = 1 // address of the context's header
	SaveLayout = 2 // SaveLayoutID
	SavePrimitive = SaveTail + 0 // primitive ID
	SaveInstance = SaveTail + 1 // instance ID
	SaveTile = SaveTail + 2 // tile ID
	SaveTriangle = SaveTail + 3 // tessellated triangle ID
	SaveRingHead = SaveTail + 4 // DWORD offset in the ring
	SaveDMABuffer = SaveTail + 5 // byte address of the DMA buffer
)

// SaveLayoutID tells save areas of different register tables apart: a hash of which
// registers are saved, and where.
const SaveLayoutID = %#x
`

func (e *emitter) words(words []uint32) {
	for i, w := range words {
		e.printf("%s%d,", separator(i), w)
	}
	e.printf("\n")
}

func (e *emitter) hexWords(words []uint32) {
	for i, w := range words {
		e.printf("%s0x%08x,", separator(i), w)
	}
	e.printf("\n")
}

// separator begins a line before every eighth element.
func separator(i int) string {
	if i%8 == 0 {
		return "\n"
	}
	return " "
}

func (e *emitter) saveList() {
	n := 0
	e.printf("\n// SaveList names every register of class save, in the order of blocks and registers.\n")
	e.printf("var SaveList = [SaveListLen]SaveItem{\n")
	for _, b := range e.Blocks {
		for _, r := range b.Registers {
			if r.Class == "save" {
				e.printf("{Block: Block%s, Reg: %s},\n", b.GoName(), b.IndexConst(r))
				n++
			}
		}
	}
	e.printf("}\n\n// SaveListLen is the number of registers that a save writes.\nconst SaveListLen = %d\n", n)
}

// registerFiles emits reset values and names of all registers, the register
// files of all blocks one behind the other.
func (e *emitter) registerFiles() {
	starts := e.flatStarts()
	e.printf("\n// flatStart is where each block begins in resetImage and registerNames; the last element is their length.\n")
	e.printf("var flatStart = [NumBlocks+1]uint32{")
	e.words(starts)
	e.printf("}\n\nvar resetImage = [%d]uint32{\n", starts[len(starts)-1])
	for _, b := range e.Blocks {
		for _, r := range b.Registers {
			if word := r.Reset(); word != 0 {
				e.printf("%d: %#x, // %s.%s\n", int(starts[b.ID])+r.Offset, word, b.Name, r.Name)
			}
		}
	}
	e.printf("}\n\nvar registerNames = [%d]string{\n", starts[len(starts)-1])
	for _, b := range e.Blocks {
		for _, r := range b.Registers {
			e.printf("%d: %q,\n", int(starts[b.ID])+r.Offset, b.Name+"."+r.Name)
		}
	}
	e.printf("}\n")
}

func (e *emitter) flatStarts() []uint32 {
	starts := make([]uint32, len(e.Layout.Length)+1)
	for _, b := range e.Blocks {
		starts[b.ID+1] = uint32(b.FileLength())
	}
	for id := range e.Layout.Length {
		starts[id+1] += starts[id]
	}
	return starts
}

// metadata emits the tables themselves, for tools and tests.
func (e *emitter) metadata() {
	e.printf("\n// Blocks describes all blocks, indexed by their ID.\nvar Blocks = [NumBlocks]Block{\n")
	for _, b := range e.Blocks {
		e.printf("Block%s: {Name: %q, ID: Block%s, Length: %d, Description: %q, ",
			b.GoName(), b.Name, b.GoName(), b.Length, emit.Line(b.Description))
		if len(b.Registers) > 0 {
			e.printf("Registers: []Register{\n")
			for _, r := range b.Registers {
				e.register(r)
			}
			e.printf("}")
		}
		e.printf("},\n")
	}
	e.printf("}\n")
}

func (e *emitter) register(r table.Register) {
	e.printf("{Name: %q, Index: %d, Class: %q, HW: %q, Reset: %#x, Description: %q, Fields: []Field{\n",
		r.Name, r.Offset, r.Class, r.HW(), r.Reset(), emit.Line(r.Description))
	for _, f := range r.Fields {
		e.printf("{Name: %q, Shift: %d, Width: %d, Type: %q, Reset: %#x, Description: %q",
			f.Name, f.Lo, f.Width(), f.Type, f.ResetBits(), emit.Line(f.Description))
		if len(f.Enum) > 0 {
			e.printf(", Enum: []EnumValue{")
			for _, v := range f.Enum {
				e.printf("{%q, %d}, ", v.Name, v.Value)
			}
			e.printf("}")
		}
		e.printf("},\n")
	}
	e.printf("}},\n")
}
