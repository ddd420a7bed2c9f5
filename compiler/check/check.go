// Package check says whether a WGSL shader is valid: it finds what the specification calls shader-creation errors, each with its place. Naga, which lowers
// the shader, accepts much that is wrong. Sections named in comments are those of the specification, https://www.w3.org/TR/WGSL/.
//
// The order: names of module scope are declared (declare.go), then types, constants and signatures are resolved as they are needed (module.go), then bodies
// are checked (statements.go, loops.go, expressions.go, access.go, construct.go, calls.go), then what needs the whole: what entry points use (stages.go), pointers that alias (aliases.go), and uniform
// control flow (uniformity.go).
//
// It is large because WGSL has many rules, and all of them read and fill in the same types, scopes and uses of one module.
package check

import (
	"fmt"
	"sort"
	"strings"

	"tilemark/compiler/builtin"
	"tilemark/compiler/constant"
	"tilemark/compiler/front"
	"tilemark/compiler/syntax"
	"tilemark/compiler/types"
)

// Error is why a shader is refused. Unsupported: it may be valid, but uses what this machine has no place for; the text begins with "not supported: ".
type Error struct {
	front.Error
	Unsupported bool
}

// Result is what is known of a shader after its check.
type Result struct {
	Module *syntax.Module // nil if the grammar is wrong
	Errors []*Error       // by place; none of a valid shader
	// Types are those of expressions before the load rule: those of variables are references. Values are those of const-expressions, before abstract
	// numbers become concrete; a const-expression whose value is not known here has none.
	Types  map[syntax.Expr]*types.Type
	Values map[syntax.Expr]*constant.Value
}

// Valid is whether nothing is wrong.
func (r *Result) Valid() bool { return len(r.Errors) == 0 }

// Check finds all errors of a shader. It does not panic: an error of the checker itself is an error with its text.
func Check(s *front.Shader) (r *Result) {
	c := newChecker(s.File)
	r = c.Result
	defer func() {
		if p := recover(); p != nil {
			c.fail(syntax.Place{}, "the checker failed: %v", p)
		}
		c.sortErrors()
	}()
	m, failed := syntax.Read(s)
	if failed != nil {
		c.fail(syntax.Place{Line: failed.Line, Column: failed.Column}, "%s", failed.Text)
		c.directives(m) // an extension that is not supported may be why
		return r
	}
	r.Module = m
	c.shader(m)
	return r
}

const unsupported = "not supported: "

// checker is the state of a check.
type checker struct {
	*Result
	file    string
	enabled map[string]bool // extensions
	relaxed bool            // whether uniform buffers have the layout of storage buffers
	scope   *scope          // the innermost one
	module  *scope
	fn      *function        // whose body is checked; nil in module scope
	objects []*object        // of module scope, in the order of the source
	loops   []*loop          // that the statement is in, the innermost last
	ids     map[int64]string // of overrides, with their names
	skipped int              // above 0: const-expressions that are not evaluated, after && and || that have decided
	filters []filters        // of diagnostics, the innermost last

	// What the analysis of uniformity needs of the bodies.
	uses    map[*syntax.Name]*object
	locals  map[syntax.Node]*object // of declarations in functions
	behaved map[syntax.Stmt]behaviour
	choices map[*syntax.Call]*builtin.Choice
	quiet   map[*syntax.Call]bool // derivatives whose diagnostic is no error
}

func newChecker(file string) *checker {
	return &checker{file: file, Result: &Result{Types: map[syntax.Expr]*types.Type{}, Values: map[syntax.Expr]*constant.Value{}}, uses: map[*syntax.Name]*object{},
		locals: map[syntax.Node]*object{}, behaved: map[syntax.Stmt]behaviour{}, choices: map[*syntax.Call]*builtin.Choice{}, quiet: map[*syntax.Call]bool{}}
}

// shader checks a whole shader.
func (c *checker) shader(m *syntax.Module) {
	c.directives(m)
	c.declareAll(m)
	for _, o := range c.objects {
		c.require(o)
	}
	for _, d := range m.Decls {
		if a, is := d.(*syntax.Assert); is {
			c.assert(a)
		}
	}
	functions := c.bodies()
	if !c.recursion(functions) {
		return
	}
	c.stages(functions)
	if len(c.Errors) == 0 {
		c.aliases(functions)
		c.uniformity(functions)
	}
}

// fail adds an error; what is not supported is told from the text.
func (c *checker) fail(at syntax.Place, format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	e := &Error{front.Error{File: c.file, Line: at.Line, Column: at.Column, Text: text}, strings.HasPrefix(text, unsupported)}
	c.Errors = append(c.Errors, e)
}

// sortErrors orders errors by place and drops repeated ones. When something is not supported, what else seems wrong may follow from that, and is dropped.
func (c *checker) sortErrors() {
	all := c.Errors
	sort.SliceStable(all, func(i, j int) bool {
		a, b := all[i], all[j]
		return a.Line < b.Line || a.Line == b.Line && a.Column < b.Column
	})
	limits := false
	for _, e := range all {
		limits = limits || e.Unsupported
	}
	c.Errors = nil
	for i, e := range all {
		if (i == 0 || *e != *all[i-1]) && (!limits || e.Unsupported) {
			c.Errors = append(c.Errors, e)
		}
	}
}
