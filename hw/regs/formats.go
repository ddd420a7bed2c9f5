package regs

// Commands and structures in memory stand in the tables hw/regs/formats/*.yaml;
// formats_gen.go is generated from them by `make regs`. This file holds the types of the
// generated data and the look-ups in it.

// Where a command stands, as bits.
const (
	InRing = 1 << iota
	InDmaBuffer
	InPlaceHolder
)

// Shape is what a parser has to know of a command.
type Shape struct {
	Where uint8  // places, as bits; 0: no command
	Least uint32 // DWORDs after the header, at least
	Most  uint32 // and at most
	Fixed uint32 // of them, those before what takes the rest of the command
}

// NamedValue is a value of an enumeration. Label is how texts for people name it.
type NamedValue struct {
	Name        string
	Value       uint32
	Label       string
	Description string
}

// WordField describes a field of a word. Shift and Width are in bits; Type is uint, sint,
// bool, enum, flags or address. Values are those of an enum or a set of flags.
type WordField struct {
	Name        string
	Shift       uint8
	Width       uint8
	Type        string
	Values      []NamedValue
	Description string
}

// Word describes an operand of a command or a word of a structure. Offset counts DWORDs
// from the command's header, or from the structure's first word; Count is the number of
// elements of an array. With Rest it stands in every DWORD up to the command's end. Type
// is raw, uint, sint, uint64, address, f32, enum, flags, register, value, command, or
// fields. Align is in bytes and Max the highest value, 0 when there is none. Writer is
// cpu, gpu or empty.
type Word struct {
	Name        string
	Offset      int
	Count       int
	Rest        bool
	Type        string
	Align       uint32
	Max         uint32
	Writer      string
	Values      []NamedValue
	Description string
	Fields      []WordField
}

// Command describes a command. Code is client and opcode in the header, Alone the name of
// a header that is a word of 0. Sub is what the sub-opcode says, nil when it is 0; its
// Type may also be block.
type Command struct {
	Name        string
	Alone       string
	Code        uint32
	Shape       Shape
	Description string
	Sub         *WordField
	Operands    []Word
}

// Structure describes a record of words. Align is in bytes, Count how many stand after
// one another. With After "blocks" it stands after the blocks of the save area.
type Structure struct {
	Name        string
	DWords      int
	Align       int
	Count       int
	Behind      string
	Description string
	Words       []Word
}

// CommandOf finds the command of a header; nil when there is none.
func CommandOf(header uint32) *Command {
	for i := range Commands {
		if Commands[i].Code == header&HeaderCommandMask {
			return &Commands[i]
		}
	}
	return nil
}

// Named finds a value in a list; nil when no name stands for it.
func Named(values []NamedValue, v uint32) *NamedValue {
	for i := range values {
		if values[i].Value == v {
			return &values[i]
		}
	}
	return nil
}

// DWords is the number of DWORDs of a word, those of all elements of an array.
func (w *Word) DWords() int {
	if w.Type == "uint64" {
		return 2 * w.Count
	}
	return w.Count
}

// StructureOf finds a structure by its name; nil when there is none.
func StructureOf(name string) *Structure {
	for i := range Structures {
		if Structures[i].Name == name {
			return &Structures[i]
		}
	}
	return nil
}

// Word finds the word at a DWORD of the structure; nil when it is reserved.
func (s *Structure) Word(dword int) *Word {
	for i := range s.Words {
		if w := &s.Words[i]; dword >= w.Offset && dword < w.Offset+w.DWords() {
			return w
		}
	}
	return nil
}
