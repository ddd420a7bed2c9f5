// Package c writes the register map as one header for C11 and C++11: numbers and places of
// blocks and registers, masks, shifts and reset values of fields, enumerations,
// structures of the blocks and of the save area, and assertions that the compiler
// checks.
package c

import (
	"math"
	"strings"

	"tilemark/regmap/emit"
	"tilemark/regmap/table"
)

// writer knows what all names begin with.
type writer struct {
	*emit.Text
	m             *emit.Map
	upper, prefix string // of macros and of structures
}

// Emit returns the header, and that of commands and structures in memory.
func Emit(m *emit.Map) ([]emit.File, error) {
	if err := emit.FlatNames(m); err != nil {
		return nil, err
	}
	file := func(name string, write func(w *writer)) emit.File {
		return emit.Lazy(name, func(t *emit.Text) {
			write(&writer{t, m, strings.ToUpper(m.Name) + "_", strings.ToLower(m.Name) + "_"})
		})
	}
	files := []emit.File{file(m.Name+".h", (*writer).header)}
	if m.Formats != nil {
		files = append(files, file(m.Name+"_formats.h", (*writer).formats))
	}
	return files, nil
}

const head = `/* %s: register map. Generated from register tables by "tilemark regs gen --lang c". Do not edit.
 *
 * A register REGISTER of block BLOCK has
 *   _Idx    its index in DWORDs, as in SET_STATE     _Rst    its reset value
 *   _Save   its byte offset in the save area; only where a save writes it
 *   _Num, _Step  elements of an array, and DWORDs from one to the next
 * and a field of it _Pos, _Len (bits), _Msk (in the register), _Init (its reset value, not shifted).
 */
#ifndef %sH
#define %sH

#include <stddef.h>
#include <stdint.h>

/* A field's value out of a register's word, and a value put into a field's place. */
#define %sGET(word, field) (((uint32_t)(word) & %s##field##_Msk) >> %s##field##_Pos)
#define %sPUT(field, value) (((uint32_t)(value) << %s##field##_Pos) & %s##field##_Msk)
`

func (w *writer) header() {
	u := w.upper
	w.Printf(head, w.m.Name, u, u, u, u, u, u, u, u)
	w.Printf(assertion, u)
	for _, b := range w.m.Blocks {
		w.block(b)
	}
	w.saveArea()
	w.Printf("\n#endif\n")
}

func (w *writer) define(name, ending string, value uint32) {
	w.Add("#define ", w.upper, name, ending, " ", decimal(value), "u\n")
}

// word is define for what is read bit by bit.
func (w *writer) word(name, ending string, value uint32) {
	w.Add("#define ", w.upper, name, ending, " ", emit.Hex(value), "u\n")
}

func (w *writer) block(b table.Block) {
	w.Printf("\n/* %s: %s */\n", b.Name, comment(b.Description))
	w.Printf("#define %s%s_Version %q\n", w.upper, b.Name, b.Version)
	w.define(b.Name, "_Id", uint32(b.ID))
	w.define(b.Name, "_Size", uint32(4*b.Length))
	w.define(b.Name, "_Save", uint32(w.m.Layout.Base(b)))
	for _, r := range b.Registers {
		w.register(b, r)
	}
	for _, win := range b.Windows {
		w.Printf("\n/* %s.%s: %s Software access: %s. */\n", b.Name, win.Name, comment(win.Description), win.SW)
		w.define(b.Name+"_"+win.Name, "_Idx", uint32(win.Offset))
		w.define(b.Name+"_"+win.Name, "_Num", uint32(win.Length))
	}
	w.structure(b)
}

func (w *writer) register(b table.Block, r table.Register) {
	name := b.Name + "_" + r.Name
	w.Add("\n/* ", b.Name, ".", r.Name, ": ", comment(r.Description), " ", emit.Traits(r), " */\n")
	w.define(name, "_Idx", uint32(r.Offset))
	w.word(name, "_Rst", r.Reset())
	if r.Class == "save" {
		w.define(name, "_Save", uint32(w.m.Layout.Base(b)+4*r.Offset))
	}
	if r.Count > 1 {
		w.define(name, "_Num", uint32(r.Count))
		w.define(name, "_Step", uint32(r.Stride))
	}
	for _, f := range r.Fields {
		w.field(b, r, f)
	}
}

func (w *writer) field(b table.Block, r table.Register, f table.Field) {
	name := b.Name + "_" + r.Name + "_" + f.Name
	w.Add("/* ", f.Name, ": ", comment(f.Description), " Type ", f.Type, ", software ", f.SW, ", hardware ", f.HW, ". */\n")
	w.define(name, "_Pos", uint32(f.Lo))
	w.define(name, "_Len", uint32(f.Width()))
	w.word(name, "_Msk", f.Mask()<<f.Lo)
	w.word(name, "_Init", f.ResetBits())
	if fixed, ok := f.Fixed(); ok {
		w.define(name, "_Fraction", uint32(fixed.Fraction))
	}
	w.enum(name, f)
}

// enum writes an enumeration, or macros where a value is beyond int, which C11 demands.
func (w *writer) enum(name string, f table.Field) {
	if len(f.Enum) == 0 {
		return
	}
	wide := false
	for _, v := range f.Enum {
		wide = wide || v.Value > math.MaxInt32
	}
	if wide {
		for _, v := range f.Enum {
			w.define(name+"_", v.Name, uint32(v.Value))
		}
		return
	}
	w.Printf("enum %s%s_Enum {\n", w.prefix, strings.ToLower(name))
	for _, v := range f.Enum {
		w.Printf("\t%s%s_%s = %d,\n", w.upper, name, v.Name, v.Value)
	}
	w.Printf("};\n")
}

// comment makes a description safe inside a comment.
func comment(description string) string {
	return strings.ReplaceAll(strings.ReplaceAll(emit.Line(description), "*/", "* /"), "/*", "/ *")
}
