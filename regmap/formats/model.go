// Package formats reads the tables of command formats and of structures in memory,
// hw/regs/formats/*.yaml, and checks them as regmap/table does those of registers: all
// errors of all files in one run, each with its place, its rule and what was expected. The
// schema is the set of types below, one key a field (docs/registers.md).
package formats

import "tilemark/regmap/table"

// Set is what all files say together. Entries stand in the order of the files, and in them
// in that of the table; operands and words in the order of their offsets.
type Set struct {
	Files        []File
	Enums        []Enum
	Header       *Header // of commands; nil without commands
	Commands     []Command
	Structures   []Structure
	Instructions []Instruction
	Messages     []Message
}

// placed is an entry of a table, which knows where it stands.
type placed struct{ at table.Places }

// At is where a key's value stands, or the entry when the table leaves the key out.
func (p placed) At(key string) table.Pos { return p.at.Of(key).Pos() }

// File is one table file.
type File struct {
	Name        string
	Version     string // MAJOR.MINOR.PATCH
	Description string
	placed
}

// Enum is a list of named values that fields and words refer to. Of kind flags each value
// is one bit of a set.
type Enum struct {
	Name        string
	Kind        string // one of EnumKinds; values unless the table says otherwise
	Description string
	Values      []Value
	placed
}

// Value is one name of an enum.
type Value struct {
	Name        string
	Value       int64
	Label       string // how texts for people name it; "" when as Name
	Description string
	placed
}

// Header is the first DWORD of every command. Its fields CLIENT and OPCODE tell commands
// apart, LENGTH counts the DWORDs after the header.
type Header struct {
	Description string
	Fields      []Field
	placed
}

// The fields that a header must have.
const (
	ClientField = "CLIENT"
	OpcodeField = "OPCODE"
	SubField    = "SUB_OPCODE"
	LengthField = "LENGTH"
)

// Command is what follows a header of one client and opcode.
type Command struct {
	Name        string
	Client      string // value of the enum of the header's CLIENT
	Opcode      int
	Least, Most int // DWORDs after the header; Most is MostLength when it has no end of its own
	Where       []string
	Alone       string // name of the header when its length is 0, which is a word of 0; "" when it has none of its own
	Description string
	Sub         *Sub // nil: sub-opcode 0
	Operands    []Word
	dropped     bool // an operand could not be read at all
	placed
}

// MostLength is the highest length of a command that sets none.
const MostLength = -1

// Sub says what the sub-opcode of a command means.
type Sub struct {
	Name        string
	Type        string // uint, enum, or block: the ID of a register block
	Enum        string
	Description string
	placed
}

// Structure is a record in memory, or one that a command of the CPU brings.
type Structure struct {
	Name        string
	Length      int    // DWORDs
	Align       int    // bytes; 4 unless the table says otherwise
	Count       int    // how many stand one after the other; 1 unless the table says otherwise
	Behind      string // "" or blocks: offsets count from the first DWORD after the blocks of the save area
	Description string
	Words       []Word
	Reserved    []Reserved
	dropped     bool // an entry of a list could not be read at all
	placed
}

// Word is an operand of a command or a word of a structure: one DWORD, two of type uint64,
// Count of them in an array.
type Word struct {
	Name        string
	Offset      int    // DWORDs from the command's header, or from the structure's first word
	Count       int    // elements; 1 unless the table says otherwise
	Rest        bool   // of a command: it stands in every DWORD up to the command's end
	Type        string // one of WordTypes; fields when Fields say what its bits are
	Enum        string // name, with type enum or flags
	Align       int    // bytes, of an address; 0: any
	Max         int64  // of type uint; 0: any
	Writer      string // "" or one of Writers
	Description string
	Fields      []Field
	placed
}

// Field is bits Hi to Lo of a word.
type Field struct {
	Name        string
	Hi, Lo      int
	Type        string // one of FieldTypes
	Enum        string // name, with type enum or flags
	Description string
	placed
}

// Reserved is a range of a structure without meaning.
type Reserved struct {
	Offset      int // DWORDs
	Length      int // DWORDs
	Description string
	placed
}

// Instruction is an operation of kernels.
type Instruction struct {
	Name        string
	Opcode      int
	Format      string // name of the structure that its native form has
	Sources     int
	Types       []string // of ExecutionTypes
	Allows      []string // of InstructionAllows
	Description string
	placed
}

// Message is what the operation send can send.
type Message struct {
	Name        string
	Code        int
	Unit        string   // value of the enum UNIT
	Sends       []string // of Payloads
	Answers     string   // "" or one of Answers
	Allows      []string // of MessageAllows
	Description string
	placed
}

// UnitEnum lists whom messages go to.
const UnitEnum = "UNIT"

// The structures before and after the blocks of a save area.
const (
	HeadStructure = "SAVE_AREA_HEAD"
	TailStructure = "SAVE_AREA_TAIL"
)

// What keys can say.
var (
	EnumKinds = []string{"values", "flags"}
	// Places are where commands stand.
	Places = []string{"ring", "dma_buffer", "place_holder"}
	// WordTypes are the types of words without fields: a raw word, numbers, an address, a
	// register's index, its value, a command's header.
	WordTypes = []string{"raw", "uint", "sint", "uint64", "address", "f32", "enum", "flags", "register", "value", "command"}
	// FieldTypes are the types of fields.
	FieldTypes = []string{"uint", "sint", "bool", "enum", "flags", "address"}
	// SubTypes are the types of a sub-opcode.
	SubTypes = []string{"uint", "enum", "block"}
	// Writers are who writes a word.
	Writers = []string{"cpu", "gpu"}
	// ExecutionTypes are the kinds of execution types; a word is ud.
	ExecutionTypes = []string{"integer", "float", "word"}
	// InstructionAllows are what instructions may have: a saturated result; a condition that writes the flag register, that chooses, or
	// that must be there; negated sources, or absolute values too; a source's lanes swizzled; an immediate; a shift count; an implied
	// destination; a predicate by lane, or for all lanes at once; a target; levels of loops; a special register, which is written.
	InstructionAllows = []string{"saturate", "condition", "select", "compare", "negate", "modifiers", "swizzle", "immediate", "count",
		"implied", "fours", "lane", "uniform", "target", "levels", "handler", "special", "write"}
	// Payloads are what messages bring.
	Payloads = []string{"addresses", "components", "operands", "registers", "coordinates", "gradients", "depths", "one", "set"}
	// Answers are what answers have.
	Answers = []string{"components", "returns", "one", "block", "registers", "texel", "grant"}
	// MessageAllows are the fields of a descriptor that messages use.
	MessageAllows = []string{"binding", "type", "count", "non_cacheable", "atomic", "sampler", "last", "coordinates", "texels"}
	// Behinds are what a structure can stand after.
	Behinds = []string{"blocks"}
)

// Width is the number of bits of the field.
func (f Field) Width() int { return f.Hi - f.Lo + 1 }

// Mask is the field's mask before the shift.
func (f Field) Mask() uint32 { return uint32(1<<f.Width() - 1) }

// DWords is the number of DWORDs of a word; of one that takes the rest of a command, of one
// element.
func (w Word) DWords() int {
	if w.Type == "uint64" {
		return 2 * w.Count
	}
	return w.Count
}

// Enum finds an enum by its name; nil without it.
func (s *Set) Enum(name string) *Enum {
	for i := range s.Enums {
		if s.Enums[i].Name == name {
			return &s.Enums[i]
		}
	}
	return nil
}

// Field finds a field by its name; nil without it.
func (h *Header) Field(name string) *Field {
	for i := range h.Fields {
		if h.Fields[i].Name == name {
			return &h.Fields[i]
		}
	}
	return nil
}

// Code is the header of a command without sub-opcode and length.
func (s *Set) Code(c Command) uint32 {
	client, opcode := s.Header.Field(ClientField), s.Header.Field(OpcodeField)
	return s.client(c)<<client.Lo | uint32(c.Opcode)<<opcode.Lo
}

func (s *Set) client(c Command) uint32 {
	if e := s.Enum(s.Header.Field(ClientField).Enum); e != nil {
		for _, v := range e.Values {
			if v.Name == c.Client {
				return uint32(v.Value)
			}
		}
	}
	return 0
}

// CodeMask is the bits of a header that tell commands apart.
func (s *Set) CodeMask() uint32 {
	client, opcode := s.Header.Field(ClientField), s.Header.Field(OpcodeField)
	return client.Mask()<<client.Lo | opcode.Mask()<<opcode.Lo
}

// LengthRange is the least and the highest length of a command.
func (s *Set) LengthRange(c Command) (least, most int) {
	if c.Most == MostLength {
		return c.Least, int(s.Header.Field(LengthField).Mask())
	}
	return c.Least, c.Most
}

// Fixed is the number of operands before those that take the rest of the command.
func (c Command) Fixed() int {
	n := 0
	for _, w := range c.Operands {
		if !w.Rest {
			n += w.DWords()
		}
	}
	return n
}

// Size is the structure's size in bytes.
func (s Structure) Size() int { return 4 * s.Length }

// Text is how texts for people name a value.
func (v Value) Text() string {
	if v.Label != "" {
		return v.Label
	}
	return v.Name
}
