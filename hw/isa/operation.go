// Package isa is the instruction set of kernels as the machine knows it: its tables, the fields of an instruction, its native form of 128 bits
// and the compact one of 64, and what is legal (spec chapter 5, "Instructions"; docs/isa.md).
package isa

// Format is the form that the words of an instruction have.
type Format uint8

// Forms of instructions.
const (
	FormatNative Format = iota + 1 // a destination and up to three sources
	FormatFlow                     // a target
	FormatSend                     // a message
)

// Operation is what the tables say of an opcode.
type Operation struct {
	Name        string // in lower case; "" of a reserved opcode
	Format      Format
	Sources     int
	Types       uint32 // Has... bits: execution types
	Allows      uint32 // Allows... bits
	Description string
}

// Message is what the tables say of a message's code.
type Message struct {
	Name        string // in lower case; "" of a reserved code
	Unit        int    // Unit... value
	Sends       uint32 // Sends... bits
	Answers     uint32 // an Answers... bit, or 0
	Uses        uint32 // Uses... bits
	Description string
}

// Bytes is the size of a type; 1 of a reserved one.
func Bytes(typ uint8) int { return int(bytesOf(uint32(typ))) }
