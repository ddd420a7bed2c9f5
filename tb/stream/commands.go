package stream

import (
	"fmt"
	"slices"
	"strings"

	"tilemark/hw/regs"
)

// A form is how a command of the tables (hw/regs/formats) is written: its name, what its sub-opcode says, and its operands, with their names where
// there are three or more. One that writes registers has lines of its own for them.
type form struct {
	*regs.Command
	fixed  []*regs.Word // one for each DWORD before those that take the rest
	rest   *regs.Word   // nil: no operand takes the rest
	writes bool
}

var forms = func() (out []*form) {
	for i := range regs.Commands {
		f := &form{Command: &regs.Commands[i]}
		for k := range f.Operands {
			f.add(&f.Operands[k])
		}
		f.writes = f.Sub != nil && f.Sub.Type == "block" && f.rest != nil && f.rest.Type == "value"
		out = append(out, f)
	}
	return out
}()

func (f *form) add(w *regs.Word) {
	if w.Rest {
		f.rest = w
		return
	}
	for range w.DWords() {
		f.fixed = append(f.fixed, w)
	}
}

// formOf finds the form of a header; nil when there is no such command, or not of this length.
func formOf(header uint32) *form {
	length := regs.UnpackHeader(header).Length
	i := slices.IndexFunc(forms, func(f *form) bool { return f.Code == header&regs.HeaderCommandMask })
	if i < 0 || length < forms[i].Shape.Least || length > forms[i].Shape.Most {
		return nil
	}
	return forms[i]
}

// named tells whether operands stand after their names.
func (f *form) named() bool { return len(f.fixed) > 2 }

// header is the command's header.
func (f *form) header(sub, length uint32) uint32 {
	return f.Code | regs.HeaderFields{SubOpcode: sub, Length: length}.Pack()
}

// commandText writes the command at the front of words and says how many words it has; none when it is no command that can be written.
func commandText(words []uint32) (lines []string, n int) {
	n = 1 + int(regs.UnpackHeader(words[0]).Length)
	f := formOf(words[0])
	if f == nil || n > len(words) {
		return nil, 0
	}
	switch {
	case words[0] == 0 && f.Alone != "":
		lines = []string{f.Alone}
	case f.writes:
		lines = f.registers(words[:n])
	default:
		lines = []string{f.line(words[:n])}
	}
	if !sameWords(lines, words[:n]) {
		return nil, 0
	}
	return lines, n
}

// line writes a command with its operands.
func (f *form) line(words []uint32) string {
	text := f.Name
	if sub := regs.UnpackHeader(words[0]).SubOpcode; f.Sub != nil {
		text += " " + valueText(f.Sub.Type, f.Sub.Values, sub)
	}
	for k, v := range words[1:] {
		w := f.rest
		if k < len(f.fixed) {
			w = f.fixed[k]
		}
		if f.named() && k < len(f.fixed) {
			text += " " + strings.ToLower(w.Name)
		}
		text += " " + valueText(w.Type, w.Values, v)
	}
	return text
}

// valueText writes an operand: what has no better form in decimal, addresses and what has no meaning in hexadecimal.
func valueText(kind string, values []regs.NamedValue, v uint32) string {
	if named := regs.Named(values, v); named != nil {
		return named.Name
	}
	switch kind {
	case "raw", "value", "command":
		kind = "address"
	}
	return scalarText(kind, v)
}

// registers writes a command that writes registers.
func (f *form) registers(words []uint32) []string {
	block, first := int(regs.UnpackHeader(words[0]).SubOpcode), words[f.fixed[0].Offset]
	if first > 0xffff {
		return nil
	}
	lines := []string{f.Name}
	for i, v := range words[f.rest.Offset:] {
		lines = append(lines, fmt.Sprintf("  %s = %s", regs.RegisterName(block, int(first)+i), registerText(block, int(first)+i, v)))
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
