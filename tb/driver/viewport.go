package driver

import (
	"math"
	"slices"

	"tilemark/hw/regs"
	"tilemark/tb/scene"
)

// views lists the viewports of a scene's draws in the order in which they occur; the zero value is the whole target.
func views(s *scene.Scene) (list []scene.Viewport) {
	for i := range s.Draws {
		var v scene.Viewport
		if p := s.Draws[i].State.Viewport; p != nil {
			v = *p
		}
		if !slices.Contains(list, v) {
			list = append(list, v)
		}
	}
	return list
}

// viewportPlaces are the first registers of the four viewports: scale and offset of x, of y, of depth.
var viewportPlaces = [...]int{regs.TSUViewportScaleX, regs.TSUViewport1ScaleX, regs.TSUViewport2ScaleX, regs.TSUViewport3ScaleX}

// viewport selects a draw's viewport. A scene with more of them than the machine has uses the places again in turn.
func (b *builder) viewport(s state, st *scene.State) {
	var v scene.Viewport
	if st.Viewport != nil {
		v = *st.Viewport
	}
	place := slices.Index(b.views, v) % len(viewportPlaces)
	if st.Viewport == nil {
		v = scene.Viewport{Width: float32(b.o.Width), Height: float32(b.o.Height), Far: 1}
	}
	for i, value := range []float32{v.Width / 2, v.X + v.Width/2, v.Height / 2, v.Y + v.Height/2, v.Far - v.Near, v.Near} {
		s.setFloat(regs.BlockTSU, viewportPlaces[place]+i, value)
	}
	s.set(regs.BlockTSU, regs.TSUViewportSelect, uint32(place))
}

// firstPixel returns the first pixel whose centre is not left of (above) an edge.
func firstPixel(edge float32) int { return int(math.Ceil(float64(edge) - 0.5)) }
