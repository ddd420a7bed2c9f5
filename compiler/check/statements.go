package check

import (
	"tilemark/compiler/syntax"
	"tilemark/compiler/types"
)

// behaviour is how a statement may end (section Behaviors): a set.
type behaviour int

const (
	next behaviour = 1 << iota
	breaks
	continues
	returns
)

// statements checks statements in the innermost scope.
func (c *checker) statements(all []syntax.Stmt) behaviour {
	b := next
	for _, s := range all {
		one := c.statement(s)
		if b&next != 0 {
			b = b&^next | one
		}
	}
	return b
}

// block checks a block in a scope of its own.
func (c *checker) block(b *syntax.Block) behaviour {
	defer c.filtered(b.Filters)()
	c.open()
	defer c.close()
	return c.statements(b.Statements)
}

func (c *checker) statement(s syntax.Stmt) behaviour {
	b := c.oneStatement(s)
	c.behaved[s] = b
	return b
}

func (c *checker) oneStatement(s syntax.Stmt) behaviour {
	switch s := s.(type) {
	case *syntax.Block:
		return c.block(s)
	case *syntax.Return:
		c.returns(s)
		return returns
	case *syntax.If:
		return c.conditional(s)
	case *syntax.For:
		return c.forLoop(s)
	case *syntax.While:
		defer c.filtered(s.Filters)()
		c.condition(s.Condition)
		return loopBehaviour(c.loopBody(s.Body, nil) | breaks)
	case *syntax.Loop:
		return c.loop(s)
	case *syntax.Switch:
		return c.choice(s)
	case *syntax.Jump:
		return c.jump(s)
	case *syntax.BreakIf:
		return c.breakIf(s)
	case *syntax.Var:
		c.localVar(s)
	case *syntax.Value:
		c.localValue(s)
	case *syntax.Assert:
		c.assert(s)
	case *syntax.Assign:
		c.assign(s)
	case *syntax.Evaluate:
		c.evaluate(s)
	}
	return next
}

// returns checks return: its value must be the function's.
func (c *checker) returns(s *syntax.Return) {
	f := c.fn
	for _, l := range c.loops {
		if l.continuing {
			c.fail(s.Place, "return cannot be in a continuing block")
		}
	}
	switch {
	case s.Value == nil && f.decl.Return != nil:
		c.fail(s.Place, "return needs a value of type %s", f.result)
	case s.Value != nil && f.decl.Return == nil:
		c.value(s.Value)
		c.fail(s.Value.At(), "function %q has no result", f.ident.Text)
	case s.Value != nil:
		c.convert(c.value(s.Value), f.result, "the result of %q", f.ident.Text)
	}
}

// condition checks that an expression is a bool.
func (c *checker) condition(e syntax.Expr) {
	if v := c.value(e); v.typ != nil && v.typ.Kind != types.Bool {
		c.fail(e.At(), "a condition must be a bool, not %s", v.typ)
	}
}

func (c *checker) conditional(s *syntax.If) behaviour {
	defer c.filtered(s.Filters)()
	c.condition(s.Condition)
	b := c.block(s.Body)
	if s.Else == nil {
		return b | next
	}
	return b | c.statement(s.Else)
}

// loopBody checks the body of a loop and its continuing block, which sees the body's names.
// loop checks a loop: its break if stands last in its continuing block.
// exits refuses loops that never end.
// loopBehaviour is a loop's, from its parts'.
// breakIf checks break if, which stands in continuing blocks only.
// continues checks continue, and notes what names its loop has by then.
// choice checks a switch (section Switch Statement).
// selectors checks the selectors of all cases: const-expressions of one type, each value once, and one default.
// distinct checks that the values of cases convert to one type and differ.
// localVar declares a variable of a function.
func (c *checker) localVar(d *syntax.Var) {
	if d.Space != nil && c.space(d.Space) != "function" {
		c.fail(d.Space.Place, "a variable of a function can only be in address space function")
	}
	if d.Access != nil {
		c.fail(d.Access.Place, "only variables in address space storage have an access mode")
	}
	store := c.typed(d.Type)
	init := c.initial(d)
	switch {
	case d.Type == nil && d.Init == nil:
		c.fail(d.Place, "variable %q must have a type or a value", d.Ident.Text)
	case d.Type == nil:
		store = c.concrete(init).typ
	case d.Init != nil:
		c.convert(init, store, "variable %q", d.Ident.Text)
	}
	o := &object{kind: aVar, ident: d.Ident, state: resolved}
	o.root, c.locals[d] = o, o
	if store != nil {
		c.storeType(d, store, "function", "read_write")
		o.typ = &types.Type{Kind: types.Reference, Elem: store, Space: "function", Access: "read_write"}
	}
	c.declare(o)
}

// localValue declares a let or a constant of a function.
func (c *checker) localValue(d *syntax.Value) {
	o := &object{kind: aLet, ident: d.Ident, state: resolved}
	c.locals[d] = o
	if d.Kind == "const" {
		o.kind = aConst
		c.constant(o, d)
		c.declare(o)
		return
	}
	if d.Kind == "override" {
		c.fail(d.Place, "override must be in module scope")
		return
	}
	want := c.typed(d.Type)
	v := c.value(d.Init)
	if d.Type != nil {
		v = c.convert(v, want, "let %q", d.Ident.Text)
	}
	v = c.concrete(v)
	if v.typ != nil && !v.typ.IsConstructible() && v.typ.Kind != types.Pointer && v.typ.Kind != types.Texture && v.typ.Kind != types.Sampler {
		c.fail(d.Init.At(), "a let cannot be of type %s", v.typ)
		v.typ = nil
	}
	o.typ, o.root, o.entire = v.typ, v.root, c.entire(d.Init)
	c.declare(o)
}

// entire is whether a pointer points to all of a variable.
func (c *checker) entire(e syntax.Expr) bool {
	switch e := e.(type) {
	case *syntax.Name:
		o := c.uses[e]
		return o != nil && (o.kind == aVar || o.kind == aParam || o.entire)
	case *syntax.Unary:
		return c.entire(e.Operand)
	}
	return false
}

// assign checks assignments, increments and decrements (section Assignment Statement).
func (c *checker) assign(s *syntax.Assign) {
	if n, is := s.Left.(*syntax.Name); is && n.Text == "_" {
		c.phony(s)
		return
	}
	left := c.expr(s.Left)
	right := operand{}
	if s.Right != nil {
		right = c.value(s.Right)
	}
	if left.typ == nil || !c.writable(s, left) {
		return
	}
	store := left.typ.Elem
	c.writes(left.root)
	switch s.Op {
	case "=":
		c.convert(right, store, "what is assigned")
	case "++", "--":
		if store.Kind != types.I32 && store.Kind != types.U32 {
			c.fail(s.OpPlace, "%s needs an i32 or u32, not %s", s.Op, store)
		}
		c.reads(left.root)
	default:
		c.compound(s, c.load(left), right)
	}
}

// writable is whether the left side of an assignment can be written.
func (c *checker) writable(s *syntax.Assign, left operand) bool {
	member, is := s.Left.(*syntax.Member)
	switch {
	case left.typ.Kind != types.Reference && is && left.typ.Kind == types.Vector && len(member.Ident.Text) > 1:
		c.fail(s.Place, unsupported+"assignment to the components %q together", member.Ident.Text)
	case left.typ.Kind == types.Pointer:
		c.fail(s.Place, "a pointer cannot be assigned to, expected *")
	case left.typ.Kind != types.Reference:
		c.fail(s.Place, "expected a variable to assign to: only var can change")
	case left.typ.Access == "read":
		c.fail(s.Place, "a variable in address space %s with access mode read cannot be written", left.typ.Space)
	case !left.typ.Elem.IsConstructible():
		c.fail(s.Place, "a variable of type %s cannot be assigned to", left.typ.Elem)
	default:
		return true
	}
	return false
}

// phony checks `_ = e`.
func (c *checker) phony(s *syntax.Assign) {
	if s.Op != "=" {
		c.fail(s.OpPlace, "_ can only be assigned to with =")
		return
	}
	v := c.value(s.Right)
	if v.typ != nil && v.typ.Kind > types.Matrix && !parameterType(v.typ) {
		c.fail(s.Right.At(), "a value of type %s cannot be assigned to _", v.typ)
	}
}

// compound checks `a op= b`: the result must be of a's type.
func (c *checker) compound(s *syntax.Assign, left, right operand) {
	if left.typ == nil || right.typ == nil {
		return
	}
	op := s.Op[:len(s.Op)-1]
	o := c.apply(s.OpPlace, "op"+op, []operand{left, right}, nil)
	if o.typ != nil && !types.Same(o.typ, left.typ) {
		c.fail(s.OpPlace, "%s gives %s, which a variable of type %s cannot hold", op, o.typ, left.typ)
		return
	}
	c.rightOperand(&syntax.Binary{Op: op, OpPlace: s.OpPlace}, left.typ, right)
}

// evaluate checks a call that is a statement. Functions whose result must be used, and values of types, are none.
func (c *checker) evaluate(s *syntax.Evaluate) {
	e, is := s.Expr.(*syntax.Call)
	if !is {
		c.fail(s.Place, "only calls of functions are statements")
		return
	}
	calls := len(c.fn.calls)
	o := c.call(e)
	if o.typ == nil {
		return
	}
	c.Types[e] = o.typ
	switch {
	case o.typ.Kind == types.Void:
	case len(c.fn.calls) > calls && c.fn.calls[len(c.fn.calls)-1].expr == e:
		if c.fn.calls[len(c.fn.calls)-1].fn.mustUse {
			c.fail(s.Place, "the result of %q must be used", e.Func.Text)
		}
	case len(c.fn.builtins) > 0 && c.fn.builtins[len(c.fn.builtins)-1].expr == e && c.fn.builtins[len(c.fn.builtins)-1].Droppable:
	default:
		c.fail(s.Place, "the result of %q must be used", e.Func.Text)
	}
}
