package formats

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"tilemark/regmap/table"
)

// MaxLength is the highest length of a structure in DWORDs.
const MaxLength = 0xffff

// Check applies all rules to a set and returns every violation.
func Check(set *Set) []table.Error {
	c := &checker{table.NewChecker(), set}
	files := c.Names("formats")
	for _, f := range set.Files {
		c.name(files, f.at, "formats", f.Name)
		c.Description(f.at, "formats "+f.Name, f.Description)
		if _, ok := table.ParseVersion(f.Version); !ok && f.at.Has("version") {
			c.Errorf(f.at.Of("version"), "version", "version %q, expected MAJOR.MINOR.PATCH", f.Version)
		}
	}
	c.enums()
	if set.Header != nil {
		c.header(set.Header)
	}
	c.commands()
	c.structures()
	c.instructions()
	c.messages()
	c.goNames()
	return c.Errors()
}

type checker struct {
	*table.Checker
	set *Set
}

func (c *checker) name(scope table.Names, at table.Places, key, name string) {
	if at.Has(key) {
		scope.Add(name, at.Of(key))
	}
}

func (c *checker) enums() {
	scope := c.Names("enum")
	for _, e := range c.set.Enums {
		c.name(scope, e.at, "name", e.Name)
		c.Description(e.at, "enum "+e.Name, e.Description)
		c.OneOf(e.at, "kind", e.Kind, EnumKinds)
		if e.at.Has("values") && len(e.Values) == 0 {
			c.Errorf(e.at.Of("values"), "enum", "enum %s, expected one value at least", e.Name)
		}
		c.values(e)
	}
}

func (c *checker) values(e Enum) {
	scope := c.Names("value")
	seen := map[int64]string{}
	for _, v := range e.Values {
		c.name(scope, v.at, "name", v.Name)
		c.Description(v.at, "value "+v.Name, v.Description)
		if v.at.Has("label") && strings.TrimSpace(v.Label) == "" {
			c.Errorf(v.at.Of("label"), "description", "label of %s: empty, expected a word or two", v.Name)
		}
		if !v.at.Has("value") {
			continue
		}
		pos := v.at.Of("value")
		switch {
		case v.Value < 0 || v.Value > 0xffffffff:
			c.Errorf(pos, "range", "value %s = %d of enum %s, expected 0 to %d", v.Name, v.Value, e.Name, int64(0xffffffff))
		case e.Kind == "flags" && (v.Value == 0 || v.Value&(v.Value-1) != 0):
			c.Errorf(pos, "range", "value %s = %d of enum %s of kind flags, expected a power of two", v.Name, v.Value, e.Name)
		}
		if first, ok := seen[v.Value]; ok {
			c.Errorf(pos, "duplicate", "value %s = %d of enum %s is %s already, expected another value", v.Name, v.Value, e.Name, first)
			continue
		}
		seen[v.Value] = v.Name
	}
}

// reference checks that a type has the enum that it needs, which exists and fits in width
// bits.
func (c *checker) reference(at table.Places, what, kind, enum string, width int) {
	if !at.Has("type") && kind != "fields" {
		return
	}
	pos := at.Of("enum")
	want := map[string]string{"enum": "values", "flags": "flags"}[kind]
	switch e := c.set.Enum(enum); {
	case want == "" && at.Has("enum"):
		c.Errorf(pos, "enum", "%s of type %s has an enum, expected it with type enum or flags only", what, kind)
	case want == "":
	case !at.Has("enum"):
		c.Errorf(at.Entry(), "enum", "%s of type %s, expected the key \"enum\" with the name of an enum", what, kind)
	case e == nil:
		c.Errorf(pos, "reference", "enum %q of %s is in no table, expected one of %s", enum, what, strings.Join(c.enumNames(), ", "))
	case e.Kind != want && slices.Contains(EnumKinds, e.Kind):
		c.Errorf(pos, "enum", "%s of type %s refers to enum %s of kind %s, expected kind %s", what, kind, enum, e.Kind, want)
	default:
		c.fits(pos, what, e, width)
	}
}

func (c *checker) fits(pos table.Place, what string, e *Enum, width int) {
	for _, v := range e.Values {
		if width < 32 && v.Value>>width > 0 {
			c.Errorf(pos, "range", "%s has %d bits, but %s.%s is %d, expected at least %d bits", what, width, e.Name, v.Name, v.Value, bits.Len64(uint64(v.Value)))
			return
		}
	}
}

func (c *checker) enumNames() (names []string) {
	for _, e := range c.set.Enums {
		names = append(names, e.Name)
	}
	return names
}

// fields checks the fields of one DWORD.
func (c *checker) fields(at table.Places, what string, fields []Field) {
	if at.Has("fields") && len(fields) == 0 {
		c.Errorf(at.Of("fields"), "range", "%s has no fields, expected one at least", what)
	}
	scope := c.Names("field")
	var owner [32]string
	for _, f := range fields {
		c.name(scope, f.at, "name", f.Name)
		c.Description(f.at, "field "+f.Name, f.Description)
		c.OneOf(f.at, "type", f.Type, FieldTypes)
		if !f.at.Has("bits") {
			continue
		}
		c.bits(&owner, f)
		if f.Type == "bool" && f.Width() != 1 {
			c.Errorf(f.at.Of("bits"), "range", "field %s of type bool has %d bits, expected 1", f.Name, f.Width())
		}
		c.reference(f.at, "field "+f.Name, f.Type, f.Enum, f.Width())
	}
}

func (c *checker) bits(owner *[32]string, f Field) {
	for i := f.Lo; i <= f.Hi; i++ {
		if owner[i] != "" {
			c.Errorf(f.at.Of("bits"), "overlap", "field %s lies on %s at bit %d, expected bits of its own", f.Name, owner[i], i)
			return
		}
		owner[i] = f.Name
	}
}

// word checks what operands and words of structures have in common.
func (c *checker) word(w Word) {
	c.Description(w.at, "word "+w.Name, w.Description)
	c.OneOf(w.at, "type", w.Type, WordTypes)
	c.OneOf(w.at, "writer", w.Writer, Writers)
	c.fields(w.at, "word "+w.Name, w.Fields)
	c.reference(w.at, "word "+w.Name, w.Type, w.Enum, 32)
	if w.at.Has("count") && (w.Count < 1 || w.Count > MaxLength) {
		c.Errorf(w.at.Of("count"), "range", "count %d of word %s, expected 1 to %d", w.Count, w.Name, MaxLength)
	}
	if w.at.Has("max") && (w.Type != "uint" || w.Max < 1 || w.Max > 0xffffffff) {
		c.Errorf(w.at.Of("max"), "range", "max %d of word %s of type %s, expected 1 to %d with type uint", w.Max, w.Name, w.Type, int64(0xffffffff))
	}
	if w.at.Has("align") && w.Type != "address" {
		c.Errorf(w.at.Of("align"), "range", "align of word %s of type %s, expected it with type address only", w.Name, w.Type)
		return
	}
	c.align(w.at, "word "+w.Name, w.Align)
}

func (c *checker) align(at table.Places, what string, n int) {
	if at.Has("align") && (n < 1 || n > maxAlign || n&(n-1) != 0) {
		c.Errorf(at.Of("align"), "range", "align %d of %s, expected a power of two up to %d", n, what, maxAlign)
	}
}

// owners says who has which DWORD.
type owners struct {
	c     *checker
	words []string
}

// cover enters an owner of some DWORDs, as far as there is room.
func (o owners) cover(from, offset, length int, what string, pos table.Place) {
	last := from + len(o.words) - 1
	if offset < from || offset+length-1 > last {
		o.c.Errorf(pos, "range", "%s takes DWORDs %d to %d, expected %d to %d", what, offset, offset+length-1, from, last)
	}
	for i := max(offset, from); i <= min(offset+length-1, last); i++ {
		if o.words[i-from] == "" {
			o.words[i-from] = what
		} else if !o.c.Marked(pos) {
			o.c.Errorf(pos, "overlap", "%s lies on %s at DWORD %d, expected a DWORD of its own", what, o.words[i-from], i)
		}
	}
}

func (o owners) gaps(from int, pos table.Place, want func(first, n int) string) {
	for i := 0; i < len(o.words); i++ {
		first := i
		for i < len(o.words) && o.words[i] == "" {
			i++
		}
		if i > first {
			o.c.Errorf(pos, "gap", "DWORDs %d to %d belong to nothing, expected %s", from+first, from+i-1, want(from+first, i-first))
		}
	}
}

func (c *checker) structures() {
	scope := c.Names("structure")
	for _, s := range c.set.Structures {
		c.name(scope, s.at, "name", s.Name)
		c.Description(s.at, "structure "+s.Name, s.Description)
		c.align(s.at, "structure "+s.Name, s.Align)
		c.OneOf(s.at, "behind", s.Behind, Behinds)
		c.ends(s)
		if s.at.Has("count") && (s.Count < 1 || s.Count > MaxLength) {
			c.Errorf(s.at.Of("count"), "range", "count %d of structure %s, expected 1 to %d", s.Count, s.Name, MaxLength)
		}
		names := c.Names("word")
		for _, w := range s.Words {
			c.name(names, w.at, "name", w.Name)
			c.word(w)
		}
		for _, r := range s.Reserved {
			c.Description(r.at, "reserved range", r.Description)
		}
		switch {
		case !s.at.Has("length"):
		case s.Length < 1 || s.Length > MaxLength:
			c.Errorf(s.at.Of("length"), "range", "structure length %d, expected 1 to %d DWORDs", s.Length, MaxLength)
		default:
			c.coverage(s)
		}
	}
}

// ends checks what stands before and after the blocks of a save area, which begin at
// whole units.
func (c *checker) ends(s Structure) {
	const unit = 4
	switch pos := s.at.Of("length"); {
	case !s.at.Has("length"):
	case s.Name == HeadStructure && s.Length != unit:
		c.Errorf(pos, "length", "length %d of %s, expected %d: the blocks of the save area begin there", s.Length, s.Name, unit)
	case s.Name == TailStructure && s.Length%unit != 0:
		c.Errorf(pos, "length", "length %d of %s, expected a multiple of %d", s.Length, s.Name, unit)
	}
	if s.at.Has("name") && (s.Name == TailStructure) != (s.Behind == "blocks") {
		c.Errorf(s.at.Of("name"), "behind", "structure %s, expected \"behind: blocks\" for %s, and for it alone", s.Name, TailStructure)
	}
}

// coverage checks that every DWORD of a structure belongs to one word or one reserved range.
func (c *checker) coverage(s Structure) {
	o := owners{c, make([]string, s.Length)}
	complete := s.at.Has("words") && !s.dropped
	for _, w := range s.Words {
		if !w.at.Has("offset") || w.Count < 1 || w.Count > MaxLength {
			complete = false
			continue
		}
		o.cover(0, w.Offset, w.DWords(), "word "+w.Name, w.at.Of("offset"))
	}
	for _, r := range s.Reserved {
		if !r.at.Has("offset", "length") {
			complete = false
			continue
		}
		if r.Length < 1 || r.Length > MaxLength {
			c.Errorf(r.at.Of("length"), "range", "reserved length %d, expected 1 to %d DWORDs", r.Length, MaxLength)
			continue
		}
		o.cover(0, r.Offset, r.Length, fmt.Sprintf("reserved range at %d", r.Offset), r.at.Of("offset"))
	}
	if complete {
		o.gaps(0, s.at.Of("length"), func(first, n int) string { return fmt.Sprintf("{offset: %d, length: %d} under reserved", first, n) })
	}
}
