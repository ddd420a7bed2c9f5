package table

import (
	"slices"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
)

// What follows lets other tables (regmap/formats) be read with the same strictness and
// the same errors.

// Decoder collects the errors of one file.
type Decoder = decoder

// Mapping is a YAML mapping whose keys have been checked.
type Mapping = mapping

// Places keeps where the values of an entry stand.
type Places = places

// Checker collects what is wrong with tables that were read.
type Checker = checker

// Names finds names that are malformed or stand twice in a scope.
type Names = names

// Document reads a file that must hold one YAML document, and what it holds; nil when it
// does not.
func Document(file string, source []byte) (*Decoder, ast.Node) {
	d := &decoder{file: file}
	tree, err := parser.ParseBytes(source, 0, parser.AllowDuplicateMapKey())
	if err != nil {
		d.syntax(err)
		return d, nil
	}
	if len(tree.Docs) != 1 || tree.Docs[0].Body == nil {
		d.errorf(Pos{file, 1, 1}, "syntax", "expected one YAML document")
		return d, nil
	}
	return d, tree.Docs[0].Body
}

// Mapping checks that n is a mapping with all of the required keys, perhaps optional ones,
// and no others.
func (d *decoder) Mapping(n ast.Node, what string, required, optional []string) (Mapping, bool) {
	return d.mapping(n, what, required, optional)
}

// Errorf adds an error.
func (d *decoder) Errorf(pos Pos, rule, format string, args ...any) {
	d.errorf(pos, rule, format, args...)
}

// Errors are those found so far.
func (d *decoder) Errors() []Error { return d.errors }

// Bits reads "hi:lo"; the key has no place when they are no bits of a DWORD.
func (d *decoder) Bits(m *Mapping) (hi, lo int) { return d.bits(m) }

// Kind names what a node is, for messages.
func Kind(n ast.Node) string { return kind(n) }

// Pos is where a node stands.
func (d *decoder) Pos(n ast.Node) Pos { return d.pos(n) }

// Text reads a string; "" when the key is missing or malformed.
func (m *mapping) Text(key string) string { return m.text(key) }

// Number reads an integer; 0 when the key is missing or malformed.
func (m *mapping) Number(key string) int64 { return m.number(key) }

// NumberOr reads an integer that may be missing.
func (m *mapping) NumberOr(key string, otherwise int64) int64 { return m.numberOr(key, otherwise) }

// List reads a sequence.
func (m *mapping) List(key string) []ast.Node { return m.list(key) }

// Node is the value of a key; nil without it.
func (m *mapping) Node(key string) ast.Node { return m.values[key] }

// Forget takes the place of a key away whose value makes no sense.
func (m *mapping) Forget(key string) { delete(m.at.values, key) }

// Places is where the values stand that were read.
func (m *mapping) Places() Places { return m.at }

// Has tells whether all keys were there and well formed.
func (p places) Has(keys ...string) bool { return p.has(keys...) }

// Of is where a key's value stands, or the entry when it has no place.
func (p places) Of(key string) Pos { return p.of(key) }

// Entry is where the entry begins.
func (p places) Entry() Pos { return p.entry }

// NewChecker has no errors yet.
func NewChecker() *Checker { return &checker{marked: map[Pos]bool{}} }

// Errorf adds an error.
func (c *checker) Errorf(pos Pos, rule, format string, args ...any) {
	c.errorf(pos, rule, format, args...)
}

// Errors are those found so far.
func (c *checker) Errors() []Error { return c.errors }

// Marked tells whether a place has an error.
func (c *checker) Marked(pos Pos) bool { return c.marked[pos] }

// Description wants a sentence.
func (c *checker) Description(at Places, what, text string) { c.description(at, what, text) }

// OneOf wants one of the allowed values.
func (c *checker) OneOf(at Places, key, value string, allowed []string) {
	c.oneOf(at, key, value, allowed)
}

// Names begins a scope of names.
func (c *checker) Names(scope string) Names { return c.names(scope) }

// Add adds a name, which must be SNAKE_CASE and stand once.
func (n names) Add(name string, pos Pos) { n.add(name, pos) }

// SortErrors puts errors in order of place.
func SortErrors(errs []Error) {
	slices.SortStableFunc(errs, func(a, b Error) int { return a.Pos.compare(b.Pos) })
}
