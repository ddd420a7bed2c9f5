package check

import (
	"tilemark/compiler/syntax"
	"tilemark/compiler/types"
)

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

func (c *checker) exits(at syntax.Place, inside behaviour) behaviour {
	b := loopBehaviour(inside)
	if b == 0 {
		c.fail(at, "the loop has no end: it needs a break or a return")
	}
	return b
}

func loopBehaviour(inside behaviour) behaviour {
	b := inside & returns
	if inside&breaks != 0 {
		b |= next
	}
	return b
}

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
	c.fn.discards = append(c.fn.discards, s.Place)
	return next
}

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
