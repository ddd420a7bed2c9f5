package wgsl

import (
	"fmt"

	"github.com/gogpu/naga/ir"
)

// Program is a module that was looked through, so that it can be executed. It is not changed by runs.
type Program struct {
	module    *ir.Module
	types     *types
	constants *function // of the module: its global expressions
	functions []*function
	entries   map[string]*entry
}

// entry is an entry point.
type entry struct {
	*function
	stage ir.ShaderStage
	group [3]uint32 // size of a workgroup
}

// function is a function with what is known of it before it is called.
type function struct {
	name       string
	source     *ir.Function
	types      []*typ     // of its expressions
	at         []int      // first word of the value of each expression in a frame
	words      int        // of all values and local variables
	locals     []int      // first words of the local variables
	localTypes []*typ     // and their types
	pinned     []bool     // expressions that are evaluated by a statement, others where they are used
	constants  [][]uint32 // values of those that are always the same
	result     *typ       // nil when there is none
	gathers    bool       // it waits for other invocations, or calls who does
}

// Prepare looks through a module. Overrides must have their values.
func Prepare(m *ir.Module) (p *Program, err error) {
	defer caught(&err)
	p = &Program{module: m, types: &types{module: m, list: make([]*typ, len(m.Types))}, entries: map[string]*entry{}}
	p.constants = p.function(&ir.Function{Name: "the module", Expressions: m.GlobalExpressions})
	for k := range m.Functions {
		p.functions = append(p.functions, p.function(&m.Functions[k]))
	}
	for k := range m.EntryPoints {
		e := &m.EntryPoints[k]
		p.entries[e.Name] = &entry{p.function(&e.Function), e.Stage, e.Workgroup}
	}
	p.markGathering()
	return p, nil
}

// entry is the entry point of a stage with a name; without a name the only one of the stage.
func (p *Program) entry(name string, stage ir.ShaderStage) *entry {
	var found *entry
	for n, e := range p.entries {
		if e.stage == stage && (n == name || name == "") {
			if found != nil {
				fail("the module has more than one entry point of the stage: name one")
			}
			found = e
		}
	}
	if found == nil {
		fail("no entry point %q of the stage", name)
	}
	return found
}

func (p *Program) function(source *ir.Function) *function {
	count := len(source.Expressions)
	f := &function{name: source.Name, source: source, at: make([]int, count), pinned: make([]bool, count), constants: make([][]uint32, count)}
	t := &typing{types: p.types, source: source, loadedBy: map[ir.ExpressionHandle]ir.ExpressionHandle{}}
	walk(source.Body, func(s ir.StatementKind) { f.pin(s, t) })
	for h := range source.Expressions {
		found := t.of(ir.ExpressionHandle(h), source.Expressions[h].Kind)
		t.found = append(t.found, found)
		if found.form == pointer { // naga evaluates some after their use; as their indices are evaluated once, the time does not matter
			f.pinned[h] = false
		}
		f.at[h] = f.words
		f.words += found.words
	}
	f.types = t.found
	for _, l := range source.LocalVars {
		own := p.types.of(l.Type)
		f.localTypes, f.locals = append(f.localTypes, own), append(f.locals, f.words)
		f.words += own.words
	}
	if source.Result != nil {
		f.result = p.types.of(source.Result.Type)
	}
	p.findConstants(f)
	return f
}

// pin marks the expressions that a statement evaluates.
func (f *function) pin(s ir.StatementKind, t *typing) {
	switch s := s.(type) {
	case ir.StmtEmit:
		for h := s.Range.Start; h < s.Range.End; h++ {
			f.pinned[h] = true
		}
	case ir.StmtCall:
		f.pinResult(s.Result)
	case ir.StmtAtomic:
		f.pinResult(s.Result)
	case ir.StmtWorkGroupUniformLoad:
		f.pinResult(&s.Result)
		t.loadedBy[s.Result] = s.Pointer
	}
}

func (f *function) pinResult(h *ir.ExpressionHandle) {
	if h != nil {
		f.pinned[*h] = true
	}
}

// walk calls do for a block's statements, and for those within them.
func walk(b []ir.Statement, do func(ir.StatementKind)) {
	for _, s := range b {
		do(s.Kind)
		switch s := s.Kind.(type) {
		case ir.StmtBlock:
			walk(s.Block, do)
		case ir.StmtIf:
			walk(s.Accept, do)
			walk(s.Reject, do)
		case ir.StmtLoop:
			walk(s.Body, do)
			walk(s.Continuing, do)
		case ir.StmtSwitch:
			for _, c := range s.Cases {
				walk(c.Body, do)
			}
		}
	}
}

// findConstants evaluates literals and what is computed of them alone: it does not matter when.
func (p *Program) findConstants(f *function) {
	fr := f.frame(&lane{program: p, run: &run{}})
	for h, e := range f.source.Expressions {
		if f.types[h].form == unknown || !f.isConstant(e.Kind) {
			continue
		}
		if err := fr.tryToEvaluate(ir.ExpressionHandle(h)); err != nil {
			f.types[h] = unknownType("%s", err)
			continue
		}
		f.constants[h] = append([]uint32{}, fr.slot(ir.ExpressionHandle(h))...)
	}
}

// tryToEvaluate evaluates an expression that may be wrong, which counts only where it is used.
func (fr *frame) tryToEvaluate(h ir.ExpressionHandle) (err error) {
	defer caught(&err)
	fr.evaluate(h)
	return nil
}

func (f *function) isConstant(e ir.ExpressionKind) bool {
	switch e := e.(type) {
	case ir.Literal, ir.ExprZeroValue, ir.ExprConstant:
		return true
	case ir.ExprSplat:
		return f.areConstant(e.Value)
	case ir.ExprCompose:
		return f.areConstant(e.Components...)
	case ir.ExprAs:
		return f.areConstant(e.Expr)
	case ir.ExprUnary:
		return f.areConstant(e.Expr)
	case ir.ExprBinary:
		return f.areConstant(e.Left, e.Right)
	case ir.ExprAccessIndex:
		return f.areConstant(e.Base)
	case ir.ExprSwizzle:
		return f.areConstant(e.Vector)
	}
	return false
}

func (f *function) areConstant(list ...ir.ExpressionHandle) bool {
	for _, h := range list {
		if f.constants[h] == nil {
			return false
		}
	}
	return true
}

// markGathering finds the functions that wait for other invocations: at a barrier, for derivatives.
func (p *Program) markGathering() {
	all := append([]*function{}, p.functions...)
	for _, e := range p.entries {
		all = append(all, e.function)
	}
	for _, f := range all {
		f.gathers = f.waits()
	}
	for again := true; again; {
		again = false
		for _, f := range all {
			walk(f.source.Body, func(s ir.StatementKind) {
				if c, ok := s.(ir.StmtCall); ok && !f.gathers && p.functions[c.Function].gathers {
					f.gathers, again = true, true
				}
			})
		}
	}
}

// waits tells whether a function itself waits for other invocations.
func (f *function) waits() (found bool) {
	walk(f.source.Body, func(s ir.StatementKind) {
		switch s.(type) {
		case ir.StmtBarrier, ir.StmtWorkGroupUniformLoad:
			found = true
		}
	})
	for _, e := range f.source.Expressions {
		switch e := e.Kind.(type) {
		case ir.ExprDerivative:
			found = true
		case ir.ExprImageSample:
			found = found || isImplicit(e)
		}
	}
	return found
}

// failure is what ends a run; caught makes an error of it.
type failure struct{ text string }

// fail ends a run.
func fail(format string, a ...any) { panic(failure{fmt.Sprintf(format, a...)}) }

// caught makes an error of what ended a run. IR that contradicts itself shows as a failure of Go, such as an index out of range.
func caught(err *error) {
	switch p := recover().(type) {
	case nil:
	case failure:
		*err = fmt.Errorf("wgsl: %s", p.text)
	default:
		*err = fmt.Errorf("wgsl: the IR contradicts itself: %v", p)
	}
}
