package diff

import (
	"fmt"
	"slices"
	"strconv"

	"tilemark/regmap/formats"
)

// codeOf is what a command is known by when its name changed.
func codeOf(c *formats.Command) string { return c.Client + " " + strconv.Itoa(c.Opcode) }

func (f *inFormats) commands() {
	name := func(c *formats.Command) string { return c.Name }
	had := map[string]bool{}
	for i := range f.old.Commands {
		had[codeOf(&f.old.Commands[i])] = true
	}
	for _, p := range match(f.old.Commands, f.new.Commands, name, codeOf) {
		switch {
		case p.new == nil:
			f.went("command-removed", f.path(f.old, p.old, p.old.Name), side{codeOf(p.old), p.old, "name"}, false)
		case p.old == nil && had[codeOf(p.new)]:
			f.came("command-reuses", f.path(f.new, p.new, p.new.Name), side{codeOf(p.new), p.new, "name"}, false)
		case p.old == nil:
			f.came("command-added", f.path(f.new, p.new, p.new.Name), side{codeOf(p.new), p.new, "name"}, false)
		default:
			f.command(p.old, p.new)
		}
	}
}

func (f *inFormats) command(old, new *formats.Command) {
	what := f.path(f.new, new, new.Name)
	changed := keyed{f.comparer, what, old, new, false}.changed
	changed("command-renamed", "name", old.Name, new.Name)
	changed("command-code", "opcode", codeOf(old), codeOf(new))
	changed(lengthRule(old, new), "length", lengthOf(old), lengthOf(new))
	changed("command-alone", "alone", old.Alone, new.Alone)
	changed("command-description", "description", old.Description, new.Description)
	f.where(what, old, new)
	f.sub(what, old, new)
	f.words(what, words{old.Operands, spaceOf(old.Operands)}, words{new.Operands, spaceOf(new.Operands)}, false)
}

func lengthOf(c *formats.Command) string {
	if c.Most == formats.MostLength {
		return fmt.Sprintf("%d..", c.Least)
	}
	return fmt.Sprintf("%d..%d", c.Least, c.Most)
}

func lengthRule(old, new *formats.Command) string {
	endless := new.Most == formats.MostLength
	if new.Least <= old.Least && (endless || old.Most != formats.MostLength && new.Most >= old.Most) {
		return "command-length-widened"
	}
	return "command-length"
}

// where compares the places that a command may stand in; their order means nothing.
func (f *inFormats) where(what string, old, new *formats.Command) {
	for _, place := range new.Where {
		if !slices.Contains(old.Where, place) {
			f.came("command-where-added", what, side{place, new, "where"}, false)
		}
	}
	for _, place := range old.Where {
		if !slices.Contains(new.Where, place) {
			f.went("command-where-removed", what, side{place, old, "where"}, false)
		}
	}
}

func (f *inFormats) sub(what string, old, new *formats.Command) {
	switch was, is := old.Sub, new.Sub; {
	case was == nil && is == nil:
	case was == nil:
		f.came("sub-added", dotted(what, is.Name), side{is.Type, is, "name"}, false)
	case is == nil:
		f.went("sub-removed", dotted(what, was.Name), side{was.Type, was, "name"}, false)
	default:
		changed := keyed{f.comparer, dotted(what, is.Name), was, is, false}.changed
		changed("sub-renamed", "name", was.Name, is.Name)
		changed("type-changed", "type", was.Type, is.Type)
		changed("enum-changed", "enum", f.enumNow(was.Enum), is.Enum)
		changed("sub-description", "description", was.Description, is.Description)
	}
}
