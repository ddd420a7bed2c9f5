package scene

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// facing counts the triangles of a scene's first draw that are front- and back-facing by the rule of docs/arithmetic.md, section 3,
// and those where that contradicts their normals' turning towards the eye or away (seen edge-on left out).
func facing(s *Scene, c Camera) (front, back, wrong int) {
	d := &s.Draws[0]
	m := &s.Meshes[d.Mesh]
	model := matrixOf(d.Transform)
	view := matrixOf(c.ViewProjectionMatrix(64, 64)).mul(model).float32()
	m.Topology.corners(m.elements(), func(a, b, c3 int) {
		var x, y [3]float64
		var towards float64
		for i, e := range []int{a, b, c3} {
			v := m.Vertices[m.vertex(e)]
			p := project(view, v.Pos)
			x[i], y[i] = p[0]/p[3], p[1]/p[3]
			// For rotations, mirrorings and uniform scales the matrix turns normals too.
			towards += model.direction(vectorOf(v.Normal)).unit().dot(vectorOf(c.Eye).sub(model.point(vectorOf(v.Pos))).unit())
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
	teapot, err := teapotMesh("teapot", 16)
	require.NoError(t, err)
	for _, m := range []Mesh{sphereMesh("sphere", 24, 12, 2), cubeMesh("cube", 2), gridMesh("grid", 3, 3, 2, 2), teapot} {
		s := &Scene{Meshes: []Mesh{m}, Draws: []Draw{defaultDraw(0)}}
		require.NoError(t, s.validate())
		front, _, wrong := facing(s, s.FitCamera(1, 1))
		require.Zero(t, wrong, m.Name)
		require.NotZero(t, front, m.Name)
	}
}

func TestFrontFacesOfASphereSurvive(t *testing.T) {
	s := &Scene{Meshes: []Mesh{sphereMesh("sphere", 24, 12, 1)}, Draws: []Draw{defaultDraw(0)}}
	c := Camera{Eye: [3]float32{0, 0, 50}, Up: [3]float32{0, 1, 0}, FovDegrees: 5, Near: 1, Far: 100}
	front, back, wrong := facing(s, c)
	require.Zero(t, wrong)
	require.InDelta(t, front, back, 30, "from far away half of the sphere is in front")
}

func TestTriangleCounts(t *testing.T) {
	teapot, err := teapotMesh("teapot", 10)
	require.NoError(t, err)
	require.Len(t, teapot.Indices, 3*6320, "32 patches of 200, less the eight cusps of ten")
	require.Len(t, sphereMesh("", 8, 4, 1).Indices, 3*8*(2*4-2), "no triangles without area at the poles")
	require.Len(t, cubeMesh("", 1).Indices, 36)
	require.Len(t, gridMesh("", 5, 4, 1, 1).Indices, 3*40)
}

func TestTeapotPatchesMeetBitForBit(t *testing.T) {
	m, err := teapotMesh("teapot", 8)
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
	m, err := teapotMesh("teapot", 4)
	require.NoError(t, err)
	for i, v := range m.Vertices {
		require.InDelta(t, 1, vectorOf(v.Normal).length(), 1e-5, "vertex %d", i)
	}
}

func TestReadPatchesNamesTheLine(t *testing.T) {
	for text, want := range map[string]string{
		"patch a mirror xy\n1 2 3\n":                    "2: ",
		"# c\n\nrubbish\n":                              "3: ",
		"patch a mirror y\n1 2 3 4 5 6 7 8 9 10 11 x\n": "2: ",
		"1 2 3 4 5 6 7 8 9 10 11 12\n":                  "1: ",
	} {
		_, err := readPatches([]byte(text))
		require.ErrorContains(t, err, want)
	}
}
