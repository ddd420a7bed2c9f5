package random

import (
	"fmt"

	"tilemark/text/strictyaml"
)

var (
	kDraws       = knob("draws", "Draws of a scene.", "1:3", "2:3", "3..4:3", "5..7")
	kMeshes      = knob("meshes", "Meshes of a scene.", "1:3", "2..3")
	kDepthFormat = knob("depth_format", "Format of the depth surface.", "d24s8:3", "d32f", "d16")
	kColorFormat = knob("color_format", "Format of the colour surface.", "rgba8:3", "srgb8", "rgba16f")
	kTexture     = knob("texture", "Texture of a draw.", "none:3", "nearest", "linear", "mip nearest", "mip linear")
	kTexel       = knob("texel", "What a texture's texels hold.", "rgba8:2", "srgb8")
	kWrap        = knob("wrap", "What texture coordinates outside do.", "repeat", "clamp", "mirror")
	kTransfers   = knob("transfers", "Fills and copies beside the draws.", "0:5", "1:2", "2..3")
	kTransfer    = knob("transfer", "What one of them is.", "fill color", "fill depth", "fill texture", "copy color to texture", "copy texture to color", "copy within color", "copy within depth", "copy color to depth", "copy depth to color", "fill bits to color:2", "fill bits to depth:3")
)

// scenery is what draws refer to.
type scenery struct {
	meshes   []mesh
	textures int
	stencil  bool   // the depth surface has one
	deep     []bool // by texture: it has as many levels as there can be
	pixel    []pixelKernel
	vertex   string // name of a vertex kernel; "": there is none
	fails    bool   // kernels have fewer instructions than they need
}

// scene chooses a scene.
func (g *generator) scene() *strictyaml.Node {
	depth := g.word(kDepthFormat)
	s := scenery{stencil: depth == "d24s8"}
	out := strictyaml.Map(
		"clear", strictyaml.Map("color", g.bytes(4), "depth", one(g.dice, 1.0, 1.0, 0.5, 0.0), "stencil", g.rng.IntN(4)),
		"depth_format", depth, "color_format", g.word(kColorFormat),
	)
	if g.rng.IntN(3) == 0 {
		out.Set("light", strictyaml.Map("direction", g.floats(3, 0.1, 1), "ambient", g.between(0, 1), "diffuse", g.between(0, 1)))
	}
	textures := strictyaml.Seq[*strictyaml.Node]()
	for range 1 + g.rng.IntN(2) {
		t, deep := g.texture(fmt.Sprintf("t%d", s.textures))
		textures.Items = append(textures.Items, t)
		s.deep = append(s.deep, deep)
		s.textures++
	}
	g.kernels(&s, out)
	meshes := strictyaml.Seq[*strictyaml.Node]()
	for i := range g.int(kMeshes) {
		m := g.mesh(fmt.Sprintf("m%d", i))
		s.meshes = append(s.meshes, m)
		meshes.Items = append(meshes.Items, m.node)
	}
	draws := strictyaml.Seq[*strictyaml.Node]()
	n := g.int(kDraws)
	if g.big {
		n = min(n, 2)
	}
	for i := range max(len(s.meshes), n) {
		m := &s.meshes[g.rng.IntN(len(s.meshes))]
		if i < len(s.meshes) { // each of them is drawn
			m = &s.meshes[i]
		}
		draws.Items = append(draws.Items, g.draw(&s, m, i > 0))
	}
	g.texturesWritten = false
	for range g.int(kTransfers) {
		at := g.rng.IntN(len(draws.Items) + 1)
		draws.Items = append(draws.Items[:at], append([]*strictyaml.Node{g.transfer(&s)}, draws.Items[at:]...)...)
	}
	out.Set("textures", textures)
	out.Set("meshes", meshes)
	out.Set("draws", draws)
	return out
}

// texture chooses a texture of few texels.
func (g *generator) texture(name string) (t *strictyaml.Node, deep bool) {
	t = strictyaml.Map("name", name, "wrap_u", g.word(kWrap), "wrap_v", g.word(kWrap))
	t.Set("checker", strictyaml.Map("size", []int{1 + g.rng.IntN(16), 1 + g.rng.IntN(16)}, "cell", 1+g.rng.IntN(3), "colors", strictyaml.Seq(g.bytes(4), g.bytes(4))))
	filter := func(mag, low, mip string) { t.Set("filter", strictyaml.Map("mag", mag, "min", low, "mip", mip)) }
	t.Set("format", g.word(kTexel))
	switch g.word(kTexture) {
	case "linear":
		filter("linear", "linear", "none")
		return t, false
	case "mip nearest":
		filter("nearest", one(g.dice, "nearest", "linear"), "nearest")
	case "mip linear":
		filter("linear", one(g.dice, "nearest", "linear"), "linear")
	default:
		return t, false
	}
	if n := g.int(kLevels); n > 0 {
		t.Set("levels", n)
		deep = n == mostLevels
	}
	return t, deep
}

// transfer chooses a fill or a copy.
func (g *generator) transfer(s *scenery) *strictyaml.Node {
	texture := fmt.Sprintf("t%d", g.rng.IntN(s.textures))
	fill := func(surface string, value any) *strictyaml.Node {
		f := strictyaml.Map("surface", surface, "rect", g.rect(), "value", value)
		if surface == "depth" && s.stencil {
			f.Set("stencil", g.rng.IntN(256))
		}
		return strictyaml.Map("fill", f)
	}
	copied := func(from, to string) *strictyaml.Node {
		c := strictyaml.Map("from", from, "to", to)
		if from != to {
			c.Set("rect", g.rect())
			c.Set("at", []int{g.rng.IntN(4), g.rng.IntN(4)})
			return strictyaml.Map("copy", c)
		}
		half := max(1, g.width/2) // the halves do not overlap
		c.Set("rect", []int{0, 0, half, 1 + g.rng.IntN(g.height)})
		c.Set("at", []int{half, g.rng.IntN(2)})
		return strictyaml.Map("copy", c)
	}
	what := g.word(kTransfer)
	g.texturesWritten = g.texturesWritten || what == "fill texture" || what == "copy color to texture"
	switch what {
	case "fill depth":
		return fill("depth", g.between(0, 1))
	case "fill texture":
		return fill(texture, g.bytes(4))
	case "copy color to texture":
		return copied("color", texture)
	case "copy texture to color":
		return copied(texture, "color")
	case "copy color to depth":
		return copied("color", "depth")
	case "copy depth to color":
		return copied("depth", "color")
	case "fill bits to color":
		return strictyaml.Map("fill", strictyaml.Map("surface", "color", "rect", g.rect(), "bits", g.fillBits()))
	case "fill bits to depth":
		return strictyaml.Map("fill", strictyaml.Map("surface", "depth", "rect", g.rect(), "bits", g.fillBits()))
	case "copy within color":
		return copied("color", "color")
	case "copy within depth":
		return copied("depth", "depth")
	}
	return fill("color", g.bytes(4))
}

// rect is a rectangle of the target, perhaps beyond its borders.
func (g *generator) rect() []int {
	x, y := g.rng.IntN(g.width), g.rng.IntN(g.height)
	return []int{x, y, x + 1 + g.rng.IntN(g.width), y + 1 + g.rng.IntN(g.height)}
}

func (g *generator) bytes(n int) *strictyaml.Node {
	list := make([]int, n)
	for i := range list {
		list[i] = one(g.dice, 0, 255, g.rng.IntN(256), g.rng.IntN(256))
	}
	return strictyaml.Seq(list...)
}

func (g *generator) floats(n int, lo, hi float64) *strictyaml.Node {
	list := make([]float64, n)
	for i := range list {
		list[i] = g.between(lo, hi)
	}
	return strictyaml.Seq(list...)
}
