package diff

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tilemark/regmap/table"
)

// shape is what a register is known by when its name changed: its place, and its fields' bits.
type shape struct {
	offset int
	bits   string
}

func shapeOf(r *table.Register) shape {
	bits := make([]string, len(r.Fields))
	for i, f := range r.Fields {
		bits[i] = fmt.Sprintf("%02d:%02d", f.Hi, f.Lo)
	}
	slices.Sort(bits)
	return shape{r.Offset, strings.Join(bits, " ")}
}

func matchRegisters(old, new *table.Block) []pair[table.Register] {
	name := func(r *table.Register) string { return r.Name }
	return match(old.Registers, new.Registers, name, shapeOf)
}

func (b *inBlock) registers() {
	b.pairs = matchRegisters(b.old, b.new)
	for _, p := range b.pairs {
		switch {
		case p.old == nil:
			b.registerAdded(p.new)
		case p.new == nil:
			b.went("register-removed", dotted(b.name, p.old.Name), side{offset(p.old.Offset), p.old, "name"}, p.old.Class == "save")
		default:
			r := &inRegister{inBlock: b, what: dotted(b.name, p.new.Name), old: p.old, new: p.new}
			r.compare()
		}
	}
}

// nowCalled is the new name of a register, or of a field of one.
func (b *inBlock) nowCalled(old string) string {
	register, field, ofField := strings.Cut(old, ".")
	for _, p := range b.pairs {
		if p.old == nil || p.new == nil || p.old.Name != register {
			continue
		}
		if !ofField {
			return p.new.Name
		}
		for _, f := range matchFields(p.old, p.new) {
			if f.old != nil && f.new != nil && f.old.Name == field {
				return dotted(p.new.Name, f.new.Name)
			}
		}
	}
	return old
}

func offset(n int) string { return fmt.Sprintf("offset %d", n) }

func (b *inBlock) registerAdded(r *table.Register) {
	rule := "register-added"
	switch {
	case b.wasUsed(r.Offset, r.Count, r.Stride):
		rule = "register-reuses"
	case r.Class == "save":
		rule = "saved-register-added"
	}
	b.came(rule, dotted(b.name, r.Name), side{offset(r.Offset), r, "name"}, r.Class == "save")
}

// wasUsed reports whether registers or windows of the old block had one of the DWORDs.
func (b *inBlock) wasUsed(offset, count, stride int) bool {
	found := false
	each(len(b.used), offset, count, stride, func(dword int) { found = found || b.used[dword] })
	return found
}

// inRegister compares a register that is in both blocks.
type inRegister struct {
	*inBlock
	what     string
	old, new *table.Register
}

func (r *inRegister) saved() bool { return r.old.Class == "save" && r.new.Class == "save" }

func (r *inRegister) changed(rule, key, old, new string) {
	keyed{r.comparer, r.what, r.old, r.new, r.saved()}.changed(rule, key, old, new)
}

func (r *inRegister) compare() {
	r.changed("register-renamed", "name", r.old.Name, r.new.Name)
	r.changed("register-moved", "offset", strconv.Itoa(r.old.Offset), strconv.Itoa(r.new.Offset))
	r.array()
	r.changed(classRule(r.old.Class, r.new.Class), "class", r.old.Class, r.new.Class)
	r.changed("since-changed", "since", r.old.Since, r.new.Since)
	r.reference("lock", r.old.Lock, r.new.Lock)
	r.reference("alias", r.old.Alias, r.new.Alias)
	r.changed("register-description", "description", r.old.Description, r.new.Description)
	r.fields()
}

func (r *inRegister) array() {
	rule := "array-grown"
	switch was, is := r.old.Count, r.new.Count; {
	case was == 1 || is == 1:
		rule = "array-made"
	case was > is:
		rule = "array-shrunk"
	case r.saved():
		rule = "saved-array-grown"
	}
	r.changed(rule, "count", strconv.Itoa(r.old.Count), strconv.Itoa(r.new.Count))
	if r.old.Count > 1 && r.new.Count > 1 { // of one register a stride means nothing
		r.changed("array-stride", "stride", strconv.Itoa(r.old.Stride), strconv.Itoa(r.new.Stride))
	}
}

// classRule compares two context classes.
func classRule(old, new string) string {
	switch {
	case old == "save":
		return "class-save-removed"
	case new == "save":
		return "class-save-added"
	}
	return "class-changed"
}

// reference compares names of other registers; that these were renamed is a change of theirs.
func (r *inRegister) reference(key, old, new string) {
	if r.nowCalled(old) == new {
		return
	}
	rule := key + "-changed"
	switch {
	case old == "":
		rule = key + "-added"
	case new == "":
		rule = key + "-removed"
	}
	r.changed(rule, key, old, new) // a name that stays is the same register's: registers are paired by name first
}
