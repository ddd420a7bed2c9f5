package scene

import (
	"cmp"
	"errors"
	"fmt"
	"math"

	"tilemark/tb/scene/geometry"
	"tilemark/text/number"
	"tilemark/text/strictyaml"
)

// Limits of what is loaded: far above what a cycle-level model can draw, far below what would exhaust the host. The texture
// limit is that of the machine's TEXTURE_SIZE register.
const (
	MaxVertices    = 4 << 20
	MaxIndices     = 16 << 20
	maxTriangles   = 16 << 20
	maxInstances   = 1 << 20
	MaxTextureSide = 8192
	MaxTargetSide  = 4096
)

var errNoTriangles = errors.New("no triangles to draw; at least one was expected")

// Validate checks what every source must deliver. Errors about a YAML scene have their place.
func (s *Scene) Validate() error {
	vertices, indices := 0, 0
	restart := map[int]bool{} // meshes that a draw restarts
	for i := range s.Draws {
		restart[s.Draws[i].Mesh] = restart[s.Draws[i].Mesh] || s.Draws[i].Restart
	}
	for i := range s.Meshes {
		m, at := &s.Meshes[i], s.meshSource(i)
		if err := m.Validate(restart[i], at); err != nil {
			return strictyaml.Inside(at.Place("name", err), "mesh %q", m.Name)
		}
		vertices += len(m.Vertices)
		indices += len(m.Indices)
	}
	if err := CheckSize(vertices, indices); err != nil {
		return err
	}
	for i := range s.Draws {
		at := s.drawSource(i)
		if err := s.validateDraw(&s.Draws[i], at); err != nil {
			return strictyaml.Inside(at.Place("mesh", err), "draw %d", i)
		}
	}
	if s.HasCamera {
		if err := s.Camera.Check(); err != nil {
			return strictyaml.Inside(err, "camera")
		}
	}
	return s.validateTriangles()
}

// CheckSize checks how many vertices and indices all meshes of a scene have together.
func CheckSize(vertices, indices int) error {
	if vertices > MaxVertices || indices > MaxIndices {
		return fmt.Errorf("too large: %s vertices and %s indices; at most %s and %s are loaded", number.Thousands(vertices), number.Thousands(indices), number.Thousands(MaxVertices), number.Thousands(MaxIndices))
	}
	return nil
}

func (s *Scene) validateTriangles() error {
	switch total := s.Triangles(); {
	case total == 0 && len(s.Transfers) == 0:
		return errNoTriangles
	case total > maxTriangles:
		return fmt.Errorf("too large: %s triangles (instances included); at most %s are loaded", number.Thousands(total), number.Thousands(maxTriangles))
	}
	return nil
}

// Validate checks a mesh; restart allows the index Restart.
func (m *Mesh) Validate(restart bool, at strictyaml.Source) error {
	for i := range m.Vertices {
		if err := m.Vertices[i].validate(); err != nil {
			return strictyaml.Inside(at.Item("positions", i).Wrong("%w", err), "vertex %d", i)
		}
	}
	what, n := "vertices", int64(len(m.Vertices))
	if m.Topology == PatchList {
		what, n = "patches", n/PatchPoints
	}
	for i, v := range m.Indices {
		if int64(v) >= n && !(restart && v == Restart) {
			return at.Item("indices", i).Wrong("index number %d is %d; below %d, the number of %s, was expected", i, v, n, what)
		}
	}
	return nil
}

func (v *Vertex) validate() error {
	return cmp.Or(finite("position", v.Pos[:]), finite("normal", v.Normal[:]), finite("texture coordinate", v.UV[:]), finite("colour", v.Color[:]))
}

// finite says which of the values is NaN or infinite.
func finite(what string, values []float32) error {
	for _, v := range values {
		if math.IsNaN(float64(v)) || math.IsInf(float64(v), 0) {
			return fmt.Errorf("%s %v is not finite; numbers were expected", what, values)
		}
	}
	return nil
}

// Farthest bounds coordinates in the world and before it, so that nothing that cameras, transforms and clipping compute of them overflows.
// It is a float32, so that a file may say 1e30; messages print it with few digits.
const Farthest = float64(float32(1e30))

// Reachable says which of the values is farther than that, or no number.
func Reachable(what string, values []float32) error {
	for _, v := range values {
		if !(math.Abs(float64(v)) <= Farthest) {
			return fmt.Errorf("%s %v; from %.6g to %.6g was expected", what, values, -Farthest, Farthest)
		}
	}
	return nil
}

// validateReach checks that what a draw sends through the camera is within reach, in its own space and in the world, from the first instance
// to the last.
func (s *Scene) validateReach(d *Draw) error {
	if d.ClipSpace {
		return nil
	}
	transform, step := geometry.MatrixOf(d.Transform), geometry.VectorOf(d.InstanceStep)
	m := &s.Meshes[d.Mesh]
	for i := range m.Vertices {
		v := &m.Vertices[i]
		err := cmp.Or(Reachable("position", v.Pos[:]), Reachable("texture coordinate", v.UV[:]))
		for _, instance := range [2]int{0, d.Instances - 1} {
			moved := geometry.VectorOf(v.Pos).Add(step.Scale(float64(instance)))
			world := transform.Point(moved)
			for k := range 3 {
				if err == nil && !(max(math.Abs(moved[k]), math.Abs(world[k])) <= Farthest) {
					err = fmt.Errorf("in the world at %.3g by the transform; from %.6g to %.6g was expected", world, -Farthest, Farthest)
				}
			}
		}
		if err != nil {
			return strictyaml.Inside(s.meshSource(d.Mesh).Item("positions", i).Wrong("%w", err), "mesh %q, vertex %d", m.Name, i)
		}
	}
	return nil
}

func (s *Scene) validateDraw(d *Draw, at strictyaml.Source) error {
	if d.Instances < 1 || d.Instances > maxInstances {
		return at.Wrong("instances", "%d instances; 1 to %d were expected", d.Instances, maxInstances)
	}
	m := &s.Meshes[d.Mesh]
	switch n := m.Elements(); {
	case d.First < 0 || d.First > n:
		return at.Wrong("first", "first %d; 0 to %d, what mesh %q has, was expected", d.First, n, m.Name)
	case d.Count < 0 || d.Count > n-d.First:
		return at.Wrong("count", "count %d from %d on; 0 to %d, what mesh %q has there, was expected", d.Count, d.First, n-d.First, m.Name)
	}
	if err := m.checkBase(d); err != nil {
		return at.Place("base_vertex", err)
	}
	if err := finite("colour", d.BaseColor[:]); err != nil {
		return at.Place("color", err)
	}
	if err := cmp.Or(Reachable("transform", d.Transform[:]), Reachable("instance step", d.InstanceStep[:])); err != nil {
		return at.Place("transform", err)
	}
	return s.validateReach(d)
}

// checkBase checks the vertices that a draw's indices name with its base vertex.
func (m *Mesh) checkBase(d *Draw) error {
	if d.BaseVertex == 0 {
		return nil
	}
	step := int64(1)
	if m.Topology == PatchList {
		step = PatchPoints
	}
	for i, v := range m.Indices {
		at := int64(v)*step + int64(d.BaseVertex)
		if v != Restart && (at < 0 || at+step > int64(len(m.Vertices))) {
			return fmt.Errorf("index number %d and base_vertex give vertex %d; 0 to %d, what mesh %q has, was expected", i, at, len(m.Vertices)-1, m.Name)
		}
	}
	return nil
}
