package scenefile

import (
	"fmt"

	"tilemark/tb/scene"
	"tilemark/tb/scene/shapes"
	"tilemark/text/number"
)

const maxCells = 1 << 20

func (m *meshSpec) mesh() (scene.Mesh, error) {
	given := 0
	for _, is := range []bool{m.Positions != nil, m.Grid != nil, m.Sphere != nil, m.Cube != nil, m.Teapot != nil, m.Patches != nil} {
		if is {
			given++
		}
	}
	byNumber := m.Patches != nil && m.Positions != nil // patches of numbered points
	if given != 1 && !(byNumber && given == 2) {
		return scene.Mesh{}, fmt.Errorf("one of positions, patches, grid, sphere, cube (as in `cube: {}`) and teapot was expected")
	}
	switch {
	case m.Patches != nil:
		return m.patches()
	case m.Positions != nil:
		return m.inline()
	}
	if m.Topology != 0 || m.Normals != nil || m.UVs != nil || m.Colors != nil || m.Indices != nil {
		return scene.Mesh{}, fmt.Errorf("topology, normals, uvs, colors or indices beside a generator; positions were expected")
	}
	mesh, err := m.generate()
	shapes.ColorByPosition(&mesh)
	return mesh, err
}

func (m *meshSpec) generate() (scene.Mesh, error) {
	name := m.Name.text
	switch {
	case m.Grid != nil:
		g := m.Grid
		if err := cells("columns", g.Columns, 1, "rows", g.Rows, 1); err != nil {
			return scene.Mesh{}, m.Place("grid", err)
		}
		size := or(g.Size, vec2{2, 2})
		return shapes.GridMesh(name, g.Columns, g.Rows, float64(size[0]), float64(size[1])), nil
	case m.Sphere != nil:
		p := m.Sphere
		if err := cells("sectors", p.Sectors, 3, "rings", p.Rings, 2); err != nil {
			return scene.Mesh{}, m.Place("sphere", err)
		}
		return shapes.SphereMesh(name, p.Sectors, p.Rings, float64(or(p.Radius, 1))), nil
	case m.Cube != nil:
		return shapes.CubeMesh(name, float64(or(m.Cube.Size, 2))), nil
	}
	if m.Teapot.Patches {
		if m.Teapot.Subdivision != nil {
			return scene.Mesh{}, m.Teapot.Wrong("subdivision", "subdivision beside patches, which a draw's level cuts; either was expected")
		}
		return shapes.TeapotPatches(name)
	}
	n := or(m.Teapot.Subdivision, 10)
	if n < 1 || n > 64 {
		return scene.Mesh{}, m.Teapot.Wrong("subdivision", "subdivision %d; 1 to 64 was expected", n)
	}
	return shapes.TeapotMesh(name, n)
}

func cells(nameA string, a, leastA int, nameB string, b, leastB int) error {
	if a < leastA || b < leastB || a > maxCells || b > maxCells/a {
		return fmt.Errorf("%s %d, %s %d; at least %d and %d, together at most %d, were expected", nameA, a, nameB, b, leastA, leastB, maxCells)
	}
	return nil
}

func (m *meshSpec) inline() (scene.Mesh, error) {
	mesh := scene.Mesh{
		Name: m.Name.text, Topology: scene.Topology(m.Topology), Indices: []uint32(m.Indices),
		HasNormal: m.Normals != nil, HasUV: m.UVs != nil, HasColor: m.Colors != nil,
	}
	n := len(m.Positions)
	for _, l := range []struct {
		key    string
		length int
	}{{"normals", len(m.Normals)}, {"uvs", len(m.UVs)}, {"colors", len(m.Colors)}} {
		if l.length != 0 && l.length != n {
			return mesh, m.Wrong(l.key, "%s %s for %s positions; as many were expected", number.Thousands(l.length), l.key, number.Thousands(n))
		}
	}
	for i, p := range m.Positions {
		v := scene.Vertex{Pos: p, Color: [4]float32{1, 1, 1, 1}}
		if len(m.Normals) > 0 {
			v.Normal = m.Normals[i]
		}
		if len(m.UVs) > 0 {
			v.UV = m.UVs[i]
		}
		if len(m.Colors) > 0 {
			v.Color = m.Colors[i]
		}
		mesh.Vertices = append(mesh.Vertices, v)
	}
	return mesh, nil
}

// patches lays the 16 control points of each patch out one after the other.
func (m *meshSpec) patches() (scene.Mesh, error) {
	if m.Topology != 0 || m.Normals != nil {
		return scene.Mesh{}, fmt.Errorf("topology or normals beside patches, which have none; neither was expected")
	}
	points, err := m.inline()
	if err != nil {
		return scene.Mesh{}, err
	}
	mesh := scene.Mesh{Name: m.Name.text, Topology: scene.PatchList, Indices: []uint32(m.Indices), HasNormal: true, HasUV: true, HasColor: points.HasColor}
	for i, p := range m.Patches {
		if (p.numbers == nil) == (m.Positions != nil) {
			return mesh, m.Item("patches", i).Wrong("patch %d: control points without positions beside them, or the numbers of positions, were expected", i)
		}
		for k := range scene.PatchPoints {
			v := scene.Vertex{Color: [4]float32{1, 1, 1, 1}}
			if p.numbers != nil {
				n := p.numbers[k]
				if n < 0 || n >= len(points.Vertices) {
					return mesh, m.Item("patches", i).Wrong("patch %d: point %d; below %d, the number of positions, was expected", i, n, len(points.Vertices))
				}
				v = points.Vertices[n]
			} else {
				v.Pos = p.points[k]
			}
			if !points.HasUV {
				v.UV = [2]float32{float32(k%4) / 3, float32(k/4) / 3}
			}
			mesh.Vertices = append(mesh.Vertices, v)
		}
	}
	return mesh, nil
}
