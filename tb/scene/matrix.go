package scene

import "math"

// vector and matrix are the float64 arithmetic in which transforms are built; only the results are rounded to float32.
type vector [3]float64

// matrix is column-major.
type matrix [16]float64

func (a vector) add(b vector) vector    { return vector{a[0] + b[0], a[1] + b[1], a[2] + b[2]} }
func (a vector) sub(b vector) vector    { return vector{a[0] - b[0], a[1] - b[1], a[2] - b[2]} }
func (a vector) scale(f float64) vector { return vector{a[0] * f, a[1] * f, a[2] * f} }
func (a vector) dot(b vector) float64   { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }
func (a vector) length() float64        { return math.Sqrt(a.dot(a)) }
func (a vector) float32() [3]float32    { return [3]float32{float32(a[0]), float32(a[1]), float32(a[2])} }
func vectorOf(v [3]float32) vector      { return vector{float64(v[0]), float64(v[1]), float64(v[2])} }

func (a vector) cross(b vector) vector {
	return vector{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
}

// unit is the vector at length one; zero, and what is not finite, become zero.
func (a vector) unit() vector {
	most := max(math.Abs(a[0]), math.Abs(a[1]), math.Abs(a[2]))
	if most == 0 || math.IsInf(most, 0) || math.IsNaN(most) {
		return vector{}
	}
	_, e := math.Frexp(most)
	for i := range a { // so that the squares neither vanish nor overflow
		a[i] = math.Ldexp(a[i], -e)
	}
	return a.scale(1 / a.length())
}

func identity() matrix {
	return matrix{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}
}

func translation(t vector) matrix {
	m := identity()
	m[12], m[13], m[14] = t[0], t[1], t[2]
	return m
}

func scaling(s vector) matrix {
	return matrix{s[0], 0, 0, 0, 0, s[1], 0, 0, 0, 0, s[2], 0, 0, 0, 0, 1}
}

// rotation is by a quaternion x, y, z, w, which need not have unit length.
func rotation(q [4]float64) matrix {
	n := q[0]*q[0] + q[1]*q[1] + q[2]*q[2] + q[3]*q[3]
	if n == 0 {
		return identity()
	}
	s := 2 / n
	x, y, z, w := q[0], q[1], q[2], q[3]
	return matrix{
		1 - s*(y*y+z*z), s * (x*y + z*w), s * (x*z - y*w), 0,
		s * (x*y - z*w), 1 - s*(x*x+z*z), s * (y*z + x*w), 0,
		s * (x*z + y*w), s * (y*z - x*w), 1 - s*(x*x+y*y), 0,
		0, 0, 0, 1,
	}
}

func (m matrix) mul(n matrix) matrix {
	var r matrix
	for c := range 4 {
		for row := range 4 {
			for k := range 4 {
				r[4*c+row] += m[4*k+row] * n[4*c+k]
			}
		}
	}
	return r
}

func (m matrix) float32() [16]float32 {
	var r [16]float32
	for i, v := range m {
		r[i] = float32(v)
	}
	return r
}

func matrixOf(m [16]float32) matrix {
	var r matrix
	for i, v := range m {
		r[i] = float64(v)
	}
	return r
}

// point transforms a point by an affine matrix.
func (m matrix) point(p vector) vector {
	return m.direction(p).add(vector{m[12], m[13], m[14]})
}

// direction transforms a direction: no translation.
func (m matrix) direction(d vector) vector {
	var r vector
	for i := range 3 {
		r[i] = m[i]*d[0] + m[4+i]*d[1] + m[8+i]*d[2]
	}
	return r
}

// determinant is that of the upper left 3x3: negative for a mirroring transform.
func (m matrix) determinant() float64 {
	x, y, z := vector{m[0], m[1], m[2]}, vector{m[4], m[5], m[6]}, vector{m[8], m[9], m[10]}
	return x.dot(y.cross(z))
}

// normal transforms a normal by the inverse of the transpose of the upper left 3x3, to unit length; also where that has no inverse but
// keeps two dimensions.
func (m matrix) normal(n vector) vector {
	x, y, z := vector{m[0], m[1], m[2]}, vector{m[4], m[5], m[6]}, vector{m[8], m[9], m[10]}
	r := y.cross(z).scale(n[0]).add(z.cross(x).scale(n[1])).add(x.cross(y).scale(n[2])).unit() // cofactors are the inverse's transpose but for the determinant
	if m.determinant() < 0 {
		return r.scale(-1)
	}
	return r
}

// even tells whether a transform keeps angles: its axes stand at right angles and have one length.
func (m matrix) even() bool {
	const tolerance = 1e-6
	x, y, z := vector{m[0], m[1], m[2]}, vector{m[4], m[5], m[6]}, vector{m[8], m[9], m[10]}
	square := max(x.dot(x), y.dot(y), z.dot(z))
	for _, off := range []float64{x.dot(y), y.dot(z), z.dot(x), x.dot(x) - square, y.dot(y) - square, z.dot(z) - square} {
		if math.Abs(off) > tolerance*square {
			return false
		}
	}
	return true
}
