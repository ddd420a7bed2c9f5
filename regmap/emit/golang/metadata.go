package golang

import (
	"strconv"

	"tilemark/regmap/emit"
	"tilemark/regmap/table"
)

// metadata writes the tables themselves, for tools and tests.
func (w *writer) metadata() {
	w.Add("\n// Blocks describes all blocks, indexed by their ID.\nvar Blocks = [NumBlocks]Block{\n")
	next := 0
	for _, b := range w.m.Blocks {
		for ; next < b.ID; next++ {
			w.Add("\t{},\n")
		}
		next = b.ID + 1
		w.Add("\t{Name: ", strconv.Quote(b.Name), ", ID: Block", b.GoName(), ", Length: ", number(b.Length), ", Description: ", strconv.Quote(emit.Line(b.Description)))
		if len(b.Registers) > 0 {
			w.Add(", Registers: []Register{\n")
			for _, r := range b.Registers {
				for i := range r.Count {
					w.register(r, i)
				}
			}
			w.Add("\t}")
		}
		w.Add("},\n")
	}
	w.Add("}\n")
}

// register writes an element of an array, or a register that is alone.
func (w *writer) register(r table.Register, i int) {
	w.Add("\t\t{Name: ", strconv.Quote(emit.ElementName(r, i)), ", Index: ", number(r.Offset+i*r.Stride), ", Class: ", strconv.Quote(r.Class),
		", HW: ", strconv.Quote(r.HW()), ", Reset: ", emit.Hex(r.Reset()), ", Description: ", strconv.Quote(emit.Line(r.Description)), ", Fields: []Field{\n")
	for _, f := range r.Fields {
		w.Add("\t\t\t{Name: ", strconv.Quote(f.Name), ", Shift: ", number(f.Lo), ", Width: ", number(f.Width()), ", Type: ", strconv.Quote(f.Type),
			", Reset: ", emit.Hex(f.ResetBits()), ", Description: ", strconv.Quote(emit.Line(f.Description)))
		if len(f.Enum) > 0 {
			w.Add(", Enum: []EnumValue{")
			for k, v := range f.Enum {
				if k > 0 {
					w.Add(", ")
				}
				w.Add("{", strconv.Quote(v.Name), ", ", strconv.FormatInt(v.Value, 10), "}")
			}
			w.Add("}")
		}
		w.Add("},\n")
	}
	w.Add("\t\t}},\n")
}
