package shaders

import "fmt"

// depths of expressions.
const (
	deep    = 4
	shallow = 2
)

// statements makes a block of about so many statements, in the situation that there is.
func (g *generator) statements(n int, names ...string) *block {
	b := &block{names: names}
	outer := g.at
	g.at.depth++
	g.at.first, g.at.hides = len(g.variables), !g.at.plain
	g.at.plain = false
	g.within(func() {
		for ; n > 0 && g.left > 0; n-- {
			b.list = append(b.list, g.statement()...)
		}
	})
	g.at = outer
	return b
}

// short is how many statements an inner block has.
func (g *generator) short() int { return 1 + g.IntN(4) }

// statement makes one statement, with what it needs before it.
func (g *generator) statement() []*Stmt {
	g.left--
	*g.at.cost += g.at.weight
	n := g.IntN(100)
	if g.at.depth > 6 || g.left < 3 {
		n = g.IntN(62)
	}
	switch {
	case n < 20:
		return one(g.declaration())
	case n < 45:
		return one(g.assignment())
	case n < 49:
		return one(g.increment())
	case n < 53:
		return one(g.atomicStatement())
	case n < 56:
		return one(g.callStatement())
	case n < 59:
		return one(g.pointer())
	case n < 62:
		return one(g.discard())
	case n < 66:
		return one(g.jump())
	case n < 80:
		return one(g.branch())
	case n < 86:
		return one(g.choice())
	case n < 89:
		return one(&Stmt{text: "{\n@\n}", blocks: []*block{g.statements(g.short())}})
	}
	return g.loop()
}

func one(s *Stmt) []*Stmt { return []*Stmt{s} }

// newName is a new name, or one of a variable outside of the block, which it hides then.
func (g *generator) newName() string {
	if g.at.hides && g.chance(0.1) {
		for _, v := range g.variables[:g.at.first] {
			if v.whole && !v.private && !g.isDeclared(v.name) && g.chance(0.3) {
				return v.name
			}
		}
	}
	return g.name("v")
}

// isDeclared tells whether the block has the name already.
func (g *generator) isDeclared(name string) bool {
	for _, v := range g.variables[g.at.first:] {
		if v.name == name {
			return true
		}
	}
	return false
}

// declaration is a variable or a value with a name.
func (g *generator) declaration() *Stmt {
	t := g.anyType()
	v := local(g.newName(), t, true)
	v.whole = true
	s := &Stmt{declares: v.name, uses: t.structures()}
	switch n := g.IntN(10); {
	case n < 3:
		v.writable, v.whole = false, false
		s.text = fmt.Sprintf("let %s: %s = $;", v.name, t)
	case n < 5 && g.at.loops == 0: // in loops naga does not make it 0 each time: see hole.go
		s.text = fmt.Sprintf("var %s: %s;", v.name, t)
		g.declare(v)
		return s
	default:
		s.text = fmt.Sprintf("var %s: %s = $;", v.name, t)
	}
	s.exprs = []*Expr{g.value(t, deep)}
	v.known = !v.writable && s.exprs[0].known // naga takes such a one for a constant
	g.declare(v)
	return s
}

// target is a place that may be assigned, of a type that there is one of.
func (g *generator) target(may func(*Type) bool) *Expr {
	for range 8 {
		if t := g.anyType(); may(t) {
			if e := g.place(t, shallow); e != nil {
				return e
			}
		}
	}
	return nil
}

func (g *generator) assignment() *Stmt {
	if g.chance(0.3) {
		if s := g.compound(); s != nil {
			return s
		}
	}
	target := g.target(func(*Type) bool { return true })
	if target == nil {
		return g.declaration()
	}
	return &Stmt{text: "$ = $;", exprs: []*Expr{target, g.value(target.typ, deep)}}
}

// compound is an assignment with an operator.
func (g *generator) compound() *Stmt {
	target := g.target(func(t *Type) bool { return t.form <= vector && t.kind != boolean })
	if target == nil {
		return nil
	}
	t := target.typ
	op := g.choose("+", "-", "*", "/", "%")
	by := g.value(t, deep)
	if t.kind.isInt() && g.chance(0.5) {
		if op = g.choose("&", "|", "^", "<<", ">>"); op == "<<" || op == ">>" {
			by = g.shift(g.value(withRows(u32, t.rows), shallow))
		}
	}
	return &Stmt{text: "$ " + op + "= $;", exprs: []*Expr{target, g.unknown(by)}}
}

func (g *generator) increment() *Stmt {
	target := g.target(func(t *Type) bool { return t.form == scalar && t.kind.isInt() })
	if target == nil {
		return g.declaration()
	}
	return &Stmt{text: "$" + g.choose("++", "--") + ";", exprs: []*Expr{target}}
}

// pointer is a pointer to a part of a variable, through which it is read and written.
func (g *generator) pointer() *Stmt {
	v := g.root(g.anyType(), func(v *variable) bool { return v.whole && v.writable && v.typ.form != scalar })
	if v == nil {
		return g.assignment()
	}
	g.touch(v)
	t := v.typ
	if t.form == array || t.form == structure {
		if part := g.partType(t); part.form != scalar {
			t = part
		}
	}
	to := g.path(v, t, shallow)
	to.fixed = true
	name := g.name("q")
	g.declare(&variable{name: name, typ: to.typ, text: "(*" + name + ")", uses: []string{name}, writable: true})
	return &Stmt{text: "let " + name + " = &$;", exprs: []*Expr{to}, declares: name}
}

// partType is the type of a part of an array or a structure.
func (g *generator) partType(t *Type) *Type {
	if t.form == array {
		return t.elem
	}
	return t.members[g.IntN(len(t.members))].typ
}

// discard makes a pixel a helper.
func (g *generator) discard() *Stmt {
	if !g.at.discards {
		return g.assignment()
	}
	return &Stmt{text: "if $ {\n\tdiscard;\n}", exprs: []*Expr{g.value(scalarOf(boolean), shallow)}}
}

// jump leaves a block, under a condition.
func (g *generator) jump() *Stmt {
	var list []*Stmt
	if g.at.breaks {
		list = append(list, &Stmt{text: "break;", kind: breaks})
	}
	if g.at.continues {
		list = append(list, &Stmt{text: "continue;", kind: continues})
	}
	if g.at.returns {
		list = append(list, g.returning())
	}
	if len(list) == 0 {
		return g.branch()
	}
	condition := g.value(scalarOf(boolean), shallow)
	g.at.plain = true // what is returned was made outside
	b := g.statements(g.IntN(2))
	g.at.plain = false
	b.list = append(b.list, list[g.IntN(len(list))])
	return &Stmt{text: "if $ {\n@\n}", exprs: []*Expr{condition}, blocks: []*block{b}}
}

func (g *generator) returning() *Stmt {
	if g.at.result == nil {
		return &Stmt{text: "return;", kind: returns}
	}
	return &Stmt{text: "return $;", exprs: []*Expr{g.value(g.at.result, shallow)}, kind: returns}
}

// branch is an if, with an else or not.
func (g *generator) branch() *Stmt {
	s := &Stmt{text: "if $ {\n@\n}", exprs: []*Expr{g.value(scalarOf(boolean), deep)}}
	s.blocks = append(s.blocks, g.statements(g.short()))
	if g.chance(0.2) {
		s.text += " else if $ {\n@\n}"
		s.exprs = append(s.exprs, g.value(scalarOf(boolean), shallow))
		s.blocks = append(s.blocks, g.statements(g.short()))
	}
	if g.chance(0.4) {
		s.text += " else {\n@\n}"
		s.blocks = append(s.blocks, g.statements(g.short()))
	}
	return s
}

// choice is a switch.
func (g *generator) choice() *Stmt {
	k := []kind{i32, u32}[g.IntN(2)]
	s := &Stmt{text: "switch $ {", exprs: []*Expr{g.unknown(g.value(scalarOf(k), shallow))}, kind: switches}
	outer := g.at
	g.at.breaks = true
	suffix := map[kind]string{i32: "i", u32: "u"}[k]
	cases := 1 + g.IntN(3)
	first := g.IntN(3)
	for n := range cases {
		label := itoa(first+2*n) + suffix
		if g.chance(0.3) {
			label += ", " + itoa(first+2*n+1) + suffix
		}
		if n == cases-1 && g.chance(0.3) {
			s.text += "\n\tcase " + label + ", default: {\n\t@\n\t}\n}"
			s.blocks = append(s.blocks, g.statements(g.short()))
			g.at = outer
			return s
		}
		s.text += "\n\tcase " + label + ": {\n\t@\n\t}"
		s.blocks = append(s.blocks, g.statements(g.short()))
	}
	s.text += "\n\tdefault: {\n\t@\n\t}\n}"
	s.blocks = append(s.blocks, g.statements(g.short()))
	g.at = outer
	return s
}
