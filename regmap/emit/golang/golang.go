// Package golang generates the Go package regs, which the machine's blocks are
// built on.
package golang

import (
	"slices"

	"tilemark/regmap/emit"
	"tilemark/regmap/table"
)

const header = `// Code generated from hw/regs/*.yaml by "go run ./regmap/gen" (make regs). DO NOT EDIT.

package regs
`

// writer makes the text of the register file in the form that gofmt gives it.
type writer struct {
	*emit.Text
	m *emit.Map
	c columns
}

// Emit returns the generated files: regs_gen.go, access_gen.go, and formats_gen.go with the formats.
func Emit(m *emit.Map) ([]emit.File, error) {
	files := []emit.File{emit.Lazy("regs_gen.go", func(t *emit.Text) { (&writer{Text: t, m: m}).file() }), accessFile(m)}
	if m.Formats == nil {
		return files, nil
	}
	more, err := emitFormats(m)
	return append(files, more), err
}

func (w *writer) file() {
	w.Add(header)
	if w.hasFloat() {
		w.Add("\nimport \"math\"\n")
	}
	w.blockIDs()
	for _, b := range w.m.Blocks {
		w.block(b)
	}
	w.layout()
	w.saveList()
	w.registerFiles()
	w.metadata()
}

func (w *writer) hasFloat() bool {
	for _, b := range w.m.Blocks {
		for _, r := range b.Registers {
			if slices.ContainsFunc(r.Fields, func(f table.Field) bool { return f.Type == "f32" }) {
				return true
			}
		}
	}
	return false
}

func (w *writer) blockIDs() {
	w.Printf("\n// NumBlocks is the number of block IDs; not every one has a table.\nconst NumBlocks = %d\n", len(w.m.Layout.Length))
	w.Add("\n// Block IDs.\n")
	for _, b := range w.m.Blocks {
		w.c.add("Block"+b.GoName(), "= "+number(b.ID), emit.Line(b.Description))
	}
	w.constants()
}

// constants writes the collected lines as a group of constants.
func (w *writer) constants() {
	w.Add("const (\n")
	w.c.write(w.Text)
	w.Add(")\n")
}
