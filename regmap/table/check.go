package table

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
	c := &checker{Checker: NewChecker(), limits: limits, values: map[int64]int{}, index: map[string]int{}}
	c.scope = c.Names("")
	c.blocks(blocks)
	for i := range blocks {
		c.block(&blocks[i])
	}
	c.generatedNames(blocks)
	return c.errors
}

type checker struct {
	*Checker
	limits Limits
	scope  Names   // used by one mapping after the other
	owner  []int32 // of each DWORD of a block, used by one block after the other
	spans  []span
	values map[int64]int // of an enum, used by one field after the other
	index  map[string]int
	of     *Block // whose registers the index has
}

func (c *checker) errorf(at *places, s spot, rule, format string, args ...any) *Error {
	return c.Errorf(Place{at.file, s}, rule, format, args...)
}

// at reports an error in the value of a key.
func (c *checker) at(p *places, k key, rule, format string, args ...any) *Error {
	return c.Errorf(p.place(k), rule, format, args...)
}

func (c *checker) isMarked(p *places, s spot) bool {
	return c.Marked(Place{p.file, s})
}

// description wants a sentence. A missing key has been reported by the parser.
func (c *checker) description(at *places, what, name, text string) {
	if at.has(kDescription) {
		c.sentence(at.place(kDescription), what, name, text)
	}
}

// oneOf checks a word; it reports whether it is one of those allowed.
func (c *checker) oneOf(at *places, k key, name, value string, allowed []string) bool {
	return at.has(k) && c.known(at.place(k), name, value, allowed)
}

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

// names begins a scope, which takes the place of the one before.
func (c *checker) names(what string) Names {
	clear(c.scope.seen)
	c.scope.what = what
	return c.scope
}
