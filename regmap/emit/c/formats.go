package c

import (
	"strings"

	"tilemark/regmap/emit"
	"tilemark/regmap/formats"
)

const formatsHead = `/* %s: commands and structures in memory. Generated from tables of formats by "tilemark regs gen --lang c". Do not edit.
 *
 * Enum_ENUM_VALUE is a value, Command_COMMAND client and opcode in a header, _Least and _Most its length in DWORDs.
 * A word has _Idx, its DWORD from the command's header or the structure's first word; a field of it _Pos, _Len (bits) and _Msk.
 */
#ifndef %sFORMATS_H
#define %sFORMATS_H

#include <stddef.h>
#include <stdint.h>
`

// formats writes the header of commands and structures.
func (w *writer) formats() {
	w.Printf(formatsHead, w.m.Name, w.upper, w.upper)
	w.Printf(assertion, w.upper)
	for _, group := range emit.FormatConstants(w.m.Formats) {
		w.Printf("\n/* %s */\n", comment(group.About))
		for _, c := range group.List {
			w.constant(c)
		}
	}
	for _, s := range w.m.Formats.Structures {
		w.record(s)
	}
	w.Printf("\n#endif\n")
}

func (w *writer) constant(c emit.Constant) {
	value := decimal(c.Value)
	if c.Hex {
		value = emit.Hex(c.Value)
	}
	w.Add("#define ", w.upper, c.Name, " ", value, "u")
	if c.About != "" {
		w.Add(" /* ", comment(c.About), " */")
	}
	w.Add("\n")
}

// record writes a structure as it lies in memory, a binary32 as float.
func (w *writer) record(s formats.Structure) {
	name := "struct " + w.prefix + "format_" + strings.ToLower(s.Name)
	w.Printf("\n%s {\n", name)
	at := 0
	for _, x := range s.Words {
		w.gap("\t", at, x.Offset)
		kind := "uint32_t"
		if x.Type == "f32" {
			kind = "float"
		}
		if n := x.DWords(); n > 1 {
			w.Printf("\t%s %s[%d];\n", kind, x.Name, n)
		} else {
			w.Printf("\t%s %s;\n", kind, x.Name)
		}
		at = x.Offset + x.DWords()
	}
	w.gap("\t", at, s.Length)
	w.Printf("};\n")
	for _, x := range s.Words {
		w.assert("offsetof(%s, %s) == 4 * %sStruct_%s_%s_Idx, \"%s.%s\"", name, x.Name, w.upper, s.Name, x.Name, s.Name, x.Name)
	}
	w.assert("sizeof(%s) == %sStruct_%s_Size, \"%s\"", name, w.upper, s.Name, s.Name)
}
