package golden

import (
	"errors"
	"fmt"

	"tilemark/hw/regs"
)

// streamError is a stream that the renderer cannot follow. A malformed one stops its
// context at the command; what others do is not defined.
type streamError struct {
	addr      uint64
	text      string
	malformed bool
	reason    uint8  // malformed: one of regs.ReasonValues
	word      uint32 // malformed: what was found
}

func (e *streamError) Error() string { return fmt.Sprintf("address %#x: expected %s", e.addr, e.text) }

// expected says what should have been at an address.
func expected(addr uint64, format string, args ...any) error {
	return &streamError{addr: addr, text: fmt.Sprintf(format, args...)}
}

// malformed is expected for what the machine finds out, and stops the context for: a reason, and
// the word that makes no sense.
func malformed(reason uint8, word uint32, addr uint64, format string, args ...any) error {
	return &streamError{addr: addr, text: fmt.Sprintf(format, args...), malformed: true, reason: reason, word: word}
}

// isMalformed tells whether an error is one that stops the context.
func isMalformed(err error) bool {
	var e *streamError
	return errors.As(err, &e) && e.malformed
}

// opcode is what of a header tells commands apart: one of regs.Commands.
type opcode uint32

// place says where a command may stand.
type place uint8

const (
	inRing      place = regs.InRing
	inDMABuffer place = regs.InDmaBuffer
)

var placeNames = map[place]string{inRing: "ring", inDMABuffer: "DMA buffer"}

// format is what a command looks like.
type format struct {
	name     string
	min, max uint32 // length
	where    place
}

// formats are the commands of rings and DMA buffers (hw/regs/formats/commands.yaml).
var formats = func() map[opcode]format {
	all := map[opcode]format{}
	for _, c := range regs.Commands {
		if where := place(c.Shape.Where) & (inRing | inDMABuffer); where != 0 {
			all[opcode(c.Code)] = format{c.Name, c.Shape.Least, c.Shape.Most, where}
		}
	}
	return all
}()

// command is a command with its operands.
type command struct {
	opcode
	header   uint32
	sub      uint32
	addr     uint64 // byte address of its header
	offset   uint32 // of its header, in DWORDs
	next     uint32 // offset of the command after it
	operands []uint32
}

// operand returns the DWORD at a place that the tables count from the header.
func (c *command) operand(place int) uint32 { return c.operands[place-1] }

// stream is a run of DWORDs: a DMA buffer, or the ring from HEAD to TAIL.
type stream struct {
	mem    image
	place  place
	base   uint64 // byte address of offset 0
	offset uint32 // of the next DWORD
	left   uint32 // DWORDs up to the end
	wrap   uint32 // the offset after wrap - 1 is 0; 0: never
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
	c.opcode, c.header, c.sub = opcode(header&regs.HeaderCommandMask), header, field(header, regs.HeaderSubOpcodeShift, regs.HeaderSubOpcodeMask)
	length := field(header, regs.HeaderLengthShift, regs.HeaderLengthMask)
	f, known := formats[c.opcode]
	switch {
	case !known:
		return c, malformed(regs.ReasonOpcode, header, c.addr, "a command of a %s, found header %#08x", placeNames[s.place], header)
	case f.where&s.place == 0:
		return c, malformed(regs.ReasonPlace, header, c.addr, "a command of a %s, found header %#08x", placeNames[s.place], header)
	case length < f.min || length > f.max:
		return c, malformed(regs.ReasonLength, header, c.addr, "%s with a length of %d to %d, found %d", f.name, f.min, f.max, length)
	case length > s.left:
		return c, malformed(regs.ReasonPastEnd, header, c.addr, "%s of %d DWORDs to end inside the %s, which has %d left", f.name, length, placeNames[s.place], s.left)
	}
	c.operands = buffer[:0]
	for range length {
		c.operands = append(c.operands, s.dword())
	}
	c.next = s.offset
	return c, nil
}

// stops tells whether an error is one that the machine finds out, and ends the context for.
func stops(err error) bool {
	var f *Failure
	return isMalformed(err) || errors.As(err, &f)
}
