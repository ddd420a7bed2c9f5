package scene

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Camera looks from Eye to Target. Near and Far are distances along the view; a Far of 0 puts no far plane.
// ViewProjection, when set, replaces everything else (orthographic cameras, for instance).
type Camera struct {
	Eye, Target, Up [3]float32
	FovDegrees      float32 // vertical
	Near, Far       float32
	ViewProjection  *[16]float32
}

const defaultFov = 45

// ViewProjectionMatrix is the column-major transform from world to clip space for a target of w by h pixels: z from 0 (near)
// to w (far), y pointing down in the picture.
func (c Camera) ViewProjectionMatrix(w, h int) [16]float32 {
	if c.ViewProjection != nil {
		return *c.ViewProjection
	}
	return perspective(float64(c.FovDegrees), float64(w)/float64(h), float64(c.Near), float64(c.Far)).mul(c.view()).float32()
}

// view transforms world space to the camera's: x right, y up, looking along -z.
func (c Camera) view() matrix {
	eye := vectorOf(c.Eye)
	back := eye.sub(vectorOf(c.Target)).unit()
	right := vectorOf(c.Up).cross(back).unit()
	up := back.cross(right)
	return matrix{
		right[0], up[0], back[0], 0,
		right[1], up[1], back[1], 0,
		right[2], up[2], back[2], 0,
		-right.dot(eye), -up.dot(eye), -back.dot(eye), 1,
	}
}

func perspective(fovDegrees, aspect, near, far float64) matrix {
	f := 1 / math.Tan(fovDegrees*math.Pi/360)
	depth := 1.0 // the limit for a far plane at infinity
	if far > 0 {
		depth = far / (far - near)
	}
	return matrix{f / aspect, 0, 0, 0, 0, -f, 0, 0, 0, 0, -depth, -1, 0, 0, -depth * near, 0}
}

func orthographic(halfWidth, halfHeight, near, far float64) matrix {
	d := 1 / (far - near)
	return matrix{1 / halfWidth, 0, 0, 0, 0, -1 / halfHeight, 0, 0, 0, 0, -d, 0, 0, 0, -near * d, 1}
}

// check says what makes the camera unusable.
func (c Camera) check() error {
	if c.ViewProjection != nil {
		return finite("view_projection", c.ViewProjection[:])
	}
	for _, v := range [][3]float32{c.Eye, c.Target, c.Up, {c.FovDegrees, c.Near, c.Far}} {
		if err := finite("eye, target, up or fov, near, far", v[:]); err != nil {
			return err
		}
	}
	look := vectorOf(c.Eye).sub(vectorOf(c.Target))
	switch {
	case look.length() == 0:
		return fmt.Errorf("eye and target are the same point; two points were expected")
	case look.unit().cross(vectorOf(c.Up).unit()).length() < 1e-6:
		return fmt.Errorf("up %v runs along the view; a direction across it was expected", c.Up)
	case c.FovDegrees <= 0 || c.FovDegrees >= 180:
		return fmt.Errorf("field of view %v degrees; between 0 and 180 was expected", c.FovDegrees)
	case c.Near <= 0 || (c.Far != 0 && c.Far <= c.Near):
		return fmt.Errorf("near %v, far %v; 0 < near < far was expected (far 0: no far plane)", c.Near, c.Far)
	}
	return nil
}

// lookAt fills in what eye and target leave open: y is up (z when looking straight down or up), no far plane.
func lookAt(eye, target [3]float32, fov float32) Camera {
	look := vectorOf(eye).sub(vectorOf(target))
	up := [3]float32{0, 1, 0}
	if look.unit().cross(vectorOf(up)).length() < 1e-3 {
		up = [3]float32{0, 0, -1}
	}
	return Camera{Eye: eye, Target: target, Up: up, FovDegrees: fov, Near: float32(look.length() / 100)}
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
			got = []float32{defaultFov}
			values[key] = got
		}
		if len(got) != want {
			return fail("%s has %d numbers, not %d", key, len(got), want)
		}
	}
	c := lookAt([3]float32(values["eye"]), [3]float32(values["target"]), values["fov"][0])
	if err := c.check(); err != nil {
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

// FitCamera is a three-quarter view, from the right and above, of everything drawn through the camera. It fits the
// suggested size, or a square target when there is none; a wider target shows more at the sides.
func (s *Scene) FitCamera() Camera {
	low, high, any := s.bounds()
	if !any {
		low, high = vector{-1, -1, -1}, vector{1, 1, 1}
	}
	center := low.add(high).scale(0.5)
	radius := max(high.sub(low).length()/2, 1e-6)
	c := Camera{Target: center.float32(), Up: [3]float32{0, 1, 0}, FovDegrees: defaultFov}
	back := vector{0.55, 0.45, 0.8}.unit()
	c.Eye = vectorOf(c.Target).add(back.scale(radius)).float32()
	distance, nearest := s.fitDistance(c.view(), low, high, center)
	c.Eye = vectorOf(c.Target).add(back.scale(distance)).float32()
	c.Near = float32(max(0.5*(distance-nearest), distance/1000))
	c.Far = float32(2 * (distance + radius))
	return c
}

// fitDistance is the distance from the centre at which every corner of the box is in the picture with a margin, and how far the nearest
// corner lies in front of the centre.
func (s *Scene) fitDistance(view matrix, low, high, center vector) (distance, nearest float64) {
	const margin = 1.1
	tangent := math.Tan(defaultFov * math.Pi / 360)
	aspect := 1.0
	if s.Width > 0 && s.Height > 0 {
		aspect = min(1, float64(s.Width)/float64(s.Height))
	}
	for corner := range 8 {
		p := low
		for k := range 3 {
			if corner>>k&1 == 1 {
				p[k] = high[k]
			}
		}
		v := view.direction(p.sub(center))
		wide := max(math.Abs(v[0])/aspect, math.Abs(v[1]))
		distance = max(distance, v[2]+margin*wide/tangent)
		nearest = max(nearest, v[2])
	}
	return max(distance, 1e-6), nearest
}

// bounds is the box around all vertices of all instances drawn through the camera, in world space.
func (s *Scene) bounds() (low, high vector, any bool) {
	inf := math.Inf(1)
	low, high = vector{inf, inf, inf}, vector{-inf, -inf, -inf}
	for i := range s.Draws {
		d := &s.Draws[i]
		if d.ClipSpace {
			continue
		}
		transform, step := matrixOf(d.Transform), vectorOf(d.InstanceStep)
		for _, instance := range []int{0, d.Instances - 1} {
			shift := step.scale(float64(instance))
			for v := range s.Meshes[d.Mesh].Vertices {
				p := transform.point(vectorOf(s.Meshes[d.Mesh].Vertices[v].Pos).add(shift))
				for k := range 3 {
					low[k], high[k] = min(low[k], p[k]), max(high[k], p[k])
				}
				any = true
			}
		}
	}
	return low, high, any
}
