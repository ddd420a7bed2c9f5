package table

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"tilemark/hw/near"
)

// Class is a context class that the key class can name.
type Class struct {
	Name        string
	Description string // one line
}

// ContextClasses are the context classes of a register (chapter 9).
var ContextClasses = []Class{
	{"save", "A save writes the register into the save area, a restore brings it back."},
	{"reset", "Not saved: a restored context finds the reset value."},
	{"derived", "Not saved: the hardware computes it anew from what is restored."},
	{"volatile", "Not saved: the hardware changes it at any time, and no context relies on it."},
	{"none", "No part of a context: it stays what it is when contexts change."},
}

// Classes are the names of ContextClasses.
var Classes = classNames()

func classNames() (names []string) {
	for _, c := range ContextClasses {
		names = append(names, c.Name)
	}
	return names
}

// Limits are what the map as a whole has room for.
type Limits struct {
	Blocks    int // block IDs are less than this
	SaveUnits int // a block begins at most at this unit of 16 bytes of the save area
}

// MaxBlocks bounds the number of block IDs of any map, and AnySaveUnits is room for all of them.
const (
	MaxBlocks    = 1 << 20
	AnySaveUnits = MaxBlocks * MaxBlockLength
)

// MachineLimits are those of the machine (chapter 3): 21 blocks, offset registers of 16 bits.
var MachineLimits = Limits{Blocks: MaxBlockID + 1, SaveUnits: 0xffff}

// Check applies all rules to all blocks and returns every violation, in no special order.
func Check(blocks []Block) []Error { return values(check(blocks, MachineLimits)) }

func check(blocks []Block, limits Limits) []*Error {
	c := &checker{limits: limits, marked: map[mark]bool{}, values: map[int64]int{}, index: map[string]int{}}
	c.blocks(blocks)
	for i := range blocks {
		c.block(&blocks[i])
	}
	c.generatedNames(blocks)
	return c.errors
}

type checker struct {
	limits Limits
	errors []*Error
	marked map[mark]bool // places that have an error
	scope  scope         // used by one mapping after the other
	owner  []int32       // of each DWORD of a block, used by one block after the other
	spans  []span
	values map[int64]int // of an enum, used by one field after the other
	index  map[string]int
	of     *Block // whose registers the index has
}

// mark is a place in one of the files.
type mark struct {
	f *file
	s spot
}

func (c *checker) errorf(at *places, s spot, rule, format string, args ...any) *Error {
	return c.add(at, s, at.file.at(s, rule, format, args...))
}

func (c *checker) add(at *places, s spot, e *Error) *Error {
	c.errors = append(c.errors, e)
	c.marked[mark{at.file, s}] = true
	return e
}

// at reports an error in the value of a key.
func (c *checker) at(p *places, k key, rule, format string, args ...any) *Error {
	return c.errorf(p, p.of(k), rule, format, args...)
}

func (c *checker) isMarked(p *places, s spot) bool {
	return len(c.marked) > 0 && c.marked[mark{p.file, s}]
}

func (c *checker) description(at *places, what, name, text string) {
	// A missing key has been reported by the parser.
	if !at.has(kDescription) {
		return
	}
	if strings.TrimSpace(text) == "" {
		c.at(at, kDescription, "description", "%s %s: empty, expected a sentence", what, name)
	}
}

// oneOf checks a word; it reports whether it is one of those allowed.
func (c *checker) oneOf(at *places, k key, name, value string, allowed []string) bool {
	if !at.has(k) {
		return false
	}
	if slices.Contains(allowed, value) {
		return true
	}
	c.add(at, at.of(k), at.file.unknownWord(at.of(k), name, value, allowed))
	return false
}

// unknownWord is the error of a word that is none of those allowed.
func (f *file) unknownWord(s spot, name, value string, allowed []string) *Error {
	e := f.at(s, name, "unknown %s %q, expected one of %s", name, value, strings.Join(allowed, ", "))
	if n := near.Name(value, allowed); n != "" {
		e.fix(n)
	}
	return e
}

var notInName = regexp.MustCompile(`[^A-Z0-9]+`)

// isName accepts words in upper case, joined by single underscores.
func isName(name string) bool {
	for i := range len(name) {
		switch c := name[i]; {
		case c >= 'A' && c <= 'Z':
		case c >= '0' && c <= '9' && i > 0:
		case c == '_' && i > 0 && i < len(name)-1 && name[i-1] != '_':
		default:
			return false
		}
	}
	return name != ""
}

// scope finds names that are malformed or stand twice in it, upper and lower case being
// the same.
type scope struct {
	c    *checker
	what string
	at   *places
	seen map[string]spotIn
}

type spotIn struct {
	f *file
	s spot
}

// names begins a scope, which takes the place of the one before.
func (c *checker) names(what string) *scope {
	if c.scope.seen == nil {
		c.scope.seen = map[string]spotIn{}
	}
	clear(c.scope.seen)
	c.scope.c, c.scope.what = c, what
	return &c.scope
}

func (n *scope) add(at *places, s spot, name string) {
	if !isName(name) {
		e := n.c.errorf(at, s, "name", "%s %q: expected SNAKE_CASE in upper case", n.what, name)
		if better := strings.Trim(notInName.ReplaceAllString(strings.ToUpper(name), "_"), "_"); isName(better) {
			e.fix(better)
		}
	}
	key := strings.ToUpper(name)
	if first, ok := n.seen[key]; ok {
		n.c.errorf(at, s, "duplicate", "%s %s stands already at %s, expected another name", n.what, name, first.f.pos(first.s)).
			suggest("%s", n.free(key))
		return
	}
	n.seen[key] = spotIn{at.file, s}
}

// free is a name like this one that the scope does not have.
func (n *scope) free(name string) string {
	for i := 2; ; i++ {
		try := name + "_" + strconv.Itoa(i)
		if _, ok := n.seen[try]; !ok {
			return try
		}
	}
}
