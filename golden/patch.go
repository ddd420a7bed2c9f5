package golden

import (
	"math"

	"tilemark/hw/regs"
)

// mostSegments is the most segments of a patch's side.
const mostSegments = 32

// Where the parts of a vertex record lie.
const (
	recordNormal  = 3
	recordTexture = 6 // texture coordinates, then the colour
)

// segments returns n of section 1.
func segments(r *registers) int {
	level := field(r.word(regs.BlockEUP, regs.EUPTessellation), regs.EUPTessellationLevelShift, regs.EUPTessellationLevelMask)
	return int(min(max(level, 1), mostSegments))
}

// patch is the 16 control records of a bicubic Bézier patch, rows along v.
type patch [patchVertices]record

// weights of the four control points of a curve.
type weights [4]float32

func bezier(t float32) weights {
	s := sub(1, t)
	return weights{mul(mul(s, s), s), mul(mul(mul(s, s), t), 3), mul(mul(mul(s, t), t), 3), mul(mul(t, t), t)}
}

// hodograph is the weights of the curve's slope, which is a curve of the differences of its
// control points.
type hodograph [3]float32

func newHodograph(t float32) hodograph {
	s := sub(1, t)
	return hodograph{mul(mul(s, s), 3), mul(mul(mul(s, t), 2), 3), mul(mul(t, t), 3)}
}

func (q *hodograph) slope(x0, x1, x2, x3 float32) float32 {
	return add(add(mul(q[0], sub(x1, x0)), mul(q[1], sub(x2, x1))), mul(q[2], sub(x3, x2)))
}

func (w *weights) sum(x0, x1, x2, x3 float32) float32 {
	return add(add(add(mul(w[0], x0), mul(w[1], x1)), mul(w[2], x2)), mul(w[3], x3))
}

// combine combines four values: control points of a curve.
type combine func(x0, x1, x2, x3 float32) float32

// surface returns a position, or a tangent: each row combined along u, then the results
// along v.
func (p *patch) surface(u, v combine) (q [3]float32) {
	for k := range q {
		var rows [4]float32
		for r := range rows {
			row := p[4*r : 4*r+4]
			rows[r] = u(row[0][k], row[1][k], row[2][k], row[3][k])
		}
		q[k] = v(rows[0], rows[1], rows[2], rows[3])
	}
	return q
}

// cross returns the product of the tangents at (u, v), and its length.
func (p *patch) cross(u, v float32) (n [3]float32, length float32) {
	bu, bv, qu, qv := bezier(u), bezier(v), newHodograph(u), newHodograph(v)
	du, dv := p.surface(qu.slope, bv.sum), p.surface(bu.sum, qv.slope)
	for k := range n {
		a, b := (k+1)%3, (k+2)%3
		n[k] = sub(mul(du[a], dv[b]), mul(du[b], dv[a]))
	}
	// The root of a binary32 value is rounded twice here, which never differs from once.
	return n, float32(math.Sqrt(float64(dot3(n, n))))
}

// normal is the unit normal at (u, v). Where the tangents do not span a plane it is
// that of a point a little nearer to the middle.
func (p *patch) normal(u, v float32) (n [3]float32) {
	n, length := p.cross(u, v)
	if !(length > 0) {
		inward := func(t float32) float32 { return add(t, div(sub(0.5, t), 64)) }
		n, length = p.cross(inward(u), inward(v))
	}
	if !(length > 0) {
		return [3]float32{}
	}
	for k := range n {
		n[k] = div(n[k], length)
	}
	return n
}

// point is the vertex record at (u, v).
func (p *patch) point(u, v float32) (rec record) {
	bu, bv := bezier(u), bezier(v)
	position, normal := p.surface(bu.sum, bv.sum), p.normal(u, v)
	copy(rec[:], position[:])
	copy(rec[recordNormal:], normal[:])
	between := func(a, b, t float32) float32 { return add(mul(a, sub(1, t)), mul(b, t)) }
	for k := recordTexture; k < recordValues; k++ {
		rec[k] = between(between(p[0][k], p[3][k], u), between(p[12][k], p[15][k], u), v)
	}
	return rec
}

// patch reads the control records of a patch.
func (s *vertexSource) patch(i uint32) (p patch, err error) {
	base, err := s.patchRecord(i)
	if err != nil {
		return p, err
	}
	for k := range p {
		if p[k], err = s.numbered(base + uint32(k)); err != nil {
			return p, err
		}
	}
	return p, nil
}

// points computes the points of a patch, row by row.
func (r *renderer) points(d *draw, p *patch) error {
	n := d.segments
	r.grid = r.grid[:0]
	at := make([][2]float32, 0, shaderLanes)
	for j := range n + 1 {
		for i := range n + 1 {
			uv := [2]float32{div(float32(i), float32(n)), div(float32(j), float32(n))}
			rec := p.point(uv[0], uv[1])
			r.grid, at = append(r.grid, d.program.run(&rec, d.at.Instance)), append(at, uv)
			if len(at) == shaderLanes || len(r.grid) == (n+1)*(n+1) {
				if err := r.shader.points(d, p, at, r.grid[len(r.grid)-len(at):]); err != nil {
					return err
				}
				at = at[:0]
			}
		}
	}
	return nil
}

// patchRecord returns the number of the first control record of a patch.
func (s *vertexSource) patchRecord(i uint32) (uint32, error) {
	if !s.indexed {
		return s.first + patchVertices*i, nil
	}
	index, err := s.index(i)
	return s.baseVertex + patchVertices*index, err
}

// triangles of a cell: the corners of both, in cells.
var cellTriangles = [2][3][2]int{{{0, 0}, {1, 0}, {0, 1}}, {{1, 0}, {1, 1}, {0, 1}}}

// patch tessellates a patch and draws its triangles. It returns the triangles that
// clipping left.
func (r *renderer) patch(d *draw) (clipped uint64, err error) {
	p, err := d.vertices.patch(d.at.Primitive)
	if err != nil {
		return 0, err
	}
	n := d.segments
	if err := r.points(d, &p); err != nil {
		return 0, err
	}
	for t := range 2 * n * n {
		var prim [3]vertex
		for k, corner := range cellTriangles[t%2] {
			i, j := t/2%n+corner[0], t/2/n+corner[1]
			prim[k] = r.grid[j*(n+1)+i]
		}
		some, err := r.clipped(d, &prim, patchTriangles*uint32(t))
		if err != nil {
			return 0, err
		}
		clipped += some
	}
	return clipped, nil
}
