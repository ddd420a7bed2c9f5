package check

import (
	"tilemark/compiler/constant"
	"tilemark/compiler/syntax"
	"tilemark/compiler/types"
)

// construct is a value of a type from its arguments (section Value Constructor Built-in Functions).
func (c *checker) construct(call *syntax.Call, t *types.Type, args []operand) operand {
	if !t.IsConstructible() {
		c.fail(call.Place, "a value of type %s cannot be made", t)
		return wrong
	}
	late := constStage
	for _, a := range args {
		if a.typ == nil {
			return wrong
		}
		late = max(late, a.stage)
	}
	out := operand{typ: t, stage: late}
	if len(args) == 0 {
		out.value = constant.Zero(t)
		return out
	}
	switch t.Kind {
	case types.Vector:
		return c.vector(call, t, args, out)
	case types.Matrix:
		return c.matrix(call, t, args, out)
	case types.Array:
		return c.elements(call, t, args, out)
	case types.Struct:
		return c.members(call, t, args, out)
	}
	return c.scalarOf(call, t, args, out)
}

// scalarOf converts a scalar.
func (c *checker) scalarOf(call *syntax.Call, t *types.Type, args []operand, out operand) operand {
	if len(args) != 1 || !args[0].typ.IsScalar() {
		c.fail(call.Place, "%s takes one scalar", t)
		return wrong
	}
	out.value = c.converted(args[0], t)
	return out
}

// converted is a scalar as another one; nil if it is not known.
func (c *checker) converted(o operand, to *types.Type) *constant.Value {
	if o.value == nil || c.skipped > 0 {
		return nil
	}
	v, err := constant.Convert(o.value, to)
	if err != nil {
		c.fail(o.at, "%v", err)
	}
	return v
}

// vector makes a vector of another one, of one scalar, or of scalars and vectors that have as many components.
func (c *checker) vector(call *syntax.Call, t *types.Type, args []operand, out operand) operand {
	if len(args) == 1 && args[0].typ.IsScalar() {
		v := c.scalarArg(args[0], t.Elem)
		if v.typ == nil {
			return wrong
		}
		out.value = repeated(t, v.value)
		return out
	}
	count := 0
	var elems []*constant.Value
	for _, a := range args {
		rows := 1
		if a.typ.Kind == types.Vector {
			rows = a.typ.Rows
		} else if !a.typ.IsScalar() {
			c.fail(a.at, "a value of type %s cannot be part of %s", a.typ, t)
			return wrong
		}
		count += rows
		conversion := len(args) == 1 && rows == t.Rows
		if !conversion && c.part(a, t) {
			return wrong
		}
		elems = append(elems, c.parts(a, t.Elem, conversion)...)
	}
	if count != t.Rows {
		c.fail(call.Place, "%s takes %d components, not %d", t, t.Rows, count)
		return wrong
	}
	out.value = assembled(t, elems)
	return out
}

// part is whether a part of a vector has the wrong scalar.
func (c *checker) part(a operand, t *types.Type) bool {
	if _, feasible := types.Rank(a.typ.Base(), t.Elem); feasible {
		return false
	}
	c.fail(a.at, "a part of %s must be of type %s, not %s", t, t.Elem, a.typ)
	return true
}

// parts are the components of an argument, converted to a scalar type.
func (c *checker) parts(a operand, to *types.Type, conversion bool) []*constant.Value {
	rows := 1
	if a.typ.Kind == types.Vector {
		rows = a.typ.Rows
	}
	out := make([]*constant.Value, rows)
	if a.value == nil {
		return out
	}
	for i, v := range components(a.value) {
		part := operand{at: a.at, typ: a.typ.Base(), value: v}
		if conversion {
			out[i] = c.converted(part, to)
		} else {
			out[i] = c.convert(part, to, "component").value
		}
	}
	return out
}

// scalarArg is a scalar that converts automatically.
func (c *checker) scalarArg(a operand, to *types.Type) operand {
	if _, feasible := types.Rank(a.typ, to); !feasible {
		c.fail(a.at, "expected a value of type %s, not %s", to, a.typ)
		return wrong
	}
	return c.convert(a, to, "value")
}

// assembled is a composite whose elements are known; nil otherwise.
func assembled(t *types.Type, elems []*constant.Value) *constant.Value {
	for _, e := range elems {
		if e == nil {
			return nil
		}
	}
	return constant.Composite(t, elems...)
}

func repeated(t *types.Type, v *constant.Value) *constant.Value {
	if v == nil {
		return nil
	}
	out := constant.Composite(t)
	for range t.Rows {
		out.Elems = append(out.Elems, v)
	}
	return out
}

// matrix makes a matrix of another one, of its columns, or of all scalars.
func (c *checker) matrix(call *syntax.Call, t *types.Type, args []operand, out operand) operand {
	if len(args) == 1 && args[0].typ.Kind == types.Matrix {
		if a := args[0]; a.typ.Columns != t.Columns || a.typ.Rows != t.Rows {
			c.fail(call.Place, "%s cannot be made of %s", t, a.typ)
			return wrong
		}
		out.value = c.convertedMatrix(args[0], t)
		return out
	}
	of := t.Column()
	if len(args) == t.Columns*t.Rows && args[0].typ.IsScalar() {
		of = t.Elem
	} else if len(args) != t.Columns {
		c.fail(call.Place, "%s takes %d columns or %d scalars, not %d values", t, t.Columns, t.Columns*t.Rows, len(args))
		return wrong
	}
	var elems []*constant.Value
	for _, a := range args {
		v := c.scalarArg(a, of)
		if v.typ == nil {
			return wrong
		}
		elems = append(elems, v.value)
	}
	if of.IsScalar() {
		elems = columns(t, elems)
	}
	out.value = assembled(t, elems)
	return out
}

// convertedMatrix is a matrix with other scalars; nil if it is not known.
func (c *checker) convertedMatrix(o operand, to *types.Type) *constant.Value {
	if o.value == nil {
		return nil
	}
	var out []*constant.Value
	for i := range to.Columns {
		column := operand{at: o.at, typ: o.typ.Column(), value: o.value.At(i)}
		out = append(out, assembled(to.Column(), c.parts(column, to.Elem, true)))
	}
	return assembled(to, out)
}

// columns are the columns of a matrix from its scalars.
func columns(t *types.Type, scalars []*constant.Value) (out []*constant.Value) {
	for i := 0; i < len(scalars); i += t.Rows {
		out = append(out, assembled(t.Column(), scalars[i:i+t.Rows]))
	}
	return out
}

// elements makes an array.
func (c *checker) elements(call *syntax.Call, t *types.Type, args []operand, out operand) operand {
	if int64(len(args)) != t.Length.Count {
		c.fail(call.Place, "%s takes %d elements, not %d", t, t.Length.Count, len(args))
		return wrong
	}
	var elems []*constant.Value
	for _, a := range args {
		v := c.scalarArg(a, t.Elem)
		if v.typ == nil {
			return wrong
		}
		elems = append(elems, v.value)
	}
	out.value = assembled(t, elems)
	return out
}

// members makes a structure.
func (c *checker) members(call *syntax.Call, t *types.Type, args []operand, out operand) operand {
	if len(args) != len(t.Members) {
		c.fail(call.Place, "structure %s has %d members, not %d", t, len(t.Members), len(args))
		return wrong
	}
	var elems []*constant.Value
	for i, a := range args {
		if t.Members[i].Type == nil {
			return wrong
		}
		v := c.scalarArg(a, t.Members[i].Type)
		if v.typ == nil {
			return wrong
		}
		elems = append(elems, v.value)
	}
	out.value = assembled(t, elems)
	return out
}

// inferred is the type of a vector, matrix or array without template arguments from what it is made of; nil after an error.
func (c *checker) inferred(call *syntax.Call, args []operand) *types.Type {
	var all []*types.Type
	constant := true
	for _, a := range args {
		if a.typ == nil {
			return nil
		}
		all, constant = append(all, a.typ), constant && a.stage == constStage
	}
	t := inferredOf(call.Func.Text, all)
	if t == nil {
		c.fail(call.Place, "the type of %s's elements is not clear from its arguments", call.Func.Text)
		return nil
	}
	if !constant {
		t = t.Concrete()
	}
	return t
}

// inferredOf is a generic type of the common type of its parts.
func inferredOf(name string, all []*types.Type) *types.Type {
	if len(all) == 0 {
		if name[:3] == "vec" {
			return types.VectorOf(int(name[3]-'0'), types.TypeAbstractInt)
		}
		return nil
	}
	if name == "array" {
		elem := types.Common(all...)
		if elem == nil {
			return nil
		}
		return types.ArrayOf(int64(len(all)), elem)
	}
	var bases []*types.Type
	for _, t := range all {
		if !t.Base().IsScalar() {
			return nil
		}
		bases = append(bases, t.Base())
	}
	elem := types.Common(bases...)
	if elem == nil {
		return nil
	}
	if name[:3] == "mat" && elem.Kind == types.AbstractInt {
		elem = types.TypeAbstractFloat
	}
	t, _ := generic(name, elem)
	return t
}
