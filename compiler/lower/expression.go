package lower

import (
	"math"

	"github.com/gogpu/naga/ir"

	"tilemark/compiler/llir"
)

// evaluate lowers an expression.
func (fr *frame) evaluate(h ir.ExpressionHandle) operand {
	l := fr.l
	switch e := fr.f.Expressions[h].Kind.(type) {
	case ir.Literal:
		return operand{values: []llir.Value{l.literal(e.Value)}}
	case ir.ExprConstant:
		return operand{values: l.global(l.module.Constants[e.Constant].Init)}
	case ir.ExprOverride:
		refuse("an override without a value")
	case ir.ExprZeroValue:
		return operand{values: l.zeros(l.leafTypes(l.inner(e.Type)))}
	case ir.ExprCompose:
		return operand{values: fr.compose(e.Components)}
	case ir.ExprSplat:
		return operand{values: splat(fr.value(e.Value), int(e.Size))}
	case ir.ExprSwizzle:
		return operand{values: swizzle(fr.values(e.Vector), e)}
	case ir.ExprFunctionArgument:
		return fr.args[e.Index]
	case ir.ExprGlobalVariable:
		return l.globalVariable(e.Variable)
	case ir.ExprLocalVariable:
		return operand{place: &pointer{variable: fr.locals[e.Variable], typ: l.inner(fr.f.LocalVars[e.Variable].Type)}}
	case ir.ExprAccessIndex:
		return fr.accessIndex(e)
	case ir.ExprAccess:
		return fr.access(e)
	case ir.ExprLoad:
		return fr.load(e)
	case ir.ExprUnary:
		return operand{values: fr.unary(e)}
	case ir.ExprBinary:
		return operand{values: fr.binary(e)}
	case ir.ExprSelect:
		return operand{values: fr.selected(e)}
	case ir.ExprRelational:
		return operand{values: fr.relational(e)}
	case ir.ExprMath:
		return operand{values: fr.math(e)}
	case ir.ExprAs:
		return operand{values: fr.as(h, e)}
	case ir.ExprDerivative:
		return operand{values: fr.derivative(e)}
	case ir.ExprArrayLength:
		return operand{values: []llir.Value{fr.arrayLength(e)}}
	case ir.ExprImageSample:
		return operand{values: fr.sample(e)}
	case ir.ExprImageLoad:
		return operand{values: fr.imageLoad(e)}
	case ir.ExprImageQuery:
		return operand{values: fr.imageQuery(e)}
	default:
		refuse("%T, which the machine has no place for", e)
	}
	return operand{}
}

func (l *lowerer) literal(v ir.LiteralValue) llir.Value {
	switch v := v.(type) {
	case ir.LiteralF32:
		return l.f32(float32(v))
	case ir.LiteralF16:
		return l.float(llir.F16, float32(v))
	case ir.LiteralU32:
		return l.u32(uint32(v))
	case ir.LiteralI32:
		return l.u32(uint32(v))
	case ir.LiteralBool:
		return l.boolean(bool(v))
	case ir.LiteralAbstractInt:
		return l.u32(uint32(v))
	case ir.LiteralAbstractFloat:
		return l.f32(float32(v))
	}
	refuse("a literal of 64 bits")
	return 0
}

// global is the scalars of a global expression, which is constant: those of one of a function without anything else.
func (l *lowerer) global(h ir.ExpressionHandle) []llir.Value {
	if l.constantsOf == nil {
		f := &ir.Function{Expressions: l.module.GlobalExpressions, ExpressionTypes: make([]ir.TypeResolution, len(l.module.GlobalExpressions))}
		for n := range f.Expressions {
			f.ExpressionTypes[n], _ = ir.ResolveExpressionType(l.module, f, ir.ExpressionHandle(n))
		}
		l.constantsOf = &frame{l: l, f: f, known: make([]*operand, len(f.Expressions))}
	}
	return l.constantsOf.values(h)
}

func (fr *frame) compose(components []ir.ExpressionHandle) []llir.Value {
	var values []llir.Value
	for _, c := range components {
		values = append(values, fr.values(c)...)
	}
	return values
}

func splat(v llir.Value, n int) []llir.Value {
	values := make([]llir.Value, n)
	for k := range values {
		values[k] = v
	}
	return values
}

func swizzle(from []llir.Value, e ir.ExprSwizzle) []llir.Value {
	values := make([]llir.Value, e.Size)
	for n := range values {
		values[n] = from[e.Pattern[n]]
	}
	return values
}

// globalVariable is a place, or a texture or sampler.
func (l *lowerer) globalVariable(h ir.GlobalVariableHandle) operand {
	g := &l.module.GlobalVariables[h]
	switch g.Space {
	case stateSpace:
		return operand{values: []llir.Value{l.named(g)}}
	case ir.SpaceUniform, ir.SpaceStorage:
	case ir.SpaceHandle:
		return operand{resource: h, isRes: true}
	case ir.SpacePrivate, ir.SpaceWorkGroup:
		return operand{place: &pointer{variable: l.globals[h], typ: l.inner(g.Type)}}
	default:
		refuse("%s is in an address space that the machine does not have", g.Name)
	}
	if w, ok := l.given(g); ok {
		return operand{place: &pointer{given: w, typ: l.inner(g.Type)}}
	}
	return operand{place: &pointer{binding: l.numbers[h], constant: g.Space == ir.SpaceUniform, typ: l.inner(g.Type)}}
}

func (fr *frame) accessIndex(e ir.ExprAccessIndex) operand {
	base := fr.operand(e.Base)
	if base.place != nil {
		return operand{place: fr.l.at(base.place, int(e.Index))}
	}
	if base.isRes {
		refuse("arrays of textures")
	}
	t := fr.typeOf(e.Base)
	if s, ok := t.(ir.StructType); ok {
		typ, leaf, _ := fr.l.member(s, int(e.Index))
		return operand{values: base.values[leaf:][:fr.l.count(typ)]}
	}
	el := fr.l.element(t)
	n := min(int(e.Index), el.count-1)
	return operand{values: base.values[n*el.leaves:][:el.leaves]}
}

func (fr *frame) access(e ir.ExprAccess) operand {
	l := fr.l
	base, index := fr.operand(e.Base), fr.value(e.Index)
	if base.place != nil {
		return operand{place: l.indexed(base.place, index)}
	}
	if base.isRes {
		refuse("arrays of textures")
	}
	t := fr.typeOf(e.Base)
	el := l.element(t)
	if c, ok := l.bits[index]; ok {
		n := int(min(uint64(c.bits), uint64(el.count-1)))
		return operand{values: base.values[n*el.leaves:][:el.leaves]}
	}
	if el.count <= mostChosen {
		p := &pointer{typ: el.typ}
		return operand{values: l.choice(p, base.values, []choice{{l.clamped(index, el.count), el.count, el.leaves}})}
	}
	return operand{values: l.load(l.indexed(l.table(t, base.values), index))}
}

// table puts an array into private memory. One of constants is put there once, at the kernel's beginning.
func (l *lowerer) table(t ir.TypeInner, values []llir.Value) *pointer {
	leaves := l.leafTypes(t)
	for _, v := range values {
		if _, ok := l.bits[v]; !ok {
			v := l.newVariable(leaves, true)
			p := &pointer{variable: v, typ: t}
			l.assign(p, values)
			return p
		}
	}
	key := l.tableKey(values)
	word, ok := l.tables[key]
	if !ok {
		v := l.newVariable(leaves, true)
		word = v.byte
		l.tables[key] = word
		r := &llir.Region{}
		l.within(r, func() { l.assign(&pointer{variable: v, typ: t}, values) })
		l.head = append(l.head, r.Code...)
	}
	return &pointer{variable: &variable{leaves: leaves, memory: true, byte: word}, typ: t}
}

// tableKey finds tables again that have the same values.
func (l *lowerer) tableKey(values []llir.Value) string {
	key := make([]byte, 0, 4*len(values))
	for _, v := range values {
		key = append(key, byte(v), byte(v>>8), byte(v>>16), byte(v>>24))
	}
	return string(key)
}

func (fr *frame) load(e ir.ExprLoad) operand {
	p := fr.operand(e.Pointer).place
	if a, ok := p.typ.(ir.AtomicType); ok {
		return operand{values: fr.l.atomic(p, llir.AtomicLoad, scalar(a.Scalar))}
	}
	return operand{values: fr.l.load(p)}
}

func (fr *frame) unary(e ir.ExprUnary) []llir.Value {
	op := map[ir.UnaryOperator]llir.Op{ir.UnaryNegate: llir.Neg, ir.UnaryLogicalNot: llir.Not, ir.UnaryBitwiseNot: llir.Not}[e.Op]
	t := fr.valueType(e.Expr)
	if t == llir.Bool {
		op = llir.Not // naga negates what it should invert
	}
	return fr.l.each(fr.values(e.Expr), func(v llir.Value) llir.Value { return fr.l.op(op, t, v) })
}

// each applies a function to each scalar.
func (l *lowerer) each(values []llir.Value, f func(llir.Value) llir.Value) []llir.Value {
	result := make([]llir.Value, len(values))
	for n, v := range values {
		result[n] = f(v)
	}
	return result
}

// both applies a function to the scalars of two operands, one of which may be a scalar.
func both(a, b []llir.Value, f func(a, b llir.Value) llir.Value) []llir.Value {
	n := max(len(a), len(b))
	result := make([]llir.Value, n)
	for k := range n {
		result[k] = f(a[k%len(a)], b[k%len(b)])
	}
	return result
}

func (fr *frame) binary(e ir.ExprBinary) []llir.Value {
	l := fr.l
	a, b := fr.values(e.Left), fr.values(e.Right)
	left, right := fr.typeOf(e.Left), fr.typeOf(e.Right)
	t := fr.valueType(e.Left)
	if e.Op == ir.BinaryMultiply {
		if r, ok := l.matrixProduct(t, left, right, a, b); ok {
			return r
		}
	}
	return both(a, b, func(x, y llir.Value) llir.Value { return l.binaryScalar(e.Op, t, x, y) })
}

var comparisons = map[ir.BinaryOperator]llir.Cond{ir.BinaryEqual: llir.Equal, ir.BinaryNotEqual: llir.NotEqual, ir.BinaryLess: llir.Less,
	ir.BinaryLessEqual: llir.LessEqual, ir.BinaryGreater: llir.Greater, ir.BinaryGreaterEqual: llir.GreaterEqual}

var binaries = map[ir.BinaryOperator]llir.Op{ir.BinaryAdd: llir.Add, ir.BinaryMultiply: llir.Mul, ir.BinaryDivide: llir.Div, ir.BinaryModulo: llir.Rem,
	ir.BinaryAnd: llir.And, ir.BinaryExclusiveOr: llir.Xor, ir.BinaryInclusiveOr: llir.Or, ir.BinaryLogicalAnd: llir.And, ir.BinaryLogicalOr: llir.Or,
	ir.BinaryShiftLeft: llir.Shl}

func (l *lowerer) binaryScalar(op ir.BinaryOperator, t llir.Type, x, y llir.Value) llir.Value {
	if c, ok := comparisons[op]; ok {
		if t == llir.Bool {
			v := l.op(llir.Xor, llir.Bool, x, y)
			if c == llir.Equal {
				v = l.op(llir.Not, llir.Bool, v)
			}
			return v
		}
		return l.compare(c, t, x, y)
	}
	switch {
	case op == ir.BinarySubtract:
		return l.sub(t, x, y)
	case op == ir.BinaryModulo && t == llir.F16: // more than one operation: in f32
		x, y = l.convert(llir.F16, llir.F32, x), l.convert(llir.F16, llir.F32, y)
		return l.convert(llir.F32, llir.F16, l.binaryScalar(op, llir.F32, x, y))
	case op == ir.BinaryModulo && t == llir.F32:
		return l.sub(t, x, l.op(llir.Mul, t, y, l.op(llir.Trunc, t, l.op(llir.Div, t, x, y))))
	case op == ir.BinaryShiftRight && t == llir.I32:
		return l.op(llir.Asr, t, x, y)
	case op == ir.BinaryShiftRight:
		return l.op(llir.Shr, t, x, y)
	}
	return l.op(binaries[op], t, x, y)
}

func (fr *frame) selected(e ir.ExprSelect) []llir.Value {
	c, a, b := fr.values(e.Condition), fr.values(e.Accept), fr.values(e.Reject)
	result := make([]llir.Value, len(a))
	for n := range a {
		result[n] = fr.l.choose(fr.l.k.TypeOf(a[n]), c[n%len(c)], a[n], b[n])
	}
	return result
}

func (fr *frame) relational(e ir.ExprRelational) []llir.Value {
	l, a := fr.l, fr.values(e.Argument)
	t := fr.valueType(e.Argument)
	switch e.Fun {
	case ir.RelationalAll, ir.RelationalAny:
		op := llir.And
		if e.Fun == ir.RelationalAny {
			op = llir.Or
		}
		v := a[0]
		for _, x := range a[1:] {
			v = l.op(op, llir.Bool, v, x)
		}
		return []llir.Value{v}
	case ir.RelationalIsNan:
		return l.each(a, func(v llir.Value) llir.Value { return l.compare(llir.Unordered, t, v, v) })
	}
	infinity := l.constant(t, math.Float32bits(float32(math.Inf(1))))
	if t == llir.F16 {
		infinity = l.constant(t, 0x7c00)
	}
	return l.each(a, func(v llir.Value) llir.Value { return l.compare(llir.Equal, t, l.op(llir.Abs, t, v), infinity) })
}

// as is a conversion, or a cast of bits.
func (fr *frame) as(h ir.ExpressionHandle, e ir.ExprAs) []llir.Value {
	l := fr.l
	t, values := fr.valueType(e.Expr), fr.values(e.Expr)
	if e.Convert != nil {
		to := scalar(ir.ScalarType{Kind: e.Kind, Width: *e.Convert})
		return l.each(values, func(v llir.Value) llir.Value { return l.convert(t, to, l.representable(t, to, v)) })
	}
	to := fr.scalarOf(h)
	switch {
	case t == llir.Bool:
		return values
	case t == llir.F16 && e.Kind == ir.ScalarFloat:
		refuse("a bitcast from f16 to a float, whose type the front end (naga) does not keep")
	case t == llir.F16 && to != llir.F16:
		return l.joined(to, values)
	case to == llir.F16 && t != llir.F16:
		if halves := l.parted(t, values); len(halves) == l.count(fr.typeOf(h)) {
			return halves
		}
		refuse("a bitcast to a vector of f16, whose type the front end (naga) does not keep")
	}
	return l.each(values, func(v llir.Value) llir.Value { return l.bitcast(t, to, v) })
}

// joined makes words of pairs of f16.
func (l *lowerer) joined(to llir.Type, values []llir.Value) []llir.Value {
	var words []llir.Value
	for n := 0; n+1 < len(values); n += 2 {
		low, high := l.bitcast(llir.F16, llir.U32, values[n]), l.bitcast(llir.F16, llir.U32, values[n+1])
		word := l.op(llir.Or, llir.U32, low, l.op(llir.Shl, llir.U32, high, l.u32(16)))
		words = append(words, l.bitcast(llir.U32, to, word))
	}
	return words
}

// parted makes pairs of f16 of words.
func (l *lowerer) parted(from llir.Type, words []llir.Value) []llir.Value {
	var values []llir.Value
	for _, w := range words {
		w = l.bitcast(from, llir.U32, w)
		values = append(values, l.bitcast(llir.U32, llir.F16, w), l.bitcast(llir.U32, llir.F16, l.op(llir.Shr, llir.U32, w, l.u32(16))))
	}
	return values
}

func (fr *frame) derivative(e ir.ExprDerivative) []llir.Value {
	l := fr.l
	t := fr.valueType(e.Expr)
	lanes := func(v llir.Value, order uint32) llir.Value {
		r := l.k.New(t)
		l.add(&llir.Instr{Op: llir.Swizzle, Type: t, Bits: order, Args: []llir.Value{v}, Results: []llir.Value{r}})
		return r
	}
	along := func(v llir.Value, axis ir.DerivativeAxis) llir.Value {
		from, to := uint32(0x00), uint32(0x55) // lane 0 and lane 1 for all
		switch fine := e.Control == ir.DerivativeFine; {
		case axis == ir.DerivativeX && fine:
			from, to = 0xa0, 0xf5 // 0 0 2 2 and 1 1 3 3
		case axis == ir.DerivativeY && fine:
			from, to = 0x44, 0xee // 0 1 0 1 and 2 3 2 3
		case axis == ir.DerivativeY:
			to = 0xaa
		}
		return l.sub(t, lanes(v, to), lanes(v, from))
	}
	return l.each(fr.values(e.Expr), func(v llir.Value) llir.Value {
		if e.Axis != ir.DerivativeWidth {
			return along(v, e.Axis)
		}
		return l.op(llir.Add, t, l.op(llir.Abs, t, along(v, ir.DerivativeX)), l.op(llir.Abs, t, along(v, ir.DerivativeY)))
	})
}

// arrayLength is the number of elements of the array of runtime size.
func (fr *frame) arrayLength(e ir.ExprArrayLength) llir.Value {
	l, p := fr.l, fr.operand(e.Array).place
	bytes := l.message(llir.BufferSize, llir.Message{Binding: p.binding}, 1, llir.U32)[0]
	if p.offset > 0 {
		bytes = l.op(llir.Add, llir.U32, bytes, l.u32(uint32(-p.offset)))
	}
	return l.op(llir.Div, llir.U32, bytes, l.u32(uint32(l.element(p.typ).bytes)))
}

// representable is a number to convert, or the greatest that both types have where it is greater: WGSL gives a float that no integer stands for the nearest
// integer that is a float, too.
func (l *lowerer) representable(from, to llir.Type, v llir.Value) llir.Value {
	switch {
	case from != llir.F32 || !to.Integer():
		return v
	case to == llir.I32:
		return l.op(llir.Min, llir.F32, v, l.f32(1<<31-1<<7))
	}
	return l.op(llir.Min, llir.F32, v, l.f32(1<<32-1<<8))
}
