package asu

import (
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
)

// gradients prepares the divisions that the planes of a triangle share: differences of
// the snapped positions in 1/256 pixels, exact in binary32, and the area.
type gradients struct{ dx1, dy1, dx2, dy2, area float32 }

func gradientsOf(t *pipe.Triangle) gradients {
	v := &t.V
	return gradients{
		dx1: float32(v[1].X - v[0].X), dy1: float32(v[1].Y - v[0].Y),
		dx2: float32(v[2].X - v[0].X), dy2: float32(v[2].Y - v[0].Y),
		area: float32(t.Area),
	}
}

// plane is docs/arithmetic.md, section 5.
func (g *gradients) plane(q0, q1, q2 float32) pipe.Plane {
	d1, d2 := q1-q0, q2-q0
	nx := float32(d1*g.dy2) - float32(d2*g.dy1)
	ny := float32(d2*g.dx1) - float32(d1*g.dx2)
	return pipe.Plane{Q: q0, GX: nx / g.area, GY: ny / g.area}
}

func depthPlane(t *pipe.Triangle, r *regs.ASURegs, out *pipe.DepthPlane) {
	g := gradientsOf(t)
	*out = pipe.DepthPlane{
		Kind: pipe.Planes, Slot: t.Slot, Front: t.Front, X0: t.V[0].X, Y0: t.V[0].Y,
		Plane: g.plane(t.V[0].Z, t.V[1].Z, t.V[2].Z),
	}
	if r.DepthBiasControlEnable() {
		out.Plane.Q += bias(r, &out.Plane, greatestDepth(t))
	}
}

// planeEntries is the number of AFIFO entries of a triangle with so many attributes.
func planeEntries(attributes uint8) uint8 {
	return (1 + attributes + pipe.PlanesPerEntry - 1) / pipe.PlanesPerEntry
}

// attributes is the number that a triangle has.
func attributes(r *regs.ASURegs) uint8 { return uint8(min(r.AttributesCount(), pipe.Attributes)) }

// attributePlanes fills an entry with its share of the planes: 1/w, then so many attributes, of which some are flat.
func attributePlanes(t *pipe.Triangle, out *pipe.AttributePlanes, entry, attributes uint8, flat uint32) {
	g := gradientsOf(t)
	v := &t.V
	first := pipe.PlanesPerEntry * entry
	*out = pipe.AttributePlanes{
		Kind: pipe.Planes, Slot: t.Slot, X0: v[0].X, Y0: v[0].Y,
		Count: min(pipe.PlanesPerEntry, 1+attributes-first), Last: entry == planeEntries(attributes)-1,
	}
	for i := range out.Count {
		if first+i == 0 {
			out.P[i] = g.plane(v[0].O, v[1].O, v[2].O)
			continue
		}
		k := first + i - 1
		if flat>>k&1 != 0 {
			out.Flat |= 1 << i
			out.P[i].Q = v[0].A[k]
			continue
		}
		out.P[i] = g.plane(float32(v[0].A[k]*v[0].O), float32(v[1].A[k]*v[1].O), float32(v[2].A[k]*v[2].O)) // each is rounded: no machine may fuse it with a difference
	}
}

// orient gives the corners such that the inside lies to the right of each edge.
func orient(t *pipe.Triangle, out *pipe.Edges) {
	out.Cmd = t.Cmd
	order := [3]int{0, 1, 2}
	if t.Area < 0 {
		order = [3]int{0, 2, 1}
	}
	for i, k := range order {
		out.X[i], out.Y[i] = t.V[k].X, t.V[k].Y
	}
}
