package random

import "tilemark/text/strictyaml"

var (
	kMesh      = knob("mesh", "What a mesh is.", "list:4", "indexed:3", "strip:2", "fan", "restart:2", "grid", "patches")
	kTriangles = knob("triangles", "Triangles of a mesh.", "1:6", "2:6", "3..6:6", "7..24:2", "130..150")
	kPlace     = knob("place", "Where a triangle lies: inside the target, over its border, everywhere, a pixel, thinner than one, nowhere, through the near plane, behind the viewer, without area.",
		"inside:5", "border:3", "cover:2", "pixel:2", "sliver:2", "outside", "near:2", "behind", "flat")
	kLevel = knob("level", "Segments of each side of a patch.", "1:2", "2..4:2", "5..9")
)

// mesh is a mesh with what draws must know of it.
type mesh struct {
	node     *strictyaml.Node
	name     string
	elements int
	patches  bool
	restart  bool
	indexed  bool
}

func (g *generator) mesh(name string) mesh {
	m := mesh{name: name, node: strictyaml.Map("name", name)}
	kind := g.word(kMesh)
	switch kind {
	case "grid":
		columns, rows := 1+g.rng.IntN(3), 1+g.rng.IntN(3)
		m.node.Set("grid", strictyaml.Map("columns", columns, "rows", rows))
		m.elements, m.indexed = 6*columns*rows, true
		return m
	case "patches":
		m.patches = true
		g.patch(&m)
		return m
	}
	n := g.int(kTriangles)
	g.vertices(&m, kind, n)
	return m
}

// vertices chooses the triangles of a mesh, and how it says them.
func (g *generator) vertices(m *mesh, kind string, triangles int) {
	corners := 3 * triangles
	if kind == "strip" || kind == "fan" {
		corners = triangles + 2
		m.node.Set("topology", kind)
	}
	var points [][]float64
	for len(points) < corners {
		points = append(points, g.triangle()...)
	}
	points = points[:corners]
	m.elements = corners
	if kind == "indexed" || kind == "restart" {
		points = g.index(m, kind, points)
	}
	list := strictyaml.Seq(points[:0:0]...)
	colors, uvs := strictyaml.Seq[*strictyaml.Node](), strictyaml.Seq[*strictyaml.Node]()
	for _, p := range points {
		list.Items = append(list.Items, strictyaml.Seq(p...))
		colors.Items = append(colors.Items, g.floats(4, 0, 1))
		uvs.Items = append(uvs.Items, g.floats(2, -1, 2))
	}
	m.node.Set("positions", list)
	m.node.Set("colors", colors)
	m.node.Set("uvs", uvs)
	g.specialRecords(m.node, len(points))
}

// index has indices name the points, some of them twice; with restart they end strips.
func (g *generator) index(m *mesh, kind string, points [][]float64) [][]float64 {
	m.indexed = true
	indices := strictyaml.Seq[*strictyaml.Node]()
	keep := max(3, len(points)*2/3)
	m.restart = kind == "restart"
	if m.restart {
		m.node.Set("topology", one(g.dice, "list", "strip", "fan"))
	}
	for i := range points {
		if m.restart && i > 2 && g.rng.IntN(5) == 0 { // the first triangle is whole
			indices.Items = append(indices.Items, strictyaml.Seq("restart").Items...)
		}
		k := i
		if k >= keep {
			k = g.rng.IntN(keep)
		}
		indices.Items = append(indices.Items, strictyaml.Seq(k).Items...)
	}
	m.elements = len(indices.Items)
	m.node.Set("indices", indices)
	return points[:keep]
}

// patch chooses a patch or two with points near a plane.
func (g *generator) patch(m *mesh) {
	list := strictyaml.Seq[*strictyaml.Node]()
	n := 1 + g.rng.IntN(2)
	for range n {
		points := strictyaml.Seq[*strictyaml.Node]()
		for i := range 16 {
			x, y := float64(i%4)/2-0.75, float64(i/4)/2-0.75
			points.Items = append(points.Items, strictyaml.Seq(x+g.between(-0.4, 0.4), y+g.between(-0.4, 0.4), g.between(0.1, 0.9)))
		}
		list.Items = append(list.Items, points)
	}
	m.elements = 16 * n
	m.node.Set("patches", list)
	g.specialRecords(m.node, m.elements)
}

// triangle chooses three corners in clip space, w being 1: x and y from -1 to 1 and z from 0 to
// 1 are inside.
func (g *generator) triangle() [][]float64 {
	pick := func(lo, hi float64) (p [][]float64) {
		for range 3 {
			p = append(p, []float64{g.between(lo, hi), g.between(lo, hi), g.between(0, 1)})
		}
		return p
	}
	x, y, z := g.between(-1, 1), g.between(-1, 1), g.between(0, 1)
	switch g.word(kPlace) {
	case "border":
		return pick(-2.5, 2.5)
	case "cover":
		return [][]float64{{-3, -1, z}, {1, -1, z}, {1, 3, z}}
	case "pixel":
		return [][]float64{{x, y, z}, {x + 2/float64(g.width), y, z}, {x, y + 2/float64(g.height), z}}
	case "sliver":
		return [][]float64{{x, y, z}, {-x, -y, z}, {-x + 0.01, -y + 0.02, z}}
	case "outside":
		return [][]float64{{x + 3, y, z}, {x + 4, y, z}, {x + 3, y + 1, z}}
	case "near":
		p := pick(-1.2, 1.2)
		p[g.rng.IntN(3)][2] = g.between(-1.5, -0.1)
		return p
	case "behind":
		return [][]float64{{x, y, -1}, {x + 1, y, -1.5}, {x, y + 1, -0.5}}
	case "flat":
		return [][]float64{{x, y, z}, {x, y, z}, {x + 0.5, y, z}}
	}
	return pick(-1, 1)
}
