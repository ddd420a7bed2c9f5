package scene

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/tb/scene/geometry"
)

// sheets are squares at distances along z, drawn in passes.
func sheets(at ...sheetAt) *Scene {
	s := &Scene{Meshes: []Mesh{{Vertices: []Vertex{{Pos: [3]float32{-1, 1, 0}}, {Pos: [3]float32{1, 1, 0}}, {Pos: [3]float32{-1, -1, 0}}, {Pos: [3]float32{1, -1, 0}}}, Indices: []uint32{0, 2, 1, 1, 2, 3}}}}
	for _, a := range at {
		d := DefaultDraw(0)
		d.Transform[14], d.Pass = a.z, a.pass
		s.Draws = append(s.Draws, d)
	}
	return s
}

type sheetAt struct {
	z    float32
	pass Pass
}

func TestBlendedDrawsGoFromTheFarthestToTheNearest(t *testing.T) {
	s := sheets(sheetAt{1, PassBlended}, sheetAt{0, PassEmitted}, sheetAt{3, PassBlended}, sheetAt{2, PassBlended}, sheetAt{2, PassOpaque}, sheetAt{1, PassMasked}, sheetAt{5, PassOpaque})
	order := func(c Camera) (z []float32) {
		for _, d := range s.Ordered(c.ViewProjectionMatrix(64, 48)) {
			z = append(z, d.Transform[14])
		}
		return z
	}
	front, back := LookAt([3]float32{0, 0, 10}, [3]float32{}, 45), LookAt([3]float32{0, 0, -10}, [3]float32{}, 45)
	require.Equal(t, []float32{2, 5, 1, 0, 1, 2, 3}, order(front))
	require.Equal(t, []float32{2, 5, 1, 0, 3, 2, 1}, order(back))
	m := Orthographic(2, 2, 1, 20).Mul(back.View()).Float32()
	require.Equal(t, []float32{2, 5, 1, 0, 3, 2, 1}, order(Camera{ViewProjection: &m}))
	require.Equal(t, float32(1), s.Draws[0].Transform[14], "the scene stays as it is")
}

func TestDrawsOfOnePassKeepTheirOrder(t *testing.T) {
	s := sheets(sheetAt{1, PassOpaque}, sheetAt{7, PassOpaque}, sheetAt{3, PassOpaque})
	require.Equal(t, s.Draws, s.Ordered(geometry.Identity().Float32()))
}
