package geometry

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// flat puts points into a plane that is askew.
func flat(points ...[2]float32) (out [][3]float32) {
	for _, p := range points {
		out = append(out, [3]float32{p[0], p[1], p[0] + 2*p[1]})
	}
	return out
}

func cut(corners [][3]float32) ([][3]int, bool) {
	tests := MaxEarTests
	return Triangulate(corners, &tests)
}

// requireCover demands that triangles turn as the polygon does and that their areas are the polygon's: so none lies outside or on another.
func requireCover(t require.TestingT, corners [][3]float32, triangles [][3]int) {
	whole := AreaVector(corners)
	sum := 0.0
	for _, tri := range triangles {
		n := FaceNormal(corners[tri[0]], corners[tri[1]], corners[tri[2]])
		require.Greater(t, n.Dot(whole), 0.0, "triangle %v of %v turns the other way", tri, corners)
		sum += n.Length()
	}
	require.InEpsilon(t, whole.Length(), sum, 1e-6, "triangles %v of %v", triangles, corners)
}

func TestPolygonsAreCutInsideThemselves(t *testing.T) {
	for name, p := range map[string][][3]float32{
		"arrow":                flat([2]float32{0, 0}, [2]float32{2, 1}, [2]float32{0, 2}, [2]float32{1, 1}),
		"arrow from its notch": flat([2]float32{1, 1}, [2]float32{0, 0}, [2]float32{2, 1}, [2]float32{0, 2}),
		"arrow, clockwise":     flat([2]float32{1, 1}, [2]float32{0, 2}, [2]float32{2, 1}, [2]float32{0, 0}),
		"L":                    flat([2]float32{0, 0}, [2]float32{2, 0}, [2]float32{2, 1}, [2]float32{1, 1}, [2]float32{1, 2}, [2]float32{0, 2}),
		"middles of sides":     flat([2]float32{0, 0}, [2]float32{1, 0}, [2]float32{2, 0}, [2]float32{2, 1}, [2]float32{2, 2}, [2]float32{1, 2}, [2]float32{0, 2}, [2]float32{0, 1}),
		"points twice":         flat([2]float32{0, 0}, [2]float32{0, 0}, [2]float32{2, 0}, [2]float32{2, 2}, [2]float32{2, 2}, [2]float32{2, 2}, [2]float32{1, 1}, [2]float32{0, 2}),
		"a spike":              flat([2]float32{0, 0}, [2]float32{2, 0}, [2]float32{3, 0}, [2]float32{2, 0}, [2]float32{2, 2}, [2]float32{0, 2}),
		"two that touch":       flat([2]float32{0, 0}, [2]float32{2, 0}, [2]float32{1, 1}, [2]float32{2, 2}, [2]float32{0, 2}, [2]float32{1, 1}),
		"a corner on a side":   flat([2]float32{0, 0}, [2]float32{4, 0}, [2]float32{4, 4}, [2]float32{2, 0}, [2]float32{0, 4}),
		"a hole with a bridge": flat([2]float32{0, 0}, [2]float32{3, 0}, [2]float32{3, 3}, [2]float32{0, 3}, [2]float32{0, 0}, [2]float32{1, 1}, [2]float32{1, 2}, [2]float32{2, 2}, [2]float32{2, 1}, [2]float32{1, 1}),
		"a comb":               flat([2]float32{0, 0}, [2]float32{5, 0}, [2]float32{5, 3}, [2]float32{4, 1}, [2]float32{3, 3}, [2]float32{2, 1}, [2]float32{1, 3}, [2]float32{0, 1}),
		"a spiral":             flat([2]float32{0, 0}, [2]float32{5, 0}, [2]float32{5, 5}, [2]float32{1, 5}, [2]float32{1, 2}, [2]float32{3, 2}, [2]float32{3, 3}, [2]float32{2, 3}, [2]float32{2, 4}, [2]float32{4, 4}, [2]float32{4, 1}, [2]float32{0, 1}),
		"far from the origin":  flat([2]float32{1e7, 1e7}, [2]float32{1e7 + 4, 1e7 + 2}, [2]float32{1e7, 1e7 + 4}, [2]float32{1e7 + 2, 1e7 + 2}),
		"very small":           flat([2]float32{0, 0}, [2]float32{2e-30, 1e-30}, [2]float32{0, 2e-30}, [2]float32{1e-30, 1e-30}),
		"very large":           flat([2]float32{0, 0}, [2]float32{2e29, 1e29}, [2]float32{0, 2e29}, [2]float32{1e29, 1e29}),
	} {
		triangles, simple := cut(p)
		require.True(t, simple, name)
		requireCover(t, p, triangles)
	}
}

func TestPolygonsThatCannotBeCutAreSaid(t *testing.T) {
	for name, p := range map[string][][3]float32{
		"a bow tie":    flat([2]float32{0, 0}, [2]float32{2, 2}, [2]float32{2, 0}, [2]float32{0, 3}),
		"a pentagram":  flat([2]float32{0, 3}, [2]float32{2, -3}, [2]float32{-3, 1}, [2]float32{3, 1}, [2]float32{-2, -3}),
		"one line":     flat([2]float32{0, 0}, [2]float32{1, 0}, [2]float32{2, 0}, [2]float32{3, 0}),
		"one point":    flat([2]float32{1, 1}, [2]float32{1, 1}, [2]float32{1, 1}, [2]float32{1, 1}),
		"equal halves": flat([2]float32{0, 0}, [2]float32{2, 2}, [2]float32{2, 0}, [2]float32{0, 2}),
	} {
		triangles, simple := cut(p)
		require.False(t, simple, name)
		require.LessOrEqual(t, len(triangles), len(p)-2, name)
	}
}

// The last corner stands above the one before it: seen along the axis they are one point.
func TestCornersOutOfThePlaneAreKept(t *testing.T) {
	p := [][3]float32{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0, 1, 1}}
	triangles, _ := cut(p)
	require.Len(t, triangles, 3)
}

func TestConvexPolygonsAreFans(t *testing.T) {
	triangles, _ := cut(flat([2]float32{0, 0}, [2]float32{2, 0}, [2]float32{3, 1}, [2]float32{2, 2}, [2]float32{0, 2}))
	require.Equal(t, [][3]int{{0, 1, 2}, {0, 2, 3}, {0, 3, 4}}, triangles)
}

// Polygons that go once around a point, at any distance from it: simple, and as concave as can be.
func TestStarsAreCutInsideThemselves(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(4, 40).Draw(t, "corners")
		var p [][3]float32
		for i := range n {
			r, a := rapid.Float64Range(0.1, 5).Draw(t, "distance"), 2*math.Pi*float64(i)/float64(n)
			p = append(p, [3]float32{float32(r * math.Cos(a)), float32(r * math.Sin(a)), 1})
		}
		if rapid.Bool().Draw(t, "clockwise") {
			slices.Reverse(p)
		}
		triangles, simple := cut(p)
		if !simple {
			t.Fatalf("%v is simple", p)
		}
		requireCover(t, p, triangles)
	})
}

// Whatever the corners are, cutting ends, and gives at most as many triangles as a fan.
func TestAnyCornersAreCutInTime(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		number := rapid.SampledFrom([]float32{0, 1, 2, 3, 1.5, -1, 1e30, -1e30, 1e-40})
		var p [][3]float32
		for range rapid.IntRange(3, 12).Draw(t, "corners") {
			p = append(p, [3]float32{number.Draw(t, "x"), number.Draw(t, "y"), 0})
		}
		if triangles, _ := cut(p); len(triangles) > len(p)-2 {
			t.Fatalf("%d triangles of %d corners", len(triangles), len(p))
		}
	})
}

func TestPolygonsOfTooManyCornersEnd(t *testing.T) {
	var p [][3]float32
	for i := range 4000 {
		p = append(p, [3]float32{float32(i / 2), float32(i % 2 * (1 + i%4)), 0})
	}
	tests := 1000
	triangles, _ := Triangulate(p, &tests)
	require.Nil(t, triangles)
	require.Negative(t, tests)
}

func TestSidesAreExact(t *testing.T) {
	p := &polygon{points: []point{{0, 0}, {1e30, 1e30}, {1e-40, 1e-40}, {1e-40, 1.0000001e-40}}}
	require.Equal(t, 0, p.side(0, 1, 2))
	require.Equal(t, 0, p.side(1, 2, 0))
	require.Equal(t, 1, p.side(0, 1, 3))
	require.Equal(t, -1, p.side(1, 0, 3))
}
