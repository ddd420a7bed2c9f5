// Package asm turns the text of kernels into kernels, and kernels into text (docs/isa.md). What one prints the other reads without loss: the
// instructions come back bit by bit.
package asm

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"tilemark/hw/isa"
	"tilemark/hw/isa/kernel"
	"tilemark/text/near"
)

// Error is a mistake in a text: where, and what was expected.
type Error struct {
	File      string
	Line, Col int // from 1; columns in bytes
	Message   string
}

func (e *Error) Error() string {
	if e.Col == 0 {
		return fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.Message)
	}
	return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Col, e.Message)
}

// maxErrors are reported at once.
const maxErrors = 10

// Assemble reads a text. It returns the kernel, or all mistakes in the order of lines, at most maxErrors.
func Assemble(file, text string) (*kernel.Kernel, []*Error) {
	a := &assembler{file: file, k: &kernel.Kernel{Lanes: 8, Source: kernel.Source{Name: file, Text: text}}, labels: map[string]int{}, given: map[string]int{}}
	for n, line := range strings.Split(text, "\n") {
		a.line = n + 1
		a.read(line)
	}
	if len(a.items)+len(a.given)+len(a.labels)+len(a.errs) == 0 {
		a.errorAt(1, 1, "empty; directives such as .stage, and instructions, were expected")
		return nil, a.errs
	}
	a.finish()
	if len(a.errs) > 0 {
		slices.SortStableFunc(a.errs, func(x, y *Error) int { return x.Line - y.Line })
		return nil, a.errs[:min(len(a.errs), maxErrors)]
	}
	return a.k, nil
}

// Label finds the line of the instruction that follows a label of a text, and the labels that there are.
func Label(k *kernel.Kernel, name string) (line int, labels []string) {
	for n, text := range strings.Split(k.Source.Text, "\n") {
		tokens, bad := lex(text)
		for bad == nil && len(tokens) >= 2 && tokens[0].kind == word && tokens[1].text == ":" {
			labels = append(labels, tokens[0].text)
			if after := slices.IndexFunc(k.Code, func(i kernel.Instruction) bool { return i.Line > n }); tokens[0].text == name && after >= 0 {
				line = k.Code[after].Line
			}
			tokens = tokens[2:]
		}
	}
	return line, labels
}

// assembler holds what is read so far.
type assembler struct {
	file   string
	line   int
	k      *kernel.Kernel
	items  []item
	labels map[string]int // number of the item that follows
	given  map[string]int // line of each directive
	errs   []*Error
}

// item is an instruction that is not placed yet.
type item struct {
	in       isa.Instruction
	line     int
	native   bool // it keeps its 128 bits
	patches  []kernel.Patch
	label    string // its target, "" for none
	labelCol int
	relative bool // its target is given in bytes
}

func (a *assembler) errorAt(line, col int, format string, args ...any) {
	a.errs = append(a.errs, &Error{a.file, line, col, fmt.Sprintf(format, args...)})
}

// read reads a line: labels, then a directive or an instruction.
func (a *assembler) read(line string) {
	tokens, bad := lex(line)
	if bad != nil {
		a.errorAt(a.line, bad.Col, "%s", bad.Message)
		return
	}
	for len(tokens) >= 2 && tokens[0].kind == word && tokens[1].text == ":" {
		a.label(tokens[0])
		tokens = tokens[2:]
	}
	if tokens[0].kind == end {
		return
	}
	p := &parser{tokens: tokens}
	if tokens[0].text == "." {
		a.directive(p)
	} else {
		a.instruction(p)
	}
	if p.err != nil {
		a.errorAt(a.line, p.err.Col, "%s", p.err.Message)
	}
}

func (a *assembler) label(t token) {
	if _, twice := a.labels[t.text]; twice {
		a.errorAt(a.line, t.col, "label %s stands twice", t.text)
		return
	}
	a.labels[t.text] = len(a.items)
}

func (a *assembler) instruction(p *parser) {
	it := p.instruction()
	if p.err != nil {
		return
	}
	it.line = a.line
	if err := isa.Check(it.in.Encode()); err != nil {
		p.fail(p.tokens[0], "%s", err)
		return
	}
	a.items = append(a.items, it)
}

// finish places the instructions, finds targets, and has the kernel checked.
func (a *assembler) finish() {
	a.place()
	if len(a.errs) > 0 {
		return
	}
	if a.k.Stage == isa.StagePixel && a.given["attributes"] == 0 {
		a.k.Attributes = kernel.OwnAttributes
	}
	a.k.Analyse()
	for _, e := range a.k.Check() {
		a.errorAt(max(1, e.Line, a.given[e.Directive]), 0, "%s", e.Message)
	}
}

// lineBytes is what no instruction crosses.
const lineBytes = 64

// place gives each instruction its bytes, and then its target. Whether a target lets it be compact is known before: all are near enough.
func (a *assembler) place() {
	places := make([]int, len(a.items)+1) // number of the instruction that an item became
	offset := 0
	for n := range a.items {
		it := &a.items[n]
		_, why := isa.Compacted(it.in.Encode())
		i := kernel.Instruction{Compact: why == "" && !it.native && kernel.AreShort(it.patches), Line: it.line, Patches: it.patches}
		if offset/lineBytes != (offset+i.Bytes()-1)/lineBytes {
			a.add(kernel.Instruction{Native: nop(), Compact: true, Offset: offset})
			offset += isa.CompactBytes
		}
		i.Native, i.Offset = it.in.Encode(), offset
		places[n] = a.add(i)
		offset += i.Bytes()
	}
	places[len(a.items)] = len(a.k.Code)
	for n := range a.items {
		a.resolve(&a.items[n], places[n], places)
	}
	a.infer(places)
}

func (a *assembler) add(i kernel.Instruction) int {
	a.k.Code = append(a.k.Code, i)
	return len(a.k.Code) - 1
}

func nop() isa.Native {
	return (&isa.Instruction{Op: isa.OpNop, Size: isa.SizeThread, Swizzle: isa.OwnOrder}).Encode()
}

// resolve writes the target of an instruction that names a label.
func (a *assembler) resolve(it *item, at int, places []int) {
	if it.label == "" {
		return
	}
	to, ok := a.labels[it.label]
	if !ok {
		a.errorAt(it.line, it.labelCol, "no label %s%s", it.label, near.Suggest(it.label, slices.Collect(maps.Keys(a.labels)), ""))
		return
	}
	if places[to] == len(a.k.Code) {
		a.errorAt(it.line, it.labelCol, "no instruction follows label %s", it.label)
		return
	}
	a.setTarget(at, places[to])
}

func (a *assembler) setTarget(at, to int) {
	in := isa.Decode(a.k.Code[at].Native)
	in.Target = int32(a.k.Code[to].Offset - a.k.Code[at].Offset)
	a.k.Code[at].Native = in.Encode()
}

// infer writes the targets that constructs say.
func (a *assembler) infer(places []int) {
	missing := false
	for n := range a.items {
		missing = missing || a.needsTarget(n)
	}
	if !missing || len(a.errs) > 0 {
		return
	}
	targets, err := kernel.Targets(a.k.Code)
	if err != nil {
		a.errorAt(max(err.Line, 1), 0, "%s", err.Message)
		return
	}
	for n := range a.items {
		if !a.needsTarget(n) {
			continue
		}
		if to, ok := targets[places[n]]; ok {
			a.setTarget(places[n], to)
		} else {
			a.errorAt(a.items[n].line, 0, "%s needs a target: a label was expected", isa.Operations[a.items[n].in.Op].Name)
		}
	}
}

func (a *assembler) needsTarget(n int) bool {
	it := &a.items[n]
	return isa.Operations[it.in.Op].Allows&isa.AllowsTarget != 0 && it.label == "" && !it.relative
}
