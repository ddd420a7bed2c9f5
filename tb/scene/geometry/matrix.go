// Package geometry is vectors, matrices, and polygons cut into triangles, in numbers of 64 bits: what tb/scene and readers of models
// place, fit and light scenes with.
package geometry

import "math"

// Vector and matrix are the float64 arithmetic in which transforms are built; only the results are rounded to float32.
type Vector [3]float64

// Matrix is column-major.
type Matrix [16]float64

// Add, and the next ones, are what vectors have everywhere.
func (a Vector) Add(b Vector) Vector    { return Vector{a[0] + b[0], a[1] + b[1], a[2] + b[2]} }
func (a Vector) Sub(b Vector) Vector    { return Vector{a[0] - b[0], a[1] - b[1], a[2] - b[2]} }
func (a Vector) Scale(f float64) Vector { return Vector{a[0] * f, a[1] * f, a[2] * f} }
func (a Vector) Dot(b Vector) float64   { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }
func (a Vector) Length() float64        { return math.Sqrt(a.Dot(a)) }
func (a Vector) Float32() [3]float32    { return [3]float32{float32(a[0]), float32(a[1]), float32(a[2])} }
func VectorOf(v [3]float32) Vector      { return Vector{float64(v[0]), float64(v[1]), float64(v[2])} }

// Cross is the vector product, at a right angle to both.
func (a Vector) Cross(b Vector) Vector {
	return Vector{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
}

// Unit is the vector at length one; zero, and what is not finite, become zero.
func (a Vector) Unit() Vector {
	most := max(math.Abs(a[0]), math.Abs(a[1]), math.Abs(a[2]))
	if most == 0 || math.IsInf(most, 0) || math.IsNaN(most) {
		return Vector{}
	}
	_, e := math.Frexp(most)
	for i := range a { // so that the squares neither vanish nor overflow
		a[i] = math.Ldexp(a[i], -e)
	}
	return a.Scale(1 / a.Length())
}

// Identity changes nothing.
func Identity() Matrix {
	return Matrix{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}
}

// Translation moves points.
func Translation(t Vector) Matrix {
	m := Identity()
	m[12], m[13], m[14] = t[0], t[1], t[2]
	return m
}

// Scaling stretches along the axes.
func Scaling(s Vector) Matrix {
	return Matrix{s[0], 0, 0, 0, 0, s[1], 0, 0, 0, 0, s[2], 0, 0, 0, 0, 1}
}

// Rotation is by a quaternion x, y, z, w, which need not have unit length.
func Rotation(q [4]float64) Matrix {
	n := q[0]*q[0] + q[1]*q[1] + q[2]*q[2] + q[3]*q[3]
	if n == 0 {
		return Identity()
	}
	s := 2 / n
	x, y, z, w := q[0], q[1], q[2], q[3]
	return Matrix{
		1 - s*(y*y+z*z), s * (x*y + z*w), s * (x*z - y*w), 0,
		s * (x*y - z*w), 1 - s*(x*x+z*z), s * (y*z + x*w), 0,
		s * (x*z + y*w), s * (y*z - x*w), 1 - s*(x*x+y*y), 0,
		0, 0, 0, 1,
	}
}

// Mul is m after n: n is applied first.
func (m Matrix) Mul(n Matrix) Matrix {
	var r Matrix
	for c := range 4 {
		for row := range 4 {
			for k := range 4 {
				r[4*c+row] += m[4*k+row] * n[4*c+k]
			}
		}
	}
	return r
}

// Float32 rounds each element.
func (m Matrix) Float32() [16]float32 {
	var r [16]float32
	for i, v := range m {
		r[i] = float32(v)
	}
	return r
}

// MatrixOf is a matrix of 32-bit numbers.
func MatrixOf(m [16]float32) Matrix {
	var r Matrix
	for i, v := range m {
		r[i] = float64(v)
	}
	return r
}

// Point transforms a point by an affine matrix.
func (m Matrix) Point(p Vector) Vector {
	return m.Direction(p).Add(Vector{m[12], m[13], m[14]})
}

// Direction transforms a direction: no translation.
func (m Matrix) Direction(d Vector) Vector {
	var r Vector
	for i := range 3 {
		r[i] = m[i]*d[0] + m[4+i]*d[1] + m[8+i]*d[2]
	}
	return r
}

// Determinant is that of the upper left 3x3: negative for a mirroring transform.
func (m Matrix) Determinant() float64 {
	x, y, z := Vector{m[0], m[1], m[2]}, Vector{m[4], m[5], m[6]}, Vector{m[8], m[9], m[10]}
	return x.Dot(y.Cross(z))
}

// Normal transforms a normal by the inverse of the transpose of the upper left 3x3, to unit length; also where that has no inverse but
// keeps two dimensions.
func (m Matrix) Normal(n Vector) Vector {
	x, y, z := Vector{m[0], m[1], m[2]}, Vector{m[4], m[5], m[6]}, Vector{m[8], m[9], m[10]}
	r := y.Cross(z).Scale(n[0]).Add(z.Cross(x).Scale(n[1])).Add(x.Cross(y).Scale(n[2])).Unit() // cofactors are the inverse's transpose but for the determinant
	if m.Determinant() < 0 {
		return r.Scale(-1)
	}
	return r
}

// Even tells whether a transform keeps angles: its axes stand at right angles and have one length.
func (m Matrix) Even() bool {
	const tolerance = 1e-6
	x, y, z := Vector{m[0], m[1], m[2]}, Vector{m[4], m[5], m[6]}, Vector{m[8], m[9], m[10]}
	square := max(x.Dot(x), y.Dot(y), z.Dot(z))
	for _, off := range []float64{x.Dot(y), y.Dot(z), z.Dot(x), x.Dot(x) - square, y.Dot(y) - square, z.Dot(z) - square} {
		if math.Abs(off) > tolerance*square {
			return false
		}
	}
	return true
}

// FaceNormal has the direction of the side from which a, b, c run counter-clockwise, and twice the triangle's area as its length.
func FaceNormal(a, b, c [3]float32) Vector {
	o := VectorOf(a)
	return VectorOf(b).Sub(o).Cross(VectorOf(c).Sub(o))
}
