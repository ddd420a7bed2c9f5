// Package front reads shaders in WGSL: text becomes the syntax tree and the intermediate representation (IR) of github.com/gogpu/naga. Everything that
// naga gets wrong in text is put right here, so that what follows sees a tree with the places of the source: literals that it cannot read are rewritten
// before it, and a panic in it is an error like any other.
package front

import (
	"fmt"
	"regexp"
	"strconv"

	"github.com/gogpu/naga"
	"github.com/gogpu/naga/ir"
	"github.com/gogpu/naga/wgsl"
)

// Error is why a shader is refused, and where. Line and Column count from 1, Column in bytes; both are 0 when no place is known.
type Error struct {
	File         string
	Line, Column int
	Text         string
}

// Error is FILE:LINE:COLUMN: TEXT.
func (e *Error) Error() string {
	if e.Line == 0 {
		return fmt.Sprintf("%s: %s", e.File, e.Text)
	}
	return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Column, e.Text)
}

// Shader is a shader that naga has parsed. What it says need not be valid: see package check.
type Shader struct {
	File    string
	Source  string // as it was given
	Tree    *wgsl.Module
	Omitted []Omitted // what was kept from naga, in the order of the source
	text    string    // as naga read it
	moved   literals
}

// Overrides are values of pipeline-overridable constants, by name or by number (`@id`), written in decimal.
type Overrides map[string]float64

// Parse reads a shader into its tree.
func Parse(file, source string) (s *Shader, failed *Error) {
	known, omitted := omit(source)
	text, moved := rewriteLiterals(known)
	s = &Shader{File: file, Source: source, Omitted: omitted, text: text, moved: moved}
	defer s.failed("parsing", &failed)
	tree, err := naga.Parse(text)
	if err != nil {
		return nil, s.wrong(err)
	}
	s.Tree = tree
	return s, nil
}

// Lower is the shader's IR, with the overrides' own values. Errors of naga have no better place than the function: package check finds them first.
func (s *Shader) Lower() (module *ir.Module, failed *Error) {
	defer s.failed("lowering", &failed)
	tree, text := s.Tree, forLowering(s.text)
	if text != s.text {
		parsed, err := naga.Parse(text)
		if err != nil {
			return nil, s.wrong(err)
		}
		tree = parsed
	}
	lowered, err := wgsl.LowerWithWarnings(tree, text)
	if err != nil {
		return nil, s.wrong(err)
	}
	repair(lowered.Module)
	return lowered.Module, nil
}

// Override puts values for pipeline-overridable constants into a copy of the module. Naga finds the values; it is not
// given the functions, since it changes those of the module that a copy was made of.
func (s *Shader) Override(module *ir.Module, values Overrides) (changed *ir.Module, failed *Error) {
	defer s.failed("overriding", &failed)
	found := ir.CloneModuleForOverrides(module)
	found.Functions, found.EntryPoints = nil, nil
	if err := ir.ProcessOverrides(found, ir.PipelineConstants(values)); err != nil {
		return nil, s.wrong(err)
	}
	made := found.Constants[len(module.Constants):] // one for each
	changed = ir.CloneModuleForOverrides(module)
	replace := func(list []ir.Expression) {
		for n := range list {
			if o, ok := list[n].Kind.(ir.ExprOverride); ok {
				list[n].Kind = found.GlobalExpressions[made[o.Override].Init].Kind
			}
		}
	}
	replace(changed.GlobalExpressions)
	for n := range changed.Functions {
		replace(changed.Functions[n].Expressions)
	}
	for n := range changed.EntryPoints {
		replace(changed.EntryPoints[n].Function.Expressions)
	}
	return changed, nil
}

// failed makes an error of a panic of naga.
func (s *Shader) failed(step string, failed **Error) {
	if p := recover(); p != nil {
		*failed = &Error{File: s.File, Text: fmt.Sprintf("the WGSL front end failed while %s: %v", step, p)}
	}
}

// Text is the source as naga read it; Place maps its places to those of the source.
func (s *Shader) Text() string { return s.text }

// Place is where a place of naga's tree is in the source as it was given.
func (s *Shader) Place(line, column int) (int, int) { return line, s.moved.before(line, column) }

// Naga's errors have their place in their text, in one of two ways.
var places = []*regexp.Regexp{
	regexp.MustCompile(`^.*?line (\d+), column (\d+): (?s)(.*)$`),
	regexp.MustCompile(`^(\d+):(\d+): (?s)(.*)$`),
}

func (s *Shader) wrong(err error) *Error {
	text := err.Error()
	for _, p := range places {
		if m := p.FindStringSubmatch(text); m != nil {
			line, _ := strconv.Atoi(m[1])
			column, _ := strconv.Atoi(m[2])
			line, column = s.Place(line, column)
			return &Error{File: s.File, Line: line, Column: column, Text: m[3]}
		}
	}
	return &Error{File: s.File, Text: text}
}
