package stream

import (
	"fmt"
	"slices"
	"strings"

	"tilemark/hw/regs"
)

// A shape is a command of docs/commands.md: its header without sub-opcode and length, and how its operands are written.
type shape struct {
	name     string
	opcode   uint32 // header bits 31:24
	operands string // a letter for each: x hexadecimal, d decimal
}

const client3D = 2 << 5

const (
	opSetState   = client3D | 1
	opDraw       = client3D | 2
	opQueryWrite = client3D | 3
	opDMA        = 4
)

// shapes are the commands with a sub-opcode of 0; SET_STATE, DRAW and QUERY_WRITE are written in their own ways.
var shapes = []shape{
	{"SKIP_1_DWORD", 1, "x"},
	{"RESTORE", 2, "x"},
	{"INTERRUPTIBLE", 3, ""},
	{"DMA", opDMA, "xd"},
	{"FENCE", 5, "xd"},
	{"WAIT", 6, "xd"},
	{"FILL", 1<<5 | 1, ""},
	{"COPY", 1<<5 | 2, ""},
}

// counters are the sub-opcodes of QUERY_WRITE.
var counters = []string{"OCCLUSION", "IA_VERTICES", "IA_PRIMITIVES", "VS_INVOCATIONS", "CLIP_INVOCATIONS", "CLIP_PRIMITIVES", "PS_INVOCATIONS"}

// commandText writes the command at the front of words and says how many words it has; none when it is no command that can be written.
func commandText(words []uint32) (lines []string, n int) {
	header := words[0]
	length := int(header & 0xffff)
	if 1+length > len(words) {
		return nil, 0
	}
	operands := words[1:][:length]
	op, sub := header>>24, header>>16&0xff
	switch {
	case header == 0:
		lines = []string{"NULL"}
	case op == opSetState:
		lines = setStateText(int(sub), operands)
	case op == opDraw && length == 4:
		lines = []string{fmt.Sprintf("DRAW count %d instances %d first %d flags %d", operands[0], operands[1], operands[2], operands[3])}
	case op == opQueryWrite && length == 1 && int(sub) < len(counters):
		lines = []string{fmt.Sprintf("QUERY_WRITE %s 0x%08x", counters[sub], operands[0])}
	case header>>16 == 0:
		lines = []string{"NOP" + hexList(operands)}
	default:
		lines = shapeText(header, operands)
	}
	if !sameWords(lines, words[:1+length]) {
		return nil, 0
	}
	return lines, 1 + length
}

func shapeText(header uint32, operands []uint32) []string {
	i := slices.IndexFunc(shapes, func(s shape) bool { return header == s.header() })
	if i < 0 {
		return nil
	}
	text := shapes[i].name
	for k, v := range operands {
		if shapes[i].operands[k] == 'x' {
			text += fmt.Sprintf(" 0x%08x", v)
		} else {
			text += fmt.Sprintf(" %d", v)
		}
	}
	return []string{text}
}

func (s *shape) header() uint32 { return s.opcode<<24 | uint32(len(s.operands)) }

func setStateText(block int, operands []uint32) []string {
	if len(operands) < 2 {
		return nil
	}
	lines := []string{"SET_STATE"}
	first := int(operands[0])
	if operands[0] > 0xffff {
		return nil
	}
	for i, v := range operands[1:] {
		lines = append(lines, fmt.Sprintf("  %s = %s", regs.RegisterName(block, first+i), registerText(block, first+i, v)))
	}
	return lines
}

// sameWords tells whether text stands for exactly these words.
func sameWords(lines []string, words []uint32) bool {
	if lines == nil {
		return false
	}
	a := &assembler{}
	for _, l := range lines {
		if a.line(l) != nil {
			return false
		}
	}
	return a.finish() == nil && slices.Equal(a.words(), words)
}

func hexList(words []uint32) string {
	var b strings.Builder
	for _, w := range words {
		fmt.Fprintf(&b, " 0x%08x", w)
	}
	return b.String()
}
