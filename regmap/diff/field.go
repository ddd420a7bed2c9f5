package diff

import (
	"fmt"
	"strconv"

	"tilemark/regmap/table"
)

func matchFields(old, new *table.Register) []pair[table.Field] {
	name := func(f *table.Field) string { return f.Name }
	return match(old.Fields, new.Fields, name, bits)
}

// bits is what a field is known by when its name changed, and how people read it.
func bits(f *table.Field) string { return fmt.Sprintf("%d:%d", f.Hi, f.Lo) }

func (r *inRegister) fields() {
	for _, p := range matchFields(r.old, r.new) {
		switch {
		case p.old == nil:
			r.fieldAdded(p.new)
		case p.new == nil:
			r.went("field-removed", dotted(r.what, p.old.Name), side{"bits " + bits(p.old), p.old, "name"}, r.saved())
		default:
			f := &inField{inRegister: r, what: dotted(r.what, p.new.Name), old: p.old, new: p.new}
			f.compare()
		}
	}
}

func (r *inRegister) fieldAdded(f *table.Field) {
	var used uint32
	for _, o := range r.old.Fields {
		used |= o.Mask() << o.Lo
	}
	rule := "field-added"
	switch {
	case used&(f.Mask()<<f.Lo) != 0:
		rule = "field-reuses"
	case f.Type == "one":
		rule = "field-added-one"
	case f.ResetBits() != 0:
		rule = "field-added-set"
	}
	r.came(rule, dotted(r.what, f.Name), side{"bits " + bits(f), f, "name"}, r.saved())
}

// inField compares a field that is in both registers.
type inField struct {
	*inRegister
	what     string
	old, new *table.Field
}

func (f *inField) compare() {
	changed := keyed{f.comparer, f.what, f.old, f.new, f.saved()}.changed
	changed("field-renamed", "name", f.old.Name, f.new.Name)
	changed(f.bitsRule(), "bits", bits(f.old), bits(f.new))
	changed("type-changed", "type", f.old.Type, f.new.Type)
	changed(alignRule(f.old.Align, f.new.Align), "align", strconv.Itoa(f.old.Align), strconv.Itoa(f.new.Align))
	changed(accessRule(f.old.SW, f.new.SW), "sw", f.old.SW, f.new.SW)
	changed("hw-changed", "hw", f.old.HW, f.new.HW)
	changed("reset-changed", "reset", strconv.FormatInt(f.old.Reset, 10), strconv.FormatInt(f.new.Reset, 10))
	changed("field-description", "description", f.old.Description, f.new.Description)
	f.enum()
}

func (f *inField) bitsRule() string {
	return bitsRule(f.old.Hi, f.old.Lo, f.new.Hi, f.new.Lo, f.old.Signed())
}

// bitsRule compares the bits of a field that was signed or not.
func bitsRule(oldHi, oldLo, newHi, newLo int, signed bool) string {
	switch {
	case oldLo != newLo:
		return "field-moved"
	case oldHi > newHi:
		return "field-narrowed"
	case signed:
		return "field-widened-signed"
	}
	return "field-widened"
}

// alignRule compares two alignments, 0 is any; of addresses that are a multiple of the larger one
// all are multiples of one that divides it.
func alignRule(old, new int) string {
	if new == 0 || old%new == 0 && old > 0 {
		return "align-lowered"
	}
	return "align-raised"
}

// accessRule compares what reads and writes of software do. Only of the plain ones, which have no
// effect besides, one holds the other.
func accessRule(old, new string) string {
	o, _ := table.AccessByName(old)
	n, _ := table.AccessByName(new)
	switch {
	case holds(n, o):
		return "sw-widened"
	case holds(o, n):
		return "sw-narrowed"
	}
	return "sw-changed"
}

// holds reports whether software can do with the larger access all that it can with the other one.
func holds(larger, smaller table.Access) bool {
	reads := larger.Reads == smaller.Reads || larger.Reads == table.ReadValue && smaller.Reads == table.NoRead
	writes := larger.Writes == smaller.Writes || larger.Writes == table.WriteValue && smaller.Writes == table.NoWrite
	return reads && writes && larger.Name != "" && smaller.Name != ""
}

func (f *inField) enum() {
	f.values(f.what, valuesOf(f.old), valuesOf(f.new), f.saved())
}

func valuesOf(f *table.Field) []value {
	list := make([]value, len(f.Enum))
	for i := range f.Enum {
		list[i] = value{f.Enum[i].Name, f.Enum[i].Value, enumPlace{f, &f.Enum[i]}}
	}
	return list
}

// enumPlace knows where a value of a field's enum stands.
type enumPlace struct {
	field *table.Field
	value *table.EnumValue
}

// At is the place of the name or of the number.
func (e enumPlace) At(key string) table.Pos {
	name, number := e.field.AtValue(e.value)
	if key == "name" {
		return name
	}
	return number
}
