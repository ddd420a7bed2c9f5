package lower

import (
	"github.com/gogpu/naga/ir"

	"tilemark/compiler/llir"
)

// operand is what an expression stands for: scalars, a place, or a resource.
type operand struct {
	values   []llir.Value
	place    *pointer
	resource ir.GlobalVariableHandle // of a texture or sampler, when isResource
	isRes    bool
}

// frame is a function being lowered, at one call.
type frame struct {
	l      *lowerer
	f      *ir.Function
	args   []operand
	known  []*operand // by expression, once it is evaluated
	locals []*variable
	result *variable // nil: it returns nothing
	block  bool      // returns leave a block around the function
}

// newFrame begins a call: variables have their initial values.
func (l *lowerer) newFrame(f *ir.Function, args []operand) *frame {
	fr := &frame{l: l, f: f, args: args, known: make([]*operand, len(f.Expressions)), locals: make([]*variable, len(f.LocalVars))}
	for n := range f.LocalVars {
		v := &f.LocalVars[n]
		t := l.inner(v.Type)
		fr.locals[n] = l.newVariable(l.leafTypes(t), l.needsMemory(t))
	}
	for n := range f.LocalVars {
		p := &pointer{variable: fr.locals[n], typ: l.inner(f.LocalVars[n].Type)}
		switch init := f.LocalVars[n].Init; {
		case init != nil:
			l.assign(p, fr.values(*init))
		case fr.locals[n].memory && (len(l.calls) > 1 || len(l.constructs) > 0): // a second call finds what the first one left
			l.assign(p, l.zeros(fr.locals[n].leaves))
		}
	}
	return fr
}

// values are the scalars of an expression. Of a place, which naga leaves in the arguments of some functions, they are what is there.
func (fr *frame) values(h ir.ExpressionHandle) []llir.Value {
	o := fr.operand(h)
	if o.place != nil {
		return fr.l.load(o.place)
	}
	return o.values
}

// value is the only scalar of an expression.
func (fr *frame) value(h ir.ExpressionHandle) llir.Value { return fr.values(h)[0] }

func (fr *frame) typeOf(h ir.ExpressionHandle) ir.TypeInner { return fr.l.typeOf(fr.f, h) }

// scalarOf is the type of the scalars of a scalar, vector or matrix.
func (fr *frame) scalarOf(h ir.ExpressionHandle) llir.Type { return fr.l.scalarOf(fr.typeOf(h)) }

// valueType is the same by its values: naga says of some functions of f16 that they give f32. Whether an integer has a sign is what naga says.
func (fr *frame) valueType(h ir.ExpressionHandle) llir.Type {
	if values := fr.values(h); len(values) > 0 {
		if t := fr.l.k.TypeOf(values[0]); !t.Integer() {
			return t
		}
	}
	return fr.scalarOf(h)
}

func (l *lowerer) scalarOf(t ir.TypeInner) llir.Type {
	switch t := t.(type) {
	case ir.PointerType:
		return l.scalarOf(l.inner(t.Base))
	case ir.ValuePointerType:
		return scalar(t.Scalar)
	case ir.ScalarType:
		return scalar(t)
	case ir.VectorType:
		return scalar(t.Scalar)
	case ir.MatrixType:
		return scalar(t.Scalar)
	case ir.AtomicType:
		return scalar(t.Scalar)
	}
	refuse("arithmetic of %T", t)
	return llir.Void
}

// operand is what an expression stands for: what was evaluated at its Emit, or one that has no Emit.
func (fr *frame) operand(h ir.ExpressionHandle) *operand {
	if o := fr.known[h]; o != nil {
		return o
	}
	o := fr.evaluate(h)
	return &o
}

// emit evaluates expressions now.
func (fr *frame) emit(r ir.Range) {
	for h := r.Start; h < r.End; h++ {
		o := fr.evaluate(h)
		fr.known[h] = &o
	}
}

// set is the result of a statement.
func (fr *frame) set(h ir.ExpressionHandle, values []llir.Value) {
	fr.known[h] = &operand{values: values}
}
