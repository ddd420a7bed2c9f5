package check

import (
	"fmt"

	"tilemark/compiler/syntax"
	"tilemark/compiler/types"
)

// uniformity is the analysis of section Uniformity Analysis: barriers, derivatives and samples with an implicit level of detail must be called in uniform
// control flow. Functions that are called come first. For each one a graph is made: an edge from one node to another says that the first is uniform only if the
// second is. Then what must be uniform may not reach what may be non-uniform.
func (c *checker) uniformity(all []*function) {
	summaries := map[*function]*summary{}
	for _, f := range all {
		g := newFlow(c, f, summaries)
		g.function()
		summaries[f] = g.summarize()
	}
}

// summary is what a caller must know of a function.
type summary struct {
	site       bool // calls must be in uniform control flow
	nonUniform bool // the result may be non-uniform
	params     []parameterSummary
}

// parameterSummary is what a caller must know of a parameter: its value, and what it points to.
type parameterSummary struct {
	required, contentsRequired bool // must be uniform
	result, contentsResult     bool // the result depends on it
	// what it points to after the call: whether that may be non-uniform, and on which parameters' values and contents it depends
	outNonUniform bool
	out           []int
	outContents   []int
}

// node is a value or control flow at a place.
type node struct {
	id   int
	to   []*node
	from []*node
}

// requirement is a node that must be uniform, and the call that needs it.
type requirement struct {
	*node
	call *syntax.Call
	what string
}

// environment is the values of variables of a function, and of what pointers that are parameters point to.
type environment map[*object]*node

func (e environment) clone() environment {
	out := make(environment, len(e))
	for o, n := range e {
		out[o] = n
	}
	return out
}

// flow makes the graph of a function.
type flow struct {
	*checker
	f          *function
	summaries  map[*function]*summary
	nodes      []*node
	nonUniform *node
	start      *node
	result     *node
	params     []*node     // their values
	contents   []*node     // what pointers point to at the beginning; nil of others
	out        []*node     // and at the end
	values     environment // of let and parameters
	env        environment
	dead       bool // no statement follows
	required   []requirement
	around     []*surrounding
}

// surrounding is a loop or switch with the environments that leave it.
type surrounding struct {
	isSwitch          bool
	breaks, continues []environment
}

func newFlow(c *checker, f *function, summaries map[*function]*summary) *flow {
	g := &flow{checker: c, f: f, summaries: summaries, values: environment{}, env: environment{}}
	g.nonUniform, g.start, g.result = g.node(), g.node(), g.node()
	return g
}

// node is a new node that depends on others.
func (g *flow) node(on ...*node) *node {
	n := &node{id: len(g.nodes)}
	g.nodes = append(g.nodes, n)
	for _, to := range on {
		n.depend(to)
	}
	return n
}

func (n *node) depend(on *node) {
	if on != nil {
		n.to, on.from = append(n.to, on), append(on.from, n)
	}
}

// reaching are the nodes that depend on a node.
func (g *flow) reaching(n *node) []bool {
	seen := make([]bool, len(g.nodes))
	queue := []*node{n}
	seen[n.id] = true
	for len(queue) > 0 {
		n, queue = queue[0], queue[1:]
		for _, m := range n.from {
			if !seen[m.id] {
				seen[m.id] = true
				queue = append(queue, m)
			}
		}
	}
	return seen
}

// function makes the graph.
func (g *flow) function() {
	for i, p := range g.f.params {
		value := g.node()
		if g.f.stage != "" && !g.uniformInput(p.typ, g.f.decl.Params[i]) {
			value.depend(g.nonUniform)
		}
		g.params, g.values[p] = append(g.params, value), value
		var contents, out *node
		if p.typ.Kind == types.Pointer && p.typ.Space == "function" {
			contents, out = g.node(), g.node()
			g.env[p] = contents
		}
		g.contents, g.out = append(g.contents, contents), append(g.out, out)
	}
	g.statements(g.start, g.f.decl.Body.Statements)
	if !g.dead {
		g.keepAtReturn()
	}
}

// uniformInput is whether an input of an entry point is the same for all invocations of a workgroup.
func (g *flow) uniformInput(t *types.Type, p *syntax.Param) bool {
	uniform := func(name string) bool { return name == "workgroup_id" || name == "num_workgroups" }
	if t.Kind == types.Struct {
		for _, m := range t.Members {
			if v, is := m.IO.(*io); is && v != nil && !uniform(v.builtin) {
				return false
			}
		}
		return true
	}
	for _, a := range p.Attributes {
		if a.Name == "builtin" && len(a.Args) == 1 && uniform(word(a.Args[0])) {
			return true
		}
	}
	return false
}

// keepAtReturn keeps what pointers that are parameters point to where the function returns.
func (g *flow) keepAtReturn() {
	for i, p := range g.f.params {
		if g.out[i] != nil {
			g.out[i].depend(g.env[p])
		}
	}
}

// summarize finds errors, and what callers must know.
func (g *flow) summarize() *summary {
	s := &summary{params: make([]parameterSummary, len(g.params))}
	bad, site := g.reaching(g.nonUniform), g.reaching(g.start)
	s.nonUniform = bad[g.result.id]
	for _, r := range g.required {
		if bad[r.id] {
			g.fail(r.call.Place, "%s", fmt.Sprintf(r.what, r.call.Func.Text))
		}
		s.site = s.site || site[r.id]
	}
	for i := range g.params {
		g.parameter(s, i, bad)
	}
	return s
}

// parameter finds what depends on a parameter.
func (g *flow) parameter(s *summary, i int, bad []bool) {
	p := &s.params[i]
	values := g.reaching(g.params[i])
	contents := make([]bool, len(g.nodes))
	if g.contents[i] != nil {
		contents = g.reaching(g.contents[i])
		p.outNonUniform = bad[g.out[i].id]
	}
	for _, r := range g.required {
		p.required, p.contentsRequired = p.required || values[r.id], p.contentsRequired || contents[r.id]
	}
	p.result, p.contentsResult = values[g.result.id], contents[g.result.id]
	for k, out := range g.out {
		if out == nil {
			continue
		}
		if values[out.id] {
			s.params[k].out = append(s.params[k].out, i)
		}
		if contents[out.id] {
			s.params[k].outContents = append(s.params[k].outContents, i)
		}
	}
}

// statements is the control flow after statements; those that are never reached are not looked at.
func (g *flow) statements(cf *node, all []syntax.Stmt) *node {
	for _, s := range all {
		if cf = g.statement(cf, s); g.dead {
			break
		}
	}
	return cf
}

func (g *flow) statement(cf *node, s syntax.Stmt) *node {
	switch s := s.(type) {
	case *syntax.Block:
		return g.statements(cf, s.Statements)
	case *syntax.If:
		return g.conditional(cf, s)
	case *syntax.Switch:
		return g.choice(cf, s)
	case *syntax.Loop:
		return g.loop(cf, s, nil, s.Body, func(cf *node) *node {
			if s.Continuing == nil {
				return cf
			}
			return g.statements(cf, s.Continuing.Statements)
		})
	case *syntax.While:
		return g.loop(cf, s, s.Condition, s.Body, func(cf *node) *node { return cf })
	case *syntax.For:
		if s.Init != nil {
			cf = g.statement(cf, s.Init)
		}
		return g.loop(cf, s, s.Condition, s.Body, func(cf *node) *node {
			if s.Update == nil {
				return cf
			}
			return g.statement(cf, s.Update)
		})
	}
	return g.simple(cf, s)
}

func (g *flow) simple(cf *node, s syntax.Stmt) *node {
	var v *node
	switch s := s.(type) {
	case *syntax.Return:
		if s.Value != nil {
			cf, v = g.value(cf, s.Value)
			g.result.depend(v)
		}
		g.keepAtReturn()
		g.dead = true
	case *syntax.Jump:
		g.jump(s)
	case *syntax.BreakIf:
		cf, v = g.value(cf, s.Condition)
		a := g.around[len(g.around)-1]
		a.breaks = append(a.breaks, g.env.clone())
		return g.node(v)
	case *syntax.Var:
		v = cf
		if s.Init != nil {
			cf, v = g.value(cf, s.Init)
		}
		g.env[g.locals[s]] = v
	case *syntax.Value:
		if o := g.locals[s]; o != nil && o.kind == aLet {
			cf, v = g.value(cf, s.Init)
			g.values[o] = v
		}
	case *syntax.Assign:
		return g.assign(cf, s)
	case *syntax.Evaluate:
		cf, _ = g.value(cf, s.Expr)
	}
	return cf
}

func (g *flow) jump(s *syntax.Jump) {
	if s.Kind == "discard" {
		return
	}
	g.dead = true
	for i := len(g.around) - 1; i >= 0; i-- {
		a := g.around[i]
		if s.Kind == "break" {
			a.breaks = append(a.breaks, g.env.clone())
			return
		}
		if !a.isSwitch {
			a.continues = append(a.continues, g.env.clone())
			return
		}
	}
}

// branch looks at one of several ways; the environment at its end is nil if it has none.
func (g *flow) branch(before environment, cf *node, s syntax.Stmt) (*node, environment) {
	g.env, g.dead = before.clone(), false
	cf = g.statement(cf, s)
	if g.dead {
		return cf, nil
	}
	return cf, g.env
}

// merge makes one environment of those that come together; variables with different values get a node that depends on all.
func (g *flow) merge(all []environment) {
	var alive []environment
	for _, e := range all {
		if e != nil {
			alive = append(alive, e)
		}
	}
	if g.dead = len(alive) == 0; g.dead {
		return
	}
	g.env = alive[0].clone()
	for o, first := range alive[0] {
		var join *node
		for _, e := range alive[1:] {
			if n := e[o]; n != nil && n != first {
				if join == nil {
					join = g.node(first)
				}
				join.depend(n)
			}
		}
		if join != nil {
			g.env[o] = join
		}
	}
}

// after is the control flow after a statement: that before it if it always goes on, otherwise what depends on all ways through it.
func (g *flow) after(s syntax.Stmt, before *node, ways ...*node) *node {
	if g.behaved[s] == next {
		return before
	}
	return g.node(ways...)
}

func (g *flow) conditional(cf *node, s *syntax.If) *node {
	cf, v := g.value(cf, s.Condition)
	before, inside := g.env, g.node(v)
	cf1, env1 := g.branch(before, inside, s.Body)
	cf2, env2 := inside, before
	if s.Else != nil {
		cf2, env2 = g.branch(before, inside, s.Else)
	}
	g.merge([]environment{env1, env2})
	return g.after(s, cf, cf1, cf2)
}

func (g *flow) choice(cf *node, s *syntax.Switch) *node {
	cf, v := g.value(cf, s.Selector)
	before, inside := g.env, g.node(v)
	a := &surrounding{isSwitch: true}
	g.around = append(g.around, a)
	var ways []*node
	var ends []environment
	for _, clause := range s.Clauses {
		way, end := g.branch(before, inside, clause.Body)
		ways, ends = append(ways, way), append(ends, end)
	}
	g.around = g.around[:len(g.around)-1]
	g.merge(append(ends, a.breaks...))
	return g.after(s, cf, ways...)
}

// loop looks at a loop, with a condition that ends it before the body, and what is done between the body's end and its next beginning.
func (g *flow) loop(cf *node, s syntax.Stmt, condition syntax.Expr, body *syntax.Block, continuing func(*node) *node) *node {
	head := g.node(cf)
	phis := environment{}
	for o, n := range g.env {
		phis[o] = g.node(n)
	}
	g.env = phis.clone()
	a := &surrounding{}
	g.around = append(g.around, a)
	inside := head
	if condition != nil {
		_, v := g.value(inside, condition)
		a.breaks = append(a.breaks, g.env.clone())
		inside = g.node(v)
	}
	inside = g.statements(inside, body.Statements)
	if !g.dead {
		a.continues = append(a.continues, g.env)
	}
	if g.merge(a.continues); !g.dead {
		inside = continuing(inside)
		head.depend(inside)
		for o, phi := range phis {
			phi.depend(g.env[o])
		}
	}
	g.around = g.around[:len(g.around)-1]
	g.merge(a.breaks)
	if g.behaved[s] == next {
		return cf
	}
	return head
}

// assign gives a variable a new value; a part of one leaves the rest as it is.
func (g *flow) assign(cf *node, s *syntax.Assign) *node {
	var right *node
	if n, phony := s.Left.(*syntax.Name); phony && n.Text == "_" {
		cf, _ = g.value(cf, s.Right)
		return cf
	}
	cf, place := g.location(cf, s.Left)
	if s.Right != nil {
		cf, right = g.value(cf, s.Right)
	}
	root := g.rootOf(s.Left)
	old, tracked := g.env[root]
	if !tracked {
		return cf
	}
	changed := g.node(cf, place, right)
	if s.Op != "=" || !g.entire(s.Left) {
		changed.depend(old)
	}
	g.env[root] = changed
	return cf
}

// rootOf is the variable or parameter that an expression is a part of, or points into.
func (g *flow) rootOf(e syntax.Expr) *object {
	switch e := e.(type) {
	case *syntax.Name:
		if o := g.uses[e]; o != nil && o.root != nil {
			return o.root
		}
		return g.uses[e]
	case *syntax.Unary:
		return g.rootOf(e.Operand)
	case *syntax.Index:
		return g.rootOf(e.Base)
	case *syntax.Member:
		return g.rootOf(e.Base)
	}
	return nil
}
