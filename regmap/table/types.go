package table

import "strconv"

// Type is a type that the key type can name.
type Type struct {
	Name        string
	Description string // one line
}

// FieldTypes are the types of a field that have a name of their own; the others are the
// fixed-point types (FixedPoint).
var FieldTypes = []Type{
	{"uint", "Unsigned integer."},
	{"sint", "Signed integer, two's complement."},
	{"bool", "One bit: 0 is false, 1 is true."},
	{"enum", "One of the named values of the key enum."},
	{"address", "Byte address."},
	{"f32", "IEEE 754 binary32; 32 bits."},
	{"zero", "Must be zero: software writes 0 and may rely on reading 0."},
	{"one", "Must be one: software writes ones in all bits and may rely on reading them."},
}

// Types are the names of FieldTypes.
var Types = typeNames()

func typeNames() (names []string) {
	for _, t := range FieldTypes {
		names = append(names, t.Name)
	}
	return names
}

// FixedPoint is a fixed-point type: of its bits, Fraction stand after the binary point.
// A signed one is two's complement, and Integer counts the sign.
type FixedPoint struct {
	Signed            bool
	Integer, Fraction int
}

// ParseFixedPoint reads a fixed-point type: u or s, integer bits, a point, fraction bits,
// such as u8.8 or s15.16. Both together are the width, 1 to 32; a signed one has an
// integer bit for its sign at least.
func ParseFixedPoint(name string) (FixedPoint, bool) {
	if len(name) < 4 || name[0] != 'u' && name[0] != 's' {
		return FixedPoint{}, false
	}
	dot := 1
	for dot < len(name) && name[dot] != '.' {
		dot++
	}
	if dot == len(name) {
		return FixedPoint{}, false
	}
	m, okM := bitCount(name[1:dot])
	n, okN := bitCount(name[dot+1:])
	f := FixedPoint{Signed: name[0] == 's', Integer: m, Fraction: n}
	ok := okM && okN && f.Width() >= 1 && f.Width() <= 32 && (!f.Signed || m >= 1)
	return f, ok
}

// bitCount reads a decimal number of one or two digits without leading zeros.
func bitCount(digits string) (int, bool) {
	n, err := strconv.ParseUint(digits, 10, 8)
	return int(n), err == nil && strconv.FormatUint(n, 10) == digits
}

// Width is the number of bits.
func (f FixedPoint) Width() int { return f.Integer + f.Fraction }

// Value is the number that the lowest Width bits of a word stand for.
func (f FixedPoint) Value(bits uint32) float64 {
	scale := float64(uint64(1) << f.Fraction)
	unused := 32 - f.Width()
	if f.Signed {
		return float64(int32(bits<<unused)>>unused) / scale
	}
	return float64(bits<<unused>>unused) / scale
}

// Fixed is the field's fixed-point type, if it has one.
func (f Field) Fixed() (FixedPoint, bool) { return ParseFixedPoint(f.Type) }

// Signed reports whether the field's reset value counts as two's complement.
func (f Field) Signed() bool {
	fixed, ok := f.Fixed()
	return f.Type == "sint" || ok && fixed.Signed
}
