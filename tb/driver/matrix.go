package driver

import "math"

// multiply is a·b of column-major matrices, rounded once.
func multiply(a, b [16]float32) (out [16]float32) {
	for c := range 4 {
		for r := range 4 {
			var sum float64
			for k := range 4 {
				sum += float64(a[4*k+r]) * float64(b[4*c+k])
			}
			out[4*c+r] = float32(sum)
		}
	}
	return out
}

// toObject turns a direction in world space into a unit vector in object space whose
// product with object-space normals is that of the transformed ones.
func toObject(m [16]float32, d [3]float32) [3]float32 {
	e := func(r, c int) float64 { return float64(m[4*c+r]) }
	var v [3]float64
	for i := range 3 { // inverse by cofactors; its scale falls out below
		for j := range 3 {
			r0, r1, c0, c1 := (j+1)%3, (j+2)%3, (i+1)%3, (i+2)%3
			v[i] += (e(r0, c0)*e(r1, c1) - e(r0, c1)*e(r1, c0)) * float64(d[j])
		}
	}
	det := 0.0
	for i := range 3 {
		det += e(0, i) * (e(1, (i+1)%3)*e(2, (i+2)%3) - e(1, (i+2)%3)*e(2, (i+1)%3))
	}
	n := math.Sqrt(v[0]*v[0] + v[1]*v[1] + v[2]*v[2])
	if n == 0 {
		return d
	}
	if det < 0 {
		n = -n
	}
	return [3]float32{float32(v[0] / n), float32(v[1] / n), float32(v[2] / n)}
}
