package syntax

func (m *matcher) block(b *Block) {
	b.Filters = append(b.Filters, m.filters()...)
	b.Place = m.take("{")
	m.statements(b.Statements)
	b.End = m.take("}")
}

func (m *matcher) statements(all []Stmt) {
	for _, s := range all {
		m.statement(s)
	}
}

func (m *matcher) statement(s Stmt) {
	switch s := s.(type) {
	case *Block:
		m.block(s)
	case *If:
		s.Filters = m.filters()
		m.conditional(s)
	case *For:
		s.Filters = m.filters()
		m.loopFor(s)
	case *While:
		s.Filters = m.filters()
		s.Place = m.take("while")
		m.expr(s.Condition)
		m.block(s.Body)
	case *Loop:
		s.Filters = m.filters()
		m.loop(s)
	case *Switch:
		s.Filters = m.filters()
		m.cases(s)
	default:
		m.simple(s)
		m.take(";")
	}
}

// simple walks a statement that ends with a semicolon, up to it.
func (m *matcher) simple(s Stmt) {
	switch s := s.(type) {
	case *Return:
		s.Place = m.take("return")
		if s.Value != nil {
			m.expr(s.Value)
		}
	case *Jump:
		s.Place = m.take(s.Kind)
	case *BreakIf:
		s.Place = m.take("break")
		m.take("if")
		m.expr(s.Condition)
	case *Var:
		m.variable(s)
	case *Value:
		m.value(s)
	case *Assert:
		s.Place = m.take("const_assert")
		m.expr(s.Condition)
	case *Assign:
		m.assign(s)
	case *Evaluate:
		s.Place = m.next().Place
		m.expr(s.Expr)
		if _, call := s.Expr.(*Call); !call {
			m.wrong(s.Place, "expected a statement: of expressions only calls of functions are statements")
		}
		if m.tokens[m.at-1].text == ")" && s.Place != s.Expr.At() {
			m.wrong(s.Place, "a call that is a statement cannot be in parentheses")
		}
	default:
		m.wrong(m.next().Place, "expected a statement without a block")
	}
}

func (m *matcher) assign(s *Assign) {
	s.Place = m.next().Place
	m.expr(s.Left)
	s.OpPlace = m.take(s.Op)
	if s.Right != nil {
		m.expr(s.Right)
	}
}

func (m *matcher) conditional(s *If) {
	s.Place = m.take("if")
	m.expr(s.Condition)
	m.block(s.Body)
	if s.Else != nil {
		m.noEmpty()
		m.take("else")
		m.statement(s.Else)
	}
}

func (m *matcher) loopFor(s *For) {
	s.Place = m.take("for")
	m.take("(")
	m.header(s.Init, s.Place)
	m.take(";")
	if s.Condition != nil {
		m.expr(s.Condition)
	}
	m.take(";")
	if _, declares := s.Update.(*Var); declares {
		m.wrong(m.next().Place, "a declaration cannot be the update of a loop")
	}
	if _, declares := s.Update.(*Value); declares {
		m.wrong(m.next().Place, "a declaration cannot be the update of a loop")
	}
	m.header(s.Update, s.Place)
	m.take(")")
	m.block(s.Body)
}

// header walks the first or last part of the parentheses of `for`: a declaration, an assignment or a call.
func (m *matcher) header(s Stmt, at Place) {
	switch s.(type) {
	case nil:
	case *Var, *Value, *Assign, *Evaluate:
		m.simple(s)
	default:
		m.wrong(m.next().Place, "expected a declaration, an assignment or a call, found %s", m.next().shown())
	}
}

// loop walks a loop, whose continuing block stands last within its body.
func (m *matcher) loop(s *Loop) {
	s.Place = m.take("loop")
	s.Body.Filters = m.filters()
	s.Body.Place = m.take("{")
	m.statements(s.Body.Statements)
	if s.Continuing != nil {
		m.take("continuing")
		m.block(s.Continuing)
		m.noEmpty()
	}
	s.Body.End = m.take("}")
}

func (m *matcher) cases(s *Switch) {
	s.Place = m.take("switch")
	m.expr(s.Selector)
	s.Filters = append(s.Filters, m.filters()...)
	m.take("{")
	for _, c := range s.Clauses {
		m.noEmpty()
		c.Place = m.next().Place
		if m.maybe("default") {
			c.Defaults = append(c.Defaults, c.Place)
		} else {
			m.take("case")
			m.selectors(c)
		}
		m.maybe(":")
		m.block(c.Body)
	}
	m.noEmpty()
	m.take("}")
}

// selectors walks the selectors of a clause; `default` may stand between them.
func (m *matcher) selectors(c *Clause) {
	for i := 0; i < len(c.Selectors) || m.is("default"); {
		if at := m.next().Place; m.maybe("default") {
			c.Defaults = append(c.Defaults, at)
		} else {
			m.expr(c.Selectors[i])
			i++
		}
		if !m.maybe(",") {
			break
		}
	}
	if len(c.Selectors)+len(c.Defaults) == 0 {
		m.wrong(m.next().Place, "expected a selector")
	}
}
