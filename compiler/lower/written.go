package lower

import (
	"github.com/gogpu/naga/ir"
)

// written are the variables in registers that statements may change; with returns, that of the function's result too.
func (fr *frame) written(b ir.Block, returns bool) []int {
	w := writes{fr: fr, variables: map[int]bool{}}
	w.block(b)
	if fr.result != nil && (returns || hasReturn(b)) {
		w.variables[fr.result.number] = true
	}
	var list []int
	for n := range w.variables {
		list = append(list, n)
	}
	return list
}

// writes collects variables that are changed, also by functions that are called.
type writes struct {
	fr        *frame
	variables map[int]bool
}

func (w *writes) block(b ir.Block) {
	eachStatement(b, func(s ir.StatementKind) {
		switch s := s.(type) {
		case ir.StmtStore:
			w.root(w.fr.f, s.Pointer)
		case ir.StmtCall:
			for _, a := range s.Arguments {
				if isPointer(w.fr.typeOf(a)) {
					w.root(w.fr.f, a)
				}
			}
			w.callee(&w.fr.l.module.Functions[s.Function])
		}
	})
}

func isPointer(t ir.TypeInner) bool {
	switch t.(type) {
	case ir.PointerType, ir.ValuePointerType:
		return true
	}
	return false
}

// callee adds the module's private variables that a function changes; what its arguments point to is known.
func (w *writes) callee(f *ir.Function) {
	eachStatement(f.Body, func(s ir.StatementKind) {
		switch s := s.(type) {
		case ir.StmtStore:
			w.global(f, s.Pointer)
		case ir.StmtCall:
			for _, a := range s.Arguments {
				w.global(f, a)
			}
			w.callee(&w.fr.l.module.Functions[s.Function])
		}
	})
}

func (w *writes) global(f *ir.Function, h ir.ExpressionHandle) {
	if g, ok := f.Expressions[rootOf(f, h)].Kind.(ir.ExprGlobalVariable); ok {
		w.add(w.fr.l.globals[g.Variable])
	}
}

func rootOf(f *ir.Function, h ir.ExpressionHandle) ir.ExpressionHandle {
	for {
		switch e := f.Expressions[h].Kind.(type) {
		case ir.ExprAccess:
			h = e.Base
		case ir.ExprAccessIndex:
			h = e.Base
		default:
			return h
		}
	}
}

// root adds the variable that a pointer of the frame's function points into.
func (w *writes) root(f *ir.Function, h ir.ExpressionHandle) {
	switch e := f.Expressions[rootOf(f, h)].Kind.(type) {
	case ir.ExprLocalVariable:
		w.add(w.fr.locals[e.Variable])
	case ir.ExprGlobalVariable:
		w.add(w.fr.l.globals[e.Variable])
	case ir.ExprFunctionArgument:
		if p := w.fr.args[e.Index].place; p != nil {
			w.add(p.variable)
		}
	}
}

func (w *writes) add(v *variable) {
	if v != nil && !v.memory {
		w.variables[v.number] = true
	}
}
