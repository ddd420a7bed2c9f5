package golang

import (
	"fmt"
	"go/format"
	"strings"

	"tilemark/regmap/emit"
	"tilemark/regmap/formats"
	"tilemark/regmap/table"
)

const isaHeader = `// Code generated from hw/isa/*.yaml by "go run ./regmap/gen" (make regs). DO NOT EDIT.

package isa
`

// EmitISA returns the generated file of the instruction set, isa_gen.go.
func EmitISA(set *formats.Set) (emit.File, error) {
	e := &formatEmitter{set: set}
	e.printf("%s", isaHeader)
	for _, v := range set.Enums {
		if strings.HasPrefix(v.Name, compaction) {
			e.indices(v)
			continue
		}
		e.enum(v)
		e.labels(v)
	}
	for _, s := range set.Structures {
		e.structure(s)
	}
	e.flags("What an operation may have for its execution type.", "Has", formats.ExecutionTypes)
	e.flags("What an instruction may have.", "Allows", formats.InstructionAllows)
	e.operations()
	e.flags("What a message brings.", "Sends", formats.Payloads)
	e.flags("What the answer of a message has.", "Answers", formats.Answers)
	e.flags("Fields of the descriptor that a message uses.", "Uses", formats.MessageAllows)
	e.messages()
	source, err := format.Source(e.Bytes())
	if err != nil {
		return emit.File{}, fmt.Errorf("generated code is not valid Go (a mistake in regmap/emit/golang): %w", err)
	}
	return emit.File{Name: "isa_gen.go", Data: source}, nil
}

// compaction begins the names of enums whose values are those of an index, in their order.
const compaction = "COMPACT_"

func (e *formatEmitter) indices(v formats.Enum) {
	e.printf("\n// %s: %s\nvar %s = [%d]uint32{\n", v.Name, emit.Line(v.Description), v.Ident(), len(v.Values))
	for _, x := range v.Values {
		e.printf("%#x,\n", x.Value)
	}
	e.printf("}\n")
}

// labels emits how texts name the values of an enum.
func (e *formatEmitter) labels(v formats.Enum) {
	e.printf("\n// %sNames are how texts name %s.\nvar %sNames = map[uint32]string{\n", v.Ident(), v.Name, v.Ident())
	for _, x := range v.Values {
		e.printf("%s: %q,\n", v.Const(x), x.Text())
	}
	e.printf("}\n")
}

// flags emits a bit for each word of a list.
func (e *formatEmitter) flags(comment, prefix string, words []string) {
	e.printf("\n// %s\nconst (\n", comment)
	for i, w := range words {
		e.printf("%s%s = %#x\n", prefix, table.GoName(strings.ToUpper(w)), 1<<i)
	}
	e.printf(")\n")
}

// flagsOf joins the bits of some words; 0 for none.
func flagsOf(prefix string, words []string) string {
	if len(words) == 0 {
		return "0"
	}
	var names []string
	for _, w := range words {
		names = append(names, prefix+table.GoName(strings.ToUpper(w)))
	}
	return strings.Join(names, " | ")
}

func (e *formatEmitter) operations() {
	e.printf("\n// Opcodes.\nconst (\n")
	for _, i := range e.set.Instructions {
		e.printf("%s = %#02x // %s\n", i.Ident(), i.Opcode, emit.Line(i.Description))
	}
	e.printf(")\n\n// Operations describes opcodes; a reserved one has no name.\nvar Operations = [256]Operation{\n")
	for _, i := range e.set.Instructions {
		e.printf("%s: {%q, Format%s, %d, %s, %s, %q},\n", i.Ident(), strings.ToLower(i.Name), table.GoName(i.Format), i.Sources,
			flagsOf("Has", i.Types), flagsOf("Allows", i.Allows), i.Description)
	}
	e.printf("}\n")
}

func (e *formatEmitter) messages() {
	e.printf("\n// Codes of messages.\nconst (\n")
	for _, m := range e.set.Messages {
		e.printf("%s = %#02x // %s\n", m.Ident(), m.Code, emit.Line(m.Description))
	}
	e.printf(")\n\n// Messages describes codes; a reserved one has no name.\nvar Messages = [256]Message{\n")
	for _, m := range e.set.Messages {
		answers := "0"
		if m.Answers != "" {
			answers = flagsOf("Answers", []string{m.Answers})
		}
		e.printf("%s: {%q, Unit%s, %s, %s, %s, %q},\n", m.Ident(), strings.ToLower(m.Name), table.GoName(m.Unit), flagsOf("Sends", m.Sends), answers,
			flagsOf("Uses", m.Allows), m.Description)
	}
	e.printf("}\n")
}
