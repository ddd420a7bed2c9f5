package shaders

// checker finds out whether a tree that was made smaller is still a program: each name is declared where it is used, and each jump has where to go.
type checker struct {
	names map[string]int // of the module and of the blocks around, how often
	used  map[string]bool
	wrong bool
}

// isWhole tells whether the module is a program.
func (m *module) isWhole() bool {
	c := &checker{names: map[string]int{}, used: map[string]bool{}}
	for _, d := range m.decls {
		c.use(d.uses)
		c.names[d.name]++
	}
	for _, f := range m.functions {
		c.use(f.uses)
		c.names[f.name]++
		c.scope(f.params, func() { c.statements(f.body, situation{returns: true}) })
	}
	return !c.wrong
}

func (c *checker) use(names []string) {
	for _, n := range names {
		c.used[n] = true
		c.wrong = c.wrong || c.names[n] == 0
	}
}

// scope does something where more names are declared.
func (c *checker) scope(names []string, do func()) {
	for _, n := range names {
		c.names[n]++
	}
	do()
	for _, n := range names {
		c.names[n]--
	}
}

// statements checks a block. Two declarations of one name in it are wrong.
func (c *checker) statements(b *block, at situation) {
	own := map[string]bool{}
	var declared []string
	for _, s := range b.list {
		c.statement(s, b, at)
		if s.declares != "" {
			c.wrong = c.wrong || own[s.declares]
			own[s.declares] = true
			c.names[s.declares]++
			declared = append(declared, s.declares)
		}
	}
	for _, n := range declared {
		c.names[n]--
	}
}

func (c *checker) statement(s *Stmt, b *block, at situation) {
	c.use(s.uses)
	c.scope(innerNames(s), func() {
		for _, e := range s.exprs {
			c.expression(e)
		}
	})
	switch {
	case s.kind == breaks && !at.breaks, s.kind == continues && !at.continues, s.kind == returns && !at.returns:
		c.wrong = true
	case (s.kind == breaks || s.kind == continues || s.kind == returns) && s != b.list[len(b.list)-1]:
		c.wrong = true
	}
	for n, inner := range s.blocks {
		c.scope(inner.names, func() { c.statements(inner, s.inside(n, at)) })
	}
}

// innerNames are names that a statement's expressions may use, such as the variable of a `for`.
func innerNames(s *Stmt) []string {
	if len(s.blocks) == 0 {
		return nil
	}
	return s.blocks[0].names
}

// inside is the situation in a block of the statement.
func (s *Stmt) inside(n int, at situation) situation {
	switch {
	case s.blocks[n].closing:
		return situation{}
	case s.kind == loops:
		at.breaks, at.continues = true, true
	case s.kind == switches:
		at.breaks = true
	}
	return at
}

func (c *checker) expression(e *Expr) {
	c.use(e.uses)
	for _, a := range e.args {
		c.expression(a)
	}
}
