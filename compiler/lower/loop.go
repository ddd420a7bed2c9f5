package lower

import (
	"slices"

	"github.com/gogpu/naga/ir"

	"tilemark/compiler/llir"
)

// loop lowers a loop: a block around its body when something continues.
func (fr *frame) loop(s ir.StmtLoop) {
	l := fr.l
	written := fr.written(slices.Concat(s.Body, s.Continuing), true)
	known := slices.Clone(fr.known)
	l.inConstruct(&llir.Instr{Op: llir.Loop}, breakTarget, written, func() {
		if continues(s.Body) {
			b := &llir.Instr{Op: llir.Block}
			before := slices.Clone(fr.known)
			l.inConstruct(b, continueTarget, slices.Clone(written), func() { fr.list(s.Body) })
			fr.export(b, before)
		} else {
			fr.list(s.Body)
		}
		if l.ended {
			return
		}
		fr.list(s.Continuing)
		if s.BreakIf == nil || l.ended {
			return
		}
		stay := l.op(llir.Not, llir.Bool, fr.value(*s.BreakIf))
		now := l.scalars(l.constructs[len(l.constructs)-1].merged)
		l.add(&llir.Instr{Op: llir.RepeatIf, Args: append([]llir.Value{stay}, now...), Exit: slices.Clone(now)})
	})
	copy(fr.known, known)
}

// export makes what a loop's body has evaluated known to what follows its block, as further results of it. Where lanes leave the block before a value is
// made, nobody asks for it.
func (fr *frame) export(b *llir.Instr, before []*operand) {
	x := exporter{l: fr.l, block: b, renamed: map[llir.Value]llir.Value{}}
	for h, o := range fr.known {
		if o != nil && o != before[h] {
			fr.known[h] = x.operand(o)
		}
	}
	x.hand(b.Bodies[0], 0, map[llir.Value]bool{})
}

// exporter gives values of a block names outside of it.
type exporter struct {
	l       *lowerer
	block   *llir.Instr
	values  []llir.Value
	renamed map[llir.Value]llir.Value
	inside  map[llir.Value]bool
}

func (x *exporter) operand(o *operand) *operand {
	c := *o
	c.values = x.l.each(o.values, x.value)
	if o.place != nil {
		p := *o.place
		p.address = x.value(p.address)
		p.chosen = slices.Clone(p.chosen)
		for n := range p.chosen {
			p.chosen[n].value = x.value(p.chosen[n].value)
		}
		c.place = &p
	}
	return &c
}

func (x *exporter) value(v llir.Value) llir.Value {
	if _, known := x.l.bits[v]; known || v == 0 {
		return v
	}
	if x.renamed[v] == 0 {
		x.renamed[v] = x.l.k.New(x.l.k.TypeOf(v))
		x.values = append(x.values, v)
		x.block.Results = append(x.block.Results, x.renamed[v])
	}
	return x.renamed[v]
}

// hand adds the values to what is handed to the block where it ends or is left.
func (x *exporter) hand(r *llir.Region, level int, made map[llir.Value]bool) {
	for _, i := range r.Code {
		if i.Op == llir.Break && i.Level == level || i.Op == llir.Yield && r == x.block.Bodies[0] {
			for _, v := range x.values {
				if !made[v] && x.madeInside(v) {
					v = x.l.constant(x.l.k.TypeOf(v), 0)
				}
				i.Args = append(i.Args, v)
			}
		}
		for _, b := range i.Bodies {
			inner := level
			if i.Op.Breakable() {
				inner++
			}
			x.hand(b, inner, made)
		}
		for _, v := range i.Results {
			made[v] = true
		}
	}
}

// madeInside tells whether a value is one of the block.
func (x *exporter) madeInside(v llir.Value) bool {
	if x.inside == nil {
		x.inside = map[llir.Value]bool{}
		x.block.Bodies[0].Walk(func(i *llir.Instr) {
			for _, r := range i.Results {
				x.inside[r] = true
			}
		})
	}
	return x.inside[v]
}

// continues tells whether a block has a continue of the loop whose body it is.
func continues(b ir.Block) bool {
	for _, s := range b {
		switch s := s.Kind.(type) {
		case ir.StmtContinue:
			return true
		case ir.StmtLoop:
		default:
			if slices.ContainsFunc(blocksOf(s), continues) {
				return true
			}
		}
	}
	return false
}
