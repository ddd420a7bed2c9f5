package scene

// faceNormal has the direction of the side from which a, b, c run counter-clockwise, and twice the triangle's area as its length.
func faceNormal(a, b, c [3]float32) vector {
	o := vectorOf(a)
	return vectorOf(b).sub(o).cross(vectorOf(c).sub(o))
}

// smoothNormals gives each vertex listed the area-weighted mean of the triangles that meet at its position, whichever
// vertices they use.
func (m *Mesh) smoothNormals(missing []bool) {
	sums := map[[3]float32]vector{}
	m.Topology.corners(m.elements(), func(a, b, c int) {
		pa, pb, pc := m.position(a), m.position(b), m.position(c)
		n := faceNormal(pa, pb, pc)
		for _, p := range [][3]float32{pa, pb, pc} {
			sums[p] = sums[p].add(n)
		}
	})
	for i := range m.Vertices {
		if missing[i] {
			m.Vertices[i].Normal = sums[m.Vertices[i].Pos].unit().float32()
		}
	}
	m.HasNormal = true
}

func (m *Mesh) position(element int) [3]float32 { return m.Vertices[m.vertex(element)].Pos }

// flatNormals makes the mesh a list of triangles that share no vertices, each with its own normal (what glTF demands
// where a file gives none).
func (m *Mesh) flatNormals() {
	n := m.elements()
	flat := make([]Vertex, 0, 3*m.Topology.triangles(n))
	m.Topology.corners(n, func(a, b, c int) {
		normal := faceNormal(m.position(a), m.position(b), m.position(c)).unit().float32()
		for _, element := range []int{a, b, c} {
			v := m.Vertices[m.vertex(element)]
			v.Normal = normal
			flat = append(flat, v)
		}
	})
	m.Vertices, m.Indices, m.Topology, m.HasNormal = flat, nil, TriangleList, true
}
