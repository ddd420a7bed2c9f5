package formats

import (
	"slices"
	"strings"

	"tilemark/regmap/table"
)

// opcodeGroups are the values of bits 6:4 of an opcode that operations have.
const opcodeGroups = 6

func (c *checker) instructions() {
	scope := c.Names("instruction")
	codes := numbers{c, "opcode", map[int]string{}}
	for _, i := range c.set.Instructions {
		c.name(scope, i.at, "name", i.Name)
		what := "instruction " + i.Name
		c.Description(i.at, what, i.Description)
		c.someOf(i.at, "types", what, i.Types, ExecutionTypes)
		c.someOf(i.at, "allows", what, i.Allows, InstructionAllows)
		codes.add(i.at, i.Name, i.Opcode)
		if group := i.Opcode >> 4 & 7; i.at.Has("opcode") && group >= opcodeGroups {
			c.Errorf(i.at.Of("opcode"), "opcode", "opcode %#x of %s is of group %d, expected one of 0 to %d in bits 6:4", i.Opcode, i.Name, group, opcodeGroups-1)
		}
		if i.at.Has("format") && c.set.structure(i.Format) == nil {
			c.Errorf(i.at.Of("format"), "reference", "format %q of %s is in no table, expected a structure", i.Format, i.Name)
		}
		c.sources(i)
	}
}

// sources checks that an instruction with sources has types, and one without has none.
func (c *checker) sources(i Instruction) {
	switch {
	case i.at.Has("sources") && (i.Sources < 0 || i.Sources > 3):
		c.Errorf(i.at.Of("sources"), "range", "%d sources of %s, expected 0 to 3", i.Sources, i.Name)
	case i.Sources > 0 && len(i.Types) == 0:
		c.Errorf(i.at.Entry(), "kind", "instruction %s has sources without types, expected the key \"types\"", i.Name)
	case i.Sources == 0 && len(i.Types) > 0:
		c.Errorf(i.at.Of("types"), "kind", "instruction %s has types without sources, expected the key \"sources\"", i.Name)
	}
}

func (c *checker) messages() {
	scope := c.Names("message")
	codes := numbers{c, "code", map[int]string{}}
	units := c.set.Enum(UnitEnum)
	if len(c.set.Messages) > 0 && units == nil {
		c.Errorf(c.set.Messages[0].at.Entry(), "reference", "messages without the enum %s, expected it in one of the tables", UnitEnum)
	}
	for _, m := range c.set.Messages {
		c.name(scope, m.at, "name", m.Name)
		what := "message " + m.Name
		c.Description(m.at, what, m.Description)
		c.someOf(m.at, "sends", what, m.Sends, Payloads)
		c.OneOf(m.at, "answers", m.Answers, Answers)
		c.someOf(m.at, "allows", what, m.Allows, MessageAllows)
		codes.add(m.at, m.Name, m.Code)
		if units != nil && m.at.Has("unit") && !slices.ContainsFunc(units.Values, func(v Value) bool { return v.Name == m.Unit }) {
			c.Errorf(m.at.Of("unit"), "reference", "unit %q of message %s is no value of the enum %s", m.Unit, m.Name, UnitEnum)
		}
	}
}

// someOf checks a list of words, each of which may stand once.
func (c *checker) someOf(at table.Places, key, what string, list, allowed []string) {
	if !at.Has(key) {
		return
	}
	for i, w := range list {
		switch {
		case w == "": // no text, which has been reported
		case !slices.Contains(allowed, w):
			c.Errorf(at.Of(key), "kind", "%s: unknown word %q in %s, expected some of %s", what, w, key, strings.Join(allowed, ", "))
		case slices.Contains(list[:i], w):
			c.Errorf(at.Of(key), "kind", "%s: %s stands twice in %s, expected once", what, w, key)
		}
	}
}

// numbers are those of operations, or of messages, each of which stands once.
type numbers struct {
	c    *checker
	key  string
	seen map[int]string
}

func (n numbers) add(at table.Places, name string, code int) {
	switch first, twice := n.seen[code]; {
	case !at.Has(n.key):
	case code < 1 || code > maxCode:
		n.c.Errorf(at.Of(n.key), "range", "%s %d of %s, expected 1 to %d", n.key, code, name, maxCode)
	case twice:
		n.c.Errorf(at.Of(n.key), "duplicate", "%s %#x of %s is that of %s, expected a number of its own", n.key, code, name, first)
	default:
		n.seen[code] = name
	}
}

// structure finds a structure by its name; nil without it.
func (s *Set) structure(name string) *Structure {
	for i := range s.Structures {
		if s.Structures[i].Name == name {
			return &s.Structures[i]
		}
	}
	return nil
}
