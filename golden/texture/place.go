package texture

import "math"

// ofPattern is the number of a pattern of binary32.
func ofPattern(p uint32) float32 { return math.Float32frombits(p) }

func finite(x float32) bool { return !math.IsNaN(float64(x)) && !math.IsInf(float64(x), 0) }

// within is floor(x·scale), x clamped to ±most before; what is not finite counts as 0.
func within(x, most float32, scale float64) int {
	if !finite(x) {
		return 0
	}
	return int(math.Floor(float64(min(max(x, -most), most)) * scale))
}

// nearestTexel is the number of the texel at a coordinate, not wrapped.
func nearestTexel(c float32, size int) int { return within(float32(c*float32(size)), 1<<30, 1) }

// linearPlace is a coordinate in 256ths of a texel, from the centre of the first one.
func linearPlace(c float32, size int) int {
	return within(float32(float32(c*float32(size))-0.5), 1<<22, 256)
}

// wrapped brings the number of a texel into the level.
func wrapped(n, size int, mode uint32) int {
	const clamp, mirror = 1, 2
	switch mode {
	case clamp:
		return min(max(n, 0), size-1)
	case mirror:
		m := modulo(n, 2*size)
		return min(m, 2*size-1-m)
	}
	return modulo(n, size)
}

func modulo(n, size int) int { return (n%size + size) % size }

// vector is a direction in space.
type vector [3]int

func (a vector) times(n int) vector { return vector{a[0] * n, a[1] * n, a[2] * n} }

func (a vector) plus(b vector) vector { return vector{a[0] + b[0], a[1] + b[1], a[2] + b[2]} }

func (a vector) dot(b vector) int { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }

// face is a side of a cube: the directions in which s, t and what decides grow.
type face struct{ s, t, out vector }

var faces = [6]face{
	{vector{0, 0, -1}, vector{0, -1, 0}, vector{1, 0, 0}}, {vector{0, 0, 1}, vector{0, -1, 0}, vector{-1, 0, 0}},
	{vector{1, 0, 0}, vector{0, 0, 1}, vector{0, 1, 0}}, {vector{1, 0, 0}, vector{0, 0, -1}, vector{0, -1, 0}},
	{vector{1, 0, 0}, vector{0, -1, 0}, vector{0, 0, 1}}, {vector{-1, 0, 0}, vector{0, -1, 0}, vector{0, 0, -1}},
}

// direction is a place on a cube as a message names it; a NaN counts as 0 where faces are chosen.
type direction [3]float32

// faceOf is the face that a direction meets.
func faceOf(d direction) int {
	var size [3]float32
	for k, x := range d {
		if x == x {
			size[k] = float32(math.Abs(float64(x)))
		}
	}
	axis := 0
	switch {
	case size[2] >= size[0] && size[2] >= size[1]:
		axis = 2
	case size[1] >= size[0]:
		axis = 1
	}
	if d[axis] == d[axis] && math.Signbit(float64(d[axis])) {
		return 2*axis + 1
	}
	return 2 * axis
}

// along is the component of a direction along an axis of space.
func (d direction) along(v vector) float32 {
	for k, sign := range v {
		switch sign {
		case 1:
			return d[k]
		case -1:
			return -d[k]
		}
	}
	return 0
}

// on is u and v of a direction on a face.
func (d direction) on(n int) [2]float32 {
	f := &faces[n]
	m := float32(math.Abs(float64(d.along(f.out))))
	return [2]float32{float32(float32(float32(d.along(f.s)/m)*0.5) + 0.5), float32(float32(float32(d.along(f.t)/m)*0.5) + 0.5)}
}

// across finds the texel of a cube that stands at column i and row j of a face, which may be one step beyond its edges. Twice a texel's distance from the
// middle of the face is an integer, which makes it a point of space; a step over the edge turns what decides.
func across(n, i, j, size int) (face, column, row int) {
	if inside := func(k int) bool { return k >= 0 && k < size }; !inside(i) && !inside(j) {
		j = min(max(j, 0), size-1)
	} else if inside(i) && inside(j) {
		return n, i, j
	}
	f := &faces[n]
	a, b := 2*i+1-size, 2*j+1-size
	side, rest := f.s, f.t.times(b)
	if a >= -size && a <= size {
		side, rest = f.t, f.s.times(a)
		a = b
	}
	if a < 0 {
		side = side.times(-1)
	}
	p := side.times(size).plus(rest).plus(f.out.times(size - 1))
	for k := range faces {
		if faces[k].out == side {
			return k, (p.dot(faces[k].s) + size - 1) / 2, (p.dot(faces[k].t) + size - 1) / 2
		}
	}
	panic("a direction is no face's")
}
