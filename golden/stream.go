package golden

import (
	"errors"
	"fmt"
)

// streamError is a stream that the renderer cannot follow. A malformed one stops its
// context at the command; what others do is not defined.
type streamError struct {
	addr      uint64
	text      string
	malformed bool
}

func (e *streamError) Error() string { return fmt.Sprintf("address %#x: expected %s", e.addr, e.text) }

// expected says what should have been at an address.
func expected(addr uint64, format string, args ...any) error {
	return &streamError{addr: addr, text: fmt.Sprintf(format, args...)}
}

// malformed is expected for what the machine finds out, and stops the context for.
func malformed(addr uint64, format string, args ...any) error {
	return &streamError{addr: addr, text: fmt.Sprintf(format, args...), malformed: true}
}

// isMalformed tells whether an error is one that stops the context.
func isMalformed(err error) bool {
	var e *streamError
	return errors.As(err, &e) && e.malformed
}

// opcode is a command header's client and opcode.
type opcode uint8

const clientShift = 5 // of client in an opcode

// Commands (docs/commands.md, "Command header").
const (
	opNop           opcode = 0<<clientShift | 0
	opSkip          opcode = 0<<clientShift | 1
	opRestore       opcode = 0<<clientShift | 2
	opInterruptible opcode = 0<<clientShift | 3
	opDMA           opcode = 0<<clientShift | 4
	opFence         opcode = 0<<clientShift | 5
	opWait          opcode = 0<<clientShift | 6
	opFill          opcode = 1<<clientShift | 1
	opCopy          opcode = 1<<clientShift | 2
	opSetState      opcode = 2<<clientShift | 1
	opDraw          opcode = 2<<clientShift | 2
	opQueryWrite    opcode = 2<<clientShift | 3
)

const maxLength = 1<<16 - 1

// skipHeader is the place-holder of a context that was never interrupted.
const skipHeader = uint32(opSkip)<<24 | 1

// place says where a command may stand.
type place uint8

const (
	inRing place = 1 << iota
	inDMABuffer
)

var placeNames = map[place]string{inRing: "ring", inDMABuffer: "DMA buffer"}

// format is what a command looks like.
type format struct {
	name     string
	min, max uint32 // length
	where    place
}

var formats = map[opcode]format{
	opNop:           {"NOP", 0, maxLength, inRing | inDMABuffer},
	opInterruptible: {"INTERRUPTIBLE", 0, 0, inRing},
	opDMA:           {"DMA", 2, 2, inRing},
	opFence:         {"FENCE", 2, 2, inRing | inDMABuffer},
	opWait:          {"WAIT", 2, 2, inRing | inDMABuffer},
	opSetState:      {"SET_STATE", 2, maxLength, inDMABuffer},
	opDraw:          {"DRAW", 4, 4, inDMABuffer},
	opQueryWrite:    {"QUERY_WRITE", 1, 1, inDMABuffer},
	opFill:          {"FILL", 0, 0, inDMABuffer},
	opCopy:          {"COPY", 0, 0, inDMABuffer},
}

// command is a command with its operands.
type command struct {
	opcode
	sub      uint32
	addr     uint64 // byte address of its header
	offset   uint32 // of its header, in DWORDs
	next     uint32 // offset of the command behind it
	operands []uint32
}

// stream is a run of DWORDs: a DMA buffer, or the ring from HEAD to TAIL.
type stream struct {
	mem    image
	place  place
	base   uint64 // byte address of offset 0
	offset uint32 // of the next DWORD
	left   uint32 // DWORDs up to the end
	wrap   uint32 // the offset behind wrap - 1 is 0; 0: never
}

func (s *stream) addr() uint64 { return s.base + 4*uint64(s.offset) }

func (s *stream) dword() uint32 {
	v := s.mem.word(s.addr())
	s.offset++
	if s.offset == s.wrap {
		s.offset = 0
	}
	s.left--
	return v
}

// command reads the next command; buffer is used for its operands.
func (s *stream) command(buffer []uint32) (c command, err error) {
	c.addr, c.offset = s.addr(), s.offset
	header := s.dword()
	c.opcode, c.sub = opcode(header>>24), header>>16&0xff
	length := header & maxLength
	f, known := formats[c.opcode]
	switch {
	case !known || f.where&s.place == 0:
		return c, malformed(c.addr, "a command of a %s, found header %#08x", placeNames[s.place], header)
	case length < f.min || length > f.max:
		return c, malformed(c.addr, "%s with a length of %d to %d, found %d", f.name, f.min, f.max, length)
	case length > s.left:
		return c, malformed(c.addr, "%s of %d DWORDs to end inside the %s, which has %d left", f.name, length, placeNames[s.place], s.left)
	}
	c.operands = buffer[:0]
	for range length {
		c.operands = append(c.operands, s.dword())
	}
	c.next = s.offset
	return c, nil
}
