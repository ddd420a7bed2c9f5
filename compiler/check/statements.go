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

func (c *checker) forLoop(s *syntax.For) behaviour {
	defer c.filtered(s.Filters)()
	c.open()
	defer c.close()
	if s.Init != nil {
		c.statement(s.Init)
	}
	b := behaviour(0)
	if s.Condition != nil {
		c.condition(s.Condition)
		b = breaks
	}
	if s.Update != nil {
		c.statement(s.Update)
	}
	return c.exits(s.Place, b|c.loopBody(s.Body, nil))
}

// loopBody checks the body of a loop and its continuing block, which sees the body's names.
func (c *checker) loopBody(body, continuing *syntax.Block) behaviour {
	defer c.filtered(body.Filters)()
	c.open()
	defer c.close()
	l := &loop{body: c.scope, skipped: -1}
	c.loops = append(c.loops, l)
	b := c.statements(body.Statements)
	if continuing != nil {
		defer c.filtered(continuing.Filters)()
		l.continuing = true
		c.open()
		b |= c.statements(continuing.Statements)
		c.close()
	}
	c.loops = c.loops[:len(c.loops)-1]
	return b
}

// loop checks a loop: its break if stands last in its continuing block.
func (c *checker) loop(s *syntax.Loop) behaviour {
	defer c.filtered(s.Filters)()
	if s.Continuing != nil {
		for i, inner := range s.Continuing.Statements {
			if b, is := inner.(*syntax.BreakIf); is && i != len(s.Continuing.Statements)-1 {
				c.fail(b.Place, "break if must be the last statement of a continuing block")
			}
		}
	}
	return c.exits(s.Place, c.loopBody(s.Body, s.Continuing))
}

// exits refuses loops that never end.
func (c *checker) exits(at syntax.Place, inside behaviour) behaviour {
	b := loopBehaviour(inside)
	if b == 0 {
		c.fail(at, "the loop has no end: it needs a break or a return")
	}
	return b
}

// loopBehaviour is a loop's, from its parts'.
func loopBehaviour(inside behaviour) behaviour {
	b := inside & returns
	if inside&breaks != 0 {
		b |= next
	}
	return b
}

// breakIf checks break if, which stands in continuing blocks only.
func (c *checker) breakIf(s *syntax.BreakIf) behaviour {
	c.condition(s.Condition)
	if n := len(c.loops); n == 0 || !c.loops[n-1].continuing {
		c.fail(s.Place, "break if must be in a continuing block")
	}
	return breaks | next
}

func (c *checker) jump(s *syntax.Jump) behaviour {
	switch s.Kind {
	case "break":
		n := len(c.loops)
		switch {
		case n == 0:
			c.fail(s.Place, "break must be in a loop or a switch")
		case c.loops[n-1].continuing:
			c.fail(s.Place, "break cannot be in a continuing block, expected break if")
		}
		return breaks
	case "continue":
		c.continues(s)
		return continues
	}
	for _, l := range c.loops {
		if l.continuing {
			c.fail(s.Place, "discard cannot be in a continuing block")
		}
	}
	c.fn.discards = append(c.fn.discards, s.Place)
	return next
}

// continues checks continue, and notes what names its loop has by then.
func (c *checker) continues(s *syntax.Jump) {
	for i := len(c.loops) - 1; i >= 0; i-- {
		l := c.loops[i]
		if l.isSwitch {
			continue
		}
		if l.continuing {
			c.fail(s.Place, "continue cannot be in a continuing block")
		}
		if n := len(l.body.names); l.skipped < 0 || n < l.skipped {
			l.skipped = n
		}
		return
	}
	c.fail(s.Place, "continue must be in a loop")
}

// choice checks a switch (section Switch Statement).
func (c *checker) choice(s *syntax.Switch) behaviour {
	defer c.filtered(s.Filters)()
	selector := c.value(s.Selector)
	if selector.typ != nil && !selector.typ.IsInteger() {
		c.fail(s.Selector.At(), "the selector of a switch must be i32 or u32, not %s", selector.typ)
		selector.typ = nil
	}
	c.selectors(s, selector)
	c.loops = append(c.loops, &loop{isSwitch: true})
	b := behaviour(0)
	for _, clause := range s.Clauses {
		b |= c.block(clause.Body)
	}
	c.loops = c.loops[:len(c.loops)-1]
	if b&breaks != 0 {
		b = b&^breaks | next
	}
	return b
}

// selectors checks the selectors of all cases: const-expressions of one type, each value once, and one default.
func (c *checker) selectors(s *syntax.Switch, selector operand) {
	var all []operand
	var kinds []*types.Type
	if selector.typ != nil {
		kinds = append(kinds, selector.typ)
	}
	defaults := 0
	for _, clause := range s.Clauses {
		for _, at := range clause.Defaults {
			if defaults++; defaults > 1 {
				c.fail(at, "the switch has a default already")
			}
		}
		for _, e := range clause.Selectors {
			v := c.value(e)
			switch {
			case v.typ == nil:
			case v.stage != constStage:
				c.fail(e.At(), "a case must be a const-expression")
			case !v.typ.IsInteger():
				c.fail(e.At(), "a case must be i32 or u32, not %s", v.typ)
			default:
				all, kinds = append(all, v), append(kinds, v.typ)
			}
		}
	}
	if defaults == 0 {
		c.fail(s.Place, "the switch has no default")
	}
	if selector.typ != nil {
		c.distinct(all, kinds)
	}
}

// distinct checks that the values of cases convert to one type and differ.
func (c *checker) distinct(all []operand, kinds []*types.Type) {
	common := types.Common(kinds...)
	if common == nil {
		for _, v := range all {
			if types.Common(kinds[0], v.typ) == nil {
				c.fail(v.at, "a case of type %s cannot be compared with a selector of type %s", v.typ, kinds[0])
				return
			}
		}
		c.fail(all[0].at, "the cases have different types")
		return
	}
	seen := map[int64]bool{}
	for _, v := range all {
		v = c.convert(v, common.Concrete(), "case")
		if v.value == nil {
			continue
		}
		if seen[v.value.I] {
			c.fail(v.at, "the switch has a case %d already", v.value.I)
		}
		seen[v.value.I] = true
	}
}

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
