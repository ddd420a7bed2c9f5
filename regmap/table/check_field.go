package table

import (
	"slices"
	"strconv"
	"strings"

	"tilemark/text/near"
)

// layOut checks that fields do not lie on each other.
func (c *checker) layOut(r *Register) {
	var owner [32]int8
	for i := range r.Fields {
		f := &r.Fields[i]
		if !f.at.has(kBits) {
			continue
		}
		for bit := f.Lo; bit <= f.Hi; bit++ {
			if other := owner[bit]; other != 0 {
				c.bitsOverlap(r, f, r.Fields[other-1].Name, bit)
				break
			}
			owner[bit] = int8(min(i, 126) + 1)
		}
	}
}

func (c *checker) bitsOverlap(r *Register, f *Field, other string, bit int) {
	e := c.at(&f.at, kBits, "overlap", "field %s lies on %s at bit %d, expected bits of its own", f.Name, other, bit)
	e.Bits = bitsOf(r, Span{f.Name, f.Hi, f.Lo})
	if lo, ok := freeBits(r, f); ok {
		e.suggest("%s, the next bits that are free", bitsText(lo+f.Width()-1, lo))
		e.Fix = bitsText(lo+f.Width()-1, lo)
	}
}

// freeBits finds room for a field above where it is, otherwise anywhere.
func freeBits(r *Register, f *Field) (lo int, ok bool) {
	var taken uint32
	for i := range r.Fields {
		if o := &r.Fields[i]; o != f && o.at.has(kBits) {
			taken |= o.Mask() << o.Lo
		}
	}
	for k := range 32 {
		lo := (f.Lo + k) % 32
		if lo+f.Width() <= 32 && taken&(f.Mask()<<lo) == 0 {
			return lo, true
		}
	}
	return 0, false
}

// bitsOf lists a register's fields for a ruler.
func bitsOf(r *Register, clash Span) *Bits {
	b := &Bits{Clash: clash}
	for i := range r.Fields {
		if f := &r.Fields[i]; f.at.has(kBits) {
			b.Fields = append(b.Fields, Span{f.Name, f.Hi, f.Lo})
		}
	}
	return b
}

func (c *checker) field(r *Register, f *Field) {
	c.description(&f.at, "field", f.Name, f.Description)
	c.oneOf(&f.at, kHW, "hw", f.HW, HardwareAccess)
	c.oneOf(&f.at, kSW, "sw", f.SW, SoftwareAccess)
	if c.fieldType(f) && f.at.has(kBits) {
		c.width(r, f)
		c.reset(f)
		c.align(f)
	}
	c.access(r, f)
	c.enum(f)
}

// fieldType reports whether the type is one.
func (c *checker) fieldType(f *Field) bool {
	if !f.at.has(kType) {
		return false
	}
	if _, fixed := f.Fixed(); fixed || slices.Contains(Types, f.Type) {
		return true
	}
	e := c.at(&f.at, kType, "type", "unknown type %q, expected one of %s, or fixed point with at most 32 bits such as u8.8 or s15.16", f.Type, strings.Join(Types, ", "))
	if n := near.Name(f.Type, Types); n != "" {
		e.fix(n)
	}
	return false
}

func (c *checker) width(r *Register, f *Field) {
	want := 0
	switch f.Type {
	case "bool":
		want = 1
	case "f32":
		want = 32
	default:
		if fixed, ok := f.Fixed(); ok {
			want = fixed.Width()
		}
	}
	if want == 0 || f.Width() == want {
		return
	}
	e := c.at(&f.at, kBits, "range", "field %s of type %s has %d bits, expected %d", f.Name, f.Type, f.Width(), want)
	e.Bits = bitsOf(r, Span{f.Name, f.Hi, f.Lo})
	if f.Lo+want <= 32 {
		e.suggest("%s", bitsText(f.Lo+want-1, f.Lo))
	}
}

func (c *checker) reset(f *Field) {
	if !f.at.has(kReset) {
		return
	}
	low, high := int64(0), int64(f.Mask())
	if f.Signed() {
		low, high = -int64(1)<<(f.Width()-1), int64(1)<<(f.Width()-1)-1
	}
	bad := func(format string, args ...any) *Error { return c.at(&f.at, kReset, "reset", format, args...) }
	switch {
	case f.Type == "zero" && f.Reset != 0:
		bad("reset %d of field %s, which must be zero, expected 0", f.Reset, f.Name).fix("0")
	case f.Type == "one" && f.Reset != high:
		bad("reset %d of field %s, which must be one, expected %d", f.Reset, f.Name, high).fix(strconv.FormatInt(high, 10))
	case f.Reset < low || f.Reset > high:
		bad("reset %d of field %s, expected %d to %d", f.Reset, f.Name, low, high).suggest("%d", min(max(f.Reset, low), high))
	case f.Type == "enum" && len(f.Enum) > 0:
		c.enumReset(f)
	}
}

func (c *checker) enumReset(f *Field) {
	// A value that could not be read may have been the right one.
	if slices.ContainsFunc(f.Enum, func(v EnumValue) bool { return v.Value == f.Reset || v.value == 0 }) {
		return
	}
	e := c.at(&f.at, kReset, "reset", "reset %d of field %s, expected a value of its enum", f.Reset, f.Name)
	e.suggest("%d (%s)", f.Enum[0].Value, f.Enum[0].Name)
}

// align checks the alignment of an address.
func (c *checker) align(f *Field) {
	if !f.at.has(kAlign) {
		return
	}
	bad := func(k key, format string, args ...any) *Error { return c.at(&f.at, k, "alignment", format, args...) }
	switch {
	case f.Type != "address":
		bad(kAlign, "field %s of type %s has an alignment, expected it with type address only", f.Name, f.Type)
	case f.Align < 1 || f.Align&(f.Align-1) != 0:
		bad(kAlign, "alignment %d of field %s, expected a power of two, in bytes", f.Align, f.Name).suggest("%d", powerBelow(f.Align))
	case int64(f.Align) > int64(f.Mask()):
		bad(kAlign, "alignment %d of field %s, expected at most %d: the field has %d bits", f.Align, f.Name, (int64(f.Mask())+1)/2, f.Width())
	case f.Reset%int64(f.Align) != 0 && f.at.has(kReset):
		bad(kReset, "reset %d of field %s, expected a multiple of its alignment of %d bytes", f.Reset, f.Name, f.Align).
			suggest("%d", f.Reset/int64(f.Align)*int64(f.Align))
	}
}

func powerBelow(n int) int {
	p := 1
	for p <= n/2 {
		p *= 2
	}
	return p
}

// access checks that what software and hardware can do with a field makes sense together.
func (c *checker) access(r *Register, f *Field) {
	sw, known := AccessByName(f.SW)
	hw, knownHW := HWAccessByName(f.HW)
	if !known || !knownHW {
		return
	}
	constant := f.Type == "zero" || f.Type == "one"
	bad := func(format string, args ...any) { c.at(&f.at, kSW, "access", format, args...) }
	switch {
	case constant && hw.Writes:
		c.at(&f.at, kHW, "access", "field %s must be %s and the hardware is %s, expected ro or none: it would not stay so", f.Name, f.Type, f.HW)
	case constant && sw.Reads != ReadValue && sw.Reads != NoRead:
		bad("field %s must be %s and is %s, expected a read that leaves the value", f.Name, f.Type, f.SW)
	case constant:
	case !hw.Reads && !hw.Writes && sw.Name == "none":
		bad("field %s is for neither software nor hardware, expected one of them to have access", f.Name)
	case sw.Writes == Pulse && !hw.Reads:
		bad("field %s is singlepulse and the hardware is %s, expected a hardware that reads it", f.Name, f.HW)
	case sw.Writable() && sw.Reads == NoRead && !hw.Reads:
		bad("field %s is %s and the hardware is %s, expected somebody who reads what is written", f.Name, f.SW, f.HW)
	case (sw.Reads == ReadClears || sw.Writes == OneClears || sw.Writes == ZeroClears || sw.Writes == AnyClears) && !setsByWrite(sw) && r.Alias == "" && (!hw.Writes || f.HW == "clr"):
		bad("field %s is %s and the hardware is %s, expected a hardware that can set bits: nobody else does", f.Name, f.SW, f.HW)
	}
}

// setsByWrite reports whether software can make bits 1.
func setsByWrite(a Access) bool {
	switch a.Writes {
	case WriteValue, OneSets, OneToggles, ZeroSets, ZeroToggles, AnySets, OnceValue:
		return true
	}
	return a.Reads == ReadSetsAll
}

func (c *checker) enum(f *Field) {
	switch {
	case f.Type == "enum" && f.at.has(kEnum) && len(f.Enum) == 0:
		c.at(&f.at, kEnum, "enum", "field %s, expected one value at least", f.Name)
	case f.Type != "enum" && f.at.has(kType, kEnum):
		c.at(&f.at, kEnum, "enum", "field %s of type %s has an enum, expected it with type enum only", f.Name, f.Type)
	}
	if len(f.Enum) == 0 {
		return
	}
	clear(c.values)
	scope := c.names("enum value")
	for i := range f.Enum {
		v := &f.Enum[i]
		scope.Add(v.Name, Place{f.at.file, v.at})
		if v.value != 0 {
			c.enumValue(f, i)
		}
	}
}

func (c *checker) enumValue(f *Field, i int) {
	v := &f.Enum[i]
	if f.at.has(kBits) && (v.Value < 0 || v.Value > int64(f.Mask())) {
		c.errorf(&f.at, v.value, "range", "enum value %s = %d of field %s, expected 0 to %d", v.Name, v.Value, f.Name, f.Mask())
	}
	if k, ok := c.values[v.Value]; ok {
		e := c.errorf(&f.at, v.value, "duplicate", "enum value %s = %d of field %s is %s already, expected another value", v.Name, v.Value, f.Name, f.Enum[k].Name)
		if free, ok := freeValue(f); ok {
			e.fix(strconv.FormatInt(free, 10))
		}
		return
	}
	c.values[v.Value] = i
}

// freeValue is the least value that the enum has no name for.
func freeValue(f *Field) (int64, bool) {
	for v := int64(0); v <= int64(f.Mask()) && v <= int64(len(f.Enum)); v++ {
		if !slices.ContainsFunc(f.Enum, func(e EnumValue) bool { return e.Value == v }) {
			return v, true
		}
	}
	return 0, false
}
