package geometry

import (
	"math"
	"math/big"
	"slices"
)

// polygon is a face of more than three corners while it is cut into triangles. Its points are seen along the axis that its plane faces most,
// which keeps the order of everything in the plane; whole float32 numbers stand there, so that on which side of a line a point lies is exact.
type polygon struct {
	corners    [][3]float32
	points     []point // of the corners, counter-clockwise
	least      float64 // twice the area of a triangle that counts though its points lie on one line in the plane
	next, prev []int   // of the corners that are left
	left       int
	tests      *int // comparisons that may still be made
}

// point is a corner of a polygon in its plane.
type point struct{ x, y float64 }

// MaxEarTests bounds the work that the polygons of a file may take, in corners that are held against a triangle or tried as an ear: each takes
// at most 18 tests of a side, which may be exact ones.
const MaxEarTests = 1 << 27

// Triangulate cuts the polygon of these corners into triangles, by numbers of corners, with the winding of the polygon. Triangles without an
// area are left out. A strictly convex polygon becomes the fan of its first corner. simple is false where the polygon crosses itself or has no
// plane: then it is cut as well as can be. tests counts down; the result is nil when it is below 0.
func Triangulate(corners [][3]float32, tests *int) (triangles [][3]int, simple bool) {
	if len(corners) == 3 {
		return fan(3), true
	}
	p, flat := newPolygon(corners, tests)
	if !flat || p.convex() {
		return fan(len(corners)), flat
	}
	simple = true
	for k := range p.points {
		p.dropPoint(k)
	}
	for at := p.first(); p.left > 2; at = p.first() {
		ear, clean := p.findEar(at)
		if *p.tests < 0 {
			return nil, false
		}
		simple = simple && clean
		a, c := p.prev[ear], p.next[ear]
		if p.side(a, ear, c) != 0 || p.stands(a, ear, c) {
			triangles = append(triangles, [3]int{a, ear, c})
		}
		p.remove(ear)
		p.dropPoint(a)
		p.dropPoint(c)
	}
	return triangles, simple
}

func fan(n int) (triangles [][3]int) {
	for i := range n - 2 {
		triangles = append(triangles, [3]int{0, i + 1, i + 2})
	}
	return triangles
}

// newPolygon looks at the corners along an axis; flat is false where they span no area.
func newPolygon(corners [][3]float32, tests *int) (p *polygon, flat bool) {
	normal := AreaVector(corners)
	axis := 0
	for k := range 3 {
		if math.Abs(normal[k]) > math.Abs(normal[axis]) {
			axis = k
		}
	}
	n := len(corners)
	p = &polygon{corners: corners, least: 1e-4 * normal.Length(), points: make([]point, n), next: make([]int, n), prev: make([]int, n), left: n, tests: tests}
	for i, c := range corners {
		x, y := float64(c[(axis+1)%3]), float64(c[(axis+2)%3])
		if normal[axis] < 0 {
			x, y = y, x
		}
		p.points[i] = point{x, y}
		p.next[i], p.prev[i] = (i+1)%n, (i+n-1)%n
	}
	return p, normal[axis] != 0
}

// AreaVector is normal to a polygon, on the side from which it runs counter-clockwise, and as long as twice its area (Newell's method).
func AreaVector(corners [][3]float32) (sum Vector) {
	origin := VectorOf(corners[0])
	for i := range corners {
		a, b := VectorOf(corners[i]).Sub(origin), VectorOf(corners[(i+1)%len(corners)]).Sub(origin)
		sum = sum.Add(a.Cross(b))
	}
	return sum
}

// convex tells whether every corner turns left and the fan of the first corner turns nowhere back.
func (p *polygon) convex() bool {
	n := len(p.points)
	for i := range n {
		if p.side(i, (i+1)%n, (i+2)%n) <= 0 || i > 0 && i < n-1 && p.side(0, i, i+1) <= 0 {
			return false
		}
	}
	return true
}

// stands tells of corners that lie on one line in the plane whether they span an area out of it: the corners of faces need not be in one plane.
func (p *polygon) stands(a, b, c int) bool {
	return FaceNormal(p.corners[a], p.corners[b], p.corners[c]).Length() > p.least
}

// gone stands for the neighbours of a corner that is not left.
const gone = -1

// first is a corner that is left.
func (p *polygon) first() int { return slices.IndexFunc(p.next, func(k int) bool { return k != gone }) }

func (p *polygon) remove(k int) {
	p.next[p.prev[k]], p.prev[p.next[k]] = p.next[k], p.prev[k]
	p.next[k], p.prev[k] = gone, gone
	p.left--
}

// dropPoint takes a corner away that is the same point as the next one, or the tip of a spike; and what becomes so by that.
func (p *polygon) dropPoint(k int) {
	for p.left > 2 && p.next[k] != gone {
		a, c := p.prev[k], p.next[k]
		spike := p.corners[a] == p.corners[c]
		if !spike && p.corners[k] != p.corners[c] {
			return
		}
		p.remove(k)
		k = a
	}
}

// Kinds of ears, from what a simple polygon always has to what is better than nothing.
const (
	earClear   = iota // a triangle without another corner in it or on its border
	earTouched        // one that the boundary touches, and does not enter
	earFlat           // a corner on the line between its neighbours: it takes nothing away
	earConvex         // a corner that turns left
	earAny
)

// findEar finds a corner that can be cut off, from a corner on; clean is false where the polygon must cross itself.
func (p *polygon) findEar(from int) (ear int, clean bool) {
	for kind := earClear; ; kind++ {
		k := from
		for range p.left {
			if p.isEar(k, kind) || *p.tests < 0 {
				return k, kind <= earFlat
			}
			k = p.next[k]
		}
	}
}

func (p *polygon) isEar(k, kind int) bool {
	*p.tests--
	switch side := p.side(p.prev[k], k, p.next[k]); kind {
	case earClear, earTouched:
		return side > 0 && !p.entered(k, kind == earTouched)
	case earFlat:
		return side == 0
	case earConvex:
		return side > 0
	}
	return true
}

// entered tells whether the boundary comes into the triangle of a corner and its neighbours; touching it from outside is no matter where
// touch says so, but where corners are the same point it never is.
func (p *polygon) entered(b int, touch bool) bool {
	triangle := [3]int{p.prev[b], b, p.next[b]}
	for k := p.next[triangle[2]]; k != triangle[0] && *p.tests >= 0; k = p.next[k] {
		*p.tests--
		if !p.outside(k, triangle) && p.enters(k, triangle, touch) {
			return true
		}
	}
	return false
}

// outside tells whether a corner is outside a triangle; its border is inside.
func (p *polygon) outside(k int, t [3]int) bool {
	q, a, b, c := p.points[k], p.points[t[0]], p.points[t[1]], p.points[t[2]]
	if q.x < min(a.x, b.x, c.x) || q.x > max(a.x, b.x, c.x) || q.y < min(a.y, b.y, c.y) || q.y > max(a.y, b.y, c.y) {
		return true
	}
	return p.side(t[0], t[1], k) < 0 || p.side(t[1], t[2], k) < 0 || p.side(t[2], t[0], k) < 0
}

// enters tells whether the boundary at corner k, which is in the triangle or on its border, comes into it.
func (p *polygon) enters(k int, t [3]int, touch bool) bool {
	onSides := 0
	for i, a := range t {
		if b := t[(i+1)%3]; p.side(a, b, k) == 0 {
			onSides++
			touch = touch || p.points[k] == p.points[a] || p.points[k] == p.points[b]
		}
	}
	if onSides == 0 || !touch {
		return true
	}
	for _, end := range []int{p.prev[k], p.next[k]} {
		within := true // goes to the inner side of each side that k is on
		for i, a := range t {
			b := t[(i+1)%3]
			within = within && (p.side(a, b, k) != 0 || p.side(a, b, end) > 0)
		}
		if within {
			return true
		}
	}
	return false
}

// side is above 0 where c lies left of the line from a to b, below 0 where it lies right of it, and 0 on the line: exactly.
func (p *polygon) side(a, b, c int) int {
	pa, pb, pc := p.points[a], p.points[b], p.points[c]
	left, right := (pa.x-pc.x)*(pb.y-pc.y), (pa.y-pc.y)*(pb.x-pc.x)
	const bound = 8 * 0x1p-53 // of the rounding of two differences each, two products and their difference
	if d := left - right; math.Abs(d) > bound*(math.Abs(left)+math.Abs(right)) {
		return sign(d)
	}
	return exactSide(pa, pb, pc)
}

func sign(x float64) int {
	switch {
	case x > 0:
		return 1
	case x < 0:
		return -1
	}
	return 0
}

// exactSide is side without rounding.
func exactSide(a, b, c point) int {
	// A difference of two float32 numbers has up to 278 bits, a product of two twice as many.
	diff := func(x, y float64) *big.Float {
		return new(big.Float).SetPrec(1200).Sub(big.NewFloat(x), big.NewFloat(y))
	}
	mul := func(x, y *big.Float) *big.Float { return new(big.Float).SetPrec(1200).Mul(x, y) }
	return mul(diff(a.x, c.x), diff(b.y, c.y)).Cmp(mul(diff(a.y, c.y), diff(b.x, c.x)))
}
