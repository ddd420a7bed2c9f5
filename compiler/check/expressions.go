package check

import (
	"fmt"
	"strconv"
	"strings"

	"tilemark/compiler/builtin"
	"tilemark/compiler/constant"
	"tilemark/compiler/syntax"
	"tilemark/compiler/types"
)

// stage is when an expression is evaluated (section Early Evaluation Expressions).
type stage int

const (
	constStage stage = iota
	overrideStage
	runtimeStage
)

// operand is what is known of an expression.
type operand struct {
	at        syntax.Place
	typ       *types.Type // nil after an error
	stage     stage
	value     *constant.Value // of a const-expression; nil if it is not known
	root      *object         // of references and pointers: the variable or parameter
	component bool            // whether it is a component of a vector, whose address cannot be taken
}

var wrong = operand{}

// expr is an expression as it stands: the name of a variable is a reference.
func (c *checker) expr(e syntax.Expr) operand {
	o := c.operand(e)
	o.at = e.At()
	if o.stage != constStage {
		o.value = nil
	}
	if o.typ != nil {
		c.Types[e] = o.typ
		if o.value != nil {
			c.Values[e] = o.value
		}
	}
	return o
}

func (c *checker) operand(e syntax.Expr) operand {
	switch e := e.(type) {
	case *syntax.Name:
		return c.nameValue(e)
	case *syntax.Literal:
		return c.literal(e)
	case *syntax.Unary:
		return c.unary(e)
	case *syntax.Binary:
		return c.binary(e)
	case *syntax.Index:
		return c.index(e)
	case *syntax.Member:
		return c.member(e)
	case *syntax.Call:
		o := c.call(e)
		if o.typ != nil && o.typ.Kind == types.Void {
			c.fail(e.Place, "function %q gives no value", e.Func.Text)
			return wrong
		}
		return o
	}
	return wrong
}

// value is an expression whose value is used: of a reference it is loaded (section Load Rule).
func (c *checker) value(e syntax.Expr) operand {
	return c.load(c.expr(e))
}

func (c *checker) load(o operand) operand {
	if o.typ == nil || o.typ.Kind != types.Reference {
		return o
	}
	t := o.typ.Elem
	if t.Kind == types.Texture || t.Kind == types.Sampler {
		return operand{at: o.at, typ: t, stage: runtimeStage, root: o.root}
	}
	if !t.IsConstructible() {
		c.fail(o.at, "a value of type %s cannot be loaded", t)
		return wrong
	}
	c.reads(o.root)
	return operand{at: o.at, typ: t, stage: runtimeStage}
}

// nameValue is what a name stands for as a value.
func (c *checker) nameValue(n *syntax.Name) operand {
	if n.Text == "_" {
		c.fail(n.Place, "_ can only be assigned to")
		return wrong
	}
	o := c.find(n)
	switch {
	case o == nil:
		c.unknown(n, "value")
		return wrong
	case n.Templated:
		c.fail(n.Place, "%s %q does not take template arguments", o.kind, n.Text)
		return wrong
	}
	switch o.kind {
	case aVar:
		return c.variable(n, o)
	case aConst:
		return operand{typ: o.typ, value: o.value}
	case anOverride:
		return operand{typ: o.typ, stage: overrideStage}
	case aLet, aParam:
		return operand{typ: o.typ, stage: runtimeStage, root: o.root}
	}
	c.fail(n.Place, "%s %q is no value", o.kind, n.Text)
	return wrong
}

// variable is a reference. Variables of module scope cannot be used there.
func (c *checker) variable(n *syntax.Name, o *object) operand {
	if o.decl != nil && c.fn == nil {
		c.fail(n.Place, "variable %q cannot be used in module scope", n.Text)
		return wrong
	}
	if o.decl != nil {
		c.fn.use(o, n.Place)
	}
	return operand{typ: o.typ, stage: runtimeStage, root: o}
}

// suffixes are the types of numbers by their last letter.
var suffixes = map[byte]*types.Type{'i': types.TypeI32, 'u': types.TypeU32, 'f': types.TypeF32, 'h': types.TypeF16}

// literal is a number or a truth value.
func (c *checker) literal(l *syntax.Literal) operand {
	if l.Text == "true" || l.Text == "false" {
		return operand{typ: types.TypeBool, value: constant.Bool(l.Text == "true")}
	}
	digits, t := l.Text, types.TypeAbstractInt
	hexadecimal := strings.HasPrefix(digits, "0x") || strings.HasPrefix(digits, "0X")
	if strings.ContainsAny(digits, ".eE") && !hexadecimal {
		t = types.TypeAbstractFloat
	}
	if last := digits[len(digits)-1]; suffixes[last] != nil && !(hexadecimal && last == 'f') {
		digits, t = digits[:len(digits)-1], suffixes[last]
	}
	if t.Kind == types.F16 && !c.enabled["f16"] {
		c.fail(l.Place, "literal %s needs `enable f16;`", l.Text)
		return wrong
	}
	v, err := number(digits, t)
	if err != nil {
		c.fail(l.Place, "literal %s is out of range of %s", l.Text, t)
		return wrong
	}
	return operand{typ: t, value: v}
}

func number(digits string, t *types.Type) (*constant.Value, error) {
	if t.IsFloat() {
		f, err := strconv.ParseFloat(digits, 64)
		if err != nil {
			return nil, err
		}
		return constant.Number(t, f)
	}
	i, err := strconv.ParseInt(digits, 0, 64)
	if err != nil {
		return nil, err
	}
	return constant.Int(t, i)
}

// unary is an operation with one operand; & and * are pointers' (section Address-Of and Indirection).
func (c *checker) unary(e *syntax.Unary) operand {
	switch e.Op {
	case "&":
		return c.addressOf(e)
	case "*":
		p := c.value(e.Operand)
		if p.typ == nil {
			return wrong
		}
		if p.typ.Kind != types.Pointer {
			c.fail(e.Place, "* needs a pointer, not %s", p.typ)
			return wrong
		}
		return operand{typ: referenceOf(p.typ), stage: runtimeStage, root: p.root}
	}
	a := c.value(e.Operand)
	return c.apply(e.Place, "op"+e.Op, []operand{a}, func(args []*constant.Value, _ *types.Type) (*constant.Value, error) {
		return constant.Unary(e.Op, args[0])
	})
}

// binary is an operation with two operands. Where the left one of && and || decides, the right one is not evaluated.
func (c *checker) binary(e *syntax.Binary) operand {
	a := c.value(e.Left)
	decided := a.value != nil && a.typ.Kind == types.Bool && (e.Op == "&&" && a.value.I == 0 || e.Op == "||" && a.value.I == 1)
	if decided {
		c.skipped++
	}
	b := c.value(e.Right)
	if decided {
		c.skipped--
		if b.typ != nil && b.typ.Kind == types.Bool && b.stage == constStage {
			return operand{typ: types.TypeBool, value: a.value}
		}
	}
	o := c.apply(e.OpPlace, "op"+e.Op, []operand{a, b}, func(args []*constant.Value, result *types.Type) (*constant.Value, error) {
		return constant.Binary(e.Op, args[0], args[1], result)
	})
	if o.typ != nil && o.stage != constStage && c.skipped == 0 {
		c.rightOperand(e, a.typ, b)
	}
	return o
}

// rightOperand checks what is an error of a const-expression on the right side even if the left one is not known: division by 0 and wide shifts.
func (c *checker) rightOperand(e *syntax.Binary, left *types.Type, b operand) {
	if b.value == nil || b.stage != constStage {
		return
	}
	for _, v := range components(b.value) {
		switch {
		case (e.Op == "/" || e.Op == "%") && v.Type.IsInteger() && left.Base().IsInteger() && v.I == 0:
			c.fail(e.OpPlace, "integer division by zero")
			return
		case (e.Op == "<<" || e.Op == ">>") && v.I >= 32:
			c.fail(e.OpPlace, "shift by %d, expected less than 32", v.I)
			return
		}
	}
}

// components are those of a vector, or a scalar.
func components(v *constant.Value) []*constant.Value {
	if v.Type.Kind != types.Vector {
		return []*constant.Value{v}
	}
	var out []*constant.Value
	for i := range v.Len() {
		out = append(out, v.At(i))
	}
	return out
}

// apply resolves the overload of an operator or a function and evaluates it if all operands are constants.
func (c *checker) apply(at syntax.Place, name string, operands []operand, evaluate func([]*constant.Value, *types.Type) (*constant.Value, error)) operand {
	o, _ := c.overload(at, name, operands, evaluate)
	return o
}

func (c *checker) overload(at syntax.Place, name string, operands []operand, evaluate func([]*constant.Value, *types.Type) (*constant.Value, error)) (operand, *builtin.Choice) {
	var args []builtin.Arg
	late := constStage
	for _, o := range operands {
		if o.typ == nil {
			return wrong, nil
		}
		args = append(args, builtin.Arg{Type: o.typ, Const: o.stage == constStage})
		late = max(late, o.stage)
	}
	choice, err := builtin.Resolve(name, args)
	if err != nil {
		c.fail(at, "%v", err)
		return wrong, nil
	}
	values, known := c.arguments(operands, choice.Args)
	if values == nil {
		return wrong, nil
	}
	o := operand{typ: choice.Result, stage: late}
	if late == constStage && known && c.skipped == 0 {
		v, err := evaluate(values, choice.Result)
		if err != nil {
			c.fail(at, "%v", err)
			return wrong, nil
		}
		o.value = v
	}
	return o, choice
}

// arguments converts constants among the operands; known says whether all are. Without a result one does not convert.
func (c *checker) arguments(operands []operand, to []*types.Type) (values []*constant.Value, known bool) {
	values, known = make([]*constant.Value, len(operands)), true
	for i, o := range operands {
		if o.value == nil || c.skipped > 0 {
			known = false
			continue
		}
		v, err := constant.Materialize(o.value, to[i])
		if err != nil {
			c.fail(o.at, "%v", err)
			return nil, false
		}
		values[i] = v
	}
	return values, known
}

// convert converts a value automatically to the type of what it is for.
func (c *checker) convert(o operand, to *types.Type, what string, args ...any) operand {
	if o.typ == nil || to == nil {
		return operand{typ: to, stage: o.stage, at: o.at}
	}
	if _, feasible := types.Rank(o.typ, to); !feasible {
		c.fail(o.at, "%s must be of type %s, not %s", fmt.Sprintf(what, args...), to, o.typ)
		return operand{typ: to, stage: o.stage, at: o.at}
	}
	out := o
	out.typ, out.value = to, nil
	if o.value != nil && c.skipped == 0 {
		v, err := constant.Materialize(o.value, to)
		if err != nil {
			c.fail(o.at, "%v", err)
		}
		out.value = v
	}
	return out
}

// concrete makes a concrete value of an abstract one.
func (c *checker) concrete(o operand) operand {
	if o.typ == nil || !o.typ.IsAbstract() {
		return o
	}
	return c.convert(o, o.typ.Concrete(), "value")
}

// index is an element of a vector, matrix or array, or a reference to it. Pointers may be used as what they point to.
// base is a value or a reference that something is taken of.
// element is a part of a value, or the reference to it.
// inRange is whether a constant index is that of an element.
// member is a member of a structure, or components of a vector.
// swizzle is one to four components of a vector (section Vector Access Expression). More than one are a value, of a reference too.
// components4 are the numbers of components by their letters, of xyzw or rgba but not of both.
