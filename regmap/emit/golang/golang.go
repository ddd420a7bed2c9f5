// Package golang generates the Go package regs, which the machine's blocks are
// built on.
package golang

import (
	"bytes"
	"fmt"
	"go/format"
	"slices"

	"tilemark/regmap/emit"
	"tilemark/regmap/table"
)

const header = `// Code generated from hw/regs/*.yaml by "go run ./regmap/gen" (make regs). DO NOT EDIT.

package regs
`

// emitter collects the text of the generated file.
type emitter struct {
	bytes.Buffer
	*emit.Map
}

func (e *emitter) printf(format string, args ...any) { fmt.Fprintf(e, format, args...) }

// Emit returns the generated files: regs_gen.go, and formats_gen.go with the formats.
func Emit(m *emit.Map) ([]emit.File, error) {
	e := &emitter{Map: m}
	e.printf("%s", header)
	if e.hasFloat() {
		e.printf("\nimport \"math\"\n")
	}
	e.blockIDs()
	for _, b := range m.Blocks {
		if len(b.Registers) > 0 {
			e.block(b)
		}
	}
	e.layout()
	e.saveList()
	e.registerFiles()
	e.metadata()
	source, err := format.Source(e.Bytes())
	if err != nil {
		return nil, fmt.Errorf("generated code is not valid Go (a mistake in regmap/emit/golang): %w", err)
	}
	files := []emit.File{{Name: "regs_gen.go", Data: source}}
	if m.Formats == nil {
		return files, nil
	}
	more, err := emitFormats(m)
	return append(files, more), err
}

func (e *emitter) hasFloat() bool {
	for _, b := range e.Blocks {
		for _, r := range b.Registers {
			if slices.ContainsFunc(r.Fields, func(f table.Field) bool { return f.Type == "f32" }) {
				return true
			}
		}
	}
	return false
}

func (e *emitter) blockIDs() {
	e.printf("\n// NumBlocks is the number of block IDs; not every one has a table.\nconst NumBlocks = %d\n", len(e.Layout.Length))
	e.printf("\n// Block IDs.\nconst (\n")
	for _, b := range e.Blocks {
		e.printf("Block%s = %d // %s\n", b.GoName(), b.ID, emit.Line(b.Description))
	}
	e.printf(")\n")
}

func (e *emitter) block(b table.Block) {
	e.printf("\n// Registers of block %s.\nconst (\n", b.Name)
	for _, r := range b.Registers {
		e.printf("%s = %d // %s\n", b.IndexConst(r), r.Offset, emit.Line(r.Description))
	}
	e.printf(")\n")
	for _, r := range b.Registers {
		e.fieldConsts(b, r)
		e.enumConsts(b, r)
	}
	e.registerFile(b)
	for _, r := range b.Registers {
		e.accessors(b, r)
		if r.HasStruct() {
			e.fieldsStruct(b, r)
		}
	}
}

func (e *emitter) fieldConsts(b table.Block, r table.Register) {
	if !r.HasFieldConsts() {
		return
	}
	e.printf("\n// Fields of %s.%s; masks stand before the shift.\nconst (\n", b.Name, r.Name)
	for _, f := range r.Fields {
		e.printf("%sShift = %d\n", b.FieldPrefix(r, f), f.Lo)
		e.printf("%sMask = %#x\n", b.FieldPrefix(r, f), f.Mask())
	}
	e.printf(")\n")
}

func (e *emitter) enumConsts(b table.Block, r table.Register) {
	for _, f := range r.Fields {
		if len(f.Enum) == 0 {
			continue
		}
		e.printf("\n// Values of %s.%s, field %s: %s\nconst (\n", b.Name, r.Name, f.Name, emit.Line(f.Description))
		for _, v := range f.Enum {
			e.printf("%s = %d\n", b.EnumConst(r, f, v), v.Value)
		}
		e.printf(")\n")
	}
}

func (e *emitter) registerFile(b table.Block) {
	e.printf("\n// %s is the register file of block %s: %s\ntype %s [%d]uint32\n",
		b.RegsType(), b.Name, emit.Line(b.Description), b.RegsType(), b.FileLength())
	e.printf("\n// Reset sets every register to its reset value.\nfunc (r *%s) Reset() {\n*r = %s{\n", b.RegsType(), b.RegsType())
	for _, r := range b.Registers {
		if word := r.Reset(); word != 0 {
			e.printf("%s: %#x,\n", b.IndexConst(r), word)
		}
	}
	e.printf("}\n}\n")
}

func (e *emitter) accessors(b table.Block, r table.Register) {
	for _, f := range r.Fields {
		expr := fmt.Sprintf("r[%d]", r.Offset)
		if f.Lo > 0 {
			expr += fmt.Sprintf(" >> %d", f.Lo)
		}
		if f.Width() < 32 {
			expr += fmt.Sprintf(" & %#x", f.Mask())
		}
		switch f.Type {
		case "bool":
			expr += " != 0"
		case "f32":
			expr = "math.Float32frombits(" + expr + ")"
		}
		e.printf("\n// %s reads %s.%s, bits %d:%d: %s\nfunc (r *%s) %s() %s { return %s }\n",
			table.Accessor(r, f), r.Name, f.Name, f.Hi, f.Lo, emit.Line(f.Description),
			b.RegsType(), table.Accessor(r, f), goType(f), expr)
	}
}

// goType is the type of a field in accessors and structs.
func goType(f table.Field) string {
	switch f.Type {
	case "bool":
		return "bool"
	case "f32":
		return "float32"
	}
	return "uint32"
}

func (e *emitter) fieldsStruct(b table.Block, r table.Register) {
	name := b.FieldsType(r)
	e.printf("\n// %s holds the fields of %s.%s: %s\ntype %s struct {\n", name, b.Name, r.Name, emit.Line(r.Description), name)
	for _, f := range r.Fields {
		e.printf("%s %s // bits %d:%d: %s\n", table.GoName(f.Name), goType(f), f.Hi, f.Lo, emit.Line(f.Description))
	}
	e.printf("}\n\n// Pack returns the register's word; a value too wide for its field loses its upper bits.\n")
	e.printf("func (v %s) Pack() uint32 {\nvar word uint32\n", name)
	for _, f := range r.Fields {
		e.packField(f)
	}
	e.printf("return word\n}\n")
}

func (e *emitter) packField(f table.Field) {
	member := "v." + table.GoName(f.Name)
	switch f.Type {
	case "bool":
		e.printf("if %s {\nword |= 1 << %d\n}\n", member, f.Lo)
	case "f32":
		e.printf("word |= math.Float32bits(%s)\n", member)
	default:
		e.printf("word |= %s & %#x << %d\n", member, f.Mask(), f.Lo)
	}
}
