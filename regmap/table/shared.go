package table

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
)

// What follows lets other tables (regmap/formats) be read with the same strictness and
// the same errors.

// Document reads a file that must hold one YAML document, and what it holds; nil when it
// does not.
func Document(file string, source []byte) (*Decoder, ast.Node) {
	d := &Decoder{file: file}
	tree, err := parser.ParseBytes(source, 0, parser.AllowDuplicateMapKey())
	if err != nil {
		d.syntax(err)
		return d, nil
	}
	if len(tree.Docs) != 1 || tree.Docs[0].Body == nil {
		d.Errorf(Pos{file, 1, 1}, "syntax", "expected one YAML document")
		return d, nil
	}
	return d, tree.Docs[0].Body
}

// Decoder collects the errors of one file.
type Decoder struct {
	file   string
	errors []Error
}

// Pos is where a node stands.
func (d *Decoder) Pos(n ast.Node) Pos {
	// A mapping's own token is the colon behind its first key.
	if m, ok := n.(ast.MapNode); ok {
		if it := m.MapRange(); it.Next() {
			n = it.Key()
		}
	}
	p := Pos{File: d.file, Line: 1, Col: 1}
	if t := n.GetToken(); t != nil && t.Position != nil {
		p.Line, p.Col = t.Position.Line, t.Position.Column
	}
	return p
}

// Errorf adds an error.
func (d *Decoder) Errorf(pos Pos, rule, format string, args ...any) {
	d.errors = append(d.errors, Error{Pos: pos, Rule: rule, Message: fmt.Sprintf(format, args...)})
}

// Mapping is a YAML mapping whose keys have been checked.
type Mapping struct {
	d      *Decoder
	what   string
	values map[string]ast.Node
	at     Places
}

// Mapping checks that n is a mapping with all of the required keys, perhaps
// optional ones, and no others.
func (d *Decoder) Mapping(n ast.Node, what string, required, optional []string) (Mapping, bool) {
	node, ok := n.(ast.MapNode)
	if !ok {
		d.Errorf(d.Pos(n), "value", "%s: expected a mapping with the keys %s, found %s",
			what, strings.Join(required, ", "), Kind(n))
		return Mapping{}, false
	}
	m := Mapping{d: d, what: what, values: map[string]ast.Node{},
		at: Places{entry: d.Pos(n), values: map[string]Pos{}}}
	known := slices.Concat(required, optional)
	for it := node.MapRange(); it.Next(); {
		m.add(it.Key().GetToken().Value, d.Pos(it.Key()), it.Value(), known)
	}
	for _, key := range required {
		if _, ok := m.values[key]; !ok {
			d.Errorf(m.at.entry, "key", "%s: missing key %q", what, key)
		}
	}
	return m, true
}

func (m *Mapping) add(key string, pos Pos, value ast.Node, known []string) {
	if !slices.Contains(known, key) {
		m.d.Errorf(pos, "key", "%s: unknown key %q, expected one of %s", m.what, key, strings.Join(known, ", "))
		return
	}
	if _, ok := m.values[key]; ok {
		m.d.Errorf(pos, "key", "%s: key %q stands twice, expected once", m.what, key)
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
	switch n := n.(type) {
	case *ast.StringNode:
		m.at.values[key] = m.d.Pos(n)
		return n.Value
	case *ast.LiteralNode:
		m.at.values[key] = m.d.Pos(n)
		return n.Value.Value
	}
	m.d.Errorf(m.d.Pos(n), "value", "%s: %s: expected text, found %s (quote it)", m.what, key, Kind(n))
	return ""
}

// Number reads an integer; 0 when the key is missing or malformed.
func (m *Mapping) Number(key string) int64 {
	n, ok := m.values[key]
	if !ok {
		return 0
	}
	v, ok := integerOf(n)
	if !ok {
		m.d.Errorf(m.d.Pos(n), "value", "%s: %s: expected an integer, found %s", m.what, key, Kind(n))
		return 0
	}
	m.at.values[key] = m.d.Pos(n)
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
func (m *Mapping) List(key string) []ast.Node {
	n, ok := m.values[key]
	if !ok {
		return nil
	}
	seq, ok := n.(*ast.SequenceNode)
	if !ok {
		m.d.Errorf(m.d.Pos(n), "value", "%s: %s: expected a list, found %s", m.what, key, Kind(n))
		return nil
	}
	m.at.values[key] = m.d.Pos(n)
	return seq.Values
}

// integerOf returns the value of an integer node that fits into 64 signed bits.
func integerOf(n ast.Node) (int64, bool) {
	i, ok := n.(*ast.IntegerNode)
	if !ok {
		return 0, false
	}
	switch v := i.Value.(type) {
	case int64:
		return v, true
	case uint64:
		return int64(v), v < 1<<63
	}
	return 0, false
}

// Kind names what a node is, for messages.
func Kind(n ast.Node) string {
	if _, ok := n.(*ast.NullNode); ok {
		return "nothing"
	}
	return strings.ToLower(n.Type().String())
}

func (d *Decoder) syntax(err error) {
	pos := Pos{File: d.file, Line: 1, Col: 1}
	message := err.Error()
	var located yaml.Error
	if errors.As(err, &located) {
		message = located.GetMessage()
		if t := located.GetToken(); t != nil && t.Position != nil {
			pos.Line, pos.Col = t.Position.Line, t.Position.Column
		}
	}
	d.Errorf(pos, "syntax", "%s", message)
}

// Errors are those found so far.
func (d *Decoder) Errors() []Error { return d.errors }

// Bits reads "hi:lo"; the key has no place when they are no bits of a DWORD.
func (d *Decoder) Bits(m *Mapping) (hi, lo int) {
	text := m.Text("bits")
	if !m.at.Has("bits") {
		return 0, 0
	}
	first, second, colon := strings.Cut(text, ":")
	hi, okHi := bitCount(first)
	lo, okLo := bitCount(second)
	if colon && okHi && okLo && hi <= 31 && lo <= hi {
		return hi, lo
	}
	d.Errorf(m.at.Of("bits"), "range", "bits %q: expected \"hi:lo\" with 31 >= hi >= lo >= 0", text)
	m.Forget("bits")
	return 0, 0
}

// Node is the value of a key; nil without it.
func (m *Mapping) Node(key string) ast.Node { return m.values[key] }

// Forget takes the place of a key away whose value makes no sense.
func (m *Mapping) Forget(key string) { delete(m.at.values, key) }

// Places is where the values stand that were read.
func (m *Mapping) Places() Places { return m.at }
