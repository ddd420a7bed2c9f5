package tsu

import (
	"math"
	"math/bits"

	"tilemark/hw/pipe"
	"tilemark/hw/regs"
)

// maxCorners is the most corners of a triangle cut by six planes.
const maxCorners = 9

// clip cuts a primitive by the near and far planes and the guard band into S.Poly and
// returns the number of its corners, 0 when nothing is left
// (docs/arithmetic.md, section 2).
func (b *TSU) clip(v *[3]pipe.Vertex) int {
	if !finite(v) || outside(v) {
		return 0
	}
	b.S.Poly[0], b.S.Poly[1], b.S.Poly[2] = v[0], v[1], v[2]
	n := 3
	g := b.S.Regs.GuardBand()
	var cut [maxCorners]pipe.Vertex
	for plane := range planes {
		var d [maxCorners]float64
		crossed := false
		for i := range n {
			d[i] = distance(plane, &b.S.Poly[i].Clip, g)
			crossed = crossed || !(d[i] >= 0)
		}
		if !crossed {
			continue
		}
		if n = cutPlane(&b.S.Poly, &d, n, b.S.Regs.Flat(), &cut); n > maxCorners {
			n = 0
		}
		copy(b.S.Poly[:n], cut[:n])
	}
	if n < 3 {
		n = 0
	}
	clear(b.S.Poly[n:])
	return n
}

// flattened is the corners of a primitive with the flat attributes of the provoking vertex.
func (b *TSU) flattened(e *pipe.Shaded) (v [3]pipe.Vertex) {
	v = e.V
	from := &e.V[min(e.Assembly().Provokes, 2)]
	for set := b.S.Regs.Flat(); set != 0; set &= set - 1 {
		k := bits.TrailingZeros32(set)
		for c := range v {
			v[c].A[k] = from.A[k]
		}
	}
	return v
}

func finite(v *[3]pipe.Vertex) bool {
	for i := range v {
		for _, c := range v[i].Clip {
			if c-c != 0 {
				return false
			}
		}
	}
	return true
}

// outside tells whether all corners lie strictly outside one side of the view volume.
func outside(v *[3]pipe.Vertex) bool {
	all := uint8(63)
	for i := range v {
		x, y, z, w := v[i].Clip[0], v[i].Clip[1], v[i].Clip[2], v[i].Clip[3]
		var o uint8
		for k, out := range [6]bool{x > w, x < -w, y > w, y < -w, z < 0, z > w} {
			if out {
				o |= 1 << k
			}
		}
		all &= o
	}
	return all != 0
}

// planes is the number of clip planes, in the order of distance.
const planes = 6

// distance of a corner from a plane, not negative inside. It is binary64, so the plane
// that a corner is cut at is the plane, also where large numbers nearly cancel.
func distance(plane int, c *[4]float32, g float32) float64 {
	x, y, z, w := float64(c[0]), float64(c[1]), float64(c[2]), float64(c[3])
	gw := float64(float64(g) * w)
	switch plane {
	case 0:
		return z
	case 1:
		return w - z
	case 2:
		return gw - x
	case 3:
		return gw + x
	case 4:
		return gw - y
	}
	return gw + y
}

// cutPlane is one step of Sutherland-Hodgman. It returns more than maxCorners when
// rounding makes a sliver cross a plane so often that the corners do not fit.
func cutPlane(in *[maxCorners]pipe.Vertex, d *[maxCorners]float64, n int, flat uint32, out *[maxCorners]pipe.Vertex) int {
	m := 0
	for i := range n {
		j := i + 1
		if j == n {
			j = 0
		}
		inA, inB := d[i] >= 0, d[j] >= 0
		if inA {
			if m == maxCorners {
				return m + 1
			}
			out[m] = in[i]
			m++
		}
		if inA == inB {
			continue
		}
		if m == maxCorners {
			return m + 1
		}
		if inA {
			between(&in[i], &in[j], d[i], d[j], flat, &out[m])
		} else {
			between(&in[j], &in[i], d[j], d[i], flat, &out[m])
		}
		m++
	}
	return m
}

// between computes the vertex where an edge crosses a plane, a at distance da inside, b at
// db outside. Flat attributes are alike at both.
func between(a, b *pipe.Vertex, da, db float64, flat uint32, out *pipe.Vertex) {
	for k := range out.Clip {
		out.Clip[k] = weighted(a.Clip[k], b.Clip[k], da, db)
	}
	for k := range out.A {
		if out.A[k] = a.A[k]; flat>>k&1 == 0 {
			out.A[k] = weighted(a.A[k], b.A[k], da, db)
		}
	}
}

// weighted is one component of it. Products are rounded before they are subtracted.
func weighted(a, b float32, da, db float64) float32 {
	return float32((float64(da*float64(b)) - float64(db*float64(a))) / (da - db))
}

// setUp projects and snaps triangle id of the polygon's fan and tells whether it
// survives culling (docs/arithmetic.md, section 3).
func (b *TSU) setUp(t *pipe.Triangle, id int) bool {
	p := viewport(&b.S.Regs)
	for k, c := range [3]int{0, id + 1, id + 2} {
		if !project(&b.S.Poly[c], &p, &t.V[k]) {
			return false
		}
	}
	v := &t.V
	t.Area = int64(v[1].X-v[0].X)*int64(v[2].Y-v[0].Y) - int64(v[2].X-v[0].X)*int64(v[1].Y-v[0].Y)
	if t.Area == 0 {
		return false
	}
	r := &b.S.Regs
	t.Front = (t.Area > 0) == r.CullFrontCw()
	return !(t.Front && r.CullCullFront() || !t.Front && r.CullCullBack())
}

// project moves a vertex to the screen, unless it cannot be represented there.
func project(v *pipe.Vertex, p *[viewportRegs]float32, out *pipe.ScreenVertex) bool {
	w := v.Clip[3]
	if !(w > 0) {
		return false
	}
	o := 1 / w
	x := fma32(float32(v.Clip[0]*o), p[scaleX], p[offsetX])
	y := fma32(float32(v.Clip[1]*o), p[scaleY], p[offsetY])
	z := fma32(float32(v.Clip[2]*o), p[depthScale], p[depthOffset])
	if o-o != 0 || x-x != 0 || y-y != 0 || z-z != 0 {
		return false
	}
	var okX, okY bool
	out.X, okX = snap(x)
	out.Y, okY = snap(y)
	out.Z, out.O, out.A = z, o, v.A
	return okX && okY
}

// Registers of a viewport, in their order.
const (
	scaleX = iota
	offsetX
	scaleY
	offsetY
	depthScale
	depthOffset
	viewportRegs
)

// viewport returns the registers of the viewport that VIEWPORT_SELECT names.
func viewport(r *regs.TSURegs) (p [viewportRegs]float32) {
	first := regs.TSUViewportScaleX
	if i := int(r.ViewportSelectIndex()); i > 0 {
		first = regs.TSUViewport1ScaleX + viewportRegs*(i-1)
	}
	for k := range p {
		p[k] = math.Float32frombits(r[first+k])
	}
	return p
}

// snap converts a window position to 24.8 fixed point with pixel centres on whole
// numbers; positions of 2^23 sub-pixels and more are refused.
func snap(p float32) (int32, bool) {
	f := float64(float32(p-0.5)) * 256
	if !(math.Abs(f) < 1<<24) {
		return 0, false
	}
	n := math.RoundToEven(f)
	return int32(n), math.Abs(n) < 1<<23
}
