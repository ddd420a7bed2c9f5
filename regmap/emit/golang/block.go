package golang

import (
	"strconv"

	"tilemark/regmap/emit"
	"tilemark/regmap/table"
)

func number(v int) string { return strconv.Itoa(v) }

func (w *writer) block(b table.Block) {
	if len(b.Registers)+len(b.Windows) == 0 {
		return
	}
	w.Add("\n// Registers of block ", b.Name, ".\n")
	for _, r := range b.Registers {
		w.c.add(b.IndexConst(r), "= "+number(r.Offset), about(r))
	}
	for _, win := range b.Windows {
		w.c.add(b.GoName()+table.GoName(win.Name), "= "+number(win.Offset), "Window of "+number(win.Length)+" DWORDs: "+emit.Line(win.Description))
	}
	w.constants()
	if len(b.Registers) == 0 {
		return
	}
	for _, r := range b.Registers {
		w.fieldConsts(b, r)
		w.enumConsts(b, r)
	}
	w.registerFile(b)
	for _, r := range b.Registers {
		w.accessors(b, r)
		if r.HasStruct() {
			w.structure(b, r)
		}
	}
}

// about describes a register and its elements.
func about(r table.Register) string {
	if r.Count == 1 {
		return emit.Line(r.Description)
	}
	text := number(r.Count) + " elements"
	if r.Stride > 1 {
		text += ", one in " + number(r.Stride) + " DWORDs"
	}
	return text + ": " + emit.Line(r.Description)
}

func (w *writer) fieldConsts(b table.Block, r table.Register) {
	if !r.HasFieldConsts() {
		return
	}
	w.Add("\n// Fields of ", b.Name, ".", r.Name, "; masks stand before the shift.\n")
	for _, f := range r.Fields {
		prefix := b.FieldPrefix(r, f)
		w.c.add(prefix+"Shift", "= "+number(f.Lo), "")
		w.c.add(prefix+"Mask", "= "+emit.Hex(f.Mask()), "")
	}
	w.constants()
}

func (w *writer) enumConsts(b table.Block, r table.Register) {
	for _, f := range r.Fields {
		if len(f.Enum) == 0 {
			continue
		}
		w.Add("\n// Values of ", b.Name, ".", r.Name, ", field ", f.Name, ": ", emit.Line(f.Description), "\n")
		for _, v := range f.Enum {
			w.c.add(b.EnumConst(r, f, v), "= "+strconv.FormatInt(v.Value, 10), "")
		}
		w.constants()
	}
}

func (w *writer) registerFile(b table.Block) {
	name := b.RegsType()
	w.Add("\n// ", name, " is the register file of block ", b.Name, ": ", emit.Line(b.Description), "\ntype ", name, " [", number(b.FileLength()), "]uint32\n")
	w.Add("\n// Reset sets every register to its reset value.\nfunc (r *", name, ") Reset() {\n\t*r = ", name, "{}\n")
	for _, r := range b.Registers {
		if word := r.Reset(); word != 0 && r.Alias == "" {
			w.resetRegister(b, r, word)
		}
	}
	w.Add("}\n")
}

func (w *writer) resetRegister(b table.Block, r table.Register, word uint32) {
	if r.Count == 1 {
		w.Add("\tr[", b.IndexConst(r), "] = ", emit.Hex(word), "\n")
		return
	}
	w.Add("\tfor i := range ", number(r.Count), " {\n\t\tr[", place(r, b.IndexConst(r)), "] = ", emit.Hex(word), "\n\t}\n")
}

// place is the index of element i, or of a register that is alone.
func place(r table.Register, first string) string {
	switch {
	case r.Count == 1:
		return first
	case r.Stride == 1:
		return first + "+i"
	}
	return first + "+" + number(r.Stride) + "*i"
}
