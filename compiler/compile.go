// Package compiler makes kernels of the machine (docs/isa.md) from shaders in WGSL. What they compute is docs/shaders.md.
//
// A shader passes through front (naga's tree), check (what WGSL refuses), front again (naga's IR), lower (low-level IR in SSA form, package llir), opt (passes over it), gen (instructions and registers) and the
// assembler.
package compiler

import (
	"fmt"
	"maps"
	"strings"

	"github.com/gogpu/naga/ir"

	"tilemark/compiler/check"
	"tilemark/compiler/front"
	"tilemark/compiler/gen"
	"tilemark/compiler/llir"
	"tilemark/compiler/lower"
	"tilemark/compiler/opt"
	"tilemark/hw/isa"
	"tilemark/hw/isa/asm"
	"tilemark/hw/isa/kernel"
)

// State is the state that a kernel depends on besides what its shader names.
type State = lower.State

// Stage is what a kernel is for.
type Stage = llir.Stage

// Usual are the items of state that are nearly always as they are when nothing is said of them: what is compiled in where a kernel depends on all items and does not say which are.
const Usual = isa.NosClipPlanes | isa.NosPointSprite | isa.NosDepthClamp

// Options say what is compiled, and how.
type Options struct {
	Entry     string // entry point; "" when there is one only
	Lanes     int    // of a thread: 8, 16 or 32; 0: 16, or 8 when registers are short
	Overrides front.Overrides
	// Stage, when it is not 0, is llir.Hull or llir.Domain: an entry point for vertices makes a kernel of a stage that WGSL does not have.
	Stage   Stage
	State   State // what is applied to what the shader computes, and what is known of it
	InOrder bool  // instructions are not scheduled: to compare
	// Varyings is what the vertex shader gives to the pixels; nil: locations follow each other in ascending order, as far as the pixel shader names them.
	Varyings []Varying
}

// Varying is a location between the vertex and the pixel stage.
type Varying = lower.Varying

// Result is a compiled entry point.
type Result struct {
	Kernel    *kernel.Kernel
	Resources []lower.Resource // by group and binding
	LLIR      *llir.Kernel     // after all passes
	Text      string           // for the assembler
}

// Errors are why a shader is refused, in the order of their places.
type Errors []*check.Error

// Error has a line for each.
func (e Errors) Error() string {
	var lines []string
	for _, x := range e {
		lines = append(lines, x.Error.Error())
	}
	return strings.Join(lines, "\n")
}

// Read reads and checks a shader. The error is a *front.Error, or Errors.
func Read(file, source string) (*front.Shader, *ir.Module, error) {
	s, failed := front.Parse(file, source)
	if failed != nil {
		return nil, nil, failed
	}
	r := check.Check(s)
	if !r.Valid() {
		return nil, nil, Errors(r.Errors)
	}
	lowered := s
	if text := spelledTypes(spelledOut(s, r), r); text != source {
		if again, failed := front.Parse(file, text); failed == nil {
			lowered = again
		}
	}
	m, failed := lowered.Lower()
	if failed != nil {
		return nil, nil, failed
	}
	layOut(m, r)
	initialise(m, r)
	return s, m, nil
}

// Compile compiles an entry point of a shader. file names it in errors.
func Compile(file, source string, o Options) (*Result, error) {
	m, err := Load(file, source, o.Overrides)
	if err != nil {
		return nil, err
	}
	return Module(file, m, o)
}

// Load reads a shader and gives its overrides their values: what Module compiles.
func Load(file, source string, given front.Overrides) (*ir.Module, error) {
	s, m, err := Read(file, source)
	if err != nil || len(m.Overrides) == 0 {
		return m, err
	}
	if sizedByOverrides(m) {
		text, err := overridesAsConstants(s, check.Check(s), given)
		if err == nil {
			s, m, err = Read(file, text)
		}
		if err != nil || len(m.Overrides) == 0 {
			return m, err
		}
	}
	return overridden(s, m, given)
}

// Interface is what an entry point of the vertex stage gives to pixels, or one of the pixel stage takes, in ascending order of locations.
func Interface(file string, m *ir.Module, o Options) ([]Varying, error) {
	list, err := lower.Interface(m, o.Entry)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return list, nil
}

// overridden is a module with the values of its overrides, but for those that are values of state.
func overridden(s *front.Shader, m *ir.Module, given front.Overrides) (*ir.Module, error) {
	kept, open, err := lower.KeepState(m)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s.File, err)
	}
	values := front.Overrides{}
	maps.Copy(values, given)
	for _, name := range open {
		values[name] = 0 // nothing asks for it any more
	}
	changed, failed := s.Override(kept, values)
	if failed != nil {
		return nil, failed
	}
	return changed, nil
}

// Module compiles an entry point of naga's IR.
func Module(file string, m *ir.Module, o Options) (r *Result, err error) {
	defer func() {
		if p := recover(); p != nil {
			r, err = nil, fmt.Errorf("%s: the compiler failed: %v", file, p)
		}
	}()
	k, resources, err := lower.Lower(m, lower.Options{Entry: o.Entry, Stage: o.Stage, State: o.State, Varyings: o.Varyings})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	if err := k.Verify(); err != nil {
		return nil, fmt.Errorf("%s: %s after lowering: %w", file, k.Name, err)
	}
	if err := opt.Run(k); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	lanes := []int{o.Lanes}
	if o.Lanes == 0 {
		lanes = []int{16, 8}
	}
	r = &Result{Resources: resources, LLIR: k}
	for _, n := range lanes {
		if r.Text, err = gen.Kernel(k, gen.Options{Lanes: n, InOrder: o.InOrder}); err == nil {
			break
		}
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	assembled, wrong := asm.Assemble(k.Name+".tka", r.Text)
	if len(wrong) > 0 {
		return nil, fmt.Errorf("%s: the assembler refuses what was compiled: %w", file, wrong[0])
	}
	r.Kernel = assembled
	return r, nil
}
