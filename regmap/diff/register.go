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
			b.add("register-removed", dotted(b.name, p.old.Name), side{offset(p.old.Offset), p.old, "name"}, side{}, p.old.Class == "save")
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
	b.add(rule, dotted(b.name, r.Name), side{}, side{offset(r.Offset), r, "name"}, r.Class == "save")
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

// at names both sides of a key.
func (r *inRegister) at(key, old, new string) (side, side) {
	return side{old, r.old, key}, side{new, r.new, key}
}

func (r *inRegister) compare() {
	if r.old.Name != r.new.Name {
		o, n := r.at("name", r.old.Name, r.new.Name)
		r.add("register-renamed", r.what, o, n, r.saved())
	}
	if r.old.Offset != r.new.Offset {
		o, n := r.at("offset", strconv.Itoa(r.old.Offset), strconv.Itoa(r.new.Offset))
		r.add("register-moved", r.what, o, n, r.saved())
	}
	r.array()
	r.class()
	o, n := r.at("since", r.old.Since, r.new.Since)
	r.text("since-changed", r.what, o, n)
	r.reference("lock", r.old.Lock, r.new.Lock)
	r.reference("alias", r.old.Alias, r.new.Alias)
	o, n = r.at("description", r.old.Description, r.new.Description)
	r.text("register-description", r.what, o, n)
	r.fields()
}

func (r *inRegister) array() {
	o, n := r.at("count", strconv.Itoa(r.old.Count), strconv.Itoa(r.new.Count))
	switch was, is := r.old.Count, r.new.Count; {
	case was == is:
	case was == 1 || is == 1:
		r.add("array-made", r.what, o, n, r.saved())
	case was > is:
		r.add("array-shrunk", r.what, o, n, r.saved())
	case r.saved():
		r.add("saved-array-grown", r.what, o, n, true)
	default:
		r.add("array-grown", r.what, o, n, false)
	}
	if r.old.Stride != r.new.Stride && r.old.Count > 1 && r.new.Count > 1 {
		o, n := r.at("stride", strconv.Itoa(r.old.Stride), strconv.Itoa(r.new.Stride))
		r.add("array-stride", r.what, o, n, r.saved())
	}
}

func (r *inRegister) class() {
	rule := "class-changed"
	switch {
	case r.old.Class == r.new.Class:
		return
	case r.old.Class == "save":
		rule = "class-save-removed"
	case r.new.Class == "save":
		rule = "class-save-added"
	}
	o, n := r.at("class", r.old.Class, r.new.Class)
	r.add(rule, r.what, o, n, false)
}

// reference compares names of other registers; that these were renamed is a change of theirs.
func (r *inRegister) reference(key, old, new string) {
	if old == new || r.nowCalled(old) == new {
		return // a name that stays is the same register's: registers are paired by name first
	}
	rule := key + "-changed"
	switch {
	case old == "":
		rule = key + "-added"
	case new == "":
		rule = key + "-removed"
	}
	o, n := r.at(key, old, new)
	r.add(rule, r.what, o, n, false)
}
