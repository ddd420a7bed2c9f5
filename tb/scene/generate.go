package scene

import "math"

// The generators make indexed triangle lists, counter-clockwise seen from outside (the grid: from +z), with normals, texture coordinates
// and colours that run with the position in the bounding box.

// sheet lays a net of (columns+1) by (rows+1) vertices, at gives the vertex at u, v in 0 to 1, v downwards.
func sheet(name string, columns, rows int, at func(u, v float64) Vertex) Mesh {
	m := Mesh{Name: name, HasNormal: true, HasUV: true}
	for r := range rows + 1 {
		for c := range columns + 1 {
			m.Vertices = append(m.Vertices, at(float64(c)/float64(columns), float64(r)/float64(rows)))
		}
	}
	for r := range rows {
		for c := range columns {
			m.addCell(r*(columns+1)+c, columns+1)
		}
	}
	return m
}

// addCell adds the two triangles of the cell whose first corner is vertex k, leaving out what has no area.
func (m *Mesh) addCell(k, rowLength int) {
	a, b, c, d := uint32(k), uint32(k+1), uint32(k+rowLength), uint32(k+rowLength+1)
	for _, t := range [][3]uint32{{a, c, b}, {b, c, d}} {
		p, q, r := m.Vertices[t[0]].Pos, m.Vertices[t[1]].Pos, m.Vertices[t[2]].Pos
		if p != q && q != r && r != p {
			m.Indices = append(m.Indices, t[:]...)
		}
	}
}

// append adds the vertices and triangles of an indexed list.
func (m *Mesh) append(n Mesh) {
	base := uint32(len(m.Vertices))
	m.Vertices = append(m.Vertices, n.Vertices...)
	for _, i := range n.Indices {
		m.Indices = append(m.Indices, base+i)
	}
}

// colorByPosition sets the colours: red, green, blue from 0.1 to 1 along x, y, z.
func (m *Mesh) colorByPosition() {
	if len(m.Vertices) == 0 {
		return
	}
	low, high := m.Vertices[0].Pos, m.Vertices[0].Pos
	for _, v := range m.Vertices {
		for k := range 3 {
			low[k], high[k] = min(low[k], v.Pos[k]), max(high[k], v.Pos[k])
		}
	}
	for i := range m.Vertices {
		v := &m.Vertices[i]
		v.Color = [4]float32{1, 1, 1, 1}
		for k := range 3 {
			if high[k] > low[k] {
				v.Color[k] = 0.1 + 0.9*(v.Pos[k]-low[k])/(high[k]-low[k])
			}
		}
	}
	m.HasColor = true
}

// gridMesh is a rectangle in the plane z = 0 around the origin.
func gridMesh(name string, columns, rows int, width, height float64) Mesh {
	return sheet(name, columns, rows, func(u, v float64) Vertex {
		return Vertex{
			Pos:    vector{(u - 0.5) * width, (0.5 - v) * height, 0}.float32(),
			Normal: [3]float32{0, 0, 1}, UV: [2]float32{float32(u), float32(v)},
		}
	})
}

// sphereMesh has its poles on the y axis; sectors run around it, rings from pole to pole.
func sphereMesh(name string, sectors, rings int, radius float64) Mesh {
	return sheet(name, sectors, rings, func(u, v float64) Vertex {
		n := vector{turnSin(u) * turnSin(v/2), turnCos(v / 2), turnCos(u) * turnSin(v/2)}
		return Vertex{Pos: n.scale(radius).float32(), Normal: n.float32(), UV: [2]float32{float32(u), float32(v)}}
	})
}

// turnSin and turnCos are exact at quarter turns, so that the seam and the poles close.
func turnSin(turns float64) float64 { return turnCos(turns - 0.25) }

func turnCos(turns float64) float64 {
	turns = math.Abs(turns - math.Round(turns))
	switch turns {
	case 0.25:
		return 0
	case 0.5:
		return -1
	}
	return math.Cos(2 * math.Pi * turns)
}

// cubeMesh has 24 vertices, four a face, and the whole texture on each face.
func cubeMesh(name string, size float64) Mesh {
	m := Mesh{Name: name, HasNormal: true, HasUV: true}
	faces := [][2]vector{ // normal and right of each face
		{{0, 0, 1}, {1, 0, 0}}, {{1, 0, 0}, {0, 0, -1}}, {{0, 0, -1}, {-1, 0, 0}},
		{{-1, 0, 0}, {0, 0, 1}}, {{0, 1, 0}, {1, 0, 0}}, {{0, -1, 0}, {1, 0, 0}},
	}
	for _, f := range faces {
		normal, right := f[0], f[1]
		up := normal.cross(right)
		m.append(sheet("", 1, 1, func(u, v float64) Vertex {
			p := normal.add(right.scale(2*u - 1)).add(up.scale(1 - 2*v)).scale(size / 2)
			return Vertex{Pos: p.float32(), Normal: normal.float32(), UV: [2]float32{float32(u), float32(v)}}
		}))
	}
	return m
}

// checker is a texture of squares of cell texels in two colours, starting with the first at the top left.
func checker(name string, width, height, cell int, colors [2][4]uint8) Texture {
	t := Texture{Name: name, Width: width, Height: height}
	for y := range height {
		for x := range width {
			c := colors[(x/cell+y/cell)%2]
			t.Pix = append(t.Pix, c[:]...)
		}
	}
	return t
}
