package table

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Classes are the context classes of a register (chapter 9).
var Classes = []string{"save", "reset", "derived", "volatile", "none"}

var namePattern = regexp.MustCompile(`^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$`)

func (p Pos) compare(q Pos) int {
	return cmp.Or(strings.Compare(p.File, q.File), p.Line-q.Line, p.Col-q.Col)
}

// Check applies all rules to all blocks and returns every violation.
func Check(blocks []Block) []Error {
	c := &checker{marked: map[Pos]bool{}}
	c.blocks(blocks)
	for _, b := range blocks {
		c.block(b)
	}
	c.goNames(blocks)
	return c.errors
}

type checker struct {
	errors []Error
	marked map[Pos]bool // places that have an error
}

func (c *checker) errorf(pos Pos, rule, format string, args ...any) {
	c.errors = append(c.errors, Error{Pos: pos, Rule: rule, Message: fmt.Sprintf(format, args...)})
	c.marked[pos] = true
}

func (c *checker) description(at places, what, text string) {
	// A missing key has been reported by the parser.
	if at.has("description") && strings.TrimSpace(text) == "" {
		c.errorf(at.of("description"), "description", "%s: empty, expected a sentence", what)
	}
}

func (c *checker) oneOf(at places, key, value string, allowed []string) {
	if at.has(key) && !slices.Contains(allowed, value) {
		c.errorf(at.of(key), key, "unknown %s %q, expected one of %s", key, value, strings.Join(allowed, ", "))
	}
}

// names finds names that are malformed or stand twice in a scope, upper and
// lower case being the same.
type names struct {
	c     *checker
	scope string
	seen  map[string]Pos
}

func (c *checker) names(scope string) names { return names{c, scope, map[string]Pos{}} }

func (n names) add(name string, pos Pos) {
	if !namePattern.MatchString(name) {
		n.c.errorf(pos, "name", "%s %q: expected SNAKE_CASE in upper case", n.scope, name)
	}
	key := strings.ToUpper(name)
	if first, ok := n.seen[key]; ok {
		n.c.errorf(pos, "duplicate", "%s %s stands already at %s, expected another name", n.scope, name, first)
		return
	}
	n.seen[key] = pos
}

// blocks applies the rules that concern several files.
func (c *checker) blocks(blocks []Block) {
	scope := c.names("block")
	ids := map[int]Pos{}
	for _, b := range blocks {
		if b.at.has("block") {
			scope.add(b.Name, b.at.of("block"))
		}
		if !b.at.has("id") {
			continue
		}
		pos := b.at.of("id")
		if b.ID < 0 || b.ID > MaxBlockID {
			c.errorf(pos, "range", "block id %d, expected 0 to %d", b.ID, MaxBlockID)
		}
		if first, ok := ids[b.ID]; ok {
			c.errorf(pos, "duplicate", "block id %d stands already at %s, expected another id", b.ID, first)
			continue
		}
		ids[b.ID] = pos
	}
	c.totalLength(blocks)
}

// totalLength checks that an offset register's 16 bits reach every block.
func (c *checker) totalLength(blocks []Block) {
	byID := slices.Clone(blocks)
	slices.SortStableFunc(byID, func(a, b Block) int { return cmp.Compare(a.ID, b.ID) })
	unit := 1
	for _, b := range byID {
		if unit > 0xffff {
			c.errorf(b.at.of("length"), "total",
				"block %s would begin at unit %d of the save area, expected at most 65535 (16 bytes each)", b.Name, unit)
			return
		}
		if b.Length > 0 && b.Length <= MaxBlockLength {
			unit += (b.Length + 3) / 4
		}
	}
}

func (c *checker) block(b Block) {
	c.description(b.at, "block "+b.Name, b.Description)
	scope := c.names("register")
	for _, r := range b.Registers {
		if r.at.has("name") {
			scope.add(r.Name, r.at.of("name"))
		}
		c.register(r)
	}
	for _, r := range b.Reserved {
		c.description(r.at, "reserved range", r.Description)
	}
	if !b.at.has("length") {
		return
	}
	if b.Length < 1 || b.Length > MaxBlockLength {
		c.errorf(b.at.of("length"), "range", "block length %d, expected 1 to %d DWORDs", b.Length, MaxBlockLength)
		return
	}
	c.lengthRegister(b)
	c.coverage(b)
}

// lengthRegister checks that a length beyond 8 bits is meant (chapter 3: it saturates
// its field of the length registers).
func (c *checker) lengthRegister(b Block) {
	switch {
	case b.Length > MaxRegisterLength && !b.Saturates:
		c.errorf(b.at.of("length"), "length-register",
			"block length %d, expected at most %d, or saturates: true: its length register has 8 bits", b.Length, MaxRegisterLength)
	case b.Length <= MaxRegisterLength && b.Saturates:
		c.errorf(b.at.of("saturates"), "length-register", "block length %d fits into its length register, expected no saturates: true", b.Length)
	}
}

// coverage checks that every DWORD of a block belongs to one register or one
// reserved range.
func (c *checker) coverage(b Block) {
	owner := make([]string, b.Length)
	complete := b.at.has("registers", "reserved") && !b.dropped
	for _, r := range b.Registers {
		if !r.at.has("offset") {
			complete = false
			continue
		}
		c.cover(owner, r.Offset, 1, "register "+r.Name, r.at.of("offset"))
	}
	for _, r := range b.Reserved {
		if !r.at.has("offset", "length") {
			complete = false
			continue
		}
		if r.Length < 1 || r.Length > MaxBlockLength {
			c.errorf(r.at.of("length"), "range", "reserved length %d, expected 1 to %d DWORDs", r.Length, MaxBlockLength)
			continue
		}
		c.cover(owner, r.Offset, r.Length, fmt.Sprintf("reserved range at %d", r.Offset), r.at.of("offset"))
	}
	if complete { // otherwise a gap may be an entry that could not be read
		c.gaps(owner, b.at.of("length"))
	}
}

// cover enters one owner of length DWORDs from offset, as far as there is room.
func (c *checker) cover(owner []string, offset, length int, what string, pos Pos) {
	if offset < 0 || offset > len(owner)-length {
		c.errorf(pos, "range", "%s takes DWORDs %d to %d, expected 0 to %d (the block's length is %d)",
			what, offset, offset+length-1, len(owner)-1, len(owner))
	}
	for i := max(offset, 0); i < min(offset+length, len(owner)); i++ {
		if owner[i] == "" {
			owner[i] = what
		} else if !c.marked[pos] {
			c.errorf(pos, "overlap", "%s lies on %s at DWORD %d, expected a DWORD of its own", what, owner[i], i)
		}
	}
}

func (c *checker) gaps(owner []string, pos Pos) {
	for i := 0; i < len(owner); i++ {
		first := i
		for i < len(owner) && owner[i] == "" {
			i++
		}
		if i > first {
			c.errorf(pos, "gap", "DWORDs %d to %d belong to no register, expected {offset: %d, length: %d} under reserved",
				first, i-1, first, i-first)
		}
	}
}

func (c *checker) register(r Register) {
	c.description(r.at, "register "+r.Name, r.Description)
	c.oneOf(r.at, "class", r.Class, Classes)
	if r.at.has("fields") && len(r.Fields) == 0 {
		c.errorf(r.at.of("fields"), "range", "register %s has no fields, expected one at least", r.Name)
	}
	scope := c.names("field")
	var owner [32]string
	for _, f := range r.Fields {
		if f.at.has("name") {
			scope.add(f.Name, f.at.of("name"))
		}
		if f.at.has("bits") {
			c.bits(&owner, f)
		}
		c.field(f)
	}
}

func (c *checker) bits(owner *[32]string, f Field) {
	for i := f.Lo; i <= f.Hi; i++ {
		if owner[i] != "" {
			c.errorf(f.at.of("bits"), "overlap", "field %s lies on %s at bit %d, expected bits of its own", f.Name, owner[i], i)
			return
		}
		owner[i] = f.Name
	}
}

func (c *checker) field(f Field) {
	c.description(f.at, "field "+f.Name, f.Description)
	_, fixed := f.Fixed()
	if !fixed {
		c.oneOf(f.at, "type", f.Type, Types)
	}
	c.oneOf(f.at, "hw", f.HW, HardwareAccess)
	c.oneOf(f.at, "sw", f.SW, SoftwareAccess)
	if f.at.has("bits", "type") && (fixed || slices.Contains(Types, f.Type)) {
		c.width(f)
		c.reset(f)
	}
	c.enum(f)
}

func (c *checker) width(f Field) {
	want := map[string]int{"bool": 1, "f32": 32}[f.Type]
	if fixed, ok := f.Fixed(); ok {
		want = fixed.Width()
	}
	if want != 0 && f.Width() != want {
		c.errorf(f.at.of("bits"), "range", "field %s of type %s has %d bits, expected %d", f.Name, f.Type, f.Width(), want)
	}
}

func (c *checker) reset(f Field) {
	low, high := int64(0), int64(f.Mask())
	if f.Signed() {
		low, high = -int64(1)<<(f.Width()-1), int64(1)<<(f.Width()-1)-1
	}
	if !f.at.has("reset") {
		return
	}
	if f.Reset < low || f.Reset > high {
		c.errorf(f.at.of("reset"), "reset", "reset %d of field %s, expected %d to %d", f.Reset, f.Name, low, high)
		return
	}
	// A value that could not be read may have been the right one.
	isReset := func(v EnumValue) bool { return v.Value == f.Reset || !v.at.has("value") }
	if f.Type == "enum" && len(f.Enum) > 0 && !slices.ContainsFunc(f.Enum, isReset) {
		c.errorf(f.at.of("reset"), "reset", "reset %d of field %s, expected a value of its enum", f.Reset, f.Name)
	}
}

func (c *checker) enum(f Field) {
	switch {
	case f.Type == "enum" && f.at.has("enum") && len(f.Enum) == 0:
		c.errorf(f.at.of("enum"), "enum", "field %s, expected one value at least", f.Name)
	case f.Type != "enum" && f.at.has("type", "enum"):
		c.errorf(f.at.of("enum"), "enum", "field %s of type %s has an enum, expected it with type enum only", f.Name, f.Type)
	}
	c.enumValues(f)
}

func (c *checker) enumValues(f Field) {
	scope := c.names("enum value")
	values := map[int64]string{}
	for _, v := range f.Enum {
		scope.add(v.Name, v.at.entry)
		if !v.at.has("value") {
			continue
		}
		pos := v.at.of("value")
		if f.at.has("bits") && (v.Value < 0 || v.Value > int64(f.Mask())) {
			c.errorf(pos, "range", "enum value %s = %d of field %s, expected 0 to %d", v.Name, v.Value, f.Name, f.Mask())
		}
		if first, ok := values[v.Value]; ok {
			c.errorf(pos, "duplicate", "enum value %s = %d of field %s is %s already, expected another value", v.Name, v.Value, f.Name, first)
			continue
		}
		values[v.Value] = v.Name
	}
}
