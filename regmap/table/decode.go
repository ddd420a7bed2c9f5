package table

import (
	"fmt"
	"slices"
	"strings"

	"github.com/goccy/go-yaml/ast"
)

// decoder collects the errors of one file.
type decoder struct {
	file   string
	errors []Error
}

func (d *decoder) pos(n ast.Node) Pos {
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

func (d *decoder) errorf(pos Pos, rule, format string, args ...any) {
	d.errors = append(d.errors, Error{Pos: pos, Rule: rule, Message: fmt.Sprintf(format, args...)})
}

// mapping is a YAML mapping whose keys have been checked.
type mapping struct {
	d      *decoder
	what   string
	values map[string]ast.Node
	at     places
}

// mapping checks that n is a mapping with all of the required keys, perhaps
// optional ones, and no others.
func (d *decoder) mapping(n ast.Node, what string, required, optional []string) (mapping, bool) {
	node, ok := n.(ast.MapNode)
	if !ok {
		d.errorf(d.pos(n), "value", "%s: expected a mapping with the keys %s, found %s",
			what, strings.Join(required, ", "), kind(n))
		return mapping{}, false
	}
	m := mapping{d: d, what: what, values: map[string]ast.Node{},
		at: places{entry: d.pos(n), values: map[string]Pos{}}}
	known := slices.Concat(required, optional)
	for it := node.MapRange(); it.Next(); {
		m.add(it.Key().GetToken().Value, d.pos(it.Key()), it.Value(), known)
	}
	for _, key := range required {
		if _, ok := m.values[key]; !ok {
			d.errorf(m.at.entry, "key", "%s: missing key %q", what, key)
		}
	}
	return m, true
}

func (m *mapping) add(key string, pos Pos, value ast.Node, known []string) {
	if !slices.Contains(known, key) {
		m.d.errorf(pos, "key", "%s: unknown key %q, expected one of %s", m.what, key, strings.Join(known, ", "))
		return
	}
	if _, ok := m.values[key]; ok {
		m.d.errorf(pos, "key", "%s: key %q stands twice, expected once", m.what, key)
		return
	}
	m.values[key] = value
}

// text reads a string; "" when the key is missing or malformed.
func (m *mapping) text(key string) string {
	n, ok := m.values[key]
	if !ok {
		return ""
	}
	switch n := n.(type) {
	case *ast.StringNode:
		m.at.values[key] = m.d.pos(n)
		return n.Value
	case *ast.LiteralNode:
		m.at.values[key] = m.d.pos(n)
		return n.Value.Value
	}
	m.d.errorf(m.d.pos(n), "value", "%s: %s: expected text, found %s (quote it)", m.what, key, kind(n))
	return ""
}

// number reads an integer; 0 when the key is missing or malformed.
func (m *mapping) number(key string) int64 {
	n, ok := m.values[key]
	if !ok {
		return 0
	}
	v, ok := integer(n)
	if !ok {
		m.d.errorf(m.d.pos(n), "value", "%s: %s: expected an integer, found %s", m.what, key, kind(n))
		return 0
	}
	m.at.values[key] = m.d.pos(n)
	return v
}

// textOr reads a string that may be missing.
func (m *mapping) textOr(key, otherwise string) string {
	if _, ok := m.values[key]; !ok {
		return otherwise
	}
	return m.text(key)
}

// numberOr reads an integer that may be missing.
func (m *mapping) numberOr(key string, otherwise int64) int64 {
	if _, ok := m.values[key]; !ok {
		return otherwise
	}
	return m.number(key)
}

// boolean reads true or false; false when the key is missing or malformed.
func (m *mapping) boolean(key string) bool {
	n, ok := m.values[key]
	if !ok {
		return false
	}
	b, ok := n.(*ast.BoolNode)
	if !ok {
		m.d.errorf(m.d.pos(n), "value", "%s: %s: expected true or false, found %s", m.what, key, kind(n))
		return false
	}
	m.at.values[key] = m.d.pos(n)
	return b.Value
}

// list reads a sequence.
func (m *mapping) list(key string) []ast.Node {
	n, ok := m.values[key]
	if !ok {
		return nil
	}
	seq, ok := n.(*ast.SequenceNode)
	if !ok {
		m.d.errorf(m.d.pos(n), "value", "%s: %s: expected a list, found %s", m.what, key, kind(n))
		return nil
	}
	m.at.values[key] = m.d.pos(n)
	return seq.Values
}

// integer returns the value of an integer node that fits into 64 signed bits.
func integer(n ast.Node) (int64, bool) {
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

func kind(n ast.Node) string {
	if _, ok := n.(*ast.NullNode); ok {
		return "nothing"
	}
	return strings.ToLower(n.Type().String())
}
