package scene

// faceNormal has the direction of the side from which a, b, c run counter-clockwise, and twice the triangle's area as its length.
func faceNormal(a, b, c [3]float32) vector {
	o := vectorOf(a)
	return vectorOf(b).sub(o).cross(vectorOf(c).sub(o))
}

func (m *Mesh) position(element int) [3]float32 { return m.Vertices[m.vertex(element)].Pos }

// flatNormals makes the mesh a list of triangles that share no vertices, each with its own normal (what glTF demands
// where a file gives none). In a mirrored mesh they point to the side from which triangles run clockwise.
func (m *Mesh) flatNormals(mirrored bool) {
	n := m.elements()
	flat := make([]Vertex, 0, 3*m.Topology.triangles(n))
	m.Topology.corners(n, func(a, b, c int) {
		n := faceNormal(m.position(a), m.position(b), m.position(c)).unit()
		if mirrored {
			n = n.scale(-1)
		}
		normal := n.float32()
		for _, element := range []int{a, b, c} {
			v := m.Vertices[m.vertex(element)]
			v.Normal = normal
			flat = append(flat, v)
		}
	})
	m.Vertices, m.Indices, m.Topology, m.HasNormal, m.Tangents = flat, nil, TriangleList, true, nil
}
