package tsu

import "math"

// fma32 returns a·b + c with one rounding. The product of two binary32 numbers is
// exact in binary64; their sum is rounded to odd there, which makes the second
// rounding harmless.
func fma32(a, b, c float32) float32 {
	p := float64(a) * float64(b)
	q := float64(c)
	s := p + q
	if s-s != 0 {
		return float32(s)
	}
	t := s - p
	e := (p - (s - t)) + (q - t) // exact error of the sum
	if e != 0 {
		u := math.Float64bits(s)
		if u&1 == 0 {
			if (e > 0) == (s > 0) {
				u++
			} else {
				u--
			}
		}
		s = math.Float64frombits(u)
	}
	return float32(s)
}
