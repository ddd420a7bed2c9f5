package wgsl

import (
	"math"

	"github.com/gogpu/naga/ir"

	"tilemark/golden/arith"
)

// evaluate computes an expression from its operands: a value into its slot, or a place.
func (fr *frame) evaluate(h ir.ExpressionHandle) {
	t := fr.types[h]
	if t.form == unknown {
		fail("%s in function %s", t.why, fr.name)
	}
	switch e := fr.source.Expressions[h].Kind.(type) {
	case ir.ExprLoad:
		fr.place(e.Pointer).load(fr.slot(h))
	case ir.ExprBinary:
		fr.binary(h, &e)
	case ir.ExprAccess:
		fr.access(h, e.Base, fr.value(e.Index)[0])
	case ir.ExprAccessIndex:
		fr.access(h, e.Base, e.Index)
	case ir.ExprLocalVariable:
		fr.places[h] = fr.local(int(e.Variable))
	case ir.ExprGlobalVariable:
		fr.places[h] = fr.lane.global(e.Variable)
	case ir.ExprFunctionArgument:
		fr.argument(h, int(e.Index))
	case ir.ExprCompose:
		fr.compose(h, e.Components)
	case ir.ExprSplat:
		fill(fr.slot(h), fr.value(e.Value)[0])
	case ir.ExprSwizzle:
		v := fr.value(e.Vector)
		for n := range fr.slot(h) {
			fr.slot(h)[n] = v[e.Pattern[n]]
		}
	case ir.Literal:
		fr.slot(h)[0] = literal(e.Value)
	case ir.ExprZeroValue:
		clear(fr.slot(h))
	case ir.ExprConstant:
		copy(fr.slot(h), fr.lane.program.constant(e.Constant))
	case ir.ExprOverride:
		copy(fr.slot(h), fr.lane.program.override(e.Override))
	default:
		fr.operation(h, e)
	}
}

// operation computes what functions and operators of one operand give.
func (fr *frame) operation(h ir.ExpressionHandle, e ir.ExpressionKind) {
	out := fr.slot(h)
	switch e := e.(type) {
	case ir.ExprUnary:
		v, k := fr.value(e.Expr), fr.valueType(e.Expr).kind
		for n := range out {
			out[n] = unary(e.Op, k, v[n])
		}
	case ir.ExprSelect:
		fr.selects(out, &e)
	case ir.ExprAs:
		fr.cast(h, &e)
	case ir.ExprMath:
		fr.builtin(h, &e)
	case ir.ExprRelational:
		fr.relational(out, &e)
	case ir.ExprArrayLength:
		out[0] = fr.place(e.Array).length()
	case ir.ExprDerivative:
		fr.derivative(h, &e)
	case ir.ExprImageSample:
		fr.sample(h, &e)
	case ir.ExprImageLoad:
		fr.texel(h, &e)
	case ir.ExprImageQuery:
		fr.query(h, &e)
	default:
		fail("expression %T in function %s", e, fr.name)
	}
}

// access is a part of a value, or a pointer to a part.
func (fr *frame) access(h, base ir.ExpressionHandle, index uint32) {
	t := fr.types[base]
	if t.form == pointer {
		fr.places[h] = fr.place(base).part(index)
		return
	}
	copy(fr.slot(h), fr.value(base)[t.wordOf(index):])
}

// wordOf is the first word of a part of a value; an index beyond the last part is that of the last.
func (t *typ) wordOf(index uint32) int {
	if t.form == structure {
		return t.members[index].word
	}
	return int(min(index, uint32(t.count-1))) * t.elem.words
}

func (fr *frame) argument(h ir.ExpressionHandle, n int) {
	switch fr.types[h].form {
	case pointer, image, sampler:
		fr.places[h] = fr.arguments[n].place
	default:
		copy(fr.slot(h), fr.arguments[n].value)
	}
}

// compose puts components one after the other; vectors may be made of vectors. Of the module's constants naga has conversions like this, too.
func (fr *frame) compose(h ir.ExpressionHandle, components []ir.ExpressionHandle) {
	out := fr.slot(h)
	t := fr.types[h]
	for _, c := range components {
		v, from := fr.value(c), fr.valueType(c).kind
		if n := copy(out, v); t.kind != 0 && t.kind != from {
			for k := range n {
				out[k] = converted(from, t.kind, v[k])
			}
		}
		out = out[min(len(v), len(out)):]
	}
	if len(components) == 0 {
		clear(out)
	} else if len(out) != 0 {
		fail("a value with too few components in function %s", fr.name)
	}
}

func fill(out []uint32, with uint32) {
	for n := range out {
		out[n] = with
	}
}

func (fr *frame) selects(out []uint32, e *ir.ExprSelect) {
	condition, yes, no := fr.value(e.Condition), fr.value(e.Accept), fr.value(e.Reject)
	for n := range out {
		if out[n] = no[n]; condition[n%len(condition)] != 0 {
			out[n] = yes[n]
		}
	}
}

func (fr *frame) relational(out []uint32, e *ir.ExprRelational) {
	v := fr.value(e.Argument)
	switch e.Fun {
	case ir.RelationalAll:
		out[0] = 1
		for _, b := range v {
			out[0] &= b
		}
	case ir.RelationalAny:
		out[0] = 0
		for _, b := range v {
			out[0] |= b
		}
	default:
		fail("relational function %d in function %s", e.Fun, fr.name)
	}
}

// literal is the word of a literal.
func literal(v ir.LiteralValue) uint32 {
	switch v := v.(type) {
	case ir.LiteralI32:
		return uint32(v)
	case ir.LiteralU32:
		return uint32(v)
	case ir.LiteralAbstractInt:
		return uint32(v)
	case ir.LiteralF32:
		return math.Float32bits(float32(v))
	case ir.LiteralAbstractFloat:
		return math.Float32bits(float32(v))
	case ir.LiteralF16:
		h := arith.FToHF(float32(v))
		if arith.HFToF(h) != float32(v) { // naga reads those of the module's constants wrong
			fail("a literal of f16 that is no number of f16")
		}
		return uint32(h)
	case ir.LiteralBool:
		return wordOf(bool(v))
	}
	fail("literal %T", v)
	return 0
}

// wordOf is the word of a bool.
func wordOf(b bool) uint32 {
	if b {
		return 1
	}
	return 0
}

// constant is the value of a constant of the module.
func (p *Program) constant(n ir.ConstantHandle) []uint32 {
	c := &p.module.Constants[n]
	if own := p.types.of(c.Type); int(c.Init) < len(p.constants.types) && p.constants.types[c.Init].words == own.words {
		return p.initial(c.Init)
	}
	if s, ok := c.Value.(ir.ScalarValue); ok {
		return []uint32{uint32(s.Bits)}
	}
	fail("constant %q has no value", c.Name)
	return nil
}

// override is the value of an override that was not replaced.
func (p *Program) override(n ir.OverrideHandle) []uint32 {
	o := &p.module.Overrides[n]
	if o.Init == nil {
		fail("override %q has no value", o.Name)
	}
	return p.initial(*o.Init)
}

// initial is the value of an expression of the module.
func (p *Program) initial(h ir.ExpressionHandle) []uint32 {
	fr := p.constants.frame(&lane{program: p, run: &run{}})
	return fr.value(h)
}
