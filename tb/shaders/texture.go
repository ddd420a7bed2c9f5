package shaders

import (
	"fmt"
	"strings"
)

// texture is a texture with a sampler of its own.
type texture struct {
	name        string
	kind        string // texture_KIND
	coordinates int
	layered     bool
	depth       bool
}

var textureKinds = []texture{
	{kind: "2d<f32>", coordinates: 2}, {kind: "2d<f32>", coordinates: 2}, {kind: "2d_array<f32>", coordinates: 2, layered: true},
	{kind: "3d<f32>", coordinates: 3}, {kind: "cube<f32>", coordinates: 3}, {kind: "depth_2d", coordinates: 2, depth: true},
	{kind: "depth_2d_array", coordinates: 2, layered: true, depth: true}, {kind: "depth_cube", coordinates: 3, depth: true},
}

func (t *texture) isCube() bool { return strings.Contains(t.kind, "cube") }

// sampler is the name of its sampler, or of the one that compares.
func (t *texture) sampler(compares bool) string {
	if compares {
		return t.name + "_compares"
	}
	return t.name + "_sampler"
}

// mostTextures is how many textures a program has; each has two bindings of samplers at most.
const mostTextures = 4

// makeTextures adds textures, with the lowest bindings: state depends on the first eight bindings of a kernel.
func (g *generator) makeTextures() {
	for n := range g.IntN(mostTextures + 1) {
		t := textureKinds[g.IntN(len(textureKinds))]
		t.name = g.name("image")
		g.textures = append(g.textures, &t)
		bind := func(binding int, name, of string) {
			g.module.decls = append(g.module.decls, &decl{name: name, text: fmt.Sprintf("@group(0) @binding(%d) var %s: %s;\n", binding, name, of)})
		}
		bind(n, t.name, "texture_"+t.kind)
		bind(mostTextures+2*n, t.sampler(false), "sampler")
		if t.depth {
			bind(mostTextures+2*n+1, t.sampler(true), "sampler_comparison")
		}
	}
}

// asking begins an expression that asks a texture: its text and arguments are put together from the function's name on.
type asking struct {
	g     *generator
	e     *Expr
	texts []string
	depth int
}

func (g *generator) ask(t *texture, depth int) *asking {
	return &asking{g: g, e: &Expr{uses: []string{t.name}}, texts: []string{t.name}, depth: depth}
}

func (a *asking) named(name string) *asking {
	a.texts, a.e.uses = append(a.texts, name), append(a.e.uses, name)
	return a
}

func (a *asking) text(text string) *asking {
	a.texts = append(a.texts, text)
	return a
}

func (a *asking) value(t *Type) *asking {
	a.texts, a.e.args = append(a.texts, "$"), append(a.e.args, a.g.value(t, a.depth))
	return a
}

// place adds coordinates of a sample, and a layer.
func (a *asking) place(t *texture) *asking {
	a.value(vectorOf(f32, t.coordinates))
	if t.layered {
		a.value(scalarOf(i32))
	}
	return a
}

// moved adds an offset in texels sometimes, which only some textures have.
func (a *asking) moved(t *texture) *asking {
	if t.isCube() || !a.g.chance(0.3) {
		return a
	}
	list := make([]string, t.coordinates)
	for n := range list {
		list[n] = itoa(a.g.IntN(16) - 8)
	}
	return a.text(fmt.Sprintf("vec%di(%s)", t.coordinates, strings.Join(list, ", ")))
}

// call is the expression, of a function that gives a type.
func (a *asking) call(function string, t *Type) *Expr {
	a.e.typ, a.e.text = t, function+"("+strings.Join(a.texts, ", ")+")"
	return a.e
}

var (
	texelType = vectorOf(f32, 4)
	floatType = scalarOf(f32)
)

// texel asks a texture for something that gives a type; nil when none of it does. What it asks may stand anywhere.
func (g *generator) texel(t *Type, depth int) *Expr {
	of := g.textures[g.IntN(len(g.textures))]
	switch {
	case t.name == floatType.name && of.depth:
		return g.depthTexel(of, depth)
	case t.name == texelType.name && of.depth && g.chance(0.5):
		return g.ask(of, depth).named(of.sampler(true)).place(of).value(floatType).moved(of).call("textureGatherCompare", t)
	case t.name == texelType.name && of.depth:
		return g.ask(of, depth).named(of.sampler(false)).place(of).moved(of).call("textureGather", t)
	case t.name == texelType.name:
		return g.colorTexel(of, depth)
	case t.kind == u32 && t.form <= vector:
		return g.extent(of, t, depth)
	}
	return nil
}

func (g *generator) depthTexel(of *texture, depth int) *Expr {
	switch n := g.IntN(3); {
	case n == 0 && !of.isCube():
		return g.load(of, floatType, depth)
	case n == 1:
		return g.ask(of, depth).named(of.sampler(true)).place(of).value(floatType).moved(of).call("textureSampleCompareLevel", floatType)
	}
	return g.ask(of, depth).named(of.sampler(false)).place(of).value(scalarOf(i32)).moved(of).call("textureSampleLevel", floatType)
}

func (g *generator) colorTexel(of *texture, depth int) *Expr {
	switch n := g.IntN(5); {
	case n == 0 && !of.isCube():
		return g.load(of, texelType, depth)
	case n == 1:
		slopes := vectorOf(f32, of.coordinates)
		return g.ask(of, depth).named(of.sampler(false)).place(of).value(slopes).value(slopes).moved(of).call("textureSampleGrad", texelType)
	case n == 2 && of.coordinates == 2 || n == 2 && of.isCube():
		e := g.ask(of, depth).named(of.sampler(false)).place(of).moved(of).call("textureGather", texelType)
		e.text = strings.Replace(e.text, "(", "("+itoa(g.IntN(4))+", ", 1)
		return e
	case n == 3 && of.kind == "2d<f32>":
		return g.ask(of, depth).named(of.sampler(false)).place(of).call("textureSampleBaseClampToEdge", texelType)
	}
	return g.ask(of, depth).named(of.sampler(false)).place(of).value(floatType).moved(of).call("textureSampleLevel", texelType)
}

// load is a texel by its number.
func (g *generator) load(of *texture, t *Type, depth int) *Expr {
	k := []kind{i32, u32}[g.IntN(2)]
	a := g.ask(of, depth).value(vectorOf(k, of.coordinates))
	if of.layered {
		a.value(scalarOf(k))
	}
	return a.value(scalarOf(i32)).call("textureLoad", t)
}

// extent is a size of a texture, or how many levels or layers it has; nil when the type is another one.
func (g *generator) extent(of *texture, t *Type, depth int) *Expr {
	size := of.coordinates
	if of.isCube() {
		size = 2
	}
	switch {
	case t.rows == size && g.chance(0.5):
		return g.ask(of, depth).value(scalarOf(u32)).call("textureDimensions", t)
	case t.rows == size:
		return g.ask(of, depth).call("textureDimensions", t)
	case t.form == scalar && of.layered && g.chance(0.5):
		return g.ask(of, depth).call("textureNumLayers", t)
	case t.form == scalar:
		return g.ask(of, depth).call("textureNumLevels", t)
	}
	return nil
}

// sampled is a value that pixels of the quad find together: a sample whose level follows from its neighbours.
func (g *generator) sampled() *Stmt {
	of := g.textures[g.IntN(len(g.textures))]
	t := texelType
	var e *Expr
	switch {
	case of.depth && g.chance(0.5):
		t = floatType
		e = g.ask(of, deep).named(of.sampler(true)).place(of).value(t).moved(of).call("textureSampleCompare", t)
	case of.depth:
		t = floatType
		e = g.ask(of, deep).named(of.sampler(false)).place(of).moved(of).call("textureSample", t)
	case g.chance(0.3):
		e = g.ask(of, deep).named(of.sampler(false)).place(of).value(floatType).moved(of).call("textureSampleBias", t)
	default:
		e = g.ask(of, deep).named(of.sampler(false)).place(of).moved(of).call("textureSample", t)
	}
	e.fixed = true
	v := local(g.name("d"), t, false)
	g.declare(v)
	return &Stmt{text: "let " + v.name + " = $;", exprs: []*Expr{e}, declares: v.name}
}
