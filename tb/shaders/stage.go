package shaders

import (
	"fmt"
	"strings"
)

// What the machine's 3D pipeline has: components of floats from vertex to pixel, and attributes of a vertex by location, with as many components.
const mostVaryings = 6

var attributes = [4]int{3, 3, 2, 4}

// PipelineInvocations is how many invocations of a shader of Options.Pipeline have places of their own in the buffers: a thread's.
const PipelineInvocations = 32

// states are values of state that a shader may ask for, of each type.
var states = []struct{ name, typ, value string }{
	{"alpha_test_on", "bool", "false"}, {"fog_on", "bool", "false"}, {"fog_linear", "bool", "true"}, {"lighting_on", "bool", "false"},
	{"lighting_colors", "bool", "true"}, {"two_sided_on", "bool", "false"}, {"texture_bound_1", "bool", "true"}, {"texture_srgb_2", "bool", "false"},
	{"target_srgb", "bool", "false"}, {"write_mask_channel_3", "bool", "true"}, {"depth_clamp_on", "bool", "false"}, {"flat_on_4", "bool", "false"},
	{"clip_planes_on_1", "bool", "false"}, {"alpha_test_reference", "f32", "0.5f"}, {"target_format", "u32", "0u"}, {"texture_format_3", "u32", "2u"},
}

// makeStates adds overrides that are values of state.
func (g *generator) makeStates() {
	taken := map[string]bool{}
	for range g.IntN(5) {
		s := states[g.IntN(len(states))]
		if taken[s.name] {
			continue
		}
		taken[s.name] = true
		name := "nos_" + s.name
		t := scalarOf(map[string]kind{"bool": boolean, "f32": f32, "u32": u32}[s.typ])
		g.module.decls = append(g.module.decls, &decl{name: name, text: fmt.Sprintf("override %s: %s = %s;\n", name, s.typ, s.value)})
		g.declare(local(name, t, false))
	}
}

// bound is an input or a result of an entry point.
type bound struct {
	name, attribute string
	typ             *Type
}

// located are values of floats at locations, with so many components at most in all.
func (g *generator) located(prefix string, most int) (list []bound) {
	location := g.IntN(3)
	for left := most; left > 0 && g.chance(0.85); location += 1 + g.IntN(3) {
		n := 1 + g.IntN(min(left, 4))
		left -= n
		list = append(list, bound{g.name(prefix), fmt.Sprintf("@location(%d)", location), withRows(f32, n)})
	}
	g.Shuffle(len(list), func(a, b int) { list[a], list[b] = list[b], list[a] })
	return list
}

// entry is an entry point's head and what it declares: inputs by themselves, or in a structure.
func (g *generator) entry(stage string, inputs, results []bound) *function {
	f := &function{name: "main", fixed: true, body: &block{}}
	write := func(list []bound, separator string) string {
		var texts []string
		for _, b := range list {
			texts = append(texts, fmt.Sprintf("%s %s: %s", b.attribute, b.name, b.typ))
		}
		return strings.Join(texts, separator)
	}
	prefix := ""
	f.head = stage + "\nfn main(" + write(inputs, ", ") + ")"
	if g.chance(0.3) && len(inputs) > 0 {
		g.module.decls = append(g.module.decls, &decl{name: "Input", text: "struct Input {\n    " + write(inputs, ",\n    ") + ",\n}\n"})
		f.head, f.uses, f.params, prefix = stage+"\nfn main(given: Input)", []string{"Input"}, []string{"given"}, "given."
	}
	for _, b := range inputs {
		v := local(b.name, b.typ, false)
		if v.text = prefix + b.name; prefix != "" {
			v.uses = []string{"given"}
		} else {
			f.params = append(f.params, b.name)
		}
		g.declare(v)
	}
	if len(results) > 0 {
		g.module.decls = append(g.module.decls, &decl{name: "Output", text: "struct Output {\n    " + write(results, ",\n    ") + ",\n}\n"})
		f.head, f.uses = f.head+" -> Output", append(f.uses, "Output")
	}
	return f
}

// outputType is the type of an entry point's results; nil when there are none.
func outputType(results []bound) *Type {
	if len(results) == 0 {
		return nil
	}
	t := &Type{name: "Output", form: structure}
	for _, b := range results {
		t.members = append(t.members, member{b.name, b.typ})
	}
	return t
}

// returned ends an entry point with its results.
func (g *generator) returned(t *Type) *Stmt {
	if t == nil {
		return &Stmt{text: "return;", kind: returns, fixed: true}
	}
	e := g.constructor(t, deep)
	e.fixed = true
	return &Stmt{text: "return $;", exprs: []*Expr{e}, kind: returns, fixed: true}
}

// began is the situation at the beginning of an entry point.
func began() situation {
	cost := 0.0
	return situation{weight: 1, cost: &cost, budget: mostBudget, touches: map[string]bool{}}
}

// pipelineFragment makes the entry point of a fragment shader whose inputs and results the machine has. Derivatives are where all pixels of a quad come;
// after the last of them a pixel may end.
func (g *generator) pipelineFragment() {
	g.at = began()
	g.at.discards = true
	inputs := append(g.located("l", mostVaryings), bound{"position", "@builtin(position)", vectorOf(f32, 4)})
	if g.chance(0.6) {
		inputs = append(inputs, bound{"front", "@builtin(front_facing)", scalarOf(boolean)})
	}
	var results []bound
	if g.chance(0.9) {
		results = append(results, bound{"color", "@location(0)", vectorOf(f32, 4)})
		if g.chance(0.4) {
			results = append(results, bound{"depth", "@builtin(frag_depth)", scalarOf(f32)})
		}
	}
	main := g.entry("@fragment", inputs, results)
	at := "position"
	if main.params[0] == "given" {
		at = "given.position"
	}
	body := &main.body.list
	*body = append(*body, &Stmt{fixed: true, uses: []string{"own", main.params[len(main.params)-1]}, text: fmt.Sprintf("own = (u32(%[1]s.x) & 15u) * 2u + (u32(%[1]s.y) & 1u);", at)})
	for g.left > 0 {
		if len(g.textures) > 0 && g.chance(0.6) {
			*body = append(*body, g.sampled())
		} else {
			*body = append(*body, g.derivative())
		}
		*body = append(*body, g.some()...)
	}
	result := outputType(results)
	g.left, g.at.returns, g.at.result = max(2, g.options.Statements/8), true, result
	*body = append(*body, g.some()...)
	*body = append(*body, g.traces()...)
	*body = append(*body, g.returned(result))
	g.module.functions = append(g.module.functions, main)
}

// pipelineVertex makes the entry point of a vertex shader whose inputs and results the machine has. It writes no memory.
func (g *generator) pipelineVertex() {
	g.at = began()
	inputs := []bound{{"index", "@builtin(vertex_index)", scalarOf(u32)}}
	if g.chance(0.5) {
		inputs = append(inputs, bound{"instance", "@builtin(instance_index)", scalarOf(u32)})
	}
	for n, most := range attributes {
		if g.chance(0.7) {
			inputs = append(inputs, bound{g.name("l"), fmt.Sprintf("@location(%d)", n), withRows(f32, 1+g.IntN(most))})
		}
	}
	results := append(g.located("r", mostVaryings-1), bound{"at", "@builtin(position)", vectorOf(f32, 4)})
	results = append(results, bound{"seen", "@location(15)", scalarOf(f32)})
	main := g.entry("@vertex", inputs, results)
	at, from := "index", "index"
	if main.params[0] == "given" {
		at, from = "given.index", "given"
	}
	g.module.decls = append(g.module.decls, &decl{name: "seen", text: "var<private> seen: u32;\n"})
	body := &main.body.list
	*body = append(*body, &Stmt{fixed: true, uses: []string{"own", from}, text: fmt.Sprintf("own = %s %% %du;", at, PipelineInvocations)})
	for g.left > 0 {
		*body = append(*body, g.some()...)
	}
	for _, s := range g.traces() { // there is no output: the last result has them
		_, value, _ := strings.Cut(s.text, "^= ")
		s.text, s.uses = "seen = (seen * 5u) ^ "+value, []string{"seen"}
		*body = append(*body, s)
	}
	end := g.returned(outputType(results))
	last := end.exprs[0]
	last.args[len(last.args)-1] = &Expr{typ: scalarOf(f32), text: "bitcast<f32>(seen & 0x3fffffffu)", uses: []string{"seen"}, fixed: true} // a finite number
	*body = append(*body, end)
	g.module.functions = append(g.module.functions, main)
}
