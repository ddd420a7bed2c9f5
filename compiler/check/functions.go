package check

import (
	"tilemark/compiler/builtin"
	"tilemark/compiler/syntax"
	"tilemark/compiler/types"
)

// function is what is known of a function: its signature, and what its body uses.
type function struct {
	*object
	decl     *syntax.Function
	params   []*object
	result   *types.Type
	stage    string // of entry points: vertex, fragment or compute
	mustUse  bool
	used     map[*object]syntax.Place // variables of module scope, where they are first named
	calls    []call
	builtins []builtinCall // those that are not const-expressions
	discards []syntax.Place
	read     map[*object]bool // variables of module scope and pointer parameters whose memory is read, or written
	written  map[*object]bool
	behaved  behaviour
}

// call is a call of a function of the shader.
type call struct {
	fn   *function
	expr *syntax.Call
	args []operand
}

// builtinCall is a call of a built-in function.
type builtinCall struct {
	*builtin.Choice
	expr *syntax.Call
}

func (f *function) use(o *object, at syntax.Place) {
	if _, had := f.used[o]; !had {
		f.used[o] = at
	}
}

// reads and writes note that memory of a variable or of what a parameter points to is accessed.
func (c *checker) reads(o *object) {
	if c.fn != nil && o != nil {
		c.fn.read[o] = true
	}
}

func (c *checker) writes(o *object) {
	if c.fn != nil && o != nil {
		c.fn.written[o] = true
	}
}

// signature resolves parameters and result of a function (section Functions).
func (c *checker) signature(f *function) {
	f.used, f.read, f.written, f.result = map[*object]syntax.Place{}, map[*object]bool{}, map[*object]bool{}, types.TypeVoid
	c.functionAttributes(f)
	for _, p := range f.decl.Params {
		o := &object{kind: aParam, ident: p.Ident, typ: c.typeOf(p.Type), state: resolved}
		if o.typ != nil && !parameterType(o.typ) {
			c.fail(p.Type.At(), "a parameter cannot be of type %s", o.typ)
			o.typ = nil
		}
		if o.typ != nil && (o.typ.Kind == types.Pointer || o.typ.Kind == types.Texture || o.typ.Kind == types.Sampler) {
			o.root = o
		}
		f.params = append(f.params, o)
	}
	if f.decl.Return != nil {
		f.result = c.typeOf(f.decl.Return)
		if f.result != nil && !f.result.IsConstructible() {
			c.fail(f.decl.Return.At(), "a result cannot be of type %s", f.result)
			f.result = nil
		}
	}
	if f.mustUse && f.decl.Return == nil {
		c.fail(f.decl.Place, "attribute must_use needs a function with a result")
	}
	if f.stage != "" {
		c.entryPoint(f)
	} else {
		c.noInterface(f)
	}
}

func parameterType(t *types.Type) bool {
	return t.IsConstructible() || t.Kind == types.Pointer || t.Kind == types.Texture || t.Kind == types.Sampler
}

// bodies checks the bodies of all functions.
func (c *checker) bodies() (all []*function) {
	for _, o := range c.objects {
		if o.kind == aFunction {
			all = append(all, o.fn)
			c.body(o.fn)
		}
	}
	return all
}

// body checks a body, whose scope is that of the parameters too.
func (c *checker) body(f *function) {
	c.scope, c.fn, c.loops = c.module, f, nil
	defer c.filtered(append(f.decl.Filters, f.decl.Body.Filters...))()
	c.open()
	for _, p := range f.params {
		c.declare(p)
	}
	f.behaved = c.statements(f.decl.Body.Statements)
	c.close()
	if f.decl.Return != nil && f.behaved&next != 0 {
		c.fail(f.decl.Body.End, "function %q must return a value at its end", f.ident.Text)
	}
	c.fn = nil
}

// recursion refuses functions that call themselves, directly or not, and orders functions: those that are called come first.
func (c *checker) recursion(all []*function) bool {
	done, active := map[*function]bool{}, map[*function]bool{}
	var order []*function
	found := false
	var visit func(f *function)
	visit = func(f *function) {
		active[f] = true
		for _, k := range f.calls {
			switch {
			case active[k.fn]:
				c.fail(k.expr.Place, "function %q calls itself: recursion is not allowed", k.fn.ident.Text)
				found = true
			case !done[k.fn]:
				visit(k.fn)
			}
		}
		active[f], done[f] = false, true
		order = append(order, f)
	}
	for _, f := range all {
		if !done[f] {
			visit(f)
		}
	}
	copy(all, order)
	return !found
}
