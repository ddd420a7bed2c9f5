package golang

import (
	"bytes"
	"fmt"
	"go/format"
	"strings"

	"tilemark/regmap/emit"
	"tilemark/regmap/formats"
	"tilemark/regmap/table"
)

const formatsHeader = `// Code generated from hw/regs/formats/*.yaml by "go run ./regmap/gen" (make regs). DO NOT EDIT.

package regs
`

// emitFormats returns the generated file of commands and structures, formats_gen.go.
func emitFormats(m *emit.Map) (emit.File, error) {
	e := &formatEmitter{set: m.Formats}
	e.printf("%s", formatsHeader)
	for _, v := range e.set.Enums {
		e.enum(v)
	}
	if e.set.Header != nil {
		e.commands()
	}
	for _, s := range e.set.Structures {
		e.structure(s)
	}
	e.formatData()
	source, err := format.Source(e.Bytes())
	if err != nil {
		return emit.File{}, fmt.Errorf("generated code is not valid Go (a mistake in regmap/emit/golang): %w", err)
	}
	return emit.File{Name: "formats_gen.go", Data: source}, nil
}

// formatEmitter collects the text of the generated file.
type formatEmitter struct {
	bytes.Buffer
	set *formats.Set
}

func (e *formatEmitter) printf(format string, args ...any) { fmt.Fprintf(e, format, args...) }

func (e *formatEmitter) enum(v formats.Enum) {
	e.printf("\n// %s: %s\nconst (\n", v.Name, emit.Line(v.Description))
	limit := int64(0)
	for _, x := range v.Values {
		e.printf("%s = %s // %s\n", v.Const(x), literal(v, x), emit.Line(x.Description))
		limit = max(limit, x.Value+1)
	}
	if v.Kind == "values" {
		e.printf("\n%sLimit = %d // above every value\n", v.Ident(), limit)
	}
	e.printf(")\n")
}

// literal writes flags in hexadecimal.
func literal(v formats.Enum, x formats.Value) string {
	if v.Kind == "flags" {
		return fmt.Sprintf("%#x", x.Value)
	}
	return fmt.Sprint(x.Value)
}

func (e *formatEmitter) commands() {
	h := e.set.Header
	e.fieldConsts("the command header", formats.HeaderIdent, h.Fields)
	e.fieldsOf("the command header: "+emit.Line(h.Description), formats.HeaderIdent, h.Fields)
	e.printf("\n// HeaderCommandMask are the bits of a header that tell commands apart, those of the constants below.\n")
	e.printf("const HeaderCommandMask = %#x\n", e.set.CodeMask())
	e.printf("\n// Commands: client and opcode in a header.\nconst (\n")
	for _, c := range e.set.Commands {
		e.printf("%s = %#x // %s\n", c.Ident(), e.set.Code(c), emit.Line(c.Description))
	}
	e.printf(")\n\n// Whole headers of commands of one length, with sub-opcode 0, and the least length in DWORDs of the others.\nconst (\n")
	for _, c := range e.set.Commands {
		least, most := e.set.LengthRange(c)
		if least == most {
			e.printf("%sHeader = %s | %d\n", c.Ident(), c.Ident(), least)
		} else {
			e.printf("%sLeast = %d\n", c.Ident(), least)
		}
	}
	e.printf(")\n")
	for _, c := range e.set.Commands {
		e.words("Operands of "+c.Name+", in DWORDs from the header.", c.Ident(), "", c.Operands)
	}
	e.shapes()
}

// shapes emits what a parser has to know without a look-up.
func (e *formatEmitter) shapes() {
	e.printf("\n// ShapeOf returns what a parser has to know of a header's command; a shape without places is of no command.\n")
	e.printf("func ShapeOf(header uint32) Shape {\nswitch header & HeaderCommandMask {\n")
	for _, c := range e.set.Commands {
		least, most := e.set.LengthRange(c)
		e.printf("case %s:\nreturn Shape{Where: %s, Least: %d, Most: %d, Fixed: %d}\n", c.Ident(), places(c), least, most, c.Fixed())
	}
	e.printf("}\nreturn Shape{}\n}\n")
}

// places joins the places of a command.
func places(c formats.Command) string {
	var names []string
	for _, w := range c.Where {
		names = append(names, "In"+table.GoName(strings.ToUpper(w)))
	}
	return strings.Join(names, " | ")
}

func (e *formatEmitter) structure(s formats.Structure) {
	id := s.Ident()
	e.printf("\n// %s: %s\nconst (\n%sDWords = %d\n%sBytes = %d\n%sAlign = %d // bytes\n", s.Name, emit.Line(s.Description), id, s.Length, id, s.Size(), id, s.Align)
	if s.Count > 1 {
		e.printf("%sCount = %d // how many stand one after the other\n", id, s.Count)
	}
	e.printf(")\n")
	base, from := "", "its first word"
	if s.Behind != "" {
		base, from = "SaveTail + ", "the save area's first word"
	}
	e.words("Words of "+s.Name+", in DWORDs from "+from+".", id, base, s.Words)
}

// words emits the places of words and what is known of them.
func (e *formatEmitter) words(comment, of, base string, words []formats.Word) {
	if len(words) == 0 {
		return
	}
	e.printf("\n// %s\nconst (\n", comment)
	for _, w := range words {
		id := formats.WordIdent(of, w)
		e.printf("%s = %s%d // %s\n", id, base, w.Offset, emit.Line(w.Description))
		if w.Align > 0 {
			e.printf("%sAlign = %d // bytes\n", id, w.Align)
		}
		if w.Max > 0 {
			e.printf("%sMax = %d\n", id, w.Max)
		}
	}
	e.printf(")\n")
	for _, w := range words {
		if len(w.Fields) > 0 {
			id := formats.WordIdent(of, w)
			e.fieldConsts(w.Name, id, w.Fields)
			e.fieldsOf(w.Name+": "+emit.Line(w.Description), id, w.Fields)
		}
	}
}

func (e *formatEmitter) fieldConsts(of, prefix string, fields []formats.Field) {
	e.printf("\n// Fields of %s; masks stand before the shift.\nconst (\n", of)
	for _, f := range fields {
		id := formats.FieldIdent(prefix, f)
		e.printf("%sShift = %d\n%sMask = %#x\n", id, f.Lo, id, f.Mask())
	}
	e.printf(")\n")
}

// fieldsOf emits a struct of fields, and how a word becomes one and the other way round.
func (e *formatEmitter) fieldsOf(what, prefix string, fields []formats.Field) {
	name := prefix + "Fields"
	e.printf("\n// %s holds the fields of %s\ntype %s struct {\n", name, what, name)
	for _, f := range fields {
		e.printf("%s %s // bits %d:%d: %s\n", table.GoName(f.Name), goType(inRegister(f)), f.Hi, f.Lo, emit.Line(f.Description))
	}
	e.printf("}\n\n// Pack returns the word; a value too wide for its field loses its upper bits.\nfunc (v %s) Pack() uint32 {\nvar word uint32\n", name)
	for _, f := range fields {
		e.WriteString(packField(inRegister(f)))
	}
	e.printf("return word\n}\n\n// Unpack%s takes a word apart.\nfunc Unpack%s(word uint32) %s {\nreturn %s{\n", prefix, prefix, name, name)
	for _, f := range fields {
		expr := fmt.Sprintf("word >> %d & %#x", f.Lo, f.Mask())
		switch f.Type {
		case "bool":
			expr += " != 0"
		case "sint":
			expr = value(inRegister(f), "word")
		}
		e.printf("%s: %s,\n", table.GoName(f.Name), expr)
	}
	e.printf("}\n}\n")
}

// inRegister is the field as one of a register.
func inRegister(f formats.Field) table.Field {
	return table.Field{Name: f.Name, Hi: f.Hi, Lo: f.Lo, Type: f.Type}
}
