package front

import "github.com/gogpu/naga/ir"

// repairTexels gives texels of textures of i32, and what is computed of them, their types: naga takes them for floats.
func repairTexels(m *ir.Module, f *ir.Function) {
	own := map[ir.ExpressionHandle]ir.TypeInner{} // of those expressions
	for n := range f.Expressions {
		h := ir.ExpressionHandle(n)
		t := texelType(m, f, own, f.Expressions[n].Kind)
		if t == nil || n >= len(f.ExpressionTypes) {
			continue
		}
		own[h] = t
		f.ExpressionTypes[n] = ir.TypeResolution{Value: t}
	}
}

var (
	texelScalar = ir.ScalarType{Kind: ir.ScalarSint, Width: 4}
	texelVector = ir.VectorType{Size: ir.Vec4, Scalar: texelScalar}
)

// texelType is the type of an expression that is, or is computed of, such texels; nil: it is none.
func texelType(m *ir.Module, f *ir.Function, own map[ir.ExpressionHandle]ir.TypeInner, kind ir.ExpressionKind) ir.TypeInner {
	first := func(list ...ir.ExpressionHandle) (t ir.TypeInner) {
		for _, h := range list {
			if x, ok := own[h]; ok && (t == nil || isVector(x)) {
				t = x
			}
		}
		return t
	}
	switch e := kind.(type) {
	case ir.ExprImageLoad:
		if integerTexels(m, f, e.Image) {
			return texelVector
		}
	case ir.ExprUnary:
		return first(e.Expr)
	case ir.ExprBinary:
		switch e.Op {
		case ir.BinaryEqual, ir.BinaryNotEqual, ir.BinaryLess, ir.BinaryLessEqual, ir.BinaryGreater, ir.BinaryGreaterEqual:
			return nil
		case ir.BinaryShiftLeft, ir.BinaryShiftRight:
			return first(e.Left)
		}
		if t := first(e.Left, e.Right); t != nil {
			for _, h := range []ir.ExpressionHandle{e.Left, e.Right} { // of a scalar and a vector it is a vector
				if v, ok := typeOf(m, f, h).(ir.VectorType); ok {
					return ir.VectorType{Size: v.Size, Scalar: texelScalar}
				}
			}
			return t
		}
	case ir.ExprSelect:
		return first(e.Accept, e.Reject)
	case ir.ExprSwizzle:
		if first(e.Vector) != nil {
			return ir.VectorType{Size: e.Size, Scalar: texelScalar}
		}
	case ir.ExprSplat:
		if first(e.Value) != nil {
			return ir.VectorType{Size: e.Size, Scalar: texelScalar}
		}
	case ir.ExprAccess:
		if isVector(first(e.Base)) {
			return texelScalar
		}
	case ir.ExprAccessIndex:
		if isVector(first(e.Base)) {
			return texelScalar
		}
	case ir.ExprMath:
		list := []ir.ExpressionHandle{e.Arg}
		for _, h := range []*ir.ExpressionHandle{e.Arg1, e.Arg2} {
			if h != nil {
				list = append(list, *h)
			}
		}
		switch t := first(list...); {
		case t == nil, ir.MathPack4x8snorm <= e.Fun && e.Fun <= ir.MathPack4xU8Clamp: // bits
			return nil
		case e.Fun == ir.MathDot:
			return texelScalar
		default:
			return t
		}
	}
	return nil
}

func isVector(t ir.TypeInner) bool {
	_, ok := t.(ir.VectorType)
	return ok
}

// typeOf is what naga says of an expression's type, perhaps repaired.
func typeOf(m *ir.Module, f *ir.Function, h ir.ExpressionHandle) ir.TypeInner {
	if int(h) >= len(f.ExpressionTypes) {
		return nil
	}
	if t := f.ExpressionTypes[h]; t.Handle != nil {
		return m.Types[*t.Handle].Inner
	}
	return f.ExpressionTypes[h].Value
}

// integerTexels tells whether an expression is a sampled texture of i32.
func integerTexels(m *ir.Module, f *ir.Function, h ir.ExpressionHandle) bool {
	g, ok := f.Expressions[h].Kind.(ir.ExprGlobalVariable)
	if !ok {
		t, ok := typeOf(m, f, h).(ir.ImageType)
		return ok && t.Class == ir.ImageClassSampled && t.SampledKind == ir.ScalarSint
	}
	t, ok := m.Types[m.GlobalVariables[g.Variable].Type].Inner.(ir.ImageType)
	return ok && t.Class == ir.ImageClassSampled && t.SampledKind == ir.ScalarSint
}
