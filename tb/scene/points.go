package scene

import "slices"

// pointsName is how scene files name the topology of points.
const pointsName = "points"

// defaultPointSize is the side of a point of which nothing is said, in world units.
const defaultPointSize = 0.05

// gltfPointPart is the size of a point of a glTF file, which says none, as a part of the diagonal of the box around its mesh.
const gltfPointPart = 0.02

// WithPoints is the scene with the points of draws as quads, since the machine draws triangles: each point of a mesh of topology PointList becomes two triangles that face the camera, with a side of the
// draw's PointSize in world units (of a draw in clip space, in its units). Texture coordinates are the point's: 0, 0 in the upper left corner, 1, 1 in the lower right one. Vertices are brought to world space.
func (s *Scene) WithPoints(draws []Draw, viewProjection [16]float32) (*Scene, []Draw) {
	isPoints := func(d Draw) bool { return s.Meshes[d.Mesh].Topology == PointList }
	if !slices.ContainsFunc(draws, isPoints) {
		return s, draws
	}
	made, list := *s, slices.Clone(draws)
	made.Meshes = slices.Clone(s.Meshes)
	for i := range list {
		if d := &list[i]; isPoints(*d) {
			m := s.Meshes[d.Mesh].quads(d, viewProjection)
			d.Mesh, d.First, d.Count, d.BaseVertex, d.Restart = len(made.Meshes), 0, 0, 0, false
			step := matrixOf(d.Transform).direction(vectorOf(d.InstanceStep))
			d.Transform, d.InstanceStep = identity().float32(), step.float32()
			d.State.CullFront, d.State.CullBack, d.State.FrontCW = false, false, false
			made.Meshes = append(made.Meshes, m)
		}
	}
	return &made, list
}

// across are the directions in world space in which pictures go right and down.
func across(viewProjection [16]float32) (right, down vector) {
	row := func(r int) vector {
		return vector{float64(viewProjection[r]), float64(viewProjection[4+r]), float64(viewProjection[8+r])}.unit()
	}
	return row(0), row(1)
}

// quads are the points that a draw draws of a mesh.
func (m *Mesh) quads(d *Draw, viewProjection [16]float32) Mesh {
	right, down := vector{1, 0, 0}, vector{0, 1, 0}
	if !d.ClipSpace {
		right, down = across(viewProjection)
	}
	toWorld, half := matrixOf(d.Transform), float64(d.PointSize)/2
	made := Mesh{Name: m.Name + " as quads", HasNormal: true, HasUV: true, HasColor: m.HasColor}
	n := d.Count
	if n == 0 {
		n = m.elements() - d.First
	}
	for k := range n {
		number := d.First + k
		if m.Indices != nil {
			if m.Indices[number] == Restart {
				continue
			}
			number = int(int64(m.Indices[number]) + int64(d.BaseVertex))
		}
		v := m.Vertices[number]
		center := toWorld.point(vectorOf(v.Pos))
		v.Normal = right.cross(down).scale(-1).unit().float32() // towards the viewer
		if m.HasNormal {
			v.Normal = toWorld.normal(vectorOf(m.Vertices[number].Normal)).float32()
		}
		first := uint32(len(made.Vertices))
		for _, uv := range [4][2]float32{{0, 0}, {0, 1}, {1, 1}, {1, 0}} {
			v.UV = uv
			v.Pos = center.add(right.scale(half * float64(2*uv[0]-1))).add(down.scale(half * float64(2*uv[1]-1))).float32()
			made.Vertices = append(made.Vertices, v)
		}
		made.Indices = append(made.Indices, first, first+1, first+2, first, first+2, first+3)
	}
	return made
}
