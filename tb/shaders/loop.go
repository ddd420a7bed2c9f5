package shaders

import "fmt"

// loop is a loop that ends: each has a number that counts to at most a few, which nothing else changes.
func (g *generator) loop() []*Stmt {
	const deepest = 3
	trips := 1 + g.IntN(5)
	if g.at.loops >= deepest || *g.at.cost+g.at.weight*float64(trips)*10 > g.at.budget {
		return one(g.assignment())
	}
	outer := g.at
	g.at.loops, g.at.weight = g.at.loops+1, g.at.weight*float64(trips)
	g.at.breaks, g.at.continues = true, true
	var list []*Stmt
	switch g.IntN(3) {
	case 0:
		list = one(g.forLoop(trips))
	case 1:
		list = g.whileLoop(trips)
	default:
		list = g.bareLoop(trips)
	}
	g.at = outer
	return list
}

// limit is how often a loop is executed, which shrinking may make less.
func limit(trips int) *Expr { return &Expr{typ: scalarOf(u32), text: itoa(trips) + "u", known: true} }

func (g *generator) forLoop(trips int) *Stmt {
	i := local(g.name("k"), scalarOf(u32), false)
	s := &Stmt{text: fmt.Sprintf("for (var %[1]s: u32 = 0u; %[1]s < $; %[2]s) {\n@\n}", i.name, g.choose(i.name+"++", i.name+" += 1u")), kind: loops,
		exprs: []*Expr{limit(trips)}}
	if g.chance(0.3) {
		s.text = fmt.Sprintf("for (var %[1]s: u32 = 0u; (%[1]s < $) && $; %[1]s++) {\n@\n}", i.name)
		s.exprs = append(s.exprs, g.value(scalarOf(boolean), shallow))
	}
	g.within(func() {
		g.declare(i)
		s.blocks = []*block{g.statements(g.short(), i.name)}
	})
	return s
}

func (g *generator) whileLoop(trips int) []*Stmt {
	n := g.name("n")
	s := &Stmt{text: fmt.Sprintf("while ((%[1]s < $) && $) {\n\t%[1]s += 1u;\n@\n}", n), uses: []string{n}, kind: loops,
		exprs: []*Expr{limit(trips), g.value(scalarOf(boolean), shallow)}}
	return g.counted(n, s, func() { s.blocks = []*block{g.statements(g.short())} })
}

func (g *generator) bareLoop(trips int) []*Stmt {
	n := g.name("n")
	s := &Stmt{text: fmt.Sprintf("loop {\n\tif (%[1]s >= $) {\n\t\tbreak;\n\t}\n\t%[1]s += 1u;\n@", n), uses: []string{n}, kind: loops, exprs: []*Expr{limit(trips)}}
	return g.counted(n, s, func() {
		g.at.plain = true // `continuing` sees the names of the body
		s.blocks = []*block{g.statements(g.short())}
		g.at.plain = false
		if g.chance(0.7) {
			s.text += "\n\tcontinuing {\n\t@"
			closing := g.closing()
			s.blocks = append(s.blocks, closing)
			if g.chance(0.6) {
				s.text += "\n\t\tbreak if $;"
				g.within(func() {
					g.hide(closing)
					s.exprs = append(s.exprs, g.value(scalarOf(boolean), shallow))
				})
			}
			s.text += "\n\t}"
		}
		s.text += "\n}"
	})
}

// hide makes names mean nothing that a block declares: a `break if` stands in it.
func (g *generator) hide(b *block) {
	for _, s := range b.list {
		if s.declares != "" {
			g.declare(&variable{name: s.declares, closed: true})
		}
	}
}

// closing is the block of a `continuing`: nothing leaves it.
func (g *generator) closing() *block {
	outer := g.at
	g.at.breaks, g.at.continues, g.at.returns = false, false, false
	b := g.statements(1 + g.IntN(2))
	b.closing = true
	g.at = outer
	return b
}

// counted is a loop with its number, which is declared before it.
func (g *generator) counted(name string, s *Stmt, body func()) []*Stmt {
	counter := &Stmt{text: "var " + name + ": u32 = 0u;", declares: name}
	g.within(func() {
		g.declare(local(name, scalarOf(u32), false))
		body()
	})
	return []*Stmt{counter, s}
}
