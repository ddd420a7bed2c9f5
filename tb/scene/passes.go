package scene

import (
	"cmp"
	"slices"

	"tilemark/tb/scene/geometry"
)

// Pass is the place of a draw among those of a model. Draws of other scenes are all of the first, which keeps their order.
type Pass uint8

// Passes, in the order in which they are drawn.
const (
	PassOpaque  Pass = iota
	PassMasked       // pixels are dropped by their alpha
	PassEmitted      // light added to what passes before have drawn
	PassBlended      // over what lies farther from the eye
)

// Ordered gives the draws as they are to be drawn through a camera: one pass after another, those that blend from the farthest to the
// nearest. What counts of a draw is the middle of the box around it.
func (s *Scene) Ordered(viewProjection [16]float32) []Draw {
	if !slices.ContainsFunc(s.Draws, func(d Draw) bool { return d.Pass != PassOpaque }) {
		return s.Draws
	}
	type placed struct {
		draw  Draw
		depth float64
	}
	list := make([]placed, len(s.Draws))
	for i := range s.Draws {
		list[i].draw = s.Draws[i]
		if s.Draws[i].Pass == PassBlended {
			list[i].depth = s.depth(&s.Draws[i], geometry.MatrixOf(viewProjection))
		}
	}
	slices.SortStableFunc(list, func(a, b placed) int {
		return cmp.Or(cmp.Compare(a.draw.Pass, b.draw.Pass), cmp.Compare(b.depth, a.depth))
	})
	draws := make([]Draw, len(list))
	for i := range list {
		draws[i] = list[i].draw
	}
	return draws
}

// depth is the clip space z of the middle of a draw, which grows with the distance along the view, of perspective cameras and others.
func (s *Scene) depth(d *Draw, viewProjection geometry.Matrix) float64 {
	low, high, any := s.DrawBounds(d)
	if !any {
		return 0
	}
	return viewProjection.Point(low.Add(high).Scale(0.5))[2]
}
