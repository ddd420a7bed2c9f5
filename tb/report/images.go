package report

import (
	"image"

	"tilemark/tb/picture"
)

// Images are what a context drew in the pass that the report is about: colour and depth as the pictures of Write, and the depths.
func (r *Result) Images(context int) (color, depth *image.NRGBA, values []float32) {
	size, f := r.Input.Size, &r.Last().Frames[context]
	c := &r.Vector.Image.Contexts[context]
	values, clear := depthValues(f.Depth, c.DepthFormat, r.Scenes[context].ClearDepth)
	return picture.Color(size.Width, size.Height, f.Color, picture.Format(c.ColorFormat)), picture.Depth(size.Width, size.Height, values, clear), values
}

// PictureFile is the name of a context's picture in the folder of a run: of its "colour" or "depth", with a suffix such as ".png".
func PictureFile(kind string, context int, suffix string) string {
	return kind + numbered(context) + suffix
}
