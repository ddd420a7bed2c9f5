package report

import (
	"image"
	"math"

	"tilemark/hw/regs"
	"tilemark/tb/picture"
	"tilemark/tb/runs"
)

// Images are what a context drew in the pass that the report is about: colour and depth as the pictures of Write, and the depths.
func (r Run) Images(context int) (color, depth *image.NRGBA, values []float32) {
	size, f := r.Input.Size, &r.Last().Frames[context]
	c := &r.Vector.Image.Contexts[context]
	values, clear := depthValues(f.Depth, c.DepthFormat, r.Scenes[context].ClearDepth)
	return picture.Color(size.Width, size.Height, f.Color, picture.Format(c.ColorFormat)), picture.Depth(size.Width, size.Height, values, clear), values
}

// PictureFile is the name of a context's picture in the folder of a run: of its "colour" or "depth", with a suffix such as ".png".
func PictureFile(kind string, context int, suffix string) string {
	return kind + runs.ContextSuffix(context) + suffix
}

// d24Max and d16Max are the largest depths of a D24S8 and a D16 surface.
const (
	d24Max = 1<<24 - 1
	d16Max = 1<<16 - 1
)

// depthValues turns depth pixels into numbers from 0 to 1, and gives the clear value.
func depthValues(pixels []uint64, format uint32, clear float32) ([]float32, float32) {
	value := func(w uint64) float32 { return math.Float32frombits(uint32(w)) }
	switch format {
	case regs.ZL2DepthControlFormatD24s8:
		value = func(w uint64) float32 { return float32(float64(w&d24Max) / d24Max) }
		clear = float32(math.RoundToEven(float64(clear)*d24Max) / d24Max)
	case regs.ZL2DepthControlFormatD16:
		value = func(w uint64) float32 { return float32(float64(w&d16Max) / d16Max) }
		clear = float32(math.RoundToEven(float64(clear)*d16Max) / d16Max)
	}
	out := make([]float32, len(pixels))
	for i, w := range pixels {
		out[i] = value(w)
	}
	return out, clear
}
