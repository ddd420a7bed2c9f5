package check

import (
	"math"
	"strings"

	"tilemark/compiler/builtin"
	"tilemark/compiler/constant"
	"tilemark/compiler/syntax"
	"tilemark/compiler/types"
)

// call is a call of a function, or a value of a type.
func (c *checker) call(e *syntax.Call) operand {
	o := c.find(e.Func)
	switch {
	case o == nil:
		return c.predeclaredCall(e)
	case o.kind == aFunction:
		return c.userCall(e, o.fn)
	case o.kind == aType:
		t, args := c.typeOf(e.Func), c.values(e.Args)
		if t == nil {
			return wrong
		}
		return c.construct(e, t, args)
	}
	c.fail(e.Place, "%s %q cannot be called", o.kind, e.Func.Text)
	return wrong
}

// values are arguments, loaded.
func (c *checker) values(args []syntax.Expr) (out []operand) {
	for _, a := range args {
		out = append(out, c.value(a))
	}
	return out
}

// predeclaredCall is a call of what is not declared by the shader.
func (c *checker) predeclaredCall(e *syntax.Call) operand {
	name := e.Func.Text
	_, generic := generators[name]
	switch {
	case name == "bitcast":
		return c.bitcast(e)
	case builtin.IsFunction(name):
		return c.builtinCall(e)
	case generic && !e.Func.Templated && (name == "array" || name[:3] == "vec" || name[:3] == "mat"):
		args := c.values(e.Args)
		t := c.inferred(e, args)
		if t == nil {
			return wrong
		}
		return c.construct(e, t, args)
	case generic || predeclared[name] != nil:
		t, args := c.typeOf(e.Func), c.values(e.Args)
		if t == nil {
			return wrong
		}
		return c.construct(e, t, args)
	}
	c.values(e.Args)
	c.unknown(e.Func, "function")
	return wrong
}

// userCall is a call of a function of the shader.
func (c *checker) userCall(e *syntax.Call, f *function) operand {
	args := c.values(e.Args)
	if e.Func.Templated {
		c.fail(e.Place, "function %q does not take template arguments", e.Func.Text)
		return wrong
	}
	if c.fn == nil {
		c.fail(e.Place, "function %q cannot be called in module scope", e.Func.Text)
		return wrong
	}
	if f.stage != "" {
		c.fail(e.Place, "entry point %q cannot be called", e.Func.Text)
		return wrong
	}
	if len(args) != len(f.params) {
		c.fail(e.Place, "function %q takes %s, not %d", e.Func.Text, many(len(f.params), "argument"), len(args))
		return wrong
	}
	for i, a := range args {
		c.convert(a, f.params[i].typ, "argument %d of %q", i+1, e.Func.Text)
	}
	c.fn.calls = append(c.fn.calls, call{f, e, args})
	return operand{typ: f.result, stage: runtimeStage}
}

// bitcast is bitcast<T>(e) (section Bit Reinterpretation Built-in Functions).
func (c *checker) bitcast(e *syntax.Call) operand {
	if len(e.Func.Args) != 1 || len(e.Args) != 1 {
		c.fail(e.Place, "bitcast takes a type and a value")
		return wrong
	}
	to, v := c.typeOf(e.Func.Args[0]), c.value(e.Args[0])
	if to == nil || v.typ == nil {
		return wrong
	}
	v = c.bitsOf(v)
	if !reinterpretable(v.typ) || !reinterpretable(to) || width(v.typ) != width(to) {
		c.fail(e.Place, "a value of type %s cannot be reinterpreted as %s", v.typ, to)
		return wrong
	}
	out := operand{typ: to, stage: v.stage}
	if v.value != nil && v.stage == constStage && c.skipped == 0 {
		r, err := constant.Bitcast(v.value, to)
		if err != nil {
			c.fail(e.Place, "%v", err)
			return wrong
		}
		out.value = r
	}
	return out
}

// bitsOf makes an abstract value concrete: one that is no i32 may be a u32.
func (c *checker) bitsOf(v operand) operand {
	if v.typ.Kind == types.AbstractInt && v.value != nil && v.value.I > math.MaxInt32 {
		return c.convert(v, types.TypeU32, "value")
	}
	return c.concrete(v)
}

func reinterpretable(t *types.Type) bool {
	return (t.IsScalar() || t.Kind == types.Vector) && t.Base().IsNumeric()
}

func width(t *types.Type) int64 {
	if t.Kind == types.Vector {
		return int64(t.Rows) * width(t.Elem)
	}
	return 8 * t.Size()
}

// builtinCall is a call of a built-in function.
func (c *checker) builtinCall(e *syntax.Call) operand {
	name := e.Func.Text
	args := c.values(e.Args)
	if e.Func.Templated {
		c.fail(e.Place, "function %q does not take template arguments", name)
		return wrong
	}
	o, choice := c.overload(e.Place, name, args, func(values []*constant.Value, result *types.Type) (*constant.Value, error) {
		return constant.Call(name, values, result)
	})
	if choice == nil {
		return wrong
	}
	if c.runtimeOnly(choice) {
		o.stage, o.value = runtimeStage, nil
		if c.fn == nil {
			c.fail(e.Place, "function %q cannot be called in module scope", name)
			return wrong
		}
		c.fn.builtins = append(c.fn.builtins, builtinCall{choice, e})
		c.choices[e], c.quiet[e] = choice, c.severity("derivative_uniformity") != "error"
	}
	c.pointerArgument(name, args)
	if o.stage != constStage && c.skipped == 0 {
		c.constantArguments(e, choice, args)
	}
	return o
}

// runtimeOnly is whether a function has no const-expressions: those of textures, atomics, derivatives, barriers, and arrayLength.
func (c *checker) runtimeOnly(f *builtin.Choice) bool {
	return strings.HasPrefix(f.Name, "texture") || strings.HasPrefix(f.Name, "atomic") || f.Derivative || f.Barrier || f.Name == "arrayLength"
}

// pointerArgument notes what atomics and workgroupUniformLoad do with their pointer.
func (c *checker) pointerArgument(name string, args []operand) {
	if len(args) == 0 || args[0].typ == nil || args[0].typ.Kind != types.Pointer || name == "arrayLength" {
		return
	}
	c.reads(args[0].root)
	if strings.HasPrefix(name, "atomic") && name != "atomicLoad" {
		c.writes(args[0].root)
	}
}

// constantArguments checks arguments that are const-expressions where others are not.
func (c *checker) constantArguments(e *syntax.Call, f *builtin.Choice, args []operand) {
	values, _ := c.arguments(args, f.Args)
	if values == nil {
		return
	}
	known := func(from, to int) bool {
		for i := from; i <= to; i++ {
			if values[i] == nil {
				return false
			}
		}
		return true
	}
	var err error
	switch {
	case f.Name == "clamp" && known(1, 2):
		err = constant.CheckClamp(values[1], values[2])
	case f.Name == "smoothstep" && known(0, 1):
		err = constant.CheckSmoothstep(values[0], values[1])
	case f.Name == "extractBits" && known(1, 2):
		err = constant.CheckBits(values[1], values[2])
	case f.Name == "insertBits" && known(2, 3):
		err = constant.CheckBits(values[2], values[3])
	case f.Name == "ldexp" && known(1, 1):
		err = constant.CheckLdexp(f.Args[0], values[1])
	case f.Name == "textureGather" && known(0, 0) && (values[0].I < 0 || values[0].I > 3):
		c.fail(args[0].at, "component %d is out of range of 0 to 3", values[0].I)
	}
	if err != nil {
		c.fail(e.Place, "%v", err)
	}
	c.offset(f, args, values)
}

// offset checks the offset of a texture function: its last argument where that is a constant vector of i32.
func (c *checker) offset(f *builtin.Choice, args []operand, values []*constant.Value) {
	last := len(args) - 1
	if !f.Fixed(last) || !strings.HasPrefix(f.Name, "texture") || last == 0 || values[last] == nil {
		return
	}
	for _, v := range components(values[last]) {
		if v.I < -8 || v.I > 7 {
			c.fail(args[last].at, "offset %d is out of range of -8 to 7", v.I)
			return
		}
	}
}
