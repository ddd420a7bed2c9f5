package table

import (
	"cmp"
	"errors"
	"regexp"
	"slices"
	"strconv"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
)

// Load parses and checks all files *.yaml of a directory. It returns the
// blocks in order of their IDs, or every error found, in order of place. The
// third result is for a directory that cannot be read.
func Load(dir string) ([]Block, []Error, error) {
	sources, err := FileSources(dir)
	if err != nil {
		return nil, nil, err
	}
	return LoadSources(sources)
}

// Parse reads one table. What it could not read is missing from the block, and
// an error says so.
func Parse(file string, source []byte) (Block, []Error) {
	d := &decoder{file: file}
	tree, err := parser.ParseBytes(source, 0, parser.AllowDuplicateMapKey())
	if err != nil {
		d.syntax(err)
		return Block{}, d.errors
	}
	if len(tree.Docs) != 1 || tree.Docs[0].Body == nil {
		d.errorf(Pos{file, 1, 1}, "syntax", "expected one YAML document with one block")
		return Block{}, d.errors
	}
	return d.block(tree.Docs[0].Body), d.errors
}

func (d *decoder) syntax(err error) {
	pos := Pos{File: d.file, Line: 1, Col: 1}
	message := err.Error()
	var located yaml.Error
	if errors.As(err, &located) {
		message = located.GetMessage()
		if t := located.GetToken(); t != nil && t.Position != nil {
			pos.Line, pos.Col = t.Position.Line, t.Position.Column
		}
	}
	d.errorf(pos, "syntax", "%s", message)
}

func (d *decoder) block(n ast.Node) Block {
	m, ok := d.mapping(n, "block", []string{"block", "id", "version", "length", "description", "registers", "reserved"}, []string{"saturates", "windows"})
	if !ok {
		return Block{}
	}
	b := Block{Name: m.text("block"), ID: int(m.number("id")), Length: int(m.number("length")),
		Saturates: m.boolean("saturates"), Version: m.text("version"), Description: m.text("description"), at: m.at}
	for _, n := range m.list("registers") {
		if r, ok := d.register(n); ok {
			b.Registers = append(b.Registers, r)
		} else {
			b.dropped = true
		}
	}
	for _, n := range m.list("windows") {
		if w, ok := d.window(n); ok {
			b.Windows = append(b.Windows, w)
		} else {
			b.dropped = true
		}
	}
	for _, n := range m.list("reserved") {
		if r, ok := d.reserved(n); ok {
			b.Reserved = append(b.Reserved, r)
		} else {
			b.dropped = true
		}
	}
	slices.SortStableFunc(b.Registers, func(x, y Register) int { return cmp.Compare(x.Offset, y.Offset) })
	return b
}

func (d *decoder) register(n ast.Node) (Register, bool) {
	m, ok := d.mapping(n, "register", []string{"name", "offset", "class", "description", "fields"},
		[]string{"count", "stride", "since", "lock", "alias", "hw"})
	if !ok {
		return Register{}, false
	}
	r := Register{Name: m.text("name"), Offset: int(m.number("offset")), Count: int(m.numberOr("count", 1)),
		Stride: int(m.numberOr("stride", 1)), Class: m.text("class"), Since: m.text("since"), Lock: m.text("lock"),
		Alias: m.text("alias"), Description: m.text("description"), at: m.at}
	hw := m.textOr("hw", "ro") // of the fields that do not say their own
	for _, n := range m.list("fields") {
		if f, ok := d.field(n); ok {
			if f.HW == "" {
				f.HW = hw
				f.at.values["hw"] = m.at.of("hw")
			}
			r.Fields = append(r.Fields, f)
		}
	}
	return r, true
}

func (d *decoder) field(n ast.Node) (Field, bool) {
	m, ok := d.mapping(n, "field", []string{"name", "bits", "type", "description"}, []string{"sw", "hw", "align", "reset", "enum"})
	if !ok {
		return Field{}, false
	}
	f := Field{Name: m.text("name"), Type: m.text("type"), SW: m.textOr("sw", "rw"), HW: m.text("hw"), Align: int(m.numberOr("align", 1)), Reset: m.number("reset"),
		Description: m.text("description"), at: m.at}
	f.Hi, f.Lo = d.bits(&m)
	if _, ok := m.values["reset"]; !ok {
		m.at.values["reset"] = m.at.entry // 0 unless the table says otherwise
	}
	if n, ok := m.values["enum"]; ok {
		f.Enum = d.enum(&m, n)
	} else if f.Type == "enum" {
		d.errorf(m.at.entry, "key", "field %s of type enum, expected the key \"enum\" with its values", f.Name)
	}
	return f, true
}

var bitsPattern = regexp.MustCompile(`^([0-9]{1,2}):([0-9]{1,2})$`)

// bits reads "hi:lo"; the key has no place when they are no bits of a DWORD.
func (d *decoder) bits(m *mapping) (hi, lo int) {
	text := m.text("bits")
	if !m.at.has("bits") {
		return 0, 0
	}
	if parts := bitsPattern.FindStringSubmatch(text); parts != nil {
		hi, _ = strconv.Atoi(parts[1])
		lo, _ = strconv.Atoi(parts[2])
		if hi <= 31 && lo <= hi {
			return hi, lo
		}
	}
	d.errorf(m.at.of("bits"), "range", "bits %q: expected \"hi:lo\" with 31 >= hi >= lo >= 0", text)
	delete(m.at.values, "bits")
	return 0, 0
}

// enum reads names and values in the order of the table, doubles included. A
// value that is no number has no place.
func (d *decoder) enum(m *mapping, n ast.Node) []EnumValue {
	node, ok := n.(ast.MapNode)
	if !ok {
		d.errorf(d.pos(n), "value", "enum: expected a mapping of names to numbers, found %s", kind(n))
		return nil
	}
	m.at.values["enum"] = d.pos(n)
	var values []EnumValue
	for it := node.MapRange(); it.Next(); {
		pos := d.pos(it.Value())
		at := places{entry: d.pos(it.Key()), values: map[string]Pos{}}
		v, ok := integer(it.Value())
		if ok {
			at.values["value"] = pos
		} else {
			d.errorf(pos, "value", "enum: expected an integer, found %s", kind(it.Value()))
		}
		values = append(values, EnumValue{Name: it.Key().GetToken().Value, Value: v, at: at})
	}
	return values
}

func (d *decoder) window(n ast.Node) (Window, bool) {
	m, ok := d.mapping(n, "window", []string{"name", "offset", "length", "description"}, []string{"sw"})
	if !ok {
		return Window{}, false
	}
	return Window{Name: m.text("name"), Offset: int(m.number("offset")), Length: int(m.number("length")),
		SW: m.textOr("sw", "rw"), Description: m.text("description"), at: m.at}, true
}

func (d *decoder) reserved(n ast.Node) (Range, bool) {
	m, ok := d.mapping(n, "reserved range", []string{"offset", "length", "description"}, nil)
	if !ok {
		return Range{}, false
	}
	return Range{Offset: int(m.number("offset")), Length: int(m.number("length")),
		Description: m.text("description"), at: m.at}, true
}
