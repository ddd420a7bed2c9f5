package golden

// rejected tells whether a primitive yields no triangle at all (section 2).
func rejected(prim *[3]vertex) bool {
	for i := range prim {
		for _, c := range prim[i][:firstAttribute] {
			if !finite(c) {
				return true
			}
		}
	}
	for _, outside := range frustum {
		if outside(&prim[0]) && outside(&prim[1]) && outside(&prim[2]) {
			return true
		}
	}
	return false
}

// frustum tells for each side of the clip volume whether a vertex lies strictly
// outside it.
var frustum = [6]func(v *vertex) bool{
	func(v *vertex) bool { return v[posX] > v[posW] },
	func(v *vertex) bool { return v[posX] < -v[posW] },
	func(v *vertex) bool { return v[posY] > v[posW] },
	func(v *vertex) bool { return v[posY] < -v[posW] },
	func(v *vertex) bool { return v[posZ] < 0 },
	func(v *vertex) bool { return v[posZ] > v[posW] },
}

// planes are the distances to the clip planes in binary64, in the order of clipping; g is
// the guard band. A vertex is inside where its distance is not negative.
var planes = [6]func(v *vertex, g float32) float64{
	func(v *vertex, _ float32) float64 { return float64(v[posZ]) },
	func(v *vertex, _ float32) float64 { return float64(v[posW]) - float64(v[posZ]) },
	func(v *vertex, g float32) float64 { return product(float64(g), v[posW]) - float64(v[posX]) },
	func(v *vertex, g float32) float64 { return product(float64(g), v[posW]) + float64(v[posX]) },
	func(v *vertex, g float32) float64 { return product(float64(g), v[posW]) - float64(v[posY]) },
	func(v *vertex, g float32) float64 { return product(float64(g), v[posW]) + float64(v[posY]) },
}

// product is d·c in binary64; the conversion keeps the compiler from fusing it with a sum.
func product(d float64, c float32) float64 { return float64(d * float64(c)) }

// clipper cuts primitives. It keeps the polygons' memory from one to the next.
type clipper struct {
	polygon, next []vertex
	distance      []float64
}

// maxCorners is the most corners of a clipped primitive (section 2).
const maxCorners = 9

// clip returns the polygon that is left of prim, valid until the next call.
func (c *clipper) clip(prim *[3]vertex, guardBand float32, flat flats) []vertex {
	c.polygon = append(c.polygon[:0], prim[:]...)
	for _, plane := range planes {
		c.cut(func(v *vertex) float64 { return plane(v, guardBand) }, flat)
		if len(c.polygon) > maxCorners {
			return nil
		}
	}
	return c.polygon
}

// cut is Sutherland-Hodgman for one plane.
func (c *clipper) cut(plane func(*vertex) float64, flat flats) {
	c.distance, c.next = c.distance[:0], c.next[:0]
	for i := range c.polygon {
		c.distance = append(c.distance, plane(&c.polygon[i]))
	}
	for i := range c.polygon {
		j := (i + 1) % len(c.polygon)
		a, b, da, db := &c.polygon[i], &c.polygon[j], c.distance[i], c.distance[j]
		if da >= 0 {
			c.next = append(c.next, *a)
		}
		switch {
		case da >= 0 && !(db >= 0):
			c.next = append(c.next, crossing(a, b, da, db, flat))
		case db >= 0 && !(da >= 0):
			c.next = append(c.next, crossing(b, a, db, da, flat))
		}
	}
	c.polygon, c.next = c.next, c.polygon
}

// crossing is the new vertex on the edge between an inside and an outside end: the mean
// of both with the other's distance as weight. A difference of positions instead would
// lose all digits of a w that is small between large ones.
func crossing(inside, outside *vertex, di, do float64, flat flats) (v vertex) {
	span := di - do
	for k := range v {
		if k >= firstAttribute && flat.has(k-firstAttribute) { // alike at both ends
			v[k] = inside[k]
			continue
		}
		v[k] = float32((product(di, outside[k]) - product(do, inside[k])) / span)
	}
	return v
}
