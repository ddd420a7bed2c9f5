package table

import (
	"fmt"
	"slices"
	"strings"
)

// Places keeps where the values of an entry stand.
type Places struct {
	entry  Pos
	values map[string]Pos
}

// Has tells whether all keys were there and well formed.
func (p Places) Has(keys ...string) bool {
	for _, k := range keys {
		if _, ok := p.values[k]; !ok {
			return false
		}
	}
	return true
}

// Of is where a key's value stands, or the entry when it has no place.
func (p Places) Of(key string) Pos {
	if pos, ok := p.values[key]; ok {
		return pos
	}
	return p.entry
}

// Entry is where the entry begins.
func (p Places) Entry() Pos { return p.entry }

// Checker collects what is wrong with tables that were read.
type Checker struct {
	errors []Error
	marked map[Pos]bool // places that have an error
}

// NewChecker has no errors yet.
func NewChecker() *Checker { return &Checker{marked: map[Pos]bool{}} }

// Errorf adds an error.
func (c *Checker) Errorf(pos Pos, rule, format string, args ...any) {
	c.errors = append(c.errors, Error{Pos: pos, Rule: rule, Message: fmt.Sprintf(format, args...)})
	c.marked[pos] = true
}

// Errors are those found so far.
func (c *Checker) Errors() []Error { return c.errors }

// Marked tells whether a place has an error.
func (c *Checker) Marked(pos Pos) bool { return c.marked[pos] }

// Description wants a sentence. A missing key has been reported by the decoder.
func (c *Checker) Description(at Places, what, text string) {
	if at.Has("description") && strings.TrimSpace(text) == "" {
		c.Errorf(at.Of("description"), "description", "%s: empty, expected a sentence", what)
	}
}

// OneOf wants one of the allowed values.
func (c *Checker) OneOf(at Places, key, value string, allowed []string) {
	if at.Has(key) && !slices.Contains(allowed, value) {
		c.Errorf(at.Of(key), key, "unknown %s %q, expected one of %s", key, value, strings.Join(allowed, ", "))
	}
}

// Names finds names that are malformed or stand twice in a scope, upper and lower case
// being the same.
type Names struct {
	c     *Checker
	scope string
	seen  map[string]Pos
}

// Names begins a scope of names.
func (c *Checker) Names(scope string) Names { return Names{c, scope, map[string]Pos{}} }

// Add adds a name, which must be SNAKE_CASE and stand once.
func (n Names) Add(name string, pos Pos) {
	if !isName(name) {
		n.c.Errorf(pos, "name", "%s %q: expected SNAKE_CASE in upper case", n.scope, name)
	}
	key := strings.ToUpper(name)
	if first, ok := n.seen[key]; ok {
		n.c.Errorf(pos, "duplicate", "%s %s stands already at %s, expected another name", n.scope, name, first)
		return
	}
	n.seen[key] = pos
}

// SortErrors puts errors in order of place.
func SortErrors(errs []Error) {
	slices.SortStableFunc(errs, func(a, b Error) int { return a.Pos.compare(b.Pos) })
}
