package shapes

import (
	"fmt"

	"tilemark/tb/scene"
)

// Layers fills the target with sheets of triangles, each nearer than the one before it, so
// that every fragment is drawn. A sheet has 2 x columns x rows triangles with a right angle,
// all of one size, in clip space.
func Layers(columns, rows, sheets int) *scene.Scene {
	s := scene.ModelScene(fmt.Sprintf("%d sheets of %d by %d cells", sheets, columns, rows))
	for i := range sheets {
		m := GridMesh(fmt.Sprintf("sheet %d", i), columns, rows, 2, 2)
		ColorByPosition(&m)
		for k := range m.Vertices {
			m.Vertices[k].Pos[2] = float32(sheets-i) / float32(sheets+1)
		}
		s.Meshes = append(s.Meshes, m)
		d := scene.DefaultDraw(i)
		d.ClipSpace, d.VertexColor = true, true
		s.Draws = append(s.Draws, d)
	}
	return s
}
