package scenefile

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/tb/scene"
	"tilemark/tb/scene/geometry"
	"tilemark/tb/scene/shapes"
)

// facing counts the triangles of a scene's first draw that are front- and back-facing by the rule of docs/arithmetic.md, section 3,
// and those where that contradicts their normals' turning towards the eye or away (seen edge-on left out).
func facing(s *scene.Scene, c scene.Camera) (front, back, wrong int) {
	d := &s.Draws[0]
	m := &s.Meshes[d.Mesh]
	model := geometry.MatrixOf(d.Transform)
	view := geometry.MatrixOf(c.ViewProjectionMatrix(64, 64)).Mul(model).Float32()
	m.Topology.Corners(m.Elements(), func(a, b, c3 int) {
		var x, y [3]float64
		var towards float64
		for i, e := range []int{a, b, c3} {
			v := m.Vertices[m.Vertex(e)]
			p := projected(view, v.Pos)
			x[i], y[i] = p[0]/p[3], p[1]/p[3]
			// For rotations, mirrorings and uniform scales the matrix turns normals too.
			towards += model.Direction(geometry.VectorOf(v.Normal)).Unit().Dot(geometry.VectorOf(c.Eye).Sub(model.Point(geometry.VectorOf(v.Pos))).Unit())
		}
		area := (x[1]-x[0])*(y[2]-y[0]) - (x[2]-x[0])*(y[1]-y[0])
		isFront := (area > 0) == d.State.FrontCW
		if isFront {
			front++
		} else {
			back++
		}
		if isFront != (towards > 0) && (towards > 0.5 || towards < -0.5) {
			wrong++
		}
	})
	return front, back, wrong
}

func TestGeneratedMeshesFaceOutwards(t *testing.T) {
	teapot, err := shapes.TeapotMesh("teapot", 16)
	require.NoError(t, err)
	for _, m := range []scene.Mesh{shapes.SphereMesh("sphere", 24, 12, 2), shapes.CubeMesh("cube", 2), shapes.GridMesh("grid", 3, 3, 2, 2), teapot} {
		s := &scene.Scene{Meshes: []scene.Mesh{m}, Draws: []scene.Draw{scene.DefaultDraw(0)}}
		require.NoError(t, s.Validate())
		front, _, wrong := facing(s, s.FitCamera(1, 1))
		require.Zero(t, wrong, m.Name)
		require.NotZero(t, front, m.Name)
	}
}

func TestFrontFacesOfASphereSurvive(t *testing.T) {
	s := &scene.Scene{Meshes: []scene.Mesh{shapes.SphereMesh("sphere", 24, 12, 1)}, Draws: []scene.Draw{scene.DefaultDraw(0)}}
	c := scene.Camera{Eye: [3]float32{0, 0, 50}, Up: [3]float32{0, 1, 0}, FovDegrees: 5, Near: 1, Far: 100}
	front, back, wrong := facing(s, c)
	require.Zero(t, wrong)
	require.InDelta(t, front, back, 30, "from far away half of the sphere is in front")
}

func TestTriangleCounts(t *testing.T) {
	teapot, err := shapes.TeapotMesh("teapot", 10)
	require.NoError(t, err)
	require.Len(t, teapot.Indices, 3*6320, "32 patches of 200, less the eight cusps of ten")
	require.Len(t, shapes.SphereMesh("", 8, 4, 1).Indices, 3*8*(2*4-2), "no triangles without area at the poles")
	require.Len(t, shapes.CubeMesh("", 1).Indices, 36)
	require.Len(t, shapes.GridMesh("", 5, 4, 1, 1).Indices, 3*40)
}

func TestTeapotPatchesMeetBitForBit(t *testing.T) {
	m, err := shapes.TeapotMesh("teapot", 8)
	require.NoError(t, err)
	type edge [2][3]float32
	open := map[edge]int{}
	for i := 0; i < len(m.Indices); i += 3 {
		for k := range 3 {
			a, b := m.Vertices[m.Indices[i+k]].Pos, m.Vertices[m.Indices[i+(k+1)%3]].Pos
			open[edge{a, b}]++
			open[edge{b, a}]--
		}
	}
	loose := 0
	for _, n := range open {
		if n > 0 {
			loose++
		}
	}
	// Only the rims are open: lid and body (32 cells around each), both ends of the handle (16) and of the spout (16).
	require.Equal(t, 2*32+2*16+2*16, loose)
}

func TestTeapotNormalsAreUnitLength(t *testing.T) {
	m, err := shapes.TeapotMesh("teapot", 4)
	require.NoError(t, err)
	for i, v := range m.Vertices {
		require.InDelta(t, 1, geometry.VectorOf(v.Normal).Length(), 1e-5, "vertex %d", i)
	}
}

func TestReadPatchesNamesTheLine(t *testing.T) {
	for text, want := range map[string]string{
		"patch a mirror xy\n1 2 3\n":                    "2: ",
		"# c\n\nrubbish\n":                              "3: ",
		"patch a mirror y\n1 2 3 4 5 6 7 8 9 10 11 x\n": "2: ",
		"1 2 3 4 5 6 7 8 9 10 11 12\n":                  "1: ",
	} {
		_, err := shapes.ReadPatches([]byte(text))
		require.ErrorContains(t, err, want)
	}
}

// projected is where a point comes to in clip space.
func projected(m [16]float32, p [3]float32) [4]float64 {
	var c [4]float64
	for j := range 4 {
		c[j] = float64(m[j])*float64(p[0]) + float64(m[4+j])*float64(p[1]) + float64(m[8+j])*float64(p[2]) + float64(m[12+j])
	}
	return c
}
