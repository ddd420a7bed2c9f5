package shaders

// Shrink makes a program smaller as long as fails says that it still fails; one that does not fail stays as it is. The result is the same each time. What is
// tried is a program by this package's own check; a compiler may refuse some of it all the same (a division of constants by 0, say): fails should say no then.
func Shrink(p *Program, fails func(*Program) bool) *Program {
	if !fails(p) {
		return p
	}
	s := &shrinker{program: p.copy(), fails: fails}
	for again := true; again; {
		again = false
		for _, pass := range []func(*shrinker) bool{(*shrinker).dropFunctions, (*shrinker).dropStatements, (*shrinker).openBlocks, (*shrinker).lessGroups,
			(*shrinker).simplify, (*shrinker).dropDeclarations} {
			again = pass(s) || again
		}
	}
	return s.program
}

// copy is a program whose tree may be changed.
func (p *Program) copy() *Program {
	c := *p
	m := *p.module
	m.decls = append([]*decl{}, m.decls...)
	m.functions = nil
	for _, f := range p.module.functions {
		own := *f
		own.body = f.body.copy()
		m.functions = append(m.functions, &own)
	}
	c.module = &m
	return &c
}

func (b *block) copy() *block {
	c := *b
	c.list = nil
	for _, s := range b.list {
		own := *s
		own.exprs, own.blocks = nil, nil
		for _, e := range s.exprs {
			own.exprs = append(own.exprs, e.copy())
		}
		for _, inner := range s.blocks {
			own.blocks = append(own.blocks, inner.copy())
		}
		c.list = append(c.list, &own)
	}
	return &c
}

func (e *Expr) copy() *Expr {
	c := *e
	c.args = nil
	for _, a := range e.args {
		c.args = append(c.args, a.copy())
	}
	return &c
}

type shrinker struct {
	program *Program
	fails   func(*Program) bool
}

// try makes a change of the tree, and keeps it when the program still is one and fails; otherwise undo takes it back.
func (s *shrinker) try(change, undo func()) bool {
	change()
	if s.program.module.isWhole() && s.fails(s.program) {
		return true
	}
	undo()
	return false
}

// dropFunctions drops functions that nobody calls.
func (s *shrinker) dropFunctions() (changed bool) {
	m := s.program.module
	for n := len(m.functions) - 1; n >= 0; n-- {
		all := m.functions
		if !all[n].fixed {
			without := append(append([]*function{}, all[:n]...), all[n+1:]...)
			changed = s.try(func() { m.functions = without }, func() { m.functions = all }) || changed
		}
	}
	return changed
}

// dropDeclarations drops declarations of the module.
func (s *shrinker) dropDeclarations() (changed bool) {
	m := s.program.module
	for n := len(m.decls) - 1; n >= 0; n-- {
		all := m.decls
		without := append(append([]*decl{}, all[:n]...), all[n+1:]...)
		changed = s.try(func() { m.decls = without }, func() { m.decls = all }) || changed
	}
	return changed
}

// blocks calls do for all blocks, outer ones first.
func (s *shrinker) blocks(do func(*block)) {
	for _, f := range s.program.module.functions {
		f.body.each(do)
	}
}

func (b *block) each(do func(*block)) {
	do(b)
	for _, s := range b.list {
		for _, inner := range s.blocks {
			inner.each(do)
		}
	}
}

// dropStatements drops statements: halves of blocks, then smaller parts.
func (s *shrinker) dropStatements() (changed bool) {
	s.blocks(func(b *block) {
		for size := len(b.list); size > 0; size /= 2 {
			for end := len(b.list); end > 0; end -= size {
				changed = s.dropRange(b, max(end-size, 0), end) || changed
			}
		}
	})
	return changed
}

func (s *shrinker) dropRange(b *block, from, to int) bool {
	all := b.list
	if to > len(all) || from >= to {
		return false
	}
	left := append([]*Stmt{}, all[:from]...)
	for _, dropped := range all[from:to] {
		if dropped.fixed || dropped.kind == synchronize && s.program.module.hasWorkgroupMemory() {
			left = append(left, dropped)
		}
	}
	left = append(left, all[to:]...)
	return len(left) < len(all) && s.try(func() { b.list = left }, func() { b.list = all })
}

// hasWorkgroupMemory tells whether barriers matter.
func (m *module) hasWorkgroupMemory() bool {
	for _, d := range m.decls {
		if d.workgroup {
			return true
		}
	}
	return false
}

// openBlocks puts a block of a statement in place of the statement.
func (s *shrinker) openBlocks() (changed bool) {
	s.blocks(func(b *block) {
		for n := len(b.list) - 1; n >= 0; n-- {
			for _, inner := range b.list[n].blocks {
				all := b.list
				opened := append(append(append([]*Stmt{}, all[:n]...), inner.list...), all[n+1:]...)
				if s.try(func() { b.list = opened }, func() { b.list = all }) {
					changed = true
					break
				}
			}
		}
	})
	return changed
}

// lessGroups has fewer workgroups.
func (s *shrinker) lessGroups() (changed bool) {
	p := s.program
	for d := range p.Groups {
		before := p.Groups
		if before[d] > 1 {
			changed = s.try(func() { p.Groups[d] = 1 }, func() { p.Groups = before }) || changed
		}
	}
	return changed
}

// simplify replaces expressions by parts of them, or by constants.
func (s *shrinker) simplify() (changed bool) {
	s.blocks(func(b *block) {
		for _, st := range b.list {
			for n := range st.exprs {
				changed = s.simplifyOne(&st.exprs[n]) || changed
			}
		}
	})
	return changed
}

func (s *shrinker) simplifyOne(e **Expr) (changed bool) {
	if !(*e).fixed {
		for _, c := range (*e).simpler() {
			before := *e
			if s.try(func() { *e = c }, func() { *e = before }) {
				changed = true
				break
			}
		}
	}
	for n := range (*e).args {
		changed = s.simplifyOne(&(*e).args[n]) || changed
	}
	return changed
}

// simpler are expressions of the same type that are simpler: constants, then parts.
func (e *Expr) simpler() (list []*Expr) {
	if len(e.args) == 0 && (e.known || len(e.uses) == 0) {
		if one := e.typ.one(); e.text != one.text && e.typ.form == scalar {
			return []*Expr{one}
		}
		return nil
	}
	list = append(list, e.typ.one())
	return append(list, e.parts(e.typ)...)
}

// parts are the expressions within that have a type.
func (e *Expr) parts(t *Type) (list []*Expr) {
	for _, a := range e.args {
		if a.typ.name == t.name && a.text[0] != '&' {
			list = append(list, a)
			continue
		}
		list = append(list, a.parts(t)...)
	}
	return list
}

// one is a simple constant of a type: 1 where it is a number.
func (t *Type) one() *Expr {
	e := &Expr{typ: t, known: true}
	switch {
	case t.form == scalar && t.kind == boolean:
		e.text = "true"
	case t.form == scalar:
		e.text = map[kind]string{i32: "1i", u32: "1u", f32: "1.0f", f16: "1.0h"}[t.kind]
	case t.form == vector:
		e.text = t.name + "(" + t.elem.one().text + ")"
	default:
		return zero(t)
	}
	return e
}
