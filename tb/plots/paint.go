package plots

import (
	"image"
	"image/color"
	"io"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"

	"tilemark/text/output"
)

// painter draws in pixels from the top left corner, on white.
type painter struct {
	c      draw.Canvas
	file   io.WriterTo
	height float64
}

// newPainter makes a canvas; at 72 points an inch a point is a pixel.
func newPainter(width, height float64) *painter {
	img := vgimg.NewWith(vgimg.UseWH(vg.Points(width), vg.Points(height)), vgimg.UseDPI(72), vgimg.UseBackgroundColor(color.White))
	return &painter{c: draw.New(img), file: vgimg.PngCanvas{Canvas: img}, height: height}
}

// newDrawing is newPainter for a drawing of lines and text, in SVG.
func newDrawing(width, height float64) *painter {
	img := vgsvg.New(vg.Points(width), vg.Points(height))
	p := &painter{c: draw.New(img), file: img, height: height}
	p.rect(0, 0, width, height, color.White)
	return p
}

func (p *painter) point(x, y float64) vg.Point {
	return vg.Point{X: vg.Points(x), Y: vg.Points(p.height - y)}
}

func (p *painter) rect(x, y, w, h float64, c color.Color) {
	p.c.FillPolygon(c, []vg.Point{p.point(x, y), p.point(x+w, y), p.point(x+w, y+h), p.point(x, y+h)})
}

func (p *painter) line(x0, y0, x1, y1, width float64, c color.Color, dashes ...vg.Length) {
	p.c.StrokeLines(draw.LineStyle{Color: c, Width: vg.Points(width), Dashes: dashes}, []vg.Point{p.point(x0, y0), p.point(x1, y1)})
}

// text writes with its middle line at y; align is text.XLeft, XCenter or XRight.
func (p *painter) text(x, y, size float64, align text.XAlignment, c color.Color, s string) {
	p.c.FillText(textStyle(size, align, c), p.point(x, y), s)
}

// width is that of a text, in pixels.
func (p *painter) width(size float64, s string) float64 {
	return textStyle(size, text.XLeft, ink).Width(s).Points()
}

func textStyle(size float64, align text.XAlignment, c color.Color) text.Style {
	f := font.From(plot.DefaultFont, vg.Points(size))
	f.Variant = "Sans"
	return text.Style{Color: c, Font: f, XAlign: align, YAlign: text.YCenter, Handler: plot.DefaultTextHandler}
}

// image places an image, a pixel on a pixel.
func (p *painter) image(x, y float64, img image.Image) {
	b := img.Bounds()
	p.c.DrawImage(vg.Rectangle{Min: p.point(x, y+float64(b.Dy())), Max: p.point(x+float64(b.Dx()), y)}, img)
}

// save writes the file, complete or not at all.
func (p *painter) save(path string) error {
	return output.Write(path, func(w io.Writer) error {
		_, err := p.file.WriteTo(w)
		return err
	})
}

// rgb makes a colour from 0xRRGGBB.
func rgb(v uint32) color.NRGBA {
	return color.NRGBA{R: uint8(v >> 16), G: uint8(v >> 8), B: uint8(v), A: 255}
}

// faint makes a colour partly transparent.
func faint(c color.NRGBA, alpha uint8) color.NRGBA {
	c.A = alpha
	return c
}

var (
	ink  = rgb(0x22262c)
	grey = rgb(0x767d87)
)
