package shaders

import (
	"fmt"
	"strconv"
	"strings"
)

func itoa(n int) string { return strconv.Itoa(n) }

func count(text string, c byte) int { return strings.Count(text, string(c)) }

// value is an expression of a type. Deep ones are made of others.
func (g *generator) value(t *Type, depth int) *Expr {
	if depth <= 0 || g.chance(0.15) {
		return g.leaf(t)
	}
	if f := g.callee(t); f != nil && g.chance(0.1) {
		return g.call(f, depth-1)
	}
	if g.chance(0.2) {
		if e := g.read(t, depth-1); e != nil {
			return e
		}
	}
	if len(g.textures) > 0 && g.chance(0.07) {
		if e := g.texel(t, depth-1); e != nil {
			return e
		}
	}
	var e *Expr
	switch t.form {
	case scalar:
		e = g.scalar(t, depth-1)
	case vector:
		e = g.vector(t, depth-1)
	case matrix:
		e = g.matrix(t, depth-1)
	default:
		e = g.constructor(t, depth-1)
	}
	return g.computed(e)
}

// computed sees that not all arguments are constants: a compiler may refuse what they give, such as a division by 0.
func (g *generator) computed(e *Expr) *Expr {
	if len(e.args) == 0 {
		return e
	}
	for _, a := range e.args {
		if !a.known {
			return e
		}
	}
	if e.typ.form == array || e.typ.form == structure {
		e.known = true
		return e
	}
	k := g.IntN(len(e.args))
	e.args[k] = g.variableValue(e.args[k].typ)
	if e.args[k].typ.form == vector && strings.HasPrefix(e.text, "$.") {
		e.args[k] = wholeVector(e.args[k])
	}
	return e
}

// unknown is the expression, or another one of its type that no compiler can evaluate.
func (g *generator) unknown(e *Expr) *Expr {
	if e.known {
		return g.variableValue(e.typ)
	}
	return e
}

// leaf is a variable or a constant.
func (g *generator) leaf(t *Type) *Expr {
	if g.chance(0.7) {
		if e := g.read(t, 0); e != nil {
			return e
		}
	}
	if t.form == scalar {
		return g.literal(t.kind)
	}
	if g.chance(0.2) {
		return zero(t)
	}
	return g.constructor(t, 0)
}

// variableValue is a variable's value, or one that is made of the number of the invocation.
func (g *generator) variableValue(t *Type) *Expr {
	if e := g.read(t, 0); e != nil && !e.known {
		return e
	}
	own := g.origin()
	switch {
	case t.form == scalar && t.kind == boolean:
		return &Expr{typ: t, text: "($ > 1u)", args: []*Expr{own}}
	case t.form == scalar:
		return &Expr{typ: t, text: t.name + "($)", args: []*Expr{own}}
	case t.form == vector:
		return &Expr{typ: t, text: t.name + "($)", args: []*Expr{g.variableValue(t.elem)}}
	}
	e := g.constructor(t, 0)
	e.args[0], e.known = g.variableValue(e.args[0].typ), false
	return e
}

// origin is a u32 that differs between invocations.
func (g *generator) origin() *Expr {
	return &Expr{typ: scalarOf(u32), text: "own", uses: []string{"own"}}
}

// zero is the zero value of a type.
func zero(t *Type) *Expr {
	return &Expr{typ: t, text: t.name + "()", uses: t.structures(), known: true}
}

// constructor puts a value together of its parts.
func (g *generator) constructor(t *Type, depth int) *Expr {
	e := &Expr{typ: t, uses: t.structures(), known: true}
	switch t.form {
	case scalar:
		return g.literal(t.kind)
	case structure:
		for _, m := range t.members {
			e.args = append(e.args, g.value(m.typ, depth-1))
		}
	default:
		for range t.count {
			e.args = append(e.args, g.value(t.elem, depth-1))
		}
	}
	for _, a := range e.args {
		e.known = e.known && a.known
	}
	e.text = t.name + "(" + dollars(len(e.args)) + ")"
	return e
}

func dollars(n int) string { return strings.TrimSuffix(strings.Repeat("$, ", n), ", ") }

// literal is a constant of a scalar type.
func (g *generator) literal(k kind) *Expr {
	e := &Expr{typ: scalarOf(k), known: true}
	switch k {
	case boolean:
		e.text = strconv.FormatBool(g.chance(0.5))
	case u32:
		e.text = strconv.FormatUint(uint64(g.number()), 10) + "u"
	case i32:
		e.text = signedLiteral(int32(g.number()))
	case f32:
		e.text = g.choose("0.0f", "1.0f", "(-1.0f)", "0.5f", "2.0f", "(-1.5f)", "3.25f", "100.0f", "(-0.125f)", "1e10f", "1e-10f", "1e-40f", "7.0f", "0.1f",
			"(-12345.678f)")
	case f16:
		e.text = g.choose("0.0h", "1.0h", "(-1.0h)", "0.5h", "2.0h", "(-1.5h)", "3.25h", "100.0h", "(-0.125h)", "1000.0h", "7.0h")
	}
	return e
}

// number is a number of 32 bits: most are small, some are at the ends.
func (g *generator) number() uint32 {
	switch g.IntN(8) {
	case 0:
		return []uint32{0, 1, 0x7fffffff, 0x80000000, 0xffffffff, 0xffff, 0x10000, 0xfffffffe}[g.IntN(8)]
	case 1:
		return g.Uint32()
	case 2:
		return -uint32(g.IntN(10))
	}
	return uint32(g.IntN(20))
}

func signedLiteral(n int32) string {
	switch {
	case n == -1<<31:
		return "(-2147483647i - 1i)"
	case n < 0:
		return fmt.Sprintf("(%di)", n)
	}
	return fmt.Sprintf("%di", n)
}
