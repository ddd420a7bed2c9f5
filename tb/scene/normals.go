package scene

import (
	"tilemark/tb/scene/geometry"
)

// Position is that of an element's vertex.
func (m *Mesh) Position(element int) [3]float32 { return m.Vertices[m.Vertex(element)].Pos }

// FlatNormals makes the mesh a list of triangles that share no vertices, each with its own normal (what glTF demands
// where a file gives none). In a mirrored mesh they point to the side from which triangles run clockwise.
func (m *Mesh) FlatNormals(mirrored bool) {
	n := m.Elements()
	flat := make([]Vertex, 0, 3*m.Topology.Triangles(n))
	m.Topology.Corners(n, func(a, b, c int) {
		n := geometry.FaceNormal(m.Position(a), m.Position(b), m.Position(c)).Unit()
		if mirrored {
			n = n.Scale(-1)
		}
		normal := n.Float32()
		for _, element := range []int{a, b, c} {
			v := m.Vertices[m.Vertex(element)]
			v.Normal = normal
			flat = append(flat, v)
		}
	})
	m.Vertices, m.Indices, m.Topology, m.HasNormal, m.Tangents = flat, nil, TriangleList, true, nil
}
