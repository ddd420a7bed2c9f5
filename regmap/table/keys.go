package table

// key is a key of the format.
type key uint8

const (
	kBlock key = iota
	kID
	kVersion
	kLength
	kSaturates
	kDescription
	kRegisters
	kWindows
	kReserved
	kName
	kOffset
	kCount
	kStride
	kClass
	kSince
	kLock
	kAlias
	kFields
	kBits
	kType
	kSW
	kHW
	kAlign
	kReset
	kEnum
	numKeys
)

// slots is how many places an entry keeps.
const slots = 11

// slotOf is where an entry keeps the place of a key's value. Keys that stand in the same
// mapping have slots of their own.
var slotOf = [numKeys]uint8{
	kName: 0, kBlock: 0, kDescription: 1, kID: 2, kOffset: 2, kBits: 2, kLength: 3, kCount: 3, kType: 3,
	kVersion: 4, kStride: 4, kSW: 4, kSaturates: 5, kClass: 5, kAlign: 5, kRegisters: 6, kFields: 6, kReset: 6,
	kWindows: 7, kSince: 7, kEnum: 7, kReserved: 8, kLock: 8, kAlias: 9, kHW: 10,
}

// form is what a key's value looks like.
type form uint8

const (
	text form = iota
	integer
	boolean
	list
	mapping
)

// keySpec says all about a key in one mapping: the decoder, the schema and the reference
// are made from it.
type keySpec struct {
	key      key
	name     string
	required bool
	form     form
	doc      string // one line, for the reference and the schema
	without  string // what holds without the key, in the reference
	pattern  string // of a text, in the schema
	low      int64  // least and greatest integer, in the schema, unless both are 0
	high     int64
	oneOf    *[]string // words that a text can be, in the schema
	items    *keySet   // what a list holds
}

// keySet is a mapping of the format: its keys in the order of the reference.
type keySet struct {
	what string // in messages
	keys []keySpec
}

// Patterns of texts, as a schema has them.
const (
	NamePattern     = `^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$`
	VersionPattern  = `^(0|[1-9][0-9]{0,8})\.(0|[1-9][0-9]{0,8})\.(0|[1-9][0-9]{0,8})$`
	BitsPattern     = `^(3[01]|[12]?[0-9]):(3[01]|[12]?[0-9])$`
	lockPatternText = `^[A-Z][A-Z0-9_]*\.[A-Z][A-Z0-9_]*$`
)

var blockKeys = keySet{"block", []keySpec{
	{key: kBlock, name: "block", required: true, pattern: NamePattern, doc: "Name of the block."},
	{key: kID, name: "id", required: true, form: integer, high: MaxBlockID, doc: "ID of the block in commands and in the save area."},
	{key: kVersion, name: "version", required: true, pattern: VersionPattern, doc: "Version of the table, MAJOR.MINOR.PATCH. What a change makes due is told by `regs diff`."},
	{key: kLength, name: "length", required: true, form: integer, low: 1, high: MaxBlockLength, doc: "DWORDs of the block, reserved ones and windows included."},
	{key: kSaturates, name: "saturates", form: boolean, without: "false", doc: "The length is more than 255 and its field in the length registers holds 255. Demanded then, refused otherwise."},
	{key: kDescription, name: "description", required: true, doc: "What the block is, one sentence."},
	{key: kRegisters, name: "registers", required: true, form: list, items: &registerKeys, doc: "Registers and arrays of registers."},
	{key: kWindows, name: "windows", form: list, items: &windowKeys, without: "none", doc: "Memories that software reaches through the block's addresses."},
	{key: kReserved, name: "reserved", required: true, form: list, items: &rangeKeys, doc: "Ranges that hold nothing yet. Every DWORD of the block belongs to a register, a window or one of these."},
}}

var registerKeys = keySet{"register", []keySpec{
	{key: kName, name: "name", required: true, pattern: NamePattern, doc: "Name of the register."},
	{key: kOffset, name: "offset", required: true, form: integer, high: MaxBlockLength - 1, doc: "DWORDs from the block's first register."},
	{key: kCount, name: "count", form: integer, low: 1, high: MaxBlockLength, without: "1", doc: "Elements of an array. Generated names of element i end in `_i`."},
	{key: kStride, name: "stride", form: integer, low: 1, high: MaxBlockLength, without: "1", doc: "DWORDs from one element of an array to the next."},
	{key: kClass, name: "class", required: true, oneOf: &Classes, doc: "Context class: what a save and a restore do with the register."},
	{key: kSince, name: "since", pattern: VersionPattern, without: "the first version", doc: "Version of the table that brought the register."},
	{key: kLock, name: "lock", pattern: lockPatternText, without: "none", doc: "`REGISTER.FIELD` of the same block, one bit: while it is 1, writes to the register are ignored."},
	{key: kAlias, name: "alias", pattern: NamePattern, without: "none", doc: "Register of the same block whose bits this one shows at an offset of its own."},
	{key: kHW, name: "hw", oneOf: &HardwareAccess, without: "`ro`", doc: "Access by the hardware of the fields that do not say their own."},
	{key: kDescription, name: "description", required: true, doc: "What the register is for, one sentence."},
	{key: kFields, name: "fields", required: true, form: list, items: &fieldKeys, doc: "Fields; bits of no field read 0 and ignore writes."},
}}

var fieldKeys = keySet{"field", []keySpec{
	{key: kName, name: "name", required: true, pattern: NamePattern, doc: "Name of the field. `VALUE` stands for the register as a whole and adds nothing to generated names."},
	{key: kBits, name: "bits", required: true, pattern: BitsPattern, doc: "Highest and lowest bit, `\"hi:lo\"`, in quotes."},
	{key: kType, name: "type", required: true, doc: "Type of the value."},
	{key: kSW, name: "sw", oneOf: &SoftwareAccess, without: "`rw`", doc: "Access by software."},
	{key: kHW, name: "hw", oneOf: &HardwareAccess, without: "the register's", doc: "Access by the hardware."},
	{key: kAlign, name: "align", form: integer, low: 1, high: 1 << 31, without: "1", doc: "Of a field of type `address`: its value is a multiple of so many bytes, a power of two."},
	{key: kReset, name: "reset", form: integer, low: -1 << 31, high: 1<<32 - 1, without: "0; for `one`, all ones", doc: "Value after reset, not shifted; negative only in signed types. Of `f32` the pattern, of fixed point the integer that is stored."},
	{key: kEnum, name: "enum", form: mapping, without: "none", doc: "Names and values of a field of type `enum`."},
	{key: kDescription, name: "description", required: true, doc: "What the field is, with its unit."},
}}

var windowKeys = keySet{"window", []keySpec{
	{key: kName, name: "name", required: true, pattern: NamePattern, doc: "Name of the window."},
	{key: kOffset, name: "offset", required: true, form: integer, high: MaxBlockLength - 1, doc: "DWORDs from the block's first register, a multiple of the length rounded up to a power of two."},
	{key: kLength, name: "length", required: true, form: integer, low: 1, high: MaxBlockLength, doc: "DWORDs of the window."},
	{key: kSW, name: "sw", oneOf: &windowAccess, without: "`rw`", doc: "Access by software: `ro`, `rw` or `wo`."},
	{key: kDescription, name: "description", required: true, doc: "What the memory holds. A save does not copy it."},
}}

var rangeKeys = keySet{"reserved range", []keySpec{
	{key: kOffset, name: "offset", required: true, form: integer, high: MaxBlockLength - 1, doc: "DWORDs from the block's first register."},
	{key: kLength, name: "length", required: true, form: integer, low: 1, high: MaxBlockLength, doc: "DWORDs of the range."},
	{key: kDescription, name: "description", required: true, doc: "What the range is kept for."},
}}

// windowAccess is what software can do with a window.
var windowAccess = []string{"ro", "rw", "wo"}

// names lists the keys of a mapping.
func (s *keySet) names() (names []string) {
	for i := range s.keys {
		names = append(names, s.keys[i].name)
	}
	return names
}
