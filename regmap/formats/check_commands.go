package formats

import (
	"slices"
	"strings"

	"tilemark/regmap/table"
)

func (c *checker) header(h *Header) {
	c.Description(h.at, "header", h.Description)
	c.fields(h.at, "header", h.Fields)
	if !h.at.Has("fields") {
		return
	}
	for _, name := range []string{ClientField, OpcodeField, SubField, LengthField} {
		f := h.Field(name)
		switch {
		case f == nil:
			c.Errorf(h.at.Of("fields"), "header", "header has no field %s, expected the fields %s, %s, %s and %s", name, ClientField, OpcodeField, SubField, LengthField)
		case !f.at.Has("type"):
		case name == ClientField && f.Type != "enum":
			c.Errorf(f.at.Of("type"), "header", "field %s of type %s, expected enum", name, f.Type)
		case name != ClientField && f.Type != "uint":
			c.Errorf(f.at.Of("type"), "header", "field %s of type %s, expected uint", name, f.Type)
		}
	}
}

// wholeHeader tells whether the header has what commands need.
func (s *Set) wholeHeader() bool {
	if s.Header == nil {
		return false
	}
	for _, name := range []string{ClientField, OpcodeField, SubField, LengthField} {
		if f := s.Header.Field(name); f == nil || !f.at.Has("bits") {
			return false
		}
	}
	return s.Enum(s.Header.Field(ClientField).Enum) != nil
}

func (c *checker) commands() {
	if len(c.set.Commands) > 0 && c.set.Header == nil {
		c.Errorf(c.set.Commands[0].at.Entry(), "header", "commands without a header, expected the key \"header\" in one of the files")
	}
	scope := c.Names("command")
	for _, d := range c.set.Commands {
		c.name(scope, d.at, "name", d.Name)
		c.name(scope, d.at, "alone", d.Alone)
		c.Description(d.at, "command "+d.Name, d.Description)
		c.where(d)
		c.sub(d)
		if c.set.wholeHeader() {
			c.client(d)
			c.length(d)
		}
		c.operands(d)
	}
	if c.set.wholeHeader() {
		c.codes()
	}
}

func (c *checker) where(d Command) {
	if !d.at.Has("where") {
		return
	}
	pos := d.at.Of("where")
	if len(d.Where) == 0 {
		c.Errorf(pos, "where", "command %s stands nowhere, expected one at least of %s", d.Name, strings.Join(Places, ", "))
	}
	for i, w := range d.Where {
		switch {
		case w == "": // no text, which has been reported
		case !slices.Contains(Places, w):
			c.Errorf(pos, "where", "unknown place %q of command %s, expected one of %s", w, d.Name, strings.Join(Places, ", "))
		case slices.Contains(d.Where[:i], w):
			c.Errorf(pos, "where", "place %s of command %s stands twice, expected once", w, d.Name)
		}
	}
}

func (c *checker) sub(d Command) {
	if s := d.Sub; s != nil {
		c.name(c.Names("sub-opcode"), s.at, "name", s.Name)
		c.Description(s.at, "sub-opcode "+s.Name, s.Description)
		c.OneOf(s.at, "type", s.Type, SubTypes)
		width := 32
		if c.set.wholeHeader() {
			width = c.set.Header.Field(SubField).Width()
		}
		c.reference(s.at, "sub-opcode "+s.Name, s.Type, s.Enum, width)
	}
}

// client checks client and opcode against the header's fields.
func (c *checker) client(d Command) {
	clients := c.set.Enum(c.set.Header.Field(ClientField).Enum)
	if d.at.Has("client") && !slices.ContainsFunc(clients.Values, func(v Value) bool { return v.Name == d.Client }) {
		var names []string
		for _, v := range clients.Values {
			names = append(names, v.Name)
		}
		c.Errorf(d.at.Of("client"), "reference", "client %q of command %s, expected one of %s", d.Client, d.Name, strings.Join(names, ", "))
	}
	most := int(c.set.Header.Field(OpcodeField).Mask())
	if d.at.Has("opcode") && (d.Opcode < 0 || d.Opcode > most) {
		c.Errorf(d.at.Of("opcode"), "range", "opcode %d of command %s, expected 0 to %d", d.Opcode, d.Name, most)
	}
}

// codes finds commands of the same client and opcode.
func (c *checker) codes() {
	type code struct {
		client string
		opcode int
	}
	seen := map[code]table.Place{}
	for _, d := range c.set.Commands {
		if !d.at.Has("client", "opcode") {
			continue
		}
		k, pos := code{d.Client, d.Opcode}, d.at.Of("opcode")
		if first, ok := seen[k]; ok {
			c.Errorf(pos, "duplicate", "opcode %d of client %s stands already at %s, expected another opcode", d.Opcode, d.Client, first)
			continue
		}
		seen[k] = pos
	}
}

// length checks a command's length against the header's field.
func (c *checker) length(d Command) {
	if !d.at.Has("length") {
		return
	}
	field := c.set.Header.Field(LengthField)
	if most := int(field.Mask()); d.Least < 0 || d.Least > most {
		c.Errorf(d.at.Of("length"), "length", "length %d of command %s, expected 0 to %d (field %s has %d bits)", d.Least, d.Name, most, LengthField, field.Width())
	}
	if d.at.Has("alone") && (d.Least > 0 || c.set.Code(d) != 0) {
		c.Errorf(d.at.Of("alone"), "length", "command %s cannot be a word of 0, expected a name for one only with client 0, opcode 0 and a length that can be 0", d.Name)
	}
}

// operands checks that they follow one another and agree with the length.
func (c *checker) operands(d Command) {
	names := c.Names("operand")
	for i, w := range d.Operands {
		c.name(names, w.at, "name", w.Name)
		c.word(w)
		if w.Rest && i+1 < len(d.Operands) {
			c.Errorf(w.at.Of("offset"), "length", "operand %s takes the rest of command %s, expected it after the others", w.Name, d.Name)
			return
		}
	}
	if !d.at.Has("length") || d.dropped || slices.ContainsFunc(d.Operands, func(w Word) bool { return !w.at.Has("offset") }) {
		return
	}
	c.follow(d)
	c.agree(d)
}

// follow checks that operands stand after the header without gaps.
func (c *checker) follow(d Command) {
	next := 1
	for _, w := range d.Operands {
		switch pos := w.at.Of("offset"); {
		case w.Offset < 1:
			c.Errorf(pos, "range", "operand %s at DWORD %d, expected 1 and more: DWORD 0 is the header", w.Name, w.Offset)
		case w.Offset < next:
			c.Errorf(pos, "overlap", "operand %s at DWORD %d, expected DWORD %d, the first that is free", w.Name, w.Offset, next)
		case w.Offset > next:
			c.Errorf(pos, "gap", "operand %s at DWORD %d, expected DWORD %d: nothing stands between", w.Name, w.Offset, next)
		}
		next = w.Offset + w.DWords()
	}
}

// agree checks the length against the operands.
func (c *checker) agree(d Command) {
	n := len(d.Operands)
	rest := n > 0 && d.Operands[n-1].Rest
	fixed := d.Fixed()
	switch pos := d.at.Of("length"); {
	case rest && d.Most != MostLength:
		c.Errorf(pos, "length", "length %d of command %s with an operand that takes the rest, expected \"%d..\" or more", d.Least, d.Name, fixed)
	case rest && d.Least < fixed:
		c.Errorf(pos, "length", "length from %d of command %s with %d operands before the rest, expected at least %d", d.Least, d.Name, fixed, fixed)
	case !rest && d.Most == MostLength:
		c.Errorf(pos, "length", "command %s has any length but no operand that takes the rest, expected length %d or \"rest: true\"", d.Name, fixed)
	case !rest && d.Least != fixed:
		c.Errorf(pos, "length", "length %d of command %s with operands of %d DWORDs, expected length %d", d.Least, d.Name, fixed, fixed)
	}
}
