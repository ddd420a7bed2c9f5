package scenefile

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/isa/nos"
	"tilemark/tb/scene"
	"tilemark/tb/scene/geometry"
)

// pointsOf is a scene of points, with more of its draw.
func pointsOf(t *testing.T, more string) (*scene.Scene, error) {
	path := filepath.Join(t.TempDir(), "a.yaml")
	require.NoError(t, os.WriteFile(path, []byte(`size: [16, 16]
camera: {eye: [0, 0, 4], target: [0, 0, 0]}
meshes: [{name: m, topology: points, positions: [[0, 0, 0], [1, 0, -1], [0, 1, 0]], colors: [[1, 0, 0], [0, 1, 0], [0, 0, 1]]}]
draws: [{mesh: m`+more+`}]
`), 0o600))
	return Load(path)
}

// A point is a quad that faces the camera, of the same size in the world however its mesh is moved; u and v are its coordinates from the upper left corner on.
func TestPointsAreQuads(t *testing.T) {
	s, err := pointsOf(t, ", point_size: 0.5, translate: [0, 0, 1], scale: [3, 3, 1], first: 1, count: 1, instances: 2, instance_step: [1, 0, 0]")
	require.NoError(t, err)
	require.Equal(t, 4, s.Triangles())
	made, draws := s.WithPoints(s.Draws, s.Camera.ViewProjectionMatrix(16, 16))
	require.Len(t, made.Meshes, 2)
	m, d := made.Meshes[1], draws[0]
	require.Equal(t, scene.TriangleList, m.Topology)
	require.Equal(t, [3]float32{3, 0, 0}, d.InstanceStep, "vertices are in world space")
	require.Equal(t, geometry.Identity().Float32(), d.Transform)
	for n, want := range []scene.Vertex{
		{Pos: [3]float32{2.75, 0.25, 0}, UV: [2]float32{0, 0}}, {Pos: [3]float32{2.75, -0.25, 0}, UV: [2]float32{0, 1}}, {Pos: [3]float32{3.25, -0.25, 0}, UV: [2]float32{1, 1}}, {Pos: [3]float32{3.25, 0.25, 0}, UV: [2]float32{1, 0}},
	} {
		v := m.Vertices[n]
		require.InDeltaSlice(t, want.Pos[:], v.Pos[:], 1e-6)
		require.Equal(t, want.UV, v.UV)
		require.InDeltaSlice(t, []float32{0, 0, 1}, v.Normal[:], 1e-6, "towards the viewer")
		require.Equal(t, [4]float32{0, 1, 0, 1}, v.Color)
	}
	require.Equal(t, []uint32{0, 1, 2, 0, 2, 3}, m.Indices)
	require.Equal(t, scene.PointList, s.Meshes[s.Draws[0].Mesh].Topology, "the scene's own draw stays")

	s, err = pointsOf(t, ", clip_space: true")
	require.NoError(t, err)
	made, _ = s.WithPoints(s.Draws, geometry.Identity().Float32())
	require.Len(t, made.Meshes[1].Vertices, 12)
	require.Equal(t, [3]float32{-0.025, -0.025, 0}, made.Meshes[1].Vertices[0].Pos, "y goes down in clip space")
}

func TestPointSpritesOfADraw(t *testing.T) {
	s, err := pointsOf(t, ", state: {point_sprite: {components: [0, 5], lower: true}}")
	require.NoError(t, err)
	want := nos.Default()
	want.PointSprite, want.PointLower = 0x21, true
	require.Equal(t, &want, s.Draws[0].Depends)
	for more, want := range map[string]string{
		", state: {point_sprite: {components: [16]}}": "component 16; 0 to 15 was expected",
		", point_size: 0": "point_size 0; above 0 and at most 1e+06 was expected",
	} {
		_, err := pointsOf(t, more)
		require.ErrorContains(t, err, want)
	}
}
