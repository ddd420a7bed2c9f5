package table

// Rule is a rule of the check.
type Rule struct {
	Name        string
	Description string // one line: what must hold
}

// Rules are the rules of the check, in the order of the reference.
var Rules = []Rule{
	{"syntax", "The file is YAML of the strict kind that tables are written in."},
	{"key", "Every mapping has the keys it needs, each once, and no others."},
	{"value", "A value is text, an integer, true or false, a list or a mapping, as its key wants."},
	{"name", "A name is upper-case words joined by underscores, beginning with a letter."},
	{"keyword", "A name is no keyword of a language that code is generated for."},
	{"duplicate", "Names and IDs stand once, upper and lower case being the same, also those of array elements and those generated for Go and C; so do names and values of an enum."},
	{"description", "Every entry has a description that says something."},
	{"range", "Offsets, lengths, counts, strides, bits, widths, IDs and values of an enum are inside of what they belong to."},
	{"overlap", "No DWORD belongs to two registers, windows or reserved ranges, and no bit to two fields."},
	{"gap", "Every DWORD of a block belongs to a register, a window or a reserved range."},
	{"alignment", "Alignments are powers of two and belong to addresses, resets keep them, and windows begin at multiples of their size."},
	{"length-register", "A block is at most 255 DWORDs long, or says that its length register saturates."},
	{"total", "The save area's offset registers reach every block."},
	{"type", "A field's type is one of the types, or fixed point with at most 32 bits."},
	{"enum", "A field of type enum has values, and no other field has."},
	{"reset", "A reset value fits its field, its enum, or what it must be."},
	{"sw", "Software access is one of the access types."},
	{"hw", "Hardware access is one of the hardware's access types."},
	{"access", "Software's and the hardware's access to a field make sense together."},
	{"class", "The context class is one of the classes."},
	{"save", "A register of class save can be read back: no field is write-only, pulsed or changed by a read."},
	{"derived", "A register of class derived is written by the hardware and by nobody else."},
	{"volatile", "A register of class volatile is written by the hardware."},
	{"version", "The version is MAJOR.MINOR.PATCH."},
	{"since", "A register is there since a version that is not newer than the table's."},
	{"lock", "A lock is one bit of another register that can change, and registers do not lock each other."},
	{"alias", "An alias shows bits of fields of a register that is no alias, with their reset values, in class none."},
	{"pair", "The halves NAME_LO and NAME_HI of a 64-bit value stand side by side in the same class."},
	{"packing", "The offset and length registers begin with the packing of the tables."},
	{"stale", "Generated files are those that the tables make."},
}
