package tess

import "math"

// vertex record: words of a vertex in memory.
const (
	recPosition = 0
	recNormal   = 3
	recTexcoord = 6
	recColor    = 8
	recWords    = 12
)

// controls are the control records of a bicubic patch, four to a row
// (docs/arithmetic.md, section 1).
type controls [16][recWords]float32

// maxLevel is the most segments of a patch's side.
const maxLevel = 32

// segments returns the segments of a side for a value of TESSELLATION.LEVEL.
func segments(level uint32) uint8 { return uint8(min(max(level, 1), maxLevel)) }

// corner returns the grid point of corner k of triangle t: two triangles a cell, cells
// by rows.
func corner(t uint16, k int, n uint8) (i, j uint16) {
	cell := t >> 1
	i, j = cell%uint16(n), cell/uint16(n)
	switch {
	case t&1 == 0 && k == 1, t&1 == 1 && k == 0:
		return i + 1, j
	case k == 2:
		return i, j + 1
	case t&1 == 1:
		return i + 1, j + 1
	}
	return i, j
}

// evaluate computes the vertex record at u, v of a patch.
func (p *controls) evaluate(u, v float32, out *[recWords]float32) {
	a, b := weights(u), weights(v)
	for k := range 3 {
		out[recPosition+k] = p.surface(recPosition+k, &a, &b)
	}
	n, l := p.normal(u, v)
	if !(l > 0) { // a side that is one point: take the normal a little inside
		n, l = p.normal(u+float32(float32(0.5-u)/64), v+float32(float32(0.5-v)/64))
	}
	for k := range n {
		out[recNormal+k] = 0
		if l > 0 {
			out[recNormal+k] = n[k] / l
		}
	}
	for k := recTexcoord; k < recWords; k++ {
		top := float32(p[0][k]*float32(1-u)) + float32(p[3][k]*u)
		bottom := float32(p[12][k]*float32(1-u)) + float32(p[15][k]*u)
		out[k] = float32(top*float32(1-v)) + float32(bottom*v)
	}
}

// normal returns the cross product of the tangents and its length.
func (p *controls) normal(u, v float32) (n [3]float32, l float32) {
	a, b, c, d := weights(u), weights(v), differences(u), differences(v)
	var du, dv [3]float32
	for k := range 3 {
		var along, across [4]float32
		for r := range 4 {
			x := p[4*r : 4*r+4 : 4*r+4]
			at := recPosition + k
			along[r] = slope(&c, x[0][at], x[1][at], x[2][at], x[3][at])
			across[r] = sum(&a, x[0][at], x[1][at], x[2][at], x[3][at])
		}
		du[k] = sum(&b, along[0], along[1], along[2], along[3])
		dv[k] = slope(&d, across[0], across[1], across[2], across[3])
	}
	n = [3]float32{
		float32(du[1]*dv[2]) - float32(du[2]*dv[1]),
		float32(du[2]*dv[0]) - float32(du[0]*dv[2]),
		float32(du[0]*dv[1]) - float32(du[1]*dv[0]),
	}
	s := float32(n[0]*n[0]) + float32(n[1]*n[1])
	s += float32(n[2] * n[2])
	return n, float32(math.Sqrt(float64(s)))
}

// surface returns the weighted sum of component k: a along a row, b over the rows.
func (p *controls) surface(k int, a, b *[4]float32) float32 {
	var row [4]float32
	for r := range row {
		row[r] = sum(a, p[4*r][k], p[4*r+1][k], p[4*r+2][k], p[4*r+3][k])
	}
	return sum(b, row[0], row[1], row[2], row[3])
}

func sum(w *[4]float32, x0, x1, x2, x3 float32) float32 {
	s := float32(w[0]*x0) + float32(w[1]*x1)
	s += float32(w[2] * x2)
	return s + float32(w[3]*x3)
}

// weights returns the cubic Bernstein polynomials at t.
func weights(t float32) [4]float32 {
	s := 1 - t
	ss, tt := float32(s*s), float32(t*t)
	return [4]float32{float32(ss * s), float32(float32(ss*t) * 3), float32(float32(float32(s*t)*t) * 3), float32(tt * t)}
}

// differences returns the weights of neighbouring control points' differences in the slope
// at t. Equal points have a slope of exactly zero.
func differences(t float32) [3]float32 {
	s := 1 - t
	return [3]float32{float32(float32(s*s) * 3), float32(float32(float32(s*t)*2) * 3), float32(float32(t*t) * 3)}
}

func slope(q *[3]float32, x0, x1, x2, x3 float32) float32 {
	s := float32(q[0]*float32(x1-x0)) + float32(q[1]*float32(x2-x1))
	return s + float32(q[2]*float32(x3-x2))
}
