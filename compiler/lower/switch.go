package lower

import (
	"slices"

	"github.com/gogpu/naga/ir"

	"tilemark/compiler/llir"
)

// breaks tells whether a block has a break of the switch in which it stands.
func breaks(b ir.Block) bool {
	for _, s := range b {
		switch s := s.Kind.(type) {
		case ir.StmtBreak:
			return true
		case ir.StmtLoop, ir.StmtSwitch:
		default:
			if slices.ContainsFunc(blocksOf(s), breaks) {
				return true
			}
		}
	}
	return false
}

// clause is a body of a switch, with the values that lead to it.
type clause struct {
	values    []uint32
	isDefault bool
	body      ir.Block
}

// clauses are those of a switch. A case without a body that falls through belongs to the next one.
func clauses(s ir.StmtSwitch) []clause {
	var list []clause
	c := clause{}
	for _, k := range s.Cases {
		switch v := k.Value.(type) {
		case ir.SwitchValueI32:
			c.values = append(c.values, uint32(v))
		case ir.SwitchValueU32:
			c.values = append(c.values, uint32(v))
		default:
			c.isDefault = true
		}
		c.body = append(c.body, k.Body...)
		if !k.FallThrough {
			list = append(list, withoutLastBreak(c))
			c = clause{}
		}
	}
	return list
}

func withoutLastBreak(c clause) clause {
	if n := len(c.body); n > 0 {
		if _, ok := c.body[n-1].Kind.(ir.StmtBreak); ok {
			c.body = c.body[:n-1]
		}
	}
	return c
}

// switched lowers a switch: ifs one in the other, in a block when something breaks.
func (fr *frame) switched(s ir.StmtSwitch) {
	l, list := fr.l, clauses(s)
	slices.SortStableFunc(list, func(a, b clause) int { // the default comes last: what leads to it is what leads to no other
		return number(a.isDefault) - number(b.isDefault)
	})
	var all ir.Block
	leaves := false
	for _, c := range list {
		all = append(all, c.body...)
		leaves = leaves || breaks(c.body)
	}
	selector := fr.value(s.Selector)
	body := func() { fr.chain(selector, list) }
	if !leaves {
		body()
		return
	}
	known := slices.Clone(fr.known)
	l.inConstruct(&llir.Instr{Op: llir.Block}, breakTarget, fr.written(all, true), body)
	copy(fr.known, known)
}

func number(b bool) int {
	if b {
		return 1
	}
	return 0
}

func (fr *frame) chain(selector llir.Value, list []clause) {
	l := fr.l
	switch {
	case len(list) == 0:
		return
	case list[0].isDefault:
		fr.list(list[0].body)
		return
	}
	var is llir.Value
	for n, v := range list[0].values {
		this := l.compare(llir.Equal, llir.U32, selector, l.u32(v))
		if n == 0 {
			is = this
		} else {
			is = l.op(llir.Or, llir.Bool, is, this)
		}
	}
	var all ir.Block
	for _, c := range list {
		all = append(all, c.body...)
	}
	fr.branch(is, fr.written(all, false), func() { fr.list(list[0].body) }, func() { fr.chain(selector, list[1:]) })
}
