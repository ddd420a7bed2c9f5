// Package table reads the register tables hw/regs/*.yaml and checks them. It
// finds all errors of all files in one run; each names file, line, column,
// rule and what was expected. The schema is the set of types below, one key a
// field.
//
// It is large because the schema is: reading, defaults and checks fill in one model, and
// each rule of a key has its message.
package table

// MaxBlockID is the highest block ID (chapter 3: 21 blocks, IDs 0 to 20).
const MaxBlockID = 20

// MaxBlockLength is the highest block length in DWORDs that a 16-bit register
// index can reach.
const MaxBlockLength = 0xffff

// MaxRegisterLength is the highest block length in DWORDs that the 8 bits of a length
// register can say.
const MaxRegisterLength = 0xff

// Block is one table file.
type Block struct {
	Name        string
	ID          int
	Length      int    // DWORDs
	Saturates   bool   // longer than an 8-bit length register can say: it holds 255
	Version     string // MAJOR.MINOR.PATCH; `regs diff` says when it is due to change
	Description string
	Registers   []Register
	Windows     []Window
	Reserved    []Range
	dropped     bool // an entry of a list could not be read at all
	at          places
}

// Register is an entry of the list registers: a DWORD, or an array of them.
type Register struct {
	Name        string
	Offset      int // DWORDs from the block's first register
	Count       int // elements of an array; 1 unless the table says otherwise
	Stride      int // DWORDs from one element to the next; 1 unless the table says otherwise
	Class       string
	Since       string // the block's version that brought it; "" for the first
	Lock        string // REGISTER.FIELD of the block: while it is 1, writes are ignored; "" for none
	Alias       string // register of the block whose bits this one shows; "" for none
	Description string
	Fields      []Field
	at          places
}

// Field is an entry of the list fields: bits Hi to Lo of the register.
type Field struct {
	Name        string
	Hi, Lo      int
	Type        string // one of Types, or a fixed-point type such as u8.8 or s15.16
	SW          string // software access, one of SoftwareAccess; rw unless the table says otherwise
	HW          string // hardware access, one of HardwareAccess; ro unless the table says otherwise
	Align       int    // of an address: its value is a multiple of so many bytes; 1 unless the table says otherwise
	Reset       int64
	Description string
	Enum        []EnumValue
	at          places
}

// Window is an entry of the list windows: DWORDs of a memory that software reaches
// through the block's addresses. They are not registers; a save does not copy them.
type Window struct {
	Name        string
	Offset      int // DWORDs from the block's first register
	Length      int // DWORDs
	SW          string
	Description string
	at          places
}

// EnumValue is one name of a field of type enum.
type EnumValue struct {
	Name      string
	Value     int64
	at, value spot // of the name, and of the value if it is one
}

// Range is an entry of the list reserved.
type Range struct {
	Offset      int // DWORDs
	Length      int // DWORDs
	Description string
	at          places
}

// Width is the number of bits of the field.
func (f Field) Width() int { return f.Hi - f.Lo + 1 }

// Mask is the field's mask before the shift.
func (f Field) Mask() uint32 { return uint32(1<<f.Width() - 1) }

// ResetBits is the field's reset value, not shifted.
func (f Field) ResetBits() uint32 { return uint32(f.Reset) & f.Mask() }

// Reset is the word that the register holds after reset.
func (r Register) Reset() uint32 {
	var word uint32
	for _, f := range r.Fields {
		word |= f.ResetBits() << f.Lo
	}
	return word
}

// HW is the hardware's access to the register: rw when it may write one of the fields.
func (r Register) HW() string {
	for _, f := range r.Fields {
		if f.HardwareWrites() {
			return "rw"
		}
	}
	return "ro"
}

// FileLength is the number of DWORDs up to the block's last register.
func (b Block) FileLength() int {
	n := 0
	for _, r := range b.Registers {
		n = max(n, r.Offset+(r.Count-1)*r.Stride+1)
	}
	return n
}
