package scene

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"tilemark/hw/isa/nos"
	"tilemark/tb/scene/geometry"
)

// planes are the planes of a draw that clip, at most nos.Planes, as the pixel kernel has them: by x, y and z of a pixel in the target. What they keep stays on the same side, since w is above 0 wherever something is drawn.
func (v *view) planes(d *Draw) []uint32 {
	words := make([]uint32, 4*nos.Planes)
	toClip := geometry.MatrixOf(v.viewProjection)
	if d.ClipSpace {
		toClip = geometry.Identity()
	}
	box := v.viewportOf(d)
	x, y, w, h, near, far := box[0], box[1], box[2], box[3], box[4], box[5]
	window := geometry.Matrix{w / 2, 0, 0, 0, 0, h / 2, 0, 0, 0, 0, far - near, 0, x + w/2, y + h/2, near, 1}.Mul(toClip)
	rows := make([]float64, 16)
	for c := range 4 {
		for r := range 4 {
			rows[4*r+c] = window[4*c+r]
		}
	}
	var inverse mat.Dense
	if inverse.Inverse(mat.NewDense(4, 4, rows)) != nil { // nothing is seen
		return words
	}
	for n, p := range d.ClipPlanes {
		var of mat.VecDense
		of.MulVec(inverse.T(), mat.NewVecDense(4, []float64{float64(p[0]), float64(p[1]), float64(p[2]), float64(p[3])}))
		most := 0.0
		for k := range 4 {
			most = max(most, math.Abs(of.AtVec(k)))
		}
		for k := range 4 {
			words[4*n+k] = math.Float32bits(float32(of.AtVec(k) / most))
		}
	}
	return words
}

// viewportOf is the draw's viewport: x, y, width, height, and the depths that it begins and ends with.
func (v *view) viewportOf(d *Draw) [6]float64 {
	if p := d.State.Viewport; p != nil {
		return [6]float64{float64(p.X), float64(p.Y), float64(p.Width), float64(p.Height), float64(p.Near), float64(p.Far)}
	}
	return [6]float64{0, 0, float64(v.width), float64(v.height), 0, 1}
}
