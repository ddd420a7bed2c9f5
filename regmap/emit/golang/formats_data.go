package golang

import (
	"fmt"

	"tilemark/regmap/emit"
	"tilemark/regmap/formats"
)

// formatData emits the tables themselves, for tools and tests.
func (e *formatEmitter) formatData() {
	for _, v := range e.set.Enums {
		e.printf("\n// %sValues are the values of %s.\nvar %sValues = []NamedValue{\n", v.Ident(), v.Name, v.Ident())
		for _, x := range v.Values {
			e.printf("{Name: %q, Value: %d, Label: %q, Description: %q},\n", x.Name, x.Value, x.Text(), emit.Line(x.Description))
		}
		e.printf("}\n")
	}
	if h := e.set.Header; h != nil {
		e.printf("\n// HeaderFormat are the fields of a command's header.\nvar HeaderFormat = []WordField{\n")
		e.fieldData(h.Fields)
		e.printf("}\n")
	}
	e.printf("\n// Commands describes all commands.\nvar Commands = []Command{\n")
	for _, c := range e.set.Commands {
		e.commandData(c)
	}
	e.printf("}\n\n// Structures describes all structures.\nvar Structures = []Structure{\n")
	for _, s := range e.set.Structures {
		e.printf("{Name: %q, DWords: %d, Align: %d, Count: %d, Behind: %q, Description: %q, Words: []Word{\n",
			s.Name, s.Length, s.Align, s.Count, s.Behind, emit.Line(s.Description))
		e.wordData(s.Words)
		e.printf("}},\n")
	}
	e.printf("}\n")
}

func (e *formatEmitter) commandData(c formats.Command) {
	least, most := e.set.LengthRange(c)
	e.printf("{Name: %q, Alone: %q, Code: %s, Shape: Shape{Where: %s, Least: %d, Most: %d, Fixed: %d}, Description: %q,\n",
		c.Name, c.Alone, c.Ident(), places(c), least, most, c.Fixed(), emit.Line(c.Description))
	if s := c.Sub; s != nil {
		e.printf("Sub: &WordField{Name: %q, Shift: HeaderSubOpcodeShift, Width: %d, Type: %q%s, Description: %q},\n",
			s.Name, e.set.Header.Field(formats.SubField).Width(), s.Type, e.values(s.Enum), emit.Line(s.Description))
	}
	if len(c.Operands) > 0 {
		e.printf("Operands: []Word{\n")
		e.wordData(c.Operands)
		e.printf("}")
	}
	e.printf("},\n")
}

// values names the list of an enum's values.
func (e *formatEmitter) values(enum string) string {
	if v := e.set.Enum(enum); v != nil {
		return fmt.Sprintf(", Values: %sValues", v.Ident())
	}
	return ""
}

func (e *formatEmitter) wordData(words []formats.Word) {
	for _, w := range words {
		e.printf("{Name: %q, Offset: %d, Count: %d, Rest: %t, Type: %q, Align: %d, Max: %d, Writer: %q%s, Description: %q",
			w.Name, w.Offset, w.Count, w.Rest, w.Type, w.Align, w.Max, w.Writer, e.values(w.Enum), emit.Line(w.Description))
		if len(w.Fields) > 0 {
			e.printf(", Fields: []WordField{\n")
			e.fieldData(w.Fields)
			e.printf("}")
		}
		e.printf("},\n")
	}
}

func (e *formatEmitter) fieldData(fields []formats.Field) {
	for _, f := range fields {
		e.printf("{Name: %q, Shift: %d, Width: %d, Type: %q%s, Description: %q},\n", f.Name, f.Lo, f.Width(), f.Type, e.values(f.Enum), emit.Line(f.Description))
	}
}
