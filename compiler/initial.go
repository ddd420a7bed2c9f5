package compiler

import (
	"math"
	"slices"

	"github.com/gogpu/naga/ir"

	"tilemark/compiler/check"
	"tilemark/compiler/constant"
	"tilemark/compiler/syntax"
)

// initialise gives the variables of a module the initial values that package check has found, as literals and what is composed of them: naga takes the
// least i32 for another number, converts within composites to types of other values, and leaves out some.
func initialise(m *ir.Module, r *check.Result) {
	values := map[string]*constant.Value{}
	for _, d := range r.Module.Decls {
		if v, ok := d.(*syntax.Var); ok && v.Init != nil && r.Values[v.Init] != nil {
			values[v.Ident.Text] = r.Values[v.Init]
		}
	}
	for n := range m.GlobalVariables {
		g := &m.GlobalVariables[n]
		value := values[g.Name]
		if value == nil {
			continue
		}
		before := len(m.GlobalExpressions)
		if h, ok := literals(m, g.Type, value); ok {
			g.Init, g.InitExpr = nil, &h
		} else {
			m.GlobalExpressions = m.GlobalExpressions[:before]
		}
	}
}

// literals adds the expressions of a value of a type; false where naga has no literal of it.
func literals(m *ir.Module, t ir.TypeHandle, v *constant.Value) (h ir.ExpressionHandle, ok bool) {
	var parts []ir.TypeHandle
	switch inner := m.Types[t].Inner.(type) {
	case ir.ScalarType:
		l, ok := literal(inner, v)
		return added(m, ir.Literal{Value: l}), ok
	case ir.VectorType:
		parts = slices.Repeat([]ir.TypeHandle{typeOf(m, inner.Scalar)}, int(inner.Size))
	case ir.MatrixType:
		parts = slices.Repeat([]ir.TypeHandle{typeOf(m, ir.VectorType{Size: inner.Rows, Scalar: inner.Scalar})}, int(inner.Columns))
	case ir.ArrayType:
		parts = slices.Repeat([]ir.TypeHandle{inner.Base}, v.Len())
	case ir.StructType:
		for _, x := range inner.Members {
			parts = append(parts, x.Type)
		}
	}
	if len(parts) == 0 || len(parts) != v.Len() {
		return 0, false
	}
	list := make([]ir.ExpressionHandle, len(parts))
	for n := range parts {
		if list[n], ok = literals(m, parts[n], v.At(n)); !ok {
			return 0, false
		}
	}
	return added(m, ir.ExprCompose{Type: t, Components: list}), true
}

// literal is a scalar; its value may be an abstract number.
func literal(t ir.ScalarType, v *constant.Value) (ir.LiteralValue, bool) {
	number := v.F
	if !v.Type.IsFloat() {
		number = float64(v.I)
	}
	switch {
	case t.Kind == ir.ScalarBool:
		return ir.LiteralBool(v.I != 0), true
	case t.Kind == ir.ScalarSint && t.Width == 4 && !v.Type.IsFloat():
		return ir.LiteralI32(v.I), v.I >= math.MinInt32 && v.I <= math.MaxInt32
	case t.Kind == ir.ScalarUint && t.Width == 4 && !v.Type.IsFloat():
		return ir.LiteralU32(v.I), v.I >= 0 && v.I <= math.MaxUint32
	case t.Kind == ir.ScalarFloat && t.Width == 4:
		return ir.LiteralF32(number), true
	case t.Kind == ir.ScalarFloat && t.Width == 2:
		return ir.LiteralF16(number), true
	}
	return nil, false
}

// typeOf is the handle of a type, which is added when the module does not have it.
func typeOf(m *ir.Module, t ir.TypeInner) ir.TypeHandle {
	for h := range m.Types {
		if m.Types[h].Inner == t {
			return ir.TypeHandle(h)
		}
	}
	m.Types = append(m.Types, ir.Type{Inner: t})
	return ir.TypeHandle(len(m.Types) - 1)
}

func added(m *ir.Module, k ir.ExpressionKind) ir.ExpressionHandle {
	m.GlobalExpressions = append(m.GlobalExpressions, ir.Expression{Kind: k})
	return ir.ExpressionHandle(len(m.GlobalExpressions) - 1)
}
