// Package shapes makes meshes by formula: grids, cubes, spheres, the teapot, and sheets that fill a target. YAML scenes name them, and
// tb/study measures with them.
package shapes

import (
	"math"

	"tilemark/tb/scene"
	"tilemark/tb/scene/geometry"
)

// The generators make indexed triangle lists, counter-clockwise seen from outside (the grid: from +z), with normals, texture coordinates
// and colours that run with the position in the bounding box.

// sheet lays a net of (columns+1) by (rows+1) vertices, at gives the vertex at u, v in 0 to 1, v downwards.
func sheet(name string, columns, rows int, at func(u, v float64) scene.Vertex) scene.Mesh {
	m := scene.Mesh{Name: name, HasNormal: true, HasUV: true}
	for r := range rows + 1 {
		for c := range columns + 1 {
			m.Vertices = append(m.Vertices, at(float64(c)/float64(columns), float64(r)/float64(rows)))
		}
	}
	for r := range rows {
		for c := range columns {
			addCell(&m, r*(columns+1)+c, columns+1)
		}
	}
	return m
}

// addCell adds the two triangles of the cell whose first corner is vertex k, leaving out what has no area.
func addCell(m *scene.Mesh, k, rowLength int) {
	a, b, c, d := uint32(k), uint32(k+1), uint32(k+rowLength), uint32(k+rowLength+1)
	for _, t := range [][3]uint32{{a, c, b}, {b, c, d}} {
		p, q, r := m.Vertices[t[0]].Pos, m.Vertices[t[1]].Pos, m.Vertices[t[2]].Pos
		if p != q && q != r && r != p {
			m.Indices = append(m.Indices, t[:]...)
		}
	}
}

// join adds the vertices and triangles of an indexed list.
func join(m *scene.Mesh, n scene.Mesh) {
	base := uint32(len(m.Vertices))
	m.Vertices = append(m.Vertices, n.Vertices...)
	for _, i := range n.Indices {
		m.Indices = append(m.Indices, base+i)
	}
}

// ColorByPosition sets the colours: red, green, blue from 0.1 to 1 along x, y, z.
func ColorByPosition(m *scene.Mesh) {
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

// GridMesh is a rectangle in the plane z = 0 around the origin.
func GridMesh(name string, columns, rows int, width, height float64) scene.Mesh {
	return sheet(name, columns, rows, func(u, v float64) scene.Vertex {
		return scene.Vertex{
			Pos:    geometry.Vector{(u - 0.5) * width, (0.5 - v) * height, 0}.Float32(),
			Normal: [3]float32{0, 0, 1}, UV: [2]float32{float32(u), float32(v)},
		}
	})
}

// SphereMesh has its poles on the y axis; sectors run around it, rings from pole to pole.
func SphereMesh(name string, sectors, rings int, radius float64) scene.Mesh {
	return sheet(name, sectors, rings, func(u, v float64) scene.Vertex {
		n := geometry.Vector{TurnSin(u) * TurnSin(v/2), TurnCos(v / 2), TurnCos(u) * TurnSin(v/2)}
		return scene.Vertex{Pos: n.Scale(radius).Float32(), Normal: n.Float32(), UV: [2]float32{float32(u), float32(v)}}
	})
}

// TurnSin and TurnCos are exact at quarter turns, so that the seam and the poles close.
func TurnSin(turns float64) float64 { return TurnCos(turns - 0.25) }

// TurnCos is the cosine of an angle in turns.
func TurnCos(turns float64) float64 {
	turns = math.Abs(turns - math.Round(turns))
	switch turns {
	case 0.25:
		return 0
	case 0.5:
		return -1
	}
	return math.Cos(2 * math.Pi * turns)
}

// CubeMesh has 24 vertices, four a face, and the whole texture on each face.
func CubeMesh(name string, size float64) scene.Mesh {
	m := scene.Mesh{Name: name, HasNormal: true, HasUV: true}
	faces := [][2]geometry.Vector{ // normal and right of each face
		{{0, 0, 1}, {1, 0, 0}}, {{1, 0, 0}, {0, 0, -1}}, {{0, 0, -1}, {-1, 0, 0}},
		{{-1, 0, 0}, {0, 0, 1}}, {{0, 1, 0}, {1, 0, 0}}, {{0, -1, 0}, {1, 0, 0}},
	}
	for _, f := range faces {
		normal, right := f[0], f[1]
		up := normal.Cross(right)
		join(&m, sheet("", 1, 1, func(u, v float64) scene.Vertex {
			p := normal.Add(right.Scale(2*u - 1)).Add(up.Scale(1 - 2*v)).Scale(size / 2)
			return scene.Vertex{Pos: p.Float32(), Normal: normal.Float32(), UV: [2]float32{float32(u), float32(v)}}
		}))
	}
	return m
}

// Checker is a texture of squares of cell texels in two colours, starting with the first at the top left.
func Checker(name string, width, height, cell int, colors [2][4]uint8) scene.Texture {
	t := scene.Texture{Name: name, Width: width, Height: height}
	for y := range height {
		for x := range width {
			c := colors[(x/cell+y/cell)%2]
			t.Pix = append(t.Pix, c[:]...)
		}
	}
	return t
}
