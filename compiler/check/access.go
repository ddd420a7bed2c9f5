package check

import (
	"strings"

	"tilemark/compiler/constant"
	"tilemark/compiler/syntax"
	"tilemark/compiler/types"
)

func referenceOf(p *types.Type) *types.Type {
	return &types.Type{Kind: types.Reference, Elem: p.Elem, Space: p.Space, Access: p.Access}
}

func (c *checker) addressOf(e *syntax.Unary) operand {
	r := c.expr(e.Operand)
	switch {
	case r.typ == nil:
		return wrong
	case r.typ.Kind != types.Reference:
		c.fail(e.Place, "& needs a variable, not a value of type %s", r.typ)
		return wrong
	case r.component:
		c.fail(e.Place, "the address of a component of a vector cannot be taken")
		return wrong
	case r.typ.Space == "handle":
		c.fail(e.Place, "the address of a %s cannot be taken", r.typ.Elem)
		return wrong
	}
	return operand{typ: &types.Type{Kind: types.Pointer, Elem: r.typ.Elem, Space: r.typ.Space, Access: r.typ.Access}, stage: runtimeStage, root: r.root}
}

func (c *checker) index(e *syntax.Index) operand {
	base := c.base(e.Base)
	i := c.value(e.Index)
	if base.typ == nil {
		return wrong
	}
	t := base.typ
	if t.Kind == types.Reference {
		t = t.Elem
	}
	if t.Kind != types.Vector && t.Kind != types.Matrix && t.Kind != types.Array {
		c.fail(e.Place, "a value of type %s has no elements", t)
		return wrong
	}
	if i.typ == nil {
		return wrong
	}
	if !i.typ.IsInteger() {
		c.fail(e.Index.At(), "an index must be i32 or u32, not %s", i.typ)
		return wrong
	}
	if i = c.concrete(i); !c.inRange(t, i) {
		return wrong
	}
	out := element(base, constant.ElemType(t, 0), t.Kind == types.Vector)
	if base.typ.Kind != types.Reference {
		out.stage = max(base.stage, i.stage)
		if base.value != nil && i.value != nil && out.stage == constStage {
			out.value = base.value.At(int(i.value.I))
		}
		if base.stage != runtimeStage && i.stage != constStage {
			out.typ = out.typ.Concrete()
		}
	}
	return out
}

func (c *checker) base(e syntax.Expr) operand {
	b := c.expr(e)
	if b.typ != nil && b.typ.Kind == types.Pointer {
		b.typ = referenceOf(b.typ)
	}
	return b
}

func element(base operand, t *types.Type, component bool) operand {
	out := operand{typ: t, stage: base.stage}
	if r := base.typ; r.Kind == types.Reference {
		out.typ = &types.Type{Kind: types.Reference, Elem: t, Space: r.Space, Access: r.Access}
		out.root, out.component = base.root, component
	}
	return out
}

func (c *checker) inRange(t *types.Type, i operand) bool {
	count := int64(constant.Zero(t).Len())
	if t.Kind == types.Array && (t.Length.Runtime || t.Length.Override != nil) {
		count = 1 << 32
	}
	if i.value == nil || c.skipped > 0 && i.value.I >= 0 && i.value.I < count {
		return true
	}
	if i.value.I < 0 || i.value.I >= count {
		c.fail(i.at, "index %d is out of range of %s", i.value.I, t)
		return false
	}
	return true
}

func (c *checker) member(e *syntax.Member) operand {
	base := c.base(e.Base)
	if base.typ == nil {
		return wrong
	}
	t := base.typ
	if t.Kind == types.Reference {
		t = t.Elem
	}
	switch t.Kind {
	case types.Struct:
		return c.structMember(e, base, t)
	case types.Vector:
		return c.swizzle(e, base, t)
	}
	c.fail(e.Ident.Place, "a value of type %s has no members", t)
	return wrong
}

func (c *checker) structMember(e *syntax.Member, base operand, t *types.Type) operand {
	for i, m := range t.Members {
		if m.Name != e.Ident.Text {
			continue
		}
		if m.Type == nil {
			return wrong
		}
		out := element(base, m.Type, false)
		if base.value != nil {
			out.value = base.value.At(i)
		}
		return out
	}
	c.fail(e.Ident.Place, "structure %s has no member %q", t, e.Ident.Text)
	return wrong
}

func (c *checker) swizzle(e *syntax.Member, base operand, t *types.Type) operand {
	numbers, ok := picked(e.Ident.Text, t.Rows)
	if !ok {
		c.fail(e.Ident.Place, "%s has no components %q", t, e.Ident.Text)
		return wrong
	}
	if len(numbers) == 1 {
		out := element(base, t.Elem, true)
		if base.value != nil {
			out.value = base.value.At(numbers[0])
		}
		return out
	}
	base = c.load(base)
	out := operand{typ: types.VectorOf(len(numbers), t.Elem), stage: base.stage}
	if base.value != nil {
		out.value = constant.Composite(out.typ)
		for _, i := range numbers {
			out.value.Elems = append(out.value.Elems, base.value.At(i))
		}
	}
	return out
}

func picked(letters string, rows int) (out []int, ok bool) {
	if len(letters) == 0 || len(letters) > 4 {
		return nil, false
	}
	of := "xyzw"
	if strings.IndexByte("rgba", letters[0]) >= 0 {
		of = "rgba"
	}
	for _, l := range letters {
		i := strings.IndexRune(of, l)
		if i < 0 || i >= rows {
			return nil, false
		}
		out = append(out, i)
	}
	return out, true
}
