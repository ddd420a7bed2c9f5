package table

import (
	"strings"

	"tilemark/text/near"
	"tilemark/text/strictyaml"
)

// decoder collects the errors of one file.
type decoder struct {
	*file
	errors []*Error
	words  map[string]string // the texts that come often, once each
	kept   strings.Builder   // texts of the block, so that the file's can be dropped
}

// keptBytes is how much text is kept together.
const keptBytes = 1 << 14

// keep copies a text out of the file's.
func (d *decoder) keep(text string) string {
	if d.kept.Cap()-d.kept.Len() < len(text) {
		d.kept = strings.Builder{}
		d.kept.Grow(max(keptBytes, len(text)))
	}
	start := d.kept.Len()
	d.kept.WriteString(text)
	return d.kept.String()[start:]
}

func (d *decoder) errorf(s spot, rule, format string, args ...any) *Error {
	e := d.at(s, rule, format, args...)
	d.errors = append(d.errors, e)
	return e
}

// entry is a mapping of the table whose keys have been checked.
type entry struct {
	d    *decoder
	set  *keySet
	have [numKeys]bool
	node [numKeys]*strictyaml.Node
	at   places
}

// entry checks that n is a mapping with all the keys that a set requires, and no keys that
// are not in the set.
func (d *decoder) entry(n *strictyaml.Node, set *keySet) (entry, bool) {
	e := entry{d: d, set: set, at: places{file: d.file, entry: spotOf(n)}}
	if n.Kind != strictyaml.Mapping {
		d.errorf(e.at.entry, "value", "%s: expected a mapping with the keys %s, found %s", set.what, strings.Join(set.required(), ", "), KindOf(n))
		return e, false
	}
	next := 0
	var unknown []*strictyaml.Entry
	for _, pair := range n.Entries {
		at := e.add(pair, next)
		if at == 0 {
			unknown = append(unknown, pair)
			continue
		}
		next = at
	}
	e.unknown(unknown)
	for i := range set.keys {
		if s := &set.keys[i]; s.required && !e.have[s.key] {
			d.errorf(e.at.entry, "key", "%s: missing key %q", set.what, s.name).suggest("%s: ...", s.name)
		}
	}
	return e, true
}

// add enters a key. Where it stands in the set is looked for from a place on, since keys
// come mostly in the set's order; the place after it is returned, 0 when it is not there.
func (e *entry) add(pair *strictyaml.Entry, from int) int {
	keys := e.set.keys
	for i := range keys {
		k := (from + i) % len(keys)
		s := &keys[k]
		if s.name != pair.Key {
			continue
		}
		if e.have[s.key] {
			e.d.errorf(keySpot(pair), "key", "%s: key %q stands twice, expected once", e.set.what, s.name)
		} else {
			e.have[s.key], e.node[s.key] = true, pair.Value
		}
		return k + 1
	}
	return 0
}

// unknown reports keys that the set does not have. One that is missing may be meant.
func (e *entry) unknown(keys []*strictyaml.Entry) {
	for _, pair := range keys {
		bad := e.d.errorf(keySpot(pair), "key", "%s: unknown key %q, expected one of %s", e.set.what, pair.Key, strings.Join(e.set.names(), ", "))
		var missing []string
		for i := range e.set.keys {
			if s := &e.set.keys[i]; !e.have[s.key] {
				missing = append(missing, s.name)
			}
		}
		if n := near.Name(pair.Key, missing); n != "" {
			bad.fix(n)
		}
	}
}

func (s *keySet) required() (names []string) {
	for i := range s.keys {
		if s.keys[i].required {
			names = append(names, s.keys[i].name)
		}
	}
	return names
}

// wrongKind reports a value that is something else than expected.
func (e *entry) wrongKind(k key, expected string) *Error {
	n := e.node[k]
	found := KindOf(n)
	if n.Text != "" {
		found += " " + n.Text
	}
	return e.d.errorf(spotOf(n), "value", "%s: %s: expected %s, found %s", e.set.what, e.set.nameOf(k), expected, found)
}

func (s *keySet) nameOf(k key) string {
	for i := range s.keys {
		if s.keys[i].key == k {
			return s.keys[i].name
		}
	}
	return ""
}

// raw reads a text that is part of the file's; false when the key is missing or malformed.
func (e *entry) raw(k key) (string, bool) {
	if !e.have[k] {
		return "", false
	}
	n := e.node[k]
	if n.Kind != strictyaml.Text {
		bad := e.wrongKind(k, "text")
		if n.Kind == strictyaml.Number || n.Kind == strictyaml.Bool {
			bad.fix(`"` + n.Text + `"`)
		}
		return "", false
	}
	e.at.set(k, spotOf(n))
	return n.Text, true
}

// text reads a text; otherwise when the key is missing or malformed.
func (e *entry) text(k key, otherwise string) string {
	if text, ok := e.raw(k); ok {
		return e.d.keep(text)
	}
	return otherwise
}

// word reads a text of which there are few.
func (e *entry) word(k key, otherwise string) string {
	w, ok := e.raw(k)
	if !ok {
		return otherwise
	}
	known, ok := e.d.words[w]
	if !ok {
		known = e.d.keep(w)
		e.d.words[known] = known
	}
	return known
}

// number reads an integer; otherwise when the key is missing or malformed.
func (e *entry) number(k key, otherwise int64) int64 {
	if !e.have[k] {
		return otherwise
	}
	v, ok := e.node[k].Int()
	if !ok {
		e.wrongKind(k, "an integer")
		return otherwise
	}
	e.at.set(k, spotOf(e.node[k]))
	return v
}

// boolean reads true or false; false when the key is missing or malformed.
func (e *entry) boolean(k key) bool {
	if !e.have[k] {
		return false
	}
	if e.node[k].Kind != strictyaml.Bool {
		e.wrongKind(k, "true or false")
		return false
	}
	e.at.set(k, spotOf(e.node[k]))
	return e.node[k].Bool()
}

// list reads a list into entries made by one. It reports whether all of them could be read.
func readList[T any](e *entry, k key, one func(n *strictyaml.Node) (T, bool)) (out []T, all bool) {
	if !e.have[k] {
		return nil, true
	}
	n := e.node[k]
	if n.Kind != strictyaml.List {
		e.wrongKind(k, "a list")
		return nil, false
	}
	e.at.set(k, spotOf(n))
	all = true
	out = make([]T, 0, len(n.Items))
	for _, item := range n.Items {
		v, ok := one(item)
		if !ok {
			all = false
			continue
		}
		out = append(out, v)
	}
	return out, all
}
