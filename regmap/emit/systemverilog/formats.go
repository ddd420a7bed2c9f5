package systemverilog

import (
	"math"
	"strings"

	"tilemark/regmap/emit"
)

const formatsHead = `// %s: commands and structures in memory. Generated from tables of formats by "tilemark regs gen --lang systemverilog". Do not edit.
//
// Enum_ENUM_VALUE is a value, Command_COMMAND client and opcode in a header, _Least and _Most its length in DWORDs.
// A word has _Idx, its DWORD from the command's header or the structure's first word; a field of it _Pos, _Len (bits) and _Msk.

// Who uses the package need not use all of it.
// verilator lint_off UNUSEDPARAM
package %s_formats_pkg;
`

// formats writes the package of commands and structures.
func (w *writer) formats() {
	w.Printf(formatsHead, w.m.Name, strings.ToLower(w.m.Name))
	for _, group := range emit.FormatConstants(w.m.Formats) {
		w.Printf("\n  // %s\n", group.About)
		for _, c := range group.List {
			if c.About != "" {
				w.Printf("  // %s\n", c.About)
			}
			if c.Hex || c.Value > math.MaxInt32 {
				w.word(c.Name, c.Value)
			} else {
				w.number(c.Name, int(c.Value))
			}
		}
	}
	w.Printf("\nendpackage\n// verilator lint_on UNUSEDPARAM\n")
}
