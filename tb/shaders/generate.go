package shaders

import (
	"fmt"
	"math/rand/v2"
)

// Options say what programs are like.
type Options struct {
	Statements int  // about how many; 0 is 60
	Half       bool // f16 is used
	Integers   bool // there are no floats, and indices are within their arrays: results are the same on any machine
	Fragment   bool // a fragment shader, otherwise a compute shader
	// Pipeline: inputs and results of a fragment shader are those that the machine's 3D pipeline has, and there are textures and values of state
	// (docs/shaders.md, "State"). Vertex: it is a vertex shader of that kind.
	Pipeline, Vertex bool
}

// Program is a program with what a run of it needs.
type Program struct {
	Groups  [3]uint32 // workgroups of a compute shader
	Buffers []Buffer  // with their contents before the run
	Pixels  [4]Pixel  // inputs of a fragment shader: upper left, upper right, lower left, lower right
	module  *module
}

// Source is the program in WGSL. Its entry point is main.
func (p *Program) Source() string { return p.module.source() }

// generator makes a program.
type generator struct {
	*rand.Rand
	options   Options
	module    *module
	types     []*Type // that variables may have
	shared    []*Type // those of them that may be in a buffer
	variables []*variable
	callees   []*callee
	atomics   []*atomic
	textures  []*texture
	names     int
	left      int // statements that may still be made
	at        situation
}

// situation is where the statement that is made stands.
type situation struct {
	breaks, continues, returns, discards bool
	loops                                int             // how deep
	depth                                int             // of blocks
	first                                int             // variable of the block
	hides                                bool            // names may hide others
	plain                                bool            // the next block's names may not
	result                               *Type           // of the function
	touches                              map[string]bool // private variables that the function uses
	weight                               float64         // how often the statement is executed, about
	cost                                 *float64        // statements that a call executes, about
	budget                               float64         // most of them
}

// New makes the program of a seed.
func New(seed uint64, o Options) *Program {
	if o.Statements == 0 {
		o.Statements = 60
	}
	g := &generator{Rand: rand.New(rand.NewPCG(seed, 0x77c51)), options: o, module: &module{}}
	if o.Half {
		g.module.enables = "enable f16;\n\n"
	}
	p := &Program{module: g.module, Groups: [3]uint32{1, 1, 1}}
	g.makeTypes()
	size, invocations := [3]uint32{1, 1, 1}, 4
	switch {
	case o.Pipeline:
		g.makeTextures()
		invocations = PipelineInvocations
	case !o.Fragment:
		size, p.Groups, invocations = g.sizes()
	}
	p.Buffers = g.resources(invocations)
	g.privates()
	if o.Pipeline {
		g.makeStates()
	}
	g.left = o.Statements / 2
	for n := range min(o.Statements/12, 6) {
		g.function(n)
	}
	g.left = o.Statements - o.Statements/2
	switch {
	case o.Pipeline && o.Vertex:
		g.pipelineVertex()
	case o.Pipeline:
		g.pipelineFragment()
	case o.Fragment:
		g.fragment()
		p.Pixels = g.pixels()
	default:
		g.compute(size)
	}
	return p
}

func (g *generator) chance(p float64) bool { return g.Float64() < p }

func (g *generator) choose(list ...string) string { return list[g.IntN(len(list))] }

// name is a new name.
func (g *generator) name(prefix string) string {
	g.names++
	return fmt.Sprintf("%s%d", prefix, g.names)
}

// makeTypes makes the types that variables may have: scalars, vectors, some matrices, arrays and structures.
func (g *generator) makeTypes() {
	for _, k := range []kind{i32, u32, f32, boolean, f16} {
		if k == f16 && !g.options.Half || k.isFloat() && g.options.Integers {
			continue
		}
		g.types = append(g.types, scalarOf(k))
		for n := 2; n <= 4; n++ {
			g.types = append(g.types, vectorOf(k, n))
		}
	}
	for range 3 {
		if !g.options.Integers {
			g.types = append(g.types, g.matrixType())
		}
	}
	for range 3 {
		g.types = append(g.types, arrayOf(g.types[g.IntN(len(g.types))], 1+g.IntN(5)))
	}
	for range 3 {
		g.structureType()
	}
	for _, t := range g.types {
		if t.isShared() {
			g.shared = append(g.shared, t)
		}
	}
}

func (g *generator) matrixType() *Type {
	k := f32
	if g.options.Half && g.chance(0.3) {
		k = f16
	}
	return matrixOf(k, 2+g.IntN(3), 2+g.IntN(3))
}

// structureType adds a structure, which may have others in it.
func (g *generator) structureType() {
	t := &Type{name: g.name("S"), form: structure}
	for n := range 2 + g.IntN(4) {
		t.members = append(t.members, member{"m" + itoa(n), g.types[g.IntN(len(g.types))]})
	}
	g.types = append(g.types, t)
	g.module.decls = append(g.module.decls, &decl{name: t.name, text: t.declaration(), uses: t.structures()[1:]})
}

func (g *generator) anyType() *Type { return g.types[g.IntN(len(g.types))] }

// privates adds private variables and constants of the module.
func (g *generator) privates() {
	g.module.decls = append(g.module.decls, &decl{name: "own", text: "var<private> own: u32;\n"})
	for range 2 + g.IntN(4) {
		t := g.anyType()
		v := local(g.name("p"), t, true)
		v.private, v.whole = true, true
		text := fmt.Sprintf("var<private> %s: %s", v.name, t)
		if t.form == scalar && t.kind != f16 && g.chance(0.5) { // others naga reads wrongly: see hole.go
			text += " = " + map[kind]string{i32: "7i", u32: "9u", f32: "1.5f", boolean: "true"}[t.kind]
		}
		g.module.decls = append(g.module.decls, &decl{name: v.name, text: text + ";\n", uses: t.structures()})
		g.declare(v)
	}
	for range g.IntN(3) {
		e := g.literal(g.numeric())
		v := local(g.name("c"), e.typ, false)
		v.known = true
		g.module.decls = append(g.module.decls, &decl{name: v.name, text: fmt.Sprintf("const %s: %s = %s;\n", v.name, e.typ, e.text)})
		g.declare(v)
	}
}

// touch notes that the function uses a variable.
func (g *generator) touch(v *variable) {
	if v.private && g.at.touches != nil {
		g.at.touches[v.name] = true
	}
}
