package shaders

import "fmt"

// Pixel is what a pixel's invocation is called with.
type Pixel struct {
	Position    [4]uint32 // f32
	FrontFacing bool
	Locations   [4][4]uint32 // 0: vec4<f32>, 1: vec2<f32>, 2: vec4<u32>, 3: i32
}

// fragment makes the entry point of a fragment shader. Derivatives are where all pixels of a quad come.
func (g *generator) fragment() {
	cost := 0.0
	g.at = situation{weight: 1, cost: &cost, budget: mostBudget, touches: map[string]bool{}, discards: true}
	main := &function{name: "main", fixed: true, body: &block{}, uses: []string{"Output"}}
	main.params = []string{"position", "front", "l0", "l1", "l2", "l3"}
	main.head = "@fragment\nfn main(@builtin(position) position: vec4<f32>, @builtin(front_facing) front: bool, @location(0) l0: vec4<f32>, @location(1) l1: vec2<f32>, " +
		"@location(2) @interpolate(flat) l2: vec4<u32>, @location(3) @interpolate(flat) l3: i32) -> Output"
	g.module.decls = append(g.module.decls, &decl{name: "Output",
		text: "struct Output {\n    @location(0) color: vec4<f32>,\n    @location(1) more: vec4<u32>,\n    @builtin(frag_depth) depth: f32,\n}\n"})
	for n, t := range []*Type{vectorOf(f32, 4), scalarOf(boolean), vectorOf(f32, 4), vectorOf(f32, 2), vectorOf(u32, 4), scalarOf(i32)} {
		g.declare(local(main.params[n], t, false))
	}
	body := &main.body.list
	*body = append(*body, &Stmt{fixed: true, uses: []string{"own", "l2"}, text: "own = l2.w;"})
	for g.left > 0 {
		*body = append(*body, g.derivative())
		*body = append(*body, g.some()...)
	}
	*body = append(*body, g.traces()...)
	result := &Type{name: "Output", form: structure, members: []member{{"color", vectorOf(f32, 4)}, {"more", vectorOf(u32, 4)}, {"depth", scalarOf(f32)}}}
	e := g.constructor(result, deep)
	e.fixed = true
	*body = append(*body, &Stmt{text: "return $;", exprs: []*Expr{e}, kind: returns, fixed: true})
	g.module.functions = append(g.module.functions, main)
}

// derivative is a value that pixels of the quad find together.
func (g *generator) derivative() *Stmt {
	t := withRows(f32, 1+g.IntN(4))
	v := local(g.name("d"), t, false)
	f := g.choose("dpdx", "dpdy", "fwidth") + g.choose("", "Coarse", "Fine")
	s := &Stmt{text: fmt.Sprintf("let %s = %s($);", v.name, f), exprs: []*Expr{g.unknown(g.value(t, deep))}, declares: v.name}
	g.declare(v)
	return s
}

// pixels are the inputs of a quad.
func (g *generator) pixels() (list [4]Pixel) {
	flat := [4]uint32{g.word(), g.word(), g.word(), 0}
	signed := g.word()
	for n := range list {
		p := &list[n]
		p.Position = [4]uint32{g.float(), g.float(), g.float(), g.float()}
		p.FrontFacing = true
		for k := range 4 {
			p.Locations[0][k] = g.float()
		}
		p.Locations[1] = [4]uint32{g.float(), g.float()}
		p.Locations[2] = flat
		p.Locations[2][3] = uint32(n)
		p.Locations[3][0] = signed
	}
	return list
}
