package wgsl

import (
	"math"

	"tilemark/golden/arith"
)

// Sprite says which components of what pixels take from vertices are a point's coordinates (docs/shaders.md, "Point sprites").
type Sprite struct {
	On    uint16 // a bit for each component
	Lower bool   // t counts from the lower edge
}

// Component is what a pixel has for a component: own, or a coordinate of the point, whose s and t from the upper left corner are given as bits of f32.
func (s *Sprite) Component(n int, own uint32, coordinates [2]uint32) uint32 {
	switch {
	case s.On>>n&1 == 0:
		return own
	case n%2 == 0:
		return coordinates[0]
	case s.Lower:
		return math.Float32bits(arith.AddF(1, -math.Float32frombits(coordinates[1])))
	}
	return coordinates[1]
}
