package table

import (
	"slices"
	"strings"

	"tilemark/text/near"
	"tilemark/text/strictyaml"
)

// What follows lets other tables (regmap/formats) be read with the same strictness and
// the same errors.

// Document reads a file that must hold one YAML document; false when it does not, and an
// error says so.
func Document(name string, source []byte) (*Decoder, *strictyaml.Node, bool) {
	d := &Decoder{file: &file{name: name, read: func() ([]byte, error) { return source, nil }}}
	tree, err := strictyaml.ParsePlain(source, content)
	if err != nil {
		s, message := d.file.syntax(err)
		d.Errorf(Place{d.file, s}, "syntax", "%s", message)
		return d, nil, false
	}
	return d, tree, true
}

// Decoder collects the errors of one file.
type Decoder struct {
	file   *file
	errors []*Error
}

// Place is where a node stands.
func (d *Decoder) Place(n *strictyaml.Node) Place { return Place{d.file, spotOf(n)} }

// Errorf adds an error.
func (d *Decoder) Errorf(at Place, rule, format string, args ...any) {
	d.errors = append(d.errors, at.wrong(rule, format, args...))
}

// Mapping is a YAML mapping whose keys have been checked.
type Mapping struct {
	d      *Decoder
	what   string
	values map[string]*strictyaml.Node
	at     Places
}

// Mapping checks that n is a mapping with all of the required keys, perhaps
// optional ones, and no others.
func (d *Decoder) Mapping(n *strictyaml.Node, what string, required, optional []string) (Mapping, bool) {
	if n.Kind != strictyaml.Mapping {
		d.Errorf(d.Place(n), "value", "%s: expected a mapping with the keys %s, found %s",
			what, strings.Join(required, ", "), KindOf(n))
		return Mapping{}, false
	}
	m := Mapping{d: d, what: what, values: map[string]*strictyaml.Node{},
		at: Places{entry: d.Place(n), values: map[string]Place{}}}
	known := slices.Concat(required, optional)
	for _, e := range n.Entries {
		m.add(e.Key, Place{d.file, keySpot(e)}, e.Value, known)
	}
	for _, key := range required {
		if _, ok := m.values[key]; !ok {
			d.Errorf(m.at.entry, "key", "%s: missing key %q", what, key)
		}
	}
	return m, true
}

func (m *Mapping) add(key string, at Place, value *strictyaml.Node, known []string) {
	if !slices.Contains(known, key) {
		m.d.Errorf(at, "key", "%s: unknown key %q, expected one of %s%s", m.what, key, strings.Join(known, ", "), near.Suggest(key, known, ""))
		return
	}
	if _, ok := m.values[key]; ok {
		m.d.Errorf(at, "key", "%s: key %q stands twice, expected once", m.what, key)
		return
	}
	m.values[key] = value
}

// Text reads a string; "" when the key is missing or malformed.
func (m *Mapping) Text(key string) string {
	n, ok := m.values[key]
	if !ok {
		return ""
	}
	if n.Kind == strictyaml.Text {
		m.at.values[key] = m.d.Place(n)
		return strings.Clone(n.Text)
	}
	m.d.Errorf(m.d.Place(n), "value", "%s: %s: expected text, found %s (quote it)", m.what, key, KindOf(n))
	return ""
}

// Number reads an integer; 0 when the key is missing or malformed.
func (m *Mapping) Number(key string) int64 {
	n, ok := m.values[key]
	if !ok {
		return 0
	}
	v, ok := n.Int()
	if !ok {
		m.d.Errorf(m.d.Place(n), "value", "%s: %s: expected an integer, found %s", m.what, key, KindOf(n))
		return 0
	}
	m.at.values[key] = m.d.Place(n)
	return v
}

// NumberOr reads an integer that may be missing.
func (m *Mapping) NumberOr(key string, otherwise int64) int64 {
	if _, ok := m.values[key]; !ok {
		return otherwise
	}
	return m.Number(key)
}

// List reads a sequence.
func (m *Mapping) List(key string) []*strictyaml.Node {
	n, ok := m.values[key]
	if !ok {
		return nil
	}
	if n.Kind != strictyaml.List {
		m.d.Errorf(m.d.Place(n), "value", "%s: %s: expected a list, found %s", m.what, key, KindOf(n))
		return nil
	}
	m.at.values[key] = m.d.Place(n)
	return n.Items
}

// Errors are those found so far.
func (d *Decoder) Errors() []Error { return values(d.errors) }

// Bits reads "hi:lo"; the key has no place when they are no bits of a DWORD.
func (d *Decoder) Bits(m *Mapping) (hi, lo int) {
	text := m.Text("bits")
	if !m.at.Has("bits") {
		return 0, 0
	}
	hi, lo, ok := parseBits(text)
	if !ok {
		d.Errorf(m.at.Of("bits"), "range", bitsExpected, text)
		m.Forget("bits")
	}
	return hi, lo
}

// Node is the value of a key; false without it.
func (m *Mapping) Node(key string) (*strictyaml.Node, bool) {
	n, ok := m.values[key]
	return n, ok
}

// Forget takes the place of a key away whose value makes no sense.
func (m *Mapping) Forget(key string) { delete(m.at.values, key) }

// Places is where the values stand that were read.
func (m *Mapping) Places() Places { return m.at }
