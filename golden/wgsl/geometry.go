package wgsl

import (
	"math"

	"tilemark/golden/arith"
)

// Functions of vectors. Of f16 all is computed in f32, from the exact components, and rounded at the end.

// floats are the components of a vector in f32.
func floats(k kind, v []uint32) []float32 {
	list := make([]float32, len(v))
	for n, w := range v {
		list[n] = toF(k, w)
	}
	return list
}

// dotF is ((a0·b0 + a1·b1) + a2·b2) + a3·b3.
func dotF(a, b []float32) float32 {
	sum := mul(a[0], b[0])
	for n := 1; n < len(a); n++ {
		sum = add(sum, mul(a[n], b[n]))
	}
	return sum
}

func dot(out []uint32, k kind, a *[4][]uint32) {
	if k.isFloat() {
		out[0] = ofF(k, dotF(floats(k, a[0]), floats(k, a[1])))
		return
	}
	out[0] = 0
	for n := range a[0] {
		out[0] += a[0][n] * a[1][n]
	}
}

func cross(out []uint32, k kind, a *[4][]uint32) {
	c := crossF(floats(k, a[0]), floats(k, a[1]))
	for n := range out {
		out[n] = ofF(k, c[n])
	}
}

func crossF(a, b []float32) []float32 {
	c := make([]float32, 3)
	for n := range c {
		next, last := (n+1)%3, (n+2)%3
		c[n] = sub(mul(a[next], b[last]), mul(a[last], b[next]))
	}
	return c
}

// lengthF is the root of dot(v, v); of a scalar its absolute value.
func lengthF(v []float32) float32 {
	if len(v) == 1 {
		return size(v[0])
	}
	return arith.SqrtF(dotF(v, v))
}

func length(out []uint32, k kind, a *[4][]uint32) { out[0] = ofF(k, lengthF(floats(k, a[0]))) }

func distance(out []uint32, k kind, a *[4][]uint32) {
	v, w := floats(k, a[0]), floats(k, a[1])
	for n := range v {
		v[n] = sub(v[n], w[n])
	}
	out[0] = ofF(k, lengthF(v))
}

func normalize(out []uint32, k kind, a *[4][]uint32) {
	v := floats(k, a[0])
	factor := arith.RsqrtF(dotF(v, v))
	for n := range out {
		out[n] = ofF(k, mul(v[n], factor))
	}
}

func reflect(out []uint32, k kind, a *[4][]uint32) {
	e, normal := floats(k, a[0]), floats(k, a[1])
	twice := mul(2, dotF(normal, e))
	for n := range out {
		out[n] = ofF(k, sub(e[n], mul(twice, normal[n])))
	}
}

func refract(out []uint32, k kind, a *[4][]uint32) {
	e, normal, eta := floats(k, a[0]), floats(k, a[1]), toF(k, a[2][0])
	d := dotF(normal, e)
	rest := sub(1, mul(mul(eta, eta), sub(1, mul(d, d))))
	if rest < 0 {
		clear(out)
		return
	}
	along := add(mul(eta, d), arith.SqrtF(rest))
	for n := range out {
		out[n] = ofF(k, sub(mul(eta, e[n]), mul(along, normal[n])))
	}
}

func faceForward(out []uint32, k kind, a *[4][]uint32) {
	faces := dotF(floats(k, a[1]), floats(k, a[2])) < 0
	for n, w := range a[0] {
		if out[n] = w; !faces {
			out[n] = negated(k, w)
		}
	}
}

// determinant is that of a matrix of as many columns as rows, which lie one after the other.
func determinant(out []uint32, k kind, a *[4][]uint32) {
	m := floats(k, a[0])
	switch n := int(math.Sqrt(float64(len(m)))); n {
	case 2:
		out[0] = ofF(k, minor(m[0:2], m[2:4], 0, 1))
	case 3:
		out[0] = ofF(k, dotF(m[0:3], crossF(m[3:6], m[6:9])))
	default:
		out[0] = ofF(k, determinant4(m[0:4], m[4:8], m[8:12], m[12:16]))
	}
}

// minor is a.i·b.j - b.i·a.j.
func minor(a, b []float32, i, j int) float32 { return sub(mul(a[i], b[j]), mul(b[i], a[j])) }

func determinant4(c0, c1, c2, c3 []float32) float32 {
	var s, t [6]float32
	n := 0
	for i := range 3 {
		for j := i + 1; j < 4; j++ {
			s[n], t[n] = minor(c0, c1, i, j), minor(c2, c3, i, j)
			n++
		}
	}
	sum := sub(mul(s[0], t[5]), mul(s[1], t[4]))
	sum = add(add(sum, mul(s[2], t[3])), mul(s[3], t[2]))
	return add(sub(sum, mul(s[4], t[1])), mul(s[5], t[0]))
}
