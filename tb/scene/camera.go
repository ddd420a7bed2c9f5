package scene

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"tilemark/tb/scene/geometry"
)

// Camera looks from Eye to Target. Near and Far are distances along the view; a Far of 0 puts no far plane.
// ViewProjection, when set, replaces everything else (orthographic cameras, for instance).
type Camera struct {
	Eye, Target, Up [3]float32
	FovDegrees      float32 // vertical
	Near, Far       float32
	ViewProjection  *[16]float32
}

// DefaultFov is the field of view of a camera that says none, in degrees from bottom to top.
const DefaultFov = 45

// ViewProjectionMatrix is the column-major transform from world to clip space for a target of w by h pixels: z from 0 (near)
// to w (far), y pointing down in the picture.
func (c Camera) ViewProjectionMatrix(w, h int) [16]float32 {
	if c.ViewProjection != nil {
		return *c.ViewProjection
	}
	return perspective(float64(c.FovDegrees), float64(w)/float64(h), float64(c.Near), float64(c.Far)).Mul(c.View()).Float32()
}

// View transforms world space to the camera's: x right, y up, looking along -z.
func (c Camera) View() geometry.Matrix {
	eye := geometry.VectorOf(c.Eye)
	back := eye.Sub(geometry.VectorOf(c.Target)).Unit()
	right := geometry.VectorOf(c.Up).Cross(back).Unit()
	up := back.Cross(right)
	return geometry.Matrix{
		right[0], up[0], back[0], 0,
		right[1], up[1], back[1], 0,
		right[2], up[2], back[2], 0,
		-right.Dot(eye), -up.Dot(eye), -back.Dot(eye), 1,
	}
}

func perspective(fovDegrees, aspect, near, far float64) geometry.Matrix {
	f := 1 / halfTangent(fovDegrees)
	depth := 1.0 // the limit for a far plane at infinity
	if far > 0 {
		depth = far / (far - near)
	}
	return geometry.Matrix{f / aspect, 0, 0, 0, 0, -f, 0, 0, 0, 0, -depth, -1, 0, 0, -depth * near, 0}
}

// Orthographic projects a box of half sizes in world units to clip space, without perspective; near and far are distances from the eye.
func Orthographic(halfWidth, halfHeight, near, far float64) geometry.Matrix {
	d := 1 / (far - near)
	return geometry.Matrix{1 / halfWidth, 0, 0, 0, 0, -1 / halfHeight, 0, 0, 0, 0, -d, 0, 0, 0, -near * d, 1}
}

// Check says what makes the camera unusable.
func (c Camera) Check() error {
	if c.ViewProjection != nil {
		return Reachable("view_projection", c.ViewProjection[:])
	}
	for _, v := range [][3]float32{c.Eye, c.Target, c.Up, {c.FovDegrees, c.Near, c.Far}} {
		if err := Reachable("eye, target, up or fov, near, far", v[:]); err != nil {
			return err
		}
	}
	look := geometry.VectorOf(c.Eye).Sub(geometry.VectorOf(c.Target))
	switch {
	case look.Length() == 0:
		return fmt.Errorf("eye and target are the same point; two points were expected")
	case look.Unit().Cross(geometry.VectorOf(c.Up).Unit()).Length() < 1e-6:
		return fmt.Errorf("up %v runs along the view; a direction across it was expected", c.Up)
	case c.FovDegrees <= 0 || c.FovDegrees >= 180:
		return fmt.Errorf("field of view %v degrees; above 0 and less than 180 was expected", c.FovDegrees)
	case c.Near <= 0 || (c.Far != 0 && c.Far <= c.Near):
		return fmt.Errorf("near %v, far %v; 0 < near < far was expected (far 0: no far plane)", c.Near, c.Far)
	}
	return nil
}

// LookAt fills in what eye and target leave open: y is up (z when looking straight down or up), no far plane.
func LookAt(eye, target [3]float32, fov float32) Camera {
	look := geometry.VectorOf(eye).Sub(geometry.VectorOf(target))
	up := [3]float32{0, 1, 0}
	if look.Unit().Cross(geometry.VectorOf(up)).Length() < 1e-3 {
		up = [3]float32{0, 0, -1}
	}
	return Camera{Eye: eye, Target: target, Up: up, FovDegrees: fov, Near: float32(look.Length() / 100)}
}

// ParseCamera reads "eye=x,y,z,target=x,y,z,fov=degrees", the keys in any order. eye and target are required; fov is
// vertical, 45 unless given.
func ParseCamera(s string) (Camera, error) {
	fail := func(format string, args ...any) (Camera, error) {
		return Camera{}, fmt.Errorf("camera %q: %s; expected eye=x,y,z,target=x,y,z[,fov=degrees]", s, fmt.Sprintf(format, args...))
	}
	values, err := keyedNumbers(s)
	if err != nil {
		return fail("%v", err)
	}
	wants := map[string]int{"eye": 3, "target": 3, "fov": 1}
	for _, key := range slices.Sorted(maps.Keys(values)) {
		if wants[key] == 0 {
			return fail("unknown key %q", key)
		}
	}
	for _, key := range []string{"eye", "target", "fov"} {
		want := wants[key]
		got, given := values[key]
		if !given && key == "fov" {
			got = []float32{DefaultFov}
			values[key] = got
		}
		if len(got) != want {
			return fail("%s has %d numbers, not %d", key, len(got), want)
		}
	}
	c := LookAt([3]float32(values["eye"]), [3]float32(values["target"]), values["fov"][0])
	if err := c.Check(); err != nil {
		return Camera{}, fmt.Errorf("camera %q: %w", s, err)
	}
	return c, nil
}

// keyedNumbers reads "a=1,2,b=3" into lists by key.
func keyedNumbers(s string) (map[string][]float32, error) {
	values := map[string][]float32{}
	key := ""
	for part := range strings.SplitSeq(s, ",") {
		name, number, found := strings.Cut(part, "=")
		if !found {
			number = name
		} else {
			key = strings.TrimSpace(name)
			if _, twice := values[key]; twice {
				return nil, fmt.Errorf("%s is given twice", key)
			}
		}
		v, err := strconv.ParseFloat(strings.TrimSpace(number), 32)
		if err != nil || key == "" {
			return nil, fmt.Errorf("cannot read %q", part)
		}
		values[key] = append(values[key], float32(v))
	}
	return values, nil
}

// widest is the greatest horizontal field of view of a camera that is fitted, in degrees: a wider target makes the vertical one smaller, since
// pictures bend towards their sides.
const widest = 75

// FitCamera is a three-quarter view, from the right and above, of everything drawn through the camera, that fits a target of w by h pixels: the
// model touches the margins at the sides or at the top and bottom, whichever comes first.
func (s *Scene) FitCamera(w, h int) Camera {
	low, high, any := s.bounds()
	if !any {
		low, high = geometry.Vector{-1, -1, -1}, geometry.Vector{1, 1, 1}
	}
	center := low.Add(high).Scale(0.5)
	radius := high.Sub(low).Length() / 2
	if radius == 0 {
		radius = max(1, center.Length()/1000)
	}
	aspect := float64(w) / float64(h)
	tangent := min(halfTangent(DefaultFov), halfTangent(widest)/aspect)
	c := Camera{Target: center.Float32(), Up: [3]float32{0, 1, 0}, FovDegrees: float32(math.Atan(tangent) * 360 / math.Pi)}
	tangent = halfTangent(float64(c.FovDegrees))                                                             // of the rounded angle
	c.Eye = geometry.VectorOf(c.Target).Add(fitDirection.Scale(max(radius, center.Length()/1000))).Float32() // for the directions only
	distance, nearest := fitDistance(c.View(), low, high, center, [2]float64{tangent * aspect, tangent})
	distance = max(distance, radius/1000)
	c.Eye = geometry.VectorOf(c.Target).Add(fitDirection.Scale(distance)).Float32()
	for c.Eye == c.Target { // so far from the origin that float32 does not tell them apart
		distance *= 2
		c.Eye = geometry.VectorOf(c.Target).Add(fitDirection.Scale(distance)).Float32()
	}
	c.Near = float32(max(0.5*(distance-nearest), distance/1000))
	c.Far = float32(2 * (distance + radius))
	return c
}

// fitDirection leads from the target to the eye of a camera that is fitted.
var fitDirection = geometry.Vector{0.55, 0.45, 0.8}.Unit()

// halfTangent is the tangent of half an angle in degrees.
func halfTangent(degrees float64) float64 { return math.Tan(degrees * math.Pi / 360) }

// fitDistance is the distance from the centre at which every corner of the box is in the picture with a margin, and how far the nearest
// corner lies in front of the centre. tangents are those of half the fields of view, horizontal and vertical.
func fitDistance(view geometry.Matrix, low, high, center geometry.Vector, tangents [2]float64) (distance, nearest float64) {
	const margin = 1.1
	for corner := range 8 {
		p := low
		for k := range 3 {
			if corner>>k&1 == 1 {
				p[k] = high[k]
			}
		}
		v := view.Direction(p.Sub(center))
		wide := max(math.Abs(v[0])/tangents[0], math.Abs(v[1])/tangents[1])
		distance = max(distance, v[2]+margin*wide)
		nearest = max(nearest, v[2])
	}
	return distance, nearest
}

// bounds is the box around all vertices of all instances drawn through the camera, in world space.
func (s *Scene) bounds() (low, high geometry.Vector, any bool) {
	low, high = emptyBox()
	for i := range s.Draws {
		if s.Draws[i].ClipSpace {
			continue
		}
		if l, h, some := s.DrawBounds(&s.Draws[i]); some {
			low, high, any = lower(low, l), upper(high, h), true
		}
	}
	return low, high, any
}

// DrawBounds is the box around the vertices of all instances of a draw, in world space.
func (s *Scene) DrawBounds(d *Draw) (low, high geometry.Vector, any bool) {
	low, high = emptyBox()
	transform, step := geometry.MatrixOf(d.Transform), geometry.VectorOf(d.InstanceStep)
	for _, instance := range []int{0, d.Instances - 1} {
		shift := step.Scale(float64(instance))
		for v := range s.Meshes[d.Mesh].Vertices {
			p := transform.Point(geometry.VectorOf(s.Meshes[d.Mesh].Vertices[v].Pos).Add(shift))
			low, high, any = lower(low, p), upper(high, p), true
		}
	}
	return low, high, any
}

func emptyBox() (low, high geometry.Vector) {
	inf := math.Inf(1)
	return geometry.Vector{inf, inf, inf}, geometry.Vector{-inf, -inf, -inf}
}

func lower(a, b geometry.Vector) geometry.Vector {
	return geometry.Vector{min(a[0], b[0]), min(a[1], b[1]), min(a[2], b[2])}
}

func upper(a, b geometry.Vector) geometry.Vector {
	return geometry.Vector{max(a[0], b[0]), max(a[1], b[1]), max(a[2], b[2])}
}
