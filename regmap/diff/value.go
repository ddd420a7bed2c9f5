package diff

import "strconv"

// keyed compares values of the same key in an entry of both maps.
type keyed struct {
	c        *comparer
	what     string
	old, new placed
	saved    bool
}

// changed enters a change under the rule when the values differ.
func (k keyed) changed(rule, key, old, new string) {
	if old != new {
		k.c.add(rule, k.what, side{old, k.old, key}, side{new, k.new, key}, k.saved)
	}
}

// value is a name of an enum, of a field of a register or of formats.
type value struct {
	name   string
	number int64
	of     placed
}

func matchValues(old, new []value) []pair[value] {
	name := func(v *value) string { return v.name }
	number := func(v *value) int64 { return v.number }
	return match(old, new, name, number)
}

// values compares the names of an enum.
func (c *comparer) values(what string, old, new []value, saved bool) {
	had := map[int64]bool{}
	for _, v := range old {
		had[v.number] = true
	}
	for _, p := range matchValues(old, new) {
		switch {
		case p.new == nil:
			c.went("enum-value-removed", dotted(what, p.old.name), p.old.code(), saved)
		case p.old == nil && had[p.new.number]:
			c.came("enum-code-reuses", dotted(what, p.new.name), p.new.code(), saved)
		case p.old == nil:
			c.came("enum-value-added", dotted(what, p.new.name), p.new.code(), saved)
		default:
			k := keyed{c, dotted(what, p.new.name), p.old.of, p.new.of, saved}
			k.changed("enum-value-renamed", "name", p.old.name, p.new.name)
			k.changed("enum-value-renumbered", "value", p.old.code().text, p.new.code().text)
		}
	}
}

func (v *value) code() side { return side{strconv.FormatInt(v.number, 10), v.of, "value"} }
