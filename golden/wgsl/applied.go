package wgsl

import (
	"math"

	"tilemark/golden/arith"
)

// Applied is state that is applied to what a fragment shader gives (docs/shaders.md, "State").
type Applied struct {
	Compare    Comparison // of the alpha test
	Reference  float32
	Fog        FogMode
	Parameters [5]float32 // of fog: three components of its colour, end, scale
	Written    [4]bool    // channels
	Encode     bool       // as sRGB
	ClampDepth bool
}

// Comparison is the function of the alpha test.
type Comparison uint8

// Comparisons.
const (
	Never Comparison = iota
	Less
	Equal
	LessOrEqual
	Greater
	NotEqual
	GreaterOrEqual
	Always
)

// FogMode says how fog grows with the distance.
type FogMode uint8

// Modes of fog.
const (
	NoFog FogMode = iota
	LinearFog
	ExpFog
	Exp2Fog
)

// Finish changes what a pixel gives, in location 0 and its depth. reciprocalW is 1/w of the pixel, f32.
func (a *Applied) Finish(s *Shaded, reciprocalW uint32) {
	c := &s.Values[0]
	var v [4]float32
	for n := range v {
		v[n] = math.Float32frombits(c[n])
	}
	a.fog(&v, math.Float32frombits(reciprocalW))
	if !a.passes(v[3]) {
		s.Helper = true
	}
	for n := range v {
		if !a.Written[n] {
			v[n] = 0
		}
	}
	if a.Encode {
		for n := range 3 {
			v[n] = encoded(v[n])
		}
	}
	for n := range v {
		c[n] = math.Float32bits(v[n])
	}
	if a.ClampDepth && s.HasDepth {
		s.Depth = math.Float32bits(between01(math.Float32frombits(s.Depth)))
	}
}

// Clip discards a pixel on the wrong side of a plane: where a·x + b·y + c·z + d is below 0. position is that of the pixel.
func (s *Shaded) Clip(plane [4]float32, position [4]uint32) {
	var sum float32
	for n := range 3 {
		product := arith.MulF(plane[n], math.Float32frombits(position[n]))
		if n == 0 {
			sum = product
			continue
		}
		sum = arith.AddF(sum, product)
	}
	if arith.AddF(sum, plane[3]) < 0 {
		s.Helper = true
	}
}

func between01(x float32) float32 { return arith.MinF(arith.MaxF(x, 0), 1) }

// fog mixes the colour with that of the fog.
func (a *Applied) fog(v *[4]float32, reciprocalW float32) {
	end, scale := a.Parameters[3], a.Parameters[4]
	left := arith.MulF(arith.AddF(end, -arith.RcpF(reciprocalW)), scale)
	switch a.Fog {
	case NoFog:
		return
	case ExpFog:
		left = arith.Exp2F(left)
	case Exp2Fog:
		left = arith.Exp2F(arith.MulF(-left, left))
	}
	left = between01(left)
	for n := range 3 {
		v[n] = arith.AddF(arith.MulF(a.Parameters[n], arith.AddF(1, -left)), arith.MulF(v[n], left))
	}
}

// passes is the alpha test; a comparison with a NaN holds for "not equal" alone.
func (a *Applied) passes(alpha float32) bool {
	r := a.Reference
	switch a.Compare {
	case Never:
		return false
	case Less:
		return alpha < r
	case Equal:
		return alpha == r
	case LessOrEqual:
		return alpha <= r
	case Greater:
		return alpha > r
	case NotEqual:
		return alpha != r
	case GreaterOrEqual:
		return alpha >= r
	}
	return true
}

// encoded is light as sRGB.
func encoded(x float32) float32 {
	x = between01(x)
	if x <= 0.0031308 {
		return arith.MulF(x, 12.92)
	}
	power := arith.Exp2F(arith.MulF(arith.Log2F(x), 0.41666666))
	return arith.AddF(arith.MulF(power, 1.055), -0.055)
}
