package scene

import (
	"math"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// project is a point's place in clip space.
func project(m [16]float32, p [3]float32) [4]float64 {
	var c [4]float64
	for j := range 4 {
		c[j] = float64(m[j])*float64(p[0]) + float64(m[4+j])*float64(p[1]) + float64(m[8+j])*float64(p[2]) + float64(m[12+j])
	}
	return c
}

func TestCameraConventions(t *testing.T) {
	c := Camera{Eye: [3]float32{0, 0, 5}, Up: [3]float32{0, 1, 0}, FovDegrees: 90, Near: 1, Far: 9}
	m := c.ViewProjectionMatrix(200, 100)
	at := func(x, y, z float32) [3]float64 {
		p := project(m, [3]float32{x, y, z})
		return [3]float64{p[0] / p[3], p[1] / p[3], p[2] / p[3]}
	}
	require.InDelta(t, 0, at(0, 0, 4)[2], 1e-6, "near plane is z = 0")
	require.InDelta(t, 1, at(0, 0, -4)[2], 1e-6, "far plane is z = w")
	require.InDelta(t, -1, at(0, 5, 0)[1], 1e-6, "up is the negative y of clip space")
	require.InDelta(t, 0.5, at(5, 0, 0)[0], 1e-6, "the field of view is vertical")
	require.InDelta(t, 5, project(m, [3]float32{})[3], 1e-6, "w is the distance")
}

func TestCameraWithoutFarPlane(t *testing.T) {
	c := Camera{Eye: [3]float32{0, 0, 5}, Up: [3]float32{0, 1, 0}, FovDegrees: 45, Near: 1}
	m := c.ViewProjectionMatrix(10, 10)
	near, far := project(m, [3]float32{0, 0, 4}), project(m, [3]float32{0, 0, -1e6})
	require.InDelta(t, 0, near[2], 1e-6)
	require.Less(t, far[2], far[3])
	require.Greater(t, far[2]/far[3], 0.99999)
}

func TestParseCamera(t *testing.T) {
	c, err := ParseCamera("target=0, 1,-2,fov=30,eye=4,5,6.5")
	require.NoError(t, err)
	require.Equal(t, [3]float32{4, 5, 6.5}, c.Eye)
	require.Equal(t, [3]float32{0, 1, -2}, c.Target)
	require.Equal(t, float32(30), c.FovDegrees)
	require.NoError(t, c.Check())

	c, err = ParseCamera("eye=0,9,0,target=0,0,0")
	require.NoError(t, err, "straight down")
	require.Equal(t, float32(45), c.FovDegrees)

	for _, bad := range []string{
		"", "eye=1,2,3", "target=1,2,3", "eye=1,2,target=0,0,0", "eye=1,2,3,4,target=0,0,0", "eye=1,2,3,target=1,2,3",
		"eye=1,2,3,target=0,0,0,fov=0", "eye=1,2,3,target=0,0,0,fov=180", "eye=1,2,3,target=0,0,0,up=0,1,0", "1,2,3",
		"eye=1,2,3,eye=1,2,3,target=0,0,0", "eye=nan,2,3,target=0,0,0", "eye=a,2,3,target=0,0,0", "eye=1,2,3,target=0,0,0,fov=40,50",
	} {
		_, err := ParseCamera(bad)
		require.Error(t, err, bad)
		require.Regexp(t, `^camera "`+regexp.QuoteMeta(bad)+`": .*(expected eye=x,y,z|was expected|were expected)`, err.Error())
	}
}

func TestFitCameraShowsTheWholeBox(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		number := rapid.Float32Range(-50, 50)
		m := Mesh{}
		for range 4 {
			m.Vertices = append(m.Vertices, Vertex{Pos: [3]float32{number.Draw(t, "x"), number.Draw(t, "y"), number.Draw(t, "z")}})
		}
		d := DefaultDraw(0)
		d.Instances = rapid.IntRange(1, 4).Draw(t, "instances")
		d.InstanceStep = [3]float32{number.Draw(t, "step"), 1, 0}
		s := Scene{Meshes: []Mesh{m}, Draws: []Draw{d}}
		size := rapid.IntRange(1, 4096)
		w, h := size.Draw(t, "width"), size.Draw(t, "height")
		c := s.FitCamera(w, h)
		if err := c.Check(); err != nil {
			t.Fatal(err)
		}
		matrix := c.ViewProjectionMatrix(w, h)
		for i := range d.Instances {
			for _, v := range m.Vertices {
				p := v.Pos
				for k := range 3 {
					p[k] += float32(i) * d.InstanceStep[k]
				}
				q := project(matrix, p)
				if math.Abs(q[0]) > q[3] || math.Abs(q[1]) > q[3] || q[2] < 0 || q[2] > q[3] {
					t.Fatalf("vertex %v at %v is outside", p, q)
				}
			}
		}
	})
}

func TestFitCameraOfAPointOrNothing(t *testing.T) {
	empty := Scene{}
	require.NoError(t, new(Scene).FitCamera(64, 64).Check())
	empty.Meshes, empty.Draws = []Mesh{{Vertices: []Vertex{{Pos: [3]float32{3, 4, 5}}}}}, []Draw{DefaultDraw(0)}
	require.NoError(t, empty.FitCamera(64, 64).Check())
}

// spread is how far a fitted picture goes to the right and to the bottom, of 1, and how near to the near and far planes.
func spread(t *testing.T, s *Scene, w, h int) (x, y float64) {
	c := s.FitCamera(w, h)
	require.NoError(t, c.Check())
	matrix := c.ViewProjectionMatrix(w, h)
	low, high, _ := s.bounds()
	for corner := range 8 {
		p := low
		for k := range 3 {
			if corner>>k&1 == 1 {
				p[k] = high[k]
			}
		}
		q := project(matrix, p.Float32())
		x, y = max(x, math.Abs(q[0]/q[3])), max(y, math.Abs(q[1]/q[3]))
		require.True(t, q[2] > 0 && q[2] < q[3], "corner %v at %v is before or after what the camera sees", p, q)
	}
	return x, y
}

func box(w, h, d float32) *Scene {
	m := Mesh{Vertices: []Vertex{{Pos: [3]float32{-w, -h, -d}}, {Pos: [3]float32{w, h, d}}}}
	return &Scene{Meshes: []Mesh{m}, Draws: []Draw{DefaultDraw(0)}}
}

// One of the two fields of view is filled up to the margin, whatever the target's and the model's shapes.
func TestFitCameraUsesBothFieldsOfView(t *testing.T) {
	for _, size := range [][2]int{{64, 64}, {640, 480}, {64, 640}, {640, 64}, {1, 4096}, {4096, 1}, {1920, 1080}} {
		for _, s := range []*Scene{box(1, 1, 1), box(10, 1, 1), box(1, 10, 1), box(1, 1, 10), box(1e-20, 1e-20, 1e-20), box(1e24, 1e24, 1e24)} {
			x, y := spread(t, s, size[0], size[1])
			require.LessOrEqual(t, max(x, y), 1.0, "%v", size)
			require.Greater(t, max(x, y), 0.75, "%v", size)
		}
	}
	for _, v := range box(1e30, 1e30, 1e30).FitCamera(1, 4096).ViewProjectionMatrix(1, 4096) {
		require.Less(t, math.Abs(float64(v)), 1e35, "the farthest coordinates do not overflow")
	}
	require.Equal(t, float32(45), box(1, 1, 1).FitCamera(640, 480).FovDegrees)
	require.Less(t, box(1, 1, 1).FitCamera(640, 64).FovDegrees, float32(10), "wide pictures do not bend")
}

// A model whose size is a few steps of float32 there.
func TestFitCameraFarFromTheOrigin(t *testing.T) {
	s := box(1, 1, 1)
	for i := range s.Meshes[0].Vertices {
		s.Meshes[0].Vertices[i].Pos[0] += 1 << 24
	}
	require.NoError(t, s.FitCamera(64, 64).Check())
	s.Draws[0].Transform[12] = 1e9
	require.NoError(t, s.FitCamera(64, 64).Check())
}
