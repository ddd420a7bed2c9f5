package table

import (
	"slices"
	"strings"

	"tilemark/text/near"
)

func (c *checker) register(b *Block, r *Register) {
	c.description(&r.at, "register", r.Name, r.Description)
	if r.at.has(kName) {
		c.keyword(&r.at, "register", r.Name, blockKeywords)
	}
	known := c.oneOf(&r.at, kClass, "class", r.Class, Classes)
	if r.at.has(kFields) && len(r.Fields) == 0 {
		c.at(&r.at, kFields, "range", "register %s has no fields, expected one at least", r.Name)
	}
	c.since(b, r)
	scope := c.names("field")
	for i := range r.Fields {
		if f := &r.Fields[i]; f.at.has(kName) {
			scope.Add(f.Name, f.at.place(kName))
			c.keyword(&f.at, "field", f.Name, fieldKeywords)
		}
	}
	c.layOut(r)
	for i := range r.Fields {
		c.field(r, &r.Fields[i])
	}
	if known {
		c.class(r)
	}
}

// class checks that the fields' access fits what a save does.
func (c *checker) class(r *Register) {
	switch r.Class {
	case "save":
		for i := range r.Fields {
			if f := &r.Fields[i]; f.at.has(kSW) && f.Access().Name != "" && !f.Access().ReadBack() {
				c.at(&f.at, kSW, "save", "field %s of class save is %s, expected an access that reads the value and leaves it: a save could not tell it",
					f.Name, f.SW)
			}
		}
	case "derived":
		for i := range r.Fields {
			if f := &r.Fields[i]; f.Access().Writable() {
				c.at(&f.at, kSW, "derived", "field %s of class derived is %s, expected an access without writes: nobody would bring back what was written",
					f.Name, f.SW)
			}
		}
		c.hardwareWrites(r)
	case "volatile":
		c.hardwareWrites(r)
	}
}

// hardwareWrites wants the hardware to change something in a register.
func (c *checker) hardwareWrites(r *Register) {
	known := func(f Field) bool { return slices.Contains(HardwareAccess, f.HW) }
	if len(r.Fields) == 0 || slices.ContainsFunc(r.Fields, func(f Field) bool { return !known(f) || f.HardwareWrites() }) {
		return
	}
	c.at(&r.at, kClass, r.Class, "register %s is of class %s and the hardware writes none of its fields, expected hw: rw, wo, set or clr", r.Name, r.Class).
		suggest("hw: rw")
}

// locks checks where the locks of a block's registers are.
func (c *checker) locks(b *Block) {
	for i := range b.Registers {
		r := &b.Registers[i]
		if r.Lock == "" || !r.at.has(kLock) {
			continue
		}
		if lock, field := c.lock(b, r); field != nil {
			c.lockCircle(b, r, lock)
		}
	}
}

// lock finds register and field of a lock and checks what a lock must be.
func (c *checker) lock(b *Block, r *Register) (*Register, *Field) {
	lock, field := c.lockOf(b, r)
	bad := func(format string, args ...any) *Error { return c.at(&r.at, kLock, "lock", format, args...) }
	name, fieldName, ok := strings.Cut(r.Lock, ".")
	switch {
	case !ok || !isName(name) || !isName(fieldName):
		bad("lock %q of register %s, expected REGISTER.FIELD", r.Lock, r.Name)
	case lock == nil:
		e := bad("lock %s of register %s: no register %s in block %s", r.Lock, r.Name, name, b.Name)
		if n := near.Name(name, registerNames(b)); n != "" {
			e.fix(n + "." + fieldName)
		}
	case lock.Name == r.Name:
		bad("register %s is locked by itself, expected a field of another register: it could never be unlocked", r.Name)
	case field == nil:
		e := bad("lock %s of register %s: register %s has no field %s", r.Lock, r.Name, name, fieldName)
		if n := near.Name(fieldName, fieldNames(lock)); n != "" {
			e.fix(name + "." + n)
		} else if len(lock.Fields) == 1 {
			e.fix(name + "." + lock.Fields[0].Name)
		}
	case lock.Count > 1:
		bad("lock %s of register %s is in an array, expected a field of a register", r.Lock, r.Name)
	case field.at.has(kBits) && field.Width() != 1:
		bad("lock %s of register %s has %d bits, expected 1", r.Lock, r.Name, field.Width())
	case field.Access().Name != "" && !field.Access().Writable() && !field.HardwareWrites():
		bad("lock %s of register %s is %s and the hardware does not write it, expected a bit that can change", r.Lock, r.Name, field.SW)
	case !writable(r):
		bad("register %s has no field that software writes, expected no lock", r.Name)
	default:
		return lock, field
	}
	return nil, nil
}

// lockOf finds register and field of a lock; nil when there is none of the name.
func (c *checker) lockOf(b *Block, r *Register) (*Register, *Field) {
	name, fieldName, _ := strings.Cut(r.Lock, ".")
	lock := c.find(b, name)
	if lock == nil {
		return nil, nil
	}
	i := slices.IndexFunc(lock.Fields, func(f Field) bool { return f.Name == fieldName })
	if i < 0 {
		return lock, nil
	}
	return lock, &lock.Fields[i]
}

// find returns the register of a name, nil when there is none.
func (c *checker) find(b *Block, name string) *Register {
	if c.of != b {
		c.of = b
		clear(c.index)
		for i := range b.Registers {
			if _, ok := c.index[b.Registers[i].Name]; !ok {
				c.index[b.Registers[i].Name] = i
			}
		}
	}
	if i, ok := c.index[name]; ok {
		return &b.Registers[i]
	}
	return nil
}

func writable(r *Register) bool {
	return len(r.Fields) == 0 || slices.ContainsFunc(r.Fields, func(f Field) bool { return f.Access().Name == "" || f.Access().Writable() })
}

// lockCircle follows the locks of locks; the error stands at the register of the circle
// that comes first.
func (c *checker) lockCircle(b *Block, r, lock *Register) {
	path := []string{r.Name, lock.Name}
	for lock.Lock != "" {
		next, _ := c.lockOf(b, lock)
		if next == nil || next == lock {
			return
		}
		path = append(path, next.Name)
		if next.Name == r.Name {
			if slices.Min(path) == r.Name {
				c.at(&r.at, kLock, "lock", "registers lock each other (%s), expected no circle: they could never be unlocked", strings.Join(path, ", "))
			}
			return
		}
		if slices.Contains(path[:len(path)-1], next.Name) {
			return // a circle that r does not belong to
		}
		lock = next
	}
}

// aliases checks what registers of a block show of others.
func (c *checker) aliases(b *Block) {
	for i := range b.Registers {
		if r := &b.Registers[i]; r.Alias != "" && r.at.has(kAlias) {
			c.alias(b, r, c.find(b, r.Alias))
		}
	}
}

func (c *checker) alias(b *Block, r, target *Register) {
	bad := func(format string, args ...any) *Error { return c.at(&r.at, kAlias, "alias", format, args...) }
	switch {
	case target == nil:
		e := bad("register %s is an alias of %s, which block %s does not have", r.Name, r.Alias, b.Name)
		if n := near.Name(r.Alias, registerNames(b)); n != "" {
			e.fix(n)
		}
	case target.Name == r.Name:
		bad("register %s is an alias of itself, expected another register", r.Name)
	case target.Alias != "":
		bad("register %s is an alias of %s, which is an alias of %s, expected a register of its own", r.Name, target.Name, target.Alias).fix(target.Alias)
	case target.Count != r.Count:
		bad("register %s with count %d is an alias of %s with count %d, expected the same", r.Name, r.Count, target.Name, target.Count)
	case r.at.has(kClass) && slices.Contains(Classes, r.Class) && r.Class != "none":
		c.at(&r.at, kClass, "alias", "register %s, an alias of %s, is of class %s, expected none: the bits belong to %s", r.Name, target.Name, r.Class, target.Name).
			fix("none")
	default:
		c.aliasFields(r, target)
	}
}

// aliasFields checks that each field of an alias shows bits of one field of its target.
func (c *checker) aliasFields(r, target *Register) {
	for i := range r.Fields {
		f := &r.Fields[i]
		if !f.at.has(kBits) {
			continue
		}
		k := slices.IndexFunc(target.Fields, func(t Field) bool { return t.Lo <= f.Lo && f.Hi <= t.Hi })
		if k < 0 {
			if !slices.ContainsFunc(target.Fields, func(t Field) bool { return !t.at.has(kBits) }) {
				c.at(&f.at, kBits, "alias", "field %s of alias %s, bits %d:%d, expected bits of one field of %s", f.Name, r.Name, f.Hi, f.Lo, target.Name).Bits =
					bitsOf(target, Span{f.Name, f.Hi, f.Lo})
			}
			continue
		}
		t := &target.Fields[k]
		if want := t.ResetBits() >> (f.Lo - t.Lo) & f.Mask(); f.at.has(kReset) && f.ResetBits() != want {
			e := c.at(&f.at, kReset, "alias", "reset %d of field %s of alias %s, expected %d, that of %s.%s", f.Reset, f.Name, r.Name, want, target.Name, t.Name)
			e.suggest("reset: %d", want)
		}
	}
}

// pairs checks that the halves of 64-bit values stand side by side.
func (c *checker) pairs(b *Block) {
	for i := range b.Registers {
		low := &b.Registers[i]
		if !strings.HasSuffix(low.Name, "_LO") || !low.at.has(kOffset) || low.Count > 1 {
			continue
		}
		high := c.find(b, strings.TrimSuffix(low.Name, "_LO")+"_HI")
		switch {
		case high == nil || !high.at.has(kOffset, kClass):
		case high.Offset != low.Offset+1:
			c.at(&high.at, kOffset, "pair", "register %s at %d, expected %d, after %s", high.Name, high.Offset, low.Offset+1, low.Name).
				suggest("%d", low.Offset+1)
		case high.Class != low.Class && low.at.has(kClass):
			c.at(&high.at, kClass, "pair", "register %s is of class %s and %s of class %s, expected the same for both halves", high.Name, high.Class, low.Name, low.Class).
				fix(low.Class)
		}
	}
}

func registerNames(b *Block) (names []string) {
	for i := range b.Registers {
		names = append(names, b.Registers[i].Name)
	}
	return names
}

func fieldNames(r *Register) (names []string) {
	for i := range r.Fields {
		names = append(names, r.Fields[i].Name)
	}
	return names
}
