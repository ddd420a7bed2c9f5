package golang

import (
	"strconv"

	"tilemark/regmap/emit"
	"tilemark/regmap/table"
)

// layout writes the save area.
func (w *writer) layout() {
	l := w.m.Layout
	w.list("BlockLength is the exact length of each block in DWORDs.", "BlockLength", "NumBlocks", l.Length, 10)
	w.list("SaveOffset is where each block begins in the save area, in units of 16 bytes.", "SaveOffset", "NumBlocks", l.Offset, 10)
	offsets, lengths := l.OffsetRegisters(), l.LengthRegisters()
	w.list("OffsetRegisters pack SaveOffset: register k holds block 2k low and block 2k+1 high.", "OffsetRegisters", number(len(offsets)), offsets, 16)
	w.list("LengthRegisters pack BlockLength: register k holds blocks 4k to 4k+3, the first lowest, 255 for 255 and more.",
		"LengthRegisters", number(len(lengths)), lengths, 16)
	w.Printf(saveAreaConsts, l.Tail, l.DWords()-l.Tail, l.ID)
}

const saveAreaConsts = `
// The save area.
const (
	SaveTail       = %d // first DWORD after the blocks
	SaveAreaDWords = SaveTail + %d
	SaveAreaBytes  = 4 * SaveAreaDWords
)

// SaveLayoutID tells save areas of different register tables apart: a hash of
// names and places of all that is saved.
const SaveLayoutID = %#x
`

// list writes an array of words, eight on a line.
func (w *writer) list(about, name, length string, words []uint32, base int) {
	w.Add("\n// ", about, "\nvar ", name, " = [", length, "]uint32{")
	for i, v := range words {
		if i%8 == 0 {
			w.Add("\n\t")
		} else {
			w.Add(" ")
		}
		if base == 16 {
			w.Printf("%#08x,", v)
		} else {
			w.Add(strconv.FormatUint(uint64(v), 10), ",")
		}
	}
	w.Add("\n}\n")
}

// saveList names what a save writes, element by element.
func (w *writer) saveList() {
	n := 0
	w.Add("\n// SaveList names every register of class save, in the order of blocks and registers.\n")
	w.Add("var SaveList = [SaveListLen]SaveItem{\n")
	for _, b := range w.m.Blocks {
		for _, r := range b.Registers {
			if r.Class != "save" {
				continue
			}
			for i := range r.Count {
				w.Add("\t{Block: Block", b.GoName(), ", Reg: ", b.IndexConst(r))
				if i > 0 {
					w.Add(" + ", number(i*r.Stride))
				}
				w.Add("},\n")
				n++
			}
		}
	}
	w.Printf("}\n\n// SaveListLen is the number of registers that a save writes.\nconst SaveListLen = %d\n", n)
}

// registerFiles writes reset values and names of all registers, the register files of
// all blocks one after the other.
func (w *writer) registerFiles() {
	starts := w.flatStarts()
	total := number(int(starts[len(starts)-1]))
	w.list("flatStart is where each block begins in resetImage and registerNames; the last element is their length.",
		"flatStart", "NumBlocks + 1", starts, 10)
	w.Add("\nvar resetImage = [", total, "]uint32{\n")
	for _, b := range w.m.Blocks {
		for _, r := range flatRegisters(b) {
			if r == nil {
				w.Add("\t0,\n")
			} else {
				w.Add("\t", emit.Hex(r.Reset()), ",\n")
			}
		}
	}
	w.Add("}\n\nvar registerNames = [", total, "]string{\n")
	for _, b := range w.m.Blocks {
		elements := map[*table.Register]int{}
		for _, r := range flatRegisters(b) {
			if r == nil {
				w.Add("\t\"\",\n")
				continue
			}
			w.Add("\t\"", b.Name, ".", emit.ElementName(*r, elements[r]), "\",\n")
			if r.Count > 1 {
				elements[r]++
			}
		}
	}
	w.Add("}\n")
}

// flatRegisters are the registers of a block's register file, nil where there is none.
func flatRegisters(b table.Block) []*table.Register {
	flat := make([]*table.Register, b.FileLength())
	for k := range b.Registers {
		r := &b.Registers[k]
		for i := range r.Count {
			flat[r.Offset+i*r.Stride] = r
		}
	}
	return flat
}

func (w *writer) flatStarts() []uint32 {
	starts := make([]uint32, len(w.m.Layout.Length)+1)
	for _, b := range w.m.Blocks {
		starts[b.ID+1] = uint32(b.FileLength())
	}
	for id := range w.m.Layout.Length {
		starts[id+1] += starts[id]
	}
	return starts
}
