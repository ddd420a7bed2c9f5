package wgsl

import "github.com/gogpu/naga/ir"

// typing finds the types of a function's expressions. Naga's own are not used: they are wrong here and there.
type typing struct {
	types    *types
	source   *ir.Function
	found    []*typ                                      // of the expressions before the one that is looked at
	loadedBy map[ir.ExpressionHandle]ir.ExpressionHandle // pointers of workgroupUniformLoad, by their results
}

// valueOf is the type of the value of an expression. Naga puts some pointers where their values are meant.
func (t *typing) valueOf(h ir.ExpressionHandle) *typ {
	found := t.at(h)
	if found.form == pointer {
		return found.elem
	}
	return found
}

func (t *typing) at(h ir.ExpressionHandle) *typ {
	if int(h) >= len(t.found) {
		return unknownType("an expression that is used before it is there")
	}
	return t.found[h]
}

// withShapeOf is a scalar, or a vector with as many components as another.
func withShapeOf(t *typ, k kind) *typ {
	switch t.form {
	case vector:
		return vectorOf(k, t.rows)
	case matrix:
		return matrixOf(k, t.columns, t.rows)
	case unknown:
		return t
	}
	return scalarOf(k)
}

// of is the type of an expression.
func (t *typing) of(h ir.ExpressionHandle, e ir.ExpressionKind) *typ {
	switch e := e.(type) {
	case ir.Literal:
		return literalType(e)
	case ir.ExprConstant:
		return t.types.of(t.types.module.Constants[e.Constant].Type)
	case ir.ExprOverride:
		return t.types.of(t.types.module.Overrides[e.Override].Ty)
	case ir.ExprZeroValue:
		if z := t.types.of(e.Type); z.form != image && z.form != sampler {
			return z
		}
		return unknownType("the zero value of a texture, which naga has in place of a call of a function that is named like a built-in one")
	case ir.ExprCompose:
		return t.composed(t.types.of(e.Type), e.Components)
	case ir.ExprAccess:
		return t.part(e.Base, 0)
	case ir.ExprAccessIndex:
		return t.part(e.Base, int(e.Index))
	case ir.ExprSplat:
		return vectorOf(t.valueOf(e.Value).kind, int(e.Size))
	case ir.ExprSwizzle:
		return vectorOf(t.valueOf(e.Vector).kind, int(e.Size))
	case ir.ExprFunctionArgument:
		return t.types.of(t.source.Arguments[e.Index].Type)
	case ir.ExprGlobalVariable:
		return t.global(&t.types.module.GlobalVariables[e.Variable])
	case ir.ExprLocalVariable:
		return pointerTo(t.types.of(t.source.LocalVars[e.Variable].Type))
	case ir.ExprLoad:
		return t.valueOf(e.Pointer)
	case ir.ExprCallResult:
		if r := t.types.module.Functions[e.Function].Result; r != nil {
			return t.types.of(r.Type)
		}
		return unknownType("the result of a function that has none")
	case ir.ExprAtomicResult:
		return t.types.of(e.Ty)
	case ir.ExprWorkGroupUniformLoadResult:
		return t.valueOf(t.loadedBy[h])
	case ir.ExprArrayLength:
		return scalarOf(u32)
	}
	return t.ofOperation(e)
}

// composed is the type of what is put together. Of a matrix of the module's constants naga gives its columns the type of the matrix.
func (t *typing) composed(whole *typ, components []ir.ExpressionHandle) *typ {
	if whole.form == matrix && len(components) == whole.rows && t.valueOf(components[0]).form == scalar {
		return whole.elem
	}
	return whole
}

// ofOperation is the type of what is computed.
func (t *typing) ofOperation(e ir.ExpressionKind) *typ {
	switch e := e.(type) {
	case ir.ExprUnary:
		return t.valueOf(e.Expr)
	case ir.ExprBinary:
		return binaryType(e.Op, t.valueOf(e.Left), t.valueOf(e.Right))
	case ir.ExprSelect:
		return t.valueOf(e.Accept)
	case ir.ExprDerivative:
		return t.valueOf(e.Expr)
	case ir.ExprRelational:
		if e.Fun == ir.RelationalAll || e.Fun == ir.RelationalAny {
			return scalarOf(boolean)
		}
		return withShapeOf(t.valueOf(e.Argument), boolean)
	case ir.ExprMath:
		return functionType(e.Fun, t.valueOf(e.Arg))
	case ir.ExprAs:
		return castType(e, t.valueOf(e.Expr))
	case ir.ExprImageSample:
		return t.texel(e.Image, e.Gather != nil)
	case ir.ExprImageLoad:
		return t.texel(e.Image, false)
	case ir.ExprImageQuery:
		return t.query(e)
	}
	return unknownType("expression %T", e)
}

func literalType(l ir.Literal) *typ {
	switch l.Value.(type) {
	case ir.LiteralI32, ir.LiteralAbstractInt:
		return scalarOf(i32)
	case ir.LiteralU32:
		return scalarOf(u32)
	case ir.LiteralF32, ir.LiteralAbstractFloat:
		return scalarOf(f32)
	case ir.LiteralF16:
		return scalarOf(f16)
	case ir.LiteralBool:
		return scalarOf(boolean)
	}
	return unknownType("literal %T", l.Value)
}

// global is a pointer to a variable; textures and samplers are themselves.
func (t *typing) global(g *ir.GlobalVariable) *typ {
	own := t.types.of(g.Type)
	if own.form == image || own.form == sampler || own.form == unknown {
		return own
	}
	return pointerTo(own)
}

// part is the type of an element or a member, of a pointer a pointer to it.
func (t *typing) part(base ir.ExpressionHandle, n int) *typ {
	whole := t.at(base)
	if whole.form == pointer {
		if p := partOf(whole.elem, n); p.form != unknown {
			return pointerTo(p)
		}
		return unknownType("a part of what a pointer does not point to")
	}
	return partOf(whole, n)
}

func partOf(t *typ, n int) *typ {
	switch {
	case t.form == structure && n < len(t.members):
		return t.members[n].typ
	case t.form == array || t.form == vector || t.form == matrix:
		return t.elem
	case t.form == unknown:
		return t
	}
	return unknownType("a part of what has no parts")
}

func binaryType(op ir.BinaryOperator, a, b *typ) *typ {
	switch op {
	case ir.BinaryEqual, ir.BinaryNotEqual, ir.BinaryLess, ir.BinaryLessEqual, ir.BinaryGreater, ir.BinaryGreaterEqual:
		return withShapeOf(a, boolean)
	case ir.BinaryMultiply:
		switch {
		case a.form == matrix && b.form == matrix:
			return matrixOf(a.kind, b.columns, a.rows)
		case a.form == matrix && b.form == vector:
			return vectorOf(a.kind, a.rows)
		case a.form == vector && b.form == matrix:
			return vectorOf(a.kind, b.columns)
		}
	}
	if a.form == scalar {
		return withShapeOf(b, a.kind)
	}
	return a
}

// castType is that of a conversion or a bitcast. Of bitcasts naga keeps only the kind of the result: between f16 and 32 bits the sizes tell the rest.
func castType(e ir.ExprAs, from *typ) *typ {
	if from.form == unknown {
		return from
	}
	width := uint8(4)
	if e.Convert != nil {
		width = *e.Convert
	}
	to, ok := kindOf(ir.ScalarType{Kind: e.Kind, Width: width})
	switch {
	case !ok:
		return unknownType("conversion to a scalar of kind %d and %d bytes", e.Kind, width)
	case e.Convert != nil || from.kind != f16:
		return withShapeOf(from, to)
	case to == f32:
		return from
	case from.rows == 2:
		return scalarOf(to)
	case from.rows == 4:
		return vectorOf(to, 2)
	}
	return unknownType("bitcast of f16 to %s", to)
}

// texel is what a texture gives. SampledKind of depth textures does not count.
func (t *typing) texel(h ir.ExpressionHandle, gathers bool) *typ {
	i := t.at(h)
	if i.form != image {
		return unknownType("a texture that is none")
	}
	switch k := texelKind(i); {
	case i.image.Class == ir.ImageClassDepth && !gathers:
		return scalarOf(f32)
	default:
		return vectorOf(k, 4)
	}
}

// texelKind is the kind of a texture's components.
func texelKind(t *typ) kind {
	of := ir.ScalarFloat
	switch t.image.Class {
	case ir.ImageClassSampled:
		of = t.image.SampledKind
	case ir.ImageClassStorage:
		of = t.image.StorageFormat.ScalarKind()
	}
	switch of {
	case ir.ScalarSint:
		return i32
	case ir.ScalarUint:
		return u32
	}
	return f32
}

func (t *typing) query(e ir.ExprImageQuery) *typ {
	i := t.at(e.Image)
	if i.form != image {
		return unknownType("a texture that is none")
	}
	if _, ok := e.Query.(ir.ImageQuerySize); !ok || i.image.Dim == ir.Dim1D {
		return scalarOf(u32)
	}
	if i.image.Dim == ir.Dim3D {
		return vectorOf(u32, 3)
	}
	return vectorOf(u32, 2)
}
