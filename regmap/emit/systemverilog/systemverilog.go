// Package systemverilog writes the register map as one SystemVerilog package:
// numbers, places, masks and reset values as localparams, enumerations, and a
// packed struct for each register.
package systemverilog

import (
	"fmt"
	"strings"

	"tilemark/regmap/emit"
	"tilemark/regmap/table"
)

type writer struct {
	*emit.Text
	m *emit.Map
}

// Emit returns the package, and that of commands and structures in memory.
func Emit(m *emit.Map) ([]emit.File, error) {
	if err := emit.FlatNames(m); err != nil {
		return nil, err
	}
	files := []emit.File{emit.Lazy(m.Name+"_regs_pkg.sv", func(t *emit.Text) { (&writer{t, m}).pkg() })}
	if m.Formats != nil {
		files = append(files, emit.Lazy(m.Name+"_formats_pkg.sv", func(t *emit.Text) { (&writer{t, m}).formats() }))
	}
	return files, nil
}

const head = `// %s: register map. Generated from register tables by "tilemark regs gen --lang systemverilog". Do not edit.
//
// A register REGISTER of block BLOCK has BLOCK_REGISTER
//   _Idx    its index in DWORDs, as in SET_STATE     _Rst    its reset value
//   _Save   its byte offset in the save area; only where a save writes it
//   _Num, _Step  elements of an array, and DWORDs from one to the next
// a field of it _Pos, _Len (bits), _Msk (in the register), _Init (its reset value, not shifted); the types are
// block_register_t, a packed struct of the register's fields, and block_register_field_e.

// Who uses the package need not use all of it.
// verilator lint_off UNUSEDPARAM
package %s_regs_pkg;
`

func (w *writer) pkg() {
	w.Printf(head, w.m.Name, strings.ToLower(w.m.Name))
	for _, b := range w.m.Blocks {
		w.block(b)
	}
	l := w.m.Layout
	w.Printf("\n  // The save area. Layout tells save areas of different register tables apart.\n")
	w.word("Area_Layout", l.ID)
	w.number("Area_Size", int(4*l.DWords()))
	for _, p := range l.Places() {
		w.number("Area_"+p.Name+"_Save", int(4*p.DWord))
	}
	w.Printf("\nendpackage\n// verilator lint_on UNUSEDPARAM\n")
}

func (w *writer) number(name string, value int) {
	w.Printf("  localparam int %s = %d;\n", name, value)
}

func (w *writer) word(name string, value uint32) {
	w.Printf("  localparam logic [31:0] %s = 32'h%08x;\n", name, value)
}

func (w *writer) block(b table.Block) {
	w.Printf("\n  // %s %s: %s\n", b.Name, b.Version, emit.Line(b.Description))
	w.number(b.Name+"_Id", b.ID)
	w.number(b.Name+"_Size", 4*b.Length)
	w.number(b.Name+"_Save", w.m.Layout.Base(b))
	for _, r := range b.Registers {
		w.register(b, r)
	}
	for _, win := range b.Windows {
		w.Printf("\n  // Window %s.%s: %s Software access: %s.\n", b.Name, win.Name, emit.Line(win.Description), win.SW)
		w.number(b.Name+"_"+win.Name+"_Idx", win.Offset)
		w.number(b.Name+"_"+win.Name+"_Num", win.Length)
	}
}

func (w *writer) register(b table.Block, r table.Register) {
	name := b.Name + "_" + r.Name
	w.Printf("\n  // %s.%s: %s %s\n", b.Name, r.Name, emit.Line(r.Description), emit.Traits(r))
	w.number(name+"_Idx", r.Offset)
	w.word(name+"_Rst", r.Reset())
	if r.Class == "save" {
		w.number(name+"_Save", w.m.Layout.Base(b)+4*r.Offset)
	}
	if r.Count > 1 {
		w.number(name+"_Num", r.Count)
		w.number(name+"_Step", r.Stride)
	}
	for _, f := range r.Fields {
		w.field(name+"_"+f.Name, f)
	}
	w.structure(name, r)
}

func (w *writer) field(name string, f table.Field) {
	w.number(name+"_Pos", f.Lo)
	w.number(name+"_Len", f.Width())
	w.word(name+"_Msk", f.Mask()<<f.Lo)
	w.Printf("  localparam logic [%d:0] %s_Init = %d'h%x;\n", f.Width()-1, name, f.Width(), f.ResetBits())
	if fixed, ok := f.Fixed(); ok {
		w.number(name+"_Fraction", fixed.Fraction)
	}
	if len(f.Enum) == 0 {
		return
	}
	w.Printf("  typedef enum logic [%d:0] {\n", f.Width()-1)
	for i, v := range f.Enum {
		w.Printf("    %s_%s = %d'd%d%s\n", name, v.Name, f.Width(), v.Value, comma(i, len(f.Enum)))
	}
	w.Printf("  } %s_e;\n", strings.ToLower(name))
}

func comma(i, n int) string {
	if i < n-1 {
		return ","
	}
	return ""
}

// structure writes the register's fields from the highest bit to the lowest.
func (w *writer) structure(name string, r table.Register) {
	w.Printf("  typedef struct packed {\n")
	top := 31
	for _, f := range emit.Descending(r.Fields) {
		w.unused(top, f.Hi+1)
		w.Printf("    %s %s; // %d:%d %s, software %s, hardware %s: %s\n", memberType(name, f), f.Name, f.Hi, f.Lo, f.Type, f.SW, f.HW, emit.Line(f.Description))
		top = f.Lo - 1
	}
	w.unused(top, 0)
	w.Printf("  } %s_t;\n", strings.ToLower(name))
}

func (w *writer) unused(hi, lo int) {
	if hi >= lo {
		w.Printf("    logic [%d:0] reserved_%d_%d;\n", hi-lo, hi, lo)
	}
}

func memberType(name string, f table.Field) string {
	switch {
	case len(f.Enum) > 0:
		return strings.ToLower(name+"_"+f.Name) + "_e"
	case f.Width() == 1:
		return "logic"
	case f.Signed():
		return fmt.Sprintf("logic signed [%d:0]", f.Width()-1)
	}
	return fmt.Sprintf("logic [%d:0]", f.Width()-1)
}
