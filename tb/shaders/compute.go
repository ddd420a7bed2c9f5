package shaders

import "fmt"

// sizes are the size of a workgroup, how many there are, and how many invocations that makes.
func (g *generator) sizes() (size, groups [3]uint32, invocations int) {
	size = [][3]uint32{{1, 1, 1}, {8, 1, 1}, {32, 1, 1}, {4, 4, 1}, {2, 3, 2}, {7, 1, 1}, {64, 1, 1}}[g.IntN(7)]
	groups = [][3]uint32{{1, 1, 1}, {2, 1, 1}, {1, 2, 1}, {2, 1, 2}}[g.IntN(4)]
	invocations = 1
	for d := range size {
		invocations *= int(size[d] * groups[d])
	}
	return size, groups, invocations
}

// workgroupArray is memory of the workgroup, an element for each invocation. Each has its own to write, or all read all of them: barriers are between.
type workgroupArray struct {
	own, all *variable
}

// mostBudget is how many statements an invocation executes at most, about.
const mostBudget = 2000

// compute makes the entry point of a compute shader of segments, each with a barrier before it. Only in the last one may an invocation end.
func (g *generator) compute(size [3]uint32) {
	invocations := size[0] * size[1] * size[2]
	arrays := g.workgroupArrays(int(invocations))
	cost := 0.0
	g.at = situation{weight: 1, cost: &cost, budget: mostBudget, touches: map[string]bool{}}
	main := &function{name: "main", fixed: true, body: &block{}}
	main.head = fmt.Sprintf("@compute @workgroup_size(%d, %d, %d)\nfn main(@builtin(workgroup_id) wid: vec3<u32>, @builtin(num_workgroups) nwg: vec3<u32>, "+
		"@builtin(local_invocation_index) lid: u32, @builtin(local_invocation_id) place: vec3<u32>, @builtin(global_invocation_id) gid: vec3<u32>)",
		size[0], size[1], size[2])
	for _, name := range []string{"wid", "nwg", "place", "gid"} {
		g.declare(local(name, vectorOf(u32, 3), false))
	}
	g.declare(local("lid", scalarOf(u32), false))
	main.params = []string{"wid", "nwg", "place", "gid", "lid"}
	main.body.list = append(main.body.list, &Stmt{fixed: true, uses: []string{"own", "wid", "nwg", "lid"},
		text: fmt.Sprintf("own = ((wid.z * nwg.y + wid.y) * nwg.x + wid.x) * %du + lid;", invocations)})
	for g.left > 0 {
		main.body.list = append(main.body.list, g.segment(arrays)...)
	}
	main.body.list = append(main.body.list, g.last(arrays)...)
	g.module.functions = append(g.module.functions, main)
}

func (g *generator) workgroupArrays(invocations int) (list []*workgroupArray) {
	for range g.IntN(3) {
		t := g.anyType()
		name := g.name("w")
		g.module.decls = append(g.module.decls, &decl{name: name, uses: t.structures(), workgroup: true,
			text: fmt.Sprintf("var<workgroup> %s: array<%s, %d>;\n", name, t, invocations)})
		a := &workgroupArray{
			own: &variable{name: name, typ: t, text: name + "[lid]", uses: []string{name, "lid"}, writable: true},
			all: &variable{name: name, typ: t, text: name + "[$]", uses: []string{name}, count: invocations},
		}
		g.declare(a.own)
		g.declare(a.all)
		list = append(list, a)
	}
	if g.chance(0.5) {
		a := g.atomic("g")
		g.module.decls = append(g.module.decls, &decl{name: a.name, workgroup: true, text: fmt.Sprintf("var<workgroup> %s: array<atomic<%s>, 4>;\n", a.name, a.kind)})
		g.atomics = append(g.atomics, a)
		read := &variable{name: a.name, typ: scalarOf(a.kind), text: "atomicLoad(&" + a.name + "[$])", uses: []string{a.name}, count: 4}
		g.declare(read)
		list = append(list, &workgroupArray{own: &variable{}, all: read})
	}
	return list
}

// open chooses for each memory of the workgroup whether invocations write their own or read all.
func (g *generator) open(arrays []*workgroupArray) {
	for _, a := range arrays {
		reads := g.chance(0.5)
		a.own.closed, a.all.closed = reads, !reads
		for _, at := range g.atomics {
			if at.name == a.all.name {
				at.closed = reads
			}
		}
	}
}

func barrier(text string) *Stmt { return &Stmt{text: text, kind: synchronize} }

// segment is a barrier and statements, or a loop or branch that all invocations take together, with barriers in it.
func (g *generator) segment(arrays []*workgroupArray) []*Stmt {
	start := barrier(g.choose("workgroupBarrier();", "workgroupBarrier();", "workgroupBarrier();\nstorageBarrier();"))
	if g.at.depth > 0 || g.chance(0.6) {
		g.open(arrays)
		return append([]*Stmt{start}, g.some()...)
	}
	switch g.IntN(3) {
	case 0:
		return append([]*Stmt{start}, g.uniformLoop(arrays))
	case 1:
		return []*Stmt{start, g.uniformBranch(arrays)}
	}
	return append([]*Stmt{start}, g.uniformLoad())
}

// some are statements of the block that is being made.
func (g *generator) some() (list []*Stmt) {
	for range 2 + g.IntN(6) {
		if g.left > 0 {
			list = append(list, g.statement()...)
		}
	}
	return list
}

// segments is a block of segments.
func (g *generator) segments(arrays []*workgroupArray, names ...string) *block {
	b := &block{names: names}
	outer := g.at
	g.at.depth, g.at.first, g.at.hides = g.at.depth+1, len(g.variables), true
	g.within(func() {
		for range 1 + g.IntN(2) {
			b.list = append(b.list, g.segment(arrays)...)
		}
	})
	g.at = outer
	return b
}

func (g *generator) uniformLoop(arrays []*workgroupArray) *Stmt {
	trips := 1 + g.IntN(3)
	i := local(g.name("k"), scalarOf(u32), false)
	s := &Stmt{text: fmt.Sprintf("for (var %[1]s: u32 = 0u; %[1]s < $; %[1]s++) {\n@\n}", i.name), kind: loops, exprs: []*Expr{limit(trips)}}
	outer := g.at
	g.at.weight, g.at.loops = g.at.weight*float64(trips), g.at.loops+1
	g.within(func() {
		g.declare(i)
		s.blocks = []*block{g.segments(arrays, i.name)}
	})
	g.at = outer
	return s
}

func (g *generator) uniformBranch(arrays []*workgroupArray) *Stmt {
	condition := &Expr{typ: scalarOf(boolean), uses: []string{"settings"}, fixed: true,
		text: g.choose("(settings.e > 5u)", "(settings.f < settings.b.x)", "(settings.a.x <= settings.a.y)", g.positive())}
	s := &Stmt{text: "if $ {\n@\n}", exprs: []*Expr{condition}, blocks: []*block{g.segments(arrays)}}
	if g.chance(0.4) {
		s.text += " else {\n@\n}"
		s.blocks = append(s.blocks, g.segments(arrays))
	}
	return s
}

// uniformLoad has one invocation write a variable that all read.
func (g *generator) uniformLoad() *Stmt {
	t := scalarOf(g.numeric())
	name := g.name("h")
	g.module.decls = append(g.module.decls, &decl{name: name, workgroup: true, text: fmt.Sprintf("var<workgroup> %s: %s;\n", name, t)})
	v := local(g.name("v"), t, false)
	s := &Stmt{text: fmt.Sprintf("if (lid == 0u) {\n\t%s = $;\n}\nlet %s = workgroupUniformLoad(&%s);", name, v.name, name), exprs: []*Expr{g.value(t, deep)},
		declares: v.name, uses: []string{name, "lid"}}
	g.declare(v)
	return s
}

// last are the statements after which there is no barrier. At the end each variable leaves a trace in the output.
func (g *generator) last(arrays []*workgroupArray) []*Stmt {
	g.open(arrays)
	list := []*Stmt{barrier("workgroupBarrier();")}
	g.left = max(2, g.options.Statements/8)
	g.at.returns = true
	list = append(list, g.some()...)
	return append(list, g.traces()...)
}

// traces put what variables hold into the output.
func (g *generator) traces() (list []*Stmt) {
	slot := 0
	for _, v := range g.visible() {
		if !v.whole && !v.private || slot == slots {
			continue
		}
		for _, k := range []kind{u32, i32, f32, boolean, f16} {
			t := scalarOf(k)
			if !v.typ.contains(t) {
				continue
			}
			list = append(list, &Stmt{text: fmt.Sprintf("outputs[own * %du + %du] ^= %s;", slots, slot%slots, trace(k)), uses: []string{"outputs", "own"},
				exprs: []*Expr{g.path(v, t, 1)}})
			slot++
			break
		}
	}
	return list
}

// trace is a scalar as u32.
func trace(k kind) string {
	switch k {
	case f32, i32:
		return "bitcast<u32>($)"
	case f16:
		return "bitcast<u32>(f32($))"
	}
	return "u32($)"
}
