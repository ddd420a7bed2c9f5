package scene

import (
	"slices"

	"tilemark/tb/scene/geometry"
)

// PointsName is how scene files name the topology of points.
const PointsName = "points"

// DefaultPointSize is the side of a point of which nothing is said, in world units.
const DefaultPointSize = 0.05

// GLTFPointPart is the size of a point of a glTF file, which says none, as a part of the diagonal of the box around its mesh.
const GLTFPointPart = 0.02

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
			step := geometry.MatrixOf(d.Transform).Direction(geometry.VectorOf(d.InstanceStep))
			d.Transform, d.InstanceStep = geometry.Identity().Float32(), step.Float32()
			d.State.CullFront, d.State.CullBack, d.State.FrontCW = false, false, false
			made.Meshes = append(made.Meshes, m)
		}
	}
	return &made, list
}

// across are the directions in world space in which pictures go right and down.
func across(viewProjection [16]float32) (right, down geometry.Vector) {
	row := func(r int) geometry.Vector {
		return geometry.Vector{float64(viewProjection[r]), float64(viewProjection[4+r]), float64(viewProjection[8+r])}.Unit()
	}
	return row(0), row(1)
}

// quads are the points that a draw draws of a mesh.
func (m *Mesh) quads(d *Draw, viewProjection [16]float32) Mesh {
	right, down := geometry.Vector{1, 0, 0}, geometry.Vector{0, 1, 0}
	if !d.ClipSpace {
		right, down = across(viewProjection)
	}
	toWorld, half := geometry.MatrixOf(d.Transform), float64(d.PointSize)/2
	made := Mesh{Name: m.Name + " as quads", HasNormal: true, HasUV: true, HasColor: m.HasColor}
	n := d.Count
	if n == 0 {
		n = m.Elements() - d.First
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
		center := toWorld.Point(geometry.VectorOf(v.Pos))
		v.Normal = right.Cross(down).Scale(-1).Unit().Float32() // towards the viewer
		if m.HasNormal {
			v.Normal = toWorld.Normal(geometry.VectorOf(m.Vertices[number].Normal)).Float32()
		}
		first := uint32(len(made.Vertices))
		for _, uv := range [4][2]float32{{0, 0}, {0, 1}, {1, 1}, {1, 0}} {
			v.UV = uv
			v.Pos = center.Add(right.Scale(half * float64(2*uv[0]-1))).Add(down.Scale(half * float64(2*uv[1]-1))).Float32()
			made.Vertices = append(made.Vertices, v)
		}
		made.Indices = append(made.Indices, first, first+1, first+2, first, first+2, first+3)
	}
	return made
}
