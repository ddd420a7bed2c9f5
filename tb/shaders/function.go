package shaders

import (
	"fmt"
	"strings"
)

// callee is a function that later ones may call.
type callee struct {
	name    string
	params  []param
	result  *Type // nil when there is none
	touches map[string]bool
	cost    float64
}

type param struct {
	name  string
	typ   *Type
	space string // of a pointer; empty of a value
}

// mostCost is how many statements a call of a function executes at most, about.
const mostCost = 150

// function makes a function, which may call those before it.
func (g *generator) function(n int) {
	f := &callee{name: "f" + itoa(n), touches: map[string]bool{}}
	if g.chance(0.85) {
		f.result = g.anyType()
	}
	outer := g.at
	g.at = situation{returns: true, discards: g.options.Fragment, result: f.result, touches: f.touches, weight: 1, cost: &f.cost, budget: mostCost}
	made := &function{name: f.name}
	g.within(func() {
		for range g.IntN(4) {
			f.params = append(f.params, g.param())
		}
		var texts []string
		for _, p := range f.params {
			texts = append(texts, p.declaration())
			made.params = append(made.params, p.name)
			made.uses = append(made.uses, p.typ.structures()...)
		}
		made.head = fmt.Sprintf("fn %s(%s)", f.name, strings.Join(texts, ", "))
		if f.result != nil {
			made.head += " -> " + f.result.name
			made.uses = append(made.uses, f.result.structures()...)
		}
		made.body = g.functionBody()
	})
	g.at = outer
	g.module.functions = append(g.module.functions, made)
	g.callees = append(g.callees, f)
}

// functionBody ends with a return where there is a result.
func (g *generator) functionBody() *block {
	b := &block{}
	for range 2 + g.IntN(6) {
		if g.left > 0 {
			b.list = append(b.list, g.statement()...)
		}
	}
	if g.at.result != nil {
		s := g.returning()
		s.fixed = true
		b.list = append(b.list, s)
	}
	return b
}

func (g *generator) param() param {
	p := param{name: g.name("a"), typ: g.anyType()}
	v := local(p.name, p.typ, false)
	if g.chance(0.35) {
		p.space = g.choose("function", "private")
		v.text, v.writable = "(*"+p.name+")", true
	}
	g.declare(v)
	return p
}

func (p *param) declaration() string {
	if p.space == "" {
		return p.name + ": " + p.typ.name
	}
	return fmt.Sprintf("%s: ptr<%s, %s>", p.name, p.space, p.typ)
}

// callee is a function that gives a type and may be called here; nil when there is none. Without a type any will do.
func (g *generator) callee(t *Type) *callee {
	var list []*callee
	for _, f := range g.callees {
		if t != nil && (f.result == nil || f.result.name != t.name) || *g.at.cost+g.at.weight*f.cost > g.at.budget || g.lent(f) == nil {
			continue
		}
		list = append(list, f)
	}
	if len(list) == 0 {
		return nil
	}
	return list[g.IntN(len(list))]
}

// lent are the variables that pointers of a call point to, all different and none that the function uses by itself; nil when there are not enough.
func (g *generator) lent(f *callee) []*variable {
	list, taken := make([]*variable, len(f.params)), map[string]bool{}
	for n, p := range f.params {
		if p.space == "" {
			continue
		}
		for _, v := range g.visible() {
			fits := v.whole && v.private == (p.space == "private") && v.typ.name == p.typ.name && !taken[v.name] && !f.touches[v.name]
			if fits && list[n] == nil {
				list[n], taken[v.name] = v, true
			}
		}
		if list[n] == nil {
			return nil
		}
	}
	return list
}

// call calls a function.
func (g *generator) call(f *callee, depth int) *Expr {
	*g.at.cost += g.at.weight * f.cost
	e := &Expr{typ: f.result, uses: []string{f.name}}
	lent := g.lent(f)
	for name := range f.touches {
		if g.at.touches != nil {
			g.at.touches[name] = true
		}
	}
	for n, p := range f.params {
		if p.space != "" {
			g.touch(lent[n])
			e.args = append(e.args, &Expr{typ: p.typ, text: "&" + lent[n].name, uses: []string{lent[n].name}, fixed: true})
			continue
		}
		e.args = append(e.args, g.value(p.typ, depth-1))
	}
	e.text = f.name + "(" + dollars(len(e.args)) + ")"
	return e
}

// callStatement calls a function for what it does.
func (g *generator) callStatement() *Stmt {
	f := g.callee(nil)
	if f == nil {
		return g.assignment()
	}
	e := g.call(f, shallow)
	e.fixed = true
	if f.result != nil && g.chance(0.5) {
		return &Stmt{text: "_ = $;", exprs: []*Expr{e}}
	}
	return &Stmt{text: "$;", exprs: []*Expr{e}}
}
