package scene

import (
	"errors"
	"fmt"
	"math"
)

// Limits of what is loaded: far above what a cycle-level model can draw, far below what would exhaust the host. The texture
// limit is that of the machine's TEXTURE_SIZE register.
const (
	maxFileBytes   = 256 << 20
	maxVertices    = 4 << 20
	maxIndices     = 16 << 20
	maxTriangles   = 16 << 20
	maxInstances   = 1 << 20
	maxTextureSide = 8192
	maxTargetSide  = 4096
)

var errNoTriangles = errors.New("no triangles to draw; at least one was expected")

// validate checks what every source must deliver.
func (s *Scene) validate() error {
	vertices, indices := 0, 0
	restart := map[int]bool{} // meshes that a draw restarts
	for i := range s.Draws {
		restart[s.Draws[i].Mesh] = restart[s.Draws[i].Mesh] || s.Draws[i].Restart
	}
	for i := range s.Meshes {
		if err := s.Meshes[i].validate(restart[i]); err != nil {
			return fmt.Errorf("mesh %q: %w", s.Meshes[i].Name, err)
		}
		vertices += len(s.Meshes[i].Vertices)
		indices += len(s.Meshes[i].Indices)
	}
	if vertices > maxVertices || indices > maxIndices {
		return fmt.Errorf("too large: %d vertices and %d indices; at most %d and %d are loaded", vertices, indices, maxVertices, maxIndices)
	}
	for i := range s.Draws {
		if err := s.validateDraw(&s.Draws[i]); err != nil {
			return fmt.Errorf("draw %d: %w", i, err)
		}
	}
	if s.HasCamera {
		if err := s.Camera.check(); err != nil {
			return err
		}
	}
	return s.validateTriangles()
}

func (s *Scene) validateTriangles() error {
	switch total := s.Triangles(); {
	case total == 0 && len(s.Transfers) == 0:
		return errNoTriangles
	case total > maxTriangles:
		return fmt.Errorf("too large: %d triangles (instances included); at most %d are loaded", total, maxTriangles)
	}
	return nil
}

// validate checks a mesh; restart allows the index Restart.
func (m *Mesh) validate(restart bool) error {
	for i := range m.Vertices {
		if err := m.Vertices[i].validate(); err != nil {
			return fmt.Errorf("vertex %d: %w", i, err)
		}
	}
	what, n := "vertices", int64(len(m.Vertices))
	if m.Topology == PatchList {
		what, n = "patches", n/PatchPoints
	}
	for i, v := range m.Indices {
		if int64(v) >= n && !(restart && v == Restart) {
			return fmt.Errorf("index number %d is %d, but there are only %d %s", i, v, n, what)
		}
	}
	return nil
}

func (v *Vertex) validate() error {
	return errors.Join(finite("position", v.Pos[:]), finite("normal", v.Normal[:]),
		finite("texture coordinate", v.UV[:]), finite("colour", v.Color[:]))
}

// finite says which of the values is NaN or infinite.
func finite(what string, values []float32) error {
	for _, v := range values {
		if math.IsNaN(float64(v)) || math.IsInf(float64(v), 0) {
			return fmt.Errorf("%s %v is not finite", what, values)
		}
	}
	return nil
}

func (s *Scene) validateDraw(d *Draw) error {
	if d.Instances < 1 || d.Instances > maxInstances {
		return fmt.Errorf("%d instances; 1 to %d were expected", d.Instances, maxInstances)
	}
	m := &s.Meshes[d.Mesh]
	if n := m.elements(); d.First < 0 || d.Count < 0 || d.First > n || d.Count > n-d.First {
		return fmt.Errorf("first %d, count %d, but mesh %q has only %d", d.First, d.Count, m.Name, n)
	}
	if err := m.checkBase(d); err != nil {
		return err
	}
	return errors.Join(finite("transform", d.Transform[:]), finite("colour", d.BaseColor[:]), finite("instance step", d.InstanceStep[:]))
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
			return fmt.Errorf("index number %d and base_vertex give vertex %d, but mesh %q has %d", i, at, m.Name, len(m.Vertices))
		}
	}
	return nil
}
