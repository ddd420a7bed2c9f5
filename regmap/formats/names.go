package formats

import "tilemark/regmap/table"

// Go names of what is generated. Prefixes keep the kinds apart.

// Ident is the Go name of an enum, which begins those of its values.
func (e Enum) Ident() string { return table.GoName(e.Name) }

// Const names the constant of a value.
func (e Enum) Const(v Value) string { return e.Ident() + table.GoName(v.Name) }

// Ident is the Go name of a command, which begins those of its operands.
func (c Command) Ident() string { return "Command" + table.GoName(c.Name) }

// Ident is the Go name of a structure, which begins those of its words.
func (s Structure) Ident() string { return table.GoName(s.Name) }

// Ident is the Go name of an instruction's opcode.
func (i Instruction) Ident() string { return "Op" + table.GoName(i.Name) }

// Ident is the Go name of a message's code.
func (m Message) Ident() string { return "Message" + table.GoName(m.Name) }

// HeaderIdent begins the Go names of the header's fields.
const HeaderIdent = "Header"

// WordIdent names the constant of a word's offset, and begins those of its fields; of is
// the name of its command or structure.
func WordIdent(of string, w Word) string { return of + table.GoName(w.Name) }

// FieldIdent begins the Go names of a field; word is that of its word.
func FieldIdent(word string, f Field) string { return word + table.GoName(f.Name) }

// goNames checks that no two names become the same Go identifier.
func (c *checker) goNames() {
	d := declared{c, map[string]table.Place{}}
	for _, e := range c.set.Enums {
		for _, v := range e.Values {
			d.add(e.Const(v), v.at, "name")
		}
		d.add(e.Ident()+"Values", e.at, "name")
		d.add(e.Ident()+"Limit", e.at, "name")
	}
	if h := c.set.Header; h != nil {
		d.fields(HeaderIdent, h.Fields, h.at, "fields")
	}
	for _, k := range c.set.Commands {
		id := k.Ident()
		d.add(id, k.at, "name")
		d.add(id+"Header", k.at, "name")
		d.add(id+"Least", k.at, "name")
		for _, w := range k.Operands {
			d.word(id, w)
		}
	}
	for _, i := range c.set.Instructions {
		d.add(i.Ident(), i.at, "name")
	}
	for _, m := range c.set.Messages {
		d.add(m.Ident(), m.at, "name")
	}
	for _, s := range c.set.Structures {
		id := s.Ident()
		for _, more := range []string{"DWords", "Bytes", "Align", "Count"} {
			d.add(id+more, s.at, "name")
		}
		for _, w := range s.Words {
			d.word(id, w)
		}
	}
}

// declared holds the Go identifiers so far and where they come from.
type declared struct {
	c    *checker
	seen map[string]table.Place
}

func (d declared) add(ident string, at table.Places, key string) {
	pos := at.Of(key)
	if !at.Has(key) || d.c.Marked(pos) { // the name has an error already
		return
	}
	if first, ok := d.seen[ident]; ok && first != pos {
		d.c.Errorf(pos, "duplicate", "Go name %s comes from %s already, expected another name", ident, first)
		return
	}
	d.seen[ident] = pos
}

func (d declared) word(of string, w Word) {
	id := WordIdent(of, w)
	d.add(id, w.at, "name")
	d.add(id+"Align", w.at, "name")
	d.add(id+"Max", w.at, "name")
	if len(w.Fields) > 0 {
		d.fields(id, w.Fields, w.at, "name")
	}
}

func (d declared) fields(of string, fields []Field, at table.Places, key string) {
	d.add(of+"Fields", at, key)
	for _, f := range fields {
		d.add(FieldIdent(of, f)+"Shift", f.at, "name")
		d.add(FieldIdent(of, f)+"Mask", f.at, "name")
	}
}
