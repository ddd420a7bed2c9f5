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

// points computes the points of a patch, row by row: a thread of the domain kernel has as many as it has lanes.
func (r *renderer) points(d *draw, p *patch, n int) error {
	k := d.domain
	r.grid = r.grid[:0]
	total := (n + 1) * (n + 1)
	for first := 0; first < total; first += k.lanes {
		some := min(k.lanes, total-first)
		k.begin(uint32(1<<some-1), 0)
		k.patch(d, p, domainValues)
		for lane := range some {
			i, j := (first+lane)%(n+1), (first+lane)/(n+1)
			k.float(0, lane, div(float32(i), float32(n)))
			k.float(1, lane, div(float32(j), float32(n)))
		}
		if err := k.finish(); err != nil {
			return err
		}
		for lane := range some {
			r.grid = append(r.grid, k.vertex(lane))
		}
	}
	return nil
}

// domainValues is how many values a domain thread has before the control points: u and v of each lane.
const domainValues = 2

// patchRegisters is how many registers the control points of a patch take: two each, of which the second has the colour.
const patchRegisters = 2 * patchVertices

// patch gives a thread what it has of its patch: instance and number, and after some values the control points.
func (t *kernelThread) patch(d *draw, p *patch, values int) {
	t.word(0, 0, d.at.Instance)
	t.word(0, 1, d.at.Primitive)
	for k := range p {
		for i, v := range p[k] {
			t.word(1+values*t.set+2*k+i/registerWords, i%registerWords, math.Float32bits(v))
		}
	}
}

// segmentsOf is the number of segments of a patch's side: what the hull kernel says, where there is one.
func (r *renderer) segmentsOf(d *draw, p *patch) (int, error) {
	k := d.hull
	if k == nil {
		return d.segments, nil
	}
	k.begin(1, 0)
	k.patch(d, p, 0)
	if err := r.above(k); err != nil {
		return 0, err
	}
	return int(min(max(k.result(0, 0), 1), mostSegments)), nil
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
	n, err := r.segmentsOf(d, &p)
	if err != nil {
		return 0, err
	}
	lone := r.threads != nil && r.threads.Last != nil
	if !lone {
		lone = r.points(d, &p, n) != nil // some of its points cannot be computed: which, triangle by triangle
	}
	for t := range 2 * n * n {
		var prim [3]vertex
		if lone {
			err = r.triangleOf(d, &p, n, t, &prim)
		} else {
			for k, corner := range cellTriangles[t%2] {
				i, j := t/2%n+corner[0], t/2/n+corner[1]
				prim[k] = r.grid[j*(n+1)+i]
			}
		}
		if err != nil {
			return 0, err
		}
		d.shown.flatten(&prim, 0)
		some, err := r.clipped(d, &prim, patchTriangles*uint32(t))
		if err != nil {
			return 0, err
		}
		clipped += some
	}
	return clipped, nil
}

// triangleOf computes the corners of a triangle of a patch by a thread of its own, or of the one at which the context has ended.
func (r *renderer) triangleOf(d *draw, p *patch, n, t int, prim *[3]vertex) error {
	count, k := 1, d.domain
	if last := r.last(d, patchTriangles*uint32(t)); last != nil && last.Primitives > 0 {
		count = last.Primitives
	}
	if corners*count > k.lanes || t+count > 2*n*n {
		return expected(k.text, "a domain thread of at most %d triangles, found %d", min(k.lanes/corners, 2*n*n-t), count)
	}
	k.begin(uint32(1)<<(corners*count)-1, 0)
	k.patch(d, p, domainValues)
	for lane := range corners * count {
		of := t + lane/corners
		corner := cellTriangles[of%2][lane%corners]
		k.float(0, lane, div(float32(of/2%n+corner[0]), float32(n)))
		k.float(1, lane, div(float32(of/2/n+corner[1]), float32(n)))
	}
	if err := r.above(k); err != nil {
		return err
	}
	for lane := range prim {
		prim[lane] = k.vertex(lane)
	}
	return nil
}
