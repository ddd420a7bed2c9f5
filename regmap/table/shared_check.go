package table

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"tilemark/text/near"
)

// Places keeps where the values of an entry stand.
type Places struct {
	entry  Place
	values map[string]Place
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
func (p Places) Of(key string) Place {
	if at, ok := p.values[key]; ok {
		return at
	}
	return p.entry
}

// Entry is where the entry begins.
func (p Places) Entry() Place { return p.entry }

// Checker collects what is wrong with tables that were read.
type Checker struct {
	errors []*Error
	marked map[Place]bool // places that have an error
}

// NewChecker has no errors yet.
func NewChecker() *Checker { return &Checker{marked: map[Place]bool{}} }

// Errorf adds an error.
func (c *Checker) Errorf(at Place, rule, format string, args ...any) *Error {
	return c.add(at, at.wrong(rule, format, args...))
}

func (c *Checker) add(at Place, e *Error) *Error {
	c.errors = append(c.errors, e)
	c.marked[at] = true
	return e
}

// Errors are those found so far.
func (c *Checker) Errors() []Error { return values(c.errors) }

// Marked tells whether a place has an error.
func (c *Checker) Marked(at Place) bool { return len(c.marked) > 0 && c.marked[at] }

// Description wants a sentence. A missing key has been reported by the decoder.
func (c *Checker) Description(at Places, what, text string) {
	if at.Has("description") {
		c.sentence(at.Of("description"), what, "", text)
	}
}

// sentence wants one of what a thing is and, where it has one, its name.
func (c *Checker) sentence(at Place, what, name, text string) {
	if strings.TrimSpace(text) == "" {
		c.Errorf(at, "description", "%s: empty, expected a sentence", strings.TrimSpace(what+" "+name))
	}
}

// OneOf wants one of the allowed values.
func (c *Checker) OneOf(at Places, key, value string, allowed []string) {
	if at.Has(key) {
		c.known(at.Of(key), key, value, allowed)
	}
}

// known checks a word, by the rule of its name; it reports whether it is one of those allowed.
func (c *Checker) known(at Place, name, value string, allowed []string) bool {
	if slices.Contains(allowed, value) {
		return true
	}
	c.add(at, unknownWord(at, name, value, allowed))
	return false
}

// unknownWord is the error of a word that is none of those allowed.
func unknownWord(at Place, name, value string, allowed []string) *Error {
	e := at.wrong(name, "unknown %s %q, expected one of %s", name, value, strings.Join(allowed, ", "))
	if n := near.Name(value, allowed); n != "" {
		e.fix(n)
	}
	return e
}

// Names finds names that are malformed or stand twice in a scope, upper and lower case
// being the same.
type Names struct {
	c    *Checker
	what string
	seen map[string]Place
}

// Names begins a scope of names; what they are names of is for messages.
func (c *Checker) Names(what string) Names { return Names{c, what, map[string]Place{}} }

var notInName = regexp.MustCompile(`[^A-Z0-9]+`)

// Add adds a name, which must be SNAKE_CASE and stand once.
func (n Names) Add(name string, at Place) {
	if !isName(name) {
		e := n.c.Errorf(at, "name", "%s %q: expected SNAKE_CASE in upper case", n.what, name)
		if better := strings.Trim(notInName.ReplaceAllString(strings.ToUpper(name), "_"), "_"); isName(better) {
			e.fix(better)
		}
	}
	key := strings.ToUpper(name)
	if first, ok := n.seen[key]; ok {
		n.c.Errorf(at, "duplicate", "%s %s stands already at %s, expected another name", n.what, name, first).
			suggest("%s", n.free(key))
		return
	}
	n.seen[key] = at
}

// free is a name like this one that the scope does not have.
func (n Names) free(name string) string {
	for i := 2; ; i++ {
		try := name + "_" + strconv.Itoa(i)
		if _, ok := n.seen[try]; !ok {
			return try
		}
	}
}

// SortErrors puts errors in order of place.
func SortErrors(errs []Error) {
	slices.SortStableFunc(errs, func(a, b Error) int { return a.Pos.compare(b.Pos) })
}
