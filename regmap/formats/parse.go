package formats

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"tilemark/regmap/table"
	"tilemark/text/strictyaml"
)

// Parse reads one table into a set. What it could not read is missing there, and an error
// says so.
func Parse(set *Set, file string, source []byte) []table.Error {
	d, body, ok := table.Document(file, source)
	if ok {
		(&reader{d, set}).file(body)
	}
	return d.Errors()
}

// reader reads one file.
type reader struct {
	*table.Decoder
	set *Set
}

func (r *reader) file(n *strictyaml.Node) {
	m, ok := r.mapping(n, &fileKeys)
	if !ok {
		return
	}
	f := File{Name: m.Text("formats"), Version: m.Text("version"), Description: m.Text("description")}
	r.set.Enums = append(r.set.Enums, all(&m, "enums", r.enum)...)
	if n, there := m.Node("header"); there {
		r.header(n)
	}
	r.set.Commands = append(r.set.Commands, all(&m, "commands", r.command)...)
	r.set.Structures = append(r.set.Structures, all(&m, "structures", r.structure)...)
	r.set.Instructions = append(r.set.Instructions, all(&m, "instructions", r.instruction)...)
	r.set.Messages = append(r.set.Messages, all(&m, "messages", r.message)...)
	f.at = m.Places()
	r.set.Files = append(r.set.Files, f)
}

func (r *reader) mapping(n *strictyaml.Node, set *keySet) (table.Mapping, bool) {
	return r.Mapping(n, set.what, set.names(true), set.names(false))
}

// all reads the entries of a list; those that cannot be read are left out.
func all[T any](m *table.Mapping, key string, read func(*strictyaml.Node) (T, bool)) (out []T) {
	for _, n := range m.List(key) {
		if v, ok := read(n); ok {
			out = append(out, v)
		}
	}
	return out
}

// dropped tells whether entries of a list could not be read at all.
func dropped(m *table.Mapping, key string, read int) bool {
	n, there := m.Node(key)
	return there && (n.Kind != strictyaml.List || len(n.Items) != read)
}

func (r *reader) enum(n *strictyaml.Node) (Enum, bool) {
	m, ok := r.mapping(n, &enumKeys)
	e := Enum{Name: m.Text("name"), Kind: textOr(&m, "kind", "values"), Description: m.Text("description"),
		Values: all(&m, "values", r.value), placed: placed{m.Places()}}
	return e, ok
}

func (r *reader) value(n *strictyaml.Node) (Value, bool) {
	m, ok := r.mapping(n, &valueKeys)
	return Value{Name: m.Text("name"), Value: m.Number("value"), Label: m.Text("label"), Description: m.Text("description"),
		placed: placed{m.Places()}}, ok
}

func (r *reader) header(n *strictyaml.Node) {
	m, ok := r.mapping(n, &headerKeys)
	if !ok {
		return
	}
	if r.set.Header != nil {
		r.Errorf(m.Places().Entry(), "duplicate", "header stands already at %s, expected one for all commands", r.set.Header.at.Entry())
		return
	}
	r.set.Header = &Header{Description: m.Text("description"), Fields: all(&m, "fields", r.field), placed: placed{m.Places()}}
}

func (r *reader) field(n *strictyaml.Node) (Field, bool) {
	m, ok := r.mapping(n, &fieldKeys)
	if !ok {
		return Field{}, false
	}
	f := Field{Name: m.Text("name"), Type: m.Text("type"), Enum: m.Text("enum"), Description: m.Text("description")}
	f.Hi, f.Lo = r.Bits(&m)
	f.at = m.Places()
	return f, true
}

func (r *reader) command(n *strictyaml.Node) (Command, bool) {
	m, ok := r.mapping(n, &commandKeys)
	if !ok {
		return Command{}, false
	}
	c := Command{Name: m.Text("name"), Client: m.Text("client"), Opcode: int(m.Number("opcode")), Alone: m.Text("alone"),
		Description: m.Text("description"), Operands: all(&m, "operands", r.operand)}
	c.Least, c.Most = r.length(&m)
	c.Where = r.texts(&m, "where")
	if n, there := m.Node("sub_opcode"); there {
		if sub, ok := r.sub(n); ok {
			c.Sub = &sub
		}
	}
	c.at, c.dropped = m.Places(), dropped(&m, "operands", len(c.Operands))
	slices.SortStableFunc(c.Operands, byOffset)
	return c, true
}

func byOffset(a, b Word) int { return cmp.Compare(a.Offset, b.Offset) }

// texts reads a list of texts.
func (r *reader) texts(m *table.Mapping, key string) (out []string) {
	for _, n := range m.List(key) {
		out = append(out, r.text(n, key))
	}
	return out
}

func (r *reader) instruction(n *strictyaml.Node) (Instruction, bool) {
	m, ok := r.mapping(n, &instructionKeys)
	return Instruction{Name: m.Text("name"), Opcode: int(m.Number("opcode")), Format: m.Text("format"), Sources: int(m.Number("sources")),
		Types: r.texts(&m, "types"), Allows: r.texts(&m, "allows"), Description: m.Text("description"), placed: placed{m.Places()}}, ok
}

func (r *reader) message(n *strictyaml.Node) (Message, bool) {
	m, ok := r.mapping(n, &messageKeys)
	return Message{Name: m.Text("name"), Code: int(m.Number("code")), Unit: m.Text("unit"), Sends: r.texts(&m, "sends"),
		Answers: m.Text("answers"), Allows: r.texts(&m, "allows"), Description: m.Text("description"), placed: placed{m.Places()}}, ok
}

// text reads an item of a list that must be a text.
func (r *reader) text(n *strictyaml.Node, what string) string {
	if n.Kind == strictyaml.Text {
		return strings.Clone(n.Text)
	}
	r.Errorf(r.Place(n), "value", "%s: expected text, found %s (quote it)", what, table.KindOf(n))
	return ""
}

var fromPattern = regexp.MustCompile(`^([0-9]{1,5})\.\.$`)

// length reads "4" (as a number), "2.." (2 and more) or "any". It has no place when it is
// none of them.
func (r *reader) length(m *table.Mapping) (least, most int) {
	if n, there := m.Node("length"); there && n.Whole() {
		n := int(m.Number("length"))
		return n, n
	}
	text := m.Text("length")
	at := m.Places()
	if !at.Has("length") {
		return 0, 0
	}
	if text == "any" {
		return 0, MostLength
	}
	if parts := fromPattern.FindStringSubmatch(text); parts != nil {
		least, _ = strconv.Atoi(parts[1])
		return least, MostLength
	}
	r.Errorf(at.Of("length"), "length", "length %q, expected a number of DWORDs, \"N..\" for N and more, or any", text)
	m.Forget("length")
	return 0, 0
}

func (r *reader) sub(n *strictyaml.Node) (Sub, bool) {
	m, ok := r.mapping(n, &subKeys)
	return Sub{Name: m.Text("name"), Type: m.Text("type"), Enum: m.Text("enum"), Description: m.Text("description"), placed: placed{m.Places()}}, ok
}

func (r *reader) operand(n *strictyaml.Node) (Word, bool) {
	return r.word(n, &operandKeys)
}

func (r *reader) structureWord(n *strictyaml.Node) (Word, bool) {
	return r.word(n, &structureWordKeys)
}

// word reads an operand or a word of a structure.
func (r *reader) word(n *strictyaml.Node, set *keySet) (Word, bool) {
	m, ok := r.mapping(n, set)
	if !ok {
		return Word{}, false
	}
	w := Word{Name: m.Text("name"), Offset: int(m.Number("offset")), Count: int(m.NumberOr("count", 1)), Rest: r.flag(&m, "rest"),
		Type: m.Text("type"), Enum: m.Text("enum"), Align: int(m.Number("align")), Max: m.Number("max"), Writer: m.Text("writer"),
		Description: m.Text("description"), Fields: all(&m, "fields", r.field), placed: placed{m.Places()}}
	_, hasType := m.Node("type")
	_, hasFields := m.Node("fields")
	switch {
	case hasType && hasFields:
		r.Errorf(w.at.Of("type"), "key", "%s %s has a type and fields, expected one of them", set.what, w.Name)
	case hasFields:
		w.Type = "fields"
	case !hasType:
		r.Errorf(w.at.Entry(), "key", "%s: missing key \"type\" or \"fields\"", set.what)
	}
	return w, true
}

// flag reads true; false is what a missing key means.
func (r *reader) flag(m *table.Mapping, key string) bool {
	n, there := m.Node(key)
	if !there {
		return false
	}
	if n.Kind == strictyaml.Bool {
		return n.Bool()
	}
	r.Errorf(r.Place(n), "value", "%s: expected true or false, found %s", key, table.KindOf(n))
	return false
}

func (r *reader) structure(n *strictyaml.Node) (Structure, bool) {
	m, ok := r.mapping(n, &structureKeys)
	if !ok {
		return Structure{}, false
	}
	s := Structure{Name: m.Text("name"), Length: int(m.Number("length")), Align: int(m.NumberOr("align", 4)), Count: int(m.NumberOr("count", 1)),
		Behind: m.Text("behind"), Description: m.Text("description"), Words: all(&m, "words", r.structureWord),
		Reserved: all(&m, "reserved", r.reserved), placed: placed{m.Places()}}
	s.dropped = dropped(&m, "words", len(s.Words)) || dropped(&m, "reserved", len(s.Reserved))
	slices.SortStableFunc(s.Words, byOffset)
	return s, true
}

func (r *reader) reserved(n *strictyaml.Node) (Reserved, bool) {
	m, ok := r.mapping(n, &reservedKeys)
	return Reserved{Offset: int(m.Number("offset")), Length: int(m.Number("length")), Description: m.Text("description"), placed: placed{m.Places()}}, ok
}

func textOr(m *table.Mapping, key, otherwise string) string {
	if _, there := m.Node(key); !there {
		return otherwise
	}
	return m.Text(key)
}
