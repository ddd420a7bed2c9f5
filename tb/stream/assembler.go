package stream

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"tilemark/hw/regs"
	"tilemark/text/lines"
	"tilemark/text/near"
)

// assembler turns the lines of a segment into bytes. Each line stands for bytes whatever comes before it, but for the registers
// after SET_STATE.
type assembler struct {
	out   []byte
	state *setState // SET_STATE whose registers are being read
}

type setState struct {
	form         *form
	block, first int
	values       []uint32
}

func (a *assembler) word(v uint32) { a.out = binary.LittleEndian.AppendUint32(a.out, v) }

// words returns what was assembled.
func (a *assembler) words() []uint32 {
	out := make([]uint32, 0, len(a.out)/4)
	for i := 0; i+4 <= len(a.out); i += 4 {
		out = append(out, binary.LittleEndian.Uint32(a.out[i:]))
	}
	return out
}

// finish ends a SET_STATE.
func (a *assembler) finish() error {
	s := a.state
	if s == nil {
		return nil
	}
	a.state = nil
	if len(s.values) == 0 {
		return fmt.Errorf("SET_STATE without registers; lines REGISTER = VALUE were expected after it")
	}
	a.word(s.form.header(uint32(s.block), uint32(len(s.form.fixed)+len(s.values))))
	a.word(uint32(s.first))
	for _, v := range s.values {
		a.word(v)
	}
	return nil
}

// line assembles a line without comment.
func (a *assembler) line(text string) error {
	if name, value, found := strings.Cut(text, " = "); found {
		return a.register(strings.TrimSpace(name), value)
	}
	if err := a.finish(); err != nil {
		return err
	}
	fields := strings.Fields(text)
	name, operands := fields[0], fields[1:]
	if f, known := statements[name]; known {
		return f(a, operands)
	}
	known, err := a.command(name, operands)
	if !known {
		return lines.WrongWord(name, "%q; a command, or one of %s, was expected%s", name, strings.Join(statementNames, ", "), near.Suggest(name, lineNames(), ""))
	}
	return err
}

func (a *assembler) register(name, value string) error {
	s := a.state
	if s == nil {
		return fmt.Errorf("register %s; SET_STATE was expected before it", name)
	}
	block, reg, err := findRegister(name)
	if err != nil {
		return err
	}
	if len(s.values) == 0 {
		s.block, s.first = block, reg
	} else if block != s.block || reg != s.first+len(s.values) {
		return fmt.Errorf("register %s; register %d of block %d was expected: a SET_STATE writes neighbours", name, s.first+len(s.values), s.block)
	}
	if most := int(s.form.Shape.Most) - len(s.form.fixed); len(s.values) >= most {
		return fmt.Errorf("register %s; at most %d registers in a %s were expected", name, most, s.form.Name)
	}
	v, err := parseRegister(block, reg, value)
	s.values = append(s.values, v)
	return err
}

// each assembles operands that are words.
func (a *assembler) each(operands []string, parse func(string) (uint32, error)) error {
	for _, o := range operands {
		v, err := parse(o)
		if err != nil {
			return err
		}
		a.word(v)
	}
	return nil
}

// lineNames lists what a line of a segment can begin with.
func lineNames() []string {
	return append(slices.Sorted(maps.Keys(statements)), commandForms()...)
}

type statement func(a *assembler, operands []string) error

// statements are the lines that are not commands.
var statements map[string]statement

var statementNames = []string{"words", "bytes", "zeros", "vertex", "indices16", "indices32", "texels"}

func init() {
	statements = map[string]statement{
		"words":     func(a *assembler, o []string) error { return a.each(o, parseWord) },
		"bytes":     rawBytes,
		"zeros":     zeros,
		"vertex":    vertex,
		"indices16": indices16,
		"indices32": func(a *assembler, o []string) error { return a.each(o, parseWord) },
		"texels":    texels,
	}
}

func none(name string, operands []string) error {
	if len(operands) > 0 {
		return fmt.Errorf("%s %s; no operands were expected", name, operands[0])
	}
	return nil
}

func rawBytes(a *assembler, o []string) error {
	for _, b := range o {
		v, err := strconv.ParseUint(b, 16, 8)
		if err != nil {
			return lines.WrongWord(b, "%q; two hexadecimal digits were expected", b)
		}
		a.out = append(a.out, byte(v))
	}
	return nil
}

// maxZeros keeps one line from filling the host's memory.
const maxZeros = 1 << 20

func zeros(a *assembler, o []string) error {
	if len(o) == 1 {
		if n, err := strconv.ParseUint(o[0], 0, 32); err == nil && n <= maxZeros {
			a.out = append(a.out, make([]byte, n)...)
			return nil
		}
	}
	return fmt.Errorf("zeros %s; a number of bytes, at most %d, was expected", strings.Join(o, " "), maxZeros)
}

// vertexFloats is the number of used components of a vertex record.
const vertexFloats = regs.VertexColor + 4

func vertex(a *assembler, o []string) error {
	if len(o) != vertexFloats {
		return fmt.Errorf("vertex with %d numbers; position, normal, texture coordinates and colour, %d in all, were expected", len(o), vertexFloats)
	}
	err := a.each(o, parseFloat)
	a.out = append(a.out, make([]byte, regs.VertexBytes-4*vertexFloats)...)
	return err
}

func indices16(a *assembler, o []string) error {
	for _, text := range o {
		v, err := strconv.ParseUint(text, 0, 16)
		if err != nil {
			return lines.WrongWord(text, "%q; an index of 16 bits was expected", text)
		}
		a.out = binary.LittleEndian.AppendUint16(a.out, uint16(v))
	}
	return nil
}

func texels(a *assembler, o []string) error {
	for _, text := range o {
		b, err := hex.DecodeString(text)
		if err != nil || len(b) != 4 {
			return lines.WrongWord(text, "%q; a texel rrggbbaa was expected", text)
		}
		a.out = append(a.out, b...)
	}
	return nil
}
